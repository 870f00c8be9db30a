//! Changes of one line that undo a mistake as beginners make it: another width, another condition, a
//! register, a number, a label, a line more or less.

use super::CauseKind;
use super::survey::{Survey, SurveyLine};
use diag::number::count;
use machine::isa::{Class, IsaDesc, Reg};

/// A change of a source that may make tests pass.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// What mistake it would undo.
    pub(crate) kind: CauseKind,
    /// How likely that mistake is compared with others.
    pub(crate) weight: f64,
    /// Parts of the file and what comes in their place, in order.
    pub(crate) edits: Vec<Edit>,
    /// What is wrong, and what the change is.
    pub(crate) what: String,
    pub(crate) change: String,
}

/// A part of a file and what comes in its place.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: String,
}

/// Families of instructions that are confused with each other: loads and stores of other widths.
const WIDTHS: [&[&str]; 2] = [&["lb", "lbu", "lh", "lhu", "lw"], &["sb", "sh", "sw"]];

/// The instruction that loads the address of a label.
const ADDRESS: &str = "la";

/// Branches that are confused with each other.
const CONDITIONS: [&[&str]; 5] = [
    &["beq", "bne"],
    &["blt", "bge", "ble", "bgt"],
    &["bltu", "bgeu", "bleu", "bgtu"],
    &["beqz", "bnez", "bltz", "bgez", "blez", "bgtz"],
    &["blt", "bltu"],
];

/// Branches that differ only where both sides are equal.
const NEAR_CONDITIONS: [(&str, &str); 6] = [
    ("blt", "ble"),
    ("bge", "bgt"),
    ("bltu", "bleu"),
    ("bgeu", "bgtu"),
    ("bltz", "blez"),
    ("bgez", "bgtz"),
];

/// An instruction as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) name: String,
    pub(crate) operands: Vec<String>,
}

impl Written {
    pub(crate) fn read(text: &str) -> Option<Written> {
        if text.contains(['"', '\'']) {
            return None;
        }
        let mut words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let name = words.next()?.to_owned();
        Some(Written {
            name,
            operands: words.map(str::to_owned).collect(),
        })
    }

    fn text(&self) -> String {
        format!("{} {}", self.name, self.operands.join(", "))
            .trim_end()
            .to_owned()
    }

    fn with(&self, index: usize, operand: String) -> String {
        let mut changed = self.clone();
        if let Some(old) = changed.operands.get_mut(index) {
            *old = operand;
        }
        changed.text()
    }

    fn with_name(&self, name: &str) -> String {
        Written {
            name: name.to_owned(),
            operands: self.operands.clone(),
        }
        .text()
    }
}

/// What is known about the function around a line.
pub(crate) struct Around<'a> {
    pub(super) desc: &'static IsaDesc,
    pub(super) survey: &'a Survey,
    /// The lines of the function.
    pub(super) lines: Vec<&'a SurveyLine>,
    /// The registers it uses.
    pub(super) registers: Vec<String>,
    /// Its labels, but not its own name.
    pub(super) labels: Vec<String>,
    /// Numbers in the file.
    pub(super) numbers: Vec<i64>,
    /// Places in memory that it accesses, such as `0(t2)`, with the name of a load or store.
    pub(super) memory: Vec<(String, String)>,
    /// Functions that what is tested calls.
    pub(super) callees: Vec<String>,
}

fn number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * value)
}

pub(super) fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// `0(t2)` as offset and base.
fn memory(operand: &str) -> Option<(i64, &str)> {
    let (offset, base) = operand.strip_suffix(')')?.split_once('(')?;
    let offset = if offset.is_empty() {
        0
    } else {
        number(offset)?
    };
    Some((offset, base))
}

impl<'a> Around<'a> {
    pub(crate) fn new(desc: &'static IsaDesc, survey: &'a Survey, line: &SurveyLine) -> Self {
        let lines: Vec<&SurveyLine> = { survey.lines.iter() }
            .filter(|l| l.function == line.function && l.file == line.file)
            .collect();
        let mut around = Around {
            desc,
            survey,
            registers: Vec::new(),
            labels: Vec::new(),
            numbers: vec![0, 1, 2, 4],
            memory: Vec::new(),
            callees: Vec::new(),
            lines,
        };
        around.collect(line);
        around
    }

