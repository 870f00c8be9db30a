//! What people read when something is wrong: each code once, with its classic message.

use crate::common::{report, run, run_with};
use assembler::{Assembly, MemoryLoader, venus_text};

/// The report, the classic messages with their stages, and whether a program came out.
fn shown(assembly: &Assembly) -> String {
    let classic = assembly.errors.iter().map(|fault| {
        let text = venus_text::message(&fault.error);
        format!("{:?}: {text}", fault.stage)
    });
    let classic = classic.collect::<Vec<_>>().join("\n");
    format!("{}\n---- classic ----\n{classic}\n", report(assembly))
}

#[track_caller]
fn check(name: &str, texts: &[&str]) {
    let shown: Vec<String> = texts.iter().map(|text| shown(&run(text))).collect();
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, shown.join("\n========\n\n"));
    });
}

#[track_caller]
fn check_files(name: &str, text: &str, loader: MemoryLoader) {
    let shown = shown(&run_with(text, loader));
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, shown);
    });
}

#[test]
fn lexical() {
    check(
        "lexical",
        &[
            "nop\u{1}nop",
            ".data\nx: .string \"abc   # no end\n.byte 1",
            "li a0 'a",
            "li a0 'ab'",
            "li a0, ''",
            ".data\n.string \"Größe\"",
            "nop /* open\nnop",
            "li a0, 99999999999999999999999",
            ".data\n.string \"a\\qb\"",
        ],
    );
}

#[test]
fn bytes_that_are_not_text() {
    let options = assembler::Options::new(&rv32::DESC, &assembler::VENUS);
    let main = assembler::MainFile::Text {
        name: "main.s".to_owned(),
        text: b"nop # \xff\xfe\nnop".to_vec(),
    };
    let assembly = assembler::assemble(main, &[], &options, &mut MemoryLoader::default());
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("not_utf8", shown(&assembly));
    });
}

#[test]
fn syntax_and_directives() {
    check(
        "directives",
        &[
            "addi x: a0 a0 1",
            ": nop",
            "(a0)",
            "li a0, 4 +",
            "li a0, (4 + 2",
            "li a0, 4 )",
            ".dat\n.foo 5",
            ".data\n.string",
            ".data\n.space abc\n.space -1\n.space \"a\"",
            ".data\n.align 9\n.balign 3",
            ".data\n.byte 256, -129, 1",
            ".data\n.string 5",
            "nop\n.data_start 0x20000000",
            ".section .foo",
            ".data\n.half 70000\n.word 0x1ffffffff",
            ".register_size 32",
            ".equ N",
            ".float abc",
            ".import",
            ".equ N a0",
        ],
    );
    let deep = format!("li a0, {}1", "(".repeat(100));
    check("too_deep", &[&deep]);
}

#[test]
fn instructions() {
    check(
        "instructions",
        &[
            "foo a0, a1",
            "adi a0, a0, 1",
            "syscall\naddiu $t0, $t0, 1",
            "0x13",
            "add a0, a1",
            "li a0",
            "jal a0 a1 a2",
            "add a0, q9, a1",
            "add A0, a1, a2",
            "add $t0, $a0, $8",
            "fadd.s fa0, fa1, x2\nadd a0, fa0, a1",
            "add a0, a0, 5",
            "addi a0, a0, a1",
            "lw a0, 4(b0)",
            "csrr a0, foo",
            "fadd.s fa0, fa1, fa2, up",
            "beq a0, a1, (a2)",
            "lw a0, \"x\"",
        ],
    );
}

#[test]
fn ranges() {
    let far = format!(
        "beq a0, a1, far\nbeqz a0, far\n{}far: nop",
        "nop\n".repeat(2000)
    );
    let farther = format!("j far\n.equ N, 1\n{}far: nop", "nop\n".repeat(300_000));
    check(
        "ranges",
        &[
            "addi a0, a0, 5000",
            ".equ N, 5000\nandi a0, a0, N",
            "lw a0, 4096(sp)",
            "slli a0, a0, 32",
            "lui a0, -1",
            "beq a0, a1, 3",
            "c.lwsp a0, 3(sp)",
            "c.sub a0, t0",
            "c.addi4spn a0, sp, 0",
            "li a0, 0x1ffffffff",
            "beq x0, x0, 8\nj 8",
            &far,
            &farther,
        ],
    );
}

#[test]
fn symbols() {
    check(
        "symbols",
        &[
            "a: nop\na: nop",
            "la a0, mesage\nbeq a0, a1, mesage\n.data\nmessage: .word 1",
            "la a0, nowhere\n.data\n.word nowhere",
            "li a0, 12ab",
            ".equiv N 1\n.equiv N 2",
            "N: nop\n.equ N 2",
            ".equ A B\n.equ B A\nli a0 A",
            "li a0, 1/0\n.equ Z 0\nli a1, 4 % Z",
            ".data\n.space later\nlater:",
            "1: j 1f",
            "j 1b\n1: nop",
            "j 3f",
            "x: addi a0, a0, %pcrel_lo(x)",
            "li a0, a1 + 4",
            "j A0",
            "nop\nmain: nop",
            ".data\ns1: .word 1\n.text\nlw a0, s1",
        ],
    );
}

#[test]
fn files() {
    let loader = MemoryLoader::default()
        .with("a.s", ".import b.s\n.globl f\nf: nop")
        .with(
            "b.s",
            "foo\n.globl f\nf: ret\nprivate: ret\n.import missing.s",
        );
    check_files(
        "files",
        ".import a.s\n.import <gone.s>\ncall private",
        loader,
    );
    check("user_error", &["#ifndef X\n#error define X first\n#endif"]);
    check(
        "expansion",
        &["#define A B B\n#define B C C\n#define C D D D D D D\n#define D A\nA"],
    );
}

#[test]
fn limits() {
    check(
        "limits",
        &[
            ".data\n.space 4000000000\n.byte 1",
            ".data\n.space 1000000000\n.space 1000000000",
        ],
    );
    let many = "foo\n".repeat(1000);
    let assembly = run(&many);
    assert_eq!(assembly.diagnostics.len(), 201);
    assert_eq!(assembly.diagnostics[200].title, "800 more are not shown");
    assert!(assembly.program.is_none());
}

#[test]
fn all_errors_come_in_source_order() {
    let assembly = run("foo\nj nowhere\n.bar\nadd a0\naddi a0 a0 5000\nx:\nx:\nj 1b");
    let lines: Vec<u32> = assembly
        .diagnostics
        .iter()
        .filter_map(|d| d.primary_span())
        .map(|span| assembly.sources.position(span.file, span.start).line)
        .collect();
    assert_eq!(lines, [1, 2, 3, 4, 5, 7, 8]);
}
