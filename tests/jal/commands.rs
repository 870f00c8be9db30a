//! The command line: what each command writes where, and its exit code.

use crate::folder::Folder;
use std::process::{Command, Stdio};

const PRINT_42: &str = ".globl main\nmain: li a0, 1\n li a1, 42\n ecall\n li a0, 7\n ret\n";

#[test]
fn run_passes_the_exit_code_on() {
    let ran = Folder::new().with("p.s", PRINT_42).jal(&["run", "p.s"]);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        ("42", "", Some(7))
    );
}

#[test]
fn arguments_reach_the_program() {
    let source = "\
.globl main
main:
    mv s0, a0
    mv s1, a1
next:
    lw a1, 0(s1)
    li a0, 4
    ecall
    li a0, 11
    li a1, '\\n'
    ecall
    addi s1, s1, 4
    addi s0, s0, -1
    bnez s0, next
    li a0, 0
    ret
";
    let ran =
        Folder::new()
            .with("p.s", source)
            .jal(&["run", "p.s", "one", "--max-steps", "-x", ""]);
    assert_eq!(ran.stdout, "p.s\none\n--max-steps\n-x\n\n");
    assert_eq!(ran.code, Some(0));
}

#[test]
fn an_elf_file_runs_as_its_source_does() {
    let folder = Folder::new().with("p.s", PRINT_42);
    assert_eq!(folder.jal(&["asm", "p.s"]).code, Some(0));
    let ran = folder.jal(&["run", "a.out"]);
    assert_eq!((ran.stdout.as_str(), ran.code), ("42", Some(7)));
    let listing = folder.jal(&["disasm", "a.out"]);
    assert!(listing.stdout.contains("<main>:"), "{}", listing.stdout);
}

#[test]
fn an_elf_file_of_the_environment_linux_keeps_its_calls() {
    let source = "li a7, 93\nli a0, 5\necall\n";
    let folder = Folder::new().with("p.s", source);
    assert_eq!(folder.jal(&["run", "--env", "linux", "p.s"]).code, Some(5));
}

#[test]
fn asm_writes_listing_and_words() {
    let folder = Folder::new().with(
        "p.s",
        ".data\nx: .word 1, 2\n.text\nmain: la a0, x # load\n lw a1, 4(a0)\n",
    );
    insta::assert_snapshot!(
        "listing",
        folder.jal(&["asm", "--listing", "p.s"]).transcript()
    );
    insta::assert_snapshot!("dump", folder.jal(&["asm", "--dump", "p.s"]).transcript());
    insta::assert_snapshot!("disasm", folder.jal(&["disasm", "p.s"]).transcript());
    insta::assert_snapshot!(
        "disasm_numeric",
        folder.jal(&["disasm", "--numeric", "p.s"]).transcript()
    );
}

#[test]
fn asm_shows_its_stages() {
    let source = ".equ N, 3\n.data\nx: .word N\n.text\nmain: li a0, 5000 # large\n";
    let folder = Folder::new().with("p.s", source);
    for stage in ["tokens", "items", "image"] {
        let ran = folder.jal(&["asm", "--emit", stage, "p.s"]);
        insta::assert_snapshot!(format!("emit_{stage}"), ran.transcript());
    }
}

#[test]
fn asm_writes_where_it_is_told() {
    let folder = Folder::new().with("p.s", PRINT_42);
    assert_eq!(folder.jal(&["asm", "p.s", "-o", "out.elf"]).code, Some(0));
    assert!(folder.path().join("out.elf").exists());
    let ran = folder.jal(&["asm", "p.s", "-o", "no/such/folder/x"]);
    assert_eq!(ran.code, Some(3));
    insta::assert_snapshot!("asm_cannot_write", ran.transcript());
}

#[test]
fn assembly_errors_are_all_told() {
    let source = "main:\n  adi a0, a0, 1\n  addi a0, a0, 5000\n  lw $t0, 0(sp)\n  beq a0, a1, lop\nloop: add a0 a0\n";
    let folder = Folder::new().with("bad.s", source);
    insta::assert_snapshot!(
        "assembly_errors",
        folder.jal(&["run", "bad.s"]).transcript()
    );
    let json = folder.jal(&["run", "--message-format", "json", "bad.s"]);
    assert_eq!(json.stderr.lines().count(), 5);
    assert!(
        json.stderr
            .lines()
            .all(|line| line.starts_with('{') && line.ends_with('}'))
    );
}

