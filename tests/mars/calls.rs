//! Every call of MARS: what goes in, and what comes out.

use crate::Case;

/// A program that makes one call, with what comes before and after it.
fn call(number: u32, setup: &str, after: &str) -> String {
    let data = ".data\ntext: .asciiz \"text\"\nbuffer: .space 32\nfile: .asciiz \"out.txt\"\nd: .double 2.5\n";
    let exit = "li $v0, 10\nsyscall\n";
    format!("{data}.text\n{setup}\nli $v0, {number}\nsyscall\n{after}\n{exit}")
}

const SHOW_V0: &str = "move $a0, $v0\nli $v0, 1\nsyscall";
const SHOW_A0: &str = "li $v0, 1\nsyscall";
const SHOW_F0: &str = "mov.s $f12, $f0\nli $v0, 2\nsyscall";
const SHOW_D0: &str = "mov.d $f12, $f0\nli $v0, 3\nsyscall";
const SHOW_BUFFER: &str = "la $a0, buffer\nli $v0, 4\nsyscall";

#[test]
fn printing() {
    for (name, number, setup, expect) in [
        ("print_int", 1, "li $a0, -7", "-7"),
        (
            "print_float",
            2,
            "la $t0, d\nldc1 $f2, ($t0)\ncvt.s.d $f12, $f2",
            "2.5",
        ),
        ("print_double", 3, "l.d $f12, d", "2.5"),
        ("print_string", 4, "la $a0, text", "text"),
        ("print_char", 11, "li $a0, 233", "é"),
        ("print_hex", 34, "li $a0, -5", "0xfffffffb"),
        (
            "print_binary",
            35,
            "li $a0, 5",
            "00000000000000000000000000000101",
        ),
        ("print_unsigned", 36, "li $a0, -5", "4294967291"),
    ] {
        Case::new(name, &call(number, setup, "")).prints(&format!("{expect}\n"));
    }
}

#[test]
fn reading() {
    for (name, number, setup, after, input, expect) in [
        ("read_int", 5, "", SHOW_V0, " -12 \n", "-12"),
        ("read_float", 6, "", SHOW_F0, "1.5\n", "1.5"),
        ("read_double", 7, "", SHOW_D0, "0.1\n", "0.1"),
        (
            "read_string",
            8,
            "la $a0, buffer\nli $a1, 4",
            SHOW_BUFFER,
            "hello\n",
            "hel",
        ),
        (
            "read_short",
            8,
            "la $a0, buffer\nli $a1, 9",
            SHOW_BUFFER,
            "ab\n",
            "ab\n",
        ),
        ("read_char", 12, "", SHOW_V0, "xyz\n", "120"),
        (
            "read_file_0",
            14,
            "li $a0, 0\nla $a1, buffer\nli $a2, 3",
            SHOW_V0,
            "abcdef",
            "3",
        ),
    ] {
        let case = Case::new(name, &call(number, setup, after)).input(input);
        case.prints(&format!("{expect}\n"));
    }
}

#[test]
fn wrong_input_is_an_error() {
    for (name, number, what) in [
        ("bad_int", 5, "integer"),
        ("bad_float", 6, "float"),
        ("bad_double", 7, "double"),
        ("bad_char", 12, "char"),
    ] {
        let source = format!("li $v0, {number}\nsyscall\n");
        let input = if number == 12 { "\n" } else { "x\n" };
        let expect = format!(
            "Error in HERE/main.asm line 2: Runtime exception at 0x00400004: invalid {what} input \
             (syscall {number})\n\nProcessing terminated due to errors.\n\n"
        );
        Case::new(name, &source)
            .words("se3")
            .input(input)
            .ends(&expect, 3);
    }
}

#[test]
fn memory_time_and_chance() {
    for (name, number, setup, after, expect) in [
        (
            "sbrk",
            9,
            "li $a0, 5",
            "move $a0, $v0\nli $v0, 34\nsyscall",
            "0x10040000",
        ),
        ("sleep", 32, "li $a0, 1", "", ""),
        (
            "midi",
            31,
            "li $a0, 60\nli $a1, 1\nli $a2, 0\nli $a3, 1",
            "",
            "",
        ),
        (
            "random_int",
            41,
            "li $a0, 1\nli $a1, 42\nli $v0, 40\nsyscall",
            SHOW_A0,
            "-1170105035",
        ),
        (
            "random_range",
            42,
            "li $a0, 1\nli $a1, 42\nli $v0, 40\nsyscall\nli $a1, 10",
            SHOW_A0,
            "0",
        ),
        (
            "random_float",
            43,
            "li $a0, 1\nli $a1, 42\nli $v0, 40\nsyscall",
            SHOW_F0,
            "0.7275637",
        ),
        (
            "random_double",
            44,
            "li $a0, 1\nli $a1, 42\nli $v0, 40\nsyscall",
            SHOW_D0,
            "0.7275636800328681",
        ),
    ] {
        Case::new(name, &call(number, setup, after)).prints(&format!("{expect}\n"));
    }
    // The clock says some time after the year 2020.
    let late = "slt $a0, $zero, $a1\nli $v0, 1\nsyscall";
    Case::new("time", &call(30, "", late)).prints("1\n");
}

#[test]
fn files() {
    let write = "move $s0, $v0\nmove $a0, $s0\nla $a1, text\nli $a2, 4\nli $v0, 15\nsyscall\nmove $s1, $v0\n\
                 move $a0, $s0\nli $v0, 16\nsyscall\nla $a0, file\nli $a1, 0\nli $v0, 13\nsyscall\nmove $a0, $v0\n\
                 la $a1, buffer\nli $a2, 9\nli $v0, 14\nsyscall\nadd $a0, $v0, $s1\nli $v0, 1\nsyscall\n\
                 la $a0, buffer\nli $v0, 4\nsyscall";
    let open = "la $a0, file\nli $a1, 1";
    Case::new("files", &call(13, open, write)).prints("8text\n");
    Case::new("no_file", &call(13, "la $a0, text\nli $a1, 0", SHOW_V0)).prints("-1\n");
}

#[test]
fn ends() {
    Case::new("exit", "li $v0, 10\nsyscall\n").prints("\n");
    Case::new("exit2", "li $v0, 17\nli $a0, 300\nsyscall\n").ends("\n", 44);
}
