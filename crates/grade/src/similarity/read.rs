//! From a source to plain instructions. It need not assemble: lines are read as they are, and what
//! cannot be understood is passed over.
//!
//! Pseudo-instructions become what they stand for, by the tables of the machine; constants that have
//! names become numbers. Comments, data and directives are gone.

use assembler::literal;
use machine::isa::{IsaDesc, Operand, OperandKind, Pseudo, Reg, Row};
use runtime::Target;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// So many instructions of one file count.
const MOST_CODE: usize = 20_000;
/// So many words of a comment count.
const MOST_WORDS: usize = 40;
/// Of a longer line only the beginning counts.
const LONGEST_LINE: usize = 1000;

/// An operand as far as it is understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    Register(Reg),
    Number(i64),
    Label(String),
}

/// An instruction of the machine.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    pub(super) row: &'static Row,
    pub(super) parts: Vec<Part>,
    /// Its line, from 1.
    pub(super) line: u32,
}

/// A piece of a source.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Label(String, u32),
    Code(Plain),
    /// A call of this function.
    Call(String, u32),
    /// A jump to this label.
    Jump(String, u32),
}

impl Item {
    /// Says that it is on another line.
    pub(super) fn set_line(&mut self, new: u32) {
        match self {
            Item::Label(_, line) | Item::Call(_, line) | Item::Jump(_, line) => *line = new,
            Item::Code(plain) => plain.line = new,
        }
    }
}

/// What is in a source.
pub(super) struct Source {
    pub(super) target: Target,
    pub(super) items: Vec<Item>,
    /// Labels that other files may use.
    pub(super) global: Vec<String>,
    /// What people read in it: comments, and their lines.
    pub(super) comments: Vec<(String, u32)>,
}

/// The names that a machine knows.
struct Names {
    rows: FxHashMap<&'static str, Vec<&'static Row>>,
    pseudos: FxHashMap<&'static str, Vec<&'static Pseudo>>,
    registers: FxHashMap<&'static str, Reg>,
}

impl Names {
    fn new(desc: &'static IsaDesc) -> Self {
        let mut names = Names {
            rows: FxHashMap::default(),
            pseudos: FxHashMap::default(),
            registers: FxHashMap::default(),
        };
        for row in desc.rows {
            names.rows.entry(row.name).or_default().push(row);
        }
        for pseudo in desc.pseudos {
            names.pseudos.entry(pseudo.name).or_default().push(pseudo);
        }
        for register in desc.registers {
            let spellings = [register.name, register.numbered].into_iter();
            for name in spellings.chain(register.aliases.iter().copied()) {
                names.registers.insert(name, register.reg);
            }
        }
        names
    }

    fn of(target: Target) -> &'static Names {
        static RISCV: LazyLock<Names> = LazyLock::new(|| Names::new(Target::RiscV.desc()));
        static MIPS: LazyLock<Names> = LazyLock::new(|| Names::new(Target::Mips.desc()));
        match target {
            Target::RiscV => &RISCV,
            Target::Mips => &MIPS,
        }
    }
}

/// Reads a source.
pub(super) fn read(text: &str) -> Source {
    let target = match text.lines().any(|line| code_of(line).contains('$')) {
        true => Target::Mips,
        false => Target::RiscV,
    };
    let mut reader = Reader {
        target,
        names: Names::of(target),
        constants: constants(text),
        items: Vec::new(),
        global: Vec::new(),
    };
    for (index, line) in text.lines().enumerate() {
        if reader.items.len() >= MOST_CODE {
            break;
        }
        reader.line(code_of(line), index as u32 + 1);
    }
    Source {
        target,
        items: reader.items,
        global: reader.global,
        comments: comments(text),
    }
}

/// Comments that say more than a word, with their lines.
fn comments(text: &str) -> Vec<(String, u32)> {
    let comments = text.lines().zip(1..).filter_map(|(line, number)| {
        let (_, comment) = line.split_once('#')?;
        let words: Vec<&str> = comment.split_whitespace().take(MOST_WORDS).collect();
        (words.len() > 1).then(|| (words.join(" ").to_lowercase(), number))
    });
    comments.take(MOST_CODE).collect()
}

