//! The checker that watches a run.
//!
//! It keeps, for every register, whether its value is known in the function that runs, and whether
//! a saved register still holds what it held on entry; for every word of the stack, whether it was
//! written ([`Shadow`]); and the open calls. An instruction that reads only known registers, and
//! writes ones that have no part in the convention at the moment, costs two tests of a bit set.
//!
//! What a program does is never changed. The outermost code, which nobody called, owns all
//! registers: nothing is checked when it ends.

mod access;
mod calls;
mod registers;

use crate::contract::Contract;
use crate::finding::{Finding, Findings, OpenCall, What};
use crate::frame::{Change, Frame, Knowledge, Save};
use crate::masks::{Mask, Masks, Returns, bit, mask};
use crate::shadow::Shadow;
use crate::text::Text;
use crate::usage::{Step, Usage};
use assembler::Program;
use machine::env::CallTable;
use machine::isa::{Insn, IsaDesc, Reg};
use machine::observe::{At, MemoryAccess, Observer, Transfer, TransferKind};
use machine::run::Registers;
use rustc_hash::FxHashSet;

/// What to check.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Which registers carry results.
    pub returns: Returns,
    /// What the program says about its own conventions.
    pub contract: Contract,
    /// Whether the stack pointer must be aligned at calls.
    pub alignment: bool,
}

/// What just happened that leaves registers without a known value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEvent {
    /// A function was entered.
    Entered,
    /// A function has returned.
    Returned,
}

/// The deepest recursion that is followed.
const DEEPEST: usize = 1 << 20;
/// Accesses so far below the deepest stack are still taken for the stack's.
const NEAR: u32 = 4096;

/// Watches a run.
pub struct Checker {
    desc: &'static IsaDesc,
    masks: Masks,
    options: CheckOptions,
    calls: CallTable,
    usages: Vec<Usage>,
    text: Text,
    /// For each half-word of the code, the next entry of a function behind it.
    entries: Vec<u32>,
    /// Instructions of the source that write the assembler's register.
    by_hand: FxHashSet<u32>,
    delay_slots: bool,
    has_source: bool,
    /// Registers whose writes always matter.
    always_watched: Mask,

    values: [u64; Reg::COUNT as usize],
    now: Knowledge,
    /// For each register of `now.held`, whose value it holds.
    holds: [u8; 64],
    /// The instruction that copied it there.
    copied_at: [u32; 64],
    /// Reads of these are looked at besides those of unknown registers.
    watch_reads: Mask,
    /// Writes of these are looked at.
    watch_writes: Mask,
    frames: Vec<Frame>,
    kept_holds: Vec<[u8; 64]>,
    changes: Vec<Change>,
    saves: Vec<Save>,
    shadow: Shadow,
    /// Where the stack began, its lowest end so far, and below which nothing is the stack's.
    top: u32,
    lowest: u32,
    floor: u32,
    /// From where the alignment of the stack counts.
    aligned_from: u32,

    at: At,
    /// A jump that has not taken effect yet, and how many instructions are still before it.
    jump: Option<(Transfer, Insn, u8)>,
    /// The next entry of a function behind the beginning of the present straight run.
    next_entry: u32,
    /// The registers that the present instruction reads, but what a store stores.
    reads: Mask,
    /// What kind of instruction it is.
    kind: Step,
    /// What its load has found.
    loaded: Loaded,
    /// The last step whose read of an unknown register was told.
    told_at: Option<u64>,
    event: Option<CallEvent>,
    stopped: bool,
    findings: Findings,
}

/// A load that matters.
#[derive(Clone, Copy, Debug, Default)]
struct Loaded {
    address: u32,
    bytes: u8,
    unknown: bool,
}

