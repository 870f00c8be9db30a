//! Sessions at the prompt.

use crate::program::{Machine, load};
use debug::repl::{Lines, Paint, Repl};
use debug::{DebugSetup, Engine};
use std::io::Cursor;

/// A program with a loop, a function, memory and output.
pub(crate) const PROGRAM: &str = "\
.data
row: .half 2, 4, 8, 16
text: .asciiz \"sum \"
.text
.globl main
main:
    la   a0, row
    li   a1, 4
    jal  sum
    mv   s0, a0
    la   a1, text
    li   a0, 4
    ecall
    mv   a1, s0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

sum:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    li   s0, 0
more:
    lhu  t0, 0(a0)
    add  s0, s0, t0
    addi a0, a0, 2
    addi a1, a1, -1
    bnez a1, more
    mv   a0, s0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
";

/// The same for MIPS.
pub(crate) const MIPS_PROGRAM: &str = "\
.data
row: .half 2, 4, 8, 16
text: .asciiz \"sum \"
.text
.globl main
main:
    la    $a0, row
    li    $a1, 4
    jal   sum
    move  $s0, $v0
    la    $a0, text
    li    $v0, 4
    syscall
    move  $a0, $s0
    li    $v0, 1
    syscall
    li    $v0, 10
    syscall

sum:
    addiu $sp, $sp, -16
    sw    $ra, 12($sp)
    sw    $s0, 8($sp)
    li    $s0, 0
more:
    lhu   $t0, 0($a0)
    addu  $s0, $s0, $t0
    addiu $a0, $a0, 2
    addiu $a1, $a1, -1
    bnez  $a1, more
    move  $v0, $s0
    lw    $s0, 8($sp)
    lw    $ra, 12($sp)
    addiu $sp, $sp, 16
    jr    $ra
";

pub(crate) fn start(mips: bool, text: &str, input: Option<&str>, check: bool) -> Engine {
    let machine = if mips { Machine::Mips } else { Machine::RiscV };
    start_on(machine, text, input, check)
}

pub(crate) fn start_on(machine: Machine, text: &str, input: Option<&str>, check: bool) -> Engine {
    let loaded = load(machine, text);
    assert!(loaded.program.is_some(), "{:?}", loaded.diagnostics);
    let setup = DebugSetup {
        input: input.map(|text| text.into()),
        check: check.then(callconv::CheckOptions::default),
        ..DebugSetup::new(&loaded)
    };
    Engine::new(loaded, setup).unwrap()
}

pub(crate) fn session(engine: Engine, commands: &str) -> String {
    let mut out = Vec::new();
    let mut repl = Repl::new(engine, &mut out, Paint::default(), |desc, name| {
        let row = desc.rows.iter().find(|row| row.name == name)?;
        Some(row.doc.to_owned())
    });
    repl.greet();
    repl.run(&mut Lines(Cursor::new(commands.to_owned())))
        .unwrap();
    String::from_utf8(out).unwrap()
}

/// A number that is read, kept on the stack, changed byte by byte, and printed.
pub(crate) const COME_FAR: &str = "\
.data
table: .word 3, 5, 7
.text
.globl main
main:
    li   a0, 6
    ecall
    mv   t0, a0
    la   t1, table
    addi sp, sp, -4
    sw   t0, 0(sp)
    lw   t2, 8(t1)
    jal  double
    lw   t0, 0(sp)
    mul  t3, t0, t2
    sb   t3, 1(t1)
    sw   t3, 4(t1)
    and  t4, t3, x0
    andi t5, t3, 0xff
    lw   t6, 0(t1)
    mv   a1, t6
    li   a0, 1
    ecall
    li   a0, 10
    ecall

double:
    slli t2, t2, 1
    ret
";

