//! Which calls are open.
//!
//! A stretch of a run is summed up as the returns to calls from before it and the calls that it
//! leaves open. Sums of consecutive stretches are put together, so that the stretches of a long
//! history are looked at once.

use machine::isa::Reg;
use machine::observe::{At, MemoryAccess, Observer, Transfer, TransferKind};
use std::rc::Rc;

/// An open call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallFrame {
    /// The call instruction.
    pub call: u32,
    /// The function that was called.
    pub function: u32,
    /// How many instructions had run before the call.
    pub step: u64,
    /// The stack pointer at the call.
    pub sp: u32,
}

/// The deepest recursion that is followed.
const DEEPEST: usize = 1 << 20;
/// How far up a return is looked for.
const REACH: usize = 64;
/// The longest call: with its delay slot.
const LONGEST_CALL: u32 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Return { to: u32 },
    Call(CallFrame),
}

/// What a stretch of a run did to the open calls.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    ops: Vec<Op>,
    stack_pointer: Reg,
    sp: u32,
    step: u64,
}

impl Frames {
    /// For a stretch that begins with this stack pointer.
    pub(crate) fn new(stack_pointer: Reg, sp: u32) -> Self {
        Frames {
            ops: Vec::new(),
            stack_pointer,
            sp,
            step: 0,
        }
    }

    /// The open calls after consecutive stretches from the beginning on, the outermost first.
    pub(crate) fn open<'a>(stretches: impl IntoIterator<Item = &'a Rc<Frames>>) -> Vec<CallFrame> {
        let mut ops = Vec::new();
        for stretch in stretches {
            for op in &stretch.ops {
                push(&mut ops, *op);
            }
        }
        let frames = ops.into_iter().filter_map(|op| match op {
            Op::Call(frame) => Some(frame),
            Op::Return { .. } => None,
        });
        frames.collect()
    }
}

fn push(ops: &mut Vec<Op>, op: Op) {
    let Op::Return { to } = op else {
        if ops.len() < DEEPEST {
            ops.push(op);
        }
        return;
    };
    let returned = |op: &Op| match op {
        Op::Call(frame) => (2..=LONGEST_CALL).contains(&to.wrapping_sub(frame.call)),
        Op::Return { .. } => false,
    };
    let near = ops.len().saturating_sub(REACH);
    match ops[near..].iter().rposition(returned) {
        Some(open) => ops.truncate(near + open),
        None if ops.len() < DEEPEST => ops.push(op),
        None => {}
    }
}

impl Observer for Frames {
    #[inline(always)]
    fn instruction(&mut self, at: &At) {
        self.step = at.step;
    }

    #[inline(always)]
    fn register(&mut self, reg: Reg, _old: u64, new: u64) {
        if reg == self.stack_pointer {
            self.sp = new as u32;
        }
    }

    #[inline(always)]
    fn memory(&mut self, _access: &MemoryAccess) {}

    #[inline(always)]
    fn transfer(&mut self, transfer: &Transfer) {
        let op = match transfer.kind {
            TransferKind::Call => Op::Call(CallFrame {
                call: transfer.from,
                function: transfer.to,
                step: self.step,
                sp: self.sp,
            }),
            TransferKind::Return => Op::Return { to: transfer.to },
            TransferKind::Branch | TransferKind::Jump => return,
        };
        push(&mut self.ops, op);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(moves: &[(TransferKind, u32, u32)]) -> Rc<Frames> {
        let mut frames = Frames::new(Reg(2), 0);
        for &(kind, from, to) in moves {
            frames.transfer(&Transfer { kind, from, to });
        }
        Rc::new(frames)
    }

    #[test]
    fn returns_close_calls_of_earlier_stretches() {
        use TransferKind::{Call, Return};
        let one = stretch(&[(Call, 0x10, 0x100), (Call, 0x104, 0x200)]);
        let two = stretch(&[(Call, 0x204, 0x300), (Return, 0x304, 0x208)]);
        let three = stretch(&[(Return, 0x20c, 0x108), (Call, 0x10c, 0x300)]);
        let calls = |stretches: &[Rc<Frames>]| -> Vec<u32> {
            Frames::open(stretches).iter().map(|f| f.call).collect()
        };
        assert_eq!(calls(&[Rc::clone(&one), Rc::clone(&two)]), [0x10, 0x104]);
        assert_eq!(calls(&[one, two, three]), [0x10, 0x10c]);
    }

    #[test]
    fn a_return_over_several_calls_closes_all_of_them() {
        use TransferKind::{Call, Return};
        let one = stretch(&[(Call, 0x10, 0x100)]);
        let two = stretch(&[(Call, 0x104, 0x200), (Return, 0x204, 0x14)]);
        assert_eq!(Frames::open(&[one, two]), []);
    }
}
