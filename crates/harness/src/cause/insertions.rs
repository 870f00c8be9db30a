//! Lines that may be missing: a return, a jump, a call, a value, a store. Where they could be is decided
//! by where programs usually have them.

use super::CauseKind;
use super::changes::{Around, Change, Edit, bytes, push_new};
use super::survey::SurveyLine;
use machine::isa::{Class, Reg};

impl<'a> Around<'a> {
    /// What may be missing before or after a line.
    pub(crate) fn insertions(&self, line: &SurveyLine) -> Vec<Change> {
        let mut found = Vec::new();
        for before in [false, true] {
            // Between two lines is one place, unless a label is there.
            let is_place = match before {
                false => !line.is_jump(self.desc),
                true => !line.labels.is_empty(),
            };
            if !is_place {
                continue;
            }
            let gap = self.gap(line, before);
            let mut missing = Vec::new();
            self.missing_jumps(&gap, &mut missing);
            self.missing_values(&gap, &mut missing);
            self.missing_stores(&gap, &mut missing);
            for Missing {
                kind,
                weight,
                what,
                text,
            } in missing
            {
                let (at, new, side) = match before {
                    true => (line.start, format!("{text}\n    "), "before"),
                    false => (line.end, format!("\n    {text}\n"), "after"),
                };
                found.push(Change {
                    kind,
                    weight,
                    what: format!("{what} {side} this line."),
                    change: format!("With `{text}` {side} it"),
                    edits: vec![Edit {
                        start: at,
                        end: at,
                        text: new,
                    }],
                });
            }
        }
        found
    }

