//! Control and status registers: the floating-point ones and the counters.
//!
//! `cycle` and `time` count instructions like `instret`, so that a run depends on nothing but the
//! program and its input.

use crate::Rv32;
use machine::float::Flags;
use machine::isa::Insn;
use machine::observe::Observer;
use machine::run::Cx;
use machine::trap::Trap;
use std::collections::BTreeMap;

/// The registers that only RISC-V has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
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
}

const FFLAGS: u16 = 0x001;
const FRM: u16 = 0x002;
const FCSR: u16 = 0x003;
const READ_ONLY: u16 = 0xc00;

type Hart<'a, O, const GAP: bool> = Cx<'a, Rv32, O, GAP>;

/// `csrrw`, `csrrwi`: reads unless rd is x0, then writes `value`.
pub fn csr_write<O: Observer, const GAP: bool>(
    x: &mut Hart<'_, O, GAP>,
    insn: Insn,
    value: u32,
) -> Result<(), Trap> {
    let csr = insn.imm() as u16;
    let old = if insn.rd == Insn::SINK { 0 } else { read(x, csr)? };
    write(x, csr, value)?;
    x.set_rd(insn, old);
    Ok(())
}

/// `csrrs`, `csrrsi`: reads, then sets the bits of `mask` unless the source is x0 or 0.
pub fn csr_read_set<O: Observer, const GAP: bool>(
    x: &mut Hart<'_, O, GAP>,
    insn: Insn,
    mask: u32,
) -> Result<(), Trap> {
    modify(x, insn, |old| old | mask)
}

/// `csrrc`, `csrrci`: reads, then clears the bits of `mask` unless the source is x0 or 0.
pub fn csr_read_clear<O: Observer, const GAP: bool>(
    x: &mut Hart<'_, O, GAP>,
    insn: Insn,
    mask: u32,
) -> Result<(), Trap> {
    modify(x, insn, |old| old & !mask)
}

fn modify<O: Observer, const GAP: bool>(
    x: &mut Hart<'_, O, GAP>,
    insn: Insn,
    change: impl Fn(u32) -> u32,
) -> Result<(), Trap> {
    let csr = insn.imm() as u16;
    let old = read(x, csr)?;
    // The source field is 0 both for x0 and for the number 0.
    if insn.rs1 != 0 {
        write(x, csr, change(old))?;
    }
    x.set_rd(insn, old);
    Ok(())
}

fn read<O: Observer, const GAP: bool>(x: &Hart<'_, O, GAP>, csr: u16) -> Result<u32, Trap> {
    Ok(match csr {
        FFLAGS => x.state.flags.0.into(),
        FRM => x.state.frm.into(),
        FCSR => u32::from(x.state.frm) << 5 | u32::from(x.state.flags.0),
        0xc00..=0xc02 => x.steps() as u32,
        0xc80..=0xc82 => (x.steps() >> 32) as u32,
        _ if x.state.free_csrs => x.state.csrs.get(&csr).copied().unwrap_or(0),
        _ => return Err(x.illegal()),
    })
}

fn write<O: Observer, const GAP: bool>(
    x: &mut Hart<'_, O, GAP>,
    csr: u16,
    value: u32,
) -> Result<(), Trap> {
    match csr {
        FFLAGS => x.state.flags = Flags(value as u8 & 31),
        FRM => x.state.frm = value as u8 & 7,
        FCSR => {
            x.state.flags = Flags(value as u8 & 31);
            x.state.frm = (value >> 5) as u8 & 7;
        }
        _ if x.state.free_csrs && csr & READ_ONLY != READ_ONLY => {
            x.state.csrs.insert(csr, value);
        }
        _ => return Err(x.illegal()),
    }
    Ok(())
}
