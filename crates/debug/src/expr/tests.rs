use super::*;
use machine::memory::Region;
use proptest::prelude::*;

struct Board(&'static IsaDesc);

impl Names for Board {
    fn desc(&self) -> &'static IsaDesc {
        self.0
    }

    fn label(&self, name: &str) -> Option<(u32, Width)> {
        match name {
            "board" => Some((0x1000_0000, Width::Half)),
            "t0" if self.0.name == "mips32" => Some((0x1000_0004, Width::Word)),
            _ => None,
        }
    }

    fn similar(&self, name: &str) -> Option<String> {
        (name == "bord").then(|| "board".to_owned())
    }
}

fn compute(desc: &'static IsaDesc, text: &str) -> Result<i64, ExprError> {
    let mut registers = Registers::default();
    registers.set(Reg(10), 5);
    registers.set(Reg(11), 0x1000_0000);
    registers.set(Reg(5), -4i32 as u32 as u64);
    registers.set(Reg(2), 0xffff_fff0);
    let mut memory = Memory::default();
    memory.add_region(Region {
        first: 0x1000_0000,
        last: 0x1000_00ff,
        read: true,
        write: true,
    });
    let bytes = [2, 0, 4, 0, 0xff, 0xff, 16, 0];
    memory.write_host(0x1000_0000, &bytes).unwrap();
    let state = ExprState {
        registers: &registers,
        memory: &memory,
        machine: None,
        pc: 0x40,
        step: 7,
        big_endian: false,
        desc,
    };
    parse(text, &Board(desc))?.value(&state)
}

#[track_caller]
fn check(text: &str, value: i64) {
    assert_eq!(compute(&rv32::DESC, text), Ok(value), "{text}");
}

#[track_caller]
fn wrong(text: &str, message: &str) {
    let found = compute(&rv32::DESC, text).unwrap_err().to_string();
    assert_eq!(found, message, "{text}");
}

#[test]
fn numbers_and_registers() {
    check("42", 42);
    check("0x2a", 42);
    check("0b101", 5);
    check("'a'", 97);
    check("'\\n'", 10);
    check("a0", 5);
    check("$a0", 5);
    check("x10", 5);
    check("pc", 0x40);
    check("step", 7);
    check("t0", -4);
    check("sp", 0xffff_fff0);
}

#[test]
fn operators_bind_as_in_c() {
    check("1 + 2 * 3", 7);
    check("(1 + 2) * 3", 9);
    check("1 << 3 | 1", 9);
    check("a0 > 3 && a0 < 9", 1);
    check("a0 == 4 || a0 == 6", 0);
    check("-a0 + 1", -4);
    check("!a0", 0);
    check("~0", -1);
    check("7 % 4 - 1", 2);
    check("a0 & 4 ^ 1", 5);
}

#[test]
fn memory_is_read_with_the_width_that_is_said_or_known() {
    check("*(half)(a1 + 2)", 4);
    check("*(half)(a1 + 2) == 4", 1);
    check("*(half)a1", 2);
    check("*(byte)(a1 + 4)", 255);
    check("*(sbyte)(a1 + 4)", -1);
    check("*(half)(a1 + 4)", 65535);
    check("*(shalf)(a1 + 4)", -1);
    check("*(word)a1", 0x0004_0002);
    check("board", 0x1000_0000);
    check("board[3]", 16);
    check("&board[3]", 0x1000_0006);
    check("*board", 2);
    check("*(board + 2)", 4);
    check("a1[0]", 0x0004_0002);
    check("(byte)t0", 252);
}

#[test]
fn signs_do_not_surprise() {
    check("t0 == 0xfffffffc", 1);
    check("t0 < 0", 1);
    check("t0 > 0xfffffff0", 1);
    check("sp > 0x7fffffff", 1);
    check("t0 < sp", 0);
}

#[test]
fn labels_of_mips_programs_win_over_registers_without_dollar() {
    assert_eq!(compute(&mips32::DESC, "t0"), Ok(0x1000_0004));
    assert_eq!(compute(&mips32::DESC, "$t0"), Ok(0));
    assert_eq!(compute(&mips32::DESC, "t2"), Ok(5));
}

