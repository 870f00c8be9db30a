//! Goes through straight code that has run, instruction by instruction.
//!
//! The registers are known only as they are behind the last instruction. That is enough: a saved
//! register held on entry what it held at the call, which is kept; whatever is restored stays till
//! the end of the run, or is written once more in it; and the stack pointer moves by numbers that
//! are in instructions, but for one move at most (the machine ends a run before a second one), which
//! is then what is left of the way to its end.

use super::Checker;
use super::access::LastLoad;
use super::effects::Exit;
use super::memo::Place;
use super::record::Behind;
use super::spread::all_bits;
use crate::finding::What;
use crate::frame::State;
use crate::undefined::Undefined;
use crate::usage::{Step, Usage};
use machine::isa::{Bank, Class, Insn, Reg, RegisterSet};
use machine::observe::{At, NOWHERE, Run, RunEnd, Touch, Touches, Transfer, TransferKind};
use machine::run::Registers;

/// An instruction of a run, and what is known beforehand of the time right behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    at: At,
    /// The registers that it writes.
    writes: RegisterSet,
    /// The registers that are written later.
    later: RegisterSet,
    /// The stack pointer, if that can be told from the end.
    sp: Option<u32>,
}

/// So many states are kept at least before unused ones are forgotten.
const MANY_STATES: usize = 1 << 14;

impl Checker {
    /// Straight code has run.
    pub(super) fn walk(&mut self, run: &Run<'_>, touches: &mut Touches) {
        if self.stopped {
            return;
        }
        self.catch_up(&touches.known);
        let from = Place {
            state: self.state,
            next_entry: self.next_entry,
            pc: run.pcs().first().copied().unwrap_or_default(),
        };
        let is_recalled = self.is_quick
            && last_of(run).is_some_and(|last| self.recall_run(&from, last, run, touches));
        if !is_recalled {
            self.go_through(from, run, touches);
        }
    }

    /// The same, for code that is not remembered. A function of its own: it needs much of the stack.
    #[inline(never)]
    fn go_through(&mut self, mut from: Place, run: &Run<'_>, touches: &mut Touches) {
        touches.known.go(NOWHERE);
        from.state = self.take_up();
        self.record.begin(self.sp);
        self.memo.begin_walk();
        self.set_values(run.registers);
        let jump = self.jump.take();
        self.walk_code(run, touches);
        self.sp = self.value(self.groups.sp) as u32;
        if let Some((transfer, insn)) = jump {
            self.record.refuse();
            self.arrive(&transfer, &insn);
        }
        if !self.stopped {
            let exit = self.leave_run(run);
            self.remember(run, touches, from, exit);
        }
        self.is_quick = self.has_memo && !self.stopped && self.jump.is_none();
        self.guard(touches);
    }

    /// Makes the present state the one to work on; its number.
    pub(super) fn take_up(&mut self) -> u32 {
        if self.states.len() > self.most_states.max(MANY_STATES) {
            let frames = self.frames.iter_mut().map(|frame| &mut frame.caller);
            self.states.keep(frames.chain([&mut self.state]));
            self.most_states = 2 * self.states.len();
            self.memo.forget_code();
        }
        self.work.clone_from(self.states.get(self.state));
        self.watch();
        self.state
    }

    /// The state that was worked on is the present one; its number.
    pub(super) fn settle(&mut self) -> u32 {
        self.work.depth = self.base().wrapping_sub(self.sp);
        self.state = self.states.number(&self.work);
        self.state
    }

    pub(super) fn set_values(&mut self, registers: &Registers) {
        for (value, register) in self.values.iter_mut().zip(&registers.x[..32]) {
            *value = (*register).into();
        }
        self.values[32..64].copy_from_slice(&registers.f);
        for (value, register) in self.values[64..].iter_mut().zip(&registers.x[64..]) {
            *value = (*register).into();
        }
    }

    fn usage_at(&self, row: u16) -> Usage {
        let usage = self.usages.get(usize::from(row));
        usage.copied().unwrap_or_default()
    }

