//! Which of two assembly languages a text is written in.
//!
//! Both look alike, so only what one of them has counts, line by line: a word of the dialect's
//! [signs](crate::dialect::Dialect::signs) in the place of an instruction, or one of its
//! registers as an operand. Comments and strings do not count, nor do names that the text itself
//! defines, nor a register without mark (`a0`, which is a fine label elsewhere) in a line with
//! marked ones (`$t0`).
//!
//! A few lines of the other language are a slip, which the assembler explains best. Only a text
//! that has many of both is undecided, and a text that begins with thousands of lines of one language
//! is not read to its end. The file's name, `.macro` and `.include`, and `#define`, which is a comment
//! where there is no preprocessor, decide when nothing else does.

pub mod calls;
pub mod forms;

use std::ops::Range;

use diag::{Diagnostic, FileId, Span};
use machine::isa::IsaDesc;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialect::{Dialect, MacroStyle, VENUS};
use crate::messages::codes;
use crate::source::include::statement;
use crate::text::lex::{Lexer, Op, Token, TokenKind};

/// A language that the text may be written in.
#[derive(Clone, Copy, Debug)]
pub struct LanguageCandidate {
    /// Its machine.
    pub isa: &'static IsaDesc,
    /// The language.
    pub dialect: &'static Dialect,
}

/// What a text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LanguageVerdict {
    /// It is written in the candidate of this index.
    Is(usize),
    /// Nothing in it tells.
    Unknown,
    /// It has signs of both; the first of each, as ranges of bytes.
    Both([Range<usize>; 2]),
}

/// How many times as many lines of the one than of the other decide.
const CLEAR: usize = 3;
/// After so many lines of the one, and hardly any of the other, the rest is not read.
const ENOUGH: usize = 2000;

/// Looks for signs of the two candidates in `text`, the file `name`.
pub fn detect(text: &str, name: &str, candidates: [LanguageCandidate; 2]) -> LanguageVerdict {
    let mut sides = candidates.map(Side::new);
    let defined = scan(text, &mut sides);
    let signs = sides.map(|side| side.signs(&defined));
    match &signs {
        [Some(a), Some(b)] if a.lines >= CLEAR * b.lines => LanguageVerdict::Is(0),
        [Some(a), Some(b)] if b.lines >= CLEAR * a.lines => LanguageVerdict::Is(1),
        [Some(a), Some(b)] => LanguageVerdict::Both([a.first.clone(), b.first.clone()]),
        [Some(_), None] => LanguageVerdict::Is(0),
        [None, Some(_)] => LanguageVerdict::Is(1),
        [None, None] => weak(text, name, candidates),
    }
}

/// The message about a text with signs of both.
pub fn mixed(
    file: FileId,
    places: &[Range<usize>; 2],
    candidates: [LanguageCandidate; 2],
) -> Diagnostic {
    let [a, b] = candidates.map(|c| c.isa);
    let title = format!(
        "the program mixes two machines, {} and {}",
        a.title, b.title
    );
    let span = |range: &Range<usize>| Span::new(file, range.start as u32, range.end as u32);
    Diagnostic::error(codes::MIXED_LANGUAGES, title)
        .primary(span(&places[0]), format!("this is {}", a.title))
        .secondary(span(&places[1]), format!("this is {}", b.title))
        .help(format!(
            "choose one: `--isa {}` or `--isa {}`",
            a.name, b.name
        ))
}

/// What to say when nothing tells, and the program was taken for the first candidate.
pub fn guessed(candidates: [LanguageCandidate; 2]) -> Diagnostic {
    let [taken, other] = candidates.map(|c| c.isa);
    let title = format!(
        "the program does not show which machine it is for: assuming {}",
        taken.title
    );
    Diagnostic::warning(codes::GUESSED_LANGUAGE, title).help(format!(
        "choose one: `--isa {}` or `--isa {}`",
        taken.name, other.name
    ))
}

/// What a name or a comment suggests.
fn weak(text: &str, name: &str, candidates: [LanguageCandidate; 2]) -> LanguageVerdict {
    let named = |c: &LanguageCandidate| c.dialect.extension.is_some_and(|e| name.ends_with(e));
    let defines = || {
        let mut lines = text.lines();
        lines.any(|l| l.starts_with("#define ") || l.starts_with("#ifdef "))
    };
    let macros = || {
        let known = |word: &str| [".macro", ".end_macro", ".include"].contains(&word);
        let mut words = text.lines().filter_map(|l| l.split_whitespace().next());
        words.any(|word| known(&word.to_ascii_lowercase()))
    };
    let index = candidates.iter().position(named);
    let index = index.or_else(|| {
        let mut all = candidates.iter();
        all.position(|c| c.dialect.macros != MacroStyle::None)
            .filter(|_| macros())
    });
    let index = index.or_else(|| {
        let mut all = candidates.iter();
        all.position(|c| c.dialect.preprocessor)
            .filter(|_| defines())
    });
    index.map_or(LanguageVerdict::Unknown, LanguageVerdict::Is)
}