    fn collect(&mut self, line: &SurveyLine) {
        let [sp, ra] = [self.desc.abi.sp, self.desc.abi.ra].map(|r| self.desc.register_name(r));
        for line in self.lines.clone() {
            for label in line.labels.iter().filter(|label| **label != line.function) {
                push_new(&mut self.labels, label.clone());
            }
            let Some(written) = Written::read(&line.text) else {
                continue;
            };
            for operand in &written.operands {
                if let Some((_, base)) = memory(operand).filter(|(_, base)| *base != sp) {
                    push_new(&mut self.registers, base.to_owned());
                    push_new(&mut self.memory, (written.name.clone(), operand.clone()));
                } else if self.is_register(operand) && operand != sp && operand != ra {
                    push_new(&mut self.registers, operand.clone());
                }
            }
        }
        for other in self
            .survey
            .lines
            .iter()
            .filter(|l| l.own && l.file == line.file)
        {
            let written = Written::read(&other.text);
            let operands = written.iter().flat_map(|w| &w.operands);
            for found in operands.filter_map(|operand| number(operand)) {
                push_new(&mut self.numbers, found);
                push_new(&mut self.numbers, -found);
            }
        }
        let call = self.desc.idioms.call.first().copied().unwrap_or_default();
        let targets: Vec<u32> = self.survey.lines.iter().filter_map(|l| l.target).collect();
        for other in self.survey.lines.iter().filter(|l| l.own) {
            let begins = other.labels.contains(&other.function);
            let is_unused = !targets.contains(&other.address);
            let unused = other.labels.iter().filter(|_| begins || is_unused);
            for label in unused.filter(|label| **label != line.function) {
                push_new(&mut self.callees, format!("{call} {label}"));
            }
        }
    }

    fn is_register(&self, operand: &str) -> bool {
        self.survey.registers.contains(&operand)
    }

    /// What belongs in place of a line.
    pub(crate) fn replacements(&self, line: &SurveyLine) -> Vec<Change> {
        let Some(written) = Written::read(&line.text) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        self.widths(line, &written, &mut found);
        self.addresses(line, &written, &mut found);
        self.conditions(line, &written, &mut found);
        self.numbers(line, &written, &mut found);
        self.registers(line, &written, &mut found);
        self.targets(line, &written, &mut found);
        self.swaps(line, &written, &mut found);
        self.removal(line, &mut found);
        found
    }

    fn replaced(
        &self,
        line: &SurveyLine,
        kind: CauseKind,
        weight: f64,
        what: String,
        text: String,
    ) -> Change {
        Change {
            kind,
            weight,
            what,
            change: format!("With `{text}` instead"),
            edits: vec![Edit {
                start: line.start,
                end: line.end,
                text,
            }],
        }
    }

    fn widths(&self, line: &SurveyLine, written: &Written, found: &mut Vec<Change>) {
        // Another access to the same place that has this width speaks for it.
        let place = written.operands.last();
        let agrees = |(name, at): &&(String, String)| {
            Some(at) == place && *name != written.name && bytes(name) == bytes(&written.name)
        };
        let is_agreed = self.memory.iter().any(|access| agrees(&access));
        let family = WIDTHS
            .iter()
            .find(|family| family.contains(&&*written.name));
        let others = family.into_iter().flat_map(|family| family.iter());
        for other in others.filter(|other| **other != written.name) {
            let (is, should) = (bytes(&written.name), bytes(other));
            let (kind, what) = match is == should {
                true => (
                    CauseKind::SignExtension,
                    format!(
                        "`{}` loads {}, `{other}` {}.",
                        written.name,
                        signs(&written.name),
                        signs(other)
                    ),
                ),
                false => (
                    CauseKind::ElementSize,
                    format!(
                        "`{}` accesses {}, but the elements seem to be {should} wide.",
                        written.name,
                        count(is.into(), "byte"),
                        should = count(should.into(), "byte")
                    ),
                ),
            };
            let is_usual = self.memory.iter().any(|(name, _)| name == other);
            // What people forget is the `u`.
            let weight = match (kind, is_agreed) {
                (CauseKind::ElementSize, true) => 0.3,
                _ if is_usual && !is_signed(other) => 1.0,
                _ if is_usual => 0.95,
                _ if !is_signed(other) => 0.9,
                _ => 0.85,
            };
            found.push(self.replaced(line, kind, weight, what, written.with_name(other)));
        }
    }

    /// The address of a label for what lies there, and the other way round.
    fn addresses(&self, line: &SurveyLine, written: &Written, found: &mut Vec<Change>) {
        let [_, label] = written.operands.as_slice() else {
            return;
        };
        let is_label = label.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && !self.is_register(label)
            && !label.contains('(');
        let is_load = line.class == Some(Class::Load);
        let (others, what): (&[&str], _) = match written.name.as_str() {
            ADDRESS => (
                WIDTHS[0],
                format!("This is the address of `{label}`, not what lies there."),
            ),
            _ if is_load => (
                &[ADDRESS],
                format!("This is what lies at `{label}`, not its address."),
            ),
            _ => return,
        };
        for other in others.iter().filter(|_| is_label) {
            let text = written.with_name(other);
            let kind = CauseKind::AddressOrValue;
            found.push(self.replaced(line, kind, 0.7, what.clone(), text));
        }
    }

