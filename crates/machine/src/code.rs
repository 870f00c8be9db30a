//! The code cache: instructions predecoded into straight runs.
//!
//! Decoding begins where execution arrives and follows every direct jump and branch from there,
//! so bytes that are never reached are never decoded. Instructions that follow each other in
//! memory follow each other in `slots`; a direct jump holds the slot of its target. Only indirect
//! jumps look an address up.
//!
//! Some handlers are not instructions of the machine: [`ILLEGAL`], and the kinds of glue that are
//! not counted as steps, such as [`GOTO`] (go on at another slot) and [`LEAVE`] (go on at an
//! address outside this piece of code).
//!
//! With delay slots, code for the fast loop has the instruction of a delay slot *before* its
//! branch, which is correct as long as the two do not depend on each other. If it changes what
//! the branch reads, a [`LATCH`] before it keeps that; if it is anything more unusual, [`EXACTLY`]
//! hands over to the loop that can do everything. See [`delay`].
//!
//! Before an instruction where the run is to stop ([`DecodedCode::set_stops`]) there is an [`EXACTLY`],
//! too: it costs nothing elsewhere. The same holds for floating-point instructions that may trap.
//!
//! Code of two sides ([`CodeSides`]) is in different pieces, so that the loop is left wherever control
//! goes from one to the other, and nothing is asked in between.

mod delay;
mod overwrite;
mod sides;

pub use sides::{CodeSide, CodeSides};

use crate::isa::{
    Bank, Class, Decoded, Insn, IsaDesc, Meaning, Operand, OperandKind, Place, Role, Row, Subset,
};
use crate::memory::Memory;
use crate::run::AHEAD;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The handlers from here on are not those of common rows or fused runs.
pub const FIRST_SPECIAL: u8 = RARE;
/// Handler of all rows that have none of their own.
pub const RARE: u8 = 250;
/// Handler of glue: keeps what the branch after the next instruction reads.
pub const LATCH: u8 = 251;
/// Handler of glue: what begins here is for the loop that counts exactly.
pub const EXACTLY: u8 = 252;
/// Handler of a word that is not an instruction. `imm` is the word.
pub const ILLEGAL: u8 = 253;
/// Handler of glue: go on at slot `imm`.
pub const GOTO: u8 = 254;
/// Handler of glue: go on at address `imm`, which this piece of code does not hold.
pub const LEAVE: u8 = 255;

/// Marks a [`LEAVE`] to which no jump leads, in `rs1`: straight code goes on elsewhere.
const RUNS_ON: u8 = 1;

/// The longest straight run. The run loop counts fuel when a run ends, so it may overshoot by
/// this much, and leaves the last stretch before a limit to the loop that counts exactly.
pub const MAX_RUN: usize = 1024;

/// How many instructions are decoded at once after code was forgotten. A program that overwrites
/// itself may do so again soon, and decoding must not cost more than what then runs.
const FIRST_AGAIN: usize = 32;
/// From here on, there is no such limit.
const ENOUGH: usize = 1 << 16;

/// A range of executable addresses and the slots of what was decoded in it.
struct Piece {
    first: u32,
    last: u32,
    /// For each half-word, the slot of the instruction that begins there, or 0.
    slots: Vec<u32>,
    /// The half-words that have a slot.
    decoded: Vec<u32>,
    /// The side whose code it holds, if there are two: the other one's is in another piece.
    side: Option<(CodeSide, Arc<CodeSides>)>,
}

impl Piece {
    fn new(first: u32, last: u32, side: Option<(CodeSide, Arc<CodeSides>)>) -> Self {
        let halves = (last - first) as usize / 2 + 1;
        Piece {
            first,
            last,
            slots: vec![0; halves],
            decoded: Vec::new(),
            side,
        }
    }

    fn contains(&self, pc: u32) -> bool {
        let is_side = |(side, sides): &(CodeSide, Arc<CodeSides>)| sides.of(pc) == *side;
        self.first <= pc && pc <= self.last && self.side.as_ref().is_none_or(is_side)
    }

    fn slot(&self, pc: u32) -> Option<u32> {
        let half = pc.checked_sub(self.first)? / 2;
        let slot = self.slots.get(half as usize).copied();
        slot.filter(|&slot| slot != 0)
    }

