//! Traps that a program handles itself: the user-level interrupts that simulators for courses have
//! (the former "N" extension).
//!
//! A trap is recorded in `ucause`, `uepc` and `utval`, also if nobody handles it. If `ustatus` allows
//! it, control goes to `utvec`, and `uret` comes back.

use machine::run::{Exception, HandledException};
use machine::trap::Trap;

const USTATUS: u16 = 0x000;
const UIE: u16 = 0x004;
const UTVEC: u16 = 0x005;
const USCRATCH: u16 = 0x040;
const UEPC: u16 = 0x041;
const UCAUSE: u16 = 0x042;
const UTVAL: u16 = 0x043;
const UIP: u16 = 0x044;

/// Interrupts and traps are handled.
const ENABLED: u32 = 1;
/// What the bit before was when the handler began.
const WAS_ENABLED: u32 = 16;

/// What an interrupt's cause is marked with.
const INTERRUPT: u32 = 1 << 31;
const SOFTWARE: u32 = 0;
const TIMER: u32 = 4;
const EXTERNAL: u32 = 8;
/// The lines of devices that keep time.
const TIMER_LINES: u32 = 0x110;
/// Bits of `utvec`: the way in which handlers are found, and the one with a jump for each interrupt.
const MODE: u32 = 3;
const VECTORED: u32 = 2;

/// The control registers of a program that handles its own traps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UserTraps {
    ustatus: u32,
    uie: u32,
    utvec: u32,
    uscratch: u32,
    uepc: u32,
    ucause: u32,
    utval: u32,
    uip: u32,
}

impl UserTraps {
    /// The value of a control register, if it is one of these.
    pub(crate) fn read(&self, csr: u16) -> Option<u32> {
        Some(match csr {
            USTATUS => self.ustatus,
            UIE => self.uie,
            UTVEC => self.utvec,
            USCRATCH => self.uscratch,
            UEPC => self.uepc,
            UCAUSE => self.ucause,
            UTVAL => self.utval,
            UIP => self.uip,
            _ => return None,
        })
    }

    /// Writes a control register, if it is one of these.
    pub(crate) fn write(&mut self, csr: u16, value: u32) -> Option<()> {
        let register = match csr {
            USTATUS => &mut self.ustatus,
            UIE => &mut self.uie,
            UTVEC => &mut self.utvec,
            USCRATCH => &mut self.uscratch,
            UEPC => &mut self.uepc,
            UCAUSE => &mut self.ucause,
            UTVAL => &mut self.utval,
            UIP => &mut self.uip,
            _ => return None,
        };
        *register = match csr {
            USTATUS => value & (ENABLED | WAS_ENABLED),
            _ => value,
        };
        Some(())
    }

    /// Whether the program has just interrupted itself.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.allows(SOFTWARE) && self.uip & 1 << SOFTWARE != 0
    }

    /// Where handlers begin.
    pub(crate) fn vector(&self) -> u32 {
        self.utvec & !MODE
    }

    /// How far behind that the handler of the present interrupt begins.
    pub(crate) fn offset(&self) -> u32 {
        match self.utvec & MODE == VECTORED && self.ucause & INTERRUPT != 0 {
            true => 4 * (self.ucause & !INTERRUPT),
            false => 0,
        }
    }

    /// Records a trap.
    pub(crate) fn note(&mut self, exception: &Exception) {
        let Some((cause, value)) = cause(exception.trap) else {
            return;
        };
        (self.ucause, self.utval, self.uepc) = (cause, value, exception.resume);
        if exception.trap == Trap::Interrupted {
            // The instruction that did it is done.
            self.uepc = exception.resume.wrapping_add(4);
            self.uip &= !(1 << SOFTWARE);
        }
    }

    /// Begins to handle a trap, if that is allowed.
    pub(crate) fn enter(&mut self, trap: Trap) -> bool {
        let enters = cause(trap).is_some() && self.ustatus & ENABLED != 0;
        if enters {
            self.ustatus = WAS_ENABLED;
        }
        enters
    }

    /// Begins to handle an interrupt of a device, if that is allowed.
    pub(crate) fn interrupt(&mut self, lines: u32, resume: u32) -> bool {
        let kind = if lines & TIMER_LINES != 0 {
            TIMER
        } else {
            EXTERNAL
        };
        let enters = self.allows(kind);
        if enters {
            self.ustatus = WAS_ENABLED;
            (self.ucause, self.utval, self.uepc) = (INTERRUPT | kind, lines, resume);
        }
        enters
    }

    /// What the handler was last called for.
    pub(crate) fn last(&self) -> Option<HandledException> {
        let (name, has_address) = match self.ucause {
            0 => ("misaligned jump", false),
            1 => ("jump to where there is no code", false),
            2 => ("illegal instruction", false),
            4 => ("misaligned load", true),
            5 => ("load from where there is no memory", true),
            6 => ("misaligned store", true),
            7 => ("store to where there is no memory", true),
            8 => ("unknown call of the environment", false),
            cause if cause & INTERRUPT != 0 => ("interrupt", false),
            _ => return None,
        };
        Some(HandledException {
            name,
            code: self.ucause & !INTERRUPT,
            address: has_address.then_some(self.utval),
            resume: self.uepc,
        })
    }

    /// Ends the handling of a trap; where the program goes on.
    pub(crate) fn leave(&mut self) -> u32 {
        self.ustatus = match self.ustatus & WAS_ENABLED != 0 {
            true => ENABLED,
            false => 0,
        };
        self.uepc
    }

    fn allows(&self, interrupt: u32) -> bool {
        self.ustatus & ENABLED != 0 && self.uie & 1 << interrupt != 0
    }
}

/// The number and the address of a trap that a program may handle.
fn cause(trap: Trap) -> Option<(u32, u32)> {
    Some(match trap {
        Trap::Fetch { address } if !address.is_multiple_of(4) => (0, 0),
        Trap::Fetch { .. } => (1, 0),
        Trap::Illegal { .. } | Trap::OddFloat { .. } => (2, 0),
        Trap::Misaligned {
            address,
            store: false,
            ..
        } => (4, address),
        Trap::Load { address, .. } => (5, address),
        Trap::Misaligned { address, .. } => (6, address),
        Trap::Store { address, .. } => (7, address),
        Trap::Call => (8, 0),
        Trap::Interrupted => (INTERRUPT | SOFTWARE, 0),
        Trap::Breakpoint { .. }
        | Trap::Overflow
        | Trap::Conditional
        | Trap::FloatException { .. }
        | Trap::Gap { .. }
        | Trap::MemoryLimit { .. }
        | Trap::Device { .. }
        | Trap::CodeModified => return None,
    })
}
