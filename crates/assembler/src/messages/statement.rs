//! An instruction as it is written, for advice that shows it with one part changed.

use diag::{SourceMap, Span};
use machine::isa::{Idioms, Meaning, Reg};

use crate::messages::error::Hint;
use crate::messages::free::Nearby;
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

    /// The number of operands; `4(sp)` is two.
    pub(crate) fn len(&self) -> usize {
        self.operands.len()
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

/// Where a statement with these operands begins and ends: its name is before the first of them.
pub(crate) fn span_of(sources: &SourceMap, operands: &[ParsedOperand]) -> Option<Span> {
    let (first, last) = (operands.first()?.span, operands.last()?.span);
    let line = sources.position(first.file, first.start).line;
    let line = sources.line_span(first.file, line)?;
    let before = sources.slice(Span::new(first.file, line.start, first.start));
    let before = before.trim_end();
    let name = before
        .rfind(|c: char| c.is_whitespace() || c == ':')
        .map_or(0, |at| at + 1);
    let start = line.start + name as u32;
    (start < first.start).then(|| Span::new(first.file, start, last.end))
}

/// Advice for a number out of its instruction's range.
pub(crate) fn range_hint(
    nearby: Nearby<'_>,
    statement: &Statement,
    (at, value): (usize, i64),
    (low, high): (i64, i64),
) -> Option<Hint> {
    let tables = nearby.tables;
    let Idioms {
        load_number: li,
        add,
        add_number,
        ..
    } = *tables.isa.idioms;
    tables.mnemonic(li)?;
    let name = &statement.name;
    let hint = Hint::default().note(format!("`{name}` takes numbers from {low} to {high}"));
    let written = statement.operand(at);
    let mut rows = tables.isa.rows.iter();
    let row = rows.find(|row| row.name == name);
    if let Some(Meaning::Upper(shift)) = row.map(|row| row.meaning) {
        let (bits, upper) = (32 - shift, value as u32 >> shift);
        let hint = match value {
            0.. => hint.and(format!(
                "`{name}` takes the upper {bits} bits: `{}`",
                statement.replaced(at, &format!("{upper:#x}"))
            )),
            _ => hint,
        };
        let whole = statement.renamed(li);
        let hint = hint.and(format!("to load the whole number: `{whole}`"));
        return Some(hint.steps(&[&whole]));
    }
    if name == add_number && is_zero(tables, statement.operand(1)) {
        let load = format!("{li} {}, {written}", statement.operand(0));
        let hint = hint.and(format!("to load the number: `{load}`"));
        return Some(hint.steps(&[&load]));
    }
    let base = statement.base();
    let plain = match base {
        Some(_) => name.clone(),
        None => register_name(tables, name).filter(|_| low < 0)?,
    };
    let Some(spare) = nearby.spare(statement) else {
        return Some(hint.and(match base {
            Some(_) => {
                format!("load the number into a free register with `{li}`, and add the base")
            }
            None => format!("load the number into a free register with `{li}`, and use `{plain}`"),
        }));
    };
    let load = format!("{li} {spare}, {written}");
    let Some(base) = base else {
        let use_it = statement.renamed(&plain).replaced(at, &spare);
        let hint = hint.and(format!("load the number first: `{load}`, then `{use_it}`"));
        return Some(hint.steps(&[&load, &use_it]));
    };
    let use_it = statement.replaced(at, "0").replaced(base, &spare);
    let sum = format!("{add} {spare}, {spare}, {}", statement.operand(base));
    let hint = hint.and(format!(
        "load the number first: `{load}`, `{sum}`, then `{use_it}`"
    ));
    Some(hint.steps(&[&load, &sum, &use_it]))
}

/// Advice for a label where a small number belongs.
pub(crate) fn address_hint(nearby: Nearby<'_>, statement: &Statement, text: &str) -> Option<Hint> {
    let tables = nearby.tables;
    let Idioms {
        add, add_number, ..
    } = *tables.isa.idioms;
    let la = tables.isa.idioms.load_address[0];
    tables.mnemonic(la)?;
    let at = (0..statement.operands.len()).find(|k| statement.operand(*k) == text)?;
    let hint = Hint::titled(format!("`{text}` is an address, which is too large here"))
        .label("an address");
    if statement.base().is_none()
        && statement.name == add_number
        && is_zero(tables, statement.operand(1))
    {
        let load = format!("{la} {}, {text}", statement.operand(0));
        return Some(hint.and(format!("write `{load}`")).steps(&[&load]));
    }
    let Some(spare) = nearby.spare(statement) else {
        return Some(hint.and(format!("load the address into a free register with `{la}`")));
    };
    let load = format!("{la} {spare}, {text}");
    let Some(base) = statement.base() else {
        let plain = register_name(tables, &statement.name)?;
        let use_it = statement.renamed(&plain).replaced(at, &spare);
        let hint = hint.and(format!("load the address first: `{load}`, then `{use_it}`"));
        return Some(hint.steps(&[&load, &use_it]));
    };
    let index = statement.operand(base);
    let abi = tables.isa.abi;
    let use_it = statement.replaced(at, "0").replaced(base, &spare);
    if [Reg(0), abi.sp, abi.gp]
        .map(Some)
        .contains(&tables.register(index))
    {
        let hint = hint.and(format!("load the address first: `{load}`, then `{use_it}`"));
        return Some(hint.steps(&[&load, &use_it]));
    }
    let sum = format!("{add} {spare}, {spare}, {index}");
    let hint = hint
        .and(format!("load the address first: `{load}`, then `{use_it}`"))
        .and(format!(
            "if `{index}` counts bytes from `{text}`: `{load}`, `{sum}`, then `{use_it}`"
        ));
    Some(hint.steps(&[&load, &sum, &use_it]))
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