/// A line without its comment.
fn code_of(line: &str) -> &str {
    let line = &line[..line.floor_char_boundary(LONGEST_LINE)];
    let mut quoted = None;
    let mut escaped = false;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted.is_some() => escaped = true,
            b'"' | b'\'' if quoted.is_none() => quoted = Some(byte),
            _ if quoted == Some(byte) => quoted = None,
            b'#' if quoted.is_none() => return line[..at].trim(),
            _ => {}
        }
    }
    line.trim()
}

/// The names that a source gives to numbers, wherever it does.
fn constants(text: &str) -> FxHashMap<String, i64> {
    let mut known = FxHashMap::default();
    for line in text.lines() {
        let code = code_of(line);
        let mut words = code.splitn(3, |c: char| c.is_whitespace() || c == ',');
        let (Some(first), Some(name)) = (words.next(), words.next()) else {
            continue;
        };
        if !matches!(first, ".eqv" | ".equ" | ".set") {
            continue;
        }
        let value = words.next().unwrap_or("").trim_matches([' ', ',', '\t']);
        if let Some(value) = number(value).or_else(|| known.get(value).copied()) {
            known.insert(name.to_owned(), value);
        }
    }
    known
}

struct Reader {
    target: Target,
    names: &'static Names,
    constants: FxHashMap<String, i64>,
    items: Vec<Item>,
    global: Vec<String>,
}

impl Reader {
    fn line(&mut self, mut code: &str, line: u32) {
        while let Some((label, rest)) = code.split_once(':') {
            let label = label.trim();
            if !is_name(label) {
                break;
            }
            self.items.push(Item::Label(label.to_owned(), line));
            code = rest.trim();
        }
        let (name, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        if matches!(name, ".globl" | ".global") {
            let names = rest.split([',', ' ', '\t']).filter(|name| !name.is_empty());
            self.global.extend(names.map(str::to_owned));
        }
        if name.is_empty() || name.starts_with('.') {
            return;
        }
        let name = name.to_ascii_lowercase();
        let parts: Vec<Part> = split(rest).map(|text| self.part(text)).collect();
        self.instruction(&name, parts, line, 0);
    }

    fn part(&self, text: &str) -> Part {
        if let Some(number) = number(text).or_else(|| self.constants.get(text).copied()) {
            return Part::Number(number);
        }
        match self.names.registers.get(text.to_ascii_lowercase().as_str()) {
            Some(register) => Part::Register(*register),
            None => function_of(text, &|inner| self.part(inner))
                .unwrap_or_else(|| Part::Label(text.to_owned())),
        }
    }

    fn instruction(&mut self, name: &str, parts: Vec<Part>, line: u32, depth: usize) {
        let idioms = self.target.desc().idioms;
        if let [Part::Label(label)] = parts.as_slice() {
            let label = label.clone();
            if idioms.call.contains(&name) {
                return self.items.push(Item::Call(label, line));
            }
            if idioms.jump.contains(&name) {
                return self.items.push(Item::Jump(label, line));
            }
        }
        let rows = self.names.rows.get(name).into_iter().flatten();
        let row = rows.copied().find(|row| fits(row.operands, &parts));
        if let Some(row) = row {
            return self.items.push(Item::Code(Plain { row, parts, line }));
        }
        let forms = self.names.pseudos.get(name).into_iter().flatten();
        let form = forms.copied().find(|form| fits_form(form, &parts));
        let Some(form) = form.filter(|_| depth < 3) else {
            return;
        };
        let operands: Vec<&str> = operand_names(form).map(|(name, _)| name).collect();
        for step in form.expansion {
            let (name, rest) = step.split_once(' ').unwrap_or((step, ""));
            let given = |text: &str| {
                let index = operands.iter().position(|name| *name == text)?;
                parts.get(index).cloned()
            };
            let parts = split(rest)
                .map(|text| self.substituted(text, &given))
                .collect();
            self.instruction(name, parts, line, depth + 1);
        }
    }

    /// An operand in what a pseudo-instruction stands for.
    fn substituted(&self, text: &str, given: &dyn Fn(&str) -> Option<Part>) -> Part {
        let braced = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        if let Some(part) = braced.and_then(given) {
            return part;
        }
        let inner = |text: &str| self.substituted(text, given);
        function_of(text, &inner).unwrap_or_else(|| self.part(text))
    }
}

/// What a function of the assembler gives: the halves of a number, or nothing more of a label.
fn function_of(text: &str, inner: &dyn Fn(&str) -> Part) -> Option<Part> {
    let (name, rest) = text.strip_prefix('%')?.split_once('(')?;
    let inner = inner(rest.strip_suffix(')')?);
    let is_low = name.ends_with("lo") || name == "lower";
    Some(match inner {
        Part::Number(number) => Part::Number(match name {
            "upper" => (number >> 16) & 0xffff,
            "lower" => number & 0xffff,
            "hi" => (number.wrapping_add(0x800) >> 12) & 0xf_ffff,
            "lo" => ((number & 0xfff) ^ 0x800) - 0x800,
            _ => number,
        }),
        // Both halves together are the address.
        Part::Label(_) if is_low => Part::Number(0),
        other => other,
    })
}

/// The operands of a text: what is between commas, blanks and parentheses. A function keeps its own.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| matches!(c, ',' | '(' | ')') || c.is_whitespace());
        let end = match rest.starts_with('%') {
            true => rest.find(')').map_or(rest.len(), |at| {
                // A function of a function.
                at + rest[at..].bytes().take_while(|byte| *byte == b')').count()
            }),
            false if rest.starts_with('\'') => rest[1..].find('\'').map_or(rest.len(), |at| at + 2),
            false => {
                let is_end = |c: char| matches!(c, ',' | '(' | ')') || c.is_whitespace();
                rest.find(is_end).unwrap_or(rest.len())
            }
        };
        let (part, after) = rest.split_at(end);
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

fn number(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [b'\'', char, b'\''] => Some((*char).into()),
        [b'-', b'\'', char, b'\''] => Some(-i64::from(*char)),
        [b'\'', b'\\', char, b'\''] => literal::escaped(*char).map(i64::from),
        _ => literal::number(text.strip_prefix('+').unwrap_or(text)),
    }
}

