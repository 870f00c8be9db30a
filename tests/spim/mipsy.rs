//! Programs for mipsy.

use crate::Case;

#[track_caller]
fn check(name: &str, source: &str, input: &str, stdout: &str, code: i32) {
    let ran = Case::new(name, source)
        .jal()
        .options("--dialect mipsy")
        .input(input)
        .run();
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        (stdout, code),
        "{name}: {}",
        ran.stderr
    );
}

#[test]
fn main_returns_the_exit_code() {
    check("zero", "main: li $v0, 0\njr $ra\n", "", "", 0);
    check("seven", "main: li $v0, 7\njr $ra\n", "", "", 7);
    check("minus_one", "main: li $v0, -1\njr $ra\n", "", "", 255);
    check(
        "print",
        ".data\ns: .asciiz \"hi\\n\"\n.text\nmain: la $a0, s\nli $v0, 4\nsyscall\njr $ra\n",
        "",
        "hi\n",
        4,
    );
    check("exit", "main: li $v0, 10\nsyscall\n", "", "", 0);
    check("exit2", "main: li $a0, 3\nli $v0, 17\nsyscall\n", "", "", 3);
}

#[test]
fn input_is_read_by_tokens() {
    let echo = "main: li $s0, 3\nloop: li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $a0, ' '\nli $v0, 11\nsyscall\n\
        sub $s0, $s0, 1\nbgtz $s0, loop\nli $v0, 0\njr $ra\n";
    check("tokens", echo, "5 6\n7\n", "5 6 7 ", 0);
    check(
        "bad_token",
        echo,
        "x 1 2\n",
        "[mipsy] bad input (expected int), try again: 1 2 0 ",
        0,
    );
    let echo = "main: li $v0, 12\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 0\njr $ra\n";
    check("character", echo, " a\n", "97", 0);
    let line = ".data\nb: .space 5\n.text\nmain: la $a0, b\nli $a1, 5\nli $v0, 8\nsyscall\nla $a0, b\nli $v0, 4\nsyscall\nli $v0, 0\njr $ra\n";
    check("line", line, "abcdefgh\n", "abcd", 0);
    check("short_line", line, "ab\n", "ab\n", 0);
}

#[test]
fn addresses_and_arguments() {
    let put = "li $v0, 1\nsyscall\nli $a0, ' '\nli $v0, 11\nsyscall\n";
    let source = format!(
        ".data\nx: .word 1\n.text\nmain: move $s0, $a0\nla $a0, main\n{put}la $a0, x\n{put}li $a0, 4\nli $v0, 9\nsyscall\n\
         move $a0, $v0\n{put}move $a0, $s0\n{put}li $v0, 0\njr $ra\n"
    );
    check(
        "addresses",
        &source,
        "",
        "4194304 268500992 268697600 0 ",
        0,
    );
    let source = "main: lw $a0, 0($a1)\nli $v0, 4\nsyscall\nli $v0, 0\njr $ra\n";
    let ran = Case::new("argument", source)
        .jal()
        .options("--dialect mipsy")
        .arguments(["first"])
        .run();
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("first", 0),
        "{}",
        ran.stderr
    );
}

#[test]
fn numbers_and_expressions() {
    let source = "N = 3 * (2 + 1)\nM = 1 << 4 | 0b11\nO = 010\nmain: li $a0, N\nli $v0, 1\nsyscall\nli $a0, M\nsyscall\nli $a0, O\nsyscall\nli $v0, 0\njr $ra\n";
    check("expressions", source, "", "9198", 0);
}

#[test]
fn functions_with_a_frame() {
    let source = "main: begin\npush $ra\nli $a0, 5\njal fact\nmove $a0, $v0\nli $v0, 1\nsyscall\npop $ra\nend\nli $v0, 0\njr $ra\n\
        fact: begin\npush $ra\npush $s0\nmove $s0, $a0\nbgt $s0, 1, more\nli $v0, 1\nb done\n\
        more: sub $a0, $s0, 1\njal fact\nmul $v0, $v0, $s0\ndone: pop $s0\npop $ra\nend\njr $ra\n";
    check("factorial", source, "", "120", 0);
}

#[test]
fn mistakes_are_fatal() {
    for (name, code, text) in [
        (
            "overflow",
            "li $t0, 0x7fffffff\nadd $t0, $t0, 1",
            "overflow",
        ),
        ("no_memory", "li $t0, 0\nlw $t0, ($t0)", "0x00000000"),
        ("unaligned", "la $t0, main\nlw $t1, 2($sp)", "multiple"),
        ("call", "li $v0, 99\nsyscall", "99"),
        ("off_the_end", "nop", ""),
    ] {
        let ran = Case::new(name, &format!("main: {code}\n"))
            .jal()
            .options("--dialect mipsy")
            .run();
        assert_eq!(ran.code, 126, "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains(text), "{name}: {}", ran.stderr);
    }
}

#[test]
fn values_that_were_never_set_are_reported() {
    for (name, code, text) in [
        (
            "unset",
            "add $a0, $t1, $t1\nli $v0, 1\nsyscall\nli $v0, 0",
            "reads $t1 before writing it",
        ),
        ("unset_branch", "beqz $t0, x\nx: li $v0, 0", "$t0"),
        (
            "unset_argument",
            "li $v0, 1\nmove $a0, $a2\nsyscall\nli $v0, 0",
            "$a2",
        ),
    ] {
        let ran = Case::new(name, &format!("main: {code}\njr $ra\n"))
            .jal()
            .options("--dialect mipsy")
            .run();
        assert_eq!(ran.code, 123, "{name}: {ran:?}");
        assert!(ran.stderr.contains(text), "{name}: {}", ran.stderr);
        assert!(
            ran.stderr
                .contains("A value is used before it is set in 1 place."),
            "{name}: {}",
            ran.stderr
        );
    }
    // Saving a register that was never set is fine, and so is what a caller has left.
    let source = "main: begin\npush $ra\npush $s0\nli $t0, 5\njal f\npop $s0\npop $ra\nend\nli $v0, 0\njr $ra\nf: move $a0, $t0\nli $v0, 1\nsyscall\njr $ra\n";
    check("saved", source, "", "5", 0);
}
