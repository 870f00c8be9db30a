//! Words of the command line, and what is shown at the end.

use crate::Case;

const EXIT: &str = "\nProgram terminated by calling exit\n";

const QUIET: &str = "main: li t0, 0x12345\nli t1, -2\nli a7, 10\necall\n";

#[test]
fn the_banner() {
    let mut case = Case::new("banner", QUIET);
    case.words.clear();
    case.prints(&format!(
        "RARS 1.6  Copyright 2003-2019 Pete Sanderson and Kenneth Vollmar\n\n{EXIT}"
    ));
}

#[test]
fn registers_and_memory_are_shown() {
    Case::new("registers", QUIET)
        .words("t0 x6 sp 0x10010000-0x10010000")
        .prints(&format!(
            "{EXIT}t0\t0x00012345\nx6\t0xfffffffe\nsp\t0x7fffeffc\nMem[0x10010000]\t0x00000000\t\n"
        ));
    Case::new("decimal", QUIET)
        .words("dec t1")
        .prints(&format!("{EXIT}t1\t-2\n"));
    Case::new("csr", "csrwi fcsr, 3\nli a7, 10\necall\n")
        .words("fcsr ustatus")
        .prints(&format!("{EXIT}fcsr\t0x00000003\nustatus\t0x00000000\n"));
}

/// A program that prints closes the output, so that only its own bytes are there.
#[test]
fn what_is_said_after_a_program_that_prints() {
    let prints = "li a0, 7\nli a7, 1\necall\nlw t0, 1(zero)\n";
    Case::new("closed", prints).words("se5 a0").ends("7", 5);
    let ran = Case::new("me", prints).words("me se5 a0").run();
    assert_eq!((ran.stdout.as_str(), ran.code), ("7", 5));
    let expect = "Error in HERE/main.asm line 4: Runtime exception at 0x0040000c: Load address not \
                  aligned to word boundary 0x00000001\n\nSimulation terminated due to errors.\n\
                  a0\t0x00000007\n";
    assert_eq!(ran.stderr, expect);
}

#[test]
fn numbers_are_limits_of_steps() {
    Case::new("limit", "loop: addi t0, t0, 1\nj loop\n")
        .words("5 t0")
        .prints("\nProgram terminated when maximum step limit 5 reached.\nt0\t0x00000003\n");
}

#[test]
fn instructions_are_counted() {
    Case::new("count", QUIET)
        .words("ic")
        .prints(&format!("{EXIT}\n5\n"));
}

#[test]
fn wrong_words() {
    Case::new("pc", QUIET)
        .words("pc")
        .prints("Invalid Command Argument: pc\n");
    Case::new("db", QUIET)
        .words("db")
        .prints("Invalid Command Argument: db\n");
    Case::new("map", QUIET)
        .words("mc Foo")
        .prints("Invalid memory configuration: Foo\n");
}

#[test]
fn arguments_of_the_program() {
    let source = "mv s0, a0\nlw s1, 0(a1)\nlb s2, 0(s1)\nli a7, 10\necall\n";
    Case::new("arguments", source)
        .words("s0 a1 sp s1 s2 pa ab cd")
        .prints(&format!(
            "{EXIT}s0\t0x00000002\na1\t0x7fffeff4\nsp\t0x7fffeff0\ns1\t0x7ffffffa\ns2\t0x00000061\n"
        ));
}

#[test]
fn the_start() {
    let source = ".globl main\nli t0, 1\nli a7, 10\necall\nmain: li t0, 2\nli a7, 10\necall\n";
    Case::new("start", source)
        .words("t0")
        .prints(&format!("{EXIT}t0\t0x00000001\n"));
    Case::new("start_at_main", source)
        .words("sm t0")
        .prints(&format!("{EXIT}t0\t0x00000002\n"));
    let local = source.replace(".globl main\n", "");
    Case::new("local_main", &local)
        .words("sm t0")
        .prints(&format!("{EXIT}t0\t0x00000001\n"));
}

#[test]
fn memory_configurations() {
    let source = ".data\nx: .word 7\n.text\nla t0, x\nli a7, 10\necall\n";
    Case::new("compact_data", source)
        .words("mc CompactDataAtZero t0 gp sp")
        .prints(&format!(
            "{EXIT}t0\t0x00000000\ngp\t0x00001800\nsp\t0x00002ffc\n"
        ));
    Case::new("compact_text", source)
        .words("mc CompactTextAtZero t0 gp sp")
        .prints(&format!(
            "{EXIT}t0\t0x00002000\ngp\t0x00001800\nsp\t0x00003ffc\n"
        ));
}

#[test]
fn what_there_is_not_is_refused() {
    let ran = Case::new("rv64", "nop\n").words("rv64").run();
    let expect = "rv64 is not supported: this rars runs 32-bit programs only.\n";
    assert_eq!((ran.stdout.as_str(), ran.code), (expect, 1));
    let ran = Case::new("window", "nop\n").words("g").run();
    let expect = "g is not supported: there is no window.\n";
    assert_eq!((ran.stdout.as_str(), ran.code), (expect, 1));
}

#[test]
fn instructions_go_to_files() {
    let source = "main: li t0,0x12345\nbeqz t0, main\n";
    let case = Case::new("dump", source).words("a dump .text SegmentWindow code.txt");
    let dir = case.folder();
    let ran = case.run();
    assert_eq!(ran.stdout, "");
    let text = std::fs::read_to_string(dir.join("code.txt")).unwrap();
    let expect = "\
Address     Code        Basic                        Line Source

0x00400000  0x000122b7  lui x5,18                    1    main: li t0,0x12345
";
    assert!(text.starts_with(expect), "{text}");
}
