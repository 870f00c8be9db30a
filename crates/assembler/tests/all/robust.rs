//! No input makes the assembler panic or run forever.

use assembler::{
    AssembleOptions, MARS, MainFile, MemoryLoader, SourceLimits, VENUS, assemble, dump,
};
use proptest::prelude::*;

use crate::common::{bytes, program, report, run, run_mips, run_with, words};

/// The words of the MARS dialect.
const MARS_WORDS: &[&str] = &[
    "add",
    "lw",
    "j",
    "beq",
    "syscall",
    "$t0",
    "$8",
    "$x",
    "%x",
    "%",
    "%%",
    "x",
    "x:",
    ":",
    "m",
    "m",
    "n",
    "N",
    "(",
    ")",
    "(x)",
    "4($sp)",
    "-5",
    "- 5",
    "+",
    "09",
    "0x123456789",
    "1.5",
    ",",
    "'a'",
    "'\\101'",
    "\"s\"",
    "\"",
    "'",
    "\\",
    "#",
    "é",
    "\0",
    " ",
    "\t",
    "\n",
    "\n",
    "\n",
    "\n.macro m %x\n",
    "\n.macro n\n",
    "\n.macro n %x %y\n",
    "\n.macro",
    "\n.end_macro\n",
    "\n.end_macro\n",
    "\n.end_macro",
    "\n.eqv N ",
    "\n.eqv",
    ".include \"a\"\n",
    ".include",
    "\n.data\n",
    "\n.text\n",
    "\n.data 0x10000000\n",
    "\n.text 0x00400004\n",
    "\n.ktext 0x80000180\n",
    "\n.kdata\n",
    ".extern",
    "ulw",
    "ext",
    "ld",
    "mulo",
    "li.s",
    "c.eq.s",
    "$f1",
    ".word",
    ".byte",
    ".float",
    ".asciiz",
    ".align",
    ".space",
    ".globl",
    ".foo",
    "7:3",
    "7:-1",
    ":9999999999",
];

const WORDS: &[&str] = &[
    "addi",
    "lw",
    "sw",
    "li",
    "la",
    "j",
    "beq",
    "call",
    "c.addi",
    "c.lw",
    "fadd.s",
    "csrr",
    "a0",
    "x1",
    "sp",
    "fa0",
    "main",
    "loop",
    "1",
    "1f",
    "1b",
    "0x",
    "0b",
    "-1",
    "99999999999",
    "0xffffffff",
    "1:",
    "loop:",
    "a-b:",
    "a-b",
    ":",
    ",",
    "(",
    ")",
    "(sp)",
    "+",
    "-",
    "*",
    "/",
    "%",
    "%hi",
    "%lo(",
    "%pcrel_lo(loop)",
    "<<",
    "~",
    "'",
    "\"",
    "'a'",
    "\"s\"",
    "\\",
    "#",
    "//",
    "/*",
    "*/",
    "\n",
    "\n",
    "\n",
    " ",
    " ",
    " ",
    "\t",
    "\r\n",
    ".data",
    ".text",
    ".word",
    ".byte",
    ".space",
    ".align",
    ".equ",
    ".set",
    ".eqv",
    ".globl",
    ".import",
    ".section",
    ".float",
    ".string",
    ".comm",
    ".data_start",
    ".",
    "\n#define",
    "\n#ifdef",
    "\n#if",
    "\n#else",
    "\n#endif",
    "\n#undef",
    "é",
    "\0",
    "\u{feff}",
];

fn assemble_bytes(text: Vec<u8>) {
    assemble_with(AssembleOptions::new(&rv32::DESC, &VENUS), text);
}

fn assemble_mars(text: &str) {
    dump::tokens(text, &MARS);
    dump::items(text, &mips32::DESC, &MARS);
    assemble_with(
        AssembleOptions::new(&mips32::DESC, &MARS),
        text.as_bytes().to_vec(),
    );
}

