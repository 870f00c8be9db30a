//! Every call.

use crate::Case;

/// Runs the calls, each with its number in `a7`, and then ends the program.
#[track_caller]
fn check(name: &'static str, data: &str, code: &str, input: &'static str, expect: &str) {
    let source = format!(".data\n{data}\n.text\n{code}\nli a7, 10\necall\n");
    Case::new(name, &source).input(input).prints(expect);
}

#[test]
fn numbers_are_printed() {
    check("int", "", "li a0, -5\nli a7, 1\necall", "", "-5");
    check("hex", "", "li a0, -5\nli a7, 34\necall", "", "0xfffffffb");
    check(
        "unsigned",
        "",
        "li a0, -1\nli a7, 36\necall",
        "",
        "4294967295",
    );
    let binary = "00000000000000000000000000001010";
    check("binary", "", "li a0, 10\nli a7, 35\necall", "", binary);
}

#[test]
fn floats_are_printed_as_in_java() {
    let float = |value: &str| format!("x: .float {value}");
    let print = "flw fa0, x, t0\nli a7, 2\necall";
    check("float", &float("1"), print, "", "1.0");
    check("large_float", &float("1e10"), print, "", "1.0E10");
    check("some_float", &float("123456.79"), print, "", "123456.79");
    check("minus_zero", &float("-0.0"), print, "", "-0.0");
    check("infinity", &float("Inf"), print, "", "Infinity");
    check("nan", &float("NaN"), print, "", "NaN");
    let print = "fld fa0, x, t0\nli a7, 3\necall";
    check("double", "x: .double 0.1", print, "", "0.1");
    // A double is not a float.
    check(
        "unboxed",
        "x: .double 1.5",
        "fld fa0, x, t0\nli a7, 2\necall",
        "",
        "NaN",
    );
}

#[test]
fn texts_are_utf_8() {
    let print = "la a0, x\nli a7, 4\necall";
    check("text", "x: .asciz \"grüße\\n\"", print, "", "grüße\n");
    check("unicode", "x: .string \"\\u20ac\"", print, "", "€");
    check("not_utf8", "x: .byte 0x41 0xff 0", print, "", "A\u{fffd}");
    check("char", "", "li a0, 233\nli a7, 11\necall", "", "é");
}

#[test]
fn numbers_are_read() {
    let echo = "li a7, 5\necall\nli a7, 1\necall";
    check("read_int", "", echo, " -42 \n", "-42");
    let echo = "li a7, 6\necall\nli a7, 2\necall";
    check("read_float", "", echo, "2.5\n", "2.5");
    let echo = "li a7, 7\necall\nli a7, 3\necall";
    check("read_double", "", echo, "1e-3\n", "0.001");
    let echo = "li a7, 12\necall\nli a7, 11\necall";
    check("read_char", "", echo, "xyz\n", "x");
}

#[test]
fn wrong_input_ends_the_program() {
    for (name, number, input, kind) in [
        ("two_ints", 5, "5 6\n", "integer"),
        ("hex_int", 5, "0x10\n", "integer"),
        ("no_int", 5, "", "integer"),
        ("no_float", 6, "x\n", "float"),
        ("no_double", 7, "", "double"),
        ("no_char", 12, "\n", "char"),
    ] {
        let source = format!("li a7, {number}\necall\n");
        let expect = format!(
            "Error in HERE/main.asm line 2: Runtime exception at 0x00400004: invalid {kind} input \
             (syscall {number})\n\nSimulation terminated due to errors.\n"
        );
        Case::new(name, &source)
            .words("se3")
            .input(input)
            .ends(&expect, 3);
    }
}

#[test]
fn lines_are_read_into_a_buffer() {
    let code =
        |room: u32| format!("la a0, b\nli a1, {room}\nli a7, 8\necall\nla a0, b\nli a7, 4\necall");
    let buffer = "b: .byte 'z':20\n.byte 0";
    check("line", buffer, &code(10), "abc\ndef\n", "abc\n");
    check("long_line", buffer, &code(4), "abcdef\n", "abc");
    check("room_for_nothing", buffer, &code(1), "abc\n", "");
    check("end_is_an_empty_line", buffer, &code(10), "", "\n");
}

