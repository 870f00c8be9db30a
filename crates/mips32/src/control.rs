//! Coprocessor 0 (exceptions and interrupts) and the control register of the floating-point unit.

use crate::Mips32;
use crate::operand::CONDITIONS;
use machine::float::{Flags, NanRule, Rounding};
use machine::isa::Insn;
use machine::observe::Listener;
use machine::run::{ControlState, Cx, Exception, HandledException, rules};
use machine::trap::Trap;

/// Numbers of the registers of coprocessor 0 that exist.
const BAD_ADDRESS: u8 = 8;
const STATUS: u8 = 12;
const CAUSE: u8 = 13;
const EPC: u8 = 14;

/// Status: interrupts are enabled.
const INTERRUPTS_ENABLED: u32 = 1;
/// Status: an exception is being handled.
const EXCEPTION_LEVEL: u32 = 2;
/// Cause: the exception was in a delay slot.
const BRANCH_DELAY: u32 = 1 << 31;
/// Cause: lines on which an interrupt is pending.
const PENDING: u32 = 0xff00;

/// The registers that only MIPS has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mips32State {
    /// Do as the teaching simulators do where the manual leaves room or says otherwise:
    /// conversions to integers round towards zero, and a branch that is not taken keeps no return
    /// address.
    pub simulator: bool,
    /// The teaching simulator is one that tells memory that is missing from addresses that are not
    /// aligned, and keeps the return address of a branch that is not taken.
    pub has_bus_errors: bool,
    /// The address of the last access that was not possible.
    pub bad_address: u32,
    /// What is enabled.
    pub status: u32,
    /// Why the last exception happened.
    pub cause: u32,
    /// Where it happened.
    pub epc: u32,
    /// How floating-point results are rounded, as the control register has it.
    pub rounding: u8,
    /// What floating-point operations have given reason to say, and their rule for NaNs.
    pub flags: Flags,
    /// What the last floating-point operation has raised, as flags and [`UNIMPLEMENTED`]; only
    /// where the machine has [`rules::FLOAT_EXCEPTIONS`].
    pub raised: u8,
    /// The floating-point exceptions that trap.
    pub enabled: u8,
}

impl Default for Mips32State {
    fn default() -> Self {
        Mips32State {
            simulator: false,
            has_bus_errors: false,
            bad_address: 0,
            status: 0xff11,
            cause: 0,
            epc: 0,
            rounding: 0,
            flags: Flags::default(),
            raised: 0,
            enabled: 0,
        }
    }
}

impl Mips32State {
    /// The rounding that results get.
    pub fn rounding(&self) -> Rounding {
        match self.rounding {
            0 => Rounding::NearestEven,
            1 => Rounding::TowardZero,
            2 => Rounding::Up,
            _ => Rounding::Down,
        }
    }

    /// Records what a floating-point operation has raised. If any of that is enabled, the operation
    /// has not taken place: it traps, and the flags stay as they were.
    pub fn record_raised(&mut self, raised: Flags) -> Result<(), Trap> {
        self.raised = raised.raised();
        self.trap_if_enabled()?;
        self.flags |= Flags(self.raised);
        Ok(())
    }

    fn trap_if_enabled(&self) -> Result<(), Trap> {
        if self.raised & (self.enabled | UNIMPLEMENTED) != 0 {
            let raised = self.raised & !UNIMPLEMENTED;
            return Err(Trap::FloatException { raised });
        }
        Ok(())
    }

    /// The register of coprocessor 0 with this number and selection; those that do not exist read
    /// as zero.
    pub fn control(&self, number: u8, selection: u32) -> u32 {
        match (number, selection) {
            (BAD_ADDRESS, 0) => self.bad_address,
            (STATUS, 0) => self.status,
            (CAUSE, 0) => self.cause,
            (EPC, 0) => self.epc,
            _ => 0,
        }
    }

    /// Sets a register of coprocessor 0.
    pub fn set_control(&mut self, number: u8, selection: u32, value: u32) {
        match (number, selection) {
            (BAD_ADDRESS, 0) => self.bad_address = value,
            (STATUS, 0) => self.status = value,
            (CAUSE, 0) => self.cause = value,
            (EPC, 0) => self.epc = value,
            _ => {}
        }
    }

    /// Ends the handling of an exception; where the program goes on.
    pub fn leave_exception(&mut self) -> u32 {
        self.status &= !EXCEPTION_LEVEL;
        self.epc
    }
}

impl ControlState for Mips32State {
    fn fork(&self) -> Box<dyn ControlState> {
        Box::new(self.clone())
    }

    fn relax(&mut self) {
        self.simulator = true;
    }

    fn follow_nans(&mut self, rule: NanRule) {
        self.flags = self.flags.with_nans(rule);
    }

