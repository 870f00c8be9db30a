//! The instructions of a program as they stand in its image.

use assembler::Program;
use machine::image::{Image, first_word};
use machine::isa::{
    Bank, Class, IsaDesc, Meaning, Operand, OperandKind, Reg, RegisterSet, Role, Row,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;

/// The executable bytes of a program.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    desc: &'static IsaDesc,
    segments: Vec<(u32, Vec<u8>)>,
    big_endian: bool,
    delay_slots: bool,
    /// Where functions begin, as the symbols tell.
    functions: Vec<u32>,
    may_give: FxHashMap<(u32, Reg), bool>,
}

/// The most instructions of a function that are looked at.
const LONGEST: usize = 1 << 14;

/// An instruction in the image.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub row: &'static Row,
    pub word: u32,
    len: u32,
}

impl Found {
    fn writes(&self) -> RegisterSet {
        self.row.registers(self.word, Role::Write).collect()
    }

    /// Whether it writes a register of a set.
    fn writes_any(&self, set: RegisterSet) -> bool {
        let mut written = self.row.registers(self.word, Role::Write);
        written.any(|reg| set.contains(reg))
    }

    /// Whether a register is used as an address, or copied to be used so.
    fn points_by(&self, reg: Reg) -> bool {
        let base = self.row.operands.iter().find(|operand| operand.base);
        let base = base.is_some_and(|operand| operand.field.extract(self.word) as u8 == reg.0);
        let adds = self.row.meaning == Meaning::AddNumber && self.reads().contains(reg);
        let copies = matches!(self.row.meaning, Meaning::Add | Meaning::Or)
            && self.reads() == RegisterSet::of(&[reg, Reg(0)]);
        base || adds || copies
    }

    fn reads(&self) -> RegisterSet {
        self.row.registers(self.word, Role::Read).collect()
    }

    /// Where a direct jump or branch at `pc` goes.
    fn target(&self, pc: u32) -> Option<u32> {
        self.row.operands.iter().find_map(|operand| {
            let value = operand.field.extract(self.word);
            operand.kind.target(value, pc)
        })
    }

    fn is_direct(&self) -> bool {
        let mut kinds = self.row.operands.iter().map(|operand| operand.kind);
        kinds.any(OperandKind::is_target)
    }
}

impl Text {
    pub(crate) fn new(desc: &'static IsaDesc, image: &Image) -> Self {
        let code = image.segments.iter().filter(|s| s.access.execute);
        let symbols = image.symbols.iter().filter(|symbol| !symbol.absolute);
        let mut functions: Vec<u32> = symbols.map(|symbol| symbol.address).collect();
        functions.sort_unstable();
        Text {
            desc,
            segments: code.map(|s| (s.address, s.bytes.clone())).collect(),
            big_endian: image.big_endian,
            delay_slots: image.delay_slots,
            functions,
            may_give: FxHashMap::default(),
        }
    }

    /// Where the function that an instruction belongs to begins, as the symbols tell.
    pub(crate) fn function_of(&self, pc: u32) -> Option<u32> {
        let behind = self.functions.partition_point(|&first| first <= pc);
        Some(*self.functions.get(behind.checked_sub(1)?)?)
    }

    fn word(&self, pc: u32) -> Option<u32> {
        self.segments.iter().find_map(|(first, bytes)| {
            let offset = pc.checked_sub(*first)? as usize;
            let there = bytes.get(offset..)?;
            let (word, len) = first_word(there);
            (len >= 2).then(|| match self.big_endian {
                true => u32::from_be_bytes(word),
                false => u32::from_le_bytes(word),
            })
        })
    }

    pub(crate) fn find(&self, pc: u32) -> Option<Found> {
        let decoded = self.desc.decode_any(self.word(pc)?)?;
        Some(Found {
            row: &self.desc.rows[decoded.row],
            word: decoded.word,
            len: decoded.len.into(),
        })
    }

