//! Exceptions, and what ends a run.

use crate::Case;

#[track_caller]
fn check(name: &str, code: &str, stdout: &str, stderr: &str) {
    let source = format!("main: {code}\nli $a0, 7\nli $v0, 1\nsyscall\njr $ra\n");
    Case::new(name, &source).says(stdout, stderr);
}

#[test]
fn exceptions_are_printed_and_passed_over() {
    for (name, code, number, bracket, detail) in [
        (
            "overflow",
            "li $t0, 0x7fffffff\naddi $t1, $t0, 1",
            12,
            "Arithmetic overflow",
            "  Arithmetic overflow\n",
        ),
        (
            "load",
            "lui $t0, 0x1001\nlw $t1, 1($t0)",
            4,
            "Address error in inst/data fetch",
            "  Unaligned address in inst/data fetch: 0x10010001\n",
        ),
        (
            "store",
            "lui $t0, 0x1001\nsw $t1, 2($t0)",
            5,
            "Address error in store",
            "  Unaligned address in store: 0x10010002\n",
        ),
        (
            "no_memory",
            "nop\nlw $t1, 0($0)",
            7,
            "Bad data address",
            "  Bad address in data/stack read: 0x00000000\n",
        ),
        (
            "no_memory_to_store",
            "nop\nsw $t1, 0($0)",
            7,
            "Bad data address",
            "  Bad address in data/stack read: 0x00000000\n",
        ),
        ("break", "nop\nbreak 5", 9, "Breakpoint", ""),
        ("trap", "nop\nteq $0, $0", 13, "Trap", "  Trap\n"),
        (
            "reserved",
            "nop\n.word 0xffffffff",
            10,
            "Reserved instruction",
            "  Reserved instruction execution\n",
        ),
    ] {
        // `li` of a large number is two instructions.
        let pc = if name == "overflow" {
            0x0040_002c
        } else {
            0x0040_0028
        };
        check(
            name,
            code,
            &format!("  Exception {number}  [{bracket}]  occurred and ignored\n7"),
            &format!("Exception occurred at PC=0x{pc:08x}\n{detail}"),
        );
    }
}

#[test]
fn division_by_zero_is_a_breakpoint() {
    let stdout = "  Exception 9  [Breakpoint]  occurred and ignored\n7";
    check(
        "division",
        "div $t0, $t0, $t1",
        stdout,
        "Exception occurred at PC=0x00400028\n",
    );
    check(
        "remainder",
        "rem $t0, $t0, $t1",
        stdout,
        "Exception occurred at PC=0x00400028\n",
    );
    check("plain_division", "div $t0, $t1", "7", "");
}

#[test]
fn the_handler_keeps_registers() {
    let source = "main: li $v0, 11\nli $a0, 'x'\nli $t0, 1\nlw $t0, 0($0)\nsyscall\n\
        move $a0, $t0\nli $v0, 1\nsyscall\njr $ra\n";
    let ran = Case::new("kept", source).options("-quiet").run();
    assert!(ran.stdout.ends_with("occurred and ignored\nx1"), "{ran:?}");
    assert_eq!(ran.stderr, "");
}

#[test]
fn leaving_the_code_ends_the_run() {
    let text = "Attempt to execute non-instruction at 0x00400028\n";
    Case::new("off_the_end", "main: nop\n").says("", text);
    let source = "main: li $t0, 0x10000000\njr $t0\n";
    let ran = Case::new("jump_to_data", source).run();
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.starts_with(
            "Exception occurred at PC=0x10000000\n  Bad address in text read: 0x10000000\n"
        ),
        "{ran:?}"
    );
}

#[test]
fn the_stack_and_the_heap_have_limits() {
    let push = |words: u32| {
        format!(
            "main: li $t0, {words}\npush: sub $sp, 4\nsw $t0, ($sp)\nsub $t0, 1\nbgtz $t0, push\nli $a0, 1\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n"
        )
    };
    Case::new("deep", &push(65_000)).prints("1");
    let text =
        "Can't expand stack segment by 8 bytes to 524288 bytes\nUse -lstack # with # > 524288\n";
    Case::new("too_deep", &push(66_000)).says("", text);
    Case::new("deeper", &push(66_000))
        .options("-lstack 524288")
        .prints("1");
    let source = "main: li $a0, 0x200000\nli $v0, 9\nsyscall\njr $ra\n";
    let ran = Case::new("too_large", source).run();
    assert!(
        ran.stderr
            .starts_with("Can't expand data segment by 2097152 bytes to "),
        "{ran:?}"
    );
    let ran = Case::new("large", source).options("-ldata 4000000").run();
    assert_eq!(ran.stderr, "");
}

#[test]
fn without_a_handler_an_exception_ends_the_run() {
    let source = "__start: lw $t0, 0($0)\nli $v0, 10\nsyscall\n";
    let stderr = "Exception occurred at PC=0x00400000\n  Bad address in data/stack read: 0x00000000\n\
        Attempt to execute non-instruction at 0x80000180\n";
    let ran = Case::new("no_handler", source)
        .options("-noexception")
        .run();
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        ("", stderr, 0)
    );
}

#[test]
fn a_program_may_bring_its_own_handler() {
    let source = "__start: addi $t0, $t0, 1\nlw $t1, 0($0)\nmove $a0, $t0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n\
        .ktext 0x80000180\nli $t0, 99\nmfc0 $k0, $14\naddi $k0, $k0, 4\nmtc0 $k0, $14\neret\n";
    let ran = Case::new("own_handler", source)
        .options("-noexception -quiet")
        .run();
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        ("99", "", 0)
    );
    let ran = Case::new("own_handler_jal", source)
        .jal()
        .options("--dialect spim")
        .run();
    assert_eq!((ran.stdout.as_str(), ran.code), ("99", 0), "{ran:?}");
}

#[test]
fn branches_that_link_do_so_if_not_taken() {
    let source = "main: move $s0, $ra\nli $ra, 0\nbltzal $0, main\nmove $a0, $ra\nli $v0, 1\nsyscall\njr $s0\n";
    Case::new("link", source).prints("4194352");
}
