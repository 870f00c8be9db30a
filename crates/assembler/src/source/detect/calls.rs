//! Which of two simulators a RISC-V text is written for: the languages are almost the same, but the
//! number of a call is in another register.
//!
//! What a line before an `ecall` loads into the register with the number tells them apart, and so do
//! directives that only one of them has. If there are signs of both, nobody guesses: with the wrong
//! calls a program would run on in silence.

use std::ops::Range;

use diag::{Diagnostic, FileId, Span};
use machine::env::CallTable;
use machine::isa::{IsaDesc, Reg};
use memchr::{memchr, memmem, memrchr_iter};
use rustc_hash::FxHashSet;

use super::{CLEAR, LanguageVerdict};
use crate::dialect::{Dialect, NumberRules, VENUS};
use crate::messages::codes;
use crate::source::include::{mentions, statement};
use crate::text::expr::number;
use crate::text::lex::{Lexer, Token};

/// How many statements before a call its number is looked for.
const NEAR: usize = 8;

/// A simulator that the text may be written for.
#[derive(Clone, Copy, Debug)]
pub struct SimulatorCandidate {
    /// Its language.
    pub dialect: &'static Dialect,
    /// Its calls.
    pub calls: &'static CallTable,
}

/// Looks for signs of two simulators of one machine.
pub fn detect(
    text: &str,
    isa: &'static IsaDesc,
    candidates: [SimulatorCandidate; 2],
) -> LanguageVerdict {
    let numbers = candidates.map(|candidate| candidate.calls.number);
    let registers = isa.registers.iter();
    let registers = registers.filter(|r| r.reg == Reg(0) || numbers.contains(&r.reg));
    let mut search = Search {
        text,
        isa,
        candidates,
        names: registers
            .flat_map(|r| r.names().map(|name| (name, r.reg)))
            .collect(),
        line: 0,
        near: Vec::new(),
        signs: Default::default(),
        either: None,
    };
    let file = diag::SourceMap::default().add("", "");
    let mut lexer = Lexer::new(text, file, &VENUS.lexical, FxHashSet::default());
    let mut tokens = Vec::new();
    for part in parts(text, candidates) {
        if part.start > lexer.position() {
            search.near.clear();
            lexer.seek(part.start);
        }
        while lexer.position() < part.end && lexer.line(&mut tokens) {
            lexer.errors.clear();
            if let Some([head, operands @ ..]) = tokens.get(statement(&tokens)..) {
                search.statement(head, operands);
            }
        }
    }
    search.verdict()
}

/// The parts of a text that can tell: all of a small one, and of a large one, which would take as long
/// to read as to assemble, the lines before words that matter.
fn parts(text: &str, candidates: [SimulatorCandidate; 2]) -> Vec<Range<usize>> {
    const SMALL: usize = 1 << 16;
    const LINES_BEFORE: usize = 3 * NEAR;
    if text.len() <= SMALL {
        let whole = 0..text.len();
        return Vec::from([whole]);
    }
    let own = candidates.iter().flat_map(|c| c.dialect.own_words).copied();
    let shapes = candidates.iter().flat_map(|c| c.dialect.own_shapes);
    let own = own.chain(shapes.map(|(word, _)| *word));
    let words = own.chain([candidates[0].calls.instruction]);
    let words: Vec<String> = words
        .flat_map(|word| [word.to_owned(), word.to_ascii_uppercase()])
        .collect();
    let bytes = text.as_bytes();
    let found = words.iter().flat_map(|word| memmem::find_iter(bytes, word));
    let mut found: Vec<usize> = found.collect();
    found.sort_unstable();
    let part = |at: usize| {
        let mut before = memrchr_iter(b'\n', &bytes[..at]);
        let start = before.nth(LINES_BEFORE).map_or(0, |newline| newline + 1);
        let end = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |len| at + len + 1);
        start..end
    };
    found.into_iter().map(part).collect()
}

/// Whether a text can be written for the second of two simulators: it has a sign of that language
/// alone, or starts as programs for it do where only the numbers of the calls differ.
pub fn may_be(text: &str, [first, second]: [SimulatorCandidate; 2]) -> bool {
    let dialect = second.dialect;
    let by_number = first.calls.number == second.calls.number;
    if by_number && text.contains(dialect.entry) {
        return true;
    }
    let shapes = dialect.own_shapes.iter().map(|(word, _)| *word);
    let words: Vec<&str> = dialect.own_words.iter().copied().chain(shapes).collect();
    mentions(text, &words)
}

