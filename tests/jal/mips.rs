//! `jal` with MIPS programs, and with options that say which machine is meant.

use crate::folder::{Folder, Ran};

const PROGRAM: &str = "\
        .data
value:  .word 7
        .text
main:   lw   $t0, value
        mult $t0, $t0
        mflo $a0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
";

fn folder() -> Folder {
    Folder::new()
        .with("square.asm", PROGRAM)
        .with("riscv.s", "main: li a0, 10\necall\n")
}

#[track_caller]
fn check(name: &str, ran: &Ran) {
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(name, ran.transcript());
    });
}

#[track_caller]
fn is_wrong_usage(args: &[&str], wanted: &str) {
    let ran = folder().jal(args);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains(wanted), "{}", ran.stderr);
    assert_eq!(ran.stdout, "");
}

#[test]
fn the_source_tells_the_machine() {
    let ran = folder().jal(&["run", "square.asm"]);
    assert_eq!((ran.stdout.as_str(), ran.code), ("49", Some(0)));
    assert_eq!(folder().jal(&["run", "riscv.s"]).code, Some(0));
}

#[test]
fn options_that_contradict_each_other_are_explained() {
    is_wrong_usage(
        &["run", "--isa", "rv32", "--dialect", "mars", "square.asm"],
        "--isa and --dialect contradict each other: mars is for MIPS (--isa mips32)",
    );
    is_wrong_usage(
        &["run", "--env", "venus", "square.asm"],
        "a MIPS program cannot use --env venus: it can run in mars, spim, mipsy or linux",
    );
    is_wrong_usage(
        &["run", "--env", "mars", "riscv.s"],
        "a RISC-V program cannot use --env mars: it can run in venus, rars or linux",
    );
    is_wrong_usage(
        &["run", "--fpu-exceptions", "riscv.s"],
        "--fpu-exceptions is for MIPS, but this is a RISC-V program",
    );
    is_wrong_usage(
        &["run", "--delay-slots", "riscv.s"],
        "--delay-slots is for MIPS, but this is a RISC-V program",
    );
    is_wrong_usage(
        &["asm", "--memory", "compact-text", "riscv.s"],
        "--memory is for MARS and RARS sources, but this is a Venus program",
    );
}

#[test]
fn a_source_for_both_machines_is_undecided() {
    let mixed = "li a0, 1\necall\nli $v0, 1\nsyscall\n";
    let folder = Folder::new().with("mixed.s", mixed);
    check("mixed_languages", &folder.jal(&["run", "mixed.s"]));
}

#[test]
fn a_trace_shows_hidden_registers() {
    check(
        "mips_trace",
        &folder().jal(&["run", "--trace", "square.asm"]),
    );
}

#[test]
fn listing_and_disassembly() {
    check(
        "mips_listing",
        &folder().jal(&["asm", "--listing", "square.asm"]),
    );
    check("mips_disasm", &folder().jal(&["disasm", "square.asm"]));
    check(
        "mips_disasm_numeric",
        &folder().jal(&["disasm", "--numeric", "square.asm"]),
    );
}

#[test]
fn an_elf_file_runs_as_its_source_did() {
    let folder = folder();
    let options = [
        "asm",
        "--memory",
        "compact-data",
        "-o",
        "square.elf",
        "square.asm",
    ];
    assert_eq!(folder.jal(&options).code, Some(0));
    let ran = folder.jal(&["run", "square.elf"]);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("49", Some(0)),
        "{}",
        ran.stderr
    );
    let ran = folder.jal(&["run", "--with", "riscv.s", "square.elf"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let ran = folder.jal(&["run", "--isa", "rv32", "square.elf"]);
    assert_eq!(ran.code, Some(127), "{}", ran.stderr);
}

#[test]
fn delay_slots_are_an_option() {
    let source = "li $a0, 1\nb end\nli $a0, 2\nend: li $v0, 1\nsyscall\n";
    let folder = Folder::new().with("slot.asm", source);
    assert_eq!(folder.jal(&["run", "slot.asm"]).stdout, "1");
    assert_eq!(
        folder.jal(&["run", "--delay-slots", "slot.asm"]).stdout,
        "2"
    );
}

#[test]
fn virtual_time_takes_none() {
    let source = "\
        li $v0, 32\nli $a0, 100000000\nsyscall\nli $v0, 30\nsyscall\n\
        li $v0, 1\nsyscall\n";
    let folder = Folder::new().with("sleep.asm", source);
    let ran = folder.jal(&["run", "--virtual-time", "sleep.asm"]);
    assert_eq!((ran.stdout.as_str(), ran.code), ("100000000", Some(0)));
}

#[test]
fn an_instruction_of_both_machines_is_explained_twice() {
    check("explain_both", &Folder::new().jal(&["explain", "add"]));
    let one = Folder::new().jal(&["explain", "--isa", "mips32", "add"]);
    assert!(one.stdout.starts_with("add rd, rs, rt\n"), "{}", one.stdout);
}

/// A round is longer than the stretch that is looked at divided by the times that make a loop.
#[test]
fn an_access_to_a_device_counts_once() {
    let round = "addi $t3, $t3, 1\n".repeat(1500);
    let program = format!(".text\nlui $t0, 0xffff\nwait: lw $t1, 8($t0)\n{round}b wait\n");
    let folder = Folder::new().with("p.asm", program);
    let ran = folder.jal(&["run", "--max-steps", "300000", "p.asm"]);
    assert_eq!(ran.code, Some(124));
    assert!(ran.stderr.contains("it was here"), "{}", ran.stderr);
}

#[test]
fn a_program_may_change_its_instructions_if_it_is_allowed_to() {
    let program = "main: la $t0, x\n lw $t1, 0($t0)\n addi $t1, $t1, 1\n sw $t1, 0($t0)\n\
                   x: li $a0, 41\n li $v0, 1\n syscall\n";
    let folder = Folder::new().with("p.asm", program);
    let ran = folder.jal(&["run", "p.asm"]);
    assert_eq!(ran.code, Some(126));
    assert!(
        ran.stderr.contains("run it with --self-modifying"),
        "{}",
        ran.stderr
    );
    let ran = folder.jal(&["run", "--self-modifying", "p.asm"]);
    assert_eq!((ran.stdout.as_str(), ran.code), ("42", Some(0)), "{ran:?}");
    let folder = folder.with("p.s", "li a0, 10\n ecall\n");
    let ran = folder.jal(&["run", "--self-modifying", "p.s"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
}
