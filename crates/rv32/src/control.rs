//! Control and status registers: the floating-point ones and the counters, and those of
//! [`UserTraps`] where programs handle their own traps.
//!
//! `cycle` and `time` count instructions like `instret`, so that a run depends on nothing but the
//! program and its input.

use crate::{Rv32, UserTraps};
use machine::float::Flags;
use machine::isa::Insn;
use machine::observe::Listener;
use machine::run::Cx;
use machine::trap::Trap;
use std::collections::BTreeMap;

/// The registers that only RISC-V has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rv32State {
    /// Accrued floating-point exceptions.
    pub flags: Flags,
    /// The dynamic rounding mode, three bits.
    pub frm: u8,
    /// The address that `lr.w` reserved.
    pub reservation: Option<u32>,
    /// Whether numbers that name no control register are plain storage, as in Venus, instead of
    /// illegal.
    pub free_csrs: bool,
    /// What is stored in them.
    pub csrs: BTreeMap<u16, u32>,
    /// The control registers of traps, if programs may handle them.
    pub traps: Option<UserTraps>,
}

const FFLAGS: u16 = 0x001;
const FRM: u16 = 0x002;
const FCSR: u16 = 0x003;
const READ_ONLY: u16 = 0xc00;

type Hart<'a, L, const RULES: u8> = Cx<'a, Rv32, L, RULES>;

/// `csrrw`, `csrrwi`: reads unless rd is x0, then writes `value`.
#[inline(always)]
pub(crate) fn csr_write<L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    value: u32,
) -> Result<(), Trap> {
    let csr = insn.imm() as u16;
    let read_first = insn.rd != Insn::SINK;
    let old = if read_first {
        x.state.read(csr, x.steps())
    } else {
        Some(0)
    };
    finish(x, insn, old, Some(value))
}

/// `csrrs`, `csrrsi`: reads, then sets the bits of `mask` unless the source is x0 or 0.
#[inline(always)]
pub(crate) fn csr_read_set<L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    mask: u32,
) -> Result<(), Trap> {
    let old = x.state.read(insn.imm() as u16, x.steps());
    // The source field is 0 both for x0 and for the number 0.
    finish(
        x,
        insn,
        old,
        old.filter(|_| insn.rs1 != 0).map(|old| old | mask),
    )
}

/// `csrrc`, `csrrci`: reads, then clears the bits of `mask` unless the source is x0 or 0.
#[inline(always)]
pub(crate) fn csr_read_clear<L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    mask: u32,
) -> Result<(), Trap> {
    let old = x.state.read(insn.imm() as u16, x.steps());
    finish(
        x,
        insn,
        old,
        old.filter(|_| insn.rs1 != 0).map(|old| old & !mask),
    )
}

#[inline(always)]
fn finish<L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
    insn: &Insn,
    old: Option<u32>,
    new: Option<u32>,
) -> Result<(), Trap> {
    let written = match new {
        Some(value) => x.state.write(insn.imm() as u16, value),
        None => Some(()),
    };
    match (old, written) {
        (Some(old), Some(())) => {
            x.set_rd(insn, old);
            match &x.state.traps {
                Some(traps) if traps.is_interrupted() => Err(Trap::Interrupted),
                _ => Ok(()),
            }
        }
        _ => Err(x.illegal()),
    }
}

/// `uret`: back from a handler.
#[inline(always)]
pub(crate) fn user_return<L: Listener, const RULES: u8>(
    x: &mut Hart<'_, L, RULES>,
) -> Result<u32, Trap> {
    match &mut x.state.traps {
        Some(traps) => Ok(traps.leave()),
        None => Err(x.illegal()),
    }
}

impl Rv32State {
    /// The value of a control register, if there is one of that number.
    #[inline(never)]
    pub(crate) fn read(&self, csr: u16, steps: u64) -> Option<u32> {
        Some(match csr {
            FFLAGS => self.flags.0.into(),
            FRM => self.frm.into(),
            FCSR => u32::from(self.frm) << 5 | u32::from(self.flags.0),
            0xc00..=0xc02 => steps as u32,
            0xc80..=0xc82 => (steps >> 32) as u32,
            _ if self.traps.is_some() => return self.traps.as_ref()?.read(csr),
            _ if self.free_csrs => self.csrs.get(&csr).copied().unwrap_or(0),
            _ => return None,
        })
    }

    /// Writes a control register, if there is one of that number that may be written.
    #[inline(never)]
    pub(crate) fn write(&mut self, csr: u16, value: u32) -> Option<()> {
        match csr {
            FFLAGS => self.flags = Flags(value as u8 & 31),
            FRM => self.frm = value as u8 & 7,
            FCSR => {
                self.flags = Flags(value as u8 & 31);
                self.frm = (value >> 5) as u8 & 7;
            }
            _ if self.traps.is_some() => return self.traps.as_mut()?.write(csr, value),
            _ if self.free_csrs && csr & READ_ONLY != READ_ONLY => {
                self.csrs.insert(csr, value);
            }
            _ => return None,
        }
        Some(())
    }
}
