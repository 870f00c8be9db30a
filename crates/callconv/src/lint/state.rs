//! What is known at one point of a path: where the stack pointer is, and where the values are that
//! the caller wants back.

use crate::contract::Contract;
use crate::effect::{LoadOrStore, RowEffect, effect, registers};
use crate::flow::{Next, ProgramFlow};
use machine::isa::{Class, Meaning, Operand, OperandKind, Reg, RegisterSet, Role};

/// What a register or a place on the stack holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PathValue {
    /// What this register held at the beginning of the function.
    Entry(Reg),
    /// The same, and a number was added.
    Plus(Reg, i32),
    /// What these registers held at the beginning, and a number, combined by exclusive or.
    Mixed(RegisterSet, u32),
    /// Such a combination with something else: to do that once more may undo it.
    Blurred,
    /// The stack pointer at the beginning and this many bytes.
    Stack(i32),
    /// Anything.
    Other,
}

/// Where a value can be besides its own register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Register(Reg),
    /// So many bytes above the stack pointer at the beginning, with this many bytes.
    Slot(i32, u8),
}

/// What is known at one point of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PathState {
    /// How far the stack pointer is from where it was at the beginning; `None`: unknown, and with
    /// it everything on the stack. That stays so, as slots would be missed.
    pub sp: Option<i32>,
    /// Registers that the caller wants back, and that do not hold his value.
    pub changed: RegisterSet,
    /// Values in other places than their own registers.
    copies: Vec<(Place, PathValue)>,
}

/// What holds for all states of a function.
pub(super) struct Rules<'a> {
    flow: &'a ProgramFlow,
    /// Registers whose first values are followed: those that the caller wants back, and the return
    /// address.
    followed: RegisterSet,
}

impl<'a> Rules<'a> {
    /// The rules of a program.
    pub(super) fn new(flow: &'a ProgramFlow, contract: &Contract) -> Self {
        let abi = flow.desc.abi;
        let saved = abi.saved.iter().chain([&abi.ra]).copied();
        let mut followed: RegisterSet = saved.collect();
        followed.remove(abi.sp);
        Rules {
            flow,
            followed: followed - contract.global,
        }
    }

    /// Registers that must be restored.
    pub(super) fn saved(&self) -> RegisterSet {
        let mut saved = self.followed;
        saved.remove(self.flow.desc.abi.ra);
        saved
    }

    /// What holds after an instruction.
    pub(super) fn after(&self, step: usize, mut state: PathState) -> PathState {
        if state.sp.is_none() {
            return state;
        }
        let (flow, abi) = (self.flow, self.flow.desc.abi);
        let at = &flow.steps[step];
        let written = registers(flow.desc, at.row, at.word, Role::Write);
        match effect(flow.desc, at.row, at.word, at.address) {
            _ if at.row.meaning == Meaning::Subtract => {
                let value = self.difference(step, &state);
                written
                    .iter()
                    .for_each(|rd| self.set(&mut state, rd, value));
            }
            _ if matches!(
                at.row.meaning,
                Meaning::Xor | Meaning::XorNumber | Meaning::Nor
            ) =>
            {
                let value = self.exclusive_or(step, &state);
                written
                    .iter()
                    .for_each(|rd| self.set(&mut state, rd, value));
            }
            _ if matches!(at.row.meaning, Meaning::MoveLeft | Meaning::MoveRight) => {
                self.move_part(step, &mut state);
            }
            _ if matches!(
                at.row.meaning,
                Meaning::Exchange | Meaning::StoreConditional
            ) =>
            {
                self.exchange(step, &mut state);
            }
            _ if matches!(
                at.row.meaning,
                Meaning::CopyIfZero | Meaning::CopyUnlessZero
            ) =>
            {
                self.copy_if(step, &mut state);
            }
            RowEffect::Add { rd, rs, number } => {
                let value = self.sum(&state, rd, rs, number);
                // A double in two registers is copied with both of them.
                let half = written.iter().find(|reg| *reg != rd);
                let half = half.map(|half| (half, self.value(&state, Reg(rs.0 + 1))));
                for (reg, value) in [(rd, value)].into_iter().chain(half) {
                    self.set(&mut state, reg, value);
                }
            }
            RowEffect::Sum { rd, a, b } => {
                let number = |reg| flow.constant_before(step, reg).map(|n| n as i32);
                let value = match (number(a), number(b)) {
                    (None, Some(number)) => self.sum(&state, rd, a, number),
                    (Some(number), None) => self.sum(&state, rd, b, number),
                    (None, None) => self.blend(&state, a, b),
                    _ => PathValue::Other,
                };
                self.set(&mut state, rd, value);
            }
            RowEffect::Load(access) => self.load(&mut state, access),
            RowEffect::Store(access) => self.store(&mut state, access),
            _ => {
                for reg in written.iter() {
                    self.set(&mut state, reg, PathValue::Other);
                }
            }
        }
        let lost = match (at.next, at.row.class) {
            (Next::Call(_), _) => abi.temporaries,
            (_, Class::System) => abi.args,
            _ => &[],
        };
        for &reg in lost {
            self.set(&mut state, reg, PathValue::Other);
        }
        state
    }

