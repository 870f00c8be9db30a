//! Mistakes that beginners make, as rules that change a line or two of a correct source.

use super::lines::{Instruction, Names};
use super::rules;
use harness::CauseKind;
use runtime::Target;

/// A source with one mistake.
#[derive(Clone, Debug)]
pub(crate) struct Slip {
    /// Which kind, as an index of [`KINDS`].
    pub kind: usize,
    /// The lines of the new text that are wrong, from 1; of a line that is left out, the lines with
    /// instructions around the gap.
    pub lines: Vec<u32>,
    /// The function it is in.
    pub function: String,
    /// What was done.
    pub words: String,
    /// The whole source.
    pub text: String,
}

/// A kind of mistake.
pub(crate) struct Kind {
    /// As the table calls it.
    pub name: &'static str,
    /// What `jal test` may call it: often one wrong line can be seen in more than one way.
    pub causes: &'static [CauseKind],
    make: fn(&Spot<'_>) -> Vec<Edits>,
}

/// A change of some lines: of each the index, how many it replaces, and what comes in their place.
pub(crate) type Edits = Vec<(usize, usize, Vec<String>)>;

use CauseKind as C;

const fn kind(
    name: &'static str,
    causes: &'static [CauseKind],
    make: fn(&Spot<'_>) -> Vec<Edits>,
) -> Kind {
    Kind { name, causes, make }
}

/// All kinds.
pub(crate) const KINDS: [Kind; 28] = [
    kind("`ra` not saved", &[C::ReturnAddress], |s| {
        s.left_out(s.instruction.is_store() && s.instruction.first() == s.names.ra)
    }),
    kind("`ra` not restored", &[C::ReturnAddress], |s| {
        s.left_out(s.instruction.is_load() && s.instruction.first() == s.names.ra)
    }),
    kind("no `ret`", &[C::NoReturn], |s| s.left_out(s.is_return())),
    kind("saved register not saved", &[C::SavedRegister], |s| {
        s.left_out(s.instruction.is_store() && s.is_saved(s.instruction.first()))
    }),
    kind("saved register not restored", &[C::SavedRegister], |s| {
        s.left_out(s.is_slot() && s.instruction.is_load() && s.is_saved(s.instruction.first()))
    }),
    kind(
        "restored from the wrong slot",
        &[C::SavedRegister, C::ReturnAddress],
        rules::wrong_slot,
    ),
    kind("stack pointer not restored", &[C::StackPointer], |s| {
        let back = s.frame_change().is_some_and(|by| by > 0);
        s.left_out(back)
    }),
    kind(
        "temporary kept over a call",
        &[C::AfterCall],
        rules::temporary_over_call,
    ),
    kind(
        "counter not advanced",
        &[C::EndlessLoop, C::MissingInstruction, C::Initialisation],
        |s| s.left_out(s.is_advance() && s.in_loop),
    ),
    kind("wrong element size", &[C::ElementSize], rules::wrong_size),
    kind("wrong sign extension", &[C::SignExtension], |s| {
        s.renamed(&[("lhu", "lh"), ("lbu", "lb"), ("lh", "lhu"), ("lb", "lbu")])
    }),
    kind(
        "bound off by one",
        &[C::WrongConstant, C::OffByOne, C::WrongCondition],
        rules::bound_off_by_one,
    ),
    kind(
        "start off by one",
        &[C::ExtraInstruction, C::OffByOne, C::WrongConstant],
        rules::start_off_by_one,
    ),
    kind(
        "wrong argument order",
        &[C::ArgumentOrder, C::WrongRegister],
        rules::argument_order,
    ),
    kind(
        "result in the wrong register",
        &[C::ResultRegister, C::WrongRegister],
        rules::wrong_result,
    ),
    kind(
        "forgotten initialisation",
        &[C::Initialisation, C::MissingInstruction],
        |s| s.left_out(s.is_initialisation()),
    ),
    kind("condition inverted", &[C::WrongCondition], rules::inverted),
    kind(
        "`<` and `<=` confused",
        &[C::WrongCondition, C::OffByOne],
        |s| s.renamed(&OFF_CONDITIONS),
    ),
    kind(
        "wrong register read",
        &[
            C::WrongRegister,
            C::ArgumentOrder,
            C::AfterCall,
            C::Initialisation,
        ],
        rules::wrong_register,
    ),
    kind(
        "wrong offset",
        &[C::WrongConstant, C::OffByOne],
        rules::wrong_offset,
    ),
    kind(
        "base not added",
        &[C::MissingInstruction, C::Initialisation],
        |s| s.left_out(s.adds_base()),
    ),
    kind("store forgotten", &[C::MissingInstruction], |s| {
        s.left_out(s.instruction.is_store() && !s.is_slot())
    }),
    kind("call forgotten", &[C::MissingInstruction], |s| {
        s.left_out(s.instruction.is_call())
    }),
    kind(
        "jump forgotten",
        &[C::MissingInstruction, C::NoReturn],
        |s| s.left_out(s.instruction.name == "j"),
    ),
    kind(
        "wrong branch target",
        &[C::JumpTarget, C::WrongCondition],
        rules::wrong_target,
    ),
    kind(
        "return too early",
        &[C::ExtraInstruction, C::StackPointer, C::SavedRegister],
        |s| {
            let inside = s.in_function && !s.is_return() && s.index.is_multiple_of(3);
            s.inserted(inside, s.names.ret)
        },
    ),
    kind(
        "wrong constant",
        &[C::WrongConstant, C::OffByOne],
        rules::wrong_constant,
    ),
    kind(
        "board changed by a function that may not",
        &[C::ForbiddenWrite, C::ExtraInstruction],
        rules::forbidden_write,
    ),
];

/// Conditions that differ only where both sides are equal.
const OFF_CONDITIONS: [(&str, &str); 8] = [
    ("blez", "bltz"),
    ("bltz", "blez"),
    ("bgez", "bgtz"),
    ("bgtz", "bgez"),
    ("bgeu", "bgtu"),
    ("bltu", "bleu"),
    ("bge", "bgt"),
    ("blt", "ble"),
];

/// An instruction in its surroundings.
pub(crate) struct Spot<'a> {
    pub instruction: &'a Instruction,
    pub index: usize,
    pub names: &'a Names,
    pub source: &'a Source,
    pub function: &'a str,
    /// It is not the first instruction of its function.
    pub in_function: bool,
    /// A label of a loop is before it, in its function.
    pub in_loop: bool,
}

/// A source, line by line.
pub(crate) struct Source {
    pub lines: Vec<String>,
    pub code: Vec<Option<Instruction>>,
    /// The function that each line is in.
    pub functions: Vec<String>,
}

impl Source {
    fn read(text: &str) -> Source {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let code: Vec<_> = lines.iter().map(|line| Instruction::read(line)).collect();
        let called = code.iter().flatten().filter(|i| i.is_call());
        let mut names: Vec<String> = called.map(|i| i.first().to_owned()).collect();
        for line in lines
            .iter()
            .filter_map(|line| line.trim().strip_prefix(".globl "))
        {
            names.extend(line.split_whitespace().map(str::to_owned));
        }
        let mut functions = Vec::new();
        let mut current = String::new();
        for line in &lines {
            if let Some(label) = label(line).filter(|label| names.iter().any(|n| n == label)) {
                label.clone_into(&mut current);
            }
            functions.push(current.clone());
        }
        Source {
            lines,
            code,
            functions,
        }
    }