    // A jump to where there is no code, and what only the
    // host can settle, is not for it.
    fn enter_exception(&mut self, exception: &Exception) -> bool {
        let (code, address) = match exception.trap {
            Trap::Load { address, .. } | Trap::Store { address, .. } if self.has_bus_errors => {
                (7, Some(address))
            }
            Trap::Load { address, .. } => (4, Some(address)),
            Trap::Misaligned {
                address,
                store: false,
                ..
            } => (4, Some(address)),
            Trap::Store { address, .. } => (5, Some(address)),
            Trap::Misaligned { address, .. } => (5, Some(address)),
            Trap::Call => (8, None),
            Trap::Breakpoint { .. } => (9, None),
            Trap::Illegal { .. } | Trap::OddFloat { .. } => (10, None),
            Trap::Overflow => (12, None),
            Trap::Conditional => (13, None),
            Trap::FloatException { .. } => (15, None),
            Trap::Gap { .. }
            | Trap::Fetch { .. }
            | Trap::MemoryLimit { .. }
            | Trap::Device { .. }
            | Trap::Interrupted
            | Trap::CodeModified => return false,
        };
        self.bad_address = address.unwrap_or(self.bad_address);
        let delay = if exception.in_delay_slot {
            BRANCH_DELAY
        } else {
            0
        };
        self.cause = self.cause & PENDING | code << 2 | delay;
        self.epc = exception.resume;
        self.status |= EXCEPTION_LEVEL;
        true
    }

    fn control_register(&self, number: u32, _steps: u64) -> Option<u32> {
        let number = u8::try_from(number).ok().filter(exists)?;
        Some(self.control(number, 0))
    }

    fn set_control_register(&mut self, number: u32, value: u32) -> bool {
        let number = u8::try_from(number).ok().filter(exists);
        if let Some(number) = number {
            self.set_control(number, 0, value);
        }
        number.is_some()
    }

    fn announce_exceptions(&mut self, status: u32) {
        self.has_bus_errors = true;
        self.status = status;
    }

    fn last_exception(&self) -> Option<HandledException> {
        let code = self.cause >> 2 & 31;
        let (name, has_address) = match code {
            0 => ("interrupt", false),
            4 => ("address error in a load", true),
            5 => ("address error in a store", true),
            6 => ("bad instruction address", true),
            7 => ("bad data address", true),
            8 => ("system call", false),
            9 => ("breakpoint", false),
            10 => ("reserved instruction", false),
            12 => ("arithmetic overflow", false),
            13 => ("trap", false),
            15 => ("floating-point exception", false),
            _ => ("exception", false),
        };
        Some(HandledException {
            name,
            code,
            address: has_address.then_some(self.bad_address),
            resume: self.epc,
        })
    }

    fn enter_interrupt(&mut self, lines: u32, resume: u32) -> bool {
        if self.status & (INTERRUPTS_ENABLED | EXCEPTION_LEVEL) != INTERRUPTS_ENABLED {
            return false;
        }
        self.cause = lines;
        self.epc = resume;
        self.status |= EXCEPTION_LEVEL;
        true
    }
}

/// Whether there is a register of coprocessor 0 with this number.
fn exists(number: &u8) -> bool {
    [BAD_ADDRESS, STATUS, CAUSE, EPC].contains(number)
}

/// Numbers of the control registers of the floating-point unit.
const IDENTITY: u8 = 0;
const CONDITIONS_ONLY: u8 = 25;
const FCSR: u8 = 31;

/// Among the causes: software shall carry out the operation. It always traps.
const UNIMPLEMENTED: u8 = 32;

/// In the control register: NaNs, and the signs of NaNs, are those of IEEE 754-2008.
const NAN_2008: u32 = 3 << 18;

/// Single and double precision, as the identity register says.
const CAPABILITIES: u32 = 0x0003_0000;

/// Condition bits 0–7 as the control register has them: 0 at 23, the others from 25 on.
fn conditions_in_fcsr(conditions: u32) -> u32 {
    (conditions & 1) << 23 | (conditions >> 1 & 0x7f) << 25
}

/// A control register of the floating-point unit.
#[inline(always)]
pub(crate) fn read_fpu_control<L: Listener, const RULES: u8>(
    x: &mut Cx<'_, Mips32, L, RULES>,
    insn: &Insn,
) {
    let conditions = x.x(CONDITIONS);
    let value = match insn.rs1 {
        IDENTITY => CAPABILITIES,
        CONDITIONS_ONLY => conditions,
        FCSR => {
            let nans = match x.state.flags.nans() {
                NanRule::Payload => NAN_2008,
                NanRule::Canonical | NanRule::Legacy => 0,
            };
            conditions_in_fcsr(conditions)
                | nans
                | u32::from(x.state.raised) << 12
                | u32::from(x.state.enabled) << 7
                | u32::from(x.state.flags.raised()) << 2
                | u32::from(x.state.rounding)
        }
        _ => 0,
    };
    x.set_rd(insn, value);
}

/// Sets a control register of the floating-point unit. What is a cause and enabled then traps, as if
/// an operation had raised it.
#[inline(always)]
pub(crate) fn write_fpu_control<L: Listener, const RULES: u8>(
    x: &mut Cx<'_, Mips32, L, RULES>,
    insn: &Insn,
) -> Result<(), Trap> {
    let value = x.rs2(insn);
    match insn.rs1 {
        CONDITIONS_ONLY => x.set_x(CONDITIONS, value & 0xff),
        FCSR => {
            x.set_x(CONDITIONS, value >> 23 & 1 | (value >> 25) << 1);
            x.state.flags = x.state.flags.with_raised((value >> 2) as u8);
            x.state.rounding = (value & 3) as u8;
            if x.rule(rules::FLOAT_EXCEPTIONS) {
                x.state.raised = (value >> 12) as u8 & 63;
                x.state.enabled = (value >> 7) as u8 & 31;
                return x.state.trap_if_enabled();
            }
        }
        _ => {}
    }
    Ok(())
}
