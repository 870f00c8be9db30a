//! Every call.

use crate::Case;

/// Runs code with data, and returns from main.
#[track_caller]
fn check(name: &str, data: &str, code: &str, input: &str, expect: &str) {
    let source = format!(".data\n{data}\n.text\nmain:\n{code}\njr $ra\n");
    Case::new(name, &source).input(input).prints(expect);
}

#[test]
fn numbers_are_printed() {
    check("int", "", "li $a0, -5\nli $v0, 1\nsyscall", "", "-5");
    let print = "l.s $f12, x\nli $v0, 2\nsyscall";
    for (value, text) in [
        ("1.0", "1.00000000"),
        ("0.1", "0.10000000"),
        ("15000000512.0", "15000000512.00000000"),
        ("-0.0", "-0.00000000"),
    ] {
        check("float", &format!("x: .float {value}"), print, "", text);
    }
    let print = "l.d $f12, x\nli $v0, 3\nsyscall";
    for (value, text) in [
        ("1.0", "1"),
        ("0.1", "0.100000000000000006"),
        ("1.0e100", "1.00000000000000002e+100"),
        ("123456789.123", "123456789.122999996"),
    ] {
        check("double", &format!("x: .double {value}"), print, "", text);
    }
    let divide = "li.s $f2, 0.0\nli.s $f4, -1.0\nli $v0, 2\n";
    let infinite = format!("{divide}div.s $f12, $f4, $f2\nsyscall\ndiv.s $f12, $f2, $f2\nsyscall");
    check("infinity", "", &infinite, "", "-inf-nan");
}

#[test]
fn strings_and_characters_are_printed_as_they_are() {
    check(
        "string",
        "s: .asciiz \"a b\\n\"",
        "la $a0, s\nli $v0, 4\nsyscall",
        "",
        "a b\n",
    );
    check("char", "", "li $a0, 65\nli $v0, 11\nsyscall", "", "A");
    // One byte, not a character of several.
    let source = "main: li $a0, 233\nli $v0, 11\nsyscall\njr $ra\n";
    assert!(Case::new("byte", source).run().stdout.ends_with('\u{fffd}'));
}

#[test]
fn numbers_are_read_from_lines() {
    let echo = "li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall";
    for (input, text) in [
        ("12abc\n", "12"),
        ("xyz\n", "0"),
        ("0x10\n", "0"),
        ("", "0"),
        ("-7", "-7"),
    ] {
        check("read_int", "", echo, input, text);
    }
    // What follows in the line is lost.
    check(
        "rest_of_line",
        "",
        &format!("{echo}\n{echo}"),
        "5 6\n7\n",
        "57",
    );
    let echo = "li $v0, 6\nsyscall\nmov.s $f12, $f0\nli $v0, 2\nsyscall";
    check("read_float", "", echo, "2.5x\n", "2.50000000");
    check("no_float", "", echo, "x\n", "0.00000000");
    let echo = "li $v0, 7\nsyscall\nmov.d $f12, $f0\nli $v0, 3\nsyscall";
    check("read_double", "", echo, " 1e3\n", "1000");
}

#[test]
fn strings_are_read_in_pieces() {
    let read = |room: u32| {
        format!(
            "la $a0, buf\nli $a1, {room}\nli $v0, 8\nsyscall\nli $v0, 4\nsyscall\n\
             li $a0, '|'\nli $v0, 11\nsyscall\n"
        )
    };
    let data = "buf: .space 20";
    check(
        "whole_line",
        data,
        &(read(20) + &read(20)),
        "ab\ncd\n",
        "ab\n|cd\n|",
    );
    check(
        "pieces",
        data,
        &(read(4) + &read(4) + &read(4)),
        "abcdefgh\n",
        "abc|def|gh\n|",
    );
    check("no_room", data, &(read(1) + &read(5)), "xyz\n", "|xyz\n|");
    check("end", data, &read(5), "", "|");
}

#[test]
fn characters_are_read_one_by_one() {
    let echo = "li $v0, 12\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $a0, ' '\nli $v0, 11\nsyscall\n";
    check("read_char", "", &echo.repeat(4), "a\nb", "97 10 98 10 ");
}

#[test]
fn the_heap_grows_by_multiples_of_8() {
    let more = |size: u32| {
        format!(
            "li $a0, {size}\nli $v0, 9\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $a0, 32\nli $v0, 11\nsyscall\n"
        )
    };
    let code = more(5) + &more(8) + &more(0);
    check("sbrk", "", &code, "", "268566528 268566536 268566544 ");
    let write = "li $a0, 4\nli $v0, 9\nsyscall\nli $t0, 9\nsw $t0, ($v0)\nlw $a0, ($v0)\nli $v0, 1\nsyscall";
    check("heap_memory", "", write, "", "9");
}

#[test]
fn files_are_written_and_read() {
    let data = "n: .asciiz \"f.txt\"\nt: .ascii \"hello\"\nbuf: .space 10";
    let code = "la $a0, n\nli $a1, 0x241\nli $a2, 0x1a4\nli $v0, 13\nsyscall\nmove $s0, $v0\n\
        move $a0, $s0\nla $a1, t\nli $a2, 5\nli $v0, 15\nsyscall\nmove $s1, $v0\n\
        move $a0, $s0\nli $v0, 16\nsyscall\n\
        la $a0, n\nli $a1, 0\nli $v0, 13\nsyscall\nmove $s0, $v0\n\
        move $a0, $s0\nla $a1, buf\nli $a2, 9\nli $v0, 14\nsyscall\nadd $a0, $v0, $s1\n\
        li $v0, 1\nsyscall\nla $a0, buf\nli $v0, 4\nsyscall";
    check("files", data, code, "", "10hello");
    let code = "la $a0, n\nli $a1, 0\nli $v0, 13\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall";
    check("no_file", data, code, "", "-1");
}

#[test]
fn programs_end_with_their_code() {
    for (value, code) in [("0", 0), ("7", 7), ("300", 44), ("-1", 255)] {
        let source = format!("main: li $a0, {value}\nli $v0, 17\nsyscall\n");
        assert_eq!(Case::new("exit2", &source).run().code, code, "{value}");
    }
    check(
        "exit",
        "",
        "li $v0, 10\nsyscall\nli $v0, 1\nsyscall",
        "",
        "",
    );
    // What main returns is ignored.
    assert_eq!(
        Case::new("returned", "main: li $v0, 5\njr $ra\n")
            .run()
            .code,
        0
    );
}

#[test]
fn other_numbers_end_the_run() {
    for number in ["0", "18", "30", "99"] {
        let source = format!("main: li $v0, {number}\nsyscall\nli $a0, 1\nli $v0, 1\nsyscall\n");
        Case::new("unknown_call", &source).says("", &format!("Unknown system call: {number}\n"));
    }
    let source = "main: li $a0, 0\nli $v0, 4\nsyscall\njr $ra\n";
    Case::new("bad_pointer", source).says("", "Memory address out of bounds\n");
}
