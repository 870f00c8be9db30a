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
    let options = assembler::AssembleOptions::new(&rv32::DESC, &assembler::VENUS);
    let main = assembler::MainFile::Text {
        name: "main.s".to_owned(),
        text: b"# \xff\ncaf\xe9: nop\nnop".to_vec(),
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

/// Everyday mistakes with operands: one message that says what to write instead.
#[test]
fn operand_slips() {
    check(
        "slips_count",
        &[
            "addi a0, 1",
            "add a0, 5",
            "add a0, a0",
            "loop: beq a0, loop",
            "lw 4(a0)",
            "addi a0, a0 a1 5",
            "loop: beq loop, a0, a1",
            "loop: beq a0, a1, loop, 4",
            "loop: jal loop, ra",
            "sw 0(sp), a0",
            "loop: jr loop\njalr loop",
            "j a0\njal ra\ncall a0\ntail t0\nbeq a0, a1, a2",
            "fadd fa0, fa1, fa2\nfcvt a0, fa0",
        ],
    );
    check(
        "slips_memory",
        &[
            "lw a0, v(t0)\nsw a0, v(t0)\naddi a0, a1, v\nlw a0, v(zero)\n.data\nv: .word 1",
            ".data\na0: .word 7\n.text\nsw a1, a0, t0",
            ".equ a0, 4\nlw a1 a0 sp",
            "lw a0, a1\nsw a0, a1\nlw a0, 0x10000000\nsw a0, 0x10000000",
            "lw a0, (sp)4\nlw a0, sp(4)\nlw a0, sp, 4",
            "lw a0, [a1]\nlw a0, 4[a1]\nsw a0, [a1 + 4]",
            "sw a0, v\nfsw fa0, v\nflw fa0, v\n.data\nv: .word 5",
            "lw a0, 5000(sp)\nsw a0, -3000(t0)",
            "la a0, 4(sp)\nmv a0, 4(sp)",
            "lr.w a0, 0(a1)\namoadd.w a0, a1, 4(a2)",
            "lw a0, 4(x)\n.data\nx: .word 1",
        ],
    );
    check(
        "slips_kind",
        &[
            "mv a0 5\nsub a0, a0, 1\nsub a0, a0, 5000\nmul a0, a1, 3",
            "x: beq a0, 5, x\nblt 0, a0, x\nbeq t0, -1, x",
            "li a0, a1\nla a0, a1\nadd a0, a1, 5\naddi a0, a0, a1\nsltu a0, a1, 5\nsll a0, a0, 40",
            ".equ N, 5\nmul a0, a1, N\nx: add a0, a1, x\nmv a0, x",
            "lui a0, 0x12345678\naddi a0, a1, 5000\nslli a0, a0, 40",
            "add a0, q9, a1\nfadd.s fa0, q9, fa1",
        ],
    );
    check(
        "slips_short",
        &[
            "c.addi16sp sp, 8",
            "c.sub a0, t0\nc.addi16sp a0, 16\nc.addi a0, a1, 1\nc.addi4spn a0, sp, 0\nc.slli a0, 32",
            "c.addi a0, 40",
        ],
    );
}

/// Everyday mistakes with names and numbers.
#[test]
fn name_slips() {
    check(
        "slips_names",
        &[
            ".equ X, a0\n.equ X\n.set X\n.comm v",
            ".equ X, Y\nli a0, X",
            ".equ X, 1/0\nli a0, X",
            ".equ X, (5\nli a0, X",
            ".equ A, B\n.equ B, A\nli a0, A",
            ".equ A, A + 1\nli a0, A",
            "a: b: c: nop\nj x\nj ab\nj k9\nli a0, N\nn: nop",
            "li a0, $5\nli a0, $t0\nli a0, $foo",
            "1: nop\nj 1\nj 2\n2: nop",
            "li a0, 1.5\nli a0, 0xZZ\nli a0, 0b102\nli a0, 12ab\nli a0, 1e5",
            "x: addi a0, a0, %pcrel_lo(x)",
            "li a0, a1 + 4",
            ".globl main\nMain: nop",
            ".globl nothere\nnop",
            "",
            ".data\nv: .word 1",
        ],
    );
    let far = format!(
        "beq a0, a1, far\nbltz a0, far\nj v\nbeq a0, a1, v\n{}far: nop\n.data\nv: .word 1",
        "nop\n".repeat(2000)
    );
    check("slips_far", &[&far]);
}

/// Everyday mistakes with the language itself.
#[test]
fn syntax_slips() {
    check(
        "slips_syntax",
        &[
            "addi a0, a0, 1 ; add one",
            "; a comment\nnop;",
            "li a0, 1; li a1, 2\nli a0, ';'",
            "loop nop\nj loop",
            ".globl main\nmain\nnop",
            "x .word 5\nword 5\ndata\ntext\nglobal main",
            "loop: j loop:",
            ".globl main:\nmain: nop",
            "my label: nop",
            ".data x: .word 5",
            "nop x: nop",
            "a0 = 5\na0 = a1\nN = 5\n.equ X = 5\nli a0 = 5\nint x = 5",
            "li a0, #5\naddi a0, a0, # 5\naddi a0, a0, #-1",
            "li a0, \u{2212}1\nli\u{a0}a0, 1\nli a0, \u{2018}a\u{2019}\nаddi a0, a0, 1\ngrösse a0",
            ".data\n.string \u{201c}abc\u{201d}",
            "li a0, 4)\ncall foo()\nli %a0, 5\nmv a0, %a1\nlui a0, %foo(x)\nlui a0, %hi x\nfoo: nop",
            ".data\n.asciiz hello world\n.string hello",
            ".include \"a.s\"\n.macro push\n.endm\n.rept 3\nreturn",
            "ld a0, 0(sp)\nsd a0, 0(sp)\naddw a0, a0, a1\naddiw a0, a0, 1\nlwu a0, 0(a1)\nsext.w a0, a1",
            "push a0\npop {s0}\npush 5\nmov a0, 5",
        ],
    );
    check(
        "slips_directives",
        &[
            ".data\n.balign 3\n.align 20\n.p2align -1",
            ".register_size 32\nnop",
            ".data\n.space -1\n.byte \"a\"\n.float x\n.space \"a\"\n.align",
            "c.lwsp a0, 3(sp)\nbeq a0, a1, 3",
            "li a0, '\\q'\nli a1, 'é'",
            ".data\n.string \"Größe\"\n.text\nnop",
        ],
    );
}

#[test]
fn strings_are_utf8() {
    let assembly = run("nop\n.data\n.ascii \"é→\"");
    assert_eq!(report(&assembly), "");
    let program = crate::common::program(assembly);
    assert_eq!(crate::common::bytes(&program, "data"), "é→".as_bytes());
}

fn run_bytes(text: &[u8]) -> Assembly {
    let options = assembler::AssembleOptions::new(&rv32::DESC, &assembler::VENUS);
    let main = assembler::MainFile::Text {
        name: "main.s".to_owned(),
        text: text.to_vec(),
    };
    assembler::assemble(main, &[], &options, &mut MemoryLoader::default())
}

#[test]
fn a_file_with_zero_bytes_is_refused_at_once() {
    let assembly = run_bytes(b"nop\nn\0o\0p\0");
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("zero_byte", shown(&assembly));
    });
    assert_eq!(run_bytes(&vec![0; 5 << 20]).errors.len(), 1);
}