    /// The registers that an instruction of a run writes. `ends`: it has ended the run by a jump.
    fn writes_at(&self, at: &At, ends: bool) -> RegisterSet {
        let class = self.desc.rows.get(usize::from(at.row)).map(|row| row.class);
        let is_branch = matches!(class, Some(Class::Branch | Class::LikelyBranch));
        // Simulators keep a return address only if the branch is taken.
        if is_branch && !ends {
            return RegisterSet::EMPTY;
        }
        let usage = self.usages.get(usize::from(at.row));
        usage.map_or(RegisterSet::EMPTY, |usage| usage.writes(&at.insn))
    }

    /// Looks from the end of the run what comes behind each instruction.
    fn look_ahead(&mut self, run: &Run<'_>) {
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.clear();
        let mut later = RegisterSet::EMPTY;
        let mut sp = Some(self.value(self.groups.sp) as u32);
        let mut ends = matches!(run.end, RunEnd::Transfer(_) | RunEnd::Delayed(_));
        for index in (0..run.len()).rev() {
            let at = run.at(index);
            let writes = self.writes_at(&at, std::mem::take(&mut ends));
            ahead.push(Ahead {
                at,
                writes,
                later,
                sp,
            });
            later |= writes;
            if writes.contains(self.groups.sp) {
                let added = self.usage_at(at.row).added(&at.insn);
                sp = sp.zip(added).map(|(sp, added)| sp.wrapping_sub(added));
            }
        }
        ahead.reverse();
        self.ahead = ahead;
    }

    fn walk_code(&mut self, run: &Run<'_>, touches: &Touches) {
        self.look_ahead(run);
        let mut touched = 0;
        for index in 0..run.len() {
            let Ahead {
                at,
                writes,
                later,
                sp,
            } = self.ahead[index];
            (self.at, self.later) = (at, later);
            self.begin_instruction();
            if self.accesses_memory() {
                self.record.use_memory();
            }
            if self.usage().divides {
                self.check_division();
            }
            while let Some(touch) = touches.get(touched)
                && touch.index(run.left) == index
            {
                self.touch_memory(&touch, touched);
                touched += 1;
            }
            for reg in writes.iter() {
                self.mistakes.untouched.remove(reg);
                match reg == self.groups.sp {
                    true => self.write_sp(sp),
                    false => self.write(reg),
                }
            }
            if self.stopped {
                return;
            }
        }
        if run.has_begun() {
            (self.at, self.later) = (run.at(run.len()), RegisterSet::EMPTY);
            self.begin_instruction();
        }
    }

    /// What kind of work the present instruction does.
    pub(super) fn row_class(&self) -> Option<Class> {
        let row = self.desc.rows.get(usize::from(self.at.row));
        row.map(|row| row.class)
    }

    /// Whether the present instruction can access memory.
    fn accesses_memory(&self) -> bool {
        let class = self.row_class();
        matches!(class, Some(Class::Load | Class::Store | Class::Atomic))
    }

    /// An instruction begins: it reads.
    fn begin_instruction(&mut self) {
        (self.pending, self.moved, self.part_base) = (None, None, None);
        self.loaded = LastLoad::default();
        if let Some(usage) = self.usages.get(usize::from(self.at.row)) {
            self.kind = usage.step;
            self.reads = usage.reads(&self.at.insn);
            let if_zero = usage.copies_if_zero;
            self.note_reads();
            self.moved = if_zero.and_then(|if_zero| self.is_moved(if_zero));
            if let Some(moved) = self.moved {
                self.reads = self.reads_of_move(moved);
            }
            let now = &self.work.now;
            let undefined = now.unknown | now.given_back | now.undefined;
            let watched = self.reads & (undefined | self.watch_reads);
            if !watched.is_empty() || self.kind == Step::System {
                self.read_watched(watched);
            }
        }
        if !self.is_kernel()
            && self.row_class() == Some(Class::Csr)
            && let Some(number) = self.text.reads_of_exceptions(self.at.pc)
        {
            let origin = self.origin(What::ExceptionsValue { number }, self.at.pc);
            let (reg, bits) = (Reg(0), u64::MAX);
            self.pending = Some(Undefined { reg, bits, origin });
        }
    }

