//! Which calls are open: the chain of a fault report.

use super::recent::Recent;
use machine::observe::{Observer, Run, RunEnd, RunSummary, Touches, Transfer, TransferKind, Wants};
use std::ops::RangeInclusive;

/// One open call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The call instruction.
    pub call: u32,
    /// The function that was called.
    pub function: u32,
}

/// The most frames that are kept; a recursion that goes deeper only counts.
const KEPT: usize = 1 << 16;

/// How far up a return is looked for: jumps that only look like returns must not cost a walk
/// through a deep recursion each.
const REACH: usize = 64;

/// Follows calls and returns.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    frames: Vec<Frame>,
    /// Calls beyond the kept ones.
    deeper: u64,
    /// What jumps mean, by their addresses.
    jumps: Recent<TransferKind>,
}

/// The calls that were open at one moment.
#[derive(Clone, Debug)]
pub(super) struct OpenCalls {
    frames: Vec<Frame>,
    deeper: u64,
}

impl Calls {
    /// The calls that are open now.
    pub(super) fn open(&self) -> OpenCalls {
        OpenCalls {
            frames: self.frames.clone(),
            deeper: self.deeper,
        }
    }

    /// Whether these are the ones that are open.
    pub(super) fn are(&self, open: &OpenCalls) -> bool {
        self.deeper == open.deeper && self.frames == open.frames
    }

    /// The open calls, the outermost first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// How many calls are open.
    pub fn depth(&self) -> u64 {
        self.frames.len() as u64 + self.deeper
    }

    fn follow(&mut self, transfer: &Transfer) {
        match transfer.kind {
            TransferKind::Call if self.frames.len() < KEPT => {
                self.frames.push(Frame {
                    call: transfer.from,
                    function: transfer.to,
                });
            }
            TransferKind::Call => self.deeper += 1,
            TransferKind::Return if self.deeper > 0 => self.deeper -= 1,
            TransferKind::Return => {
                let near = self.frames.len().saturating_sub(REACH);
                let behind = |lengths: RangeInclusive<u32>| {
                    let returned =
                        |frame: &Frame| lengths.contains(&transfer.to.wrapping_sub(frame.call));
                    self.frames[near..].iter().rposition(returned)
                };
                // A call is 2 or 4 bytes long, or 8 with its delay slot. A return to none of the
                // open calls closes nothing.
                if let Some(open) = behind(2..=4).or_else(|| behind(8..=8)) {
                    self.frames.truncate(near + open);
                }
            }
            TransferKind::Branch | TransferKind::Jump => {}
        }
    }
}

impl Observer for Calls {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    #[inline(always)]
    fn knows(&mut self, run: &RunSummary<'_>) -> bool {
        let RunSummary { last, to, .. } = *run;
        if last & 1 == 1 {
            return true;
        }
        let Some(kind) = self.jumps.get(last.into()) else {
            return false;
        };
        if matches!(kind, TransferKind::Call | TransferKind::Return) {
            let from = last;
            self.follow(&Transfer { kind, from, to });
        }
        true
    }

    fn run(&mut self, run: &Run<'_>, _: &mut Touches) {
        if let RunEnd::Transfer(transfer) | RunEnd::Delayed(transfer) = run.end {
            self.jumps.remember(transfer.from.into(), transfer.kind);
            self.follow(&transfer);
        }
    }

    fn call_from_outside(&mut self, call: &Transfer) {
        self.follow(call);
    }

    fn forget_code(&mut self) {
        self.jumps.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(calls: &mut Calls, kind: TransferKind, from: u32, to: u32) {
        calls.follow(&Transfer { kind, from, to });
    }

    #[test]
    fn calls_open_and_returns_close() {
        let mut calls = Calls::default();
        go(&mut calls, TransferKind::Call, 0x10, 0x100);
        go(&mut calls, TransferKind::Call, 0x104, 0x200);
        assert_eq!(calls.depth(), 2);
        go(&mut calls, TransferKind::Return, 0x210, 0x108);
        assert_eq!(
            calls.frames(),
            [Frame {
                call: 0x10,
                function: 0x100
            }]
        );
    }

    #[test]
    fn a_return_over_several_frames_closes_them_all() {
        let mut calls = Calls::default();
        go(&mut calls, TransferKind::Call, 0x10, 0x100);
        go(&mut calls, TransferKind::Call, 0x104, 0x200);
        go(&mut calls, TransferKind::Return, 0x210, 0x14);
        assert_eq!(calls.depth(), 0);
    }

    #[test]
    fn a_call_with_a_delay_slot_returns_behind_that() {
        let mut calls = Calls::default();
        go(&mut calls, TransferKind::Call, 0x10, 0x100);
        go(&mut calls, TransferKind::Return, 0x104, 0x18);
        assert_eq!(calls.depth(), 0);
    }

    #[test]
    fn a_return_is_to_the_call_right_before_it() {
        let mut calls = Calls::default();
        go(&mut calls, TransferKind::Call, 0x10, 0x100);
        go(&mut calls, TransferKind::Call, 0x14, 0x200);
        go(&mut calls, TransferKind::Call, 0x10, 0x300);
        go(&mut calls, TransferKind::Return, 0x304, 0x18);
        assert_eq!(calls.depth(), 1, "0x14 has returned, and what it led to");
    }
}
