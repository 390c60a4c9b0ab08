use super::*;
use crate::primes::Q;

#[test]
fn wiped_state_is_zero() {
    let mut state = State::new::<Q>(&Q::MODULUS);
    let secret = &mut [
        state.fg.as_flattened_mut(),
        state.de.as_flattened_mut(),
        state.t.as_flattened_mut(),
        &mut state.fg_carry,
        &mut state.de_carry,
        &mut state.k,
    ];
    secret.iter_mut().for_each(|words| words.fill(-1));
    state.zeroize();
    let State { fg, de, t, .. } = &state;
    let (fg, de, t) = (fg.as_flattened(), de.as_flattened(), t.as_flattened());
    for words in [fg, de, t, &state.fg_carry, &state.de_carry, &state.k] {
        assert!(words.iter().all(|word| *word == 0));
    }
}