    /// The lines of the function that a line is in.
    pub(crate) fn function_of(&self, index: usize) -> impl Iterator<Item = (usize, &Instruction)> {
        let name = &self.functions[index];
        let code = self.code.iter().enumerate();
        let inside = code.filter(move |(k, _)| self.functions[*k] == *name);
        inside.filter_map(|(k, code)| Some((k, code.as_ref()?)))
    }

    /// The source after some edits, and the wrong lines of it.
    fn edited(&self, edits: &Edits) -> (String, Vec<u32>) {
        let mut all: Vec<String> = Vec::new();
        let mut wrong = Vec::new();
        let mut index = 0;
        while index < self.lines.len() {
            let edit = edits.iter().find(|(at, _, _)| *at == index);
            let Some((_, taken, instead)) = edit else {
                all.push(self.lines[index].clone());
                index += 1;
                continue;
            };
            let kept = usize::from(*taken == 0);
            let number = all.len() as u32 + 1;
            if instead.is_empty() {
                wrong.extend([number - 1, number]);
                let before = (0..index).rev().find(|k| self.code[*k].is_some());
                let after = (index + taken..self.lines.len()).find(|k| self.code[*k].is_some());
                wrong.extend(before.map(|k| number - (index - k) as u32));
                wrong.extend(after.map(|k| number + (k - index - taken) as u32));
            }
            wrong.extend((0..instead.len() as u32).map(|k| number + k));
            all.extend(instead.iter().map(|line| format!("    {line}")));
            all.extend(self.lines[index..index + kept].iter().cloned());
            index += taken + kept;
        }
        (all.join("\n") + "\n", wrong)
    }
}

pub(crate) fn label(line: &str) -> Option<&str> {
    let name = line.split('#').next()?.split_once(':')?.0.trim();
    (!name.is_empty()).then_some(name)
}

/// All mistakes of all kinds in a source.
pub(crate) fn slips(text: &str, target: Target) -> Vec<Slip> {
    let (source, names) = (Source::read(text), Names::of(target));
    let mut found = Vec::new();
    for (index, instruction) in source.code.iter().enumerate() {
        let Some(instruction) = instruction else {
            continue;
        };
        let inside: Vec<usize> = source.function_of(index).map(|(k, _)| k).collect();
        let first = inside.first().copied().unwrap_or(index);
        let labels = source.lines[first..index]
            .iter()
            .filter_map(|line| label(line));
        let spot = Spot {
            instruction,
            index,
            names: &names,
            source: &source,
            function: &source.functions[index],
            in_function: index > first,
            in_loop: { labels }.next().is_some(),
        };
        for (kind, row) in KINDS.iter().enumerate() {
            for edits in (row.make)(&spot) {
                let (text, lines) = source.edited(&edits);
                let changed = edits.iter().map(|(at, _, instead)| {
                    let before = source.code[*at]
                        .as_ref()
                        .map_or(String::new(), Instruction::text);
                    format!(
                        "line {} `{before}` becomes `{}`",
                        at + 1,
                        instead.join("; ")
                    )
                });
                found.push(Slip {
                    kind,
                    lines,
                    function: spot.function.to_owned(),
                    words: changed.collect::<Vec<_>>().join(", "),
                    text,
                });
            }
        }
    }
    found
}

impl Spot<'_> {
    pub(crate) fn is_saved(&self, name: &str) -> bool {
        self.names.saved.contains(&name)
    }