    fn conditions(&self, line: &SurveyLine, written: &Written, found: &mut Vec<Change>) {
        let families = CONDITIONS
            .iter()
            .filter(|family| family.contains(&&*written.name));
        for other in families
            .flat_map(|family| family.iter())
            .filter(|o| **o != written.name)
        {
            let opposite = self.desc.idioms.opposite(&written.name) == Some(*other);
            let what = match opposite {
                true => "This branch seems to decide the wrong way round.",
                false => "The condition of this branch seems to be wrong.",
            };
            // `<` and `<=` are confused more often than others.
            let is_near = NEAR_CONDITIONS.contains(&(written.name.as_str(), *other))
                || NEAR_CONDITIONS.contains(&(*other, written.name.as_str()));
            let weight = match (opposite, is_near) {
                (true, _) => 1.0,
                (_, true) => 0.85,
                _ => 0.75,
            };
            let text = written.with_name(other);
            let kind = match is_near && !opposite {
                true => CauseKind::OffByOne,
                false => CauseKind::WrongCondition,
            };
            found.push(self.replaced(line, kind, weight, what.to_owned(), text));
        }
    }

    fn numbers(&self, line: &SurveyLine, written: &Written, found: &mut Vec<Change>) {
        for (index, operand) in written.operands.iter().enumerate() {
            let (is, base) = match (number(operand), memory(operand)) {
                (Some(is), _) => (is, None),
                (None, Some((is, base))) => (is, Some(base)),
                _ => continue,
            };
            let near = [
                is - 1,
                is + 1,
                is - 2,
                is + 2,
                is - 4,
                is + 4,
                is * 2,
                is / 2,
                -is,
            ];
            let mut others: Vec<i64> = Vec::new();
            let known: &[i64] = if base.is_some() { &[] } else { &self.numbers };
            for other in near.iter().chain(known).filter(|other| **other != is) {
                push_new(&mut others, *other);
            }
            for other in others {
                let (what, text) = match base {
                    Some(base) => (
                        format!("The offset {is} seems to be wrong."),
                        written.with(index, format!("{other}({base})")),
                    ),
                    None => (
                        format!("The number {is} seems to be wrong."),
                        written.with(index, other.to_string()),
                    ),
                };
                let weight = if near.contains(&other) { 0.8 } else { 0.7 };
                let (kind, what) = match self.restored(line) {
                    Some((kind, name)) => {
                        (kind, format!("`{name}` is restored from the wrong place."))
                    }
                    None if base.is_none() && is.abs_diff(other) == 1 => {
                        (CauseKind::OffByOne, what)
                    }
                    None => (CauseKind::WrongConstant, what),
                };
                found.push(self.replaced(line, kind, weight, what, text));
            }
        }
    }

    /// The register that a line loads from the stack, if that belongs to the caller.
    fn restored(&self, line: &SurveyLine) -> Option<(CauseKind, &'static str)> {
        let abi = self.desc.abi;
        let from_stack = line.class == Some(Class::Load) && line.reads.contains(&abi.sp);
        let reg = line.writes.first().filter(|_| from_stack)?;
        let name = self.desc.register_name(*reg);
        match *reg == abi.ra {
            true => Some((CauseKind::ReturnAddress, name)),
            false => abi
                .saved
                .contains(reg)
                .then_some((CauseKind::SavedRegister, name)),
        }
    }

    fn registers(&self, line: &SurveyLine, written: &Written, found: &mut Vec<Change>) {
        let ordered = self.desc.abi.args.iter().chain(self.desc.abi.results);
        let mut candidates = self.registers.clone();
        for reg in ordered {
            push_new(&mut candidates, self.desc.register_name(*reg).to_owned());
        }
        let zero = self.desc.register_name(Reg(0)).to_owned();
        for (index, operand) in written.operands.iter().enumerate() {
            let (name, offset) = match memory(operand) {
                Some((offset, base)) => (base.to_owned(), Some(offset)),
                None if self.is_register(operand) => (operand.clone(), None),
                None => continue,
            };
            let is_written = index == 0 && offset.is_none() && !line.writes.is_empty();
            let zero = (!is_written && offset.is_none()).then_some(&zero);
            for other in candidates
                .iter()
                .chain(zero)
                .filter(|other| **other != name)
            {
                let text = match offset {
                    Some(offset) => format!("{offset}({other})"),
                    None => other.clone(),
                };
                let is_result = { self.desc.abi.results.iter() }
                    .any(|reg| self.desc.register_name(*reg) == other);
                let (kind, what) = match is_written && is_result {
                    true => (
                        CauseKind::ResultRegister,
                        format!("The result seems to belong in `{other}`, not in `{name}`."),
                    ),
                    false => (
                        CauseKind::WrongRegister,
                        format!("`{name}` seems to be the wrong register here."),
                    ),
                };
                found.push(self.replaced(line, kind, 0.6, what, written.with(index, text)));
            }
        }
    }

