use super::*;

const AMD: &[u8; 12] = b"AuthenticAMD";
const INTEL: &[u8; 12] = b"GenuineIntel";

/// Signatures of real processors.
#[test]
fn makes_are_told_apart() {
    for (vendor, signature, processor) in [
        (AMD, 0x0083_0f10, Processor::Zen3),         // Rome, Zen 2
        (AMD, 0x00a0_0f11, Processor::Zen3),         // Milan
        (AMD, 0x00a2_0f10, Processor::Zen3),         // Vermeer
        (AMD, 0x00a4_0f41, Processor::Zen3),         // Rembrandt
        (AMD, 0x00a5_0f00, Processor::Zen3),         // Cezanne
        (AMD, 0x00a1_0f11, Processor::Zen4),         // Genoa
        (AMD, 0x00a6_0f12, Processor::Zen4),         // Raphael
        (AMD, 0x00a7_0f41, Processor::Zen4),         // Phoenix
        (AMD, 0x00aa_0f02, Processor::Zen4),         // Bergamo
        (AMD, 0x00b0_0f21, Processor::Zen5),         // Turin
        (AMD, 0x00b4_0f40, Processor::Zen5),         // Granite Ridge
        (AMD, 0x00c0_0f00, Processor::Zen5),         // family 0x1b, not known yet
        (INTEL, 0x0005_0654, Processor::SkylakeSp),  // Skylake-SP
        (INTEL, 0x0005_0657, Processor::SkylakeSp),  // Cascade Lake
        (INTEL, 0x0005_065b, Processor::SkylakeSp),  // Cooper Lake
        (INTEL, 0x0005_06e3, Processor::GoldenCove), // Skylake without AVX-512
        (INTEL, 0x0006_06a6, Processor::GoldenCove), // Ice Lake
        (INTEL, 0x0008_06f8, Processor::GoldenCove), // Sapphire Rapids
        (INTEL, 0x000c_06f2, Processor::GoldenCove), // Emerald Rapids
        (b"  Shanghai  ", 0x0000_06f0, Processor::Zen5),
    ] {
        let found = Processor::from_cpuid(name(vendor), signature, || [0; 48]);
        assert_eq!(found, processor, "{signature:x}");
    }
}

/// Brands of real processors with one multiplier of 512 bits and with two, and of virtual ones.
#[test]
fn multipliers_are_told_apart() {
    for (brand, processor) in [
        (
            "Intel(R) Xeon(R) Bronze 3106 CPU @ 1.70GHz",
            Processor::GoldenCove,
        ),
        (
            "Intel(R) Xeon(R) Silver 4210 CPU @ 2.20GHz",
            Processor::GoldenCove,
        ),
        (
            "Intel(R) Xeon(R) Gold 5218 CPU @ 2.30GHz",
            Processor::GoldenCove,
        ),
        (
            "Intel(R) Xeon(R) D-2123IT CPU @ 2.20GHz",
            Processor::GoldenCove,
        ),
        (
            "Intel(R) Xeon(R) Gold 6148 CPU @ 2.40GHz",
            Processor::SkylakeSp,
        ),
        (
            "Intel(R) Xeon(R) Platinum 8275CL CPU @ 3.00GHz",
            Processor::SkylakeSp,
        ),
        (
            "Intel(R) Core(TM) i9-7900X CPU @ 3.30GHz",
            Processor::SkylakeSp,
        ),
        ("Intel(R) Xeon(R) CPU @ 2.00GHz", Processor::SkylakeSp),
        ("Intel Xeon Processor (Skylake, IBRS)", Processor::SkylakeSp),
    ] {
        let mut bytes = [0; 48];
        bytes[..brand.len()].copy_from_slice(brand.as_bytes());
        let found = Processor::from_cpuid(name(INTEL), 0x0005_0654, || bytes);
        assert_eq!(found, processor, "{brand}");
    }
}

#[test]
fn signatures_are_taken_apart() {
    assert_eq!(family_and_model(0x00a0_0f11), (0x19, 0x01));
    assert_eq!(family_and_model(0x00aa_0f02), (0x19, 0xa0));
    assert_eq!(family_and_model(0x00b4_0f40), (0x1a, 0x44));
    assert_eq!(family_and_model(0x000c_06f2), (6, 0xcf));
}

#[cfg(all(helioselene_has = "avx2", not(target_env = "sgx")))]
#[test]
fn detection_is_stored() {
    let detected = Processor::detected();
    assert_eq!(detection::DETECTED.get(|| unreachable!()), detected as u8);
    assert_eq!(Processor::detected(), detected);
    assert_eq!(Processor::detect(), detected);
}
