//! The code cache: instructions predecoded into straight runs.
//!
//! Decoding begins where execution arrives and follows every direct jump and branch from there,
//! so bytes that are never reached are never decoded. Instructions that follow each other in
//! memory follow each other in `slots`; a direct jump holds the slot of its target. Only indirect
//! jumps look an address up.
//!
//! Three handlers are not instructions of the machine: [`ILLEGAL`], and the two kinds of glue
//! that are not counted as steps: [`GOTO`] (go on at another slot) and [`LEAVE`] (go on at an
//! address outside this piece of code).

use crate::isa::{Class, Insn, IsaDesc, OperandKind};
use crate::memory::Memory;

/// Handler of a word that is no instruction. `imm` is the word.
pub const ILLEGAL: u8 = 253;
/// Handler of glue: go on at slot `imm`.
pub const GOTO: u8 = 254;
/// Handler of glue: go on at address `imm`, which this piece of code does not hold.
pub const LEAVE: u8 = 255;

/// The longest straight run. The run loop counts fuel when a run ends, so it may overshoot by
/// this much, and leaves the last stretch before a limit to the loop that counts exactly.
pub const MAX_RUN: usize = 1024;

/// A range of executable addresses and the slots of what was decoded in it.
struct Piece {
    first: u32,
    last: u32,
    /// For each half-word, the slot of the instruction that begins there, or 0.
    slots: Vec<u32>,
}

/// Decoded instructions.
#[derive(Default)]
pub struct Code {
    pieces: Vec<Piece>,
    /// The instructions. Slot 0 is never used, so that 0 can mean "not decoded".
    pub(crate) slots: Vec<Insn>,
    /// The address of each slot.
    pub(crate) pcs: Vec<u32>,
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
        let index = address.wrapping_sub(self.first) >> 1;
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

impl Code {
    /// Makes `first..=last` executable.
    pub fn add_executable(&mut self, first: u32, last: u32) {
        let halves = (last - first) as usize / 2 + 1;
        self.pieces.push(Piece {
            first,
            last,
            slots: vec![0; halves],
        });
    }

    /// Whether an instruction may be fetched at `address`.
    pub fn executable(&self, address: u32) -> bool {
        self.piece_of(address).is_some()
    }

    /// Forgets everything that was decoded.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.pcs.clear();
        for piece in &mut self.pieces {
            piece.slots.fill(0);
        }
    }

    fn piece_of(&self, address: u32) -> Option<usize> {
        self.pieces
            .iter()
            .position(|p| p.first <= address && address <= p.last)
    }

    /// The slot of the instruction at `pc` and the look-up of its piece, after decoding it if
    /// need be. `None`: `pc` is not executable.
    pub(crate) fn enter(
        &mut self,
        pc: u32,
        desc: &IsaDesc,
        fuse: fn(u8, u8, u8) -> Option<u8>,
        memory: &mut Memory,
    ) -> Option<(usize, usize)> {
        let piece = self.piece_of(pc)?;
        if self.slot_in(piece, pc).is_none() {
            Decoder {
                code: self,
                piece,
                desc,
                memory,
                fuse,
                open: vec![pc],
                jumps: Vec::new(),
            }
            .run();
        }
        Some((piece, self.slot_in(piece, pc)? as usize))
    }

    /// The address of the instruction that follows the one decoded at `pc`, which is no jump.
    pub(crate) fn after(&self, piece: usize, pc: u32) -> u32 {
        match self.slot_in(piece, pc) {
            Some(slot) => self.pcs[slot as usize + 1],
            None => pc,
        }
    }

    pub(crate) fn lookup(&self, piece: usize) -> Lookup<'_> {
        Lookup {
            first: self.pieces[piece].first,
            slots: &self.pieces[piece].slots,
        }
    }

    fn slot_in(&self, piece: usize, pc: u32) -> Option<u32> {
        let piece = &self.pieces[piece];
        if pc < piece.first || pc > piece.last {
            return None;
        }
        match piece.slots[(pc - piece.first) as usize / 2] {
            0 => None,
            slot => Some(slot),
        }
    }
}