    /// What a register holds.
    pub(super) fn value(&self, state: &PathState, reg: Reg) -> PathValue {
        if reg == self.flow.desc.abi.sp {
            return state.sp.map_or(PathValue::Other, PathValue::Stack);
        }
        if self.followed.contains(reg) && !state.changed.contains(reg) {
            return PathValue::Entry(reg);
        }
        state.copy(Place::Register(reg))
    }

    /// `rs + number`, for `rd`. A pointer into the stack that moves is not followed: it may go
    /// round a loop.
    fn sum(&self, state: &PathState, rd: Reg, rs: Reg, number: i32) -> PathValue {
        let sp = self.flow.desc.abi.sp;
        match self.value(state, rs) {
            value if number == 0 => value,
            PathValue::Stack(offset) if rs == sp || rd == sp => offset
                .checked_add(number)
                .map_or(PathValue::Other, PathValue::Stack),
            PathValue::Entry(reg) => PathValue::Plus(reg, number),
            // What is added a second time takes back the first, or may go round a loop.
            PathValue::Plus(reg, before) if before.wrapping_add(number) == 0 => {
                PathValue::Entry(reg)
            }
            _ => PathValue::Other,
        }
    }

    /// A part of a word is moved: as if all of it were. The other part is moved as well, or else
    /// nothing is known of the word.
    fn move_part(&self, step: usize, state: &mut PathState) {
        let at = &self.flow.steps[step];
        let mut operands = at.row.operands.iter();
        let number = |kind| operands.clone().find(|o| o.kind == kind);
        let offset = number(OperandKind::Immediate).map_or(0, |o| o.field.extract(at.word));
        let base = operands.clone().find(|o| o.base);
        let (Some(moved), Some(base)) = (operands.next(), base) else {
            return;
        };
        let starts = (at.row.meaning == Meaning::MoveLeft) == self.flow.big_endian;
        let register = |operand: &Operand| Reg(operand.field.extract(at.word) as u8);
        let access = LoadOrStore {
            reg: register(moved),
            base: register(base),
            offset: if starts {
                offset
            } else {
                offset.wrapping_sub(3)
            },
            bytes: 4,
            pair: false,
        };
        match at.row.class {
            Class::Store => self.store(state, access),
            _ => self.load(state, access),
        }
    }

    /// A register is stored, and what was there before is loaded.
    fn exchange(&self, step: usize, state: &mut PathState) {
        let at = &self.flow.steps[step];
        let register = |operand: &Operand| Reg(operand.field.extract(at.word) as u8);
        let offset = at.row.operands.iter();
        let offset = { offset }.find(|o| o.kind == OperandKind::Immediate);
        let offset = offset.map_or(0, |o| o.field.extract(at.word));
        let (mut stored, mut base, mut loaded) = (Reg(0), Reg(0), None);
        for operand in at.row.operands {
            match operand.kind {
                _ if operand.base => base = register(operand),
                OperandKind::Register { role, .. } => {
                    if role != Role::Write {
                        stored = register(operand);
                    }
                    if role != Role::Read {
                        loaded = Some(register(operand));
                    }
                }
                _ => {}
            }
        }
        let access = LoadOrStore {
            reg: stored,
            base,
            offset,
            bytes: 4,
            pair: false,
        };
        let slot = self
            .moved(state, access)
            .first()
            .and_then(|(_, slot)| *slot);
        let old = match slot.filter(|_| at.row.meaning == Meaning::Exchange) {
            Some(slot) => state.copy(slot),
            None => PathValue::Other,
        };
        self.store(state, access);
        if let Some(loaded) = loaded {
            self.set(state, loaded, old);
        }
    }