    /// Whether a copy that depends on a register is made, if what that register holds can be told, and
    /// is defined.
    fn is_moved(&mut self, if_zero: bool) -> Option<bool> {
        let by = Reg(self.at.insn.rs2);
        if by == Reg(0) {
            return Some(if_zero);
        }
        let now = &self.work.now;
        if (now.unknown | now.given_back | now.undefined | now.entry).contains(by) {
            return None;
        }
        // The same code may copy another time.
        self.record.refuse();
        match self.value_now(by) {
            Some(value) => Some((value == 0) == if_zero),
            None => self.was_restored(Reg(self.at.insn.rd), Reg(self.at.insn.rs1)),
        }
    }

    /// Whether a register that holds its value of the entry in the end got it from one that holds it.
    fn was_restored(&self, reg: Reg, from: Reg) -> Option<bool> {
        let is_kept = self.groups.saved.contains(reg) && !self.frames.is_empty();
        if !is_kept || self.later.contains(reg) || self.kept_value(reg) != self.value(reg) {
            return None;
        }
        let has = self.work.now.entry.contains(reg);
        let holds = self.work.hold(from).is_some_and(|hold| hold.of == reg);
        (has || holds).then_some(!has)
    }

    /// What such a copy reads.
    fn reads_of_move(&self, moved: bool) -> RegisterSet {
        let Insn { rs1, rs2, .. } = self.at.insn;
        let mut reads = RegisterSet::of(&[Reg(rs2)]);
        if moved {
            reads.insert(Reg(rs1));
        }
        reads.remove(Reg(0));
        reads
    }

    /// The register that the present instruction only copies, if it does.
    pub(super) fn copied(&self) -> Option<Reg> {
        match self.moved {
            Some(true) => Some(Reg(self.at.insn.rs1)),
            _ => self.usage().copied(&self.at.insn),
        }
    }

    /// Whether what [`copied`](Checker::copied) says is sure.
    pub(super) fn copies(&self) -> bool {
        self.moved == Some(true) || self.usage().copies()
    }

    /// It accesses memory.
    fn touch_memory(&mut self, touch: &Touch, index: usize) {
        self.record_touch(touch, index);
        // A load into a saved register may restore it from anywhere.
        let writes = self.usage().writes(&self.at.insn);
        let restores = self.watch_writes.meets(writes);
        let elsewhere = !self.undefined_memory.is_empty();
        if touch.address >= self.floor || touch.store() || restores || elsewhere {
            self.access(touch);
        }
    }

    /// It writes a register.
    pub(super) fn write(&mut self, reg: Reg) {
        let stays = self.moved == Some(false);
        if stays || self.kind == Step::MayCopy && self.copies_to_itself(reg) {
            return;
        }
        if self.followed_writes().contains(reg) {
            self.work.now.written.insert(reg);
        }
        // What the kernel may change is known at no time.
        if !self.groups.kernel.contains(reg) {
            self.work.now.unknown.remove(reg);
        } else if self.pending.is_none() {
            self.work.now.unknown.insert(reg);
        }
        self.work.now.given_back.remove(reg);
        let stays = self.usage().upper_half == Some(reg) && self.pending.is_none();
        if self.pending.is_some() || self.work.now.undefined.contains(reg) && !stays {
            let pending = self.pending.map(|value| Undefined {
                reg,
                bits: value.bits & all_bits(reg),
                ..value
            });
            self.work
                .define(reg, pending.filter(|value| value.bits != 0));
        }
        if reg.0 >= 32 && self.groups.saved.contains(reg) {
            self.kept_floats.begin(self.frames.len());
        }
        // A copy of a saved register is a way of saving it.
        let copies = self.reads.meets(self.watch_reads) && self.kind == Step::MayCopy;
        if self.watch_writes.contains(reg) || copies {
            self.write_watched(reg);
        }
    }