#[test]
fn errors_in_an_imported_file_name_the_import() {
    let folder = Folder::new()
        .with("main.s", ".import \"lib/a.s\"\nmain: jal f\n")
        .with("lib/a.s", ".import \"b.s\"\n.globl f\nf: ret\n")
        .with("lib/b.s", "g: nopp\n");
    insta::assert_snapshot!("import_chain", folder.jal(&["run", "main.s"]).transcript());
}

#[test]
fn files_that_are_no_programs() {
    let folder = Folder::new()
        .with("empty.s", "")
        .with("noise.s", [0xff, 0xfe, 0, 7, 27]);
    insta::assert_snapshot!(
        "missing_file",
        folder.jal(&["run", "nothing.s"]).transcript()
    );
    insta::assert_snapshot!("folder_as_file", folder.jal(&["run", "."]).transcript());
    insta::assert_snapshot!("empty_file", folder.jal(&["run", "empty.s"]).transcript());
    assert_eq!(folder.jal(&["run", "noise.s"]).code, Some(127));
    let truncated = Folder::new().with("t.elf", b"\x7fELF\x01\x01\x01");
    insta::assert_snapshot!(
        "truncated_elf",
        truncated.jal(&["run", "t.elf"]).transcript()
    );
}

#[test]
fn usage_errors_have_code_2() {
    let folder = Folder::new();
    assert_eq!(folder.jal(&[]).code, Some(2));
    assert_eq!(folder.jal(&["rum", "x.s"]).code, Some(2));
    assert_eq!(folder.jal(&["run"]).code, Some(2));
    assert_eq!(
        folder.jal(&["run", "--max-steps", "many", "x.s"]).code,
        Some(2)
    );
    assert_eq!(folder.jal(&["--help"]).code, Some(0));
    assert_eq!(folder.jal(&["--version"]).code, Some(0));
}

#[test]
fn files_are_reached_only_with_permission() {
    let source = "\
.data
name: .string \"out.txt\"
text: .string \"kept\"
.text
    li a0, 13
    la a1, name
    li a2, 1
    ecall
    mv s0, a0
    li a0, 15
    mv a1, s0
    la a2, text
    li a3, 4
    li a4, 1
    ecall
    li a0, 16
    mv a1, s0
    ecall
    li a0, 17
    addi a1, s0, 1
    ecall
";
    let folder = Folder::new().with("p.s", source).with("box/keep", "");
    assert_eq!(
        folder.jal(&["run", "p.s"]).code,
        Some(0),
        "open fails with -1"
    );
    assert!(!folder.path().join("out.txt").exists());
    assert_eq!(folder.jal(&["run", "--files", "box", "p.s"]).code, Some(4));
    assert_eq!(
        std::fs::read(folder.path().join("box/out.txt")).unwrap(),
        b"kept"
    );
    assert_eq!(
        folder.jal(&["run", "--files", "missing", "p.s"]).code,
        Some(2)
    );
}

#[test]
fn trace_and_stats_say_what_ran() {
    let source = ".globl main\nmain: li t0, 3\nloop: addi t0, t0, -1\n sw t0, x, t1\n bnez t0, loop\n li a0, 0\n ret\n.data\nx: .word 0\n";
    let folder = Folder::new().with("p.s", source);
    insta::assert_snapshot!("trace", folder.jal(&["run", "--trace", "p.s"]).transcript());
    assert_eq!(folder.jal(&["run", "--trace=t.txt", "p.s"]).stderr, "");
    let trace = std::fs::read_to_string(folder.path().join("t.txt")).unwrap();
    assert_eq!(trace.lines().count(), 15);
    let stats = folder.jal(&["run", "--stats", "p.s"]).stderr;
    let timeless: Vec<&str> = stats
        .lines()
        .filter(|l| !l.starts_with("time") && !l.starts_with("million"))
        .collect();
    insta::assert_snapshot!("stats", timeless.join("\n"));
}

#[test]
fn a_timeout_stops_what_never_ends() {
    let folder = Folder::new().with("p.s", "here: j here\n");
    let ran = folder.jal(&["run", "--timeout", "50ms", "p.s"]);
    assert_eq!(ran.code, Some(124));
    assert!(ran.stderr.contains("R0304"), "{}", ran.stderr);
}

