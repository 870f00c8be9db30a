//! An instruction as it is written, for advice that shows it with one part changed.

use machine::isa::{Idioms, Meaning, Reg};

use crate::messages::error::Hint;
use crate::tables::Tables;
use crate::text::parsed::{Arg, ParsedOperand};

/// The name and the operands of an instruction, as texts.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) name: String,
    operands: Vec<Written>,
}

#[derive(Clone, Debug)]
struct Written {
    text: String,
    /// It follows the operand before it without a comma: the `(sp)` of `4(sp)`.
    joined: bool,
}

impl Statement {
    /// The instruction `name` with these operands; `text` gives the text of each.
    pub(crate) fn new(
        name: &str,
        args: &[ParsedOperand],
        text: impl Fn(&ParsedOperand) -> String,
    ) -> Self {
        let operands = args.iter().enumerate().map(|(k, arg)| {
            let text = text(arg);
            let before = k.checked_sub(1).and_then(|before| args.get(before));
            let number = before
                .is_some_and(|b| !matches!(b.arg, Arg::Base(_) | Arg::Name { reg: Some(_), .. }));
            Written {
                joined: number && text.starts_with('('),
                text,
            }
        });
        Statement {
            name: name.to_owned(),
            operands: operands.collect(),
        }
    }

    /// Reads the text of an instruction that is known to be well-formed.
    pub(crate) fn read(text: &str) -> Self {
        let text = text.trim();
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let commas = rest.contains(',');
        let pieces = rest
            .split(|c: char| if commas { c == ',' } else { c.is_whitespace() })
            .map(str::trim)
            .filter(|p| !p.is_empty());
        let mut operands = Vec::new();
        let mut push = |text: &str, joined| {
            operands.push(Written {
                text: text.trim().to_owned(),
                joined,
            });
        };
        for piece in pieces {
            match piece
                .rfind('(')
                .filter(|at| *at > 0 && piece.ends_with(')'))
            {
                Some(at) if !piece.starts_with('%') || piece[..at].contains(')') => {
                    push(&piece[..at], false);
                    push(&piece[at..], true);
                }
                _ => push(piece, false),
            }
        }
        Statement {
            name: name.to_ascii_lowercase(),
            operands,
        }
    }

    /// How many operands people see: `4(sp)` is one.
    pub(crate) fn count(&self) -> usize {
        self.operands.iter().filter(|o| !o.joined).count()
    }

    /// The text of an operand, without parentheses.
    pub(crate) fn operand(&self, at: usize) -> &str {
        let text = self.operands.get(at).map_or("", |o| &o.text);
        text.trim_matches(['(', ')', ' '])
    }

    /// The same instruction with another name.
    pub(crate) fn renamed(&self, name: &str) -> Self {
        Statement {
            name: name.to_owned(),
            ..self.clone()
        }
    }

    /// The same instruction with another operand.
    pub(crate) fn replaced(&self, at: usize, text: &str) -> Self {
        let mut new = self.clone();
        if let Some(operand) = new.operands.get_mut(at) {
            operand.text = match operand.joined {
                true => format!("({text})"),
                false => text.to_owned(),
            };
        }
        new
    }

    /// A register that the instruction does not use.
    pub(crate) fn spare(&self, tables: &Tables) -> &'static str {
        let names = &tables.dialect.words.spare;
        let used = |name: &&&str| (0..self.operands.len()).any(|k| self.operand(k) == **name);
        names.iter().find(|name| !used(name)).unwrap_or(&names[0])
    }

    /// Without an operand.
    pub(crate) fn without(&self, at: usize) -> Self {
        let mut new = self.clone();
        new.operands.remove(at);
        if let Some(next) = new.operands.get_mut(at) {
            next.joined = false;
        }
        new
    }

    /// The operand that is a base register in parentheses behind a number.
    pub(crate) fn base(&self) -> Option<usize> {
        self.operands.iter().position(|o| o.joined)
    }
}

impl std::fmt::Display for Statement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        for (k, operand) in self.operands.iter().enumerate() {
            let separator = match (k, operand.joined) {
                (0, _) => " ",
                (_, true) => "",
                _ => ", ",
            };
            write!(f, "{separator}{}", operand.text)?;
        }
        Ok(())
    }
}

/// The mnemonic for the same work with a number instead of a register.
pub(crate) fn immediate_name(tables: &Tables, name: &str) -> Option<String> {
    let known = |n: &String| tables.mnemonic(n).is_some();
    let unsigned = name.strip_suffix('u').map(|n| format!("{n}iu"));
    Some(format!("{name}i"))
        .filter(known)
        .or(unsigned.filter(known))
}

/// The mnemonic for the same work with a register instead of a number.
pub(crate) fn register_name(tables: &Tables, name: &str) -> Option<String> {
    let plain = name.strip_suffix('i').map(str::to_owned);
    let unsigned = name.strip_suffix("iu").map(|n| format!("{n}u"));
    plain
        .or(unsigned)
        .filter(|n| tables.mnemonic(n).is_some() && n.len() > 1)
}

