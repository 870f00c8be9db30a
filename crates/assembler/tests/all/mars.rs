//! The front end of the MARS dialect: expansion, lines, and what people read about them.

use assembler::{AssembleOptions, Assembly, MARS, MainFile, MemoryLoader, assemble, dump};

use crate::common::{bytes, program, report, words};

fn run_bytes(text: &[u8], mut loader: MemoryLoader) -> Assembly {
    let options = AssembleOptions::new(&mips32::DESC, &MARS);
    let main = MainFile::Text {
        name: "main.asm".to_owned(),
        text: text.to_vec(),
    };
    assemble(main, &[], &options, &mut loader)
}

fn run_with(text: &str, loader: MemoryLoader) -> Assembly {
    run_bytes(text.as_bytes(), loader)
}

fn run(text: &str) -> Assembly {
    run_with(text, MemoryLoader::default())
}

fn messages(texts: &[&str]) -> String {
    let reports = texts.iter().map(|text| report(&run(text)));
    reports.collect::<Vec<_>>().join("\n======\n\n")
}

fn items(text: &str) -> String {
    dump::items(text, &mips32::DESC, &MARS)
}

/// Both texts have the same statements, and nothing is wrong with them.
#[track_caller]
fn same(text: &str, plain: &str) {
    assert_eq!(items(text), items(plain), "{text}");
    assert!(!items(text).contains('!'), "{}", items(text));
}

/// The bytes of the data segment.
#[track_caller]
fn data(text: &str) -> Vec<u8> {
    bytes(
        &program(run(&format!(".data\n{text}\n.text\nsyscall"))),
        "data",
    )
}

#[test]
fn statements_are_read_as_in_mars() {
    insta::assert_snapshot!(items(
        "# a comment with 'quotes' and \"more
main: MAIN : add $t0 $t1 $t2,, # c
,add,$t0,,$t1 $t2
addi $t0 $t1 -5
addi $t0 $t1 010
addi $t0 $t1 09
addi $t0 $t1 0x7f
addi $t0 $t1 -0x10
addi $t0 $t1 'a'
addi $t0 $t1 '\\101'
addi $t0 $t1 '#'
addi $t0 $t1 ','
addi $t0 $t1 '\\''
addi $t0 $t1 4294967295
addi $t0 $t1 99999999999
addi $t0 $t1 -2147483648
addi $t0 $t1 0xffffffff
addi $t0 $t1 2*(3+4)
lw $t0 x+4($t1)
lw $t0 x + 4 ($t1)
lw $t0 x-4
lw $t0, ($t1)
add: b: j add
beq $t0 $0 $lab4
$lab4: .L5: größe: j größe
SYSCALL"
    ));
}