    pub(crate) fn is_return(&self) -> bool {
        ["ret".to_owned(), format!("jr {}", self.names.ra)].contains(&self.instruction.text())
    }

    /// Whether it saves or restores a register.
    pub(crate) fn is_slot(&self) -> bool {
        let on_stack = |operand: &String| operand.ends_with(&format!("({})", self.names.sp));
        self.instruction.operands.get(1).is_some_and(on_stack)
    }

    /// By how much it moves the stack pointer.
    pub(crate) fn frame_change(&self) -> Option<i32> {
        let [to, from, by] = &self.instruction.operands[..] else {
            return None;
        };
        let moves = to == self.names.sp && from == self.names.sp;
        by.parse().ok().filter(|_| moves)
    }

    /// Whether it adds a constant to a register that is not the stack pointer.
    pub(crate) fn is_advance(&self) -> bool {
        let operands = &self.instruction.operands;
        self.instruction.name == self.names.add
            && operands.len() == 3
            && operands[0] == operands[1]
            && operands[0] != self.names.sp
    }

    pub(crate) fn is_initialisation(&self) -> bool {
        let sets = ["li", "mv", "move", "la"].contains(&&*self.instruction.name);
        let own = self.is_saved(self.instruction.first())
            || self.names.temporaries.contains(&self.instruction.first());
        sets && own && !self.in_loop
    }

    pub(crate) fn adds_base(&self) -> bool {
        let operands = &self.instruction.operands;
        ["add", "addu"].contains(&&*self.instruction.name)
            && operands
                .iter()
                .any(|name| self.names.arguments.contains(&&**name))
    }

    pub(crate) fn left_out(&self, applies: bool) -> Vec<Edits> {
        match applies {
            true => vec![vec![(self.index, 1, Vec::new())]],
            false => Vec::new(),
        }
    }

    pub(crate) fn replaced(&self, by: String) -> Edits {
        vec![(self.index, 1, vec![by])]
    }

    pub(crate) fn inserted(&self, applies: bool, line: &str) -> Vec<Edits> {
        match applies {
            true => vec![vec![(self.index, 0, vec![line.to_owned()])]],
            false => Vec::new(),
        }
    }

    /// The instruction with another mnemonic, unless it is about the frame.
    pub(crate) fn renamed(&self, names: &[(&str, &str)]) -> Vec<Edits> {
        let here = names
            .iter()
            .filter(|(name, _)| *name == self.instruction.name);
        let here = here.filter(|_| !self.is_slot());
        here.map(|(_, other)| self.replaced(self.instruction.with_name(other)))
            .collect()
    }

    /// Registers that the function uses.
    pub(crate) fn registers(&self) -> Vec<String> {
        let all = self.source.function_of(self.index);
        let all = all.flat_map(|(_, i)| i.operands.iter());
        let mut all: Vec<String> = all.filter(|name| self.is_general(name)).cloned().collect();
        all.sort();
        all.dedup();
        all
    }

    pub(crate) fn is_general(&self, name: &str) -> bool {
        [
            self.names.saved,
            self.names.temporaries,
            self.names.arguments,
        ]
        .iter()
        .any(|names| names.contains(&name))
    }
}
