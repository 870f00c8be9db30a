//! The calls of Linux, numbered for each processor.

use super::Linux;
use super::files::StatLayout;
use super::rows::{ROBUST, Registers, SIGNALS, USER};
use super::system::TimeLayout;
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
    args: [&[Reg(10)], &[Reg(11)], &[Reg(12)], &[Reg(13)]],
    result: &[Reg(10)],
};

const M: Registers = Registers {
    args: [&[Reg(4)], &[Reg(5)], &[Reg(6)], &[Reg(7)]],
    result: &[Reg(2)],
};

/// Every call on RISC-V, in the order of the numbers.
pub(super) const RISCV: &[LinuxCall] = &[
    R.getcwd(17),
    R.fcntl(25, "fcntl"),
    R.ioctl(29),
    R.faccessat(48),
    R.openat(56),
    R.close(57),
    R.llseek(62),
    R.read(63),
    R.write(64),
    R.readv(65),
    R.writev(66),
    R.readlinkat(78),
    R.fstatat(79, "newfstatat", |linux, guest| {
        let [buffer, flags] = [2, 3].map(|k| linux.arg(guest, k));
        Ok(linux.stat_at(guest, flags, StatLayout::Generic, buffer))
    }),
    R.fstat(80, "fstat", |linux, guest| {
        let [file, buffer] = [0, 1].map(|k| linux.arg(guest, k));
        Ok(linux.stat_file(guest, file, StatLayout::Generic, buffer))
    }),
    R.exit(93, "exit"),
    R.exit(94, "exit_group"),
    R.set_tid_address(96),
    R.futex(98, "futex"),
    R.accepted(99, "set_robust_list", ROBUST),
    R.kill(129, "kill", |linux, guest| Ok(linux.kill(guest, 1))),
    R.kill(130, "tkill", |linux, guest| Ok(linux.kill(guest, 1))),
    R.kill(131, "tgkill", |linux, guest| Ok(linux.kill(guest, 2))),
    R.accepted(132, "sigaltstack", SIGNALS),
    R.accepted(134, "rt_sigaction", SIGNALS),
    R.accepted(135, "rt_sigprocmask", SIGNALS),
    R.uname(160),
    R.gettimeofday(169, |linux, guest| {
        Ok(linux.gettimeofday(guest, TimeLayout::Microseconds64))
    }),
    R.process(172, "getpid"),
    R.process(173, "getppid"),
    R.accepted(174, "getuid", USER),
    R.accepted(175, "geteuid", USER),
    R.accepted(176, "getgid", USER),
    R.accepted(177, "getegid", USER),
    R.process(178, "gettid"),
    R.sysinfo(179),
    R.brk(214),
    R.munmap(215),
    R.mremap(216),
    R.mmap(222, "mmap"),
    R.mprotect(226),
    R.accepted(233, "madvise", "Accepts advice about memory."),
    R.prlimit(261),
    R.getrandom(278),
    R.statx(291),
    R.clock_gettime(403, "clock_gettime64", |linux, guest| {
        Ok(linux.clock_gettime(guest, TimeLayout::Nanoseconds64))
    }),
    R.clock_nanosleep(407, "clock_nanosleep_time64", |linux, guest| {
        Ok(linux.sleep(guest, 2, true))
    }),
    R.futex(422, "futex_time64"),
];

/// Every call on MIPS, in the order of the numbers.
pub(super) const MIPS: &[LinuxCall] = &[
    M.exit(4001, "exit"),
    M.read(4003),
    M.write(4004),
    M.open(4005),
    M.close(4006),
    M.lseek(4019),
    M.process(4020, "getpid"),
    M.accepted(4024, "getuid", USER),
    M.access(4033),
    M.kill(4037, "kill", |linux, guest| Ok(linux.kill(guest, 1))),
    M.brk(4045),
    M.accepted(4047, "getgid", USER),
    M.accepted(4049, "geteuid", USER),
    M.accepted(4050, "getegid", USER),
    M.ioctl(4054),
    M.fcntl(4055, "fcntl"),
    M.process(4064, "getppid"),
    M.gettimeofday(4078, |linux, guest| {
        Ok(linux.gettimeofday(guest, TimeLayout::Microseconds32))
    }),
    M.readlink(4085),
    M.mmap(4090, "mmap"),
    M.munmap(4091),
    M.sysinfo(4116),
    M.uname(4122),
    M.mprotect(4125),
    M.llseek(4140),
    M.readv(4145),
    M.writev(4146),
    M.nanosleep(4166),
    M.mremap(4167),
    M.accepted(4194, "rt_sigaction", SIGNALS),
    M.accepted(4195, "rt_sigprocmask", SIGNALS),
    M.getcwd(4203),
    M.accepted(4206, "sigaltstack", SIGNALS),
    M.mmap(4210, "mmap2"),
    M.stat(4213, "stat64"),
    M.stat(4214, "lstat64"),
    M.fstat(4215, "fstat64", |linux, guest| {
        let [file, buffer] = [0, 1].map(|k| linux.arg(guest, k));
        Ok(linux.stat_file(guest, file, StatLayout::Mips, buffer))
    }),
    M.accepted(4218, "madvise", "Accepts advice about memory."),
    M.fcntl(4220, "fcntl64"),
    M.process(4222, "gettid"),
    M.kill(4236, "tkill", |linux, guest| Ok(linux.kill(guest, 1))),
    M.futex(4238, "futex"),
    M.exit(4246, "exit_group"),
    M.set_tid_address(4252),
    M.clock_gettime(4263, "clock_gettime", |linux, guest| {
        Ok(linux.clock_gettime(guest, TimeLayout::Nanoseconds32))
    }),
    M.clock_nanosleep(4265, "clock_nanosleep", |linux, guest| {
        Ok(linux.sleep(guest, 2, false))
    }),
    M.kill(4266, "tgkill", |linux, guest| Ok(linux.kill(guest, 2))),
    M.set_thread_area(4283),
    M.openat(4288),
    M.fstatat(4293, "fstatat64", |linux, guest| {
        let [buffer, flags] = [2, 3].map(|k| linux.arg(guest, k));
        Ok(linux.stat_at(guest, flags, StatLayout::Mips, buffer))
    }),
    M.readlinkat(4298),
    M.faccessat(4300),
    M.accepted(4309, "set_robust_list", ROBUST),
    M.prlimit(4338),
    M.getrandom(4353),
    M.statx(4366),
    M.clock_gettime(4403, "clock_gettime64", |linux, guest| {
        Ok(linux.clock_gettime(guest, TimeLayout::Nanoseconds64))
    }),
    M.clock_nanosleep(4407, "clock_nanosleep_time64", |linux, guest| {
        Ok(linux.sleep(guest, 2, true))
    }),
    M.futex(4422, "futex_time64"),
];
