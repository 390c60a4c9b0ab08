//! Packed divsteps are divsteps, on samples; for all inputs in `proofs`.

mod proofs;

use std::vec::Vec;

use super::*;

/// Divsteps by their definition, with the rows of (f, g) that they give, times 2^i.
#[derive(Clone, Copy)]
struct Plain {
    zeta: Signed,
    f: [i128; 3],
    g: [i128; 3],
}

impl Plain {
    fn step(&mut self) {
        let sum = |a: [i128; 3], b: [i128; 3], s| core::array::from_fn(|i| a[i] + s * b[i]);
        let (odd, positive) = (self.g[0] & 1 == 1, self.zeta < 0);
        let old = self.g;
        if odd {
            self.g = sum(self.g, self.f, if positive { -1 } else { 1 });
        }
        if odd && positive {
            self.f = old;
            self.zeta = -2 - self.zeta;
        } else {
            self.zeta -= 1;
        }
        self.g[0] >>= 1;
        self.f[1] *= 2;
        self.f[2] *= 2;
    }
}

fn starts() -> Vec<(Signed, Signed, Signed)> {
    let mut starts = Vec::new();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let (half, top) = (LOW / 2, 1 << (CHUNK - 1));
    let special = [0, 1, 2, LOW, LOW - 1, half, half + 1, top];
    for i in 0..2000 {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        let pick = |shift: u32| match special.get((random >> (shift + 20)) as usize & 15) {
            Some(&x) => x,
            None => (random >> shift) as Signed & LOW,
        };
        starts.push((pick(10) | 1, pick(30), i % 47 - 23));
    }
    starts
}

fn check<const N: usize>() {
    for (f, g, zeta) in starts() {
        let p = Packed::new(f, g, zeta, Signed::from(zeta < 0)).steps::<N>();
        let mut plain = Plain {
            zeta,
            f: [f.into(), 1, 0],
            g: [g.into(), 0, 1],
        };
        for _ in 0..N {
            plain.step();
        }
        let (t, f, g) = p.unpack::<N>(f, g);
        assert_eq!(p.zeta, plain.zeta);
        let unpacked = [[f, t[0][0], t[0][1]], [g, t[1][0], t[1][1]]];
        assert_eq!(
            unpacked.map(|row| row.map(|x| -i128::from(x))),
            [plain.f, plain.g]
        );
    }
}

#[test]
fn packed_divsteps_are_divsteps() {
    check::<CHUNK>();
    check::<{ CHUNK - 1 }>();
    check::<1>();
}

#[test]
fn portable_divsteps_are_the_divsteps() {
    for (f, g, zeta) in starts() {
        let mut p = Packed::new(f, g, zeta, Signed::from(zeta < 0));
        for _ in 0..CHUNK {
            assert_eq!(p.steps::<1>(), p.portable_steps::<1>());
            p = p.steps::<1>();
        }
    }
}
