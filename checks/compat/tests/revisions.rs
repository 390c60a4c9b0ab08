//! The packages named in `compat/revisions.txt` behave as it says of FCMP++'s revisions.

use dalek_ff_group::EdwardsPoint;
use helioselene::group::ff::{Field, PrimeField};
use helioselene::group::{Group, GroupEncoding};
use helioselene_leaves::{Root, Torsion, vartime_to_weierstrass};
use helioselene_points::{HeliosPoint, SelenePoint};

const TABLE: &str = include_str!("../../../compat/revisions.txt");

/// The columns of a revision, in their order.
struct Revision<'a> {
    name: &'a str,
    helioselene: &'a str,
    divisors: &'a str,
    root: &'a str,
    identity: &'a str,
    inverse: &'a str,
    curves: &'a str,
}

fn revisions() -> Vec<Revision<'static>> {
    let lines = TABLE
        .lines()
        .filter_map(|line| line.strip_prefix("revision "));
    let revision = |line: &'static str| {
        let columns: Vec<_> = line.split_whitespace().collect();
        let [
            name,
            _,
            _,
            helioselene,
            divisors,
            _,
            root,
            identity,
            inverse,
            curves,
        ] = columns[..10]
        else {
            unreachable!("ten columns")
        };
        Revision {
            name,
            helioselene,
            divisors,
            root,
            identity,
            inverse,
            curves,
        }
    };
    lines.map(revision).collect()
}

/// Whether the package decodes 32 zero bytes as the identity.
fn decodes_identity(package: &str) -> bool {
    fn decoded<P: GroupEncoding<Repr = [u8; 32]> + Group>() -> bool {
        let point = P::from_bytes(&[0; 32]).expect("it is decoded");
        point.is_identity().into()
    }
    let [helios, selene] = match package {
        "0e438ae" => [
            decoded::<HeliosPoint<false>>(),
            decoded::<SelenePoint<false>>(),
        ],
        "77788c36" => [
            decoded::<HeliosPoint<true>>(),
            decoded::<SelenePoint<true>>(),
        ],
        other => panic!("no package for {other}"),
    };
    assert_eq!(helios, selene);
    helios
}

/// Whether leaves get their y by the odd root, which gives Ed25519's generator the y of RFC 7748.
fn root_is_odd(root: Root) -> bool {
    let encoding = EdwardsPoint::generator().to_bytes();
    let coordinates = vartime_to_weierstrass(&[encoding], Torsion::Checked, root)[0];
    let [_, y] = coordinates.expect("not the identity");
    // 0x20ae19a1b8a086b4…; the other root gives p minus that.
    y.to_repr()[24..] == 0x20ae_19a1_b8a0_86b4_u64.to_le_bytes()
}

#[test]
fn packages_do_what_the_table_says() {
    let revisions = revisions();
    assert!(revisions.len() >= 6);
    for Revision {
        name,
        helioselene,
        divisors,
        root,
        identity,
        inverse,
        curves,
    } in revisions
    {
        // Revisions with unknown behaviour must have no package.
        assert_eq!(helioselene == "?", identity == "?", "{name}");
        if curves != "current" {
            assert_eq!([helioselene, divisors], ["none"; 2], "{name}");
            continue;
        }
        if helioselene != "?" {
            let expected = match identity {
                "identity" => true,
                "(0:1:1)" => false,
                other => panic!("{name}: {other}"),
            };
            assert_eq!(decodes_identity(helioselene), expected, "{name}");
        }
        let of_divisors = match divisors {
            "0e438ae" => Root::OF_0E438AE,
            "31c26d9" => Root::SINCE_31C26D9,
            other => panic!("{name}: {other}"),
        };
        let is_odd = match root {
            "odd" => true,
            "even" => false,
            other => panic!("{name}: {other}"),
        };
        assert_eq!(root_is_odd(of_divisors), is_odd, "{name}");
        assert!(["right", "wrong"].contains(&inverse), "{name}");
    }
}

/// Inverses are right where forks from before 00bafcf are wrong: they give 5 for 3·2^66.
#[test]
fn inverses_are_right() {
    for k in 0..255u64 {
        for odd in [1u64, 3, 5, 0xffff_ffff_ffff_ffff] {
            let x = helioselene::HelioseleneField::from(odd)
                * helioselene::HelioseleneField::from(2u64).pow_vartime([k]);
            let inverse = x.invert().expect("not 0");
            assert_eq!(x * inverse, Field::ONE);
        }
    }
}