#[test]
fn the_heap_grows() {
    let code =
        "li a0, 5\nli a7, 9\necall\nmv s0, a0\nli a0, 4\necall\nsub a0, a0, s0\nli a7, 1\necall";
    check("sbrk", "", code, "", "8");
    for (name, amount, text) in [
        (
            "negative_heap",
            "-4",
            "request (-4) is negative heap amount (syscall 9)",
        ),
        (
            "heap_limit",
            "4194304",
            "request (4194304) exceeds available heap storage (syscall 9)",
        ),
    ] {
        let source = format!("li a7, 9\nli a0, {amount}\necall\n");
        let ran = Case::new(name, &source).run();
        assert!(ran.stdout.contains(text), "{}", ran.stdout);
    }
}

#[test]
fn random_numbers_are_those_of_java() {
    let seed = "li a0, 1\nli a1, 42\nli a7, 40\necall\nli a0, 1\n";
    let int = format!("{seed}li a7, 41\necall\nli a7, 1\necall");
    check("random", "", &int, "", "-1170105035");
    let below = format!("{seed}li a1, 10\nli a7, 42\necall\nli a7, 1\necall");
    check("random_below", "", &below, "", "0");
    let float = format!("{seed}li a7, 43\necall\nli a7, 2\necall");
    check("random_float", "", &float, "", "0.7275637");
    let bound = "li a0, 1\nli a1, 0\nli a7, 42\necall\n";
    let ran = Case::new("random_bound", bound).run();
    let text = "Upper bound of range cannot be negative (syscall 42)";
    assert!(ran.stdout.contains(text), "{}", ran.stdout);
}

#[test]
fn files() {
    let data = "name: .string \"out.txt\"\ntext: .ascii \"hello, world\"\nbuffer: .space 20";
    let code = "
        la a0, name
        li a1, 1
        li a7, 1024
        ecall                       # open for writing
        mv s0, a0
        la a1, text
        li a2, 12
        li a7, 64
        ecall
        li a7, 1
        ecall                       # 12
        mv a0, s0
        li a7, 57
        ecall
        la a0, name
        li a1, 0
        li a7, 1024
        ecall                       # open for reading
        mv s0, a0
        li a1, 7
        li a2, 0
        li a7, 62
        ecall                       # to byte 7
        li a7, 1
        ecall                       # 7
        mv a0, s0
        la a1, buffer
        li a2, 5
        li a7, 63
        ecall
        la a0, buffer
        li a7, 4
        ecall                       # world
        mv a0, s0
        la a1, buffer
        li a2, 5
        li a7, 63
        ecall
        li a7, 1
        ecall                       # 0 at the end
        la a0, name
        li a1, 7
        li a7, 1024
        ecall
        li a7, 1
        ecall                       # -1";
    check("files", data, code, "", "127world0-1");
}

#[test]
fn the_program_exits() {
    Case::new("exit2", "li a0, 300\nli a7, 93\necall\n")
        .ends("\nProgram terminated by calling exit\n", 44);
    Case::new(
        "write",
        ".data\nx: .ascii \"hi\\n\"\n.text\nli a0, 1\nla a1, x\nli a2, 3\nli a7, 64\necall\n",
    )
    .prints("hi\n\nProgram terminated by dropping off the bottom.\n");
}

#[test]
fn unknown_calls_are_faults() {
    Case::new("unknown", "li a7, 99\necall\n").words("se1").ends(
        "Error in HERE/main.asm line 2: Runtime exception at 0x00400004: invalid or unimplemented \
         syscall service: 99 \n\nSimulation terminated due to errors.\n",
        1,
    );
}

#[test]
fn there_are_no_windows() {
    let source = ".data\nq: .string \"name?\"\nb: .space 20\n.text\nla a0, q\nla a1, b\nli a2, 20\nli a7, 54\necall\nmv a0, a1\nli a7, 1\necall\nla a0, b\nli a7, 4\necall\n";
    let ran = Case::new("dialog", source).input("Ada\n").run();
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 1));
    assert!(ran.stderr.contains("there is no window"), "{}", ran.stderr);
}
