//! Lists of registers as people write them: `t1-t6, s0`.

use super::comment::Mistake;
use machine::isa::{IsaDesc, Reg, RegisterSet};
use std::ops::Range;

/// Reads a list of registers and ranges of registers, with commas or blanks between them.
pub(super) fn parse(text: &str, desc: &IsaDesc) -> Result<RegisterSet, Mistake> {
    let mut found = RegisterSet::EMPTY;
    for at in items(text) {
        let item = &text[at.clone()];
        match item.split_once('-') {
            None => found.extend([single(item, at, desc)?]),
            Some((first, last)) => found.extend(range(first, last, at, desc)?),
        }
    }
    match found.is_empty() {
        true => Err(Mistake {
            at: 0..text.len(),
            title: "registers are missing".to_owned(),
            help: Some(format!("write a list such as `{}`", example(desc))),
        }),
        false => Ok(found),
    }
}

/// Where the items of the list are. A range is one item, also with blanks around its `-`.
fn items(text: &str) -> Vec<Range<usize>> {
    let mut items: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    for word in text.split([',', ' ', '\t']).filter(|word| !word.is_empty()) {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        let end = start + word.len();
        match items.last_mut() {
            Some(last) if open || word.starts_with('-') => last.end = end,
            _ => items.push(start..end),
        }
        open = word.ends_with('-');
    }
    items
}

fn single(name: &str, at: Range<usize>, desc: &IsaDesc) -> Result<Reg, Mistake> {
    let Some(reg) = find(name, desc) else {
        return Err(Mistake {
            at,
            title: format!("unknown register `{}`", name.trim()),
            help: Some(format!("write a list such as `{}`", example(desc))),
        });
    };
    let abi = desc.abi;
    if reg == Reg(0) || reg == abi.sp || reg == abi.ra {
        let name = desc.register_name(reg);
        return Err(Mistake {
            at,
            title: format!("`{name}` is part of every call and cannot be shared"),
            help: None,
        });
    }
    Ok(reg)
}

/// The registers from `first` to `last`: those with the same letters and the numbers between.
fn range(first: &str, last: &str, at: Range<usize>, desc: &IsaDesc) -> Result<Vec<Reg>, Mistake> {
    let (first, last) = (first.trim(), last.trim());
    for name in [first, last] {
        single(name, at.clone(), desc)?;
    }
    let ((letters, from), (other, to)) = (numbered(first), numbered(last));
    let bounds = from.zip(to).filter(|(from, to)| from <= to);
    let alike = letters.trim_start_matches('$') == other.trim_start_matches('$');
    let Some((from, to)) = bounds.filter(|_| alike) else {
        return Err(Mistake {
            at,
            title: format!("`{first}` to `{last}` is not a range of registers"),
            help: Some(format!("write a range like `{}`", example_range(desc))),
        });
    };
    let names = (from..=to).map(|number| format!("{letters}{number}"));
    names.map(|name| single(&name, at.clone(), desc)).collect()
}

/// A name without the number at its end, and that number.
fn numbered(name: &str) -> (&str, Option<u8>) {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (letters, name[letters.len()..].parse().ok())
}

/// The register of this name. A `$` too few or too many does no harm: command lines eat it.
fn find(name: &str, desc: &IsaDesc) -> Option<Reg> {
    let name = name.trim();
    let is = |known: &str| {
        known == name
            || known.strip_prefix('$') == Some(name)
                && !name.starts_with(|c: char| c.is_ascii_digit())
            || Some(known) == name.strip_prefix('$')
    };
    let mut registers = desc.registers.iter();
    registers
        .find(|r| is(r.name) || is(r.numbered) || r.aliases.iter().any(|alias| is(alias)))
        .map(|r| r.reg)
}

/// A list with the names of this machine.
fn example(desc: &IsaDesc) -> String {
    let saved = desc.abi.saved.iter().find(|reg| **reg != desc.abi.sp);
    let saved = saved.map_or("", |reg| desc.register_name(*reg));
    format!("{}, {saved}", example_range(desc))
}

fn example_range(desc: &IsaDesc) -> String {
    let args = desc.abi.args;
    let name = |reg: Option<&Reg>| reg.map_or("", |reg| desc.register_name(*reg));
    format!("{}-{}", name(args.first()), name(args.get(3)))
}
