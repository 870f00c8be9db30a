//! The calls of Linux, one row each, numbered for each processor.

use super::{Action, Linux, Pending, Request, TRANSFER_LIMIT};
use crate::env::call::{Call, CallRow, CallTable, rows};
use crate::isa::Reg;

type LinuxCall = Call<Linux>;

/// The calls of Linux on RISC-V.
pub static RISCV_TABLE: CallTable = CallTable {
    environment: "linux",
    isa: "rv32",
    instruction: "ecall",
    number: Reg(17),
    rows: &RISCV_ROWS,
    end_of_input: "give it more input, or check for the end: read returns 0 there",
    user_traps: false,
    always_gives: &[Reg(10)],
};

/// The calls of Linux on MIPS.
pub static MIPS_TABLE: CallTable = CallTable {
    environment: "linux",
    isa: "mips32",
    instruction: "syscall",
    number: Reg(2),
    rows: &MIPS_ROWS,
    end_of_input: "give it more input, or check for the end: read returns 0 there",
    user_traps: false,
    always_gives: &[Reg(2), Reg(7)],
};

static RISCV_ROWS: [CallRow; RISCV.len()] = rows(RISCV);
static MIPS_ROWS: [CallRow; MIPS.len()] = rows(MIPS);

const R: Registers = Registers {
    args: [&[Reg(10)], &[Reg(11)], &[Reg(12)]],
    result: &[Reg(10)],
};

const M: Registers = Registers {
    args: [&[Reg(4)], &[Reg(5)], &[Reg(6)]],
    result: &[Reg(2)],
};

/// Every call on RISC-V, in the order of the numbers.
pub(super) const RISCV: &[LinuxCall] = &[
    R.openat(56),
    R.close(57),
    R.read(63),
    R.write(64),
    R.exit(93, "exit"),
    R.exit(94, "exit_group"),
    R.brk(214),
    R.getrandom(278),
];

/// Every call on MIPS, in the order of the numbers.
pub(super) const MIPS: &[LinuxCall] = &[
    M.exit(4001, "exit"),
    M.read(4003),
    M.write(4004),
    M.open(4005),
    M.close(4006),
    M.brk(4045),
    M.exit(4246, "exit_group"),
    M.openat(4288),
    M.getrandom(4353),
];

const FILE: &str = "number of the file (0, 1, 2: standard streams)";
const PATH: &str = "address of the path, which ends with a zero byte";
const FLAGS: &str = "flags: 0 read, 1 write, 2 both, and those of the processor";

/// Where a processor has arguments and results.
struct Registers {
    args: [&'static [Reg]; 3],
    result: &'static [Reg],
}

impl Registers {
    const fn exit(&self, number: u32, name: &'static str) -> LinuxCall {
        let [code, ..] = self.args;
        LinuxCall::new(
            number,
            name,
            "Ends the program with an exit code.",
            |linux, guest| Ok(Action::Exit(linux.abi.arg(guest, 0) as i32)),
        )
        .takes(code, "the exit code")
        .ends()
    }

    const fn read(&self, number: u32) -> LinuxCall {
        let [file, buffer, count] = self.args;
        LinuxCall::new(
            number,
            "read",
            "Reads bytes from a file into memory.",
            |linux, guest| {
                let [file, buffer, count] = [0, 1, 2].map(|index| linux.abi.arg(guest, index));
                let count = count.min(TRANSFER_LIMIT);
                Ok(linux.ask(Pending::Read { buffer }, Request::Read { file, count }))
            },
        )
        .takes(file, FILE)
        .takes(buffer, "address of the buffer")
        .takes(count, "most bytes to read")
        .gives(self.result, "how many bytes were read, 0 at the end")
        .fills(buffer, count)
    }

    const fn write(&self, number: u32) -> LinuxCall {
        let [file, buffer, count] = self.args;
        LinuxCall::new(
            number,
            "write",
            "Writes bytes to a file.",
            |linux, guest| Ok(linux.write(guest)),
        )
        .takes(file, FILE)
        .takes(buffer, "address of the bytes")
        .prints_at(buffer)
        .takes(count, "how many bytes")
        .gives(self.result, "how many bytes were written")
    }

    const fn open(&self, number: u32) -> LinuxCall {
        let [path, flags, _] = self.args;
        LinuxCall::new(number, "open", "Opens a file.", |linux, guest| {
            Ok(linux.open(guest, 0))
        })
        .takes(path, PATH)
        .takes(flags, FLAGS)
        .gives(self.result, "number of the file")
    }

    const fn openat(&self, number: u32) -> LinuxCall {
        let [directory, path, flags] = self.args;
        LinuxCall::new(number, "openat", "Opens a file.", |linux, guest| {
            Ok(linux.open(guest, 1))
        })
        .may_take(directory, "a directory, which is ignored")
        .takes(path, PATH)
        .takes(flags, FLAGS)
        .gives(self.result, "number of the file")
    }

    const fn close(&self, number: u32) -> LinuxCall {
        let [file, ..] = self.args;
        LinuxCall::new(number, "close", "Closes a file.", |linux, guest| {
            let file = linux.abi.arg(guest, 0);
            Ok(linux.ask(Pending::Closed, Request::Close { file }))
        })
        .takes(file, "number of the file")
        .gives(self.result, "0")
    }

    const fn brk(&self, number: u32) -> LinuxCall {
        let [end, ..] = self.args;
        LinuxCall::new(
            number,
            "brk",
            "Moves the end of the heap.",
            |linux, guest| Ok(linux.brk(guest)),
        )
        .takes(end, "the new end, or 0 to ask for the present one")
        .gives(self.result, "where the heap ends now")
    }

    const fn getrandom(&self, number: u32) -> LinuxCall {
        let [buffer, count, flags] = self.args;
        LinuxCall::new(
            number,
            "getrandom",
            "Fills memory with random bytes, the same ones for the same `--seed`.",
            Linux::getrandom,
        )
        .takes(buffer, "address of the buffer")
        .takes(count, "how many bytes")
        .may_take(flags, "flags, which are ignored")
        .gives(self.result, "how many bytes were stored")
        .fills(buffer, count)
    }
}