/// What was found of one candidate.
struct Side {
    isa: &'static IsaDesc,
    signs: &'static [&'static str],
    registers: FxHashSet<&'static str>,
    /// Whether names are those of instructions, for those that were asked about. They are few, and
    /// a set of all would take longer to make than most programs to assemble.
    mnemonics: FxHashMap<String, bool>,
    /// The first place and the number of lines for each word.
    found: FxHashMap<&'static str, Found>,
    /// How many lines have a sign.
    lines: usize,
}

#[derive(Clone, Debug)]
struct Found {
    first: Range<usize>,
    lines: usize,
}

impl Side {
    fn new(candidate: LanguageCandidate) -> Self {
        let LanguageCandidate { isa, dialect } = candidate;
        let names = 3 * isa.registers.len();
        let mut registers = FxHashSet::with_capacity_and_hasher(names, Default::default());
        registers.extend(isa.registers.iter().flat_map(|r| r.names()));
        Side {
            isa,
            signs: dialect.signs,
            registers,
            mnemonics: FxHashMap::default(),
            found: FxHashMap::default(),
            lines: 0,
        }
    }

    fn is_instruction(&mut self, name: &str) -> bool {
        if let Some(known) = self.mnemonics.get(name) {
            return *known;
        }
        let rows = self.isa.rows.iter().map(|row| row.name);
        let mut names = rows.chain(self.isa.pseudos.iter().map(|pseudo| pseudo.name));
        let found = names.any(|known| known == name);
        self.mnemonics.insert(name.to_owned(), found);
        found
    }

    fn note(&mut self, word: &'static str, place: Range<usize>) {
        let found = self.found.entry(word).or_insert(Found {
            first: place,
            lines: 0,
        });
        found.lines += 1;
        self.lines += 1;
    }

    /// The first sign, and how many lines have one.
    fn signs(self, defined: &FxHashSet<&str>) -> Option<Found> {
        let found = self.found.into_iter();
        let found = found.filter(|(word, _)| !defined.contains(word));
        let found = found.map(|(_, found)| found);
        found.reduce(|a, b| Found {
            lines: a.lines + b.lines,
            first: if a.first.start < b.first.start {
                a.first
            } else {
                b.first
            },
        })
    }
}

/// Notes the signs of each line; the names that the text defines.
fn scan<'t>(text: &'t str, sides: &mut [Side; 2]) -> FxHashSet<&'t str> {
    let file = diag::SourceMap::default().add("", "");
    let mut lexer = Lexer::new(text, file, &VENUS.lexical, FxHashSet::default());
    let (mut tokens, mut defined) = (Vec::new(), FxHashSet::default());
    while lexer.line(&mut tokens) {
        lexer.errors.clear();
        let line = Line {
            text,
            head: statement(&tokens),
            tokens: &tokens,
        };
        let known = |word: &str| sides.iter().any(|side| side.registers.contains(word));
        defined.extend(line.definitions().filter(|word| known(word)));
        for side in sides.iter_mut() {
            if let Some((word, place)) = line.sign(side) {
                side.note(word, place);
            }
        }
        let [a, b] = sides.each_ref().map(|side| side.lines);
        if a.max(b) >= ENOUGH && a.min(b) * 10 * CLEAR < ENOUGH {
            break;
        }
    }
    defined
}

/// The tokens of one line.
struct Line<'a, 't> {
    text: &'t str,
    tokens: &'a [Token],
    /// Where the statement begins.
    head: usize,
}