/// One decoding, from one address to everything that direct control flow reaches.
struct Decoder<'a> {
    code: &'a mut Code,
    piece: usize,
    desc: &'a IsaDesc,
    memory: &'a mut Memory,
    fuse: fn(u8, u8, u8) -> Option<u8>,
    /// Addresses still to be decoded.
    open: Vec<u32>,
    /// Slots of direct jumps whose `imm` is still an address.
    jumps: Vec<u32>,
}

impl Decoder<'_> {
    fn run(mut self) {
        if self.code.slots.is_empty() {
            self.push(0, NOTHING);
        }
        let first_new = self.code.slots.len();
        while let Some(pc) = self.open.pop() {
            if self.code.slot_in(self.piece, pc).is_none() {
                self.straight_run(pc);
            }
        }
        for slot in std::mem::take(&mut self.jumps) {
            let target = self.code.slots[slot as usize].imm as u32;
            let target_slot = match self.code.slot_in(self.piece, target) {
                Some(found) => found,
                None => self.push(
                    target,
                    Insn {
                        handler: LEAVE,
                        imm: target as i32,
                        ..NOTHING
                    },
                ),
            };
            self.code.slots[slot as usize].imm = target_slot as i32;
        }
        // A jump that keeps no return address may still look at the slot after it.
        self.push(0, NOTHING);
        self.fuse_runs(first_new);
    }

    fn push(&mut self, pc: u32, insn: Insn) -> u32 {
        self.code.slots.push(insn);
        self.code.pcs.push(pc);
        self.code.slots.len() as u32 - 1
    }

    fn straight_run(&mut self, start: u32) {
        let mut pc = start;
        let mut length = 0;
        loop {
            let (first, last) = {
                let piece = &self.code.pieces[self.piece];
                (piece.first, piece.last)
            };
            if pc < first || pc > last {
                self.push(
                    pc,
                    Insn {
                        handler: LEAVE,
                        imm: pc as i32,
                        ..NOTHING
                    },
                );
                return;
            }
            if let Some(slot) = self.code.slot_in(self.piece, pc) {
                self.push(
                    pc,
                    Insn {
                        handler: GOTO,
                        imm: slot as i32,
                        ..NOTHING
                    },
                );
                return;
            }
            length += 1;
            if length % MAX_RUN == 0 {
                let next = self.code.slots.len() as i32 + 1;
                self.push(
                    pc,
                    Insn {
                        handler: GOTO,
                        imm: next,
                        ..NOTHING
                    },
                );
            }
            let Some(len) = self.instruction(pc) else {
                return;
            };
            pc = pc.wrapping_add(len);
        }
    }

    /// Decodes one instruction; its length, or `None` when the straight run ends with it.
    fn instruction(&mut self, pc: u32) -> Option<u32> {
        let bits = u32::from_le_bytes(self.memory.peek_bytes(pc));
        let slot = self.code.slots.len() as u32;
        let piece = &mut self.code.pieces[self.piece];
        piece.slots[(pc - piece.first) as usize / 2] = slot;
        let Some(decoded) = self.desc.decode_any(bits) else {
            self.memory.note_decoded(pc, 4);
            self.push(
                pc,
                Insn {
                    imm: bits as i32,
                    ..NOTHING
                },
            );
            return None;
        };
        self.memory.note_decoded(pc, decoded.len.into());
        let row = &self.desc.rows[decoded.row];
        let insn = row.predecode(decoded.row as u8, decoded.word, pc);
        self.push(pc, insn);
        if row
            .operands
            .iter()
            .any(|o| o.kind == OperandKind::PcRelative)
        {
            self.jumps.push(slot);
            self.open.push(insn.imm as u32);
        }
        let leaves = match row.class {
            Class::Jump | Class::JumpRegister => insn.rd == Insn::SINK,
            _ => false,
        };
        (!leaves).then_some(decoded.len.into())
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
            if let Some(fused) = (self.fuse)(handler(0), handler(1), handler(2)) {
                self.code.slots[slot].handler = fused;
            }
        }
    }
}