    fn set_slot(&mut self, pc: u32, slot: u32) {
        let half = (pc - self.first) / 2;
        self.slots[half as usize] = slot;
        self.decoded.push(half);
    }

    /// Forgets the slot of the instruction at `pc`.
    fn take_slot(&mut self, pc: u32) -> Option<u32> {
        let slot = self.slot(pc)?;
        self.slots[((pc - self.first) / 2) as usize] = 0;
        Some(slot)
    }

    fn clear(&mut self) {
        for half in self.decoded.drain(..) {
            self.slots[half as usize] = 0;
        }
    }
}

/// Decoded instructions.
#[derive(Default)]
pub struct DecodedCode {
    pieces: Vec<Piece>,
    /// The instructions. Slot 0 is never used, so that 0 can mean "not decoded".
    pub(crate) slots: Vec<Insn>,
    /// The address of each slot.
    pub(crate) pcs: Vec<u32>,
    /// Addresses and slots of instructions that have another slot of their own.
    copies: Vec<(u32, u32)>,
    /// The slots of instructions besides their own, by address, if any was ever overwritten.
    others: FxHashMap<u32, Vec<u32>>,
    /// How many instructions were forgotten because they were overwritten.
    forgotten: usize,
    /// How many slots the next decoding may add; no limit as long as not everything was forgotten.
    limit: Option<usize>,
    /// Where the loop is left before the instruction, ascending.
    stops: Vec<u32>,
    /// The sides that code belongs to, if there are two.
    sides: Option<Arc<CodeSides>>,
}

/// The look-up of one piece, for the run loop.
#[derive(Clone, Copy)]
pub(crate) struct Lookup<'a> {
    first: u32,
    slots: &'a [u32],
}

impl Lookup<'_> {
    /// The slot of the instruction at `address`, if it has been decoded in this piece.
    #[inline(always)]
    pub(crate) fn slot(&self, address: u32) -> Option<u32> {
        // Rotated, so that an odd address is far outside.
        let index = address.wrapping_sub(self.first).rotate_right(1);
        match self.slots.get(index as usize) {
            None | Some(0) => None,
            Some(&slot) => Some(slot),
        }
    }
}

const NOTHING: Insn = Insn {
    handler: ILLEGAL,
    rd: Insn::SINK,
    rs1: 0,
    rs2: 0,
    imm: 0,
};

impl DecodedCode {
    /// Makes `first..=last` executable.
    pub fn add_executable(&mut self, first: u32, last: u32) {
        let Some(sides) = self.sides.clone() else {
            self.pieces.push(Piece::new(first, last, None));
            return;
        };
        for side in [CodeSide::Outer, CodeSide::Inner] {
            let side = Some((side, Arc::clone(&sides)));
            self.pieces.push(Piece::new(first, last, side));
        }
    }

    /// From now on the loop is left wherever control goes from one side to the other. What was
    /// decoded is forgotten.
    pub(crate) fn set_sides(&mut self, sides: Option<Arc<CodeSides>>) {
        // Of two pieces with the same addresses one is enough to know them.
        let pieces = std::mem::take(&mut self.pieces).into_iter();
        let is_first = |piece: &Piece| !matches!(piece.side, Some((CodeSide::Inner, _)));
        let ranges: Vec<(u32, u32)> = pieces.filter(is_first).map(|p| (p.first, p.last)).collect();
        self.forget_slots();
        self.sides = sides;
        for (first, last) in ranges {
            self.add_executable(first, last);
        }
    }

    /// Whether an instruction may be fetched at `address`.
    pub fn executable(&self, address: u32) -> bool {
        self.piece_of(address).is_some()
    }

