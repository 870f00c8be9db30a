//! Each verdict once, on variants of the course that are broken in one place.

use super::{asm, course, print, steady, with_change};
use crate::folder::{Folder, Ran};

/// A program that prints `42` and ends with exit code 7.
const PRINT_42: &str = ".globl main\nmain: li a0, 1\n li a1, 42\n ecall\n li a0, 7\n ret\n";

#[test]
fn the_course_passes_on_both_machines() {
    let asm = asm();
    let projects = ["rv32", "mips32"].map(|isa| asm.join(isa).join("2048"));
    let projects = projects.map(|project| project.to_str().unwrap().to_owned());
    let ran = Folder::new().jal(&["test", &projects[0], &projects[1]]);
    let mut lines = ran.stdout.lines();
    let summary = lines.find(|line| line.starts_with("138 passed, 0 failed in "));
    assert!(summary.is_some(), "{ran:?}");
    let points = lines.filter(|line| line.ends_with(": up to 11 points; the hidden tests decide"));
    assert_eq!(points.count(), 2, "{ran:?}");
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
}

/// Keeps the number of merges over a call in a register that no function changes today.
fn with_kept_temporary(folder: Folder) -> Folder {
    let file = "src/complete_move.s";
    let folder = with_change(folder, file, "mv   s2, a0", "mv   t6, a0");
    with_change(folder, file, "mv   a0, s2", "mv   a0, t6")
}

/// All public tests print what they should, and the grader would give nothing.
#[test]
fn tests_are_judged_as_they_are_graded() {
    let folder = with_kept_temporary(course("rv32"));
    insta::assert_snapshot!("judged", steady(&folder.jal(&["test"])));
    let quick = folder.jal(&["test", "--no-check"]);
    assert_eq!(quick.code, Some(0), "{quick:?}");
}

#[test]
fn what_a_course_only_notes_is_shown_and_passes() {
    let strict = "convention = \"failure\"";
    for (rule, name) in [("note", "judged_note"), ("deduction", "judged_deduction")] {
        let rule = format!("convention = \"{rule}\"");
        let folder = with_change(course("rv32"), "course.toml", strict, &rule);
        let ran = with_kept_temporary(folder).jal(&["test"]);
        insta::assert_snapshot!(name, steady(&ran));
    }
}

/// Where only the tests that students have decide, their points are known.
#[test]
fn points_are_known_where_nothing_is_hidden() {
    let rules = "[course]\nisa = \"rv32\"\n[grade]\npoints = \"proportional\"\n\
         [[task]]\nname = \"numbers\"\npoints = 3\ntests = [\"t*\"]\n";
    let folder = Folder::new().with("course.toml", rules);
    let folder = folder
        .with("tests/pub/t1.s", print(1))
        .with("tests/pub/t1.ref", "1");
    let folder = folder
        .with("tests/pub/t2.s", print(2))
        .with("tests/pub/t2.ref", "3");
    insta::assert_snapshot!("points_known", steady(&folder.jal(&["test"])));
}

#[test]
fn the_handout_fails_in_a_way_that_helps() {
    let folder = Folder::new();
    assert_eq!(folder.jal(&["new", "."]).code, Some(0));
    insta::assert_snapshot!("handout", steady(&folder.jal(&["test"])));
}

#[test]
fn wrong_output_names_the_instruction_that_printed_it() {
    let merge = "src/merge.s";
    let folder = with_change(course("rv32"), merge, "sh   zero, 0(t3)", "sh   t4, 0(t3)");
    let ran = folder.jal(&["test", "-t", "test_merge_1"]);
    insta::assert_snapshot!("wrong_output", steady(&ran));
    let merge = "src/merge.asm";
    let text = std::fs::read_to_string(course("mips32").path().join(merge)).unwrap();
    let stub = text.replacen("merge:\n", "merge:\n        jr      $ra\n", 1);
    let folder = course("mips32").with(merge, stub);
    let ran = folder.jal(&["test", "-t", "test_merge_1"]);
    insta::assert_snapshot!("wrong_output_mips", steady(&ran));
}

