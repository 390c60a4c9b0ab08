//! Constant-time inversion by half-delta divsteps (Bernstein–Yang, eprint 2019/266). Interim text: the
//! final one, documented and faster, replaces it.
use super::word::{self, BITS, LIMBS, Limbs, Word};
use crate::params::Prime;

#[cfg(all(target_pointer_width = "64", not(helioselene_word = "32")))]
mod width {
    pub type Signed = i64;
    pub type Wide = i128;
    pub const RADIX: usize = 62;
    pub const COUNT: usize = 5;
    pub const BATCH: usize = 59;
    pub const BATCHES: usize = 10;
}
#[cfg(not(all(target_pointer_width = "64", not(helioselene_word = "32"))))]
mod width {
    pub type Signed = i32;
    pub type Wide = i64;
    pub const RADIX: usize = 30;
    pub const COUNT: usize = 9;
    pub const BATCH: usize = 30;
    pub const BATCHES: usize = 20;
}
use width::*;

type Num = [Signed; COUNT];
const MASK: Signed = (1 << RADIX) - 1;
const TOP_SHIFT: usize = 255 - RADIX * (COUNT - 1);

const fn split(x: &Limbs) -> Num {
    let mut out = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        let (limb, shift) = (i * RADIX / BITS, i * RADIX % BITS);
        let mut v = x[limb] >> shift;
        if shift > 0 && limb + 1 < LIMBS {
            v |= x[limb + 1] << (BITS - shift);
        }
        out[i] = v as Signed & MASK;
        i += 1;
    }
    out
}

struct Consts<P>(core::marker::PhantomData<P>);
impl<P: Prime> Consts<P> {
    const M: Num = split(&P::MODULUS);
    const GAMMA: Num = split(&P::GAMMA);
    const OFFSET: Num = {
        let mut out = [0; COUNT];
        let mut c: Wide = 0;
        let mut i = 0;
        while i < COUNT {
            c += (Self::M[i] as Wide) << 4;
            out[i] = if i < COUNT - 1 {
                c as Signed & MASK
            } else {
                c as Signed
            };
            c >>= RADIX;
            i += 1;
        }
        out
    };
    /// γ^-1 mod 2^RADIX
    const GINV: Signed = {
        let g = P::GAMMA[0];
        let mut inv: Word = g;
        let mut i = 0;
        while i < 6 {
            inv = inv.wrapping_mul((2 as Word).wrapping_sub(g.wrapping_mul(inv)));
            i += 1;
        }
        inv as Signed
    };
}

struct Matrix {
    u: Signed,
    v: Signed,
    q: Signed,
    r: Signed,
}

#[inline(always)]
fn divsteps(mut zeta: Signed, f0: Signed, g0: Signed) -> (Signed, Matrix) {
    let (mut u, mut v, mut q, mut r): (Signed, Signed, Signed, Signed) =
        (1 << (RADIX - BATCH), 0, 0, 1 << (RADIX - BATCH));
    let (mut f, mut g) = (f0, g0);
    for _ in 0..BATCH {
        let c1 = zeta >> (Signed::BITS - 1);
        let c2 = -(g & 1);
        let x = (f ^ c1) - c1;
        let y = (u ^ c1) - c1;
        let z = (v ^ c1) - c1;
        g = g.wrapping_add(x & c2);
        q = q.wrapping_add(y & c2);
        r = r.wrapping_add(z & c2);
        let c = c1 & c2;
        zeta = (zeta ^ c) - 1;
        f = f.wrapping_add(g & c);
        u = u.wrapping_add(q & c);
        v = v.wrapping_add(r & c);
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    (zeta, Matrix { u, v, q, r })
}

#[inline(always)]
fn wide(a: Signed, b: Signed) -> Wide {
    a as Wide * b as Wide
}

#[inline(always)]
fn update_fg(f: &mut Num, g: &mut Num, t: &Matrix) {
    let mut cf = wide(t.u, f[0]) + wide(t.v, g[0]);
    let mut cg = wide(t.q, f[0]) + wide(t.r, g[0]);
    cf >>= RADIX;
    cg >>= RADIX;
    for i in 1..COUNT {
        cf += wide(t.u, f[i]) + wide(t.v, g[i]);
        cg += wide(t.q, f[i]) + wide(t.r, g[i]);
        f[i - 1] = cf as Signed & MASK;
        g[i - 1] = cg as Signed & MASK;
        cf >>= RADIX;
        cg >>= RADIX;
    }
    f[COUNT - 1] = cf as Signed;
    g[COUNT - 1] = cg as Signed;
}

#[inline(always)]
fn update_row<P: Prime>(u: Signed, v: Signed, d: &Num, e: &Num) -> Num {
    let mut out = [0; COUNT];
    let mut c = wide(u, d[0]) + wide(v, e[0]);
    let k = ((c as Signed).wrapping_mul(Consts::<P>::GINV) << (Signed::BITS as usize - RADIX))
        >> (Signed::BITS as usize - RADIX);
    c -= wide(k, Consts::<P>::GAMMA[0]);
    c >>= RADIX;
    for i in 1..COUNT {
        c += wide(u, d[i]) + wide(v, e[i]) - wide(k, Consts::<P>::GAMMA[i]);
        if i == COUNT - 1 {
            c += (k as Wide) << TOP_SHIFT;
        }
        out[i - 1] = c as Signed & MASK;
        c >>= RADIX;
    }
    out[COUNT - 1] = c as Signed;
    out
}

/// The inverse
pub(crate) fn invert<P: Prime>(x: &Limbs) -> Limbs {
    let mut f = Consts::<P>::M;
    let mut g = split(x);
    let mut d = [0; COUNT];
    let mut e = [0; COUNT];
    e[0] = 1;
    let mut zeta = -1;
    for _ in 0..BATCHES {
        let (z, t) = divsteps(zeta, f[0], g[0]);
        zeta = z;
        (d, e) = (
            update_row::<P>(t.u, t.v, &d, &e),
            update_row::<P>(t.q, t.r, &d, &e),
        );
        update_fg(&mut f, &mut g, &t);
    }
    finish::<P>(f[COUNT - 1], &d)
}

#[inline(always)]
fn finish<P: Prime>(f_top: Signed, d: &Num) -> Limbs {
    let sign = f_top >> (Signed::BITS - 1);
    // +-d + 16 m = +-d + 2^259 - 16 γ
    let mut c: Signed = 0;
    let mut out = [0; COUNT];
    for i in 0..COUNT {
        c += ((d[i] ^ sign) - sign) + Consts::<P>::OFFSET[i];
        out[i] = c & MASK;
        c >>= RADIX;
    }
    let k = (out[COUNT - 1] >> TOP_SHIFT) as Word;
    out[COUNT - 1] &= (1 << TOP_SHIFT) - 1;
    let mut v = join(&out);
    let mut carry = 0;
    for i in 0..LIMBS {
        (v[i], carry) = word::mac(v[i], k, P::GAMMA[i], carry);
    }
    let (w, borrow) = word::sub(&v, &P::MODULUS);
    word::select(&w, &v, crate::backend::Mask::of_bit(borrow))
}

#[inline(always)]
fn join(x: &Num) -> Limbs {
    let mut out = [0; LIMBS];
    for i in 0..COUNT {
        let (limb, shift) = (i * RADIX / BITS, i * RADIX % BITS);
        out[limb] |= (x[i] as Word) << shift;
        if limb + 1 < LIMBS && shift > 0 {
            out[limb + 1] |= (x[i] as Word) >> (BITS - shift);
        }
    }
    out
}