    /// The control register of exceptions that an instruction reads, if it does. One that has no name
    /// is nobody's to use.
    pub(crate) fn reads_of_exceptions(&self, pc: u32) -> Option<u32> {
        let found = self
            .find(pc)
            .filter(|found| found.row.class == Class::Csr)?;
        let mut operands = found.row.operands.iter();
        let is_control = |operand: &&Operand| {
            matches!(operand.kind, OperandKind::Control | OperandKind::Named(_))
        };
        let operand = operands.find(is_control)?;
        let number = operand.field.extract(found.word) as u32;
        let mut known = self.desc.control_registers.iter();
        let register = known.find(|register| register.number == number);
        let is_theirs = register.is_none_or(|register| register.is_of_exceptions);
        let reads = found.writes().iter().any(|reg| reg != Reg(0));
        (is_theirs && reads).then_some(number)
    }

    /// Whether any instruction loads or stores a floating-point register of eight bytes.
    pub(crate) fn has_doubles(&self) -> bool {
        let is_double = |row: &Row| {
            let float = |operand: &Operand| matches!(operand.kind, OperandKind::Register { bank, .. } if bank == Bank::Float);
            row.meaning == Meaning::Move(8) && row.operands.iter().any(float)
        };
        self.segments.iter().any(|(first, bytes)| {
            let mut offset = 0;
            while let Some(pc) = (offset < bytes.len() as u32).then(|| first.wrapping_add(offset)) {
                let found = self.find(pc);
                if found.is_some_and(|found| is_double(found.row)) {
                    return true;
                }
                offset += found.map_or(self.desc.alignment(), |found| found.len);
            }
            false
        })
    }

    /// Whether a function may give a result in a register that it left alone: it has an instruction
    /// that writes it, or works on what the argument there points to and gives that back, as
    /// `strcpy` does.
    pub(crate) fn may_give(&mut self, function: u32, reg: Reg) -> bool {
        if let Some(&known) = self.may_give.get(&(function, reg)) {
            return known;
        }
        let found = self.search(function, reg);
        self.may_give.insert((function, reg), found);
        found
    }

