//! The drop-in `venus` command line, run as scripts run it: what it prints on both streams, and
//! its exit code. The programs are in `tests/venus`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "transcript.rs"]
mod transcript;

use std::fs::File;
use std::io::Seek;
use std::path::Path;
use transcript::Tool;

const VENUS: Tool = Tool {
    name: "venus",
    program: env!("CARGO_BIN_EXE_venus"),
    programs: "tests/venus",
    help: "-h",
};

/// Runs `venus` and snapshots what it did.
#[track_caller]
fn check_with(name: &str, args: &[&str], input: &str) {
    let text = VENUS.transcript(name, args, input);
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[track_caller]
fn check(name: &str, args: &[&str]) {
    check_with(name, args, "");
}

/// Runs `venus` with each of these lines and snapshots all together.
#[track_caller]
fn check_all(name: &str, lines: &[&str]) {
    let texts = lines.iter().map(|line| {
        let args: Vec<&str> = line.split(' ').collect();
        VENUS.transcript(name, &args, "")
    });
    let text = texts.collect::<Vec<_>>().join("\n");
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn help_and_usage() {
    check("help", &["-h"]);
    check("version", &["-v"]);
    check("no_value", &["hello.s", "-ms"]);
    check("bad_radix", &["-tb", "99", "hello.s"]);
    check("bad_number", &["-ms", "many", "hello.s"]);
    check("no_file", &["-n"]);
    check("mount", &["-dm", "hello.s"]);
    let [none, help] = [&[][..], &["--help".to_owned()]].map(|args| VENUS.run(args, ""));
    assert_eq!(none, help);
}

#[test]
fn arguments() {
    check(
        "arguments",
        &["args.s", "one", "-n one word", "", "two", "--maxsteps=3"],
    );
    check(
        "arguments_after_dashes",
        &["-it", "--", "args.s", "-n", "--help", "--"],
    );
    check("flags_after_the_file", &["hello.s", "-n"]);
    check("path_as_given", &["./args.s"]);
}

#[test]
fn exit_codes() {
    check("exit", &["hello.s"]);
    check("exit_with_code", &["exit_code.s"]);
    check("run_off", &["run_off.s"]);
    check("jump_past", &["jump_past.s"]);
    check("return_from_main", &["main.s"]);
    check("empty", &["empty.s"]);
}

#[test]
fn files_that_do_not_assemble() {
    check("missing_file", &["nofile.s"]);
    check("directory", &["sub"]);
    check("first_pass", &["pass1.s"]);
    check("second_pass", &["pass2.s"]);
    check("warning", &["warning.s"]);
    check("undefined", &["undefined.s"]);
    check("global_twice", &["twice.s"]);
    check("missing_import", &["no_import.s"]);
    check("missing_absolute_import", &["no_absolute_import.s"]);
    check("import_with_errors", &["bad_import.s"]);
}

#[test]
fn faults() {
    check("step_limit", &["forever.s"]);
    check("gap", &["gap.s"]);
    check("undecodable", &["undecodable.s"]);
    check("heap_full", &["heap.s"]);
    check("unknown_call", &["unknown_call.s"]);
}

#[test]
fn input() {
    check_with("read_int", &["read_int.s"], "  -17\n");
    check_with("read_int_bad", &["read_int.s"], "x1\n");
    check_with("read_int_at_end", &["read_int.s"], "");
    check_with("read_string", &["read_string.s"], "hello world\n");
    check_with("read_string_at_end", &["read_string.s"], "");
}

#[test]
fn libraries_and_definitions() {
    check("libs", &["calls_library.s", "-l", "sub/seven.s"]);
    check(
        "libs_missing",
        &["calls_library.s", "-l", "sub/seven.s;nolib.s"],
    );
    check(
        "libs_with_errors",
        &["calls_library.s", "--libs", "sub/bad.s"],
    );
    check("define", &["--def", "OTHER=1;ANSWER=42", "define.s"]);
    check("define_bad", &["--def", "ANSWER", "define.s"]);
}

#[test]
fn register_width() {
    check("width_32", &["-r", "32", "hello.s"]);
    check("width_64", &["-r", "64", "hello.s"]);
    check("width_16", &["--regwidth", "16", "hello.s"]);
}

#[test]
fn source_as_argument() {
    check("source", &["-fa", "li a0 1\nli a1 3\necall"]);
    check("source_error", &["--fileIsAssembly", "li a0 1\nfoo"]);
    check_with(
        "source_lines",
        &["-fa", "stdin"],
        "addi a0 x0 1\nfoo\nli a0 4096\n",
    );
}

#[test]
fn dump() {
    check("dump", &["-d", "hello.s"]);
    check("dump_does_not_run", &["--dump", "forever.s"]);
}

#[test]
fn rules_of_the_machine() {
    check("steps", &["-n", "hello.s"]);
    check("steps_and_exit_code", &["--numberCycles", "exit_code.s"]);
    check("max_steps", &["-ms", "6", "hello.s"]);
    check("max_steps_exceeded", &["-ms", "5", "hello.s"]);
    check("max_steps_of_calls", &["-ms", "200", "calloc.s"]);
    check("max_steps_none", &["--maxsteps", "-1", "long.s"]);
    check("text_can_be_modified", &["modify.s"]);
    check("immutable_text", &["-it", "modify.s"]);
    check("allow_gap", &["-ahs", "gap.s"]);
    check("registers", &["registers.s"]);
    check("unset_registers", &["-ur", "registers.s"]);
    check("only_exit_call", &["-eoe", "run_off.s"]);
    check("only_exit_call_with_main", &["-eoe", "main.s"]);
}

#[test]
fn calling_convention() {
    check("calling_convention", &["-cc", "--retToAllA", "hello.s"]);
    check(
        "calling_convention_long",
        &["hello.s", "--callingConvention", "-retToAllA"],
    );
    check("calling_convention_is_ignored", &["-cc", "-d", "run_off.s"]);
    check(
        "calling_convention_as_argument",
        &["args.s", "-cc --retToAllA"],
    );
    check("calling_convention_three_kinds", &["-cc", "cc1.s"]);
    check("calling_convention_stack", &["p2.s", "-cc"]);
}

/// Which jumps are calls and returns, and what that hides.
#[test]
fn calling_convention_calls() {
    check_all(
        "cc_calls",
        &[
            "-cc cc/pointer.s",
            "-cc cc/call.s",
            "-cc cc/local.s",
            "-cc cc/tail.s",
            "-cc cc/recursion.s",
            "-cc cc/recursion_skips.s",
            "-cc cc/shared.s",
            "-cc cc/longjmp.s",
            "-cc cc/table.s",
            "-cc -ms 60 cc/coroutine.s",
            "-cc cc/links.s",
            "-cc cc/returns.s",
            "-cc cc/main.s",
        ],
    );
}

/// Which registers must be set, and which saved.
#[test]
fn calling_convention_registers() {
    check_all(
        "cc_registers",
        &[
            "-cc cc/reads.s",
            "-cc cc/stores.s",
            "-cc cc/buffer.s",
            "-cc cc/bytes.s",
            "-cc cc/moved.s",
            "-cc cc/moved_to_saved.s",
            "-cc cc/saved.s",
            "-cc cc/no_result.s",
            "-cc cc/temporary.s",
            "-cc cc/argument.s",
            "-cc --retToAllA cc/argument.s",
            "-cc cc/memory.s",
            "-cc cc/below.s",
            "-cc -ahs cc/below.s",
            "-cc cc/floats.s",
            "-cc cc/reserved.s",
        ],
    );
    check_with("cc_ecall", &["-cc", "cc/ecall.s"], "x\n");
}

/// What else stands in the messages, and the end of a run.
#[test]
fn calling_convention_ends() {
    check_all(
        "cc_ends",
        &[
            "-cc cc/imports.s",
            "-cc cc/labels.s",
            "-cc cc/exits.s",
            "-cc exit_code.s",
            "-cc run_off.s",
            "-cc cc/faults.s",
            "-cc -ms 20 cc/no_ra.s",
            "-cc empty.s",
            "-cc pass1.s",
            "-cc undefined.s",
            "-cc twice.s",
            "-cc no_import.s",
            "-cc bad_import.s",
            "-cc nofile.s",
        ],
    );
    check("cc_source", &["-cc", "-fa", "mv t0 t1"]);
}

#[test]
fn calling_convention_with_other_flags() {
    check_all(
        "cc_flags",
        &[
            "-cc -n hello.s",
            "-cc -n cc1.s",
            "-cc -t -tb 10 -tp %pc%\\n p2.s",
            "-cc -d p2.s",
            "-cc -ur p2.s",
            "-cc -eoe cc1.s",
            "-cc -mc static.s",
            "--retToAllA cc/argument.s",
            "-cc -- cc/argument.s --retToAllA",
        ],
    );
    check(
        "cc_files",
        &[
            "-cc",
            "-cf",
            "DIR/coverage.txt",
            "-jcf",
            "DIR/coverage.json",
            "p2.s",
        ],
    );
}

/// A mistake in a loop is told each time, and a flood ends at the limit of steps, without a count.
#[test]
fn calling_convention_floods() {
    let run = |args: &[&str]| {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        let output = VENUS.run(&args, "");
        let text = String::from_utf8(output.stderr).unwrap();
        (text, output.status.code())
    };
    let line = "[CC Violation]: (PC=0x00000018) Usage of unset register t1! cc/loop.s:11 \
                addi t0, t1, 1\n";
    let (text, code) = run(&["-cc", "cc/loop.s"]);
    assert_eq!(text, line.repeat(1000) + "Found 1000 warnings!");
    assert_eq!(code, Some(255));

    let line = "[CC Violation]: (PC=0x00000010) Usage of unset register ra! cc/no_ra.s:9 ret\n";
    let (text, code) = run(&["-cc", "-ms", "20000", "cc/no_ra.s"]);
    let limit = "Venus ran into a simulator error!\n\
                 Ran for more than the max allowed steps (20000)!\n";
    // Three instructions lead to it, and then it is every one.
    assert_eq!(text, line.repeat(19_997) + limit);
    assert_eq!(code, Some(255));
}

/// Messages stand between what the program prints before and after them.
#[test]
fn calling_convention_keeps_the_order() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("venus-both-streams");
    let mut file = File::options()
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .unwrap();
    file.set_len(0).unwrap();
    let status = std::process::Command::new(VENUS.program)
        .args(["-cc", "cc/printing.s"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/venus"))
        .stdout(file.try_clone().unwrap())
        .stderr(file.try_clone().unwrap())
        .status()
        .unwrap();
    file.rewind().unwrap();
    let text = std::io::read_to_string(file).unwrap();
    let told = |pc, line| {
        format!(
            "[CC Violation]: (PC=0x{pc}) Usage of unset register t1! cc/printing.s:{line} \
             mv t0, t1\n"
        )
    };
    let round = format!("a{}b{}", told("00000020", 12), told("00000030", 16));
    let end = "\nExited with error code 5\nFound 4 warnings!";
    assert_eq!(text, format!("{round}{round}{end}"));
    assert_eq!(status.code(), Some(255));
}

const PATTERN: &str = "%line% %pc% %inst% %decode% t0=%5% a0=%x10% [%output%]\\n";

#[test]
fn trace() {
    check("trace", &["-t", "run_off.s"]);
    check(
        "trace_pattern",
        &["-t", "-tb", "16", "-tp", PATTERN, "branches.s"],
    );
    check(
        "trace_inst_first",
        &["-t", "-ti", "-tb", "16", "-tp", PATTERN, "branches.s"],
    );
    check(
        "trace_words",
        &["-t", "-tw", "-tb", "10", "-tp", "%pc%\\n", "run_off.s"],
    );
    check(
        "trace_cut",
        &["-t", "-tn", "2", "-tb", "16", "-tp", PATTERN, "branches.s"],
    );
    check(
        "trace_filled",
        &["-t", "-tn", "3", "-tb", "16", "-tp", PATTERN, "run_off.s"],
    );
    check(
        "trace_file",
        &[
            "-t",
            "-tf",
            "pattern.txt",
            "-tp",
            "no",
            "-tb",
            "36",
            "run_off.s",
        ],
    );
    check(
        "trace_file_missing",
        &["-t", "-tf", "nofile.txt", "run_off.s"],
    );
    check("trace_error", &["-t", "gap.s"]);
    check("trace_step_limit", &["-t", "-ms", "5", "forever.s"]);
}

#[test]
fn trace_of_two_stages() {
    let flags = ["-t", "-ts", "-tb", "16", "-tp", PATTERN];
    check("trace_two_stage", &[&flags[..], &["branches.s"]].concat());
    check(
        "trace_two_stage_inst_first",
        &[&flags[..], &["-ti", "-tn", "17", "branches.s"]].concat(),
    );
}

#[test]
fn dumps_of_the_final_state() {
    check("core_json", &["-cdf", "DIR/core.json", "run_off.s"]);
    check("core_text", &["-cdft", "DIR/core.txt", "branches.s"]);
    check(
        "core_text_after_an_error",
        &["-cdft", "DIR/core.txt", "gap.s"],
    );
    check(
        "core_unwritable",
        &["-cdf", "DIR/none/core.json", "run_off.s"],
    );
}

#[test]
fn coverage() {
    check(
        "coverage",
        &[
            "-cf",
            "DIR/coverage.txt",
            "-jcf",
            "DIR/coverage.json",
            "branches.s",
        ],
    );
}

#[test]
fn memcheck() {
    check("memcheck_static", &["-mc", "static.s"]);
    check("memcheck_heap", &["-mc", "blocks.s"]);
    check("memcheck_verbose", &["-mcv", "blocks.s"]);
    check("memcheck_text", &["-mc", "-it", "modify.s"]);
    check("memcheck_off", &["-mc", "-ahs", "static.s"]);
}

#[test]
fn working_directory() {
    check(
        "import_from_working_directory",
        &["-wd", "sub", "imports_here.s"],
    );
    check("working_directory_missing", &["-wd", "nothing", "hello.s"]);
    check("file_is_written", &["-wd", "DIR", "open.s", "new.txt"]);
    check(
        "file_by_absolute_path",
        &["-wd", "DIR", "open.s", "DIR/new.txt"],
    );
    check(
        "file_by_way_of_parent",
        &["-wd", "DIR", "open.s", "nothing/../new.txt"],
    );
    check("file_outside", &["-wd", "DIR", "open.s", "../outside.txt"]);
    check(
        "file_missing_directory",
        &["-wd", "DIR", "open.s", "nothing/new.txt"],
    );
}

/// A reader that goes away ends the program, and nothing is said about it.
#[test]
fn closed_pipe() {
    let output = VENUS.run_without_reader(&["-ms", "-1", "print_forever.s"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
