use super::*;
use crate::primes::Q;
use zeroize::Zeroize;

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

#[test]
fn multiples_of_the_prime_are_the_least() {
    let mut state = State::new::<Q>(&Q::MODULUS);
    let most: Signed = 1 << (LIMB_BITS - 1);
    for (d, u) in [(1, 1), (1, -1), (3, most - 1), (most - 1, 5), (MASK, 7)] {
        state.de[0][0] = d;
        state.t = [[u, 0], [0, u]];
        state.update_de::<Q>(0, 0);
        assert!((-most..most).contains(&state.k[0]), "{d} {u}");
    }
}