    /// The addresses of all instructions that were decoded.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = u32> {
        let of_piece = |piece: &Piece| {
            let first = piece.first;
            let halves = piece.decoded.clone().into_iter();
            halves.map(move |half| first.wrapping_add(2 * half))
        };
        self.pieces.iter().flat_map(of_piece)
    }

    /// How many ranges of addresses are executable.
    pub fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// Leaves only the first `count` ranges executable; true if that makes a difference. What was
    /// decoded must then be forgotten.
    pub fn keep_pieces(&mut self, count: usize) -> bool {
        let fewer = self.pieces.len() > count;
        self.pieces.truncate(count);
        fewer
    }

    /// Forgets everything that was decoded.
    pub fn clear(&mut self) {
        self.forget_slots();
        self.pieces.iter_mut().for_each(Piece::clear);
        self.limit = Some(FIRST_AGAIN);
    }

    fn forget_slots(&mut self) {
        self.slots.clear();
        self.pcs.clear();
        self.copies.clear();
        self.others.clear();
        self.forgotten = 0;
    }

    /// From now on the loop is left before the instructions at these addresses, which are
    /// ascending; whether that is a change. What was decoded is forgotten then.
    pub(crate) fn set_stops(&mut self, stops: &[u32]) -> bool {
        if self.stops == stops {
            return false;
        }
        // No program overwrote itself: there is no reason to decode less at once.
        let limit = self.limit;
        self.clear();
        self.limit = limit;
        self.stops = stops.to_vec();
        true
    }

    /// Whether the loop is left before the instruction at `pc`.
    pub(crate) fn stops_at(&self, pc: u32) -> bool {
        !self.stops.is_empty() && self.stops.binary_search(&pc).is_ok()
    }

    fn piece_of(&self, address: u32) -> Option<usize> {
        self.pieces.iter().position(|p| p.contains(address))
    }

    /// The slot of the instruction at `pc` and the look-up of its piece, after decoding it if
    /// need be. `None`: `pc` is not executable, or no instruction can begin there.
    pub(crate) fn enter(
        &mut self,
        pc: u32,
        fetch: &Fetch,
        memory: &mut Memory,
    ) -> Option<(usize, usize)> {
        if !pc.is_multiple_of(fetch.desc.alignment()) {
            return None;
        }
        let mut pieces = self.pieces.iter().enumerate();
        let decoded = pieces.find_map(|(index, piece)| Some((index, piece.slot(pc)? as usize)));
        if let Some((piece, slot)) = decoded
            && self.pieces[piece].contains(pc)
        {
            return Some((piece, slot));
        }
        let piece = self.piece_of(pc)?;
        if self.slot_in(piece, pc).is_none() {
            let limit = self.next_limit();
            Decoder {
                end: self.slots.len().saturating_add(limit),
                code: self,
                piece,
                fetch,
                memory,
                open: vec![pc],
                jumps: Vec::new(),
                sets_sp: false,
            }
            .run();
        }
        Some((piece, self.slot_in(piece, pc)? as usize))
    }

    /// How many slots may be added now; twice as many the next time.
    fn next_limit(&mut self) -> usize {
        let now = self.limit.unwrap_or(usize::MAX);
        self.limit = self.limit.map(|limit| 2 * limit).filter(|&l| l < ENOUGH);
        now
    }

    /// Whether the loop that was left at a slot has left straight code there, and not by a jump.
    pub(crate) fn runs_on_at(&self, slot: usize) -> bool {
        let insn = self.slots.get(slot);
        insn.is_some_and(|insn| insn.handler == LEAVE && insn.rs1 == RUNS_ON)
    }

    pub(crate) fn lookup(&self, piece: usize) -> Lookup<'_> {
        Lookup {
            first: self.pieces[piece].first,
            slots: &self.pieces[piece].slots,
        }
    }

    fn slot_in(&self, piece: usize, pc: u32) -> Option<u32> {
        self.pieces[piece].slot(pc)
    }
}

/// Where the instruction in a delay slot goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DelaySlots {
    /// There are no delay slots.
    None,
    /// Where it is in memory: after its branch.
    InPlace,
    /// Before its branch.
    First,
}

/// How words become instructions.
pub(crate) struct Fetch {
    pub(crate) desc: &'static IsaDesc,
    /// The part of the instruction set that there is, if not all of it.
    pub(crate) subset: Option<Arc<Subset>>,
    pub(crate) fuse: fn(u8, u8, u8) -> Option<u8>,
    pub(crate) big_endian: bool,
    /// Floating-point instructions are for the loop that counts exactly.
    pub(crate) floats_exactly: bool,
    pub(crate) delay_slots: DelaySlots,
}

impl Fetch {
    /// Whether the fast loop leaves an instruction of this row to the exact one.
    fn hands_over(&self, row: &Row) -> bool {
        self.floats_exactly && row.class == Class::Float
    }

