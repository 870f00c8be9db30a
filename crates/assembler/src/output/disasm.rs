//! From instruction bits back to text, by the instruction table alone.
//!
//! [`instruction`] writes one instruction in a [`Style`]; [`program()`] writes a whole program
//! with its labels and source lines. An instruction of 16 bits is written as the 32-bit one that
//! it stands for, and its own name is told beside it.

mod program;
pub(crate) mod walk;

#[cfg(test)]
pub(crate) mod tests;

use std::fmt::Write;

use machine::isa::{Bank, Decoded, IsaDesc, Operand, OperandKind, Reg, Row};

pub use program::program;

/// How instructions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Registers by number (`x10`), not by purpose (`a0`).
    pub numbered: bool,
    /// What stands between operands.
    pub separator: &'static str,
    /// How the targets of branches and jumps are written.
    pub targets: Targets,
    /// How numbers are written.
    pub numbers: NumberStyle,
    /// Only text that assembles to the very same bits; what has no such text is not written.
    pub exact: bool,
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberStyle {
    /// In decimal.
    Decimal,
    /// Wide unsigned ones, such as those of `lui`, in hexadecimal; others in decimal.
    Mixed,
    /// As eight hexadecimal digits.
    Words,
    /// In decimal, those of 16 bits with a sign.
    SignedHalves,
}

/// How the target of a branch or jump is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Targets {
    /// Its address, and the symbol there: `0x00000010 <loop>`.
    Address,
    /// Its distance in bytes from the instruction.
    Offset,
    /// For a branch, how many instructions are skipped; for a jump, the address.
    Instructions,
    /// For a branch, its distance from the instruction, and the symbol there: `8 [loop-0x00400024]`; for a
    /// jump, the address and the symbol.
    Named,
}

impl Style {
    /// For people: `beq a0, a1, 0x00000010 <loop>`.
    pub const JAL: Style = Style {
        numbered: false,
        separator: ", ",
        targets: Targets::Address,
        numbers: NumberStyle::Mixed,
        exact: false,
    };

    /// As the Venus simulator writes them: `beq x10 x11 16`.
    pub const VENUS: Style = Style {
        numbered: true,
        separator: " ",
        targets: Targets::Offset,
        numbers: NumberStyle::Decimal,
        exact: false,
    };

    /// For the assembler: what it makes of the text, at the same address, is the same bits.
    /// Instructions of 16 bits have no such text, as they are written as 32-bit ones.
    pub const SOURCE: Style = Style {
        numbered: false,
        separator: ", ",
        targets: Targets::Offset,
        numbers: NumberStyle::Mixed,
        exact: true,
    };

    /// The same for assemblers that take a number as the address to jump to.
    pub const ADDRESSED_SOURCE: Style = Style {
        targets: Targets::Address,
        ..Style::SOURCE
    };

    /// As the text window of RARS: `lui x5,18`.
    pub const RARS: Style = Style {
        numbers: NumberStyle::Decimal,
        targets: Targets::Offset,
        ..Style::MARS
    };

    /// As the SPIM simulator writes them: `addiu $2, $0, 4`.
    pub const SPIM: Style = Style {
        numbered: true,
        separator: ", ",
        targets: Targets::Named,
        numbers: NumberStyle::SignedHalves,
        exact: false,
    };

    /// As the MARS simulator writes them: `addiu $2,$0,0x00000004`.
    pub const MARS: Style = Style {
        numbered: true,
        separator: ",",
        targets: Targets::Instructions,
        numbers: NumberStyle::Words,
        exact: false,
    };
}

/// An instruction as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstructionText {
    /// Mnemonic and operands.
    pub text: String,
    /// How many bytes the instruction has.
    pub len: u8,
    /// The name of the 16-bit instruction, if it is one.
    pub short: Option<&'static str>,
}

/// The text of the instruction at the start of `bits` (the low half-word first), which stands at
/// `pc`. `symbol` names the targets of branches and jumps, for styles that show them.
///
/// `None` if the bits are no instruction, or if an exact style has no text for it.
pub fn instruction(
    desc: &IsaDesc,
    bits: u32,
    pc: u32,
    style: &Style,
    symbol: impl Fn(u32) -> Option<String>,
) -> Option<InstructionText> {
    let decoded = desc.decode_any(bits)?;
    let row = desc.rows.get(decoded.row)?;
    if style.exact && !has_exact_text(row, &decoded) || !has_widths(row, decoded.word) {
        return None;
    }
    let writer = Writer {
        desc,
        style,
        pc,
        symbol,
    };
    Some(InstructionText {
        text: writer.text(row, decoded.word),
        len: decoded.len,
        short: decoded.short.map(|short| short.name),
    })
}

/// Whether operands and suffixes say every bit that the pattern leaves free.
fn has_exact_text(row: &Row, decoded: &Decoded) -> bool {
    let word = decoded.word;
    let operands = row.operands.iter().fold(0, |bits, operand| {
        bits | operand.field.insert(operand.field.extract(word).into())
    });
    let (suffixes, _) = suffixes(row, word);
    decoded.short.is_none() && row.pattern.bits | operands | suffixes == word
}

/// Whether every bit field of the instruction ends behind its beginning, and inside of a word.
fn has_widths(row: &Row, word: u32) -> bool {
    let mut position = 0;
    row.operands.iter().all(|operand| {
        let value = operand.field.extract(word);
        let before = std::mem::replace(&mut position, value);
        match operand.kind {
            OperandKind::Width { added_to_position } => {
                let width = width(value, before, added_to_position);
                width >= 1 && before + width <= 32
            }
            _ => true,
        }
    })
}