#[test]
fn findings_about_the_calling_convention_are_failures() {
    let folder = with_change(
        course("rv32"),
        "src/check_victory.s",
        "li   t0, 2048 ",
        "li   s0, 0\n    li   t0, 2048 ",
    );
    let plain = folder.jal(&["test", "-t", "test_check_win_1"]);
    insta::assert_snapshot!("boundary", steady(&plain));
    let ran = folder.jal(&["test", "-t", "test_check_win_*", "--check"]);
    insta::assert_snapshot!("convention", steady(&ran));
    let allowed = ["test", "-t", "test_check_win_1", "--check", "--allow"];
    let code = folder
        .jal(&[&allowed[..], &["CC0101,CC0701"]].concat())
        .code;
    assert_eq!(code, Some(0));
    // A name that ends with _cc asks for the check.
    let test = std::fs::read(folder.path().join("tests/pub/test_check_win_1.s")).unwrap();
    let expected = std::fs::read(folder.path().join("tests/pub/test_check_win_1.ref")).unwrap();
    let folder = folder
        .with("tests/pub/win_cc.s", test)
        .with("tests/pub/win_cc.ref", expected);
    assert_eq!(folder.jal(&["test", "-t", "win_cc"]).code, Some(1));
}

#[test]
fn a_file_that_is_handed_in_does_not_switch_the_check_off() {
    let broken = |comment: &str| {
        let folder = with_change(
            course("rv32"),
            "src/check_victory.s",
            "li   t0, 2048 ",
            "li   s0, 0\n    li   t0, 2048 ",
        );
        let file = "src/check_victory.s";
        let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
        folder.with(file, format!("{comment}\n{text}"))
    };
    let test = ["test", "-t", "test_check_win_1", "--check"];
    let folder = broken("# jal: global s0-s11, t0-t6, a0-a7");
    insta::assert_snapshot!("handed_in_global", steady(&folder.jal(&test)));
    // The staff may say so: in a file of its own, or for the course.
    let own = "tests/pub/test_check_win_1.s";
    let text = std::fs::read_to_string(folder.path().join(own)).unwrap();
    let folder = broken("").with(own, format!("# jal: global s0\n{text}"));
    assert_eq!(folder.jal(&test).code, Some(0));
    let folder = with_change(
        broken(""),
        "course.toml",
        "[[task]]",
        "[convention]\nglobal = [\"s0\"]\n[[task]]",
    );
    assert_eq!(folder.jal(&test).code, Some(0));
    // Without a course nobody hands anything in.
    let folder = broken("# jal: global s0");
    std::fs::remove_file(folder.path().join("course.toml")).unwrap();
    assert_eq!(folder.jal(&test).code, Some(0));
}

#[test]
fn arguments_of_a_function_that_is_handed_in_are_not_the_frame_of_its_caller() {
    let test = ".import ../../src/f.s\n.globl main\nmain: addi sp, sp, -16\n sw ra, 12(sp)\n\
        jal f\n lw ra, 12(sp)\n addi sp, sp, 16\n li a0, 10\n ecall\n";
    let f = "# jal: args 64\n.globl f\nf: lw t0, 12(sp)\n ret\n";
    let project = |course: &str| {
        Folder::new()
            .with("course.toml", course)
            .with("tests/pub/a.s", test)
            .with("tests/pub/a.ref", "")
            .with("src/f.s", f)
    };
    assert_eq!(project("").jal(&["test", "--check"]).code, Some(0));
    let named = "[grade]\nfiles = [\"src/f.s\"]\n";
    let ran = project(named).jal(&["test", "--check"]);
    assert!(ran.stdout.contains("CC0302"), "{ran:?}");
}

#[test]
fn a_fault_is_told_once_for_all_tests() {
    let folder = with_change(
        course("rv32"),
        "src/check_victory.s",
        "lhu  t1, 0(a0)",
        "lui  t1, 0x40000\n    lhu  t1, 0(t1)",
    );
    let ran = folder.jal(&["test", "-t", "test_check_win_*"]);
    insta::assert_snapshot!("fault", steady(&ran));
}

#[test]
fn what_does_not_assemble_is_told_once_for_all_tests() {
    let folder = with_change(
        course("rv32"),
        "src/merge.s",
        "lw   t2, 0(a0)",
        "lx   t2, 0(a0)",
    );
    let ran = folder.jal(&["test", "-t", "test_merge_*"]);
    insta::assert_snapshot!("does_not_assemble", steady(&ran));
}