    /// The bits at `pc` and the instruction that they begin with.
    fn decode(&self, memory: &Memory, pc: u32) -> Result<Decoded, u32> {
        let bits = word_at(memory, pc, self.big_endian);
        let decoded = self.desc.decode_any(bits).ok_or(bits)?;
        match &self.subset {
            Some(subset) if !subset.allows(self.desc, &decoded) => Err(bits),
            _ => Ok(decoded),
        }
    }
}

/// The 32 bits at `pc` in the byte order of the machine.
pub(crate) fn word_at(memory: &Memory, pc: u32, big_endian: bool) -> u32 {
    let bytes = memory.peek_bytes(pc);
    if big_endian {
        u32::from_be_bytes(bytes)
    } else {
        u32::from_le_bytes(bytes)
    }
}

/// How a straight run goes on after an instruction.
enum After {
    /// With the instruction this many bytes on.
    Next(u32),
    /// The same, but that one is the last: it is in the delay slot of a jump.
    Last(u32),
    /// Not at all.
    End,
}

/// One decoding, from one address to everything that direct control flow reaches, or as much of
/// it as may be decoded at once.
struct Decoder<'a> {
    code: &'a mut DecodedCode,
    piece: usize,
    fetch: &'a Fetch,
    memory: &'a mut Memory,
    /// Addresses still to be decoded.
    open: Vec<u32>,
    /// Slots of direct jumps whose `imm` is still an address.
    jumps: Vec<u32>,
    /// No further instruction is decoded once there are this many slots.
    end: usize,
    /// The present run has an instruction that sets the stack pointer.
    sets_sp: bool,
}

