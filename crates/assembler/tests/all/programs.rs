//! Directives, segments, files: what ends up where.

use crate::common::{bytes, program, report, run, run_with, words};
use assembler::{AssembleOptions, MainFile, MemoryLoader, Program, VENUS, assemble};

#[track_caller]
fn address(program: &Program, name: &str) -> u32 {
    program.image.symbol(name).map_or(u32::MAX, |s| s.address)
}

#[track_caller]
fn data(text: &str, expect: &[u8]) {
    let program = program(run(&format!(".data\n{text}")));
    assert_eq!(bytes(&program, "data"), expect, "{text}");
}

#[test]
fn data_directives() {
    data(".byte 1 -1, 255 -128 'a'", &[1, 255, 255, 128, 97]);
    data(".half 1 -2", &[1, 0, 254, 255]);
    data(".byte 1\n.word 0x01020304", &[1, 4, 3, 2, 1]);
    data(".dword -2", &[254, 255, 255, 255, 255, 255, 255, 255]);
    data(".asciiz \"a\\n\"", b"a\n\0");
    data(".ascii \"ab\", \"c\"", b"abc");
    data(".string \"# \\\"x, y\\\"\" # comment", b"# \"x, y\"\0");
    data(".float 1.5 -0.25", &[0, 0, 0xc0, 0x3f, 0, 0, 0x80, 0xbe]);
    data(
        ".float 0x40490fdb 1e-3 2.5e+1 inf",
        &[
            0xdb, 0x0f, 0x49, 0x40, 0x6f, 0x12, 0x83, 0x3a, 0, 0, 0xc8, 0x41, 0, 0, 0x80, 0x7f,
        ],
    );
    data(".double -1", &[0, 0, 0, 0, 0, 0, 0xf0, 0xbf]);
    data(".byte 1\n.align 2\n.byte 2", &[1, 0, 0, 0, 2]);
    data(
        ".byte 1\n.balign 2\n.byte 2\n.p2align 2\n.byte 3",
        &[1, 0, 2, 0, 3],
    );
    data(".equ N 2\n.space N * 2 - 1\n.byte 7", &[0, 0, 0, 7]);
    data(
        "a: .byte 1 2 3\n.space . - a\n.byte b-a, 4\nb:",
        &[1, 2, 3, 0, 0, 0, 8, 4],
    );
    data(
        "x: .word x, x+4, x-4 y\ny:",
        &[0, 0, 0, 16, 4, 0, 0, 16, 252, 255, 255, 15, 16, 0, 0, 16],
    );
    data(".word", &[]);
}

#[test]
fn big_spaces_take_no_memory() {
    let program = program(run(
        ".data\n.byte 1\n.space 1000000000\nx: .byte 2\n.space 5\n",
    ));
    let sizes: Vec<_> = program
        .image
        .segments
        .iter()
        .map(|s| (s.address, s.bytes.len(), s.size))
        .collect();
    assert_eq!(
        sizes,
        [(0x1000_0000, 1, 1_000_000_001), (0x4b9a_ca01, 1, 6)]
    );
    assert_eq!(address(&program, "x"), 0x4b9a_ca01);
}

#[test]
fn labels_name_what_follows_them() {
    let text = ".text\nmain: nop\nd: .word 5\nend:\n.data\nx: .byte 1\ni: nop\nlast: .globl i\n";
    let program = program(run(text));
    assert_eq!(address(&program, "d"), 0x1000_0000);
    assert_eq!(address(&program, "end"), 4);
    assert_eq!(address(&program, "x"), 0x1000_0004);
    assert_eq!(address(&program, "i"), 4);
    assert_eq!(address(&program, "last"), 0x1000_0005);
    assert_eq!(words(&program).len(), 2);
}

#[test]
fn align_in_text_moves_data_only() {
    let program = program(run("nop\n.align 4\nx: nop\n.byte 1\n.align 2\ny: .byte 2"));
    assert_eq!(address(&program, "x"), 4);
    assert_eq!(address(&program, "y"), 0x1000_0004);
}

