//! What messages look like, and that no input breaks them.

use insta::assert_snapshot;
use proptest::prelude::*;

use super::*;
use crate::diagnostic::Code;
use crate::source::FileId;

const E: Code = Code("E0101");

struct Fixture {
    map: SourceMap,
    file: FileId,
}

fn fixture(text: &str) -> Fixture {
    let mut map = SourceMap::default();
    let file = map.add("main.s", text);
    Fixture { map, file }
}

impl Fixture {
    /// The span of the first occurrence.
    fn find(&self, needle: &str) -> Span {
        let at = self.map.text(self.file).find(needle).unwrap();
        let start = u32::try_from(at).unwrap();
        Span::new(
            self.file,
            start,
            start + u32::try_from(needle.len()).unwrap(),
        )
    }

    fn at(&self, start: u32, end: u32) -> Span {
        Span::new(self.file, start, end)
    }

    fn plain(&self, d: &Diagnostic) -> String {
        render(&self.map, d, &RenderOptions::default())
    }
}

fn error(title: &str) -> Diagnostic {
    Diagnostic::error(E, title)
}

const PROGRAM: &str =
    "main:\n    li t0, 5\nloop:\n    adid t0, t0, -1\n    bnez t0, loop\n    ret\n";

#[test]
fn a_label_with_notes_help_and_patch() {
    let f = fixture(PROGRAM);
    let at = f.find("adid");
    let d = error("unknown instruction `adid`")
        .primary(at, "not an instruction of rv32")
        .secondary(f.find("loop"), "in this loop")
        .note("first note\nwith a second line")
        .help("see `jal explain addi`")
        .help("did you mean `addi`?")
        .patch(at, "addi");
    assert_snapshot!(f.plain(&d), @"
    error[E0101]: unknown instruction `adid`
     --> main.s:4:5
      |
    3 | loop:
      | ---- in this loop
    4 |     adid t0, t0, -1
      |     ^^^^ not an instruction of rv32
      |
      = note: first note
              with a second line
      = help: see `jal explain addi`
    help: did you mean `addi`?
      |
    4 -     adid t0, t0, -1
    4 +     addi t0, t0, -1
      |
    ");
}

#[test]
fn every_severity_and_no_label() {
    let f = fixture("");
    assert_snapshot!(f.plain(&error("no program")), @"error[E0101]: no program");
    let d = Diagnostic::warning(Code("W0001"), "odd")
        .note("why")
        .help("do this");
    assert_snapshot!(f.plain(&d), @"
    warning[W0001]: odd
     |
     = note: why
     = help: do this
    ");
    assert_snapshot!(f.plain(&Diagnostic::info(Code("CC01"), "hm")), @"note[CC01]: hm");
}

#[test]
fn labels_and_trail_in_several_files() {
    let mut f = fixture("    .import \"lib.s\"\n    jal ra, f\n");
    let lib = f.map.add("lib.s", "f:\n    jal g\ng:  lw t0, 1(zero)\n");
    let d = Diagnostic::error(Code("R0002"), "misaligned load")
        .secondary(f.find(".import"), "from this import")
        .primary(Span::new(lib, 17, 31), "address 1 is no multiple of 4")
        .secondary(Span::new(lib, 0, 1), "in this function")
        .trail(Span::new(lib, 7, 12), "called from `f`")
        .trail(f.find("jal ra, f"), "called from `main`")
        .note("words lie at multiples of 4");
    assert_snapshot!(f.plain(&d), @r#"
    error[R0002]: misaligned load
     --> lib.s:3:5
      |
    1 | f:
      | - in this function
    2 |     jal g
    3 | g:  lw t0, 1(zero)
      |     ^^^^^^^^^^^^^^ address 1 is no multiple of 4
      |
     ::: main.s:1:5
      |
    1 |     .import "lib.s"
      |     ------- from this import
      |
     ::: lib.s:2:5
      |
    2 |     jal g
      |     ----- called from `f`
      |
     ::: main.s:2:5
      |
    2 |     jal ra, f
      |     --------- called from `main`
      |
      = note: words lie at multiples of 4
    "#);
}

#[test]
fn only_secondary_labels() {
    let f = fixture(PROGRAM);
    let d = error("odd").secondary(f.find("ret"), "here");
    assert_snapshot!(f.plain(&d), @"
    error[E0101]: odd
     --> main.s:6:5
      |
    6 |     ret
      |     --- here
    ");
}

#[test]
fn a_long_trail_keeps_both_ends() {
    let f = fixture(PROGRAM);
    let step = |d: Diagnostic, n: usize| d.trail(f.find("bnez"), format!("step {n}"));
    let d = (0..1000).fold(error("deep"), step);
    let out = f.plain(&d);
    assert_eq!(out.matches("step ").count(), 8);
    assert!(out.contains("step 5\n") && !out.contains("step 6\n"));
    assert!(out.contains("step 998\n") && out.contains("step 999\n"));
    assert!(out.ends_with("  = note: 992 more steps are not shown\n"));
}

#[test]
fn too_many_labels_are_counted() {
    let f = fixture(PROGRAM);
    let d = (0..25).fold(error("many"), |d, n| {
        d.secondary(f.find("ret"), n.to_string())
    });
    assert!(f.plain(&d).contains("= note: 1 more place is not shown"));
}

#[test]
fn the_end_of_the_file() {
    let f = fixture("a:\n  .word (1\n");
    let d = error("missing `)`")
        .primary(f.at(14, 14), "expected here")
        .secondary(f.find("("), "opened here");
    assert_snapshot!(f.plain(&d), @"
    error[E0101]: missing `)`
     --> main.s:3:1
      |
    2 |   .word (1
      |         - opened here
    3 |
      | ^ expected here
    ");
    let f = fixture("");
    assert_snapshot!(f.plain(&error("nothing").primary(f.at(0, 0), "empty")), @"
    error[E0101]: nothing
     --> main.s:1:1
      |
    1 |
      | ^ empty
    ");
    let f = fixture("x");
    assert_snapshot!(f.plain(&error("far").primary(f.at(70, 90), "off")), @"
    error[E0101]: far
     --> main.s:1:2
      |
    1 | x
      |  ^ off
    ");
}

#[test]
fn several_lines_and_their_fold() {
    let f = fixture(PROGRAM);
    let d = error("loop").primary(
        f.find("loop:\n    adid t0, t0, -1\n    bnez t0, loop\n"),
        "all",
    );
    assert_snapshot!(f.plain(&d), @"
    error[E0101]: loop
     --> main.s:3:1
      |
    3 | / loop:
    4 | |     adid t0, t0, -1
    5 | |     bnez t0, loop
      | |_________________^ all
    ");
    let f = fixture(&(0..50).map(|n| format!("nop {n}\n")).collect::<String>());
    let all = f.find("nop 0").to(f.find("nop 49"));
    let d = error("long")
        .primary(all, "all of it")
        .secondary(f.find("nop 7"), "seven");
    assert_snapshot!(f.plain(&d), @"
    error[E0101]: long
      --> main.s:1:1
       |
     1 | / nop 0
     2 | | nop 1
     3 | | nop 2
     4 | | nop 3
    ...  |
     8 | | nop 7
       | | ----- seven
    ...  |
    49 | | nop 48
    50 | | nop 49
       | |______^ all of it
    ");
}

#[test]
fn far_apart_in_one_file() {
    let f = fixture(&(0..5000).map(|n| format!("nop {n}\n")).collect::<String>());
    let d = error("twice")
        .primary(f.find("4999"), "again")
        .secondary(f.find("nop 12"), "first");
    assert_snapshot!(f.plain(&d), @"
    error[E0101]: twice
        --> main.s:5000:5
         |
    5000 | nop 4999
         |     ^^^^ again
         |
        ::: main.s:13:1
         |
      13 | nop 12
         | ------ first
    ");
}

#[test]
fn control_characters_tabs_crlf_and_wide_text() {
    let f = fixture("\t.asciz \"\x1b[31m\x07日本\"\tbad\r\nret\r\n");
    let d = error("bad \x1b[2J\ntitle")
        .primary(f.find("bad"), "la\x1b[0mbel\r\n")
        .secondary(f.find("\x1b"), "escape")
        .secondary(f.find("本"), "wide")
        .note("no\x1bte");
    let out = f.plain(&d);
    assert!(!out.contains(|c: char| c.is_control() && c != '\n'));
    assert_snapshot!(out, @r#"
    error[E0101]: bad ␛[2J␊title
     --> main.s:1:20
      |
    1 |     .asciz "␛[31m␇日本"    bad
      |             -       --     ^^^ la␛[0mbel␍␊
      |             |       |
      |             |       wide
      |             escape
      |
      = note: no␛te
    "#);
}

#[test]
fn patches_insert_delete_and_add_lines() {
    let f = fixture(PROGRAM);
    let at = f.find("t0, 5");
    let show = |span, text: &str| f.plain(&error("p").primary(at, "").patch(span, text));
    assert_snapshot!(show(f.at(at.start, at.start), "x5, "), @"
    error[E0101]: p
     --> main.s:2:8
      |
    2 |     li t0, 5
      |        ^^^^^
      |
    help: insert this
      |
    2 |     li x5, t0, 5
      |        +++
    ");
    assert_snapshot!(show(f.find(", -1"), ""), @"
    error[E0101]: p
     --> main.s:2:8
      |
    2 |     li t0, 5
      |        ^^^^^
      |
    help: remove this
      |
    4 -     adid t0, t0, -1
    4 +     adid t0, t0
      |
    ");
    assert_snapshot!(show(f.at(0, 0), ".globl main\n"), @"
    error[E0101]: p
     --> main.s:2:8
      |
    2 |     li t0, 5
      |        ^^^^^
      |
    help: insert this
      |
    1 + .globl main
      |
    ");
    assert_snapshot!(show(f.find("    ret\n"), "    li a0, 0\n    ret\n"), @"
    error[E0101]: p
     --> main.s:2:8
      |
    2 |     li t0, 5
      |        ^^^^^
      |
    help: write this instead
      |
    6 +     li a0, 0
      |
    ");
    assert_snapshot!(show(f.at(9999, 9999), "ecall"), @"
    error[E0101]: p
     --> main.s:2:8
      |
    2 |     li t0, 5
      |        ^^^^^
      |
    help: insert this
      |
    7 | ecall
      |
    ");
}

#[test]
fn a_patch_in_another_file_or_without_labels() {
    let mut f = fixture(PROGRAM);
    let lib = f.map.add("lib.s", "f: ret\n");
    let d = error("p")
        .primary(f.find("ret"), "")
        .help("name it")
        .patch(Span::new(lib, 0, 1), "g");
    assert_snapshot!(f.plain(&d), @"
    error[E0101]: p
     --> main.s:6:5
      |
    6 |     ret
      |     ^^^
      |
    help: name it
     --> lib.s:1:1
      |
    1 - f: ret
    1 + g: ret
      |
    ");
    assert_snapshot!(f.plain(&error("p").patch(f.find("adid"), "addi")), @"
    error[E0101]: p
      |
    help: write this instead
     --> main.s:4:5
      |
    4 -     adid t0, t0, -1
    4 +     addi t0, t0, -1
      |
    ");
}

#[test]
fn a_patch_too_large_to_show() {
    let f = fixture(&"x".repeat(5000));
    let d = error("p")
        .primary(f.at(3, 4), "")
        .help("shorter")
        .patch(f.at(0, 5000), "y");
    assert_snapshot!(f.plain(&d), @"
    error[E0101]: p
     --> main.s:1:4
      |
    1 | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
      |    ^
      |
      = help: shorter
      = help: write this instead: `y`
    ");
}

#[test]
fn a_huge_line_is_cut() {
    let half = "ab".repeat(25_000_000);
    let f = fixture(&format!("{half}NEEDLE{half}"));
    let d = error("big").primary(f.at(50_000_000, 50_000_006), "here");
    assert_snapshot!(f.plain(&d), @"
    error[E0101]: big
     --> main.s:1:50000001
      |
    1 | …ababababababababababababababababababababababababababababababNEEDLEababababababababababababababababababababababababababababababababab...
      |                                                              ^^^^^^ here
    ");
}

#[test]
fn a_narrow_terminal() {
    let f = fixture(&format!("{}NEEDLE{}", "a ".repeat(40), " b".repeat(40)));
    let d = error("narrow").primary(f.find("NEEDLE"), "here");
    let width = Some(1);
    let options = RenderOptions {
        color: false,
        width,
    };
    assert_snapshot!(render(&f.map, &d, &options), @"
    error[E0101]: narrow
     --> main.s:1:81
      |
    1 | ... a a a a NEEDLE b b b b b b b ...
      |             ^^^^^^ here
    ");
}

#[test]
fn colour_only_when_asked_for() {
    let f = fixture(PROGRAM);
    let d = error("c")
        .primary(f.find("adid"), "x")
        .patch(f.find("adid"), "addi");
    let color = render(
        &f.map,
        &d,
        &RenderOptions {
            color: true,
            width: None,
        },
    );
    assert!(color.contains("\x1b["));
    assert!(color.contains("main.s:4:5"));
    assert!(!f.plain(&d).contains('\x1b'));
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z ]{0,12}",
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\t".to_owned()),
        Just("日本👨\u{200d}👩e\u{301}".to_owned()),
        any::<char>().prop_map(String::from),
        Just("long ".repeat(90)),
        Just("\n".repeat(40)),
    ];
    prop::collection::vec(piece, 0..16).prop_map(|v| v.concat())
}

fn offsets() -> impl Strategy<Value = (usize, u32, u32)> {
    (0usize..3, 0u32..700, 0u32..700)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_input_panics_or_steers_the_terminal(
        texts in [text(), text()],
        message in text(),
        labels in prop::collection::vec((offsets(), any::<bool>()), 0..5),
        trail in prop::collection::vec(offsets(), 0..3),
        patch in prop::option::of((offsets(), text())),
        width in prop::option::of(0usize..200),
    ) {
        let mut map = SourceMap::default();
        let [a, b] = texts.map(|t| map.add("f\x1b.s", t));
        let unknown = { let mut m = map.clone(); m.add("", "") };
        let span = |(file, start, end): (usize, u32, u32)| Span::new([a, b, unknown][file], start, end);
        let mut d = error(&message).note(&message).help(&message);
        for (at, primary) in labels {
            d = if primary { d.primary(span(at), &message) } else { d.secondary(span(at), "") };
        }
        for at in trail {
            d = d.trail(span(at), &message);
        }
        if let Some((at, replacement)) = patch {
            d = d.patch(span(at), replacement);
        }
        let out = render(&map, &d, &RenderOptions { color: false, width });
        prop_assert!(out.ends_with('\n'));
        prop_assert!(!out.contains(|c: char| (c.is_control() && c != '\n') || c == MARK));
        prop_assert_eq!(crate::to_json(&map, &d).to_string().lines().count(), 1);
    }
}
