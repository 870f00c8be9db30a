//! The language: what SPIM accepts, and what it says about the rest.

use crate::Case;

/// A program whose code prints a number that it leaves in `$a0`.
#[track_caller]
fn check(name: &str, data: &str, code: &str, expect: &str) {
    let source = format!(".data\n{data}\n.text\nmain: {code}\nli $v0, 1\nsyscall\njr $ra\n");
    Case::new(name, &source).prints(expect);
}

#[test]
fn numbers() {
    for (number, value) in [
        ("010", "10"),
        ("0x1F", "31"),
        ("-0x10", "-16"),
        ("4294967295", "-1"),
        ("'A'", "65"),
        ("' '", "32"),
        ("'\\n'", "10"),
        ("3+4", "7"),
    ] {
        check("numbers", "", &format!("li $a0, {number}"), value);
    }
}

#[test]
fn constants_and_separators() {
    check("constant", "", "li $a0, N\nN = 5", "5");
    check(
        "constants",
        "N = 5\nM = N + 1\nx: .word 7:N\ny: .word M",
        "lw $a0, x+16; lw $t0, y; add $a0, $a0, $t0",
        "13",
    );
    check(
        "constants",
        "N = 5\nx: .word N:3, 1\ny: .byte N:N",
        "lw $a0, x+8; lb $t0, y+4; add $a0, $a0, $t0",
        "10",
    );
    check("commas", "x: .word 1 2 3", "lw $a0 x+8", "3");
}

#[test]
fn forms_with_two_operands() {
    for (form, value) in [
        ("add $a0, 3", "13"),
        ("sub $a0, 1", "9"),
        ("addi $a0, 7", "17"),
        ("addiu $a0, -7", "3"),
        ("addu $a0, 5", "15"),
        ("subu $a0, 5", "5"),
        ("and $a0, 2", "2"),
        ("or $a0, 1", "11"),
        ("ori $a0, 5", "15"),
        ("xor $a0, 3", "9"),
        ("add $a0, 100000", "100010"),
        ("slt $a0, 11", "1"),
        ("slti $a0, 10", "0"),
        ("sltu $a0, 100000", "1"),
        ("sltiu $a0, -1", "1"),
        ("nor $a0, 5", "-16"),
    ] {
        check("two_operands", "", &format!("li $a0, 10\n{form}"), value);
    }
}

#[test]
fn data_are_aligned() {
    let data = "a: .byte 1\nh: .half 2\nc: .byte 3\nd: .word 4";
    check(
        "aligned",
        data,
        "la $a0, d\nla $t0, a\nsub $a0, $a0, $t0",
        "8",
    );
    let data = "a: .byte 1\n.align 0\nw: .word 0x01020304";
    check(
        "packed",
        data,
        "la $a0, w\nla $t0, a\nsub $a0, $a0, $t0",
        "1",
    );
}

#[test]
fn words_among_instructions_are_instructions() {
    // addi $a0, $0, 9
    check("word_in_text", "", "nop\n.word 0x20040009", "9");
}

#[test]
fn a_syntax_error_ends_the_reading() {
    let source = "main: nop\n      foo $t0\n      li $v0, 10\n      syscall\n";
    let stderr = "spim: (parser) syntax error on line 2 of file main.s\n\t        foo $t0\n\t            ^\n\
        Attempt to execute non-instruction at 0x00400028\n";
    Case::new("syntax_error", source).says("", stderr);
}

#[test]
fn what_spim_does_not_read() {
    for (name, line) in [
        ("upper_case", "LI $t0, 5"),
        ("plus", "li $t0, +5"),
        ("minus", "la $t0, main-4"),
        ("two_labels", "x: y: nop"),
        ("opcode_label", "b: nop"),
        ("two_registers", "add $t0, $t1"),
        ("mul", "mul $t0, 2"),
        ("not", "not $t0"),
        ("move", "move $t0, 5"),
        ("asciz", ".asciz \"x\""),
        ("eqv", ".eqv N 5"),
        ("macro", ".macro f"),
        ("two_names", ".globl main, x"),
        ("no_words", ".word"),
    ] {
        let source = format!("main: nop\n{line}\nli $v0, 10\nsyscall\n");
        let ran = Case::new(name, &source).run();
        assert!(
            ran.stderr
                .starts_with("spim: (parser) syntax error on line "),
            "{name}: {ran:?}"
        );
        assert!(
            ran.stderr
                .ends_with("Attempt to execute non-instruction at 0x00400028\n"),
            "{name}: {ran:?}"
        );
        assert_eq!(ran.code, 0);
    }
}

#[test]
fn other_mistakes_concern_their_statement() {
    let source = "main: li $a0, 0\nori $a0, $a0, 70000\nli $v0, 1\nsyscall\njr $ra\n";
    let ran = Case::new("range", source).run();
    assert!(ran.stderr.starts_with("spim: (parser) immediate value (70000) out of range (0 .. 65535) on line 2 of file main.s\n"), "{ran:?}");
    assert!(ran.stdout.ends_with("\n4464"), "{ran:?}");
    let source = "main: li $a0, 3\n.asciiz \"abc\"\nli $v0, 1\nsyscall\njr $ra\n";
    let ran = Case::new("data_in_text", source).run();
    assert!(
        ran.stderr
            .starts_with("spim: (parser) Can't put data in text segment on line "),
        "{ran:?}"
    );
    assert!(ran.stdout.ends_with("\n3"), "{ran:?}");
    let source = "main: nop\nmain: nop\n";
    let ran = Case::new("twice", source).run();
    assert!(
        ran.stderr.starts_with(
            "spim: (parser) Label is defined for the second time on line 2 of file main.s\n"
        ),
        "{ran:?}"
    );
    let source = "main: move $at, $t0\n";
    let ran = Case::new("at", source).run();
    assert!(
        ran.stderr.starts_with(
            "spim: (parser) Register 1 is reserved for assembler on line 1 of file main.s\n"
        ),
        "{ran:?}"
    );
}

#[test]
fn labels_may_be_missing_until_they_are_needed() {
    let source = "main: li $a0, 4\nli $v0, 1\nsyscall\njal nowhere\nla $t0, never\n";
    let stdout = "The following symbols are undefined:\nnever\nnowhere\n\n4";
    let stderr = "Instruction references undefined symbol at 0x00400030\n  \
        [0x00400030]\t0x0c000000  jal 0x00000000 [nowhere]        ; 4: jal nowhere\n";
    Case::new("undefined", source).says(stdout, stderr);
    let stdout = "The following symbols are undefined:\nmain\n\n";
    let ran = Case::new("no_main", "x: nop\n").run();
    assert!(ran.stdout.ends_with(stdout), "{ran:?}");
    assert!(
        ran.stderr
            .starts_with("Instruction references undefined symbol at 0x00400014\n"),
        "{ran:?}"
    );
    assert_eq!(ran.code, 0);
}

#[test]
fn jal_run_reports_all_mistakes() {
    let source = "main: foo $t0\n      li $t0, nowhere\n      .macro x\n";
    let ran = Case::new("reports", source)
        .jal()
        .options("--dialect spim")
        .run();
    assert_eq!(ran.code, 127);
    for text in ["unknown instruction `foo`", "E0203", "3 errors"] {
        assert!(ran.stderr.contains(text), "{text}: {}", ran.stderr);
    }
}