impl Decoder<'_> {
    fn run(mut self) {
        if self.code.slots.is_empty() {
            self.push(0, NOTHING);
        }
        let first_new = self.code.slots.len();
        while let Some(pc) = self.open.pop() {
            if self.has_room() && self.code.slot_in(self.piece, pc).is_none() {
                self.straight_run(pc);
            }
        }
        for slot in std::mem::take(&mut self.jumps) {
            let target = self.code.slots[slot as usize].imm as u32;
            let target_slot = match self.code.slot_in(self.piece, target) {
                Some(found) => found,
                None => self.glue(target, LEAVE, target as i32),
            };
            self.code.slots[slot as usize].imm = target_slot as i32;
        }
        // A jump that keeps no return address may still look at the slot after it, and the loop
        // always looks at as many slots as a handler can run in one go.
        for _ in 1..AHEAD {
            self.push(0, NOTHING);
        }
        self.fuse_runs(first_new);
    }

    fn push(&mut self, pc: u32, insn: Insn) -> u32 {
        self.code.slots.push(insn);
        self.code.pcs.push(pc);
        self.code.slots.len() as u32 - 1
    }

    fn in_piece(&self, pc: u32) -> bool {
        self.code.pieces[self.piece].contains(pc)
    }

    fn has_room(&self) -> bool {
        self.code.slots.len() < self.end
    }

    fn straight_run(&mut self, start: u32) {
        let mut pc = start;
        let mut length = 0;
        // A branch takes its delay slot along.
        let longest = match self.fetch.delay_slots {
            DelaySlots::First => MAX_RUN / 2,
            DelaySlots::None | DelaySlots::InPlace => MAX_RUN,
        };
        let mut last_one = false;
        let mut copied = 0;
        self.sets_sp = false;
        loop {
            if let Some(slot) = self.code.slot_in(self.piece, pc) {
                let done = copied == self.most_copied() || copied > 0 && self.ends_with_branch();
                if done || !self.has_room() {
                    self.glue(pc, GOTO, slot as i32);
                    return;
                }
                copied += 1;
            }
            if !self.in_piece(pc) || !self.has_room() {
                let slot = self.glue(pc, LEAVE, pc as i32);
                self.code.slots[slot as usize].rs1 = RUNS_ON;
                return;
            }
            length += 1;
            if length % longest == 0 {
                let next = self.code.slots.len() as i32 + 1;
                self.glue(pc, GOTO, next);
            }
            let after = self.instruction(pc);
            pc = match after {
                After::End => return,
                After::Next(len) | After::Last(len) => pc.wrapping_add(len),
            };
            if last_one {
                self.glue(pc, LEAVE, pc as i32);
                return;
            }
            last_one = matches!(after, After::Last(_));
        }
    }

    /// How many instructions that are decoded already a run takes over when it comes to them. To
    /// go on at their slots would cost as much as an instruction, and the body of a loop often ends
    /// so, before the test at the loop's end.
    fn most_copied(&self) -> usize {
        match self.fetch.delay_slots {
            // What the exact loop runs need not be fast.
            DelaySlots::InPlace => 0,
            DelaySlots::None | DelaySlots::First => 8,
        }
    }

    fn ends_with_branch(&self) -> bool {
        let last = self.code.slots.last().map_or(ILLEGAL, |insn| insn.handler);
        let row = self.fetch.desc.rows.get(last as usize);
        last < FIRST_SPECIAL && row.is_some_and(Row::has_delay_slot)
    }

    /// Decodes one instruction, with its delay slot if that goes first.
    fn instruction(&mut self, pc: u32) -> After {
        let slot = self.code.slots.len() as u32;
        if self.code.slot_in(self.piece, pc).is_some() {
            self.code.copies.push((pc, slot));
        } else {
            self.code.pieces[self.piece].set_slot(pc, slot);
            self.code.lead_to(pc, slot);
        }
        if self.code.stops_at(pc) {
            self.glue(pc, EXACTLY, 0);
        }
        let decoded = match self.fetch.decode(self.memory, pc) {
            Ok(decoded) => decoded,
            Err(bits) => {
                self.memory.note_decoded(pc, 4);
                self.glue(pc, ILLEGAL, bits as i32);
                return After::End;
            }
        };
        let len = u32::from(decoded.len);
        let row = &self.fetch.desc.rows[decoded.row];
        self.memory.note_decoded(pc, len);
        if self.fetch.hands_over(row) {
            self.glue(pc, EXACTLY, 0);
        }
        match self.fetch.delay_slots {
            DelaySlots::First if row.has_delay_slot() => {
                return self.branch_after_slot(pc, &decoded);
            }
            DelaySlots::InPlace if row.leaves(decoded.word) => {
                self.add(pc, &decoded);
                return After::Last(len);
            }
            _ => self.add(pc, &decoded),
        }
        match row.leaves(decoded.word) {
            true => After::End,
            false => After::Next(len),
        }
    }

    /// Adds the slot of an instruction, and its target to what is to be decoded.
    fn add(&mut self, pc: u32, decoded: &Decoded) {
        let row = &self.fetch.desc.rows[decoded.row];
        let insn = row.predecode(decoded.word, pc);
        if self.sets_sp(row, &insn) && std::mem::replace(&mut self.sets_sp, true) {
            let next = self.code.slots.len() as i32 + 1;
            self.glue(pc, GOTO, next);
        }
        let slot = self.push(pc, insn);
        if row.operands.iter().any(|o| o.kind.is_target()) {
            self.jumps.push(slot);
            self.open.push(insn.imm as u32);
        }
    }

    /// Whether an instruction writes the stack pointer and does not just add a number to it. No run
    /// that an observer sees has two of these, so its end shows what the first one did.
    fn sets_sp(&self, row: &Row, insn: &Insn) -> bool {
        let writes = |operand: &Operand| {
            let OperandKind::Register { bank, role } = operand.kind else {
                return false;
            };
            bank == Bank::Int && role != Role::Read && operand.place == Place::Rd
        };
        let sp = self.fetch.desc.abi.sp.0;
        insn.rd == sp
            && !(row.meaning == Meaning::AddNumber && insn.rs1 == sp)
            && self.fetch.delay_slots != DelaySlots::First
            && row.operands.iter().any(writes)
    }

    fn glue(&mut self, pc: u32, handler: u8, imm: i32) -> u32 {
        let insn = Insn {
            handler,
            imm,
            ..NOTHING
        };
        self.push(pc, insn)
    }

    /// Replaces the handlers of the new slots by those of fused runs. The others of a run keep
    /// their own slots, so that a jump to them works; and they may begin runs themselves, because
    /// a fused handler takes only the operands of the later instructions from there.
    fn fuse_runs(&mut self, first: usize) {
        for slot in first..self.code.slots.len() {
            let handler = |ahead: usize| {
                self.code
                    .slots
                    .get(slot + ahead)
                    .map_or(ILLEGAL, |i| i.handler)
            };
            if let Some(fused) = (self.fetch.fuse)(handler(0), handler(1), handler(2)) {
                self.code.slots[slot].handler = fused;
            }
        }
    }
}
