//! Mistakes that everybody makes once, as people see them: what, where, why, what to do next; and
//! the patch, where there is one, works.

use crate::folder::Folder;
use serde_json::Value;

/// A mistake: what it is, the command that shows it, and the program.
type Mistake = (&'static str, &'static str, &'static str);

const ASSEMBLY_RISCV: &[Mistake] = &[
    ("misspelt instruction", "run", "main: adddi a0, a0, 1\n"),
    ("misspelt load", "run", "main: lww a0, 0(sp)\n"),
    ("subtract a number", "run", "main: sub t0, t0, 4\n"),
    ("subtract immediate", "run", "main: subi t0, t0, 4\n"),
    ("add a register with addi", "run", "main: addi t0, t1, t2\n"),
    ("move a number", "run", "main: mv a0, 5\n"),
    ("number too large", "run", "main: addi a0, a0, 5000\n"),
    ("offset too large", "run", "main: lw a0, 5000(sp)\n"),
    ("register in capitals", "run", "main: add A0, A1, A2\n"),
    (
        "register of MIPS",
        "run --isa rv32",
        "main: add $t0, $t1, $t2\n",
    ),
    (
        "register that does not exist",
        "run",
        "main: add t9, t0, t7\n",
    ),
    (
        "colon forgotten",
        "run",
        "loop\n    addi t0, t0, 1\n    j loop\n",
    ),
    ("label misspelt", "run", "loop: addi t0, t0, 1\n    j lop\n"),
    ("label in two words", "run", "my loop: j end\nend:\n"),
    (
        "string without its end",
        "run",
        "    .data\ns:  .string \"hello\n    .text\nmain: nop\n",
    ),
    (
        "string in single quotes",
        "run",
        "    .data\ns:  .string 'hello'\n    .text\nmain: nop\n",
    ),
    (
        "directive misspelt",
        "run",
        "    .data\nx:  .wrod 5\n    .text\nmain: nop\n",
    ),
    (
        "directive without its dot",
        "run",
        "    .data\nx:  word 5\n    .text\nmain: nop\n",
    ),
    (
        "byte too large",
        "run",
        "    .data\nx:  .byte 300\n    .text\nmain: nop\n",
    ),
    ("load without parentheses", "run", "main: lw a0, a1\n"),
    ("offset after the register", "run", "main: lw a0, a1(4)\n"),
    ("brackets", "run", "main: lw a0, [t0]\n"),
    (
        "store with the operands swapped",
        "run",
        "main: sw 0(sp), ra\n",
    ),
    ("parenthesis missing", "run", "main: lw a0, 4(sp\n"),
    ("jump with a register", "run", "main: j ra\n"),
    ("branch without a register", "run", "main: beq t0, main\n"),
    ("number of the call after ecall", "run", "main: ecall 10\n"),
    ("assignment", "run", "main: a0 = 5\n"),
    ("increment", "run", "main: t0++\n"),
    ("if", "run", "main: if t0 == t1\n    nop\n"),
    ("semicolons", "run", "main: li a0, 10; ecall;\n"),
    ("push", "run", "main: push ra\n"),
    ("function of C", "run", "main: li a0, 0\n    call exit\n"),
    ("printf", "run", "main: call printf\n"),
    ("fraction", "run", "main: li t0, 1.5\n"),
];

const ASSEMBLY_MIPS: &[Mistake] = &[
    (
        "slashes",
        "run",
        "main: li $v0, 10    // exit\n    syscall\n",
    ),
    (
        "register without the dollar",
        "run --isa mips32",
        "main: add t0, $t1, $t2\n    lw $t0, 4(sp)\n",
    ),
    ("register in capitals", "run", "main: lw $T0, 4($SP)\n"),
    (
        "instructions of RISC-V",
        "run --isa mips32",
        "main: mv $t0, $t1\n    li $v0, 10\n    ecall\n",
    ),
    (
        "return of RISC-V",
        "run --isa mips32",
        "f: addi $v0, $a0, 1\n    ret\n",
    ),
    (
        "high and low part",
        "run",
        "    .data\nx:  .word 5\n    .text\nmain: lui $t0, %hi(x)\n",
    ),
    (
        "directives of a compiler",
        "run --isa mips32",
        "    .type main, @function\nmain: li $v0, 10\n    syscall\n",
    ),
    ("fraction", "run", "main: li $t0, 1.5\n"),
    ("two unknown registers", "run", "main: add $t0, $x1, $y2\n"),
    (
        "constant of another assembler",
        "run --isa mips32",
        "    .equ N, 5\nmain: li $t0, N\n    syscall\n",
    ),
    (
        "print with a function",
        "run",
        "main: jal printf\n    li $v0, 10\n    syscall\n",
    ),
    (
        "data among instructions",
        "run",
        "main: li $v0, 10\n    syscall\nx:  .asciiz \"hi\"\n    .word 5\n",
    ),
];

const RUNS: &[Mistake] = &[
    (
        "unknown call",
        "run",
        "main: li a0, 3\n    ecall\n    li a0, 10\n    ecall\n",
    ),
    ("unknown service", "run", "main: li $v0, 99\n    syscall\n"),
    ("endless loop", "run --max-steps 1000", "main: j main\n"),
    ("no input", "run", "main: li a0, 6\n    ecall\n"),
    (
        "unaligned word",
        "run",
        "    .data\n    .byte 1\nn:  .byte 1, 2, 3, 4\n    .text\nmain: la $t0, n\n    lw $t1, 0($t0)\n",
    ),
    (
        "no return address",
        "run --max-steps 1000",
        "main: jal f\n    li a0, 10\n    ecall\nf:  jal g\n    ret\ng:  ret\n",
    ),
    (
        "store over the program",
        "run --check",
        "main: li t0, 1\n    sw t0, 0(zero)\n    li a0, 10\n    ecall\n",
    ),
    (
        "pointer never set",
        "run --check",
        "main: li t0, 0\n    lw a1, 8(t0)\n    li a0, 10\n    ecall\n",
    ),
    (
        "index not multiplied",
        "run --check",
        "    .data\nx:  .word 1, 2, 3\n    .text\nmain: la t0, x\n    addi t0, t0, 1\n    lw a1, 0(t0)\n    li a0, 10\n    ecall\n",
    ),
    (
        "division by zero",
        "run --check",
        "main: li t0, 8\n    li t1, 0\n    div t2, t0, t1\n    li a0, 10\n    ecall\n",
    ),
    (
        "division by zero on MIPS",
        "run",
        "main: li $t0, 8\n    li $t1, 0\n    div $t2, $t0, $t1\n    li $v0, 10\n    syscall\n",
    ),
    (
        "return forgotten",
        "run --check",
        "main: jal f\n    li a0, 10\n    ecall\nf:  addi a0, a0, 1\n",
    ),
    (
        "number printed as a string",
        "run --check",
        "main: li a0, 4\n    li a1, 42\n    ecall\n    li a0, 10\n    ecall\n",
    ),
    (
        "argument of a call forgotten",
        "run --check",
        "main: li a0, 1\n    ecall\n    li a0, 10\n    ecall\n",
    ),
    (
        "number too large for the sum",
        "run",
        "main: li $t0, 0x7fffffff\n    addi $t0, $t0, 1\n",
    ),
];

const CONVENTION: &[Mistake] = &[
    (
        "temporary over a call",
        "run --check",
        "main: li t0, 5\n    jal f\n    mv a1, t0\n    li a0, 1\n    ecall\n    li a0, 10\n    ecall\nf:  ret\n",
    ),
    (
        "saved register changed",
        "run --check",
        "main: li s1, 1\n    jal f\n    mv a1, s1\n    li a0, 1\n    ecall\n    li a0, 10\n    ecall\nf:  li s1, 7\n    ret\n",
    ),
    (
        "return address not saved",
        "check",
        "main: jal f\n    li a0, 10\n    ecall\nf:  jal g\n    ret\ng:  ret\n",
    ),
    (
        "stack pointer not restored",
        "run --check",
        "main: jal f\n    li a0, 10\n    ecall\nf:  addi sp, sp, -16\n    sw ra, 12(sp)\n    lw ra, 12(sp)\n    ret\n",
    ),
    (
        "store instead of load",
        "run --check",
        "main: jal f\n    li a0, 10\n    ecall\nf:  addi sp, sp, -16\n    sw s1, 12(sp)\n    li s1, 1\n    sw s1, 12(sp)\n    addi sp, sp, 16\n    ret\n",
    ),
    (
        "below the stack pointer",
        "run --check",
        "main: jal f\n    li a0, 10\n    ecall\nf:  sw ra, -4(sp)\n    lw ra, -4(sp)\n    ret\n",
    ),
    (
        "register never written",
        "run --check",
        "main: add a1, t3, t4\n    li a0, 1\n    ecall\n    li a0, 10\n    ecall\n",
    ),
    (
        "words of half-words",
        "check",
        "    .data\nb:  .half 1, 2, 3\n    .text\nmain: la t0, b\n    lw a1, 0(t0)\n    li a0, 1\n    ecall\n    li a0, 10\n    ecall\n",
    ),
    (
        "temporary over a call on MIPS",
        "run --check",
        "main: li $t0, 5\n    jal f\n    move $a0, $t0\n    li $v0, 1\n    syscall\n    li $v0, 10\n    syscall\nf:  jr $ra\n",
    ),
];

fn program(source: &str) -> (Folder, &'static str) {
    let name = match source.contains('$') && !source.contains("# rv32") {
        true => "p.asm",
        false => "p.s",
    };
    (Folder::new().with(name, source), name)
}

/// The words of a command; no program runs for long.
fn args<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let limit = match command.starts_with("run") && !command.contains("--max-steps") {
        true => &["--max-steps", "10000"][..],
        false => &[],
    };
    let words = command.split(' ').chain(limit.iter().copied());
    words.chain(more.iter().copied()).collect()
}