impl Checker {
    /// A checker for a program that stands before its first instruction, with these registers.
    pub fn new(
        desc: &'static IsaDesc,
        program: &Program,
        registers: &Registers,
        calls: CallTable,
        options: CheckOptions,
    ) -> Self {
        let global = options
            .contract
            .global
            .iter()
            .fold(0, |set, reg| set | bit(reg));
        let masks = Masks::new(desc.abi, options.returns, global);
        let text = Text::new(desc, &program.image);
        let by_hand = text.written_by_hand(program, masks.assembler);
        let mut always_watched = masks.reserved | bit(masks.sp);
        if !by_hand.is_empty() {
            always_watched |= masks.assembler;
        }
        let mut values = [0; Reg::COUNT as usize];
        for (number, value) in values.iter_mut().enumerate() {
            *value = registers.get(Reg(number as u8));
        }
        let sp = values[usize::from(desc.abi.sp.0)] as u32;
        let mut checker = Checker {
            desc,
            masks,
            calls,
            usages: Usage::of_rows(desc),
            entries: next_entries(&text.entries(program)),
            text,
            by_hand,
            delay_slots: program.image.delay_slots,
            has_source: !program.lines.is_empty(),
            always_watched,
            values,
            now: Knowledge::default(),
            holds: [0; 64],
            copied_at: [0; 64],
            watch_reads: 0,
            watch_writes: 0,
            frames: Vec::new(),
            kept_holds: Vec::new(),
            changes: Vec::new(),
            saves: Vec::new(),
            shadow: Shadow::new(sp),
            top: sp,
            lowest: sp,
            floor: sp.saturating_sub(NEAR),
            aligned_from: sp,
            at: At {
                pc: program.image.entry,
                insn: Insn {
                    handler: 0,
                    rd: Insn::SINK,
                    rs1: 0,
                    rs2: 0,
                    imm: 0,
                },
                row: u16::MAX,
                step: 0,
            },
            jump: None,
            next_entry: u32::MAX,
            reads: 0,
            kind: Step::Compute,
            loaded: Loaded::default(),
            told_at: None,
            event: None,
            stopped: false,
            findings: Findings::default(),
            options,
        };
        checker.now.unknown = checker.unset_at_start();
        checker.watch();
        checker
    }

    /// The registers that nothing has written when a program starts: all but the stack pointer, the
    /// return address, those that never change, and the program's own arguments.
    fn unset_at_start(&self) -> Mask {
        let abi = self.desc.abi;
        let set = bit(abi.sp) | bit(abi.ra) | mask(&abi.args[..2]) | 1;
        (self.masks.temporaries | self.masks.saved) & !set
    }

    /// The run has ended: a return that led nowhere still counts.
    pub fn finish(&mut self) {
        if let Some((_, _, before)) = &mut self.jump {
            *before = 0;
            self.take_jump();
        }
    }

    /// What was found.
    pub fn findings(&self) -> &[Finding] {
        self.findings.all()
    }

    /// Whether a function was just entered or left.
    pub(crate) fn has_event(&self) -> bool {
        self.event.is_some()
    }

    /// The registers that nobody may rely on at the beginning of a function: temporaries in which
    /// nothing was passed, and saved registers that nothing ever wrote.
    pub(crate) fn undefined_on_entry(&self) -> Mask {
        let callers = self.frames.last().map_or(0, |frame| frame.caller.unknown);
        self.now.unknown | callers & self.masks.saved
    }

    /// Those after a call.
    pub(crate) fn undefined_after_call(&self) -> Mask {
        self.now.unknown & self.masks.temporaries
    }

    /// The part of the stack below the stack pointer that was used, no more than `most` bytes.
    pub(crate) fn dead_stack(&self, most: u32) -> (u32, u32) {
        let sp = self.sp() & !3;
        (self.lowest.max(sp.saturating_sub(most)).min(sp), sp)
    }

    /// A register was given a value from outside.
    pub(crate) fn set_value(&mut self, reg: Reg, value: u64) {
        self.values[usize::from(reg.0)] = value;
    }

    /// What has just happened to the registers, once.
    pub fn take_event(&mut self) -> Option<CallEvent> {
        self.event.take()
    }

