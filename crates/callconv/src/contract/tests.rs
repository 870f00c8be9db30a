//! Comments about conventions, right and wrong.

use super::*;
use crate::testing::{Source, mips32, report, rv32, rv32_with};
use assembler::MemoryLoader;

fn read(source: &Source) -> (Contract, String) {
    let (contract, warnings) = Contract::read(&source.sources, &source.program, source.desc);
    (contract, report(&source.sources, &warnings))
}

/// What a program says, and how many warnings there are.
fn read_text(text: &str) -> (Contract, usize) {
    let source = rv32(text);
    let (contract, warnings) = Contract::read(&source.sources, &source.program, source.desc);
    (contract, warnings.len())
}

fn names(registers: RegisterSet, desc: &IsaDesc) -> String {
    let names = registers.iter().map(|reg| desc.register_name(reg));
    names.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_global(source: &Source, expect: &str) {
    let (contract, warnings) = read(source);
    assert_eq!(warnings, "");
    assert_eq!(names(contract.global, source.desc), expect);
}

#[test]
fn shared_registers_are_named_one_by_one_or_as_ranges() {
    let line = |registers: &str| format!("nop # jal: global {registers}\n");
    let check = |registers: &str, expect: &str| check_global(&rv32(&line(registers)), expect);
    check("t1-t4, s0", "t1 t2 s0 t3 t4");
    check("fp x9 , fs0 - fs2", "s0 s1 fs0 fs1 fs2");
    check("$t0", "t0");
    let check = |registers: &str, expect: &str| check_global(&mips32(&line(registers)), expect);
    check("$t1-$t9,$s0", "$t1 $t2 $t3 $t4 $t5 $t6 $t7 $s0 $t8 $t9");
    check("t0, $s8 $8-$9 f4", "$t0 $t1 $fp $f4");
}

#[test]
fn all_files_add_to_the_shared_registers() {
    let loader = MemoryLoader::default().with("more.s", "# jal: global s1\nmore: ret\n");
    let source = rv32_with(".import more.s\n## jal: global s0\nmain: ret\n", loader);
    check_global(&source, "s0 s1");
}

#[test]
fn registers_of_an_option_are_read_in_the_same_way() {
    let mut contract = Contract::default();
    assert_eq!(contract.share("s0-s2", &rv32::DESC), Ok(()));
    assert_eq!(contract.share("t0", &rv32::DESC), Ok(()));
    assert_eq!(names(contract.global, &rv32::DESC), "t0 s0 s1 s2");
    let wrong = |registers: &str| contract.clone().share(registers, &rv32::DESC).unwrap_err();
    insta::assert_snapshot!(wrong("t9"), @"unknown register `t9`: write a list such as `a0-a3, s0`");
    insta::assert_snapshot!(wrong(""), @"registers are missing: write a list such as `a0-a3, s0`");
    insta::assert_snapshot!(wrong("t0-s3"), @"`t0` to `s3` is not a range of registers: write a range like `a0-a3`");
    insta::assert_snapshot!(wrong("s3-s1"), @"`s3` to `s1` is not a range of registers: write a range like `a0-a3`");
    insta::assert_snapshot!(wrong("sp"), @"`sp` is part of every call and cannot be shared");
}

#[test]
fn functions_say_what_they_take_and_give() {
    let source = rv32(
        "main: ret\n# jal: args 2\n\n# A function.\n  # jal: returns 0\n.globl f\nf: nop\n ret\n\
         # jal: args 9, returns 1\ng:\n ret\nh: ret # jal: args 1\n",
    );
    let (contract, warnings) = read(&source);
    assert_eq!(warnings, "");
    let both = |address| (contract.args(address), contract.returns(address));
    assert_eq!(both(0), (None, None));
    assert_eq!(both(4), (Some(2), Some(0)));
    assert_eq!(both(12), (Some(9), Some(1)));
    assert_eq!(both(16), (Some(1), None));
}

#[test]
fn labels_of_the_same_name_in_two_files_are_two_functions() {
    let loader = MemoryLoader::default().with("more.s", "nop\n# jal: args 1\nf: ret\n");
    let source = rv32_with(".import more.s\nmain: ret\n# jal: args 2\nf: ret\n", loader);
    let (contract, _) = read(&source);
    let found = (0..16).step_by(4).map(|address| contract.args(address));
    let found: Vec<_> = found.collect();
    assert_eq!(found, [None, Some(2), None, Some(1)]);
}

/// What a program says whose file `student.s` is restricted.
fn read_restricted(main: &str, student: &str) -> (Contract, String) {
    let loader = MemoryLoader::default().with("student.s", student);
    let source = rv32_with(&format!(".import student.s\n{main}"), loader);
    let is_restricted = |name: &str| name == "student.s";
    let (sources, program) = (&source.sources, &source.program);
    let (contract, warnings) =
        Contract::read_restricted(sources, program, source.desc, &is_restricted);
    (contract, report(sources, &warnings))
}

#[test]
fn a_restricted_file_shares_no_registers() {
    let (contract, warnings) = read_restricted(
        "# jal: global s0\nmain: ret\n",
        "f: nop # jal: args 1 global s0-s11, t0-t6, a0-a7\n ret # jal: global x\n",
    );
    assert_eq!(names(contract.global, &rv32::DESC), "s0");
    assert_eq!(contract.args(4), Some(1));
    insta::assert_snapshot!(warnings);
}

#[test]
fn a_restricted_file_describes_its_own_functions() {
    let (contract, warnings) = read_restricted(
        "# jal: args 1\nmain: ret\nother: ret\n",
        "# jal: args 3, returns 1\nf: ret\n/*\n# jal: args 8\nmain:\n# jal: returns 2\nother:\n*/\n",
    );
    let both = |address| (contract.args(address), contract.returns(address));
    assert_eq!(both(0), (Some(1), None));
    assert_eq!(both(4), (None, None));
    assert_eq!(both(8), (Some(3), Some(1)));
    assert!(contract.args_are_certain(0) && !contract.args_are_certain(8));
    insta::assert_snapshot!(warnings);
}

#[test]
fn a_restricted_file_with_macros_describes_its_own_functions() {
    let source =
        mips32(".macro done\nli $v0, 10\nsyscall\n.end_macro\nmain: nop\n# jal: args 2\nf: done\n");
    let (sources, program) = (&source.sources, &source.program);
    let (contract, warnings) = Contract::read_restricted(sources, program, source.desc, &|_| true);
    assert_eq!(report(sources, &warnings), "");
    assert_eq!(contract.args(0x0040_0004), Some(2));
}

#[test]
fn comments_of_a_program_with_macros_are_read_once() {
    let source = mips32(
        ".macro done\nli $v0, 10\nsyscall\n.end_macro\n# jal: global $t0 wrong\nmain: done\n",
    );
    let (_, warnings) = read(&source);
    assert_eq!(warnings.matches("W0801").count(), 1, "{warnings}");
}

#[test]
fn text_in_quotes_is_no_comment() {
    let source =
        rv32(".data\n.asciiz \"\\\"# jal: nonsense\"\n.byte '#'\n.text\nmain: ret # jal\n");
    assert_eq!(read(&source).1, "");
}

#[test]
fn many_comments_take_no_longer_than_they_are_long() {
    let comments = "# jal: args 1\n".repeat(60_000);
    let (contract, warnings) = read_text(&format!("main: ret\n{comments}f: ret\n"));
    assert_eq!((contract.args(4), warnings), (Some(1), 0));
    let (_, warnings) = read_text(&format!("main: ret\n{comments}"));
    assert_eq!(warnings, MAX_WARNINGS);
    let function = |k: usize| format!("# jal: args {}\nf{k}: ret\n", k % 8);
    let functions: String = (0..30_000).map(function).collect();
    let (contract, warnings) = read_text(&functions);
    assert_eq!((contract.args(4 * 29_999), warnings), (Some(29_999 % 8), 0));
}

#[test]
fn mistakes_are_warnings_with_their_place() {
    let source = rv32(
        "# jal: global t0-t9\n# jal: globals t0\n# jal: args many\n# jal: returns 3\n#jal:\n\
         # jal: args\n# jal: args 1\n addi a0, a0, 1\nmain: ret\n# jal: returns 1  \n",
    );
    insta::assert_snapshot!(read(&source).1);
}