    /// A register is copied under a condition. If it may get its first value back, nobody knows
    /// better.
    fn copy_if(&self, step: usize, state: &mut PathState) {
        let at = &self.flow.steps[step];
        let mut operands = at.row.operands.iter();
        let mut register = || operands.next().map(|o| Reg(o.field.extract(at.word) as u8));
        let (Some(rd), Some(rs), Some(by)) = (register(), register(), register()) else {
            return;
        };
        let (old, new) = (self.value(state, rd), self.value(state, rs));
        let value = match at.row.meaning {
            _ if old == new || old == PathValue::Entry(rd) => old,
            Meaning::CopyUnlessZero if by == Reg(0) => old,
            Meaning::CopyIfZero if by == Reg(0) => new,
            _ if new == PathValue::Entry(rd) => new,
            _ => PathValue::Other,
        };
        self.set(state, rd, value);
    }

    /// What an exclusive or gives.
    fn exclusive_or(&self, step: usize, state: &PathState) -> PathValue {
        let at = &self.flow.steps[step];
        let is_nor = at.row.meaning == Meaning::Nor;
        // With the constant zero, all bits are turned round.
        if is_nor
            && at
                .row
                .registers(at.word, Role::Read)
                .all(|reg| reg != Reg(0))
        {
            return PathValue::Other;
        }
        let mut result = (RegisterSet::EMPTY, if is_nor { u32::MAX } else { 0 });
        let mut is_blurred = false;
        for operand in at.row.operands {
            let (registers, number) = match operand.kind {
                OperandKind::Register {
                    role: Role::Write, ..
                } => continue,
                OperandKind::Register { bank, .. } => {
                    let reg = Reg::of(bank, operand.field.extract(at.word) as u8);
                    let mixture = self.mixture(step, state, reg);
                    is_blurred |= mixture.is_none();
                    match self.value(state, reg) {
                        PathValue::Blurred => return PathValue::Blurred,
                        _ => mixture.unwrap_or_default(),
                    }
                }
                _ => (RegisterSet::EMPTY, operand.field.extract(at.word) as u32),
            };
            let both = result.0 & registers;
            result = ((result.0 | registers) - both, result.1 ^ number);
        }
        let mut registers = result.0.iter();
        match (registers.next(), registers.next(), result.1) {
            (None, ..) => PathValue::Other,
            _ if is_blurred => PathValue::Blurred,
            (Some(reg), None, 0) => PathValue::Entry(reg),
            _ => PathValue::Mixed(result.0, result.1),
        }
    }

    /// What a register holds, as first values and a number that are combined by exclusive or.
    fn mixture(&self, step: usize, state: &PathState, reg: Reg) -> Option<(RegisterSet, u32)> {
        match self.value(state, reg) {
            _ if reg == Reg(0) => Some((RegisterSet::EMPTY, 0)),
            PathValue::Entry(reg) => Some((RegisterSet::of(&[reg]), 0)),
            PathValue::Mixed(registers, number) => Some((registers, number)),
            PathValue::Blurred => None,
            PathValue::Plus(..) | PathValue::Stack(_) | PathValue::Other => {
                let number = self.flow.constant_before(step, reg)?;
                Some((RegisterSet::EMPTY, number))
            }
        }
    }

    /// What a subtraction gives: `subu $sp, $sp, 16` takes room.
    fn difference(&self, step: usize, state: &PathState) -> PathValue {
        let at = &self.flow.steps[step];
        let mut read = at.row.registers(at.word, Role::Read);
        let (Some(rs), Some(other)) = (read.next(), read.next()) else {
            return PathValue::Other;
        };
        let rd = at.row.registers(at.word, Role::Write).next();
        let number = self.flow.constant_before(step, other);
        match (rd, number.and_then(|number| (number as i32).checked_neg())) {
            (Some(rd), Some(number)) => self.sum(state, rd, rs, number),
            _ => self.blend(state, rs, other),
        }
    }

