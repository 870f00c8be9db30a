//! The services of MARS and their registers.

use super::rows::{CallRegisters, Service};
use crate::env::call::{CallRow, CallTable, rows};
use crate::isa::Reg;

/// The services.
pub const TABLE: CallTable = CallTable {
    environment: "mars",
    isa: "mips32",
    instruction: "syscall",
    number: Reg(2),
    rows: &ROWS,
    end_of_input: "give it more input, or use a last line of input to tell the program to stop",
    user_traps: false,
    always_gives: &[],
};

static ROWS: [CallRow; CALLS.len()] = rows(CALLS);

pub(super) const REGISTERS: CallRegisters = CallRegisters {
    a0: &[Reg(4)],
    a1: &[Reg(5)],
    a2: &[Reg(6)],
    a3: &[Reg(7)],
    a0_and_a1: &[Reg(4), Reg(5)],
    result: &[Reg(2)],
    float: &[Reg(44)],
    double: &[Reg(44), Reg(45)],
    float_result: &[Reg(32)],
    double_result: &[Reg(32), Reg(33)],
};

/// Every service, in the order of the numbers.
pub(super) const CALLS: &[Service] = &[
    REGISTERS.print_int(1),
    REGISTERS.print_float(2),
    REGISTERS.print_double(3),
    REGISTERS.print_string(4),
    REGISTERS.read_int(5),
    REGISTERS.read_float(6),
    REGISTERS.read_double(7),
    REGISTERS.read_string(8),
    REGISTERS.sbrk(9),
    REGISTERS.exit(10),
    REGISTERS.print_char(11),
    REGISTERS.read_char(12),
    REGISTERS.open(13),
    REGISTERS.read(14),
    REGISTERS.write(15),
    REGISTERS.close(16),
    REGISTERS.exit2(17),
    REGISTERS.time(30),
    REGISTERS.midi_out(31),
    REGISTERS.sleep(32),
    REGISTERS.midi_out_sync(33),
    REGISTERS.print_hex(34),
    REGISTERS.print_binary(35),
    REGISTERS.print_unsigned(36),
    REGISTERS.set_seed(40),
    REGISTERS.random_int(41),
    REGISTERS.random_int_range(42),
    REGISTERS.random_float(43),
    REGISTERS.random_double(44),
    REGISTERS.confirm_dialog(50),
    REGISTERS.input_dialog_int(51),
    REGISTERS.input_dialog_float(52),
    REGISTERS.input_dialog_double(53),
    REGISTERS.input_dialog_string(54),
    REGISTERS.message_dialog(55),
    REGISTERS.message_dialog_int(56),
    REGISTERS.message_dialog_float(57),
    REGISTERS.message_dialog_double(58),
    REGISTERS.message_dialog_string(59),
    REGISTERS.clear_screen(60),
];
