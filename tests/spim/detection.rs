//! Which simulator a MIPS source is written for.

use crate::Case;

/// What `jal run` prints without being told.
#[track_caller]
fn check(name: &str, source: &str, expect: &str) {
    let ran = Case::new(name, source).jal().run();
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        (expect, 0),
        "{}",
        ran.stderr
    );
}

const PRINT: &str = "li $v0, 2\nli.s $f12, 1.5\nsyscall\n";
const EXIT: &str = "li $v0, 10\nsyscall\n";

#[test]
fn what_only_spim_reads() {
    let check = |name: &str, line: &str| {
        check(
            name,
            &format!(".text\nmain: {PRINT}{line}\n{EXIT}"),
            "1.50000000",
        );
    };
    check("constant", "N = 5");
    check("separator", "li $t0, 1; li $t1, 2");
    check("two_operands", "add $t0, 3");
    check("jump", "bnez $0, x\nb y\nx: j $t0\ny: nop");
    check("shift", "srl $t0, $t1, $t2");
}

#[test]
fn what_both_read_is_for_mars() {
    check("mars", &format!("main: {PRINT}{EXIT}"), "1.5");
    check(
        "slip",
        &format!("main: {PRINT}and $t0, 3\nsub $t0, $t0, 1\n{EXIT}"),
        "1.5",
    );
}

#[test]
fn a_main_that_returns_is_for_spim() {
    check("returns", &format!("main: {PRINT}jr $ra\n"), "1.50000000");
    // This one is called.
    check(
        "called",
        &format!("main: jal f\n{EXIT}f: {PRINT}jr $ra\n"),
        "1.5",
    );
}

#[test]
fn a_mixture_is_refused() {
    let source = ".eqv M 5\nN = 5\nmain: li $v0, 10\nsyscall\n";
    let ran = Case::new("mixture", source).jal().run();
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 127));
    for text in [
        "the program is written for two simulators, mars and spim",
        "only mars reads this",
        "only spim reads this",
        "`--dialect mars` or `--dialect spim`",
    ] {
        assert!(ran.stderr.contains(text), "{}", ran.stderr);
    }
    let ran = Case::new("chosen", "N = 5\nmain: li $v0, 10\nsyscall\n")
        .jal()
        .options("--dialect spim")
        .run();
    assert_eq!(ran.code, 0);
}

#[test]
fn words_of_mipsy() {
    let source = "main: begin\npush $ra\nli $a0, 7\nli $t0, 4\nmod $a0, $a0, $t0\nli $v0, 1\nsyscall\npop $ra\nend\nli $v0, 0\njr $ra\n";
    check("mipsy", source, "3");
}