fn is_name(text: &str) -> bool {
    let legal = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    !text.is_empty() && text.chars().all(legal)
}

/// Whether these can be the operands of a row.
fn fits(operands: &[Operand], parts: &[Part]) -> bool {
    let fits = |(operand, part): (&Operand, &Part)| match (operand.kind, part) {
        (OperandKind::Register { bank, .. }, Part::Register(register)) => register.bank() == bank,
        (OperandKind::Control, Part::Register(_)) => true,
        (OperandKind::Register { .. } | OperandKind::Control, _) => false,
        (_, part) => !matches!(part, Part::Register(_)),
    };
    operands.len() == parts.len() && operands.iter().zip(parts).all(fits)
}

fn operand_names(form: &Pseudo) -> impl Iterator<Item = (&'static str, &'static str)> {
    let operands = form.operands.split(',').map(str::trim);
    let operands = operands.filter(|operand| !operand.is_empty());
    operands.map(|operand| operand.split_once(':').unwrap_or((operand, "")))
}

/// Whether these can be the operands of a pseudo-instruction.
fn fits_form(form: &Pseudo, parts: &[Part]) -> bool {
    let fits = |((_, class), part): ((&str, &str), &Part)| match (class, part) {
        ("any", _) => true,
        ("sym" | "label", part) => matches!(part, Part::Label(_)),
        (class, Part::Register(_)) => {
            class.starts_with(['x', 'f', '(']) && !matches!(class, "f32" | "f64")
        }
        (class, _) => !matches!(class, "x" | "(x)" | "f" | "f2"),
    };
    operand_names(form).count() == parts.len() && operand_names(form).zip(parts).all(fits)
}
