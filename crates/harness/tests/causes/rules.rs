//! What beginners do to a line: the rules that need more than a few words.

use super::lines::Instruction;
use super::slips::{Edits, Spot, label};

/// Conditions and their opposites.
const OPPOSITES: [(&str, &str); 7] = [
    ("beq", "bne"),
    ("beqz", "bnez"),
    ("blez", "bgtz"),
    ("bgez", "bltz"),
    ("bgeu", "bltu"),
    ("bge", "blt"),
    ("ble", "bgt"),
];

pub(crate) fn wrong_slot(spot: &Spot<'_>) -> Vec<Edits> {
    if !spot.is_slot() || !spot.instruction.is_load() {
        return Vec::new();
    }
    let others = spot.source.function_of(spot.index);
    let others = others.filter(|(k, other)| {
        *k != spot.index && other.is_load() && other.operands[1].contains(spot.names.sp)
    });
    let other = { others }
        .next()
        .map(|(_, other)| other.operands[1].clone());
    let other = other.filter(|slot| *slot != spot.instruction.operands[1]);
    other
        .map(|slot| spot.replaced(spot.instruction.with(1, &slot)))
        .into_iter()
        .collect()
}

/// A saved register becomes a temporary in the whole function, and is not saved any more.
pub(crate) fn temporary_over_call(spot: &Spot<'_>) -> Vec<Edits> {
    let is_save = spot.is_slot() && spot.instruction.is_store();
    let register = spot.instruction.first();
    if !is_save || !spot.is_saved(register) {
        return Vec::new();
    }
    let used = spot.registers();
    let mut free = spot
        .names
        .temporaries
        .iter()
        .filter(|t| !used.iter().any(|u| u == *t));
    let Some(temporary) = free.next() else {
        return Vec::new();
    };
    let mut edits = Vec::new();
    for (index, instruction) in spot.source.function_of(spot.index) {
        if !instruction.operands.iter().any(|o| mentions(o, register)) {
            continue;
        }
        let on_stack = instruction
            .operands
            .get(1)
            .is_some_and(|o| o.contains(spot.names.sp));
        let mut changed = instruction.clone();
        for operand in &mut changed.operands {
            *operand = operand.replace(register, temporary);
        }
        let instead = if on_stack {
            Vec::new()
        } else {
            vec![changed.text()]
        };
        edits.push((index, 1, instead));
    }
    vec![edits]
}

fn mentions(operand: &str, register: &str) -> bool {
    operand == register || operand.ends_with(&format!("({register})"))
}

pub(crate) fn wrong_size(spot: &Spot<'_>) -> Vec<Edits> {
    spot.renamed(&[
        ("lhu", "lw"),
        ("lhu", "lbu"),
        ("lw", "lhu"),
        ("sh", "sw"),
        ("sh", "sb"),
    ])
}

/// The constant that makes a bound out of a length is one too small or too large.
pub(crate) fn bound_off_by_one(spot: &Spot<'_>) -> Vec<Edits> {
    let operands = &spot.instruction.operands;
    let counts = spot.instruction.name == "li" && spot.is_saved(spot.instruction.first());
    let constant = operands.last().and_then(|last| last.parse::<i32>().ok());
    match constant {
        Some(by) if spot.is_advance() && !spot.in_loop => [0, 2 * by]
            .map(|by| spot.replaced(spot.instruction.with(2, &by.to_string())))
            .into(),
        Some(count) if counts => [count - 1, count + 1]
            .map(|count| spot.replaced(spot.instruction.with(1, &count.to_string())))
            .into(),
        _ => Vec::new(),
    }
}

/// A pointer is advanced before the loop begins.
pub(crate) fn start_off_by_one(spot: &Spot<'_>) -> Vec<Edits> {
    let next = spot
        .source
        .lines
        .get(spot.index + 1)
        .or(Some(&String::new()))
        .cloned();
    let blank = |line: &str| line.trim().is_empty();
    let after = spot.source.lines[spot.index + 1..]
        .iter()
        .find(|line| !blank(line));
    let begins = after
        .or(next.as_ref())
        .and_then(|line| label(line))
        .is_some();
    if !begins || spot.in_loop || spot.is_return() {
        return Vec::new();
    }
    let code = spot
        .source
        .function_of(spot.index)
        .filter(|(k, _)| *k > spot.index);
    let mut loads = code.filter(|(_, i)| i.is_load());
    let Some((_, load)) = loads.next() else {
        return Vec::new();
    };
    let Some((_, base)) = load.operands[1].trim_end_matches(')').split_once('(') else {
        return Vec::new();
    };
    if base == spot.names.sp {
        return Vec::new();
    }
    let size = if load.name == "lw" { 4 } else { 2 };
    let line = format!("{} {base}, {base}, {size}", spot.names.add);
    vec![vec![(spot.index + 1, 0, vec![line])]]
}

/// Two instructions that prepare or keep arguments have each other's register.
pub(crate) fn argument_order(spot: &Spot<'_>) -> Vec<Edits> {
    let next = spot
        .source
        .code
        .get(spot.index + 1)
        .and_then(Option::as_ref);
    let (this, Some(next)) = (spot.instruction, next) else {
        return Vec::new();
    };
    let moves = [this, next].iter().all(|i| i.name == spot.names.copy);
    if !moves {
        return Vec::new();
    }
    let is_argument = |i: &Instruction, k: usize| spot.names.arguments.contains(&&*i.operands[k]);
    let which = [0, 1]
        .into_iter()
        .find(|k| is_argument(this, *k) && is_argument(next, *k));
    let swapped = which.map(|k| {
        vec![
            (spot.index, 1, vec![this.with(k, &next.operands[k])]),
            (spot.index + 1, 1, vec![next.with(k, &this.operands[k])]),
        ]
    });
    swapped.into_iter().collect()
}