fn assemble_with(options: AssembleOptions, text: Vec<u8>) {
    let main = MainFile::Text {
        name: "main.s".to_owned(),
        text,
    };
    let mut loader = MemoryLoader::default().with(
        "a",
        ".import main.s\n.globl loop\nloop:\n.include \"a\"\nm 5",
    );
    let assembly = assemble(main, &[], &options, &mut loader);
    report(&assembly);
    for fault in &assembly.errors {
        assembler::venus_text::message(&fault.error);
    }
    assert_eq!(assembly.errors.len(), assembly.diagnostics.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_bytes(text in proptest::collection::vec(any::<u8>(), 0..200)) {
        assemble_bytes(text);
    }

    #[test]
    fn any_text(text in "\\PC{0,100}") {
        dump::tokens(&text, &VENUS);
        dump::items(&text, &rv32::DESC, &VENUS);
        assemble_bytes(text.into_bytes());
    }

    #[test]
    fn any_text_of_mars(text in "\\PC{0,100}") {
        assemble_mars(&text);
        assemble_mars(&format!(".macro m %x\n{text}\n.end_macro\nm {text}"));
    }

    #[test]
    fn any_words_of_mars(
        words in proptest::collection::vec(proptest::sample::select(MARS_WORDS), 0..60),
        glue: bool,
    ) {
        assemble_mars(&words.join(if glue { "" } else { " " }));
    }

    #[test]
    fn any_words(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..60), glue: bool) {
        let text = words.join(if glue { "" } else { " " });
        dump::tokens(&text, &VENUS);
        dump::items(&text, &rv32::DESC, &VENUS);
        assemble_bytes(text.into_bytes());
    }
}

#[test]
fn long_lines_and_deep_nesting() {
    for unit in [
        "(", "-", "+a", "1,", "a:", "\"", "'", "/*", " /*", "#if 1\n", "\\", "a-", "%lo(",
    ] {
        assemble_bytes(format!("li a0 {}", unit.repeat(100_000)).into_bytes());
        assemble_bytes(format!(".data\n.word {}", unit.repeat(100_000)).into_bytes());
    }
}

#[test]
fn alignment_of_instructions_is_bounded() {
    let text = ".align 16\nnop\n".repeat(100_000);
    let report = report(&run_mips(&text));
    assert!(report.contains("E0602"), "{report}");
}

#[test]
fn chains_of_constants_end() {
    let chain = |step: &dyn Fn(usize) -> String| (0..20_000).map(step).collect::<String>();
    let forward = chain(&|k| format!(".equ a{k} a{}\n", k + 1));
    let backward = chain(&|k| format!(".equ b{} b{k}+1\n", k + 1));
    assemble_bytes(format!("{forward}li a0 a0\nli a1 a5").into_bytes());
    assemble_bytes(format!(".equ b0 1\n{backward}.word b20000").into_bytes());
    let imports: String = (0..50).map(|k| format!(".import x{k}.s\n")).collect();
    assemble_bytes(imports.into_bytes());
}

#[test]
fn constants_that_name_later_ones_twice_end() {
    let doubled = |count: usize, rest: &str| {
        let steps = (0..count).map(|k| format!(".equ step{k}, step{0}+step{0}\n", k + 1));
        run(&(steps.collect::<String>() + rest))
    };
    let known = doubled(40, ".equ step40, 1\n.data\n.dword step0\n");
    assert_eq!(bytes(&program(known), "data"), (1u64 << 40).to_le_bytes());
    // Where they are used before anything is placed, and where that depends on places.
    for rest in [
        ".equ step30, 2-1\n.equ g, step0\nlui a0, g>>12\n",
        ".equ step30, y-x-3\nx: lui a0, step0>>12\ny:\n",
        ".equ step30, %pcrel_hi(x)+1\nx: lui a0, step0>>12\n",
    ] {
        assert_eq!(words(&program(doubled(30, rest))), [0x4000_0537], "{rest}");
    }
    // Most have no value, since they are nested too deeply.
    let report = report(&doubled(20_000, ".equ step20000, 1\nli a0, step0\n"));
    let last = "the constant `step65` depends on itself";
    assert!(report.contains(last), "{report}");
}