/// What a mistake looks like, and what is wrong with its patch.
fn shown(mistakes: &[Mistake]) -> String {
    let mut text = String::new();
    for (what, command, source) in mistakes {
        let (folder, name) = program(source);
        let ran = folder.jal(&args(command, &[name]));
        text += &format!("==== {what}: jal {command}\n{}\n", ran.stderr);
        assert!(!ran.stderr.is_empty(), "{what}");
        check_patches(what, command, source);
    }
    text
}

fn diagnostics(command: &str, source: &str) -> Vec<Value> {
    let (folder, name) = program(source);
    let ran = folder.jal(&args(command, &["--message-format", "json", name]));
    let lines = ran.stderr.lines();
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// With each patch there is less to say, and nothing new.
fn check_patches(what: &str, command: &str, source: &str) {
    let before = diagnostics(command, source);
    let titles = |all: &[Value]| -> Vec<String> {
        all.iter()
            .map(|one| format!("{} {}", one["code"], one["title"]))
            .collect()
    };
    for one in before.iter().filter(|one| one["patch"].is_object()) {
        let patch = &one["patch"];
        let at = |key: &str| patch[key].as_u64().unwrap() as usize;
        let text = patch["replacement"].as_str().unwrap();
        let mended = format!("{}{text}{}", &source[..at("start")], &source[at("end")..]);
        let after = diagnostics(command, &mended);
        let gone = titles(&before)
            .into_iter()
            .filter(|t| !titles(&after).contains(t))
            .count();
        assert!(
            gone > 0 || after.len() < before.len(),
            "{what}: {one:#}\n{mended}"
        );
    }
}

#[test]
fn assembly_riscv() {
    insta::assert_snapshot!(shown(ASSEMBLY_RISCV));
}

#[test]
fn assembly_mips() {
    insta::assert_snapshot!(shown(ASSEMBLY_MIPS));
}

#[test]
fn runs() {
    insta::assert_snapshot!(shown(RUNS));
}

#[test]
fn convention() {
    insta::assert_snapshot!(shown(CONVENTION));
}