    fn search(&self, function: u32, wanted: Reg) -> bool {
        let ra = self.desc.abi.ra;
        let found = self.walk(function, &|_| false, |_, found| {
            // What it calls may give the result, and nobody knows where a computed jump goes.
            let computed = found.row.class == Class::JumpRegister && !found.reads().contains(ra);
            let gives = found.writes().contains(wanted) || found.points_by(wanted);
            match gives || self.is_call(found) || computed {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        found.is_break()
    }

    /// Visits the instructions that lead from the entry of a function to its ends, once each, and
    /// nothing from where another one begins.
    pub(crate) fn walk(
        &self,
        entry: u32,
        is_other: &dyn Fn(u32) -> bool,
        mut visit: impl FnMut(u32, &Found) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut open = vec![entry];
        let mut seen = FxHashSet::default();
        while let Some(pc) = open.pop() {
            if !seen.insert(pc) || seen.len() > LONGEST || pc != entry && is_other(pc) {
                continue;
            }
            let Some(found) = self.find(pc) else {
                continue;
            };
            visit(pc, &found)?;
            let is_call = self.is_call(&found);
            let next = pc.wrapping_add(found.len);
            match found.row.class {
                Class::Jump if !is_call => open.extend(found.target(pc)),
                Class::JumpRegister if !is_call => {}
                Class::Branch | Class::LikelyBranch if !is_call => {
                    open.extend(found.target(pc));
                    open.push(next);
                }
                _ => open.push(next),
            }
            if self.delay_slots && found.row.has_delay_slot() {
                open.push(next);
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether control never continues after an instruction.
    pub(crate) fn leaves(&self, found: &Found) -> bool {
        matches!(found.row.class, Class::Jump | Class::JumpRegister) && !self.is_call(found)
    }

    /// The call whose return address this is.
    pub(crate) fn call_before(&self, address: u32) -> Option<u32> {
        let is_call = |pc: &u32| self.find(*pc).is_some_and(|found| self.is_call(&found));
        let slot = if self.delay_slots { 4 } else { 0 };
        [4, 2]
            .map(|len| address.wrapping_sub(len + slot))
            .into_iter()
            .find(is_call)
    }

    pub(crate) fn is_call(&self, found: &Found) -> bool {
        let jumps = matches!(
            found.row.class,
            Class::Jump | Class::JumpRegister | Class::Branch | Class::LikelyBranch
        );
        jumps && found.writes_any(RegisterSet::of(&[self.desc.abi.ra]))
    }

    /// The entries of functions, by address: global labels of the source's code and everything
    /// that is called directly. Programs without source have none: compilers may share code.
    pub(crate) fn entries(&self, program: &Program) -> Vec<u32> {
        self.scan(program, RegisterSet::EMPTY).entries
    }

    /// Goes once through the code that the source has. `assembler`: the registers that are the
    /// assembler's.
    pub(crate) fn scan(&self, program: &Program, assembler: RegisterSet) -> Scanned {
        let code = || program.lines.iter().filter(|line| line.code);
        let starts: Vec<u32> = code().map(|line| line.address).collect();
        let is_start = |address: &u32| starts.binary_search(address).is_ok();
        let symbols = program.image.symbols.iter();
        let global = symbols.filter(|s| s.global && !s.absolute && is_start(&s.address));
        let mut entries: Vec<u32> = global.map(|s| s.address).collect();
        let mut by_hand = FxHashSet::default();
        let mut returns = Vec::new();
        for line in code() {
            let mut pc = line.address;
            while pc.wrapping_sub(line.address) < line.size
                && let Some(found) = self.find(pc)
            {
                let is_first = pc == line.address;
                match found.row.class {
                    Class::Jump | Class::JumpRegister | Class::Branch | Class::LikelyBranch
                        if found.is_direct() && self.is_call(&found) =>
                    {
                        entries.extend(found.target(pc).filter(is_start));
                    }
                    _ if is_first && found.row.meaning == Meaning::HandlerReturn => {
                        returns.push(pc);
                    }
                    _ => {}
                }
                let is_written = is_first && !line.pseudo && !assembler.is_empty();
                if is_written && found.writes_any(assembler) {
                    by_hand.insert(pc);
                }
                pc = pc.wrapping_add(found.len);
            }
        }
        entries.sort_unstable();
        entries.dedup();
        let handlers = match returns.is_empty() {
            true => Vec::new(),
            false => self.handlers(program, &returns, &is_start),
        };
        Scanned {
            entries,
            by_hand,
            handlers,
        }
    }

    /// The handlers of exceptions that lie among other code: from a label whose address is loaded to the
    /// return from the handler, one of `returns`.
    fn handlers(
        &self,
        program: &Program,
        returns: &[u32],
        is_start: &dyn Fn(&u32) -> bool,
    ) -> Vec<(u32, u32)> {
        let lines = program.lines.iter().filter(|line| line.code);
        let taken = lines.filter_map(|line| self.loaded_address(line.address));
        let taken: Vec<u32> = taken.filter(is_start).collect();
        let handler = |last: &u32| {
            let first = taken.iter().filter(|first| *first <= last).max()?;
            Some((*first, *last))
        };
        returns.iter().filter_map(handler).collect()
    }

    /// The address that the two instructions from `pc` on load.
    fn loaded_address(&self, pc: u32) -> Option<u32> {
        let number = |found: &Found| {
            let mut operands = found.row.operands.iter();
            let number = operands.find(|o| matches!(o.kind, OperandKind::Immediate))?;
            Some(number.field.extract(found.word) as u32)
        };
        let upper = self.find(pc)?;
        let lower = self.find(pc.wrapping_add(upper.len))?;
        let upper = match upper.row.meaning {
            Meaning::UpperFromHere(bits) => pc.wrapping_add(number(&upper)? << bits),
            Meaning::Upper(bits) => number(&upper)? << bits,
            _ => return None,
        };
        let adds = lower.row.meaning == Meaning::AddNumber;
        adds.then(|| number(&lower).map(|lower| upper.wrapping_add(lower)))?
    }
}

/// What the code of a source has.
pub(crate) struct Scanned {
    /// The entries of functions.
    pub(crate) entries: Vec<u32>,
    /// The instructions that the source itself writes, no expansion, that write a register of the
    /// assembler.
    pub(crate) by_hand: FxHashSet<u32>,
    /// The first and the last instruction of each handler of exceptions among other code.
    pub(crate) handlers: Vec<(u32, u32)>,
}
