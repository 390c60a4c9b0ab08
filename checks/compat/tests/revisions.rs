//! The packages named in `compat/revisions.txt` behave as it says of FCMP++'s revisions.

use dalek_ff_group::EdwardsPoint;
use helioselene::group::ff::PrimeField;
use helioselene::group::{Group, GroupEncoding};
use helioselene_leaves::{Root, Torsion, vartime_to_weierstrass};
use helioselene_points::{HeliosPoint, SelenePoint};

const TABLE: &str = include_str!("../../../compat/revisions.txt");

/// The revisions: each the columns of a line.
fn revisions() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = TABLE.lines();
    let columns = lines.filter_map(|line| line.strip_prefix("revision "));
    columns.map(|line| line.split_whitespace().collect())
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
    assert!(revisions().count() >= 6);
    for columns in revisions() {
        let [name, _, _, helioselene, divisors, ..] = columns[..] else {
            panic!("ten columns are needed")
        };
        let [root, identity, inverse, curves] = columns[6..10] else {
            unreachable!("they are four")
        };
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