    /// Somebody else than an instruction has written registers.
    pub(super) fn write_from_outside(&mut self, written: &[(Reg, u64)]) {
        let mut all = RegisterSet::EMPTY;
        for (reg, value) in written.iter().filter(|(reg, _)| reg.bank() != Bank::Hidden) {
            self.values[usize::from(reg.0)] = *value;
            all.insert(*reg);
        }
        if all.is_empty() {
            return;
        }
        self.mistakes.untouched -= all;
        (self.later, self.pending) = (RegisterSet::EMPTY, None);
        if !self.write_at_once(all) {
            let registers = written.iter().map(|(reg, _)| *reg);
            let registers = registers.filter(|reg| all.contains(*reg));
            registers.for_each(|reg| self.write(reg));
        }
    }

    /// Does what [`write`](Checker::write) does for each of these registers, if nothing is to be said
    /// about any of them.
    fn write_at_once(&mut self, all: RegisterSet) -> bool {
        let matters = self.watch_writes | self.groups.kernel | self.work.now.undefined;
        if matters.meets(all) || self.moved.is_some() || self.kind == Step::MayCopy {
            return false;
        }
        self.work.now.written |= all & self.followed_writes();
        self.work.now.unknown -= all;
        self.work.now.given_back -= all;
        let floats = self.groups.saved - RegisterSet::range(Reg(0), Reg(31));
        if floats.meets(all) {
            self.kept_floats.begin(self.frames.len());
        }
        true
    }

    /// Whether a register gets the value that it has.
    fn copies_to_itself(&self, reg: Reg) -> bool {
        self.reads.contains(reg) && self.copies() && self.copied() == Some(reg)
    }

    /// What a register holds before the present instruction, if that can be told: nothing writes it
    /// in the rest of the run.
    pub(super) fn value_now(&self, reg: Reg) -> Option<u32> {
        if reg == self.groups.sp {
            return Some(self.sp);
        }
        let written = self.later | self.usage().writes(&self.at.insn);
        (!written.contains(reg)).then(|| self.value(reg) as u32)
    }

    /// The registers of which it matters whether the function that runs writes them.
    pub(super) fn followed_writes(&self) -> RegisterSet {
        match self.has_source {
            true => self.groups.results,
            false => self.groups.temporaries,
        }
    }

    /// It writes the stack pointer.
    fn write_sp(&mut self, from_end: Option<u32>) {
        let (old, usage) = (self.sp, self.usage());
        let added = usage.added(&self.at.insn);
        let new = from_end.or(added.map(|number| old.wrapping_add(number)));
        let new = new.unwrap_or(old);
        if from_end.is_none() && added.is_none() {
            self.record.refuse();
        }
        self.sp = new;
        if let Some(value) = self.pending.take() {
            self.report_origin(value.origin);
        }
        self.move_stack(old, new);
        self.record.move_stack(new);
    }

    /// The run is walked: what its end means.
    fn leave_run(&mut self, run: &Run<'_>) -> Option<Exit> {
        let (transfer, is_delayed) = match run.end {
            RunEnd::Transfer(transfer) => (transfer, false),
            RunEnd::Delayed(transfer) => (transfer, true),
            RunEnd::Straight | RunEnd::Stop { .. } => {
                self.settle();
                return match run.end {
                    RunEnd::Straight => Some(Exit::Straight),
                    _ if run.has_begun() && self.kind == Step::System => {
                        let number = self.value(self.calls.number) as u32;
                        Some(Exit::Environment { number })
                    }
                    _ => None,
                };
            }
        };
        if transfer.from >= self.next_entry {
            self.fell_through(transfer.from);
            self.record.refuse();
        }
        self.next_entry = self.entry_behind(transfer.to);
        let (transfer, insn) = self.call_by_hand(transfer, is_delayed);
        if transfer.kind != TransferKind::Call {
            self.note_kernel(&transfer);
        }
        if transfer.kind == TransferKind::Jump && self.work.link.is_some() {
            self.work.has_jumped = true;
        }
        // Only a jump to an address in a register can be a return.
        let matters = transfer.kind == TransferKind::Call || self.kind == Step::JumpRegister;
        if !matters || is_delayed {
            self.jump = matters.then_some((transfer, insn));
            self.settle();
            return (!is_delayed).then_some(Exit::Direct);
        }
        self.arrive(&transfer, &insn)
    }