#[test]
fn what_is_wrong_is_said() {
    wrong("", "something is missing at the end");
    wrong("a0 +", "something is missing at the end");
    wrong(
        "a0 = 3",
        "`=` does not compare: write `==` (`set` changes registers and memory)",
    );
    wrong("(a0", "`)` is missing at the end");
    wrong("a0 a1", "`a1` does not belong here");
    wrong(
        "bord",
        "unknown register or label `bord`; did you mean `board`?",
    );
    wrong("*0", "there is no memory at 0x00000000");
    wrong("1 / 0", "division by zero");
    wrong("0x123456789", "`0x123456789` is not a 32-bit number");
    wrong("'ab'", "write a character like 'a' or '\\n'");
    wrong("a0 # 1", "`#` has no meaning here");
    wrong(
        "&a0",
        "`&` takes the address of a label or of memory: `&board[3]`",
    );
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,40}") {
        let _ = compute(&rv32::DESC, &text);
    }

    #[test]
    fn no_expression_panics(words in prop::collection::vec(prop::sample::select(vec![
        "a0", "board", "1", "0x80000000", "-", "*", "&", "(", ")", "[", "]", "/", "%", "<<", ">>",
        "(half)", "==", "&&", "||", "!", "~", "sp", "0",
    ]), 0..40)) {
        let _ = compute(&rv32::DESC, &words.join(" "));
    }

    #[test]
    fn arithmetic_is_that_of_the_machine(a: i32, b: i32) {
        let sum = compute(&rv32::DESC, &format!("({a}) + ({b}) == {}", a.wrapping_add(b) as u32));
        prop_assert_eq!(sum, Ok(1));
        let less = compute(&rv32::DESC, &format!("({a}) < ({b})"));
        prop_assert_eq!(less, Ok(i64::from(a < b)));
    }
}

/// An expression with floating-point numbers: `fa0` is 2.5 in single precision, `fa1` 0.1 in double.
fn floats(desc: &'static IsaDesc, text: &str) -> Result<String, ExprError> {
    let mut registers = Registers::default();
    let single = u64::from(2.5f32.to_bits());
    let boxed = if desc.abi.has_float_pairs() {
        0
    } else {
        0xffff_ffff << 32
    };
    registers.set(Reg(32 + 10), boxed | single);
    registers.set(Reg(32 + 11), 0.1f64.to_bits());
    // A double in two registers.
    let double = (-0.75f64).to_bits();
    if desc.abi.has_float_pairs() {
        registers.set(Reg(32 + 4), double & 0xffff_ffff);
        registers.set(Reg(32 + 5), double >> 32);
    }
    let mut memory = Memory::default();
    memory.add_region(Region {
        first: 0x1000_0000,
        last: 0x1000_00ff,
        read: true,
        write: true,
    });
    memory
        .write_host(0x1000_0000, &1.25f32.to_bits().to_le_bytes())
        .unwrap();
    memory
        .write_host(0x1000_0008, &6.5f64.to_bits().to_le_bytes())
        .unwrap();
    let state = ExprState {
        registers: &registers,
        memory: &memory,
        machine: None,
        pc: 0x40,
        step: 7,
        big_endian: false,
        desc,
    };
    let number = parse(text, &Board(desc))?.number(&state)?;
    Ok(number.to_string())
}

#[track_caller]
fn float(text: &str, value: &str) {
    assert_eq!(floats(&rv32::DESC, text).as_deref(), Ok(value), "{text}");
}

#[test]
fn floating_point_numbers_are_computed_with() {
    float("fa0", "2.5");
    float("fa0 + 1.5", "4.0");
    float("fa0 * 2 - 1", "4.0");
    float("fa1 + 0.2", "0.30000000000000004");
    float("fa1 + fa0", "2.6");
    float("-fa0", "-2.5");
    float("1e3 + 2.5e-1", "1000.25");
    float("0.1 + 0.2", "0.30000000000000004");
    float("7 / 2.0", "3.5");
    float("7 / 2", "3");
    float("(float) 3 / 2", "1.5");
    float("(word) fa0", "2");
    float("fa0 > 2 && fa0 < 2.75", "1");
    float("!fa0", "0");
    float("*(float) 0x10000000", "1.25");
    float("*(double) (0x10000000 + 8) / 2", "3.25");
    let mips = |text: &str| floats(&mips32::DESC, text);
    assert_eq!(mips("$f10 + 0.5").as_deref(), Ok("3.0"));
    assert_eq!(mips("(double) $f4").as_deref(), Ok("-0.75"));
    assert_eq!(mips("(double) $f4 < -0.5").as_deref(), Ok("1"));
}

#[test]
fn bits_of_floating_point_numbers_are_not_computed_with() {
    let wrong = |text: &str| floats(&rv32::DESC, text).unwrap_err().to_string();
    insta::assert_snapshot!(wrong("fa0 << 1"), @"`<<` is for whole numbers, not for floating-point ones");
    insta::assert_snapshot!(wrong("~1.5"), @"`~` is for whole numbers, not for floating-point ones");
    insta::assert_snapshot!(wrong("*1.5"), @"this is a floating-point number, and a whole one is needed here");
    check("1.5 < 2", 1);
    check("(word) 2.75", 2);
    insta::assert_snapshot!(wrong("1.5.2"), @"`1.5.2` is not a 32-bit number");
}
