//! Accesses beside an array whose bounds the test knows: the data of a unit case, or what a label of the
//! data declares. Which array an address belongs to is followed through registers and memory from where
//! it was made, so that an address after the end of one array is not taken for the start of the next.

use super::survey::{Survey, decode};
use super::{Cause, CauseKind, Confidence};
use assembler::Program;
use diag::SourceMap;
use diag::number::count;
use machine::isa::{Class, Decoded, IsaDesc, Meaning, Reg, Role};
use machine::observe::{At, MemoryAccess, Observer, Wants};
use machine::run::Registers;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownArray {
    pub(crate) name: String,
    /// Its first address, and the one after its last.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The bytes of an element, if that is known.
    pub(crate) element: Option<u32>,
}

/// Space is left between data for the sake of what comes next, not of what is before.
const ALIGNING: [&str; 3] = [".align", ".balign", ".p2align"];
/// An address so far from its array was not computed by going through it.
const FAR: u32 = 1 << 20;

/// The arrays that the labels of a program's data declare.
pub(crate) fn declared(program: &Program, sources: &SourceMap) -> Vec<KnownArray> {
    let image = &program.image;
    let data = { program.lines.iter() }.filter(|line| !line.code && line.size > 0);
    let mut arrays: Vec<KnownArray> = Vec::new();
    let mut last = "";
    for line in data {
        let directive = sources.slice(line.span);
        let directive = directive.split_whitespace().next().unwrap_or("");
        if ALIGNING.iter().any(|a| directive.eq_ignore_ascii_case(a)) {
            continue;
        }
        let end = line.address.saturating_add(line.size);
        let symbol = image.symbol_before(line.address);
        let is_next = arrays.last().is_some_and(|array| array.end == line.address);
        let begins = symbol.is_some_and(|symbol| symbol.address == line.address);
        match arrays.last_mut() {
            // A table whose rows have labels is one array.
            Some(array) if is_next && (!begins || directive == last) => array.end = end,
            _ => arrays.extend(symbol.filter(|_| begins).map(|symbol| KnownArray {
                name: symbol.name.clone(),
                start: line.address,
                end,
                element: element(directive),
            })),
        }
        last = directive;
    }
    arrays
}

/// The bytes of what a directive declares; none if it only reserves them.
fn element(directive: &str) -> Option<u32> {
    Some(match directive.to_ascii_lowercase().as_str() {
        ".byte" | ".ascii" | ".asciiz" | ".asciz" | ".string" => 1,
        ".half" | ".short" | ".hword" | ".2byte" => 2,
        ".word" | ".long" | ".4byte" | ".float" => 4,
        ".dword" | ".double" | ".quad" | ".8byte" => 8,
        _ => return None,
    })
}

/// An access outside the array that its address was computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outside {
    pc: u32,
    array: usize,
    address: u32,
    size: u32,
    store: bool,
}

/// What is known of an instruction.
#[derive(Clone, Debug, Default)]
struct KnownInsn {
    is_own: bool,
    is_load: bool,
    /// Half of an address is none yet.
    is_upper: bool,
    base: Option<Reg>,
    /// The other registers that it reads.
    reads: Vec<Reg>,
}

/// Sees the first access of tested code that is outside the array it was meant for.
pub(crate) struct Bounds {
    desc: &'static IsaDesc,
    program: Arc<Program>,
    /// The lines that are tested, as addresses.
    own: Vec<(u32, u32)>,
    arrays: Vec<KnownArray>,
    registers: FxHashMap<Reg, usize>,
    memory: FxHashMap<u32, usize>,
    code: FxHashMap<u32, Arc<KnownInsn>>,
    at: (u32, Arc<KnownInsn>),
    /// The array of what was loaded last.
    loaded: Option<usize>,
    found: Option<Outside>,
}

impl Bounds {
    pub(crate) fn new(desc: &'static IsaDesc, program: Arc<Program>, survey: &Survey) -> Self {
        let own = survey.lines.iter().filter(|line| line.own);
        Bounds {
            desc,
            program,
            own: own.map(|l| (l.address, l.address + l.size)).collect(),
            arrays: Vec::new(),
            registers: FxHashMap::default(),
            memory: FxHashMap::default(),
            code: FxHashMap::default(),
            at: (0, Arc::default()),
            loaded: None,
            found: None,
        }
    }

    /// Adds arrays, which do not overlap.
    pub(crate) fn add(&mut self, arrays: impl IntoIterator<Item = KnownArray>) {
        self.arrays.extend(arrays);
    }

    /// The machine goes on with these values: a function is called from outside.
    pub(crate) fn enter(&mut self, registers: &Registers) {
        let given = self.desc.abi.args.iter();
        for reg in given {
            let array = self.holding(registers.get(*reg) as u32);
            self.mark(*reg, array);
        }
    }

    /// The array that an address is in.
    fn holding(&self, address: u32) -> Option<usize> {
        let inside = |array: &KnownArray| (array.start..array.end).contains(&address);
        self.arrays.iter().position(inside)
    }