/// The same for MIPS.
pub(crate) const MIPS_COME_FAR: &str = "\
.data
table: .word 3, 5, 7
.text
.globl main
main:
    li    $v0, 5
    syscall
    move  $t0, $v0
    la    $t1, table
    addiu $sp, $sp, -4
    sw    $t0, 0($sp)
    lw    $t2, 8($t1)
    jal   double
    lw    $t0, 0($sp)
    mult  $t0, $t2
    mflo  $t3
    sb    $t3, 1($t1)
    sw    $t3, 4($t1)
    and   $t4, $t3, $0
    andi  $t5, $t3, 0xff
    movn  $t7, $t3, $t0
    lw    $t6, 0($t1)
    move  $a0, $t6
    li    $v0, 1
    syscall
    li    $v0, 10
    syscall

double:
    sll   $t2, $t2, 1
    jr    $ra
";

#[test]
fn why() {
    let commands = "why a0\nadvance 23\nwhy t3\nwhy t4\nwhy t5\nwhy t6\nwhy a1\nwhy word table\nwhy word table+4\nwhy byte table+2\nwhy sp\nwhy zero\nwhy\nset t6 = 9\nwhy t6\ns\nwhy a1\nset table = 4\nwhy word table\n";
    insta::assert_snapshot!(
        "why_rv32",
        session(start(false, COME_FAR, Some("8\n"), false), commands)
    );
    let commands = "why $a0\nadvance 25\nwhy $t3\nwhy $t4\nwhy $t5\nwhy $t6\nwhy $t7\nwhy $a0\nwhy word table\nwhy word table+4\nwhy byte table+2\nwhy $sp\nset $t6 = 9\nwhy $t6\ns\nwhy $a0\n";
    insta::assert_snapshot!(
        "why_mips32",
        session(start(true, MIPS_COME_FAR, Some("8\n"), false), commands)
    );
}

#[test]
fn moves() {
    let commands = "s\nsi\nn 2\nreset\nadvance more\nfin\nrs\nrs 2\nn 2\nrn\nni\nrni\nreset\nadvance more\ns 4\nuntil\nreset\nadvance more\nuntil 33\nrf\nback 2\n\ngoto 12\nrun\nback 1\ns -1\nreset\nrc\n";
    insta::assert_snapshot!(
        "moves_rv32",
        session(start(false, PROGRAM, None, false), commands)
    );
    insta::assert_snapshot!(
        "moves_mips32",
        session(start(true, MIPS_PROGRAM, None, false), commands)
    );
}

#[test]
fn breakpoints() {
    let commands = "b more if a1 == 2\ntb sum\nr\nc\np a1\ninfo break\nb 14\nc\ndisable 1\ndelete 3\nreset\nc\nb more\nignore 4 2\nreset\nc\ncommands 4\np t0\nend\ncommands 4\np s0\nend\nc 2\nreset\ncond 4 s0 > 6\nc\nenable\nd\ninfo b\nb nowhere\nb mian\nb 99\nb 7 if a0 =\n";
    insta::assert_snapshot!(
        "breakpoints_rv32",
        session(start(false, PROGRAM, None, false), commands)
    );
    insta::assert_snapshot!(
        "breakpoints_mips32",
        session(start(true, MIPS_PROGRAM, None, false), commands)
    );
}

#[test]
fn moves_backward_stop_at_breakpoints() {
    // Over the call of `sum`, out of it, and by statements.
    let commands = "b more if a1 == 3\nr\nd\nadvance 10\nb more\nrn\nd\nrf\nn\nb 29\nrn\nrf\nrs 3\nd\nfin\nwatch s0\nrn\nrn 2\n";
    insta::assert_snapshot!(
        "backward_stops_rv32",
        session(start(false, PROGRAM, None, false), commands)
    );
    insta::assert_snapshot!(
        "backward_stops_mips32",
        session(start(true, MIPS_PROGRAM, None, false), commands)
    );
}

/// The work of each loop is in the delay slots.
const DELAYED: &str = "\
.data
row: .half 2, 4, 8, 16
.text
.globl main
main:
    la    $a0, row
    jal   sum
    li    $a1, 4
    move  $a0, $v0
    li    $v0, 1
    syscall
    li    $v0, 10
    syscall

sum:
    li    $v0, 0
more:
    lhu   $t0, 0($a0)
    addiu $a1, $a1, -1
    addu  $v0, $v0, $t0
    bnez  $a1, more
    addiu $a0, $a0, 2
    jr    $ra
    nop
