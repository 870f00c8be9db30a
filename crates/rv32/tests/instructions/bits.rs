//! Zba, Zbb, Zbc, Zbs and Zicond: cases from the specification, and random values against models that go
//! bit by bit.

use crate::common::encode;
use crate::hart::Hart;
use crate::integer::{check, check_immediate};
use proptest::prelude::*;

/// The tests of this module.
pub(crate) const TESTS: &[fn()] = &[
    shifted_sums,
    inverted_logic,
    counts,
    greatest_and_smallest,
    extensions,
    rotations,
    bytes,
    products_without_carries,
    single_bits,
    zero_on_a_condition,
];

const MIN: u32 = 0x8000_0000;
const MAX: u32 = 0x7fff_ffff;
const ONES: u32 = 0xffff_ffff;

/// One source register: also as the destination.
#[track_caller]
fn check_unary(name: &str, a: u32, expected: u32) {
    for (rd, rs1) in [(5, 6), (6, 6), (31, 1)] {
        let mut hart = Hart::new().with(&[(rs1, a)]);
        hart.run(encode(name, &[rd, rs1]));
        assert_eq!(hart.x(rd), expected, "{name} {a:#x}: {:#x}", hart.x(rd));
        hart.retire();
    }
}

#[test]
fn shifted_sums() {
    check("sh1add", 3, 100, 106);
    check("sh2add", 3, 100, 112);
    check("sh3add", 3, 100, 124);
    check("sh1add", MIN, 7, 7);
    check("sh2add", 0x4000_0001, ONES, 3);
    check("sh3add", ONES, 8, 0);
}

#[test]
fn inverted_logic() {
    check("andn", 0b1100, 0b1010, 0b0100);
    check("orn", 0b1100, 0b1010, 0xffff_fffd);
    check("xnor", 0b1100, 0b1010, 0xffff_fff9);
    check("andn", ONES, 0, ONES);
    check("orn", 0, ONES, 0);
    check("xnor", MIN, MAX, 0);
}

#[test]
fn counts() {
    check_unary("clz", 0, 32);
    check_unary("clz", 1, 31);
    check_unary("clz", MIN, 0);
    check_unary("ctz", 0, 32);
    check_unary("ctz", 1, 0);
    check_unary("ctz", MIN, 31);
    check_unary("ctz", 0x00f0_0000, 20);
    check_unary("cpop", 0, 0);
    check_unary("cpop", ONES, 32);
    check_unary("cpop", 0x8000_0101, 3);
}

#[test]
fn greatest_and_smallest() {
    check("max", 1, ONES, 1);
    check("max", MIN, MAX, MAX);
    check("maxu", 1, ONES, ONES);
    check("maxu", MIN, MAX, MIN);
    check("min", 1, ONES, ONES);
    check("min", MIN, MAX, MIN);
    check("minu", 1, ONES, 1);
    check("minu", MIN, MAX, MAX);
    check("min", 7, 7, 7);
}

#[test]
fn extensions() {
    check_unary("sext.b", 0x1234_5680, 0xffff_ff80);
    check_unary("sext.b", 0xffff_ff7f, 0x7f);
    check_unary("sext.h", 0x1234_8000, 0xffff_8000);
    check_unary("sext.h", 0xffff_7fff, 0x7fff);
    check_unary("zext.h", 0xffff_8000, 0x8000);
}

#[test]
fn rotations() {
    check("rol", 0x8000_0001, 4, 0x18);
    check("rol", 0x1234_5678, 32, 0x1234_5678);
    check("rol", 0x1234_5678, ONES, 0x091a_2b3c);
    check("ror", 0x8000_0001, 4, 0x1800_0000);
    check("ror", 0x1234_5678, 0, 0x1234_5678);
    check("ror", 0x1234_5678, 40, 0x7812_3456);
    check_immediate("rori", 0x8000_0001, 4, 0x1800_0000);
    check_immediate("rori", 0x1234_5678, 31, 0x2468_acf0);
    check_immediate("rori", 0x1234_5678, 0, 0x1234_5678);
}

#[test]
fn bytes() {
    check_unary("orc.b", 0x0100_8010, 0xff00_ffff);
    check_unary("orc.b", 0, 0);
    check_unary("orc.b", 0x0002_0000, 0x00ff_0000);
    check_unary("rev8", 0x1234_5678, 0x7856_3412);
}

#[test]
fn products_without_carries() {
    check("clmul", 0b11, 0b11, 0b101);
    check("clmul", ONES, ONES, 0x5555_5555);
    check("clmulh", ONES, ONES, 0x5555_5555);
    check("clmulr", ONES, ONES, 0xaaaa_aaaa);
    check("clmulh", MIN, MIN, 0x4000_0000);
    check("clmulr", MIN, MIN, MIN);
    check("clmul", MIN, MIN, 0);
}

