//! One-line changes of a subroutine that may break the calling convention.

use super::lines::{Instruction, Names};
use runtime::Target;

/// A source with one change.
#[derive(Clone, Debug)]
pub(crate) struct Mutation {
    /// What was done, as the table groups it.
    pub kind: &'static str,
    /// The line that was changed, from 1.
    pub line: usize,
    /// What it was.
    pub before: String,
    /// What it is.
    pub after: String,
    /// The whole source.
    pub text: String,
}

/// The only kind that changes two lines.
const LATER: &str = "… comes after the next instruction";

/// The kinds of changes, each with what it makes of an instruction: any number of replacements,
/// which are instructions again.
const KINDS: [(&str, Change); 18] = [
    ("a save or restore is left out", left_out),
    ("… uses another slot", other_slot),
    ("… has another width", other_width),
    ("… is the other of the two", load_for_store),
    ("… has another register", other_register),
    (LATER, later),
    ("the frame has another size", other_frame),
    ("the stack pointer is moved once more", moved_again),
    (
        "a saved register in place of a temporary",
        saved_for_temporary,
    ),
    (
        "a temporary in place of a saved register",
        temporary_for_saved,
    ),
    ("another register is read", other_source),
    ("an instruction is left out", instruction_left_out),
    ("a saved register is changed", saved_changed),
    ("a return too early", early_return),
    ("a return to another address", other_return),
    ("a store above the frame", above_frame),
    ("a value is kept below the stack pointer", below_stack),
    ("a jump in place of a call", jump_for_call),
];

/// What the kinds are called.
pub(crate) fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(kind, _)| *kind)
}

type Change = fn(&Place<'_>) -> Vec<Vec<String>>;

/// All changes of a source.
pub(crate) fn mutations(source: &str, target: Target) -> Vec<Mutation> {
    let names = Names::of(target);
    let lines: Vec<&str> = source.lines().collect();
    let code: Vec<Option<Instruction>> = lines.iter().map(|line| Instruction::read(line)).collect();
    let mut found = Vec::new();
    let mut frame = 0;
    for (index, instruction) in code.iter().enumerate() {
        let Some(instruction) = instruction else {
            continue;
        };
        let next = code.get(index + 1).and_then(Option::as_ref);
        let place = Place {
            instruction,
            next,
            names: &names,
            frame,
            number: index,
        };
        for (kind, change) in KINDS {
            for instead in change(&place) {
                let taken = if kind == LATER { 2 } else { 1 };
                found.push(Mutation {
                    kind,
                    line: index + 1,
                    before: instruction.text(),
                    after: instead.join("; "),
                    text: with(&lines, index, taken, &instead),
                });
            }
        }
        frame += place.frame_change();
    }
    found
}

fn with(lines: &[&str], index: usize, taken: usize, instead: &[String]) -> String {
    let mut all: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    all.splice(
        index..index + taken,
        instead.iter().map(|line| format!("    {line}")),
    );
    all.join("\n") + "\n"
}

/// An instruction in its surroundings.
struct Place<'a> {
    instruction: &'a Instruction,
    next: Option<&'a Instruction>,
    names: &'a Names,
    /// The size of the frame before it.
    frame: i32,
    /// Which one it is: choices depend on it.
    number: usize,
}

impl Place<'_> {
    fn is_saved(&self, name: &str) -> bool {
        self.names.saved.contains(&name)
    }

    fn is_temporary(&self, name: &str) -> bool {
        self.names.temporaries.contains(&name)
    }

    /// The offset, if it saves or restores a register.
    fn slot(&self) -> Option<i32> {
        let instruction = self.instruction;
        let is_kept = self.is_saved(instruction.first()) || instruction.first() == self.names.ra;
        if !is_kept || !(instruction.is_store() || instruction.is_load()) {
            return None;
        }
        let (offset, base) = instruction.operands.get(1)?.split_once('(')?;
        (base.trim_end_matches(')') == self.names.sp).then(|| offset.parse().ok())?
    }

    /// By how much it makes the frame larger.
    fn frame_change(&self) -> i32 {
        let [to, from, by] = &self.instruction.operands[..] else {
            return 0;
        };
        let is_sp =
            to == self.names.sp && from == self.names.sp && self.instruction.name == self.names.add;
        is_sp
            .then(|| by.parse::<i32>().ok())
            .flatten()
            .map_or(0, |by| -by)
    }

    fn pick<'a>(&self, from: &[&'a str], but: &str) -> &'a str {
        let others: Vec<&str> = from.iter().copied().filter(|name| *name != but).collect();
        others[self.number * 7 % others.len()]
    }
}

fn left_out(place: &Place<'_>) -> Vec<Vec<String>> {
    place.slot().map(|_| Vec::new()).into_iter().collect()
}

fn other_slot(place: &Place<'_>) -> Vec<Vec<String>> {
    let Some(offset) = place.slot() else {
        return Vec::new();
    };
    let sp = place.names.sp;
    let moved =
        [4, -4, 8].map(|by| vec![place.instruction.with(1, &format!("{}({sp})", offset + by))]);
    moved.into()
}

fn other_width(place: &Place<'_>) -> Vec<Vec<String>> {
    let names: &[&str] = match (place.slot(), place.instruction.is_store()) {
        (None, _) => &[],
        (_, true) => &["sh", "sb"],
        (_, false) => &["lh", "lbu"],
    };
    names
        .iter()
        .map(|name| vec![place.instruction.with_name(name)])
        .collect()
}

fn load_for_store(place: &Place<'_>) -> Vec<Vec<String>> {
    let other = if place.instruction.is_store() {
        "lw"
    } else {
        "sw"
    };
    let changed = place
        .slot()
        .map(|_| vec![place.instruction.with_name(other)]);
    changed.into_iter().collect()
}

