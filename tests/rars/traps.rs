//! Traps: what they say when nobody handles them, and handlers.

use crate::Case;

#[track_caller]
fn fails(name: &'static str, code: &str, line: u32, pc: u32, text: &str) {
    let expect = format!(
        "Error in HERE/main.asm line {line}: Runtime exception at 0x{pc:08x}: {text}\n\n\
         Simulation terminated due to errors.\n"
    );
    Case::new(name, code).words("se1").ends(&expect, 1);
}

#[test]
fn nobody_handles_them() {
    let text = 0x40_0000;
    fails(
        "load_word",
        "lw t0, 1(zero)\n",
        1,
        text,
        "Load address not aligned to word boundary 0x00000001",
    );
    fails(
        "load_half",
        "la t0, x\nlh t0, 1(t0)\n.data\nx: .word 1\n",
        2,
        text + 8,
        "Load address not aligned on halfword boundary 0x10010001",
    );
    fails(
        "store_word",
        "sw t0, 2(zero)\n",
        1,
        text,
        "Store address not aligned to word boundary 0x00000002",
    );
    fails(
        "store_half",
        "sh t0, 1(zero)\n",
        1,
        text,
        "store address not aligned on halfword boundary 0x00000001",
    );
    fails(
        "nowhere",
        "lw t0, 4(zero)\n",
        1,
        text,
        "address out of range 0x00000004",
    );
    fails(
        "read_text",
        "la t0, here\nhere: lw t0, 0(t0)\n",
        2,
        text + 8,
        "Cannot read directly from text segment!0x00400008",
    );
    fails(
        "write_text",
        "la t0, here\nhere: sw t0, 0(t0)\n",
        2,
        text + 8,
        "Cannot write directly to text segment!0x00400008",
    );
}

#[test]
fn jumps_away() {
    let expect =
        "Error in : Instruction load access error\n\nSimulation terminated due to errors.\n";
    Case::new("ret", "ret\n").words("se2").ends(expect, 2);
}

#[test]
fn a_handler_goes_on_behind_the_instruction() {
    let source = "
main:
    la   t0, handler
    csrw t0, utvec
    csrsi ustatus, 1
    lw   t1, 3(zero)            # misaligned
    sw   t1, 4(zero)            # nothing there
    li   a7, 99
    ecall                       # no such call
    li   a7, 10
    ecall
handler:
    csrr a0, ucause
    li   a7, 1
    ecall
    li   a0, ' '
    li   a7, 11
    ecall
    csrr t0, uepc
    addi t0, t0, 4
    csrw t0, uepc
    uret
";
    Case::new("handler", source).prints("4 7 8 ");
}

#[test]
fn a_trap_in_a_handler_is_the_end() {
    let source = "la t0, handler\ncsrw t0, utvec\ncsrsi ustatus, 1\nlw t1, 3(zero)\nhandler: lw t1, 1(zero)\n";
    let ran = Case::new("nested", source)
        .words("se1 ucause utval ustatus")
        .run();
    assert_eq!(ran.code, 1);
    let shown = "ucause\t0x00000004\nutval\t0x00000001\nustatus\t0x00000010\n";
    assert!(ran.stdout.ends_with(shown), "{}", ran.stdout);
}

#[test]
fn the_program_interrupts_itself() {
    let source = "
    la   t0, handler
    csrw t0, utvec
    csrsi uie, 1
    csrsi ustatus, 1
    csrsi uip, 1
    li   a0, 2
    li   a7, 1
    ecall
    li   a7, 10
    ecall
handler:
    csrr a0, ucause
    li   a7, 34
    ecall
    uret
";
    Case::new("software", source).prints("0x800000002");
}

#[test]
fn control_registers_that_there_are_not() {
    for (name, line, text) in [
        (
            "no_csr",
            "csrr t0,0x123",
            "Attempt to access unavailable CSR",
        ),
        (
            "read_only_csr",
            "csrw t0,cycle",
            "Attempt to write to read-only CSR",
        ),
    ] {
        let expect = format!(
            "Error in HERE/main.asm line 1: Runtime exception at 0x00400000: {text}\n\nSimulation \
             terminated due to errors.\n"
        );
        Case::new(name, line).words("se2").ends(&expect, 2);
    }
}
