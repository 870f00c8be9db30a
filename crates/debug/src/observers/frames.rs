//! Which calls are open.
//!
//! A stretch of a run is summed up as the returns to calls from before it and the calls that it
//! leaves open. Sums of consecutive stretches are put together, so that the stretches of a long
//! history are looked at once.

use machine::isa::IsaDesc;
use machine::observe::{
    AddressPlaces, KnownRuns, NOWHERE, Observer, Recalled, Run, RunEnd, Touches, Transfer,
    TransferKind, Wants,
};
use machine::run::Registers;
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    ops: Vec<Op>,
}

impl Frames {
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

/// Follows calls and returns through a run. It sees straight code that ends with one of them each time,
/// and other code once.
pub(crate) struct CallFollower {
    desc: &'static IsaDesc,
    frames: Frames,
    known: KnownRuns,
    places: AddressPlaces,
    is_lent: bool,
}

impl CallFollower {
    pub(crate) fn new(desc: &'static IsaDesc) -> Self {
        CallFollower {
            desc,
            frames: Frames::default(),
            known: KnownRuns::default(),
            places: AddressPlaces::default(),
            is_lent: false,
        }
    }

    /// What has happened to the open calls since the last time.
    pub(crate) fn take(&mut self) -> Frames {
        std::mem::take(&mut self.frames)
    }

    /// The same, without forgetting it.
    pub(crate) fn frames(&self) -> &Frames {
        &self.frames
    }
}

impl Observer for CallFollower {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    fn enter_loop(&mut self, touches: &mut Touches) {
        if self.known.len() >= KnownRuns::MOST {
            self.forget_code();
        }
        touches.known = std::mem::take(&mut self.known);
        self.is_lent = true;
    }

    fn leave_loop(&mut self, touches: &mut Touches) {
        self.known = std::mem::take(&mut touches.known);
        self.known.go(NOWHERE);
        self.is_lent = false;
    }

    fn recalls(
        &mut self,
        _data: u32,
        to: u32,
        _registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        self.places.follow(to, &mut touches.known);
        touches.clear();
        Recalled::Yes
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        let transfer = match run.end {
            RunEnd::Transfer(transfer) | RunEnd::Delayed(transfer) => Some(transfer),
            RunEnd::Straight | RunEnd::Stop { .. } => None,
        };
        let op = transfer.and_then(|transfer| match transfer.kind {
            TransferKind::Call => Some(Op::Call(CallFrame {
                call: transfer.from,
                function: transfer.to,
                step: run.steps + run.len() as u64 - 1,
                sp: run.registers.get(self.desc.abi.sp) as u32,
            })),
            TransferKind::Return => Some(Op::Return { to: transfer.to }),
            TransferKind::Branch | TransferKind::Jump => None,
        });
        match op {
            None if self.is_lent => {
                self.places.learn(run, self.desc, &mut touches.known);
            }
            None => {}
            Some(op) => {
                push(&mut self.frames.ops, op);
                match run.end {
                    RunEnd::Transfer(_) => self.places.follow(run.to, &mut touches.known),
                    _ => touches.known.go(NOWHERE),
                }
            }
        }
    }

    fn call_from_outside(&mut self, _call: &Transfer) {}

    fn forget_code(&mut self) {
        self.known = KnownRuns::default();
        self.places = AddressPlaces::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(moves: &[(TransferKind, u32, u32)]) -> Rc<Frames> {
        let mut frames = Frames::default();
        for &(kind, from, to) in moves {
            let (step, sp) = (0, 0);
            let (call, function) = (from, to);
            push(
                &mut frames.ops,
                match kind {
                    TransferKind::Return => Op::Return { to },
                    _ => Op::Call(CallFrame {
                        call,
                        function,
                        step,
                        sp,
                    }),
                },
            );
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
