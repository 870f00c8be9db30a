//! The drop-in `mars` command line, run as scripts run it: what it prints on both streams, and
//! its exit code. The programs are in `tests/mars`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "mars/calls.rs"]
mod calls;
#[path = "case.rs"]
mod case;
#[path = "mars/exact.rs"]
mod exact;
#[path = "program_files.rs"]
mod program_files;
#[path = "transcript.rs"]
mod transcript;

pub(crate) use case::Case;
use transcript::Tool;

/// The command line under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_mars");

const MARS: Tool = Tool {
    name: "mars",
    program: env!("CARGO_BIN_EXE_mars"),
    programs: "tests/mars",
    help: "h",
};

#[track_caller]
fn check(name: &str, args: &str) {
    check_with(name, args, "");
}

#[track_caller]
fn check_with(name: &str, args: &str, input: &str) {
    let words: Vec<&str> = args.split(' ').collect();
    let text = MARS.transcript(name, &words, input);
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn programs_of_courses() {
    let count = program_files::run_all("tests/mars/programs", "mars");
    assert!(count >= 20, "{count} programs");
}

#[test]
fn help() {
    check("help", "h");
}

#[test]
fn wrong_words_stop_everything() {
    check(
        "wrong_words",
        "hello.asm nofile.asm mc Foo 0x10010001-0x10010004 h dump .text",
    );
    check("wrong_register", "nc $zz hello.asm");
    check("no_file", "nc");
}

#[test]
fn a_program_is_followed_by_a_line_end() {
    check("banner", "hello.asm");
    check("plain", "nc hello.asm");
    check("assemble_only", "nc a hello.asm");
    check("exit_code", "nc exit_code.asm");
}

#[test]
fn messages_can_go_to_standard_error() {
    check("to_stderr", "me hello.asm $t0 ic");
}

#[test]
fn registers_and_memory_are_shown() {
    check("replaced", "nc replaced.asm 0x10010000-0x1001000c");
    check(
        "registers",
        "nc hello.asm $t0 t1 9 $a0 0x10010000-0x10010010 0x00400000-0x00400004",
    );
    check(
        "registers_brief",
        "nc b dec hello.asm $t0 t1 0x10010000-0x10010004",
    );
    check(
        "registers_ascii",
        "nc ascii hello.asm $t0 0x10010000-0x10010000",
    );
    check("floats", "nc floats.asm f2 $f3 $f4");
    check("floats_decimal", "nc dec floats.asm f2 $f3 $f4");
}

#[test]
fn instructions_are_counted() {
    check("count", "nc ic hello.asm");
    check("count_off_the_end", "nc ic off_the_end.asm");
}

#[test]
fn steps_are_limited() {
    check("step_limit", "nc 100 se7 forever.asm $t0");
}

#[test]
fn faults_of_the_run() {
    check("overflow", "nc se3 overflow.asm");
    check("unaligned", "nc unaligned.asm");
    check("unaligned_half", "nc half.asm");
    check("out_of_range", "nc nowhere.asm");
    check("read_text", "nc read_text.asm");
    check("jump_away", "nc se9 jump_away.asm $ra");
    check("trap", "nc trap.asm");
    check("break", "nc break.asm");
    check("divide_by_zero", "nc divide.asm");
    check("unknown_call", "nc unknown_call.asm");
    check("heap", "nc heap.asm");
    check("macro_fault", "nc macro_fault.asm");
}

#[test]
fn self_modifying_code_may_read_itself() {
    check("smc", "nc smc read_text.asm");
}

#[test]
fn input() {
    check_with("read_int", "nc read_int.asm", " 42 \n");
    check_with("bad_int", "nc se4 read_int.asm", "4x\n");
    check_with("end_of_input", "nc se4 read_int.asm", "");
}

#[test]
fn errors_of_assembly() {
    check("mistakes", "nc ae5 mistakes.asm");
    check("undefined", "nc undefined.asm");
    check("words", "nc words.asm");
    check("macro_error", "nc macro_error.asm");
    check("filled_twice", "nc filled_twice.asm");
    check("directives", "nc directives.asm");
    check("far_jump", "nc far_jump.asm");
    check("itself", "nc itself.asm");
    check("macro_loop", "nc macro_loop.asm");
    check("pseudo_forbidden", "nc np hello.asm");
}

#[test]
fn warnings() {
    check("warning", "nc warning.asm");
    check("warning_as_error", "nc we ae2 warning.asm");
}

#[test]
fn delayed_branches() {
    check("not_delayed", "nc delayed.asm t0");
    check("delayed", "nc db delayed.asm t0");
}

#[test]
fn arguments_of_the_program() {
    check("arguments", "nc arguments.asm $s0 $sp $a1 pa one nc");
}

#[test]
fn devices_are_plain_memory() {
    check("mmio", "nc mmio.asm t1 t2");
}

#[test]
fn several_files() {
    check("start", "nc sub/start_main.asm t0");
    check("start_at_main", "nc sm sub/start_main.asm t0");
    check("two_files", "nc project/first.asm project/other.asm t0");
    check("project", "nc p project/first.asm t0");
}

#[test]
fn memory_configurations() {
    check(
        "compact_text",
        "nc mc CompactTextAtZero hello.asm $sp $gp 0x0-0x4 0x2000-0x2000",
    );
    check(
        "compact_data",
        "nc mc CompactDataAtZero hello.asm $sp $gp 0x3000-0x3004 0x0-0x0",
    );
}

#[test]
fn memory_goes_to_files() {
    check(
        "dumps",
        "nc a hello.asm dump .text HexText DIR/1-hex dump .text BinaryText DIR/2-bits \
         dump .text HEX DIR/3-intel dump .text SegmentWindow DIR/4-window \
         dump 0x10010000-0x10010004 AsciiText DIR/5-ascii \
         dump 0x10010000-0x10010024 SegmentWindow DIR/6-data",
    );
    check(
        "dump_errors",
        "nc hello.asm dump .foo HexText DIR/x dump .text Foo DIR/x \
         dump 0x10030000-0x10030010 HexText DIR/x dump .text HexText DIR/no/x",
    );
    check(
        "dump_after_error",
        "nc undefined.asm dump .text HexText DIR/x",
    );
}

#[test]
fn files_outside_the_folder_are_not_reached() {
    check("outside", "nc write_file.asm t0");
}

#[test]
fn without_arguments_there_is_help() {
    let [none, help] = [&[][..], &["H".to_owned()]].map(|args| MARS.run(args, ""));
    assert_eq!(none, help);
}

/// A reader that goes away ends the program, and nothing is said about it.
#[test]
fn closed_pipe() {
    let output = MARS.run_without_reader(&["nc", "print_forever.asm"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn self_modifying_code_may_be_written_anywhere() {
    check("written_code", "nc smc se9 written_code.asm t1");
    check("written_code_forbidden", "nc se9 written_code.asm t1");
}

#[test]
fn a_jump_to_an_empty_word_ends_the_program() {
    check("empty_word", "nc se9 empty_word.asm t0");
}

#[test]
fn the_last_call_does_not_confuse_the_count() {
    check_with("count_after_ten", "nc ic read_ten.asm", "10\n");
}