    fn value(&self, reg: Reg) -> u64 {
        self.values[usize::from(reg.0)]
    }

    fn sp(&self) -> u32 {
        self.value(self.masks.sp) as u32
    }

    fn usage(&self) -> Usage {
        let usage = self.usages.get(usize::from(self.at.row));
        usage.copied().unwrap_or_default()
    }

    /// Sets up which registers are looked at.
    #[inline]
    fn watch(&mut self) {
        if self.stopped {
            (self.watch_reads, self.watch_writes) = (0, 0);
            self.now = Knowledge::default();
            return;
        }
        self.watch_reads = (self.now.entry | self.now.held) & !self.now.told;
        self.watch_writes = self.now.held | self.always_watched;
        if !self.frames.is_empty() {
            self.watch_writes |= self.masks.saved | bit(self.masks.ra);
        }
    }

    fn report(&mut self, what: What) {
        self.report_at(what, self.at.pc);
    }

    fn report_at(&mut self, what: What, pc: u32) {
        let frames = &self.frames;
        self.findings.add(what, pc, self.at.step, || {
            let open = frames.iter().map(|frame| OpenCall {
                call: frame.call,
                function: frame.function,
            });
            open.collect()
        });
    }

    fn stop(&mut self) {
        self.stopped = true;
        self.frames.clear();
        self.watch();
    }
}

/// For each half-word up to the last entry, the next entry behind it.
fn next_entries(entries: &[u32]) -> Vec<u32> {
    /// The largest program for which there is a table.
    const LARGEST: u32 = 1 << 26;
    let (Some(&first), Some(&last)) = (entries.first(), entries.last()) else {
        return Vec::new();
    };
    if last - first >= LARGEST {
        return Vec::new();
    }
    let mut table = vec![first];
    let mut from = first;
    for &next in &entries[1..] {
        table.extend(std::iter::repeat_n(next, ((next - from) / 2) as usize));
        from = next;
    }
    table
}

impl Checker {
    /// The next entry of a function behind `pc`.
    #[inline]
    fn entry_behind(&self, pc: u32) -> u32 {
        let Some(&first) = self.entries.first() else {
            return u32::MAX;
        };
        if pc < first {
            return first;
        }
        let index = ((pc - first) / 2) as usize + 1;
        self.entries.get(index).copied().unwrap_or(u32::MAX)
    }
}

impl Observer for Checker {
    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        if self.jump.is_some() {
            self.take_jump();
        }
        self.at = *at;
        if let Some(usage) = self.usages.get(usize::from(at.row)) {
            self.kind = usage.step;
            self.reads = usage.reads(&at.insn);
            let watched = self.reads & (self.now.unknown | self.watch_reads);
            if watched != 0 || usage.step == Step::System {
                self.read_watched(watched);
            }
        }
    }

    #[inline(always)]
    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        let bit = bit(reg);
        self.now.written |= bit;
        self.now.unknown &= !bit;
        self.values[usize::from(reg.0)] = new;
        // A copy of a saved register is a way of saving it.
        let copies = self.reads & self.watch_reads != 0 && self.kind == Step::MayCopy;
        if bit & self.watch_writes != 0 || copies {
            self.write_watched(reg, old, new);
        }
    }

    #[inline(always)]
    fn memory(&mut self, access: &MemoryAccess) {
        // A load into a saved register may restore it from anywhere.
        let restores = self.watch_writes >> (self.at.insn.rd & 63) & 1 == 1;
        if access.address >= self.floor || access.store || restores {
            self.access(access);
        }
    }

    #[inline(always)]
    fn transfer(&mut self, transfer: &Transfer) {
        if transfer.from >= self.next_entry {
            self.fell_through(transfer.from);
        }
        // Only a jump to an address in a register can be a return.
        if transfer.kind == TransferKind::Call || self.kind == Step::JumpRegister {
            self.jump = Some((*transfer, self.at.insn, u8::from(self.delay_slots)));
        }
        self.next_entry = self.entry_behind(transfer.to);
    }
}