    /// The place before or after a line.
    fn gap(&self, line: &'a SurveyLine, before: bool) -> Gap<'a> {
        let at = self.lines.iter().position(|l| l.address == line.address);
        let at = at.unwrap_or(0) + usize::from(!before);
        let previous = at.checked_sub(1).and_then(|k| self.lines.get(k)).copied();
        let next = self.lines.get(at).copied();
        let first_label = self.lines.iter().skip(1).position(|l| !l.labels.is_empty());
        Gap {
            previous,
            next,
            in_head: first_label.is_none_or(|first| at <= first + 1),
        }
    }

    fn missing_jumps(&self, gap: &Gap<'_>, found: &mut Vec<Missing>) {
        let idioms = self.desc.idioms;
        let mut add =
            |kind, weight, what: &str, text| found.push(Missing::new(kind, weight, what, text));
        let at_label = gap.next.is_none_or(|next| !next.labels.is_empty());
        let weight = if at_label { 0.6 } else { 0.4 };
        add(
            CauseKind::NoReturn,
            weight,
            "A return seems to be missing",
            idioms.ret.to_owned(),
        );
        let jump = idioms.jump.first().copied().unwrap_or_default();
        for label in &self.labels {
            let text = format!("{jump} {label}");
            add(
                CauseKind::MissingInstruction,
                weight,
                "A jump seems to be missing",
                text,
            );
        }
        let prepares = |line: &SurveyLine| {
            let mut arguments = self.desc.abi.args.iter();
            arguments.any(|reg| line.writes.contains(reg))
        };
        let is_ready = gap.previous.is_some_and(prepares) && !gap.next.is_some_and(prepares);
        let weight = if is_ready { 0.6 } else { 0.5 };
        for call in &self.callees {
            add(
                CauseKind::MissingInstruction,
                weight,
                "A call seems to be missing",
                call.clone(),
            );
        }
    }

    fn missing_values(&self, gap: &Gap<'_>, found: &mut Vec<Missing>) {
        let idioms = self.desc.idioms;
        // What accumulates stands together, and often at the end of a loop.
        let advances = |line: &SurveyLine| {
            let accumulates = line.writes.iter().any(|reg| line.reads.contains(reg));
            line.class == Some(Class::Alu) && accumulates
        };
        let goes_back = |line: &SurveyLine| line.target.is_some_and(|to| to <= line.address);
        let beside = gap.previous.is_some_and(advances) || gap.next.is_some_and(advances);
        let weight = match (beside, gap.next.is_some_and(goes_back)) {
            (true, true) => 0.62,
            (true, false) => 0.58,
            (false, true) => 0.55,
            (false, false) => 0.4,
        };
        for reg in &self.registers {
            for by in [-1, 1, 2, 4, -2, -4, 8, -8] {
                let what = format!("Nothing advances `{reg}`");
                let text = format!("{} {reg}, {reg}, {by}", idioms.move_pointer);
                found.push(Missing::new(
                    CauseKind::MissingInstruction,
                    weight,
                    &what,
                    text,
                ));
            }
        }
        let saves = |line: &SurveyLine| {
            line.class == Some(Class::Store) && line.reads.contains(&self.desc.abi.sp)
        };
        let weight = match gap.in_head && !gap.next.is_some_and(saves) {
            true => 0.55,
            false => 0.4,
        };
        for reg in &self.registers {
            for value in self.numbers.iter().filter(|value| **value >= 0) {
                let text = format!("{} {reg}, {value}", idioms.load_number);
                found.push(Missing::unset(reg, weight, text));
            }
        }
        let copy = idioms.copy.first().copied().unwrap_or_default();
        let all = self.registers_and_conventional();
        let copied = all.iter().filter(|reg| self.is_wanted(reg));
        for to in copied {
            for from in all.iter().filter(|from| *from != to) {
                found.push(Missing::unset(
                    to,
                    weight - 0.02,
                    format!("{copy} {to}, {from}"),
                ));
            }
        }
        for to in &self.registers {
            for with in all.iter().filter(|with| *with != to) {
                let text = format!("{} {to}, {with}, {to}", idioms.add);
                let what = "An addition seems to be missing";
                found.push(Missing::new(
                    CauseKind::MissingInstruction,
                    0.42,
                    what,
                    text,
                ));
            }
        }
    }

    /// Whether somebody reads a register: a line of the function, its caller or what it calls.
    fn is_wanted(&self, name: &str) -> bool {
        let abi = self.desc.abi;
        let is = |reg: &Reg| self.desc.register_name(*reg) == name;
        let calls = self.lines.iter().any(|line| line.is_call(self.desc));
        abi.results.iter().any(is)
            || (calls && abi.args.iter().any(is))
            || self.lines.iter().any(|line| line.reads.iter().any(is))
    }

    fn missing_stores(&self, gap: &Gap<'_>, found: &mut Vec<Missing>) {
        let zero = self.desc.register_name(Reg(0)).to_owned();
        let mut values = self.registers_and_conventional();
        values.push(zero);
        let is_store = |line: &SurveyLine| line.class == Some(Class::Store);
        let weight = match (
            gap.previous.is_some_and(is_store),
            gap.next.is_some_and(is_store),
        ) {
            (true, _) => 0.56,
            (false, true) => 0.55,
            (false, false) => 0.45,
        };
        let mut places: Vec<(&str, &str)> = Vec::new();
        for (name, place) in &self.memory {
            let store = match bytes(name) {
                1 => "sb",
                2 => "sh",
                _ => "sw",
            };
            push_new(&mut places, (store, place));
        }
        for (store, place) in places {
            for reg in &values {
                let text = format!("{store} {reg}, {place}");
                let what = "A store seems to be missing";
                found.push(Missing::new(
                    CauseKind::MissingInstruction,
                    weight,
                    what,
                    text,
                ));
            }
        }
    }
}

/// The place between two lines.
struct Gap<'a> {
    previous: Option<&'a SurveyLine>,
    next: Option<&'a SurveyLine>,
    /// It is before the first label inside the function.
    in_head: bool,
}

/// An instruction that may be missing.
struct Missing {
    kind: CauseKind,
    weight: f64,
    what: String,
    text: String,
}

impl Missing {
    fn new(kind: CauseKind, weight: f64, what: &str, text: String) -> Missing {
        Missing {
            kind,
            weight,
            what: what.to_owned(),
            text,
        }
    }

    fn unset(reg: &str, weight: f64, text: String) -> Missing {
        let what = format!("`{reg}` does not seem to be set");
        Missing::new(CauseKind::Initialisation, weight, &what, text)
    }
}