/// Whether the text is the register that is always zero.
fn is_zero(tables: &Tables, text: &str) -> bool {
    tables.register(text) == Some(Reg(0))
}

/// Advice for a number out of its instruction's range.
pub(crate) fn range_hint(
    tables: &Tables,
    statement: &Statement,
    (at, value): (usize, i64),
    (low, high): (i64, i64),
) -> Option<Hint> {
    let Idioms {
        load_number: li,
        add,
        add_number,
        ..
    } = *tables.isa.idioms;
    tables.mnemonic(li)?;
    let name = &statement.name;
    let hint = Hint::default().note(format!("`{name}` takes numbers from {low} to {high}"));
    let (written, spare) = (statement.operand(at), statement.spare(tables));
    let mut rows = tables.isa.rows.iter();
    let row = rows.find(|row| row.name == name);
    if let Some(Meaning::Upper(shift)) = row.map(|row| row.meaning) {
        let (bits, upper) = (32 - shift, value as u32 >> shift);
        let hint = hint.and(format!(
            "to load the whole number: `{}`",
            statement.renamed(li)
        ));
        return Some(match value {
            0.. => hint.and(format!(
                "`{name}` takes the upper {bits} bits: `{}`",
                statement.replaced(at, &format!("{upper:#x}"))
            )),
            _ => hint,
        });
    }
    if name == add_number && is_zero(tables, statement.operand(1)) {
        let rd = statement.operand(0);
        return Some(hint.and(format!("to load the number: `{li} {rd}, {written}`")));
    }
    let first = format!("load the number first: `{li} {spare}, {written}`");
    if let Some(base) = statement.base() {
        let use_it = statement.replaced(at, "0").replaced(base, spare);
        let base = statement.operand(base);
        return Some(hint.and(format!(
            "{first}, `{add} {spare}, {spare}, {base}`, then `{use_it}`"
        )));
    }
    let plain = register_name(tables, name).filter(|_| low < 0)?;
    let use_it = statement.renamed(&plain).replaced(at, spare);
    Some(hint.and(format!("{first}, then `{use_it}`")))
}

/// Advice for a label where a small number belongs.
pub(crate) fn address_hint(tables: &Tables, statement: &Statement, text: &str) -> Option<Hint> {
    let Idioms {
        add, add_number, ..
    } = *tables.isa.idioms;
    let la = tables.isa.idioms.load_address[0];
    tables.mnemonic(la)?;
    let at = (0..statement.operands.len()).find(|k| statement.operand(*k) == text)?;
    let hint = Hint::titled(format!("`{text}` is an address, which is too large here"))
        .label("an address");
    let spare = statement.spare(tables);
    if let Some(base) = statement.base() {
        let index = statement.operand(base);
        let abi = tables.isa.abi;
        let fixed = [Reg(0), abi.sp, abi.gp]
            .map(Some)
            .contains(&tables.register(index));
        let taken = if fixed { spare } else { index };
        let load = statement.replaced(at, "0");
        let hint = hint.and(format!(
            "load the address first: `{la} {taken}, {text}`, then `{}`",
            load.replaced(base, taken)
        ));
        return Some(match fixed {
            true => hint,
            false => hint.and(format!(
                "if `{index}` counts bytes from `{text}`: `{la} {spare}, {text}`, \
                 `{add} {spare}, {spare}, {index}`, then `{}`",
                load.replaced(base, spare)
            )),
        });
    }
    if statement.name == add_number && is_zero(tables, statement.operand(1)) {
        return Some(hint.and(format!("write `{la} {}, {text}`", statement.operand(0))));
    }
    let plain = register_name(tables, &statement.name)?;
    Some(hint.and(format!(
        "load the address first: `{la} {spare}, {text}`, then `{}`",
        statement.renamed(&plain).replaced(at, spare)
    )))
}

/// Advice for a branch that is out of reach: the opposite one around a jump.
pub(crate) fn far_hint(tables: &Tables, statement: &Statement, target: &str) -> Option<Hint> {
    let idioms = tables.isa.idioms;
    let (opposite, jump) = (idioms.opposite(&statement.name)?, idioms.jump[0]);
    let last = statement.operands.len().checked_sub(1)?;
    let around = statement.renamed(opposite).replaced(last, "skip");
    Some(Hint::help(format!(
        "branch around a jump, which reaches farther:\n    {around}\n    {jump} {target}\nskip:"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str, count: usize) {
        let statement = Statement::read(text);
        assert_eq!(
            (statement.to_string().as_str(), statement.count()),
            (expect, count)
        );
    }

    #[test]
    fn statements_are_read_and_written() {
        check("lw  a0,4(sp)", "lw a0, 4(sp)", 2);
        check("lw a0 4(sp)", "lw a0, 4(sp)", 2);
        check("lw a0, %lo(x)(a0)", "lw a0, %lo(x)(a0)", 2);
        check("lui a0, %hi(x)", "lui a0, %hi(x)", 2);
        check("ret", "ret", 0);
        check("lr.w a0, (a1)", "lr.w a0, (a1)", 2);
    }
}