/// The width of a bit field whose last bit the word tells.
fn width(last: i32, position: i32, added_to_position: bool) -> i32 {
    last + 1 - if added_to_position { position } else { 0 }
}

/// The suffix bits that are set in `word`, and their text. A suffix that stands for several bits
/// comes before those that stand for one of them.
fn suffixes(row: &Row, word: u32) -> (u32, String) {
    let mut found = 0;
    let mut text = String::new();
    let mut all: Vec<_> = row.suffixes.iter().collect();
    all.sort_by_key(|suffix| std::cmp::Reverse(suffix.bits.count_ones()));
    for suffix in all {
        if word & suffix.bits == suffix.bits && found & suffix.bits == 0 {
            found |= suffix.bits;
            text.push_str(suffix.text);
        }
    }
    (found, text)
}

struct Writer<'a, F> {
    desc: &'a IsaDesc,
    style: &'a Style,
    pc: u32,
    symbol: F,
}

impl<F: Fn(u32) -> Option<String>> Writer<'_, F> {
    fn text(&self, row: &Row, word: u32) -> String {
        let mut text = format!("{}{}", row.name, suffixes(row, word).1);
        let mut before: Option<&Operand> = None;
        for operand in written_operands(row, word) {
            // An offset and its base are one operand: `4(sp)`.
            match before {
                None => text.push(' '),
                Some(offset) if operand.base && !is_register(offset) => {}
                Some(_) => text.push_str(self.style.separator),
            }
            let value = match (operand.kind, before) {
                (OperandKind::Width { added_to_position }, Some(position)) => {
                    let last = operand.field.extract(word);
                    let position = position.field.extract(word);
                    self.number(operand, width(last, position, added_to_position))
                }
                _ => self.operand(operand, word),
            };
            if operand.base {
                text.push('(');
                text.push_str(&value);
                text.push(')');
            } else {
                text.push_str(&value);
            }
            before = Some(operand);
        }
        text
    }

    fn operand(&self, operand: &Operand, word: u32) -> String {
        let value = operand.field.extract(word);
        match operand.kind {
            OperandKind::Register { bank, .. } => {
                let register = self.desc.register(Reg::of(bank, value as u8));
                let name = register.map(|r| {
                    if self.style.numbered {
                        r.numbered
                    } else {
                        r.name
                    }
                });
                name.unwrap_or("?").to_owned()
            }
            OperandKind::Immediate | OperandKind::Width { .. } => self.number(operand, value),
            OperandKind::PcRelative(_) | OperandKind::Region => {
                match (self.style.targets, operand.kind.target(value, self.pc)) {
                    (Targets::Address, Some(target)) => self.target(target),
                    (Targets::Named, Some(target)) => self.named_target(operand.kind, target),
                    (Targets::Instructions, Some(target)) => match operand.kind {
                        OperandKind::Region => format!("{target:#010x}"),
                        _ => format!("{:#010x}", value >> 2),
                    },
                    _ => value.to_string(),
                }
            }
            OperandKind::Control => {
                let register = self.desc.register(Reg::of(Bank::Int, value as u8));
                register.map_or("?", |r| r.numbered).to_owned()
            }
            OperandKind::Named(names) => {
                let value = value as u32;
                let name = names.iter().find(|(_, number)| *number == value);
                match name {
                    Some((name, _)) => (*name).to_owned(),
                    None if value < 10 => value.to_string(),
                    None => format!("{value:#x}"),
                }
            }
        }
    }

    fn number(&self, operand: &Operand, value: i32) -> String {
        let wide = !operand.field.signed && operand.field.width() >= 16;
        match self.style.numbers {
            NumberStyle::Words => format!("{value:#010x}"),
            NumberStyle::SignedHalves if wide => (value as i16).to_string(),
            NumberStyle::Mixed if wide => format!("{value:#x}"),
            _ if operand.field.signed => value.to_string(),
            _ => (value as u32).to_string(),
        }
    }

    fn named_target(&self, kind: OperandKind, target: u32) -> String {
        let symbol = (self.symbol)(target);
        match (kind, symbol) {
            (OperandKind::Region, Some(symbol)) => format!("{target:#010x} [{symbol}]"),
            (OperandKind::Region, None) => format!("{target:#010x}"),
            (_, symbol) => {
                let distance = target.wrapping_sub(self.pc) as i32;
                let name = symbol.map(|symbol| format!(" [{symbol}-{:#010x}]", self.pc));
                format!("{distance}{}", name.unwrap_or_default())
            }
        }
    }

    fn target(&self, address: u32) -> String {
        let mut text = format!("{address:#010x}");
        if let Some(symbol) = (self.symbol)(address) {
            // Writing to a string cannot fail.
            let _ = write!(text, " <{symbol}>");
        }
        text
    }
}

/// The operands without those that may be left out and have the values that they then get: one
/// before operands that must be written, or all of those at the end.
fn written_operands(row: &Row, word: u32) -> impl Iterator<Item = &'static Operand> {
    let is_default =
        move |operand: &Operand| operand.default == Some(operand.field.extract(word) as u32);
    let count = row.operands.iter().rev();
    let count = count.take_while(|o| o.default.is_some()).count();
    let (kept, optional) = row.operands.split_at(row.operands.len() - count);
    let optional = match optional.iter().all(is_default) {
        true => &[],
        false => optional,
    };
    let kept = kept.iter().filter(move |o| !is_default(o));
    kept.chain(optional)
}

fn is_register(operand: &Operand) -> bool {
    matches!(operand.kind, OperandKind::Register { .. })
}