    fn targets(&self, line: &SurveyLine, written: &Written, found: &mut Vec<Change>) {
        let Some(last) = written.operands.len().checked_sub(1) else {
            return;
        };
        let jumps = line.is_branch() || line.class == Some(Class::Jump);
        let is_label = written
            .operands
            .get(last)
            .is_some_and(|label| self.labels.contains(label));
        if !jumps || !is_label {
            return;
        }
        for label in self
            .labels
            .iter()
            .filter(|label| **label != written.operands[last])
        {
            let what = "It seems to go to the wrong label.".to_owned();
            let text = written.with(last, label.clone());
            found.push(self.replaced(line, CauseKind::JumpTarget, 0.6, what, text));
        }
    }

    /// Two lines one after the other that have each other's registers.
    fn swaps(&self, line: &SurveyLine, written: &Written, found: &mut Vec<Change>) {
        let at = self.lines.iter().position(|l| l.address == line.address);
        let next = at.and_then(|at| self.lines.get(at + 1));
        let Some((next, other)) = next.and_then(|n| Some((n, Written::read(&n.text)?))) else {
            return;
        };
        if other.name != written.name || written.operands.len() != other.operands.len() {
            return;
        }
        for (index, (a, b)) in written.operands.iter().zip(&other.operands).enumerate() {
            if a == b || !self.is_register(a) || !self.is_register(b) {
                continue;
            }
            let (one, two) = (written.with(index, b.clone()), other.with(index, a.clone()));
            found.push(Change {
                kind: CauseKind::ArgumentOrder,
                weight: if self.prepares_call(next) { 0.95 } else { 0.9 },
                what: format!(
                    "`{a}` and `{b}` seem to be in the wrong order here and in the next line."
                ),
                change: format!("With `{one}` and `{two}`"),
                edits: vec![
                    Edit {
                        start: line.start,
                        end: line.end,
                        text: one,
                    },
                    Edit {
                        start: next.start,
                        end: next.end,
                        text: two,
                    },
                ],
            });
        }
    }

    /// Whether a call comes right after a line.
    fn prepares_call(&self, line: &SurveyLine) -> bool {
        let at = self.lines.iter().position(|l| l.address == line.address);
        let next = at.and_then(|at| self.lines.get(at + 1));
        next.is_some_and(|next| next.is_call(self.desc))
    }

    fn removal(&self, line: &SurveyLine, found: &mut Vec<Change>) {
        let sp = self.desc.abi.sp;
        let stores = |l: &&&SurveyLine| l.class == Some(Class::Store) && !l.reads.contains(&sp);
        let only_store = stores(&&line) && self.lines.iter().filter(stores).count() == 1;
        let (kind, what) = match only_store {
            true => (
                CauseKind::ForbiddenWrite,
                format!(
                    "It changes memory, and `{}` seems to have to leave it as it is.",
                    line.function
                ),
            ),
            false => (
                CauseKind::ExtraInstruction,
                "This instruction seems to be one too many.".to_owned(),
            ),
        };
        found.push(Change {
            kind,
            weight: if only_store { 0.9 } else { 0.5 },
            what,
            change: "Without it".to_owned(),
            edits: vec![Edit {
                start: line.start,
                end: line.end,
                text: String::new(),
            }],
        });
    }

    /// The registers of the function, and those of arguments and results.
    pub(super) fn registers_and_conventional(&self) -> Vec<String> {
        let mut all = self.registers.clone();
        let abi = self.desc.abi;
        for reg in abi.args.iter().take(4).chain(abi.results) {
            push_new(&mut all, self.desc.register_name(*reg).to_owned());
        }
        all
    }
}

pub(super) fn bytes(name: &str) -> u8 {
    match name.trim_end_matches('u').chars().last() {
        Some('b') => 1,
        Some('h') => 2,
        _ => 4,
    }
}

/// Whether an access extends a value with its sign.
fn is_signed(name: &str) -> bool {
    matches!(name, "lb" | "lh")
}

fn signs(name: &str) -> &'static str {
    match is_signed(name) {
        true => "a signed value",
        false => "an unsigned value",
    }
}