";

#[test]
fn delay_slots() {
    let commands = "s 3\ns\nback 1\nb 21\nc\nsi\nrs\nrc\nrn\nd\nfin\nrf\nb 22\nc\nc\nwatch a0\nc\nrc\nbt\ndisas\nset pc = more\nd\nr\n";
    insta::assert_snapshot!(session(
        start_on(Machine::Delayed, DELAYED, None, false),
        commands
    ));
    // A call is over when the instruction behind its delay slot is reached.
    let commands =
        "n 2\nn\nrn\nrn\nadvance sum\nfin\nrs\nrs\nreset\ncatch call\nc\nd\ncatch return\nc\nrf\n";
    insta::assert_snapshot!(
        "delay_slots_and_calls",
        session(start_on(Machine::Delayed, DELAYED, None, false), commands)
    );
}

#[test]
fn watchpoints_and_catches() {
    let commands = "watch s0 if s0 > 5\nc\nc\nd\nreset\nrwatch row[2]\nc\nd\nawatch row..row+7\nrc\nd\ncatch output\nc\nc\nd\nreset\ncatch call\nc\nd\ncatch return\nc\nd\ncatch ecall\nc\nd\nreset\nuntil-output 30\nto-output 2\nlast-write s0\nwho-wrote row\nhistory s0 3\ncatch nothing\nwatch pc\nwatch 0\n";
    insta::assert_snapshot!(
        "watch_rv32",
        session(start(false, PROGRAM, None, false), commands)
    );
    insta::assert_snapshot!(
        "watch_mips32",
        session(start(true, MIPS_PROGRAM, None, false), commands)
    );
}

#[test]
fn looking() {
    let commands = "b more\nc\nregs a0 s0 sp\np a0 + 2\np/x -1\np row[1]\np *(half)(a0 + 2) == 4\np &row[3]\np text\np/s text\np 1/0\np nothing\nx/4uh row\nx/2xw sp\nx/s text\nx/3i pc\nx/c text\nboard row 2 2\nstack\nbt\nup\nlist\ndown\ndisas main 4\ninfo line\ninfo history\ninfo input\ninfo end\ninfo findings\ninfo hsitory\nsymbols\ncoverage\nstats\nexplain lhu\ndisplay t0\ns\nundisplay 1\noutput\n";
    insta::assert_snapshot!(
        "looking_rv32",
        session(start(false, PROGRAM, None, false), commands)
    );
    insta::assert_snapshot!(
        "looking_mips32",
        session(start(true, MIPS_PROGRAM, None, false), commands)
    );
}

#[test]
fn changes() {
    let rv32 = "b more\nc\nset a1 = 2\nset half row[1] = 40\nboard row 1 4\nexec addi s0, s0, 100\n. lhu t0, 2(a0)\nd\nr\nundo\nundo\nundo\nundo\nundo\nr\nreset\ncall sum(&row, 2)\ncall sum(row)\nset pc = sum\nset 5 = 3\nset a0\nexec adi a0\ninfo edits\n";
    insta::assert_snapshot!(
        "changes_rv32",
        session(start(false, PROGRAM, None, false), rv32)
    );
    let mips = rv32
        .replace("a1 =", "$a1 =")
        .replace(" s0", " $s0")
        .replace("t0, 2(a0)", "$t0, 2($a0)");
    insta::assert_snapshot!(
        "changes_mips32",
        session(start(true, MIPS_PROGRAM, None, false), &mips)
    );
}

/// A student's `merge`: it doubles both of two equal neighbours.
const BROKEN_MERGE: &str = "\
.data
row: .half 2, 2, 4, 8
.text
main:
    la   a0, row
    li   a1, 4
    jal  merge
    li   a0, 10
    ecall

merge:
    addi a1, a1, -1
    blez a1, done
    lhu  t0, 0(a0)
    lhu  t1, 2(a0)
    bne  t0, t1, next
    add  t0, t0, t1
    sh   t0, 0(a0)
    sh   t0, 2(a0)