/// The message about a text with signs of both.
pub fn ambiguous(
    file: FileId,
    places: &[Range<usize>; 2],
    isa: &IsaDesc,
    candidates: [SimulatorCandidate; 2],
) -> Diagnostic {
    let span = |range: &Range<usize>| Span::new(file, range.start as u32, range.end as u32);
    let [a, b] = candidates.map(|c| c.dialect.name);
    let [x, y] = candidates.map(|c| isa.register_name(c.calls.number));
    let title = format!("the program is written for two simulators, {a} and {b}");
    Diagnostic::error(codes::MIXED_LANGUAGES, title)
        .primary(
            span(&places[0]),
            format!("for {a}, calls have their number in `{x}`"),
        )
        .secondary(span(&places[1]), format!("for {b}, in `{y}`"))
        .help(format!("choose one: `--dialect {a}` or `--dialect {b}`"))
}

/// What was found of one simulator.
#[derive(Default)]
struct Signs {
    first: Option<Range<usize>>,
    count: usize,
}

impl Signs {
    fn note(&mut self, place: Range<usize>) {
        self.first.get_or_insert(place);
        self.count += 1;
    }
}

/// A register that holds a number.
struct Loaded {
    line: usize,
    register: Reg,
    value: u32,
    place: Range<usize>,
}

/// The text so far.
struct Search<'t> {
    text: &'t str,
    isa: &'static IsaDesc,
    candidates: [SimulatorCandidate; 2],
    /// The names of the registers that matter: zero, and those with the number of a call.
    names: Vec<(&'static str, Reg)>,
    line: usize,
    /// The numbers in registers.
    near: Vec<Loaded>,
    signs: [Signs; 2],
    /// A call that may be one of either.
    either: Option<Range<usize>>,
}

impl Search<'_> {
    fn statement(&mut self, head: &Token, operands: &[Token]) {
        self.line += 1;
        let name = self.word(head).to_ascii_lowercase();
        let name = name.as_str();
        let has_shape = |c: &SimulatorCandidate| {
            let mut shapes = c.dialect.own_shapes.iter();
            shapes.any(|(word, part)| *word == name && self.contains(operands, part))
        };
        let own = |c: &SimulatorCandidate| c.dialect.own_words.contains(&name) || has_shape(c);
        if let Some(side) = self.candidates.iter().position(own) {
            return self.signs[side].note(range(head));
        }
        let idioms = self.isa.idioms;
        let leaves = idioms.call.contains(&name)
            || idioms.jump.contains(&name)
            || idioms.ret.split(' ').next() == Some(name)
            || [idioms.call_register, idioms.jump_register].contains(&name);
        if leaves {
            // What a function leaves in these registers, nobody knows.
            self.near.clear();
        } else if name == self.candidates[0].calls.instruction {
            self.call();
        } else if let Some(register) = operands.first().and_then(|o| self.register(o)) {
            // Most instructions set their first operand.
            self.near.retain(|loaded| loaded.register != register);
            let Some(value) = self.constant(name, operands) else {
                return;
            };
            let end = operands.last().map_or(0, |last| range(last).end);
            let (line, place) = (self.line, range(head).start..end);
            self.near.push(Loaded {
                line,
                register,
                value,
                place,
            });
        }
    }

    /// Whether a part of the operands is this.
    fn contains(&self, operands: &[Token], part: &str) -> bool {
        let (Some(first), Some(last)) = (operands.first(), operands.last()) else {
            return false;
        };
        let text = self.text.get(range(first).start..range(last).end);
        text.is_some_and(|text| text.contains(part))
    }

    /// A call: whose it is, by the numbers before it.
    fn call(&mut self) {
        let line = self.line;
        self.near.retain(|loaded| loaded.line + NEAR >= line);
        let numbers = self.candidates.map(|candidate| {
            let of_call = |n: &&Loaded| {
                n.register == candidate.calls.number && candidate.calls.knows(n.value)
            };
            self.near.iter().find(of_call).map(|n| n.place.clone())
        });
        match numbers {
            [Some(place), None] => self.signs[0].note(place),
            [None, Some(place)] => self.signs[1].note(place),
            // One of them is an argument of the other.
            [Some(_), Some(place)] => self.either = Some(place),
            [None, None] => {}
        }
    }

    /// The number that a statement loads into a register.
    fn constant(&self, name: &str, operands: &[Token]) -> Option<u32> {
        let value = match operands {
            [_, value] if name == self.isa.idioms.load_number => value,
            [_, zero, value]
                if name == self.isa.idioms.add_number && self.register(zero) == Some(Reg(0)) =>
            {
                value
            }
            _ => return None,
        };
        let value = number(self.word(value), NumberRules::Wide)?.ok()?;
        Some(value as u32)
    }

    /// The register that a word names, if it is one that matters.
    fn register(&self, token: &Token) -> Option<Reg> {
        let name = self.word(token);
        let mut names = self.names.iter();
        let (_, register) = names.find(|(known, _)| *known == name)?;
        Some(*register)
    }

    fn word(&self, token: &Token) -> &str {
        self.text.get(range(token)).unwrap_or("")
    }

    fn verdict(self) -> LanguageVerdict {
        let [a, b] = self.signs;
        match (a.first, b.first) {
            // Nobody loads the second number before calls of the first, again and again.
            (None, None) if self.either.is_some() => LanguageVerdict::Is(1),
            (None, None) => LanguageVerdict::Unknown,
            (Some(_), None) => LanguageVerdict::Is(0),
            (None, Some(_)) => LanguageVerdict::Is(1),
            _ if a.count >= CLEAR * b.count => LanguageVerdict::Is(0),
            _ if b.count >= CLEAR * a.count => LanguageVerdict::Is(1),
            (Some(a), Some(b)) => LanguageVerdict::Both([a, b]),
        }
    }
}