fn other_register(place: &Place<'_>) -> Vec<Vec<String>> {
    if place.slot().is_none() {
        return Vec::new();
    }
    let kept = place.pick(place.names.saved, place.instruction.first());
    let lost = place.pick(place.names.temporaries, "");
    [kept, lost]
        .map(|reg| vec![place.instruction.with(0, reg)])
        .into()
}

fn later(place: &Place<'_>) -> Vec<Vec<String>> {
    let is_frame = place.slot().is_some() || place.frame_change() != 0;
    match place.next {
        Some(next) if is_frame => vec![vec![next.text(), place.instruction.text()]],
        _ => Vec::new(),
    }
}

fn other_frame(place: &Place<'_>) -> Vec<Vec<String>> {
    let change = place.frame_change();
    if change == 0 {
        return Vec::new();
    }
    let sizes =
        [4, -4, 8, 16].map(|by| vec![place.instruction.with(2, &(by - change).to_string())]);
    sizes.into_iter().chain([Vec::new()]).collect()
}

fn moved_again(place: &Place<'_>) -> Vec<Vec<String>> {
    if !place.number.is_multiple_of(3) {
        return Vec::new();
    }
    let (add, sp) = (place.names.add, place.names.sp);
    let moved =
        [-16, 16].map(|by| vec![format!("{add} {sp}, {sp}, {by}"), place.instruction.text()]);
    moved.into()
}

fn saved_for_temporary(place: &Place<'_>) -> Vec<Vec<String>> {
    let (instruction, names) = (place.instruction, place.names);
    if !instruction.writes_first() || !place.is_temporary(instruction.first()) {
        return Vec::new();
    }
    let saved = place.pick(names.saved, "");
    let copy = format!("{} {}, {saved}", names.copy, instruction.first());
    vec![vec![instruction.with(0, saved), copy]]
}

fn temporary_for_saved(place: &Place<'_>) -> Vec<Vec<String>> {
    let saved = |(_, operand): &(usize, &String)| place.is_saved(operand);
    let operands = place.instruction.operands.iter().enumerate();
    let changed = operands.filter(saved).filter(|_| place.slot().is_none());
    let temporary = place.pick(place.names.temporaries, "");
    changed
        .map(|(index, _)| vec![place.instruction.with(index, temporary)])
        .collect()
}

fn other_source(place: &Place<'_>) -> Vec<Vec<String>> {
    let instruction = place.instruction;
    let skipped = usize::from(instruction.writes_first());
    let names = place.names;
    let is_register = |name: &String| {
        place.is_saved(name) || place.is_temporary(name) || names.arguments.contains(&&**name)
    };
    let operands = instruction.operands.iter().enumerate().skip(skipped);
    let sources = operands.filter(|(_, name)| is_register(name) && place.slot().is_none());
    let others = |(index, name): (usize, &String)| {
        [names.temporaries, names.arguments, names.saved]
            .map(|from| vec![instruction.with(index, place.pick(from, name))])
    };
    sources.flat_map(others).collect()
}

fn instruction_left_out(place: &Place<'_>) -> Vec<Vec<String>> {
    let is_frame = place.slot().is_some() || place.frame_change() != 0;
    if is_frame {
        Vec::new()
    } else {
        vec![Vec::new()]
    }
}

fn saved_changed(place: &Place<'_>) -> Vec<Vec<String>> {
    if !place.number.is_multiple_of(2) {
        return Vec::new();
    }
    let saved = place.pick(place.names.saved, "");
    let change = match place.number % 8 {
        0 => format!("li {saved}, 5"),
        2 => format!("andi {saved}, {saved}, 255"),
        4 => format!("xor {saved}, {saved}, {saved}"),
        _ => format!("{} {saved}, {saved}, 1", place.names.add),
    };
    vec![vec![change, place.instruction.text()]]
}

fn early_return(place: &Place<'_>) -> Vec<Vec<String>> {
    match place.number % 3 {
        1 => vec![vec![place.names.ret.to_owned(), place.instruction.text()]],
        _ => Vec::new(),
    }
}

fn other_return(place: &Place<'_>) -> Vec<Vec<String>> {
    let (add, ra) = (place.names.add, place.names.ra);
    let is_return = ["ret".to_owned(), format!("jr {ra}")].contains(&place.instruction.text());
    let moved = [4, -4].map(|by| vec![format!("{add} {ra}, {ra}, {by}"), place.instruction.text()]);
    moved.into_iter().filter(|_| is_return).collect()
}

fn above_frame(place: &Place<'_>) -> Vec<Vec<String>> {
    if !place.number.is_multiple_of(4) {
        return Vec::new();
    }
    let (sp, temporary) = (place.names.sp, place.names.temporaries[0]);
    let offsets = [place.frame, place.frame + 4];
    offsets
        .map(|at| {
            vec![
                format!("sw {temporary}, {at}({sp})"),
                place.instruction.text(),
            ]
        })
        .into()
}

fn below_stack(place: &Place<'_>) -> Vec<Vec<String>> {
    let instruction = place.instruction;
    if !instruction.writes_first() || instruction.first() == place.names.sp {
        return Vec::new();
    }
    let (sp, reg) = (place.names.sp, instruction.first());
    vec![vec![
        instruction.text(),
        format!("sw {reg}, -4({sp})"),
        format!("lw {reg}, -4({sp})"),
    ]]
}

fn jump_for_call(place: &Place<'_>) -> Vec<Vec<String>> {
    let changed = place
        .instruction
        .is_call()
        .then(|| vec![place.instruction.with_name("j")]);
    changed.into_iter().collect()
}