#[test]
fn a_program_that_never_ends_is_stopped() {
    let folder = with_change(
        course("rv32"),
        "src/check_victory.s",
        "addi a0, a0, 2                  # a field takes two bytes\n    addi a1, a1, -1\n",
        "",
    );
    let options = ["test", "-t", "test_check_win_2", "--max-steps", "5000"];
    insta::assert_snapshot!("step_limit", steady(&folder.jal(&options)));
}

#[test]
fn other_limits() {
    let folder = Folder::new()
        .with("tests/pub/loud.s", "main: li a0, 11\n li a1, 'x'\n ecall\n j main\n")
        .with("tests/pub/loud.ref", "x\n")
        .with("tests/pub/loud.toml", "max_output = 100\n")
        .with("tests/pub/big.s", ".text\nli a0, 9\nli a1, 0x2000000\necall\nmv t0, a0\nnext: sw zero, 0(t0)\nli t1, 4096\nadd t0, t0, t1\nj next\n")
        .with("tests/pub/big.ref", "")
        .with("tests/pub/big.toml", "max_memory = \"1M\"\n");
    insta::assert_snapshot!("limits", steady(&folder.jal(&["test"])));
}

#[test]
fn sources_have_limits() {
    let mebibyte = format!("# {}\n", "x".repeat(1 << 20));
    let folder = Folder::new()
        .with("tests/pub/large.s", format!("{}nop\n", mebibyte.repeat(8)))
        .with("tests/pub/large.ref", "")
        .with(
            "tests/pub/often.asm",
            "main: nop\n".to_owned() + &".include \"../part.asm\"\n".repeat(9),
        )
        .with("tests/pub/often.ref", "")
        .with("tests/part.asm", mebibyte);
    insta::assert_snapshot!("source_limits", steady(&folder.jal(&["test"])));
}

#[test]
fn a_missing_reference_is_no_wrong_output() {
    let folder = Folder::new().with("tests/pub/a b.s", PRINT_42);
    insta::assert_snapshot!("no_reference", steady(&folder.jal(&["test"])));
}

#[test]
fn the_exit_code_counts_as_the_course_says() {
    let folder = Folder::new()
        .with("tests/pub/p.s", PRINT_42)
        .with("tests/pub/p.ref", "42");
    let code = |ran: Ran| ran.code;
    assert_eq!(code(folder.jal(&["test"])), Some(0));
    let folder = folder.with("course.toml", "[tests]\nexit = \"zero\"\n");
    insta::assert_snapshot!("wrong_exit", steady(&folder.jal(&["test"])));
    let folder = folder.with("tests/pub/p.toml", "exit = 7\n");
    assert_eq!(code(folder.jal(&["test"])), Some(0));
}