fn range(token: &Token) -> Range<usize> {
    token.span.start as usize..token.span.end as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::RARS;
    use machine::env::{RARS_CALLS, VENUS_CALLS};

    const CANDIDATES: [SimulatorCandidate; 2] = [
        SimulatorCandidate {
            dialect: &VENUS,
            calls: &VENUS_CALLS,
        },
        SimulatorCandidate {
            dialect: &RARS,
            calls: &RARS_CALLS,
        },
    ];

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let verdict = match detect(text, &rv32::DESC, CANDIDATES) {
            LanguageVerdict::Is(0) => "venus".to_owned(),
            LanguageVerdict::Is(_) => "rars".to_owned(),
            LanguageVerdict::Unknown => "unknown".to_owned(),
            LanguageVerdict::Both([a, b]) => format!("{} | {}", &text[a], &text[b]),
        };
        assert_eq!(verdict, expect, "{text}");
    }

    #[test]
    fn the_register_with_the_number_tells() {
        check("li a0, 1\nli a1, 5\necall", "venus");
        check("li a7, 1\nli a0, 5\necall", "rars");
        check("li a0, 10\nli a7, 10\necall", "rars");
        check("addi a7, zero, 93\nmain: ecall", "rars");
        check("li a7, 4\njal f\nli a0, 1\necall", "venus");
        check("li a7, 77777\nli a0, 10\necall", "venus");
        check("li a0, 1\nli a7, 4\nla a0, x\necall", "rars");
        check("ecall", "unknown");
        check("li a7, 1\nret", "unknown");
    }

    #[test]
    fn directives_tell() {
        check(".macro done\n.end_macro", "rars");
        check(".import \"a.s\"", "venus");
        check(".data\nx: .word 5", "unknown");
    }

    #[test]
    fn large_texts_tell_too() {
        let filler = "add t0, t0, t1\n".repeat(10_000);
        check(
            &format!("{filler}li a7, 1\nli a0, 5\nECALL\n{filler}"),
            "rars",
        );
        check(
            &format!("{filler}li a0, 1\nli a1, 5\necall\n{filler}"),
            "venus",
        );
        check(&format!("{filler}# ecall\n{filler}"), "unknown");
        check(&format!("li a7, 4\n{filler}li a0, 1\necall\n"), "venus");
        let twice = "li a7, 11\nli a0, 65\necall\nli a0, 10\necall\n";
        check(&format!("{filler}{twice}"), "rars");
    }

    #[test]
    fn nobody_guesses() {
        check(
            "li a0, 1\nmv a1, t0\necall\nla a0, x\nli a7, 4\necall",
            "li a0, 1 | li a7, 4",
        );
    }
}