    /// A jump to a function is a call if the return address was set for it: to the instruction after
    /// it, or to another one of the function that jumps.
    fn call_by_hand(&self, transfer: Transfer, is_delayed: bool) -> (Transfer, Insn) {
        let insn = self.at.insn;
        let link = self.work.link.filter(|link| *link != transfer.to);
        // Another register than the usual one may hold the address of the function.
        let jumps = match transfer.kind {
            TransferKind::Return => insn.rs1 != self.groups.ra.0,
            kind => kind == TransferKind::Jump,
        };
        let Some(link) = link.filter(|_| jumps) else {
            return (transfer, insn);
        };
        let behind = link.wrapping_sub(transfer.from) <= if is_delayed { 8 } else { 4 };
        let within = self.function_at(link) == self.function_at(transfer.from);
        let is_call = behind || within && self.is_entry(transfer.to);
        match is_call {
            true => {
                let (kind, rd) = (TransferKind::Call, Insn::SINK);
                (Transfer { kind, ..transfer }, Insn { rd, ..insn })
            }
            false => (transfer, insn),
        }
    }

    /// A jump takes effect.
    pub(super) fn arrive(&mut self, transfer: &Transfer, insn: &Insn) -> Option<Exit> {
        if self.stopped {
            return None;
        }
        match transfer.kind {
            TransferKind::Call => self.enter(transfer, insn),
            TransferKind::Return | TransferKind::Jump => self.leave(transfer, insn),
            TransferKind::Branch => {
                self.settle();
                None
            }
        }
    }

    /// Remembers what the run did to a state, if it can do that again, and where it has led.
    fn remember(&mut self, run: &Run<'_>, touches: &mut Touches, from: Place, exit: Option<Exit>) {
        let Some(last) = last_of(run).filter(|_| self.is_lent && self.jump.is_none()) else {
            return;
        };
        let leads_on = matches!(run.end, RunEnd::Transfer(_) | RunEnd::Straight);
        self.memo.refresh(&mut touches.known);
        let place = Place {
            state: self.state,
            next_entry: self.next_entry,
            pc: run.to,
        };
        let next = match leads_on {
            true => self.memo.number_for(place, &mut touches.known),
            false => NOWHERE,
        };
        let behind = Behind {
            // A return is told from the last state of the function.
            state: match exit {
                Some(Exit::Return) => self.last_state,
                _ => self.state,
            },
            next,
            to: run.to,
        };
        if exit == Some(Exit::Return) {
            self.memo.lead_back(next);
        }
        let is_elsewhere = |state: &State| state.saves.iter().any(|save| save.elsewhere);
        let known = ![from.state, behind.state]
            .into_iter()
            .any(|state| is_elsewhere(self.states.get(state)));
        if let Some(exit) = exit.filter(|_| known)
            && let Some(effect) = self.effect(behind, exit, touches)
        {
            let from = self.memo.number_for(from, &mut touches.known);
            self.memo.remember(effect, from, last, &mut touches.known);
        }
        touches.known.go(next);
    }
}

/// How a run ends that can be known: the address of its last instruction, or of the one that was
/// begun; odd if no jump ended it.
fn last_of(run: &Run<'_>) -> Option<u32> {
    let last = *run.pcs().last()?;
    match run.end {
        RunEnd::Transfer(_) => Some(last),
        RunEnd::Straight | RunEnd::Stop { begun: true } => Some(last | 1),
        RunEnd::Delayed(_) | RunEnd::Stop { begun: false } => None,
    }
}