#[test]
fn constants() {
    let program = program(run(
        "li a0, LATE\n.equ LATE, EARLY*2\n.equ EARLY, 4\n.set N 1\nli a1 N\n.set N 2\nli a2 N\n\
         .eqv reg t3\nmv a3 reg\n.eqv K 2*3\nli a4 K\n.equ HERE main+4\nmain: la a5 HERE",
    ));
    let expect = program_words("li a0 8\nli a1 1\nli a2 2\nmv a3 t3\nli a4 6\nx: la a5 x+4");
    assert_eq!(words(&program), expect);
    let symbol = program.image.symbol("LATE").unwrap();
    assert_eq!((symbol.address, symbol.absolute), (8, true));
    assert_eq!(address(&program, "N"), 2);
}

fn program_words(text: &str) -> Vec<u32> {
    words(&program(run(text)))
}

#[test]
fn compiler_output_is_accepted() {
    let text = "\t.file\t\"a.c\"\n\t.option nopic\n\t.attribute arch, \"rv32i2p1\"\n\t.text\n\
        \t.align\t2\n\t.globl\tmain\n\t.type\tmain, @function\nmain:\n\taddi\tsp,sp,-16\n\
        \tlui\ta5,%hi(.LC0)\n\taddi\ta0,a5,%lo(.LC0)\n\tcall\tputs\n\tret\n\t.size\tmain, .-main\n\
        puts:\n\tret\n\t.section\t.rodata.str1.4,\"aMS\",@progbits,1\n\t.align\t2\n.LC0:\n\
        \t.string\t\"hi\"\n\t.comm buf,8,4\n\t.ident\t\"GCC\"\n\
        \t.section\t.note.GNU-stack,\"\",@progbits\n\t.string \"dropped\"\n";
    let program = program(run(text));
    assert_eq!(bytes(&program, "data"), b"hi\0");
    assert_eq!(address(&program, "buf"), 0x1000_0004);
    assert_eq!(program.image.segments[1].size, 12);
    assert_eq!(words(&program).len(), 7);
}

#[test]
fn comments() {
    let expect = program_words("nop\nnop");
    for text in [
        "nop # c \" '\nnop#c",
        "nop // it's\n// \"\nnop",
        "/* a\nb */ nop /* c */\nnop",
        "#if the user presses a key\nnop\n#else it is over\nnop\n#endif of it\n",
        "#if zero\nnop\n#ifdef the board\nnop\n#else\n#error none\n#define\n",
        "\u{feff}nop\r\nnop\r\n",
    ] {
        assert_eq!(program_words(text), expect, "{text}");
    }
}

#[test]
fn preprocessor() {
    for (text, expect) in [
        ("#define N 5\nli a0 N", "li a0 5"),
        ("#define N M+1\n#define M 2\nli a0, N,", "li a0 3"),
        ("#define R t0\nmv R, a0", "mv t0, a0"),
        ("#define N N\nN: j N", "x: j x"),
        ("#define a0 is the board\nmv a0 a1", "mv a0 a1"),
        ("#ifdef X\nli a0 1\n#else\nli a0 2\n#endif", "li a0 2"),
        ("#ifndef X\nli a0 1\n#else\nli a0 2\n#endif", "li a0 1"),
        (
            "#define X\n#ifdef X\nli a0 1\n#else\nli a0 2\n#endif",
            "li a0 1",
        ),
        ("#define X\n#undef X\n#ifdef X\nli a0 1\n#endif\nnop", "nop"),
        (
            "#define X 3\n#if X == 3 && defined(X)\nli a0 1\n#elif 1\nli a0 2\n#endif",
            "li a0 1",
        ),
        (
            "#if X\nli a0 1\n#elif !X\nli a0 2\n#else\nli a0 3\n#endif",
            "li a0 2",
        ),
        (
            "#ifdef X\n#ifdef Y\nnop\n#else\nnop\n#endif\n#error no\n#endif\nli a0 1",
            "li a0 1",
        ),
    ] {
        assert_eq!(program_words(text), program_words(expect), "{text}");
    }
    assert!(report(&run("#ifndef X\n#error too bad\n#endif")).contains("too bad"));
}

