//! What the words of a source are, in every language.

use assembler::outline::{OutlineReader, SourceOutline, WordKind};
use machine::env::MarsMap;
use runtime::Language;

/// The words without comments, and whether a comma is before each.
fn words<'t>(outline: &SourceOutline, text: &'t str) -> Vec<(WordKind, &'t str)> {
    let words = outline
        .words
        .iter()
        .filter(|word| word.kind != WordKind::Comment);
    words
        .map(|word| (word.kind, &text[word.at.range()]))
        .collect()
}

#[track_caller]
fn check(language: Language, text: &str, expect: &[(&str, WordKind)]) {
    let reader = OutlineReader::new(&language.options(&MarsMap::DEFAULT));
    let outline = reader.read(text);
    let found = words(&outline, text);
    for (word, kind) in expect {
        let is_there = found
            .iter()
            .any(|(known, text)| known == kind && text == word);
        assert!(is_there, "{word} is not {kind:?} in {found:?}");
    }
}

#[test]
fn words_are_what_their_language_makes_of_them() {
    use WordKind::{
        Call, Constant, Directive, Function, Instruction, Keyword, Label, Macro, Name, Number,
        Parameter, Path, Preprocessor, Pseudo, Register, Section, Text, Unknown,
    };
    check(
        Language::Venus,
        "#define N 5\n.import \"x.s\"\nmain: li a0, N\nlui a1, %hi(main)\nadd x1, t0, s11\nblorb 1\n",
        &[
            ("#define", Preprocessor),
            ("N", Constant),
            (".import", Directive),
            ("\"x.s\"", Path),
            ("main", Label),
            ("li", Pseudo),
            ("a0", Register),
            ("N", Name),
            ("hi", Function),
            ("x1", Register),
            ("blorb", Unknown),
        ],
    );
    check(
        Language::Mars,
        ".eqv N 5\n.macro m(%a, $b)\naddu $t0, %a, $b\n.end_macro\nm($t1, N)\n.asciiz \"x\"\n",
        &[
            ("N", Constant),
            ("m", Macro),
            ("%a", Parameter),
            ("$b", Parameter),
            ("addu", Instruction),
            ("m", Call),
            ("$t1", Register),
            ("\"x\"", Text),
        ],
    );
    check(
        Language::Spim,
        "N = 5\nmain: li $v0, N\n",
        &[("N", Constant), ("main", Label), ("N", Name)],
    );
    check(
        Language::Gnu,
        ".macro m a, b=3\nli \\a, \\b\n.endm\nm a0\n.section .rodata\n1: j 1b; nop\n.set X, 0x1F\n",
        &[
            ("m", Macro),
            ("a", Parameter),
            ("b", Parameter),
            ("\\a", Parameter),
            ("m", Call),
            (".rodata", Section),
            ("1b", Name),
            ("nop", Pseudo),
            ("X", Constant),
            ("0x1F", Number),
        ],
    );
    check(
        Language::GnuMips,
        ".set noreorder\nfoo: jr $31\n",
        &[("noreorder", Keyword), ("$31", Register)],
    );
}
