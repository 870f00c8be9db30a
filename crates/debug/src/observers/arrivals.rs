//! Calls and returns that are on their way: with delay slots, an instruction comes before control
//! arrives.

use machine::observe::{Transfer, TransferKind};

/// A call or a return that has not arrived yet.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arrivals {
    on_its_way: Option<Transfer>,
    /// The instruction in the delay slot has begun.
    in_slot: bool,
}

impl Arrivals {
    /// Control goes elsewhere, at once or after the next instruction.
    #[inline(always)]
    pub(crate) fn leave(&mut self, transfer: &Transfer) {
        if matches!(transfer.kind, TransferKind::Call | TransferKind::Return) {
            self.on_its_way = Some(*transfer);
            self.in_slot = false;
        }
    }

    /// An instruction is about to run; the transfer that has led there.
    #[inline(always)]
    pub(crate) fn arrive(&mut self, pc: u32) -> Option<Transfer> {
        let transfer = self.on_its_way?;
        if pc != transfer.to && !std::mem::replace(&mut self.in_slot, true) {
            return None;
        }
        self.on_its_way.take()
    }
}

/// How many calls deeper a transfer leads.
pub(crate) fn deeper(transfer: &Transfer) -> i64 {
    match transfer.kind {
        TransferKind::Call => 1,
        TransferKind::Return => -1,
        TransferKind::Branch | TransferKind::Jump => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_arrives_behind_its_delay_slot() {
        let call = Transfer {
            kind: TransferKind::Call,
            from: 0x10,
            to: 0x40,
        };
        let mut arrivals = Arrivals::default();
        arrivals.leave(&call);
        assert_eq!(arrivals.arrive(0x14), None);
        assert_eq!(arrivals.arrive(0x40), Some(call));
        assert_eq!(arrivals.arrive(0x44), None);
        // Without delay slots, and when a branch in the slot went elsewhere.
        arrivals.leave(&call);
        assert_eq!(arrivals.arrive(0x40), Some(call));
        arrivals.leave(&call);
        assert_eq!(arrivals.arrive(0x14), None);
        assert_eq!(arrivals.arrive(0x80), Some(call));
    }
}
