use super::*;

impl Work {
    /// Every kind.
    pub(crate) const ALL: [Self; CHOICES.len()] = {
        let mut all = [Self::Addition; CHOICES.len()];
        let mut i = 0;
        while i < CHOICES.len() {
            all[i] = CHOICES[i].0;
            i += 1;
        }
        all
    };
}

#[cfg(feature = "alloc")]
mod sums {
    use super::super::Family;
    use super::super::sums::*;
    use crate::backend::processor::Processor;
    use crate::checks::internals::line;

    /// Each row, printed as `--calibrate` does, is a line of this file, with its origin behind it.
    #[test]
    fn rows_stand_as_they_are_printed() {
        for row in &COSTS {
            let line = line(row) + " // ";
            let text = include_str!("../../../src/backend/tuning.rs").lines();
            let found = text.filter(|text| text.trim().starts_with(&line)).count();
            assert_eq!(found, 1, "{line}");
        }
    }

    /// Full tables but on Golden Cove, where 256 kB are fewer than 228 points' would be and more than 38's.
    #[test]
    fn tables_have_a_size() {
        let all = [Processor::Zen3, Processor::Zen4, Processor::Zen5];
        for points in [0, 1, 38, 228, 1 << 40] {
            for processor in all {
                assert_eq!(table_bytes_on(processor, points), usize::MAX);
            }
        }
        let golden_cove = |points| table_bytes_on(Processor::GoldenCove, points);
        assert_eq!([0, 38, 228].map(golden_cove), [256 << 10; 3]);
        assert_eq!(golden_cove(1024), 1024 * 1149);
        assert_eq!(golden_cove(usize::MAX), usize::MAX);
    }

    #[test]
    fn each_processor_has_its_own_row_or_a_neighbours() {
        for (i, (processor, family, field, costs)) in COSTS.iter().enumerate() {
            let key = (processor, family, field);
            let first = COSTS.iter().position(|row| key == (&row.0, &row.1, &row.2));
            assert_eq!(first, Some(i), "{key:?} stands twice");
            assert_eq!(find(*processor, *family, *field), *costs);
        }
        for field in [Field::P, Field::Q] {
            // Zen 3 has no IFMA, which is asked for where another vendor's name is hidden.
            for processor in [Processor::Zen3, Processor::Zen5, Processor::SkylakeSp] {
                let ifma = find(Processor::Zen4, Family::Ifma, field);
                assert_eq!(find(processor, Family::Ifma, field), ifma);
            }
        }
    }
}

#[test]
fn sums_have_eight_lanes_on_skylake() {
    use super::doubles::{in_eight_lanes_on, may_have_eight_lanes};
    use crate::backend::processor::Processor;

    let eight = |work: &Work| may_have_eight_lanes(*work);
    assert!(
        Work::ALL
            .iter()
            .filter(|work| eight(work))
            .eq([&Work::ManyPublic])
    );
    assert!(in_eight_lanes_on(Processor::SkylakeSp));
    let others = [
        Processor::Zen3,
        Processor::Zen4,
        Processor::Zen5,
        Processor::GoldenCove,
    ];
    assert!(!others.into_iter().any(in_eight_lanes_on));
}