    /// A sum or difference of two registers. If both have to do with first values, or one of them is
    /// subtracted from nothing, the next one may undo it.
    fn blend(&self, state: &PathState, a: Reg, b: Reg) -> PathValue {
        let is_first = |reg: Reg| {
            let value = self.value(state, reg);
            !matches!(value, PathValue::Other | PathValue::Stack(_))
        };
        match (a == Reg(0) || is_first(a)) && is_first(b) {
            true => PathValue::Blurred,
            false => PathValue::Other,
        }
    }

    fn set(&self, state: &mut PathState, reg: Reg, value: PathValue) {
        if reg == Reg(0) {
            return;
        }
        if reg == self.flow.desc.abi.sp {
            match value {
                PathValue::Stack(offset) => state.sp = Some(offset),
                _ => *state = PathState::lost(),
            }
            return;
        }
        state.forget(Place::Register(reg));
        if value == PathValue::Entry(reg) {
            state.changed.remove(reg);
            return;
        }
        if self.followed.contains(reg) {
            state.changed.insert(reg);
        }
        state.keep(Place::Register(reg), value);
    }

    fn load(&self, state: &mut PathState, access: LoadOrStore) {
        for (reg, slot) in self.moved(state, access) {
            let value = slot.map_or(PathValue::Other, |slot| state.copy(slot));
            self.set(state, reg, value);
        }
    }

    fn store(&self, state: &mut PathState, access: LoadOrStore) {
        for (reg, slot) in self.moved(state, access) {
            let Some(Place::Slot(offset, bytes)) = slot else {
                return;
            };
            state.overwrite(offset, bytes);
            // A part of a value is no value.
            if bytes >= 4 {
                let value = self.value(state, reg);
                state.keep(Place::Slot(offset, bytes), value);
            }
        }
    }

    /// The registers that a load or store moves, and their slots if it is on the stack.
    fn moved(&self, state: &PathState, access: LoadOrStore) -> Vec<(Reg, Option<Place>)> {
        let LoadOrStore { reg, bytes, .. } = access;
        let base = match self.value(state, access.base) {
            PathValue::Stack(offset) => offset.checked_add(access.offset),
            _ => None,
        };
        match access.pair {
            false => vec![(reg, base.map(|at| Place::Slot(at, bytes)))],
            true => [0, 4]
                .map(|half| {
                    let at = base.and_then(|at| at.checked_add(half));
                    let reg = Reg(reg.0 + half as u8 / 4);
                    (reg, at.map(|at| Place::Slot(at, bytes / 2)))
                })
                .to_vec(),
        }
    }
}

impl PathState {
    /// At the beginning of a function.
    pub(super) fn at_entry() -> Self {
        PathState {
            sp: Some(0),
            ..PathState::lost()
        }
    }

    /// Nothing is known.
    fn lost() -> Self {
        PathState {
            sp: None,
            changed: RegisterSet::EMPTY,
            copies: Vec::new(),
        }
    }

    /// Where on the stack the first value of a register is, counted from the stack pointer at the
    /// beginning.
    pub(super) fn slot_of(&self, reg: Reg) -> Option<i32> {
        self.copies.iter().find_map(|(place, value)| match place {
            Place::Slot(offset, _) if *value == PathValue::Entry(reg) => Some(*offset),
            _ => None,
        })
    }

    fn copy(&self, wanted: Place) -> PathValue {
        let found = self.copies.iter().find(|(place, _)| *place == wanted);
        found.map_or(PathValue::Other, |(_, value)| *value)
    }

    /// Notes a value. Copies are in a fixed order, so that equal states look alike.
    fn keep(&mut self, place: Place, value: PathValue) {
        if value == PathValue::Other {
            return;
        }
        let key = |place: Place| match place {
            Place::Register(reg) => (0, i32::from(reg.0)),
            Place::Slot(offset, _) => (1, offset),
        };
        let at = self.copies.partition_point(|(p, _)| key(*p) < key(place));
        self.copies.insert(at, (place, value));
    }

    fn forget(&mut self, gone: Place) {
        self.copies.retain(|(place, _)| *place != gone);
    }

    /// Forgets what lies in these bytes of the stack.
    fn overwrite(&mut self, from: i32, bytes: u8) {
        let (from, to) = (i64::from(from), i64::from(from) + i64::from(bytes));
        self.copies.retain(|(place, _)| match *place {
            Place::Slot(offset, bytes) => {
                let (first, last) = (i64::from(offset), i64::from(offset) + i64::from(bytes));
                last <= from || to <= first
            }
            Place::Register(_) => true,
        });
    }
}