    fn mark(&mut self, reg: Reg, array: Option<usize>) {
        match array {
            Some(array) => self.registers.insert(reg, array),
            None => self.registers.remove(&reg),
        };
    }

    fn insn(&self, pc: u32) -> KnownInsn {
        let decoded = decode(&self.program.image, self.desc, pc);
        let Some((Decoded { word, .. }, row)) =
            decoded.and_then(|d| Some((d, self.desc.rows.get(d.row)?)))
        else {
            return KnownInsn::default();
        };
        let is_base = |operand: &&machine::isa::Operand| operand.base;
        let base = row.operands.iter().find(is_base);
        let base = base.map(|base| Reg(base.field.extract(word) as u8));
        let reads = row.registers(word, Role::Read);
        let after = self.own.partition_point(|(start, _)| *start <= pc);
        let line = after.checked_sub(1).and_then(|k| self.own.get(k));
        KnownInsn {
            is_own: line.is_some_and(|(_, end)| pc < *end),
            is_load: row.class == Class::Load,
            is_upper: matches!(row.meaning, Meaning::Upper(_) | Meaning::UpperFromHere(_)),
            base,
            reads: reads.filter(|reg| Some(*reg) != base).collect(),
        }
    }

    /// What the run has shown.
    pub(crate) fn cause(&self, survey: &Survey) -> Option<Cause> {
        let found = self.found?;
        let (line, array) = (survey.at(found.pc)?, self.arrays.get(found.array)?);
        let element = array.element.unwrap_or(found.size).max(1);
        let elements = (array.end - array.start) / element;
        let is_before = found.address < array.start;
        let by = match is_before {
            true => (array.start - found.address).div_ceil(element),
            false => found.address.saturating_sub(array.end) / element + 1,
        };
        let index = i64::from(found.address) - i64::from(array.start);
        let index = index.div_euclid(element.into());
        let verb = if found.store { "writes" } else { "reads" };
        let side = match is_before {
            true => "before its beginning",
            false => "after its end",
        };
        let far = match by {
            1 => "one element".to_owned(),
            by => count(by.into(), "element"),
        };
        let (kind, next) = match by {
            1 => (
                CauseKind::OffByOne,
                "Check where the loop begins and when it ends.",
            ),
            _ => (
                CauseKind::OutsideArray,
                "Check how the address is computed.",
            ),
        };
        let name = &array.name;
        let words = format!(
            "It {verb} `{name}[{index}]`, {far} {side}: `{name}` has {}. {next}",
            count(elements.into(), "element"),
        );
        Some(Cause {
            kind,
            confidence: Confidence::Likely,
            places: vec![line.place()],
            words,
        })
    }
}

impl Observer for Bounds {
    fn wants(&self) -> Wants {
        Wants::DATA
    }

    fn instruction(&mut self, at: &At) {
        let known = match self.code.get(&at.pc) {
            Some(known) => Arc::clone(known),
            None => {
                let known = Arc::new(self.insn(at.pc));
                self.code.insert(at.pc, Arc::clone(&known));
                known
            }
        };
        self.at = (at.pc, known);
        self.loaded = None;
    }

    fn memory(&mut self, access: &MemoryAccess) {
        let (pc, insn) = &self.at;
        let base = insn
            .base
            .and_then(|base| self.registers.get(&base))
            .copied();
        let last = access.address.saturating_add(u32::from(access.size));
        if let Some((index, array)) = base.and_then(|b| Some((b, self.arrays.get(b)?)))
            && insn.is_own
            && self.found.is_none()
            && (access.address < array.start || last > array.end)
        {
            self.found = Some(Outside {
                pc: *pc,
                array: index,
                address: access.address,
                size: access.size.into(),
                store: access.store,
            });
        }
        if access.store {
            let stored = insn.reads.iter().find_map(|reg| self.registers.get(reg));
            match stored.copied() {
                Some(array) => self.memory.insert(access.address, array),
                None => self.memory.remove(&access.address),
            };
        } else {
            self.loaded = self.memory.get(&access.address).copied();
        }
    }

    fn register(&mut self, reg: Reg, _: u64, new: u64) {
        let (_, insn) = &self.at;
        let mut marked = { insn.reads.iter() }.filter_map(|reg| self.registers.get(reg));
        let new = new as u32;
        let near = |array: &usize| {
            let array = self.arrays.get(*array);
            array.is_some_and(|a| {
                new >= a.start.saturating_sub(FAR) && new < a.end.saturating_add(FAR)
            })
        };
        let array = match (insn.is_upper, insn.is_load) {
            (true, _) => None,
            (_, true) => self.loaded.filter(near).or_else(|| self.holding(new)),
            // The difference of two addresses is none.
            _ => match (marked.next(), marked.next()) {
                (Some(array), None) => Some(*array).filter(near),
                (None, _) => self.holding(new),
                (Some(_), Some(_)) => None,
            },
        };
        self.mark(reg, array);
    }
}