#[test]
fn a_fault_can_be_what_is_expected() {
    let folder = Folder::new()
        .with(
            "tests/pub/f.s",
            "main: li a0, 1\n li a1, 3\n ecall\n lui t0, 0x40000\n lw t0, 0(t0)\n",
        )
        .with("tests/pub/f.ref", "3")
        .with("tests/pub/f.toml", "exit = \"fault\"\n");
    let ran = folder.jal(&["test"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn files_that_make_no_sense_are_told() {
    let folder = Folder::new()
        .with("tests/pub/p.s", PRINT_42)
        .with("tests/pub/p.ref", "42")
        .with("tests/pub/p.toml", "max_step = 5\ncompare = \"nearly\"\n")
        .with("tests/pub/q.s", PRINT_42)
        .with("tests/pub/q.ref", "42")
        .with("tests/pub/q.code", "seven\n");
    insta::assert_snapshot!("unreadable", steady(&folder.jal(&["test"])));
}

#[test]
fn a_value_that_nobody_may_rely_on_is_found_by_scrambling() {
    let program = ".globl main\nmain: li t0, 5\n jal f\n beqz t0, none\n li a0, 1\n mv a1, t0\n ecall\nnone: li a0, 10\n ecall\nf: ret\n";
    let folder = Folder::new()
        .with("tests/pub/p.s", program)
        .with("tests/pub/p.ref", "5");
    assert_eq!(folder.jal(&["test"]).code, Some(0));
    insta::assert_snapshot!("scrambled", steady(&folder.jal(&["test", "--scramble=3"])));
}

/// The command that a report says to type, as words. The names in it need no quotes.
fn debugger_line(ran: &Ran) -> Vec<String> {
    let line = ran
        .stdout
        .lines()
        .find_map(|line| line.split_once("In the debugger: jal "));
    let words = line
        .unwrap_or_else(|| panic!("{}", ran.stdout))
        .1
        .split(' ');
    words.map(str::to_owned).collect()
}

#[test]
fn the_line_of_a_report_opens_the_debugger_where_it_goes_wrong() {
    let wrong = ".globl main\nmain: li a0, 6\n ecall\n mv a1, a0\n li a0, 1\n ecall\n addi a1, a1, 1\n ecall\n li a0, 10\n ecall\n";
    let fault = ".globl main\nmain: li t0, 0x28000000\n lw a0, 0(t0)\n";
    let convention = ".globl main\nmain: addi sp, sp, -4\n sw ra, 0(sp)\n li t0, 1\n jal f\n mv a1, t0\n bnez a1, end\nend: li a0, 10\n ecall\nf: ret\n";
    let folder = Folder::new()
        .with("tests/pub/wrong.s", wrong)
        .with("tests/pub/wrong.in", "4\n")
        .with("tests/pub/wrong.ref", "46")
        .with("tests/pub/fault.s", fault)
        .with("tests/pub/fault.ref", "")
        .with("tests/pub/keeps_cc.s", convention)
        .with("tests/pub/keeps_cc.ref", "");
    for name in ["wrong", "fault", "keeps_cc"] {
        let ran = folder.jal(&["test", "-t", name]);
        let words = debugger_line(&ran);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let opened = folder.jal_with_input(&words, b"info history\nquit\n");
        let text = format!("jal {}\n{}", words.join(" "), opened.transcript());
        insta::assert_snapshot!(format!("debugger_{name}"), text);
    }
}

#[test]
fn a_file_that_another_one_includes_is_not_linked_once_more() {
    let outer = ".text\n.globl outer\nouter: j inner\n.include \"inner.asm\"\n";
    let test = ".text\n.globl main\nmain: jal outer\n move $a0, $v0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n";
    let folder = Folder::new()
        .with(
            "src/inner.asm",
            ".text\n.globl inner\ninner: li $v0, 5\n jr $ra\n",
        )
        .with("src/outer.asm", outer)
        .with("tests/pub/five.asm", test)
        .with("tests/pub/five.ref", "5");
    let ran = folder.jal(&["test"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

/// A chain of includes, also over several patterns; a circle is told as one.
#[test]
fn what_comes_with_another_file_is_found_however_it_comes() {
    let part = |name: &str, rest: &str| format!(".text\n.globl {name}\n{name}: jr $ra\n{rest}");
    let test = ".text\n.globl main\nmain: jal a\n jal b\n jal c\n li $v0, 10\n syscall\n";
    let folder = Folder::new()
        .with(
            "course.toml",
            "[tests]\nlink = [\"src/*.asm\", \"lib/*.asm\"]\n",
        )
        .with("src/a.asm", part("a", ".include \"../lib/b.asm\"\n"))
        .with("lib/b.asm", part("b", ".include \"../src/c.asm\"\n"))
        .with("src/c.asm", part("c", ""))
        .with("tests/pub/all.asm", test)
        .with("tests/pub/all.ref", "");
    let ran = folder.jal(&["test"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let folder = folder.with("src/c.asm", part("c", ".include \"a.asm\"\n"));
    let ran = folder.jal(&["test"]);
    assert!(ran.stdout.contains("E0507"), "{ran:?}");
}

/// What students write cannot change the code that tests it, unless the course says so.
#[test]
fn code_is_read_only_in_a_course() {
    let task = "[[task]]\nname = \"f\"\npoints = 1\nfiles = [\"src/f.s\"]\ntests = [\"f\"]\n";
    let test = ".import ../../src/f.s\n.globl main\nmain: jal f\ncheck: li a1, 'w'\n li a0, 11\n ecall\n li a0, 10\n ecall\n";
    let patch =
        ".globl f\nf: auipc t0, 0\n lui t1, 0x7200\n addi t1, t1, 0x593\n sw t1, -20(t0)\n ret\n";
    let folder = Folder::new()
        .with("src/f.s", patch)
        .with("tests/pub/f.s", test)
        .with("tests/pub/f.ref", "r");
    let run = |course: &str| {
        std::fs::write(folder.path().join("course.toml"), course).unwrap();
        folder.jal(&["test"])
    };
    assert_eq!(run("").code, Some(0));
    let ran = run(task);
    assert!(ran.stdout.contains("R0103"), "{ran:?}");
    assert!(ran.stdout.contains("`self_modifying = true`"), "{ran:?}");
    let allowed = format!("[tests]\nself_modifying = true\n{task}");
    assert_eq!(run(&allowed).code, Some(0));
}

/// The course says which files students write: what these include is linked nevertheless.
#[test]
fn a_file_of_a_student_does_not_take_the_place_of_one_of_the_staff() {
    let course = "[[task]]\nname = \"f\"\npoints = 1\nfiles = [\"src/f.asm\"]\ntests = [\"f\"]\n";
    let check = ".text\n.globl check\ncheck: li $v0, 11\n li $a0, 'w'\n syscall\n jr $ra\n";
    let cheat = ".macro never\n.include \"check.asm\"\n.end_macro\n.text\n.globl f, check\n\
                 f: jr $ra\ncheck: li $v0, 11\n li $a0, 'r'\n syscall\n jr $ra\n";
    let test = ".text\n.globl main\nmain: jal f\n jal check\n li $v0, 10\n syscall\n";
    let folder = Folder::new()
        .with("course.toml", course)
        .with("src/check.asm", check)
        .with("src/f.asm", cheat)
        .with("tests/pub/f.asm", test)
        .with("tests/pub/f.ref", "r");
    let ran = folder.jal(&["test"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("E0403"), "{ran:?}");
}

#[test]
fn a_store_to_the_display_printed_what_is_wrong() {
    let program = "
.text
.globl main
main:
        jal     put
        li      $v0, 10
        syscall
put:
        lui     $t0, 0xffff
wait:
        lw      $t1, 8($t0)
        andi    $t1, $t1, 1
        beqz    $t1, wait
        li      $t2, 'A'
        sw      $t2, 12($t0)
        nop
        jr      $ra
";
    let folder = Folder::new()
        .with("tests/pub/display.asm", program)
        .with("tests/pub/display.ref", "B");
    let ran = folder.jal(&["test"]);
    let printed = ran.stdout.lines().find(|line| line.contains("Printed by"));
    let printed = printed.unwrap_or_else(|| panic!("{}", ran.stdout));
    assert!(printed.contains("`sw $t2, 12($t0)`"), "{printed}");
}

#[test]
fn the_line_of_a_report_has_the_time_of_the_test() {
    let sleeps = ".text\n.globl main\nmain: li $a0, 7\n li $v0, 32\n syscall\n li $v0, 30\n syscall\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n";
    let folder = Folder::new()
        .with("tests/pub/sleeps.asm", sleeps)
        .with("tests/pub/sleeps.ref", "8");
    let words = debugger_line(&folder.jal(&["test"]));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert!(words.contains(&"--virtual-time"), "{words:?}");
    let opened = folder.jal_with_input(&words, b"p $a0\nquit\n");
    assert!(opened.stdout.contains("= 7"), "{opened:?}");
}

#[test]
fn the_line_of_a_report_names_all_files_of_a_program() {
    let test = ".text\n.globl main\nmain: jal five\n move $a0, $v0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n";
    let folder = Folder::new()
        .with("tests/pub/five.asm", test)
        .with("tests/pub/five.ref", "5")
        .with(
            "src/five.asm",
            ".text\n.globl five\nfive: li $v0, 6\n jr $ra\n",
        );
    let words = debugger_line(&folder.jal(&["test", "-t", "five"]));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let opened = folder.jal_with_input(&words, b"last-write v0\nquit\n");
    let text = format!("jal {}\n{}", words.join(" "), opened.transcript());
    insta::assert_snapshot!("debugger_files", text);
}