next:
    addi a0, a0, 2
    j    merge
done:
    ret
";

#[test]
fn a_bug_in_merge_is_found() {
    let commands = "board row 1 4\nr\nboard row 1 4\nwho-wrote row[1]\nback 19\nboard row 1 4\nwho-wrote row[1]\nback 9\nregs t0 t1\n";
    insta::assert_snapshot!(session(start(false, BROKEN_MERGE, None, false), commands));
}

/// The end of the row is computed with the wrong size.
pub(crate) const FAULT: &str = "\
.data
pointer: .word 0
.text
main:
    la   s0, pointer
    li   t1, 0x28000000
    sw   t1, 0(s0)
    li   t2, 5
spin:
    addi t2, t2, -1
    bnez t2, spin
    lw   t0, 0(s0)
    lw   a0, 0(t0)
    li   a0, 10
    ecall
";

#[test]
fn the_way_from_a_fault_to_its_cause() {
    let commands = "r\nback 1\nlast-write pointer\nback 12\nlast-write t1\nr\ninfo end\n";
    insta::assert_snapshot!(
        "fault_rv32",
        session(start(false, FAULT, None, false), commands)
    );
    let mips = FAULT
        .replace("s0", "$s0")
        .replace("t1", "$t1")
        .replace("t2", "$t2")
        .replace("t0", "$t0")
        .replace("a0", "$a0")
        .replace("li   $a0, 10", "li   $v0, 10")
        .replace("ecall", "syscall");
    insta::assert_snapshot!(
        "fault_mips32",
        session(start(true, &mips, None, false), commands)
    );
}

/// A program that reads two numbers and prints their sum.
pub(crate) const READS: &str = "\
main:
    li   a0, 6
    ecall
    mv   s0, a0
    li   a0, 6
    ecall
    add  a1, a0, s0
    li   a0, 1
    ecall
    li   a0, 10
    ecall
";

#[test]
fn input() {
    let commands = "r\ninput 3\nr\ninfo input\ninput 4\nr\nback 8\ninfo input\nr\ngoto 4\nundo\ninput 40\nr\ninput 2\nr\ninfo edits\n";
    insta::assert_snapshot!(
        "input_typed",
        session(start(false, READS, None, false), commands)
    );
    let commands = "catch input\nr\nc\nc\nrc\nrc\ninfo input\n";
    insta::assert_snapshot!(
        "input_file",
        session(start(false, READS, Some("7\n8\n"), false), commands)
    );
    let commands = "r\nback 1\n";
    insta::assert_snapshot!(
        "input_ends",
        session(start(false, READS, Some("7\n"), false), commands)
    );
}

const CONVENTION: &str = "\
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    li   t0, 3
    li   a0, 4
    jal  square
    add  a1, a0, t0
    li   a0, 1
    ecall
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
.globl square
square:
    mul  a0, a0, a0
    ret
";

#[test]
fn a_finding_about_the_calling_convention() {
    let commands = "r\nback 1\nr\nrc\nr\n";
    insta::assert_snapshot!(
        "finding",
        session(start(false, CONVENTION, None, true), commands)
    );
    // A finding stops moves of every kind, also while something else is watched.
    let commands = "watch s1\nr\nreset\nfin\nrs\nrc\nd\ntb 8\nr\nn\nreset\nsi 7\nsi\nrn\ngoto 3\nset a0 = 9\nr\nr\n";
    insta::assert_snapshot!(
        "finding_and_others",
        session(start(false, CONVENTION, None, true), commands)
    );
    let commands = "r\ncatch finding\nrc\ninfo findings\n";
    insta::assert_snapshot!(
        "catch_finding",
        session(start(false, CONVENTION, None, false), commands)
    );
}

#[test]
fn help_and_mistakes() {
    insta::assert_snapshot!(
        "help",
        session(
            start(false, PROGRAM, None, false),
            "help\nhelp break\nhelp brek\nstepp\nbrk main\nfoo\n# a comment\nback 5\ngoto\nup\nx\nx/9z row\nboard row\n"
        )
    );
}