#[test]
fn random_bytes_depend_on_the_seed_only() {
    let source = "\
.data
x: .word 0
.text
    li a7, 278
    la a0, x
    li a1, 4
    ecall
    li a7, 64
    li a0, 1
    la a1, x
    li a2, 4
    ecall
    li a7, 93
    ecall
";
    let folder = Folder::new().with("p.s", source);
    let with = |seed| {
        folder
            .jal(&["run", "--env", "linux", "--seed", seed, "p.s"])
            .stdout
    };
    assert_eq!(with("1"), with("1"));
    assert_ne!(with("1"), with("2"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::new().with("p.s", "again: li a0, 11\n li a1, 'x'\n ecall\n j again\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_jal"))
        .args(["run", "p.s"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn explain_knows_calls_registers_and_directives() {
    let folder = Folder::new();
    for (name, words) in [
        ("explain_ecall", &["ecall"][..]),
        ("explain_call_by_number", &["ecall", "4"]),
        ("explain_call_of_mips", &["syscall", "42"]),
        ("explain_call_by_name", &["print_string"]),
        ("explain_call_unknown", &["ecall", "999"]),
        ("explain_register", &["sp"]),
        ("explain_register_of_calls", &["a7"]),
        ("explain_register_of_mips", &["$v0"]),
        ("explain_register_float", &["$f12"]),
        ("explain_register_control", &["frm"]),
        ("explain_directive", &[".align"]),
        ("explain_directive_unknown", &[".wrod"]),
    ] {
        let args = [&["explain"], words].concat();
        insta::assert_snapshot!(name, folder.jal(&args).transcript());
    }
}

#[test]
fn explain_knows_codes_and_instructions() {
    let folder = Folder::new();
    insta::assert_snapshot!(
        "explain_instruction",
        folder.jal(&["explain", "lw"]).transcript()
    );
    insta::assert_snapshot!(
        "explain_pseudo",
        folder.jal(&["explain", "la"]).transcript()
    );
    insta::assert_snapshot!(
        "explain_unknown",
        folder.jal(&["explain", "adddi"]).transcript()
    );
    let page = folder.jal(&["explain", "r0104"]);
    assert!(page.stdout.starts_with("# R0104: "), "{}", page.stdout);
    assert!(folder.jal(&["explain"]).stdout.contains("R0104"));
    let calls = folder.jal(&["explain", "printf"]).stdout;
    assert!(calls.contains("print_string (ecall 4 of venus"), "{calls}");
}

#[test]
fn explain_is_plain_when_piped_and_lists_topics() {
    let folder = Folder::new();
    let overview = folder.jal(&["explain"]).stdout;
    let top: Vec<&str> = overview.lines().take(9).collect();
    insta::assert_snapshot!("explain_topics", top.join("\n"));
    assert!(!folder.jal(&["explain", "E0402"]).stdout.contains('\x1b'));
    let colored = folder
        .jal(&["explain", "--color", "always", "E0402"])
        .stdout;
    assert!(colored.starts_with("\x1b[1;4mE0402"), "{colored}");
    assert!(
        folder
            .jal(&["explain", "directives"])
            .stdout
            .contains(".word")
    );
}

#[test]
fn colour_only_where_it_is_wanted() {
    let folder = Folder::new().with("bad.s", "nopp\n");
    assert!(!folder.jal(&["run", "bad.s"]).stderr.contains('\x1b'));
    assert!(
        folder
            .jal(&["run", "--color", "always", "bad.s"])
            .stderr
            .contains('\x1b')
    );
}

#[test]
fn a_limit_is_not_hit_by_the_last_step() {
    let folder = Folder::new().with("p.s", "nop\nj end\nnop\nend:\n");
    assert_eq!(
        folder.jal(&["run", "--max-steps", "2", "p.s"]).code,
        Some(1)
    );
    assert_eq!(
        folder.jal(&["run", "--max-steps", "1", "p.s"]).code,
        Some(124)
    );
}

#[test]
fn a_call_that_overwrites_itself_goes_on_after_it() {
    let source = "\
    li   a0, 8          # read a line over the ecall
    la   a1, here
    li   a2, 3
here:
    ecall
    li   a0, 17
    li   a1, 9
    ecall
";
    let folder = Folder::new().with("p.s", source);
    let ran = folder.jal_with_input(&["run", "p.s"], b"abc\n");
    assert_eq!(ran.code, Some(9), "{}", ran.stderr);
}

#[test]
fn a_loop_that_was_not_reached_is_not_where_a_program_was() {
    let program = "main: li t0, 1\n li t1, 2\n li t2, 3\n li t3, 4\n li s0, 100\n\
                   loop: addi s0, s0, -1\n bnez s0, loop\n li a0, 10\n ecall\n";
    let folder = Folder::new().with("p.s", program);
    let ran = folder.jal(&["run", "--max-steps", "3", "p.s"]);
    assert_eq!(ran.code, Some(124), "{ran:?}");
    assert!(ran.stderr.contains("p.s:4:2"), "{}", ran.stderr);
    assert!(ran.stderr.contains("it was here"), "{}", ran.stderr);
}

/// Each call reads a string of 128 KiB, and asks nobody.
#[test]
fn slow_calls_end_with_the_timeout() {
    let program = "
main:
    li   a0, 9
    li   a1, 0x30000
    ecall
    mv   s0, a0
    mv   t0, a0
    li   t1, 0x20000
    add  t1, t1, t0
    li   t2, 0x31313131
fill:
    sw   t2, 0(t0)
    addi t0, t0, 4
    bltu t0, t1, fill
loop:
    li   a0, 5
    mv   a1, s0
    ecall
    j    loop
";
    let folder = Folder::new().with("p.s", program);
    let ran = folder.jal(&["run", "--timeout", "100ms", "p.s"]);
    assert_eq!(ran.code, Some(124), "{ran:?}");
    assert!(ran.stderr.contains("stopped after 0.1 s"), "{}", ran.stderr);
}

#[test]
fn waiting_for_input_ends_with_the_timeout() {
    let folder = Folder::new().with("p.s", "li a0, 6\necall\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_jal"))
        .args(["run", "--timeout", "100ms", "p.s"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let waiting = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(waiting);
    assert_eq!(output.status.code(), Some(124));
    assert!(String::from_utf8_lossy(&output.stderr).contains("R0304"));
}

#[test]
fn a_linux_program_does_not_end_by_returning() {
    let folder = Folder::new().with("p.s", ".globl main\nmain: ret\n");
    let ran = folder.jal(&["run", "--env", "linux", "--max-steps", "1k", "p.s"]);
    assert_eq!(ran.code, Some(126), "{}", ran.stderr);
}

#[test]
fn the_source_is_not_overwritten() {
    let folder = Folder::new().with("p.s", PRINT_42);
    assert_eq!(folder.jal(&["asm", "p.s", "-o", "./p.s"]).code, Some(2));
    let kept = std::fs::read(folder.path().join("p.s")).unwrap();
    assert_eq!(kept, PRINT_42.as_bytes());
}

#[test]
fn statistics_can_be_read_by_programs() {
    let folder = Folder::new().with("p.s", PRINT_42);
    let ran = folder.jal(&["run", "--stats", "--message-format", "json", "p.s"]);
    assert!(ran.stderr.starts_with("{\"stats\":"), "{}", ran.stderr);
}

#[cfg(feature = "tui")]
#[test]
fn the_full_screen_of_the_debugger_needs_a_terminal() {
    let folder = Folder::new().with("p.s", PRINT_42);
    let ran = folder.jal(&["debug", "--tui", "p.s"]);
    let said = "jal: --tui needs a terminal, but its input or output is a file or a pipe; without \
                it, commands are read line by line\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", said));
    assert_eq!(ran.code, Some(2));
    let ran = folder.jal_with_input(&["debug", "p.s"], b"tui\n");
    let said = "(jal) tui\nThe full screen needs a terminal.\n";
    assert!(ran.stdout.ends_with(said), "{}", ran.stdout);
}

/// Not all errors are shown, but the last line counts them all.
#[test]
fn errors_that_are_not_shown_are_counted() {
    let folder = Folder::new().with("main.s", format!("main:\n{}", "    bad a0\n".repeat(300)));
    for (command, last) in [
        (
            "run",
            "`main.s` has 300 errors. `jal explain E0301` explains the first.\n",
        ),
        (
            "check",
            "1 file checked, more than 200 findings. `jal explain E0301` explains the first.\n",
        ),
    ] {
        let ran = folder.jal(&[command, "main.s"]);
        let said = ran.stdout + &ran.stderr;
        assert!(said.contains(last), "{command}: {said}");
        assert!(
            said.contains("100 more errors are not shown"),
            "{command}: {said}"
        );
    }
}