#[test]
fn data_is_read_as_in_mars() {
    assert_eq!(data(".byte 1 -2 3 - 1 'a'"), [1, 254, 2, 97]);
    assert_eq!(data(".byte 7:3"), [7, 7, 7]);
    assert_eq!(data(".byte 1, 7 : 2, 9:1"), [1, 7, 7, 9]);
    assert_eq!(data(".byte -1:2 0x10 010"), [255, 255, 16, 8]);
    assert_eq!(data(".float 1.5:2").len(), 8);
    assert_eq!(data(".float 1.5 -2 1e-3").len(), 12);
    assert_eq!(data("x: .word 0:9").len(), 36);
    assert_eq!(data("MOVE: .word\nX: .word 1"), [1, 0, 0, 0]);
    assert_eq!(
        data(".byte 1, 2,\n 3, 4\n -5\n '6' # c\n\n 7:2"),
        [1, 2, 3, 4, 251, 54, 7, 7]
    );
    assert_eq!(data(".byte 1\nx: 2"), [1, 2]);
    assert_eq!(data(".asciiz \"a\" \"b\"\n\"c\""), *b"a\0b\0c\0");
    assert_eq!(data(r#".ascii "é\x\\" "#), *b"\xe9x\\");
    assert_eq!(data(".ascii \"é€\""), "é€".as_bytes());
    assert_eq!(data(".float 1\n.byte 2\n3").len(), 6);
}

#[test]
fn names_go_on_with_data() {
    assert_eq!(
        data(".word 1\nhere\n.text\nhere: syscall\n.data")[..],
        [1, 0, 0, 0, 0, 0, 0x40, 0]
    );
}

#[test]
fn a_file_that_is_not_utf8_is_latin1() {
    let text = b".data\n.ascii \"\xe9\"\n.text\nsyscall # \xff";
    let program = program(run_bytes(text, MemoryLoader::default()));
    assert_eq!(bytes(&program, "data"), [0xe9]);
}

#[test]
fn eqv_replaces_tokens() {
    same(
        ".eqv N 5\n.eqv SYS ori $v0,$0,10\n.eqv SP4 4($sp)\n.eqv M N\n.eqv N 5
x: SYS\nlw $t0, SP4\nlw $t0 SP4\naddi $t0 $t0 M+1\n.data\n.byte N:2\n.ascii \"N\"",
        "x: ori $v0,$0,10\nlw $t0, 4($sp)\nlw $t0 4($sp)\naddi $t0 $t0 6\n.data\n.byte 5 5\n.ascii \"N\"",
    );
    // Only below, inside of macros, too.
    same(
        "j N\n.macro m\nj N\n.end_macro\n.eqv N x\n.macro n\nj N\n.end_macro\nm\nn",
        "j N\nj N\nj x",
    );
}

#[test]
fn registers_have_numbers_in_any_notation() {
    let words_of = |text| words(&program(run(text)));
    assert_eq!(
        words_of("add $0x8, $0xA, $010\nlw $t0, 4($0x1d)"),
        words_of("add $8, $10, $8\nlw $t0, 4($29)")
    );
    // Where there is no such register, it is the name of a label.
    assert_eq!(
        words_of("j $0x20\nnop\n$0x20: nop"),
        words_of("j x\nnop\nx: nop")
    );
}

#[test]
fn macros_are_called_in_every_way() {
    let body = "\n add %x, %x, %y\n.end_macro\n";
    let plain = "add $t0, $t0, $t1";
    for heading in ["m %x %y", "m(%x, %y)", "m (%x %y)", "m %x, %y"] {
        for call in [
            "m $t0 $t1",
            "m $t0,$t1",
            "m($t0, $t1)",
            "m ($t0 $t1)",
            "m($t0,$t1) # c",
        ] {
            same(&format!(".macro {heading}{body}{call}"), plain);
        }
    }
    let load = ".macro l %a\n lw $t0 %a\n.end_macro\n";
    same(&format!("{load}l 4($sp)"), "lw $t0 4($sp)");
    same(&format!("{load}l (4($sp))"), "lw $t0 4($sp)");
    same(&format!("{load}l x+4"), "lw $t0 x+4");
    same(&format!("{load}l x + 4"), "lw $t0 x+4");
    same(&format!("{load}l -5"), "lw $t0 -5");
    same(&format!("{load}l(-5)"), "lw $t0 -5");
    same(&format!("{load}l 'a'"), "lw $t0 97");
    let two = ".macro i %r %n\n addi %r %r %n\n.end_macro\n";
    same(&format!("{two}i $t0 -5"), "addi $t0 $t0 -5");
    same(&format!("{two}i $t0-5"), "addi $t0 $t0 -5");
    let none = ".macro done\n syscall\n.end_macro\n";
    same(
        &format!("{none}done\ndone()\ndone ()"),
        "syscall\nsyscall\nsyscall",
    );
}

#[test]
fn macros_nest_and_may_stand_below() {
    same(
        "main: outer 5\n.macro outer %n\ninner(%n, $t0)\ninner(%n)\n.end_macro
.macro inner %n %r\naddi %r %r %n\n.end_macro\n.macro inner %n\naddi $t9 $t9 %n\n.end_macro",
        "main: addi $t0 $t0 5\naddi $t9 $t9 5",
    );
    // The last definition above a call is meant.
    let define = |n| format!(".macro m\naddi $t0 $t0 {n}\n.end_macro\n");
    let text = format!("m\n{}m\n{}m", define(1), define(2));
    let plain = "addi $t0 $t0 1\naddi $t0 $t0 1\naddi $t0 $t0 2";
    assert_eq!(
        items(&text).replace("! the macro `m` with 0 parameters is defined again\n", ""),
        items(plain)
    );
    // A macro's name as an argument.
    same(
        ".macro call %m\n%m\n.end_macro\n.macro done\nsyscall\n.end_macro\ncall done",
        "syscall",
    );
}

#[test]
fn labels_belong_to_an_expansion() {
    same(
        ".macro wait %r %to\ne: bne %r $0 e\nbeq %r $0 %to\n%to: j out\n.end_macro
wait $t0 a\nwait $t1 b\nout: j a\nj b",
        "e_M0: bne $t0 $0 e_M0\nbeq $t0 $0 a\na: j out
e_M1: bne $t1 $0 e_M1\nbeq $t1 $0 b\nb: j out\nout: j a\nj b",
    );
    // A local label goes to another macro; labels may have the names of instructions.
    same(
        ".macro go %l\nj %l\n.end_macro\n.macro m\nj: go j\n.end_macro\nm",
        "j_M0: j j_M0",
    );
    same(
        ".macro exit\nj exit\n.end_macro\nexit\nexit: syscall",
        "j exit\nexit: syscall",
    );
}

#[test]
fn replacement_is_by_word() {
    same(
        ".macro m %a %ab\n.data\n.ascii \"%a %ab\" # %a\n.text\nadd %ab %a %a\n.end_macro\nm $t0 $t1",
        ".data\n.ascii \"%a %ab\"\n.text\nadd $t1 $t0 $t0",
    );
    same(
        ".macro print %s\n.data\ns: .asciiz %s\n.text\nlw $a0 s\n.end_macro\nprint \"a, (b) # c\"",
        ".data\ns_M0: .asciiz \"a, (b) # c\"\n.text\nlw $a0 s_M0",
    );
}

#[test]
fn files_are_included() {
    let loader = MemoryLoader::default()
        .with("lib/a.asm", ".include \"b.asm\"\n.eqv N 7\n")
        .with("lib/b.asm", ".macro done\nsyscall\n.end_macro")
        .with("code.asm", "addi $t0 $t0 N\n");
    let text = "x: .include \"lib/a.asm\"\n.INCLUDE \"code.asm\" # c\n.include \"code.asm\"\ndone";
    let program = program(run_with(text, loader));
    assert_eq!(words(&program), [0x2108_0007, 0x2108_0007, 12]);
}

#[test]
fn student_programs() {
    same(
        ".macro randomize $upperbound\naddi $a1, $0, $upperbound\n.end_macro\nrandomize 2",
        "addi $a1 $0 2",
    );
    let row = ".macro print_row %reg1 %reg2 %reg3\nadd %reg1 %reg2 %reg3\n.end_macro\n";
    for call in ["$t1 $t2 $t3", "$t1, $t2, $t3", "($t1, $t2, $t3)"] {
        same(&format!("{row}print_row {call}"), "add $t1 $t2 $t3");
    }
    same(
        ".macro generate_tile %r\nadd %r %r %r\n.end_macro\ntile_t1: generate_tile $t1",
        "tile_t1: add $t1 $t1 $t1",
    );
    same(
        "check_tile_change $s2, $t1\n.macro check_tile_change %a, %b\nadd %a %a %b\n.end_macro",
        "add $s2 $s2 $t1",
    );
    same(
        ".macro exit\nori $v0, $0, 10\nsyscall\n.end_macro\nj exit\nexit\nexit: exit",
        "j exit\nori $v0, $0, 10\nsyscall\nexit: ori $v0, $0, 10\nsyscall",
    );
    insta::assert_snapshot!(items(
        ".data\nMOVE: .word\nX: .word 0:9\nORIGIN_GRID: .word 1\n.text
False: beq $t0, 0xa58, terminate
lw $t8, ORIGIN_GRID($s2)\nlw $t9, ORIGIN_GRID+4($s2)\nla $t7, ORIGIN_GRID+4\nterminate: syscall"
    ));
}

#[test]
fn expansion_that_has_no_end() {
    let mut text = String::from(".macro m0\n.end_macro\n");
    for k in 1..60 {
        text += &format!(".macro m{k}\nm{0}\nm{0}\n.end_macro\n", k - 1);
    }
    let reports = [
        report(&run(&format!("{text}m59\nsyscall"))),
        report(&run(
            ".macro p\nq\n.end_macro\n.macro q\np\n.end_macro\nmain: p\nsyscall",
        )),
        report(&run(".eqv A B\n.eqv B C\n.eqv C A\nj A")),
        report(&run(&(0..80)
            .map(|k| format!(".macro m{k}\nm{}\n.end_macro\n", k + 1))
            .chain(["m0".into()])
            .collect::<String>())),
        report(&run("main: syscall\n.data\n.word 0:1000000000")),
        report(&run("main: syscall\n.data\n.float x:1000000000")),
    ];
    insta::assert_snapshot!(reports.join("\n======\n\n"));
}

#[test]
fn many_calls_are_not_too_many() {
    let calls = "bump $t0, 1\n".repeat(250_000);
    let text = format!(".macro bump %r, %n\naddiu %r, %r, %n\n.end_macro\nmain:\n{calls}");
    let assembly = run(&text);
    assert!(assembly.diagnostics.is_empty());
    let program = assembly.program.expect("there is no mistake");
    assert_eq!(program.lines.iter().count(), 250_000);
    let last = program.lines.iter().last().expect("there are lines");
    assert_eq!(program.lines.trail(last).len(), 1);
}

#[test]
fn long_arguments_are_bounded() {
    let long = "x".repeat(10_000);
    let many = "m %a\n".repeat(400);
    let text = format!(
        ".macro m %a\n.ascii %a\n.end_macro\n.macro n %a\n{many}.end_macro\n.data\n{}",
        format!("n \"{long}\"\n").repeat(40)
    );
    assert!(report(&run(&text)).contains("E0506"));
}

#[test]
fn mistakes_with_macros() {
    insta::assert_snapshot!(messages(&[
        ".macro m\nsyscall\nj nowhere",
        "syscall\n.end_macro",
        ".macro m\n.macro n\nsyscall\n.end_macro\n.end_macro\nm",
        ".macro\nsyscall\n.end_macro\n.macro add %x\n.end_macro\n.macro $t0\n.end_macro\n.macro 5\n.end_macro\nsyscall",
        ".macro m x\n.end_macro\n.macro m $t0\n.end_macro\n.macro m %\n.end_macro\nsyscall",
        ".macro m %a\naddi $t0 $t0 %b\n.end_macro\nm 1\nm 2\naddi $t0 $t0 %c",
        ".macro m %a %b\nsyscall\n.end_macro\n.macro m\nsyscall\n.end_macro\nm 1\nx: m 1 2 3",
        ".macro m\nsyscall\n.end_macro m\nm",
        ".macro m\nsyscall\n.end_macro\n.macro m\nsyscall\n.end_macro\nm",
        ".macro inner %n\n  sll $t0, $t0, %n\n.end_macro\n.macro outer %a\n  inner %a\n.end_macro\nmain:\n  outer 40\n  outer 5\n",
        ".macro m\n  foo $t0\n.end_macro\nm\nm\n",
        ".macro m\n.ascii \"abc\n.end_macro\n.data\nm\n",
    ]));
}

#[test]
fn mistakes_with_lines() {
    insta::assert_snapshot!(messages(&[
        ".eqv N 5\n.eqv N 6\nsyscall",
        ".eqv N\n.eqv\nsyscall",
        "add $t0, $t1, $t2; syscall",
        ".data\n.ascii \"abc\n.text\nsyscall",
        ".data\n.byte 5:0\n.byte x:3\n.byte 5:\n.float 1:x\n.text\nsyscall",
        ".foo 5\n.asciz2 \"a\"\nsyscall",
        ".eqv BIG 40\nsll $t0, $t0, BIG\nsyscall",
        "addi $t0, $t0, 0x123456789",
        ".data\nword 5\n.text\nsyscall",
        ".data\n.asciiz \"\\q\"\n.text\nsyscall",
        "add $t0, $t1, t2",
        ".eqv Y Y\n.eqv Z 1+Z\nsyscall",
        ".data\n.float 0x10\n.double 0x10\n.word 1.5\n.text\nsyscall",
        ".globl\n.global\nsyscall",
        ".rept 3\nsyscall\n.endr",
    ]));
}

#[test]
fn mistakes_with_includes() {
    let loader = MemoryLoader::default()
        .with("a.asm", "foo $t0\n.include \"b.asm\"\n")
        .with(
            "b.asm",
            ".include \"a.asm\"\n.macro m %n\nquux %n\n.end_macro\n",
        );
    let text = ".include \"a.asm\"\n.include \"none.asm\"\n.include a.asm\n.include\nm 5\n";
    insta::assert_snapshot!(report(&run_with(text, loader)));
}

#[test]
fn tokens_of_mars() {
    insta::assert_snapshot!(dump::tokens("f: add %a,10%3 (%b)'x' -x% ; // y\n", &MARS));
}

#[test]
fn arguments_that_grow_are_bounded() {
    let mut text = String::from(".macro m0 %a\naddi $t0 $t0 %a\n.end_macro\n");
    for k in 1..60 {
        text += &format!(".macro m{k} %a\nm{} (%a+%a)\n.end_macro\n", k - 1);
    }
    assert!(report(&run(&format!("{text}m59 1"))).contains("E0506"));
    // A long text, named often in one line.
    let long = "x".repeat(20_000);
    let text = format!(".eqv S \"{long}\"\n.data\n.ascii {}", "S ".repeat(20_000));
    assert!(report(&run(&text)).contains("E0506"));
    let text = format!(
        ".macro m %a\n.ascii {}\n.end_macro\n.data\nm \"{long}\"",
        "%a ".repeat(20_000)
    );
    assert!(report(&run(&text)).contains("E0506"));
}

/// The first blocks of the languages `asm` and `text` in a page.
fn blocks(page: &str) -> Option<(&str, &str)> {
    let block = |language: &str| {
        let (_, rest) = page.split_once(&format!("```{language}\n"))?;
        rest.split_once("```").map(|(block, _)| block)
    };
    Some((block("asm")?, block("text")?))
}

#[test]
fn the_pages_of_macros_show_what_is_said() {
    let codes = ["E0701", "E0702", "E0703", "E0704", "E0705"]
        .into_iter()
        .chain([
            "E0706", "E0707", "E0708", "E0709", "W0204", "W0601", "W0701",
        ]);
    let registry = diag::registry::Registry::new(&[assembler::codes::faults::PAGES]);
    for code in codes {
        let page = registry.explain(code).map_or("", |entry| entry.page);
        let (example, text) = blocks(page).unwrap_or_else(|| panic!("{code}"));
        let report = report(&run(example)).replace("main.asm", "example.s");
        assert_eq!(report, text, "{code}");
    }
}
