//! `jal check --portable`: everything that the simulator itself refuses, and nothing else.

use crate::folder::Folder;

const MARS: &str = "\
.data
x: .word 1, x+4
text: .asciz \"hello\"
.text
a: c: nop
li.s $f0, 1.5
and $t0, $t1, -1
add $s8, $t0, $t1
li $t0, 4*2
lw $t0, x-4
put -5
exit
.macro exit
li $v0,10
syscall
.end_macro
.macro put %n
li $a0,%n
.end_macro
";

const RARS: &str = "\
.data
time: .word 5
s: .asciiz \"a\"
.text
li t0, 4294967295
add t0, t0, 5
csrw ustatus, t0
move t0, t1
lr.w t0, (t1)
lui t0, -4096
li a7, 10
ecall
";

const VENUS: &str = "\
.data
s: .ascii \"a\\0\"
.byte -128
.text
lw a0, (sp)
li a0, 4*2
nop // comment
csrr t0, cycle
jalr ra, 0(a0)
li a0, '\\0'
fmv.x.w a0, fa0
li a0, 10
ecall
";

const SPIM: &str = "\
K = 5
.data
x: .word 1, K:2
y: .word x-4
b: .word 010
text: .asciiz \"a\\0b\", \"\\n\\061\"
f: .float 1.5e-3, 3
.text
a: c: nop
main: LI $t0, 5
sub $t0, 3; add $t0, $t1
ori $t0, $t1, 70000
addi $t0, K+4
seb $t0, $t1
move $at, $t0
lw $t0, x+4($t1)
lw $t0, x-4
mul $t0, 2
j $ra
K = 6
.globl main, a
.eqv N 4
li $t0, LATE
LATE = 7
.set noat
move $at, $t0
sll $t0, $t1, 32
";

#[test]
fn everything_that_is_refused_is_listed() {
    for (name, file, source) in [
        ("mars", "a.asm", MARS),
        ("rars", "a.s", RARS),
        ("venus", "a.s", VENUS),
        ("spim", "a.s", SPIM),
    ] {
        let folder = Folder::new().with(file, source);
        let ran = folder.jal(&["check", "--portable", name, file]);
        insta::assert_snapshot!(format!("portable_{name}"), ran.transcript());
        assert_eq!(ran.code, Some(1));
    }
}

#[test]
fn a_program_for_another_simulator_is_said_to_be_one() {
    let venus = "main: li a0, 1\n li a1, 5\n ecall\n li a0, 10\n ecall\n";
    let folder = Folder::new()
        .with("venus.s", venus)
        .with("mars.asm", "li $v0, 10\nsyscall\n");
    let said = |simulator: &str, file: &str| {
        let ran = folder.jal(&["check", "--portable", simulator, file]);
        assert_eq!(ran.code, Some(1));
        ran.stderr
    };
    let all = [
        said("mars", "venus.s"),
        said("rars", "venus.s"),
        said("venus", "mars.asm"),
    ];
    insta::assert_snapshot!("portable_other", all.concat());
}

#[test]
fn plain_programs_and_libraries_have_nothing() {
    let folder = Folder::new()
        .with("a.asm", "main: li $v0, 10\nsyscall\n")
        .with("lib.asm", "f: jal other\njr $ra\n")
        .with("a.s", "main: li a7, 10\necall\n")
        .with("v.s", "main: li a0, 10\necall\n");
    for (simulator, file) in [
        ("mars", "a.asm"),
        ("mars", "lib.asm"),
        ("rars", "a.s"),
        ("venus", "v.s"),
        ("spim", "a.asm"),
        ("spim", "lib.asm"),
    ] {
        let ran = folder.jal(&["check", "--portable", simulator, file]);
        assert_eq!(ran.code, Some(0), "{file}: {}", ran.stderr);
    }
}

#[test]
fn the_bundled_programs_are_portable() {
    let asm = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm");
    let folder = Folder::new();
    for (simulator, file) in [
        ("mars", "hello.asm"),
        ("rars", "hello-rars.asm"),
        ("venus", "hello.s"),
        ("spim", "hello-spim.s"),
    ] {
        let file = asm.join(file);
        let ran = folder.jal(&["check", "--portable", simulator, file.to_str().unwrap()]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    }
}
