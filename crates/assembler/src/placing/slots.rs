//! What instructions of two steps share: the address that `%pcrel_hi` and `%pcrel_lo` are about, and
//! the slots of the table of addresses.

use rustc_hash::FxHashMap;

use crate::dialect::Modifier;
use crate::instructions::fixup::Fixup;
use crate::placing::link::Linker;
use crate::placing::outputs::OutputSection;
use crate::text::evaluate::{self, ExprValue};
use crate::text::parsed::{Arg, Def, ExprNode, ParsedFile, ParsedOperand};

/// Whether the value of a place is this function of something.
fn ends_with(parsed: &ParsedFile, fixup: &Fixup, wanted: Modifier) -> bool {
    match fixup.operand.arg {
        Arg::Expr(id) => parsed.expr(id).last() == Some(&ExprNode::Modifier(wanted)),
        _ => false,
    }
}

/// Whether the value of a place is about a slot of the table of addresses.
pub(crate) fn is_slot(parsed: &ParsedFile, fixup: &Fixup) -> bool {
    let ends = |wanted| ends_with(parsed, fixup, wanted);
    ends(Modifier::Slot) || ends(Modifier::SlotPcrelHi20)
}

/// Whether the address goes into the table without its lower half, which another instruction adds:
/// so it is for names that only one file knows.
fn is_page(parsed: &ParsedFile, fixup: &Fixup) -> bool {
    let Arg::Expr(id) = fixup.operand.arg else {
        return false;
    };
    let symbol = parsed.expr(id).iter().find_map(|node| match node {
        ExprNode::Sym(sym) => parsed.symbols.get(sym.0 as usize),
        _ => None,
    });
    let is_own = symbol.is_some_and(|s| s.global.is_none() && s.def != Def::Undefined);
    is_own && ends_with(parsed, fixup, Modifier::Slot)
}

impl Linker<'_> {
    /// The value that the last function of a place is applied to.
    fn inner_value(&self, part: usize, fixup: &Fixup, pc: i64) -> Option<i64> {
        let Arg::Expr(mut id) = fixup.operand.arg else {
            return None;
        };
        id.len -= 1;
        let operand = ParsedOperand {
            arg: Arg::Expr(id),
            ..fixup.operand
        };
        match evaluate::value(&self.scope(part, Some(pc)), &operand) {
            Ok(ExprValue::Abs(value)) => Some(value),
            _ => None,
        }
    }

    /// Notes what each `%pcrel_hi` is about, if a `%pcrel_lo` asks for it.
    pub(crate) fn find_pcrel(&mut self) {
        for k in 0..self.parts.len() {
            let object = &self.parts[k].object;
            let parsed = &object.parsed;
            let asks = |f: &Fixup| ends_with(parsed, f, Modifier::PcrelLo12);
            if !object.fixups.iter().any(asks) {
                continue;
            }
            for fixup in &object.fixups {
                let pc = i64::from(self.parts[k].address(fixup.segment, fixup.offset));
                if ends_with(parsed, fixup, Modifier::PcrelHi20) {
                    if let Some(target) = self.inner_value(k, fixup, pc) {
                        self.pcrel.insert(pc, target);
                    }
                } else if ends_with(parsed, fixup, Modifier::SlotPcrelHi20)
                    && let Some(slot) = self.places.slots.get(&pc)
                {
                    self.pcrel.insert(pc, *slot);
                }
            }
        }
    }

    /// Fills the table of addresses, and notes which slot each instruction is about.
    pub(crate) fn fill_slots(&mut self, outputs: &mut [OutputSection]) {
        let mut known: FxHashMap<i64, i64> = FxHashMap::default();
        let table = i64::from(self.places.table);
        for k in 0..self.parts.len() {
            let object = &self.parts[k].object;
            let parsed = &object.parsed;
            for fixup in object.fixups.iter().filter(|fixup| is_slot(parsed, fixup)) {
                let pc = i64::from(self.parts[k].address(fixup.segment, fixup.offset));
                let Some(value) = self.inner_value(k, fixup, pc) else {
                    continue;
                };
                let value = match is_page(parsed, fixup) {
                    true => value.wrapping_add(0x8000) & 0xffff_0000,
                    false => value,
                };
                let next = table + 4 * known.len() as i64;
                let slot = *known.entry(value).or_insert(next);
                self.places.slots.insert(pc, slot);
            }
        }
        let output = outputs.iter_mut().find(|output| {
            let offset = self.places.table.wrapping_sub(output.address);
            u64::from(offset) < output.contents.end()
        });
        let Some(output) = output else { return };
        let base = i64::from(output.address);
        for (value, slot) in known {
            let bytes = self.tables.word_bytes(value as u32);
            let place = output.contents.bytes_mut((slot - base) as u64);
            if let Some(place) = place.and_then(|place| place.get_mut(..4)) {
                place.copy_from_slice(&bytes);
            }
        }
    }
}