#[test]
fn single_bits() {
    check("bclr", ONES, 31, MAX);
    check("bclr", ONES, 32, 0xffff_fffe);
    check("bext", MIN, 31, 1);
    check("bext", MIN, 30, 0);
    check("binv", 0, 63, MIN);
    check("bset", 0, 5, 32);
    check_immediate("bclri", ONES, 0, 0xffff_fffe);
    check_immediate("bexti", MIN, 31, 1);
    check_immediate("binvi", ONES, 4, 0xffff_ffef);
    check_immediate("bseti", 1, 31, 0x8000_0001);
}

#[test]
fn zero_on_a_condition() {
    check("czero.eqz", 42, 0, 0);
    check("czero.eqz", 42, MIN, 42);
    check("czero.nez", 42, 0, 42);
    check("czero.nez", 42, MIN, 0);
}

/// Whether a bit is set.
fn bit(word: u32, place: u32) -> bool {
    word >> place & 1 == 1
}

/// The word whose bits these are.
fn word(is_set: impl Fn(u32) -> bool) -> u32 {
    (0..32).fold(0, |word, place| word | u32::from(is_set(place)) << place)
}

/// The product without carries, bit by bit.
fn carryless(a: u32, b: u32) -> u64 {
    let places = (0..64).filter(|&place| {
        let terms = (0..32).filter(|&k| (k..k + 32).contains(&place) && bit(b, k));
        terms.filter(|&k| bit(a, place - k)).count() % 2 == 1
    });
    places.fold(0, |product, place| product | 1 << place)
}

/// What every instruction with a result and two sources gives, slowly.
fn model(name: &str, a: u32, b: u32) -> u32 {
    let at = b % 32;
    let times = |count: u32| (0..count).fold(b, |sum, _| sum.wrapping_add(a));
    match name {
        "sh1add" => times(2),
        "sh2add" => times(4),
        "sh3add" => times(8),
        "andn" => word(|k| bit(a, k) && !bit(b, k)),
        "orn" => word(|k| bit(a, k) || !bit(b, k)),
        "xnor" => word(|k| bit(a, k) == bit(b, k)),
        "clz" => (0..32).rev().take_while(|&k| !bit(a, k)).count() as u32,
        "ctz" => (0..32).take_while(|&k| !bit(a, k)).count() as u32,
        "cpop" => (0..32).filter(|&k| bit(a, k)).count() as u32,
        "max" => Ord::max(a as i32, b as i32) as u32,
        "maxu" => Ord::max(a, b),
        "min" => Ord::min(a as i32, b as i32) as u32,
        "minu" => Ord::min(a, b),
        "sext.b" => word(|k| bit(a, Ord::min(k, 7))),
        "sext.h" => word(|k| bit(a, Ord::min(k, 15))),
        "zext.h" => a % 0x1_0000,
        "rol" => word(|k| bit(a, (k + 32 - at) % 32)),
        "ror" | "rori" => word(|k| bit(a, (k + at) % 32)),
        "orc.b" => word(|k| (k / 8 * 8..k / 8 * 8 + 8).any(|place| bit(a, place))),
        "rev8" => word(|k| bit(a, (3 - k / 8) * 8 + k % 8)),
        "clmul" => carryless(a, b) as u32,
        "clmulh" => (carryless(a, b) >> 32) as u32,
        "clmulr" => (carryless(a, b) >> 31) as u32,
        "bclr" | "bclri" => word(|k| bit(a, k) && k != at),
        "bext" | "bexti" => bit(a, at).into(),
        "binv" | "binvi" => word(|k| bit(a, k) != (k == at)),
        "bset" | "bseti" => word(|k| bit(a, k) || k == at),
        "czero.eqz" => {
            if b == 0 {
                0
            } else {
                a
            }
        }
        "czero.nez" => {
            if b == 0 {
                a
            } else {
                0
            }
        }
        other => panic!("no model of {other}"),
    }
}

/// Values at whose edges something happens.
fn value() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        (0u32..32).prop_map(|k| 1 << k),
        (0u32..32).prop_map(|k| (1 << k) - 1),
        prop::sample::select(vec![0, 1, ONES, MIN, MAX, 0x0100_8000]),
    ]
}

proptest! {
    #[test]
    fn instructions_do_what_their_models_do(a in value(), b in value()) {
        let groups = ["Zba", "Zbb", "Zbc", "Zbs", "Zicond"];
        for row in rv32::DESC.rows.iter().filter(|row| groups.contains(&row.extension)) {
            let mut hart = Hart::new().with(&[(6, a), (7, b)]);
            let last = if row.name.ends_with('i') { i64::from(b % 32) } else { 7 };
            let operands = [5, 6, last];
            hart.run(encode(row.name, &operands[..row.operands.len()]));
            prop_assert_eq!(hart.x(5), model(row.name, a, b), "{} {:#x}, {:#x}", row.name, a, b);
            hart.retire();
        }
    }
}
