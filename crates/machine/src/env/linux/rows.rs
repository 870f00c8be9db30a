//! The calls of Linux, one row each: name, words, registers, and what answers it.

use super::files::StatLayout;
use super::{Action, ENOENT, Guest, Linux, Pending, Request, TRANSFER_LIMIT};
use crate::env::CallFault;
use crate::env::call::{Call, Handler};
use crate::isa::Reg;

type LinuxCall = Call<Linux>;
type LinuxHandler = Handler<Linux>;

const FILE: &str = "number of the file (0, 1, 2: standard streams)";
const PATH: &str = "address of the path, which ends with a zero byte";
const FLAGS: &str = "flags: 0 read, 1 write, 2 both, and those of the processor";
const DIRECTORY: &str = "a directory, which is ignored";
pub(super) const SIGNALS: &str = "Accepts what to do on a signal; none ever comes.";
pub(super) const ROBUST: &str = "Accepts a list of locks; there is one thread.";
pub(super) const USER: &str = "The number of the user or group, which is 0.";

/// Where a processor has arguments and results.
pub(super) struct Registers {
    pub(super) args: [&'static [Reg]; 4],
    pub(super) result: &'static [Reg],
}

impl Registers {
    pub(super) const fn exit(&self, number: u32, name: &'static str) -> LinuxCall {
        let [code, ..] = self.args;
        LinuxCall::new(
            number,
            name,
            "Ends the program with an exit code.",
            |linux, guest| Ok(Action::Exit(linux.arg(guest, 0) as i32)),
        )
        .takes(code, "the exit code")
        .ends()
    }