pub(crate) fn wrong_result(spot: &Spot<'_>) -> Vec<Edits> {
    let results = match spot.names.ret {
        "ret" => ["a0", "a1", "a2"],
        _ => ["$v0", "$v1", "$a0"],
    };
    let sets = ["li", "mv", "move"].contains(&&*spot.instruction.name);
    let ends = spot
        .source
        .function_of(spot.index)
        .filter(|(k, _)| *k > spot.index);
    let mut ends = ends.skip_while(|(_, i)| ["li", "mv", "move"].contains(&&*i.name));
    let returns = { &mut ends }.next().is_some_and(|(_, i)| {
        i.name == "ret" || i.text() == spot.names.ret || (i.is_load() && i.first() == spot.names.ra)
    });
    let at = results
        .iter()
        .position(|name| *name == spot.instruction.first());
    match at {
        Some(at) if sets && returns => (1..3)
            .map(|by| spot.replaced(spot.instruction.with(0, results[(at + by) % 3])))
            .collect(),
        _ => Vec::new(),
    }
}

pub(crate) fn inverted(spot: &Spot<'_>) -> Vec<Edits> {
    let back = OPPOSITES.map(|(a, b)| (b, a));
    spot.renamed(&[OPPOSITES, back].concat())
}

pub(crate) fn wrong_register(spot: &Spot<'_>) -> Vec<Edits> {
    let skipped = usize::from(spot.instruction.writes_first());
    if spot.is_slot() || spot.frame_change().is_some() {
        return Vec::new();
    }
    let used = spot.registers();
    let operands = spot.instruction.operands.iter().enumerate().skip(skipped);
    let operands = operands.filter(|(_, name)| spot.is_general(name));
    operands
        .filter_map(|(k, name)| {
            let others: Vec<&String> = used.iter().filter(|other| *other != name).collect();
            let other = others.get(spot.index * 7 % others.len().max(1))?;
            Some(spot.replaced(spot.instruction.with(k, other)))
        })
        .collect()
}

pub(crate) fn wrong_offset(spot: &Spot<'_>) -> Vec<Edits> {
    let access = spot.instruction.is_load() || spot.instruction.is_store();
    let place = spot
        .instruction
        .operands
        .get(1)
        .filter(|_| access && !spot.is_slot());
    let Some((offset, base)) = place.and_then(|place| place.split_once('(')) else {
        return Vec::new();
    };
    let offset: i32 = offset.parse().unwrap_or(0);
    let size = if spot.instruction.name.ends_with('w') {
        4
    } else {
        2
    };
    [size, -size]
        .map(|by| spot.replaced(spot.instruction.with(1, &format!("{}({base}", offset + by))))
        .into()
}

pub(crate) fn wrong_target(spot: &Spot<'_>) -> Vec<Edits> {
    let jumps = spot.instruction.name == "j" || spot.instruction.name.starts_with('b');
    let Some(target) = spot.instruction.operands.last().filter(|_| jumps) else {
        return Vec::new();
    };
    let lines = spot.source.lines.iter().enumerate();
    let labels = lines.filter(|(k, _)| spot.source.functions[*k] == spot.function);
    let labels = labels.filter_map(|(_, line)| label(line));
    let others: Vec<&str> = labels
        .filter(|name| name != target && *name != spot.function)
        .collect();
    let other = others.get(spot.index * 5 % others.len().max(1));
    let last = spot.instruction.operands.len() - 1;
    other
        .map(|other| spot.replaced(spot.instruction.with(last, other)))
        .into_iter()
        .collect()
}

pub(crate) fn wrong_constant(spot: &Spot<'_>) -> Vec<Edits> {
    let names = ["li", "slli", "sll", "andi", "addi", "addiu"];
    let constant = spot
        .instruction
        .operands
        .last()
        .and_then(|last| last.parse::<i32>().ok());
    let last = spot.instruction.operands.len().wrapping_sub(1);
    match constant {
        Some(number)
            if names.contains(&&*spot.instruction.name) && spot.frame_change().is_none() =>
        {
            [number + 1, number * 2 + 1]
                .map(|other| spot.replaced(spot.instruction.with(last, &other.to_string())))
                .into()
        }
        _ => Vec::new(),
    }
}

/// In a function that says that the board stays as it is, a field that was read is written.
pub(crate) fn forbidden_write(spot: &Spot<'_>) -> Vec<Edits> {
    const MAY_NOT: [&str; 4] = [
        "check_victory",
        "move_check",
        "printboard",
        "printboard_row",
    ];
    let reads = ["lhu", "lh"].contains(&&*spot.instruction.name);
    if !reads || !MAY_NOT.contains(&spot.function) {
        return Vec::new();
    }
    let zero = if spot.names.ret == "ret" {
        "zero"
    } else {
        "$zero"
    };
    let place = &spot.instruction.operands[1];
    vec![vec![(
        spot.index + 1,
        0,
        vec![format!("sh {zero}, {place}")],
    )]]
}
