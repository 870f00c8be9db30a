//! The prompt.

use std::path::Path;
use std::process::{Command, Stdio};

const SOURCE: &str = ".data\nx: .word 7\n.text\n.globl main\nmain: li $t0, 5\nlw $t1, x\nmove $a0, $t1\nli $v0, 1\nsyscall\njr $ra\n";

/// Types these commands; what is printed after the first line, both streams together.
fn session(name: &str, commands: &str) -> (String, String) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("spim-prompt")
        .join(name);
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("a.s"), SOURCE).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_spim"))
        .current_dir(&dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, commands.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let stdout = text(&output.stdout);
    let stdout = stdout.strip_prefix(crate::LOADED).unwrap().to_owned();
    (stdout, text(&output.stderr))
}

#[track_caller]
fn check(name: &str, commands: &str, stdout: &str, stderr: &str) {
    let found = session(name, commands);
    assert_eq!(found, (stdout.to_owned(), stderr.to_owned()), "{commands}");
}

#[test]
fn programs_are_loaded_and_run() {
    check(
        "run",
        "load \"a.s\"\nrun\nexit\n",
        "(spim) (spim) 7(spim) ",
        "",
    );
    check(
        "again",
        "l \"a.s\"\nru\n\nq\n",
        "(spim) (spim) 7(spim) 7(spim) ",
        "",
    );
    check(
        "nothing",
        "load \"b.s\"\nfoo\n",
        "(spim) (spim) (spim) ",
        "Cannot open file: `b.s'\nUnknown spim command\n",
    );
}

#[test]
fn steps_and_breakpoints() {
    let commands = "load \"a.s\"\nbreakpoint main\nlist\nrun\nstep\nstep 2\nprint $8\nprint $t1\nprint x\nprint main\n\
        delete main\ncontinue\nquit\n";
    check(
        "steps",
        commands,
        "(spim) (spim) (spim) Breakpoint at 0x00400024\n\
         (spim) Breakpoint encountered at 0x00400024\n\
         (spim) [0x00400024]\t0x34080005  ori $8, $0, 5                   ; 5: li $t0, 5\n\
         (spim) [0x00400028]\t0x3c011001  lui $1, 4097                    ; 6: lw $t1, x\n\
         [0x0040002c]\t0x8c290000  lw $9, 0($1)\n\
         (spim) Reg 8 = 0x00000005 (5)\n\
         (spim) Reg 9 = 0x00000007 (7)\n\
         (spim) Data seg @ 0x10010000 (268500992) = 0x00000007 (7)\n\
         (spim) *[0x00400024]\t0x34080005  ori $8, $0, 5                   ; 5: li $t0, 5\n\
         (spim) (spim) 7(spim) ",
        "",
    );
}

#[test]
fn registers_and_symbols() {
    let (stdout, _) = session(
        "registers",
        "load \"a.s\"\nrun\nprint_symbols\nprint $f0\nprint_all_regs\nreinitialize\nprint_symbols\n",
    );
    for text in [
        "g\t__start at 0x00400000\ng\tmain at 0x00400024\n",
        "FP reg 0 = 0 (double)\nFP reg 0 = 0 (single)\n",
        " PC      = 00400000   EPC     = 00000000   Cause   = 00000000   BadVAddr= 00000000\n Status  = 3000ff10   HI ",
        "R0  (r0) = 0          R8  (t0) = 0          R16 (s0) = 0          R24 (t8) = 0         \n",
        "R4  (a0) = 0          R12 (t4) = 0          R20 (s4) = 0          R28 (gp) = 268468224 \n",
        "FP0  = 0.00000       FP8  = 0.00000       FP16 = 0.00000       FP24 = 0.00000      \n",
        "g\tmain at 0x00000000\n",
    ] {
        assert!(stdout.contains(text), "{text}\n{stdout}");
    }
}