impl<'t> Line<'_, 't> {
    fn word(&self, token: &Token) -> &'t str {
        let range = token.span.start as usize..token.span.end as usize;
        self.text.get(range).unwrap_or("")
    }

    /// Labels, and the names of `.eqv` and the like.
    fn definitions(&self) -> impl Iterator<Item = &'t str> {
        let labels = self.tokens.iter().take(self.head).step_by(2);
        let statement = self.tokens.get(self.head..).unwrap_or(&[]);
        let named = match statement {
            [directive, name, ..] if self.word(directive).starts_with(".e") => Some(name),
            _ => None,
        };
        labels.chain(named).map(|t| self.word(t))
    }

    /// The first sign of a side.
    fn sign(&self, side: &mut Side) -> Option<(&'static str, Range<usize>)> {
        let head = self.tokens.get(self.head)?;
        let place = |t: &Token| t.span.start as usize..t.span.end as usize;
        let name = self.word(head).to_ascii_lowercase();
        if let Some(word) = side.signs.iter().find(|word| **word == name) {
            return Some((word, place(head)));
        }
        let marked = |t: &Token| self.word(t).starts_with('$');
        let any_marked = self.tokens.iter().any(marked);
        let operands = self.tokens.get(self.head + 1..)?;
        let before = self.tokens.get(self.head..)?;
        operands.iter().zip(before).find_map(|(token, before)| {
            // `%a0` is a macro's parameter.
            let parameter = before.kind == TokenKind::Op(Op::Percent) && !token.spaced;
            if token.kind != TokenKind::Word || parameter {
                return None;
            }
            let register = *side.registers.get(self.word(token))?;
            let certain = marked(token) || !any_marked && side.is_instruction(&name);
            certain.then(|| (register, place(token)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::MARS;

    const CANDIDATES: [LanguageCandidate; 2] = [
        LanguageCandidate {
            isa: &mips32::DESC,
            dialect: &MARS,
        },
        LanguageCandidate {
            isa: &rv32::DESC,
            dialect: &VENUS,
        },
    ];

    #[track_caller]
    fn check(text: &str, name: &str, expect: &str) {
        let verdict = match detect(text, name, CANDIDATES) {
            LanguageVerdict::Is(0) => "mips".to_owned(),
            LanguageVerdict::Is(_) => "riscv".to_owned(),
            LanguageVerdict::Unknown => "unknown".to_owned(),
            LanguageVerdict::Both([a, b]) => format!("{} | {}", &text[a], &text[b]),
        };
        assert_eq!(verdict, expect, "{text}");
    }

    #[test]
    fn strong_signs() {
        check("main: add $t0, $t1, $t2", "a.s", "mips");
        check("lw $8, 0($29)", "a.s", "mips");
        check("syscall", "a.s", "mips");
        check(" .MACRO done\n.end_macro", "a.s", "mips");
        check("addi a0, x5, 1", "a.asm", "riscv");
        check("x: ecall", "a.s", "riscv");
        check(".import \"b.s\"", "a.s", "riscv");
        check("lw t0, 0(sp)", "a.s", "riscv");
    }

    #[test]
    fn weak_signs() {
        check("j main", "a.asm", "mips");
        check("j main", "a.s", "unknown");
        check("", "", "unknown");
        check("#define N 5\nj main", "a.s", "riscv");
        check("#define N 5\nj main", "a.asm", "mips");
        check("#define N 5\nsyscall", "a.s", "mips");
    }

    #[test]
    fn what_is_no_sign() {
        check(
            "# add $t0, $t1\n.asciiz \"$t0 a0\" 'a' # ecall",
            "a.s",
            "unknown",
        );
        check("a0: .word 1\nj a0\nsyscall", "a.s", "mips");
        check("beq $t0, $t1, t1", "a.s", "mips");
        check(".macro f %a0 $x\n j %a0\n j $x\n.end_macro", "a.s", "mips");
        check(".word a0, t1", "a.s", "unknown");
        check("print a0", "a.s", "unknown");
        check("j $x", "a.s", "unknown");
    }

    #[test]
    fn both() {
        check("add $t0, $t1, $t2\nadd a0, a1, a2", "a.s", "$t0 | a0");
        check("ecall\nsyscall", "a.asm", "syscall | ecall");
        let slip = "lw $t0, 0(sp)\nadd a0, a1, a2\nret\nli a0, 1\nli a0, 2";
        check(slip, "a.s", "riscv");
    }

    #[test]
    fn the_message_shows_both_lines() {
        let text = "add $t0, $t1, $t2\nadd a0, a1, a2\n";
        let mut map = diag::SourceMap::default();
        let file = map.add("main.s", text);
        let LanguageVerdict::Both(places) = detect(text, "main.s", CANDIDATES) else {
            panic!("not mixed");
        };
        let message = mixed(file, &places, CANDIDATES);
        let options = diag::RenderOptions::default();
        insta::assert_snapshot!(diag::render(&map, &message, &options), @r"
        error[E0508]: the program mixes two machines, MIPS and RISC-V
         --> main.s:1:5
          |
        1 | add $t0, $t1, $t2
          |     ^^^ this is MIPS
        2 | add a0, a1, a2
          |     -- this is RISC-V
          |
          = help: choose one: `--isa mips32` or `--isa rv32`
        ");
    }
}