    pub(super) const fn read(&self, number: u32) -> LinuxCall {
        let [file, buffer, count, _] = self.args;
        LinuxCall::new(
            number,
            "read",
            "Reads bytes from a file into memory.",
            |linux, guest| {
                let [file, buffer, count] = [0, 1, 2].map(|index| linux.arg(guest, index));
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

    pub(super) const fn write(&self, number: u32) -> LinuxCall {
        let [file, buffer, count, _] = self.args;
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

    pub(super) const fn open(&self, number: u32) -> LinuxCall {
        let [path, flags, ..] = self.args;
        LinuxCall::new(number, "open", "Opens a file.", |linux, guest| {
            Ok(linux.open(guest, 0))
        })
        .takes(path, PATH)
        .takes(flags, FLAGS)
        .gives(self.result, "number of the file")
    }

    pub(super) const fn openat(&self, number: u32) -> LinuxCall {
        let [directory, path, flags, _] = self.args;
        LinuxCall::new(number, "openat", "Opens a file.", |linux, guest| {
            Ok(linux.open(guest, 1))
        })
        .may_take(directory, DIRECTORY)
        .takes(path, PATH)
        .takes(flags, FLAGS)
        .gives(self.result, "number of the file")
    }

    pub(super) const fn close(&self, number: u32) -> LinuxCall {
        let [file, ..] = self.args;
        LinuxCall::new(number, "close", "Closes a file.", |linux, guest| {
            let file = linux.arg(guest, 0);
            Ok(linux.ask(Pending::Closed, Request::Close { file }))
        })
        .takes(file, "number of the file")
        .gives(self.result, "0")
    }

    pub(super) const fn brk(&self, number: u32) -> LinuxCall {
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

    pub(super) const fn getrandom(&self, number: u32) -> LinuxCall {
        let [buffer, count, flags, _] = self.args;
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

    pub(super) const fn lseek(&self, number: u32) -> LinuxCall {
        let [file, offset, whence, _] = self.args;
        LinuxCall::new(
            number,
            "lseek",
            "Moves the place where a file is read or written next.",
            |linux, guest| {
                let (offset, whence) = (linux.arg(guest, 1) as i32, linux.arg(guest, 2));
                Ok(linux.seek(guest, offset.into(), whence, None))
            },
        )
        .takes(file, "number of the file")
        .takes(offset, "how far")
        .takes(whence, "from where: 0 the beginning, 1 here, 2 the end")
        .gives(self.result, "the new place")
    }

    pub(super) const fn llseek(&self, number: u32) -> LinuxCall {
        let [file, high, low, place] = self.args;
        LinuxCall::new(
            number,
            "_llseek",
            "Moves the place where a file is read or written next, by 64 bits; the fifth argument is \
             as of `lseek`.",
            |linux, guest| {
                let [high, low, place, whence] = [1, 2, 3, 4].map(|k| linux.arg(guest, k));
                let offset = (u64::from(high) << 32 | u64::from(low)) as i64;
                Ok(linux.seek(guest, offset, whence, Some(place)))
            },
        )
        .takes(file, "number of the file")
        .takes(high, "how far, the upper 32 bits")
        .takes(low, "the lower 32 bits")
        .takes(place, "address where the new place is stored")
        .gives(self.result, "0")
    }

    pub(super) const fn readv(&self, number: u32) -> LinuxCall {
        let call = LinuxCall::new(
            number,
            "readv",
            "Reads bytes from a file into several places of memory.",
            |linux, guest| Ok(linux.readv(guest)),
        );
        self.vectors(call, "how many bytes were read, 0 at the end")
    }

    pub(super) const fn writev(&self, number: u32) -> LinuxCall {
        let call = LinuxCall::new(
            number,
            "writev",
            "Writes bytes from several places of memory to a file.",
            |linux, guest| Ok(linux.writev(guest)),
        );
        self.vectors(call, "how many bytes were written")
    }

    const fn vectors(&self, call: LinuxCall, gives: &'static str) -> LinuxCall {
        let [file, list, count, _] = self.args;
        call.takes(file, FILE)
            .takes(list, "address of a list of addresses and lengths")
            .takes(count, "how many of them")
            .gives(self.result, gives)
    }

    pub(super) const fn fstat(
        &self,
        number: u32,
        name: &'static str,
        run: LinuxHandler,
    ) -> LinuxCall {
        let [file, buffer, ..] = self.args;
        LinuxCall::new(
            number,
            name,
            "Describes an open file: its size and kind.",
            run,
        )
        .takes(file, FILE)
        .takes(buffer, "address of the structure to fill")
        .gives(self.result, "0")
    }

    pub(super) const fn stat(&self, number: u32, name: &'static str) -> LinuxCall {
        let [path, buffer, ..] = self.args;
        LinuxCall::new(
            number,
            name,
            "Describes a file: its size and kind.",
            |linux, guest| {
                let [path, buffer] = [0, 1].map(|k| linux.arg(guest, k));
                Ok(linux.stat_path(guest, path, StatLayout::Mips, buffer))
            },
        )
        .takes(path, PATH)
        .takes(buffer, "address of the structure to fill")
        .gives(self.result, "0")
    }

    pub(super) const fn fstatat(
        &self,
        number: u32,
        name: &'static str,
        run: LinuxHandler,
    ) -> LinuxCall {
        let [file, path, buffer, flags] = self.args;
        LinuxCall::new(number, name, "Describes a file: its size and kind.", run)
            .may_take(file, "a directory, which is ignored, or an open file")
            .takes(path, PATH)
            .takes(buffer, "address of the structure to fill")
            .takes(
                flags,
                "flags: 0x1000 allows an empty path, for the open file",
            )
            .gives(self.result, "0")
    }

    pub(super) const fn statx(&self, number: u32) -> LinuxCall {
        let [file, path, flags, mask] = self.args;
        LinuxCall::new(
            number,
            "statx",
            "Describes a file in the structure whose address is the fifth argument.",
            |linux, guest| {
                let [flags, buffer] = [2, 4].map(|k| linux.arg(guest, k));
                Ok(linux.stat_at(guest, flags, StatLayout::Statx, buffer))
            },
        )
        .may_take(file, "a directory, which is ignored, or an open file")
        .takes(path, PATH)
        .takes(
            flags,
            "flags: 0x1000 allows an empty path, for the open file",
        )
        .may_take(mask, "which fields, which is ignored")
        .gives(self.result, "0")
    }

    pub(super) const fn access(&self, number: u32) -> LinuxCall {
        let [path, ..] = self.args;
        LinuxCall::new(
            number,
            "access",
            "Finds out whether a file can be read.",
            |linux, guest| {
                let path = linux.arg(guest, 0);
                Ok(linux.stat_path(guest, path, StatLayout::Nothing, 0))
            },
        )
        .takes(path, PATH)
        .gives(self.result, "0")
    }

    pub(super) const fn faccessat(&self, number: u32) -> LinuxCall {
        let [directory, path, ..] = self.args;
        LinuxCall::new(
            number,
            "faccessat",
            "Finds out whether a file can be read.",
            |linux, guest| {
                let path = linux.arg(guest, 1);
                Ok(linux.stat_path(guest, path, StatLayout::Nothing, 0))
            },
        )
        .may_take(directory, DIRECTORY)
        .takes(path, PATH)
        .gives(self.result, "0")
    }

    pub(super) const fn readlink(&self, number: u32) -> LinuxCall {
        let [path, ..] = self.args;
        let call = LinuxCall::new(number, "readlink", NO_LINKS, no_links);
        call.may_take(path, PATH).gives(self.result, "the error")
    }

    pub(super) const fn readlinkat(&self, number: u32) -> LinuxCall {
        let [directory, path, ..] = self.args;
        let call = LinuxCall::new(number, "readlinkat", NO_LINKS, no_links);
        call.may_take(directory, DIRECTORY)
            .may_take(path, PATH)
            .gives(self.result, "the error")
    }

    pub(super) const fn getcwd(&self, number: u32) -> LinuxCall {
        let [buffer, size, ..] = self.args;
        LinuxCall::new(
            number,
            "getcwd",
            "Stores the path of the working directory, which is `/`.",
            |linux, guest| Ok(linux.getcwd(guest)),
        )
        .takes(buffer, "address of the buffer")
        .takes(size, "its size")
        .gives(self.result, "how many bytes were stored")
    }

    pub(super) const fn fcntl(&self, number: u32, name: &'static str) -> LinuxCall {
        let [file, command, ..] = self.args;
        LinuxCall::new(
            number,
            name,
            "Asks for the flags of an open file, or accepts others; it cannot be duplicated.",
            |linux, guest| Ok(linux.fcntl(guest)),
        )
        .takes(file, FILE)
        .takes(command, "the command")
        .gives(self.result, "the flags, or 0")
    }

    pub(super) const fn ioctl(&self, number: u32) -> LinuxCall {
        let [file, command, ..] = self.args;
        LinuxCall::new(
            number,
            "ioctl",
            "Asks for a property of a terminal, and fails: no file is one.",
            |linux, guest| Ok(linux.ioctl(guest)),
        )
        .takes(file, FILE)
        .may_take(command, "the command")
        .gives(self.result, "the error")
    }

    pub(super) const fn mmap(&self, number: u32, name: &'static str) -> LinuxCall {
        let [address, size, protection, flags] = self.args;
        LinuxCall::new(
            number,
            name,
            "Gives the program more memory, which is zero; files cannot be mapped.",
            Linux::mmap,
        )
        .takes(address, "where, if the flags say so, or 0")
        .takes(size, "how many bytes")
        .takes(protection, "1 to read, 2 to write, and their sum")
        .takes(
            flags,
            "flags: 0x10 at this address, and those of the processor",
        )
        .gives(self.result, "address of the memory")
    }

    pub(super) const fn munmap(&self, number: u32) -> LinuxCall {
        let [address, size, ..] = self.args;
        LinuxCall::new(number, "munmap", "Gives memory back.", Linux::munmap)
            .takes(address, "address of the memory")
            .takes(size, "how many bytes")
            .gives(self.result, "0")
    }

    pub(super) const fn mremap(&self, number: u32) -> LinuxCall {
        let [address, old, new, flags] = self.args;
        LinuxCall::new(
            number,
            "mremap",
            "Makes memory that `mmap` gave larger or smaller.",
            Linux::mremap,
        )
        .takes(address, "address of the memory")
        .takes(old, "how many bytes it has")
        .takes(new, "how many it shall have")
        .takes(flags, "flags: 1 allows another address")
        .gives(self.result, "address of the memory")
    }

    pub(super) const fn mprotect(&self, number: u32) -> LinuxCall {
        let [address, size, protection, _] = self.args;
        LinuxCall::new(
            number,
            "mprotect",
            "Changes what may be done with memory that `mmap` gave.",
            |linux, guest| Ok(linux.mprotect(guest)),
        )
        .takes(address, "address of the memory")
        .takes(size, "how many bytes")
        .takes(protection, "1 to read, 2 to write, and their sum")
        .gives(self.result, "0")
    }

    pub(super) const fn clock_gettime(
        &self,
        number: u32,
        name: &'static str,
        run: LinuxHandler,
    ) -> LinuxCall {
        let [clock, address, ..] = self.args;
        LinuxCall::new(
            number,
            name,
            "Stores the time of a clock: 0 is the time of the day, others count instructions as \
             nanoseconds.",
            run,
        )
        .takes(clock, "number of the clock")
        .takes(address, "address where the time is stored")
        .gives(self.result, "0")
    }

    pub(super) const fn gettimeofday(&self, number: u32, run: LinuxHandler) -> LinuxCall {
        let [address, ..] = self.args;
        LinuxCall::new(number, "gettimeofday", "Stores the time of the day.", run)
            .takes(address, "address where the time is stored")
            .gives(self.result, "0")
    }

    pub(super) const fn nanosleep(&self, number: u32) -> LinuxCall {
        let [time, ..] = self.args;
        LinuxCall::new(number, "nanosleep", "Waits.", |linux, guest| {
            Ok(linux.sleep(guest, 0, false))
        })
        .takes(time, "address of the time to wait")
        .gives(self.result, "0")
    }

    pub(super) const fn clock_nanosleep(
        &self,
        number: u32,
        name: &'static str,
        run: LinuxHandler,
    ) -> LinuxCall {
        let [clock, flags, time, _] = self.args;
        LinuxCall::new(number, name, "Waits.", run)
            .may_take(clock, "number of the clock, which is ignored")
            .may_take(flags, "flags, which are ignored")
            .takes(time, "address of the time to wait")
            .gives(self.result, "0")
    }

    pub(super) const fn uname(&self, number: u32) -> LinuxCall {
        let [buffer, ..] = self.args;
        LinuxCall::new(
            number,
            "uname",
            "Stores the name and version of the system.",
            |linux, guest| Ok(linux.uname(guest)),
        )
        .takes(buffer, "address of the structure to fill")
        .gives(self.result, "0")
    }

    pub(super) const fn sysinfo(&self, number: u32) -> LinuxCall {
        let [buffer, ..] = self.args;
        LinuxCall::new(
            number,
            "sysinfo",
            "Stores how much memory the system has: a gigabyte.",
            |linux, guest| Ok(linux.sysinfo(guest)),
        )
        .takes(buffer, "address of the structure to fill")
        .gives(self.result, "0")
    }

    pub(super) const fn prlimit(&self, number: u32) -> LinuxCall {
        let [process, resource, new, old] = self.args;
        LinuxCall::new(
            number,
            "prlimit64",
            "Stores a limit of the process: 8 MiB of stack; the others are unlimited.",
            |linux, guest| Ok(linux.prlimit(guest)),
        )
        .may_take(process, "the process, which is ignored")
        .takes(resource, "which limit: 3 is the stack")
        .may_take(new, "a new limit, which is ignored")
        .takes(old, "address where the limit is stored, or 0")
        .gives(self.result, "0")
    }

    pub(super) const fn set_tid_address(&self, number: u32) -> LinuxCall {
        let [address, ..] = self.args;
        LinuxCall::new(
            number,
            "set_tid_address",
            "Accepts an address; there is one thread.",
            |linux, guest| Ok(linux.result(guest, 1)),
        )
        .may_take(address, "the address, which is ignored")
        .gives(self.result, "the number of the thread, 1")
    }

    pub(super) const fn set_thread_area(&self, number: u32) -> LinuxCall {
        let [address, ..] = self.args;
        LinuxCall::new(
            number,
            "set_thread_area",
            "Sets what `rdhwr` reads from `$29`: where the variables of the thread are.",
            |linux, guest| Ok(linux.set_thread_area(guest)),
        )
        .takes(address, "the address")
        .gives(self.result, "0")
    }

    pub(super) const fn futex(&self, number: u32, name: &'static str) -> LinuxCall {
        let [address, operation, ..] = self.args;
        LinuxCall::new(
            number,
            name,
            "Wakes nobody; waiting fails at once, because there is one thread.",
            |linux, guest| Ok(linux.futex(guest)),
        )
        .may_take(address, "address of the lock")
        .takes(operation, "what to do")
        .gives(self.result, "0")
    }

    pub(super) const fn kill(
        &self,
        number: u32,
        name: &'static str,
        run: LinuxHandler,
    ) -> LinuxCall {
        LinuxCall::new(
            number,
            name,
            "Sends a signal, which ends the program with 128 and the number of the signal.",
            run,
        )
        .gives(self.result, "0 if there is no signal")
    }

    pub(super) const fn process(&self, number: u32, name: &'static str) -> LinuxCall {
        LinuxCall::new(
            number,
            name,
            "The number of the process, which is 1.",
            |linux, guest| Ok(linux.result(guest, 1)),
        )
        .gives(self.result, "1")
    }

    pub(super) const fn accepted(
        &self,
        number: u32,
        name: &'static str,
        doc: &'static str,
    ) -> LinuxCall {
        LinuxCall::new(number, name, doc, |linux, guest| Ok(linux.result(guest, 0)))
            .gives(self.result, "0")
    }
}

const NO_LINKS: &str = "Reads a link, and fails: there are no links.";

fn no_links(linux: &mut Linux, guest: &mut dyn Guest) -> Result<Action, CallFault> {
    Ok(linux.result(guest, ENOENT))
}