#[test]
fn definitions_from_outside() {
    let mut options = AssembleOptions::new(&rv32::DESC, &VENUS);
    options.defines.push(("N".to_owned(), "7".to_owned()));
    let text = b"#ifdef N\nli a0 N\n#endif".to_vec();
    let main = MainFile::Text {
        name: "m.s".to_owned(),
        text,
    };
    let assembly = assemble(main, &[], &options, &mut MemoryLoader::default());
    assert_eq!(words(&program(assembly)), program_words("li a0 7"));
}

#[test]
fn red_zones_follow_each_datum() {
    let mut options = AssembleOptions::new(&rv32::DESC, &VENUS);
    options.red_zones = true;
    let text = b".data\na: .word 1\nb: .space 3\nc: .byte 1".to_vec();
    let main = MainFile::Text {
        name: "m.s".to_owned(),
        text,
    };
    let program = program(assemble(main, &[], &options, &mut MemoryLoader::default()));
    let at = |name| address(&program, name) - 0x1000_0000;
    assert_eq!((at("a"), at("b"), at("c")), (0, 8, 14));
}

#[test]
fn files_are_linked_in_order_and_once() {
    let loader = MemoryLoader::default()
        .with(
            "sub/b.s",
            ".import \"../c.s\"\n.import \"./b.s\"\n.data\nvb: .word vb\n.text\n.globl fb\nfb: ret",
        )
        .with("c.s", ".globl fc\n.data\nx: .byte 1\n.text\nfc: j fb\nnop")
        .with("main.s", "this is not assembled again");
    let text = ".import sub/b.s\n.import \"c.s\"\n.import <c.s>\n.import \"main.s\"\n\
                .globl main\nx: nop\nmain: call fc\n.data\n.byte 7";
    let program = program(run_with(text, loader));
    assert_eq!(program.image.entry, 4);
    let order = ["main", "fc", "fb"].map(|name| address(&program, name));
    // Which of the two imports comes first is decided by the hashes of their paths.
    assert!(order == [4, 12, 20] || order == [4, 16, 12], "{order:?}");
    let vb = address(&program, "vb");
    let data = bytes(&program, "data");
    let at = (vb - 0x1000_0000) as usize;
    assert_eq!(data[at..at + 4], vb.to_le_bytes());
    assert_eq!(
        program
            .image
            .symbols
            .iter()
            .filter(|s| s.name == "x")
            .count(),
        2
    );
}

#[test]
fn labels_may_contain_operators() {
    let loader = MemoryLoader::default().with("b.s", ".globl print-board\nprint-board: ret");
    let text = ".import b.s\nj my-loop\ncall print-board\nmy-loop: beq a0 a1 my-loop\nli a0 3-2";
    let program = program(run_with(text, loader));
    assert_eq!(address(&program, "my-loop"), 12);
    assert_eq!(address(&program, "print-board"), 20);
}

#[test]
fn globals_and_entry() {
    let entry = |text| program(run(text)).image.entry;
    assert_eq!(entry("nop\nmain: nop"), 0);
    assert_eq!(entry(".globl main\nnop\nmain: nop"), 4);
    assert_eq!(entry(".globl nothing\n"), 0);
    assert!(report(&run("nop\nmain: nop")).contains("W0401"));
    assert!(program(run("")).image.segments.is_empty());
}

#[test]
fn lines_lead_back_to_the_source() {
    let assembly = run("main: li a0, 0x12345 # c\n  .data\nx: .word 1, 2\n");
    let program = assembly.program.unwrap();
    let lines: Vec<_> = program
        .lines
        .iter()
        .map(|l| {
            (
                l.address,
                l.size,
                assembly.sources.slice(l.span),
                l.code,
                l.pseudo,
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            (0, 8, "li a0, 0x12345", true, true),
            (0x1000_0000, 8, ".word 1, 2", false, false),
        ]
    );
}

#[test]
fn data_start_moves_the_data() {
    let program = program(run(
        ".data_start 0x20000000\n.data\nx: .word 1\n.text\nla a0 x",
    ));
    assert_eq!(address(&program, "x"), 0x2000_0000);
}

#[test]
fn a_label_may_have_the_name_of_a_register() {
    let assembly = run(".data\ns1: .word 1\n.text\nla a0, s1\nlw a0, s1\nmv a0, s1");
    assert!(report(&assembly).contains("W0302"));
    assert_eq!(words(&program(assembly)).len(), 5);
}
