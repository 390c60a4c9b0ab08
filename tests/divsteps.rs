//! Recomputes the bound of `src/arithmetic/invert.rs`: how many divsteps lead to g = 0.
//!
//! For each δ a convex hull encloses all pairs (f, g) that n divsteps can reach. A divstep maps a hull linearly, once
//! for even and once for odd g, so the hulls hold all reachable pairs and more. If no point has |g| ≥ 1, the integer g
//! is 0.
//!
//! The method is that of "Bounds on divsteps iterations in safegcd", <https://github.com/sipa/safegcd-bounds>.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// f and g, times 2^n after n divsteps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    f: BigInt,
    g: BigInt,
}

impl Point {
    /// f and g as doubles, each with a relative error of at most 2^−52.
    fn rounded(&self, n: i32) -> [f64; 2] {
        [&self.f, &self.g].map(|x| x.to_f64().expect("below 2^1023") * 2_f64.powi(-n))
    }
}

/// Whether the path from o through a to b turns left.
fn turns_left([o, a, b]: [&(Point, [f64; 2]); 3]) -> bool {
    // Doubles decide if their error is smaller than the result.
    let [[of, og], [af, ag], [bf, bg]] = [o.1, a.1, b.1];
    let turn = (af - of) * (bg - og) - (ag - og) * (bf - of);
    let size = (af.abs() + of.abs()) * (bg.abs() + og.abs())
        + (ag.abs() + og.abs()) * (bf.abs() + of.abs());
    if turn.abs() > size * 2_f64.powi(-48) && turn.abs() > 1e-280 {
        return turn > 0.0;
    }
    let (o, a, b) = (&o.0, &a.0, &b.0);
    (&a.f - &o.f) * (&b.g - &o.g) > (&a.g - &o.g) * (&b.f - &o.f)
}

/// The corners of the convex hull of points after n divsteps.
fn hull(mut points: Vec<Point>, n: i32) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let points: Vec<_> = points
        .into_iter()
        .map(|p| {
            let rounded = p.rounded(n);
            (p, rounded)
        })
        .collect();
    // Andrew's monotone chain: the lower half, then the upper one.
    let mut corners = Vec::new();
    for back in [false, true] {
        let mut chain: Vec<&(Point, [f64; 2])> = Vec::new();
        for i in 0..points.len() {
            let p = &points[if back { points.len() - 1 - i } else { i }];
            while let [.., o, a] = chain[..]
                && !turns_left([o, a, p])
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        corners.extend(chain.into_iter().map(|(p, _)| p.clone()));
    }
    corners
}

/// The number of divsteps that lead from any f < 2^bits, 0 ≤ g ≤ f and δ = 1/2 to g = 0.
fn divsteps(bits: u32) -> i32 {
    let zero = BigInt::ZERO;
    let max: BigInt = BigInt::from(1) << bits;
    let point = |f: &BigInt, g: &BigInt| Point {
        f: f.clone(),
        g: g.clone(),
    };
    // By 2δ.
    let triangle = vec![point(&zero, &zero), point(&max, &zero), point(&max, &max)];
    let mut hulls = BTreeMap::from([(1, triangle)]);
    for n in 0.. {
        let one: BigInt = BigInt::from(1) << n;
        hulls.retain(|_, hull: &mut Vec<Point>| {
            hull.iter().any(|p| p.g.magnitude() >= one.magnitude())
        });
        if hulls.is_empty() {
            return n;
        }
        let mut next: BTreeMap<i32, Vec<Point>> = BTreeMap::new();
        for (delta, points) in hulls {
            for Point { f, g } in points {
                let twice: BigInt = &f * 2;
                let odd = if delta > 0 {
                    (2 - delta, point(&(&g * 2), &(&g - f)))
                } else {
                    (delta + 2, point(&twice, &(&g + f)))
                };
                next.entry(odd.0).or_default().push(odd.1);
                let even = Point { f: twice, g };
                next.entry(delta + 2).or_default().push(even);
            }
        }
        let next = next.into_iter();
        hulls = next
            .map(|(delta, points)| (delta, hull(points, n + 1)))
            .collect();
    }
    unreachable!()
}

/// The reference's bound for any number of bits; the hulls may give a smaller one.
fn bound(bits: i32) -> i32 {
    (45907 * bits + 26313) / 19929
}

#[test]
fn of_fewer_bits() {
    let steps = [8, 16, 32, 64].map(divsteps);
    assert_eq!(steps, [19, 38, 74, 148]);
    assert_eq!([8, 16, 32, 64].map(bound), [19, 38, 75, 148]);
}

/// The library does 590 divsteps, and 594 on words of 32 bits.
#[test]
#[ignore = "takes a minute"]
fn of_255_bits() {
    assert_eq!(divsteps(255), 588);
    assert_eq!(bound(255), 588);
}