#[test]
fn constants_of_other_files_that_are_named_twice_end() {
    let step = |k: usize| format!(".globl f{k}\n.equ f{k}, f{0}+f{0}\n", k + 1);
    let mut loader = MemoryLoader::default();
    for k in 1..30 {
        loader = loader.with(
            &format!("f{k}.s"),
            format!("{}.import f{}.s", step(k), k + 1),
        );
    }
    let last = ".globl f30\n.equ f30, 1\n";
    let assembly = run_with(
        &format!("{}.import f1.s\nlui a0, f0>>12\n", step(0)),
        loader.with("f30.s", last),
    );
    assert_eq!(words(&program(assembly)), [0x4000_0537]);
}

#[test]
fn constants_that_go_round_through_files_end() {
    let chain = |name: &str, end: &str| {
        let steps = (0..63).map(|k| format!(".equ {name}{k}, {name}{}+1\n", k + 1));
        let steps: String = steps.collect();
        format!(".globl {name}0\n{steps}.equ {name}63, {end}0+1\n")
    };
    let loader = MemoryLoader::default().with("b.s", chain("b", "a"));
    let main = format!("{}.import b.s\n.data\n.word a0\n", chain("a", "b"));
    let report = report(&run_with(&main, loader));
    assert!(report.contains("depends on itself"), "{report}");
}

#[test]
fn definitions_that_stand_for_nothing_end() {
    let chain = |directive: &str, end: &str| {
        let steps = (1..31).map(|k| format!("{directive} A{k} A{0} A{0}\n", k - 1));
        format!(
            "{directive} A0{end}\n{}.word A30\n",
            steps.collect::<String>()
        )
    };
    assemble_bytes(chain("#define", "").into_bytes());
    assemble_mars(&chain(".eqv", " 1"));
}

/// What is said about `main.asm` and these other files, of which at most so many bytes are read and
/// made.
fn limited(bytes: u64, main: &str, extra: &[&str], loader: MemoryLoader) -> String {
    let options = AssembleOptions {
        limits: SourceLimits::of_bytes(bytes),
        ..AssembleOptions::new(&mips32::DESC, &MARS)
    };
    let extra: Vec<String> = extra.iter().map(|name| (*name).to_owned()).collect();
    let main_file = MainFile::Path("main.asm".to_owned());
    let mut loader = loader.with("main.asm", main);
    report(&assemble(main_file, &extra, &options, &mut loader))
}

#[test]
fn expanded_text_has_the_limit_that_is_asked_for() {
    let body = "addi $t0, $t0, 1\n".repeat(100);
    let calls = |count: usize| format!(".macro m\n{body}.end_macro\nmain: {}", "m\n".repeat(count));
    let none = MemoryLoader::default;
    assert_eq!(limited(64 << 10, &calls(20), &[], none()), "");
    let said = limited(64 << 10, &calls(60), &[], none());
    assert!(said.contains("E0506"), "{said}");
    assert_eq!(limited(256 << 10, &calls(60), &[], none()), "");
    // It is one for all files together.
    let own = |name: &str| calls(20).replace("main", name);
    let both = none().with("a.asm", own("a")).with("b.asm", own("b"));
    let said = limited(64 << 10, &calls(20), &["a.asm", "b.asm"], both);
    assert!(said.contains("E0506") && said.contains("a.asm"), "{said}");
}

#[test]
fn included_text_has_the_limit_that_is_asked_for() {
    let text = "addi $t0, $t0, 1\n".repeat(1000);
    let includes = |count: usize| format!("main: nop\n{}", ".include \"a.asm\"\n".repeat(count));
    let files = || MemoryLoader::default().with("a.asm", text.clone());
    assert_eq!(limited(64 << 10, &includes(3), &[], files()), "");
    let said = limited(64 << 10, &includes(4), &[], files());
    assert!(
        said.contains("more than 65536 bytes of included text"),
        "{said}"
    );
    // What is read at all has the same limit.
    let said = limited(1 << 10, &includes(1), &[], files());
    assert!(said.contains("`a.asm` is too large"), "{said}");
}
