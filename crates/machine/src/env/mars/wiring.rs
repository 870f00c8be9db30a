//! What differs between MARS and RARS: the machine's registers, how doubles lie in them, and how
//! texts become bytes.

use super::{Mars, calls, rars_calls};
use crate::env::call::Call;
use crate::env::{CallTable, Guest, printable};
use crate::isa::Reg;

/// Which registers the calls use, and what else the machine decides.
#[derive(Debug)]
pub(super) struct Wiring {
    /// The calls as others see them.
    pub(super) table: CallTable,
    /// The calls with what answers them.
    pub(super) calls: &'static [Call<Mars>],
    /// The arguments.
    pub(super) a0: Reg,
    pub(super) a1: Reg,
    pub(super) a2: Reg,
    /// Where most results go.
    pub(super) result: Reg,
    /// The floating-point number that is printed.
    pub(super) float: Reg,
    /// Where floating-point results go.
    pub(super) float_result: Reg,
    /// Whether a register holds a whole double, and a float only with ones above it.
    pub(super) boxes_floats: bool,
    pub(super) sp: Reg,
    pub(super) gp: Reg,
    /// The interrupt of the timer, if there is one.
    pub(super) timer_line: Option<u32>,
    /// Whether there is a kernel, whose handler takes the program's exceptions.
    pub(super) has_kernel: bool,
    /// Whether a text is always UTF-8; if not, one byte is one character where that is possible.
    pub(super) utf8: bool,
    /// Whether a line after the end of the input is empty, rather than a fault.
    pub(super) empty_line_at_end: bool,
    /// The interrupts of keyboard and display.
    pub(super) lines: [u32; 2],
    /// The interrupts of the Digital Lab Sim: keypad and counter.
    pub(super) lab_lines: [u32; 2],
}

pub(super) static MARS: Wiring = Wiring {
    table: calls::TABLE,
    calls: calls::CALLS,
    a0: calls::REGISTERS.a0[0],
    a1: calls::REGISTERS.a1[0],
    a2: calls::REGISTERS.a2[0],
    result: calls::REGISTERS.result[0],
    float: calls::REGISTERS.float[0],
    float_result: calls::REGISTERS.float_result[0],
    boxes_floats: false,
    sp: Reg(29),
    gp: Reg(28),
    timer_line: None,
    has_kernel: true,
    utf8: false,
    empty_line_at_end: false,
    lines: [0x100, 0x200],
    lab_lines: [0x800, 0x400],
};

pub(super) static RARS: Wiring = Wiring {
    table: rars_calls::TABLE,
    calls: rars_calls::CALLS,
    a0: rars_calls::REGISTERS.a0[0],
    a1: rars_calls::REGISTERS.a1[0],
    a2: rars_calls::REGISTERS.a2[0],
    result: rars_calls::REGISTERS.result[0],
    float: rars_calls::REGISTERS.float[0],
    float_result: rars_calls::REGISTERS.float_result[0],
    boxes_floats: true,
    sp: Reg(2),
    gp: Reg(3),
    timer_line: Some(0x10),
    has_kernel: false,
    utf8: true,
    empty_line_at_end: true,
    lines: [0x40, 0x80],
    lab_lines: [0x200, 0x100],
};

/// What stands above a float in a register that could hold a double.
const BOX: u64 = 0xffff_ffff << 32;

impl Wiring {
    /// The float that a call takes.
    pub(super) fn float(&self, guest: &dyn Guest) -> f32 {
        let bits = guest.wide_reg(self.float);
        match self.boxes_floats && bits & BOX != BOX {
            true => f32::NAN,
            false => f32::from_bits(bits as u32),
        }
    }

    /// The double that a call takes.
    pub(super) fn double(&self, guest: &dyn Guest) -> f64 {
        if self.boxes_floats {
            return f64::from_bits(guest.wide_reg(self.float));
        }
        let (low, high) = (guest.reg(self.float), guest.reg(Reg(self.float.0 + 1)));
        f64::from_bits(u64::from(high) << 32 | u64::from(low))
    }

    /// A float as the result.
    pub(super) fn set_float(&self, guest: &mut dyn Guest, value: f32) {
        let bits = u64::from(value.to_bits());
        let above = if self.boxes_floats { BOX } else { 0 };
        guest.set_wide_reg(self.float_result, above | bits);
    }

    /// A double as the result.
    pub(super) fn set_double(&self, guest: &mut dyn Guest, value: f64) {
        let bits = value.to_bits();
        if self.boxes_floats {
            return guest.set_wide_reg(self.float_result, bits);
        }
        guest.set_reg(self.float_result, bits as u32);
        guest.set_reg(Reg(self.float_result.0 + 1), (bits >> 32) as u32);
    }

    /// The bytes of memory as they are printed.
    pub(super) fn text(&self, bytes: Vec<u8>) -> Vec<u8> {
        match self.utf8 {
            true => String::from_utf8_lossy(&bytes).into_owned().into_bytes(),
            false => printable(bytes),
        }
    }
}