#[test]
fn bytes_that_are_not_utf8_are_reported_once() {
    let assembly = run_bytes(b"li a0, '\xff'\n\xfe\xfe a0\nfoo\n");
    let codes: Vec<&str> = assembly.diagnostics.iter().map(|d| d.code.0).collect();
    assert_eq!(codes, ["E0101", "E0301"]);
}

#[test]
fn bytes_in_comments_need_not_be_text() {
    for text in [
        &b"nop # caf\xe9\nnop"[..],
        b"# \xff\xfe",
        b"# \xff \"\nnop # \xff'\xff",
    ] {
        let assembly = run_bytes(text);
        assert!(assembly.program.is_some(), "{:#?}", assembly.diagnostics);
    }
    for text in [&b"nop\n.data\n.string \"\xff\""[..], b"nop \xff", b"\xff"] {
        assert!(run_bytes(text).program.is_none());
    }
}

/// Warnings without end in one file do not hide that another one is wrong.
#[test]
fn many_warnings_hide_no_error() {
    let text = format!(
        ".import b.s\n.data\n{}",
        ".register_size 64\n".repeat(10_050)
    );
    let assembled = |imported: &str| {
        let loader = MemoryLoader::default().with("b.s", imported);
        let assembly = run_with(&text, loader);
        assert!(assembly.errors.len() > 200);
        assembly.program.is_some()
    };
    assert!(assembled("nop\n"));
    assert!(!assembled("bogus a0\n"));
}

#[test]
fn endless_faults_stop_the_reading() {
    for text in ["\u{1}", "foo\n", "add a0\n", "j nowhere\n", ".byte 999\n"] {
        let assembly = run(&text.repeat((2 << 20) / text.len()));
        assert_eq!(assembly.errors.len(), 201, "{text:?}");
        let last = &assembly.diagnostics[200];
        assert_eq!(
            last.title, "more than 99000 more errors are not shown",
            "{text:?}"
        );
    }
}

#[test]
fn names_behind_the_last_line_read_are_not_missed() {
    for line in ["foo\n", "add a0\n"] {
        let assembly = run(&format!("j end\n{}end: nop", line.repeat(20_000)));
        assert!(!report(&assembly).contains("E0402"), "{line}");
    }
}

#[test]
fn warnings_that_the_classic_program_does_not_know() {
    for text in [".globl nothere\nnop", ""] {
        let assembly = run(text);
        assert_eq!(assembly.errors.len(), 1);
        assert!(
            !assembly.errors.iter().any(venus_text::is_reported),
            "{text}"
        );
        assert!(assembly.program.is_some());
    }
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
    assert_eq!(
        assembly.diagnostics[200].title,
        "800 more errors are not shown"
    );
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
