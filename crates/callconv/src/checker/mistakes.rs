//! Mistakes that the machine lets pass: accesses that are allowed but rarely meant, divisions by zero,
//! calls of the environment with a value that nobody set, and functions without an end.
//!
//! None of it costs anything until it happens. The machine stops at odd accesses ([`Tripwires`]), and
//! says when it is about to call the environment. Of code that divides, it is remembered whether a
//! divisor was zero.

use super::Checker;
use crate::finding::{NoText, What};
use assembler::Program;
use machine::isa::{Bank, IsaDesc, Reg, RegisterSet};
use machine::memory::{Memory, Tripwires};
use machine::observe::TrippedAccess;
use machine::run::Registers;
use rustc_hash::FxHashSet;

/// Nothing useful is below this address, unless a program was told to put something there.
const LOW: u32 = 0x1000;
/// As many odd accesses are told before the machine stops at them no more.
const MOST_TRIPS: u32 = 256;
/// As many accesses to new memory of the heap are looked at.
const MOST_NEW: u32 = 4_096;
/// The largest piece of the heap that is looked at.
const LARGEST_NEW: u32 = 1 << 20;

/// What is known for finding them.
#[derive(Clone, Debug)]
pub(super) struct Mistakes {
    tripwires: Tripwires,
    /// Data among instructions, by address: first and the one after the last.
    data: Vec<(u32, u32)>,
    /// Where the instructions are.
    code: (u32, u32),
    trips: u32,
    /// What the register with the second argument of the program holds at the start.
    second_argument: u32,
    /// The registers for arguments that hold nothing at the start, and that nobody has written since.
    pub(super) untouched: RegisterSet,
    /// The bytes that the program is asking for.
    asked: Option<u32>,
    /// The last pieces of the heap that it got: the first address and the one after the last.
    new: (u32, u32),
    /// The words of it that were written.
    written: FxHashSet<u32>,
    looks: u32,
}

impl Mistakes {
    /// What a program with source should not do.
    pub(super) fn of(program: &Program) -> Self {
        let data = program
            .lines
            .iter()
            .filter(|line| !line.code && line.size > 0);
        let data: Vec<(u32, u32)> = data
            .map(|line| (line.address, line.address.saturating_add(line.size)))
            .collect();
        let segments = || program.image.segments.iter().filter(|s| s.size > 0);
        let code = segments().find(|s| s.access.execute && s.address <= program.image.entry);
        let code = code.map_or((0, 0), |s| (s.address, s.end()));
        let has_source = !program.lines.is_empty();
        let is_free = segments().all(|s| s.access.execute || s.address >= LOW)
            && data.iter().all(|(first, _)| *first >= LOW);
        Mistakes {
            tripwires: Tripwires {
                below: if is_free && has_source { LOW } else { 0 },
                stores: if has_source { code } else { (0, 0) },
                misaligned: has_source,
                ..Tripwires::NONE
            },
            data,
            code,
            trips: 0,
            second_argument: 0,
            untouched: RegisterSet::EMPTY,
            asked: None,
            new: (0, 0),
            written: FxHashSet::default(),
            looks: 0,
        }
    }

    /// Nothing has run yet.
    pub(super) fn begin(&mut self, desc: &IsaDesc, registers: &Registers) {
        self.trips = 0;
        (self.asked, self.new, self.looks) = (None, (0, 0), 0);
        self.written.clear();
        let second = desc.abi.args.get(1);
        self.second_argument = second.map_or(0, |reg| registers.get(*reg) as u32);
        let empty = desc.abi.args.iter().filter(|reg| registers.get(**reg) == 0);
        self.untouched = empty.copied().collect();
    }

    pub(super) fn tripwires(&self) -> Tripwires {
        let usual = match self.trips < MOST_TRIPS {
            true => self.tripwires,
            false => Tripwires::NONE,
        };
        match self.looks < MOST_NEW {
            true => Tripwires {
                all: self.new,
                ..usual
            },
            false => usual,
        }
    }

    /// The environment has put a value into a register: the new memory, if that was asked for.
    pub(super) fn answered(&mut self, address: u32) {
        if let Some(bytes) = self.asked.take() {
            let end = address.saturating_add(bytes);
            let (first, before) = self.new;
            // A piece right after the one before makes it larger.
            let grows = before == address && end - first < LARGEST_NEW;
            if !grows {
                self.written.clear();
            }
            self.new = (if grows { first } else { address }, end);
        }
    }

    /// The environment may write so many bytes from an address on, and a zero byte.
    fn fill(&mut self, address: u32, size: u32) {
        let (first, end) = self.new;
        let last = address.saturating_add(size).min(end);
        self.written.extend((address.max(first) >> 2)..=(last >> 2));
    }

    /// Looks at an access to new memory; true if it reads what was never written.
    fn reads_new(&mut self, address: u32, size: u8, store: bool) -> bool {
        self.looks += 1;
        let words = (address >> 2)..=(address.saturating_add(u32::from(size) - 1) >> 2);
        if store {
            self.written.extend(words);
            return false;
        }
        words.into_iter().any(|word| !self.written.contains(&word))
    }

    fn is_data(&self, address: u32) -> bool {
        let after = self.data.partition_point(|(first, _)| *first <= address);
        let before = after.checked_sub(1).and_then(|at| self.data.get(at));
        before.is_some_and(|(_, end)| address < *end)
    }

    /// Whether there are instructions and no data.
    fn is_code(&self, address: u32) -> bool {
        (self.code.0..self.code.1).contains(&address) && !self.is_data(address)
    }
}

impl Checker {
    /// An access that is allowed, and odd.
    pub(super) fn odd_access(&mut self, access: &TrippedAccess) {
        let TrippedAccess {
            pc,
            address,
            size,
            store,
        } = *access;
        let (first, end) = self.mistakes.new;
        if address >= first && address < end {
            if self.mistakes.reads_new(address, size, store) && !self.stopped {
                self.report_at(What::NewMemory { address }, pc);
            }
            if self.is_aligned(address, size) {
                return;
            }
        }
        self.mistakes.trips += 1;
        if self.stopped || self.mistakes.is_data(address) && self.is_aligned(address, size) {
            return;
        }
        let what = if store && self.mistakes.is_code(address) {
            What::WroteCode { address }
        } else if address < self.mistakes.tripwires.below {
            What::LowAccess { address, store }
        } else if !self.is_aligned(address, size) {
            What::OddAddress {
                address,
                size,
                store,
            }
        } else {
            return;
        };
        self.report_at(what, pc);
    }

    fn is_aligned(&self, address: u32, size: u8) -> bool {
        !self.mistakes.tripwires.misaligned || address.is_multiple_of(size.into())
    }

    /// The present instruction may divide by zero.
    pub(super) fn check_division(&mut self) {
        let divisor = Reg(self.at.insn.rs2);
        // What is not known any more after this code is never known there.
        let value = self.value_now(divisor);
        let Some(value) = value.filter(|_| divisor.bank() == Bank::Int) else {
            return;
        };
        self.record.compare(divisor, Reg(0), value == 0);
        if value == 0 {
            self.report(What::DividedByZero { reg: divisor });
        }
    }

    /// The environment is called: what it is given.
    pub(super) fn call_of_environment(&mut self, pc: u32, registers: &Registers, memory: &Memory) {
        if self.stopped || !self.has_source {
            return;
        }
        let value = |reg: Reg| registers.get(reg) as u32;
        let Some(row) = self.calls.row(value(self.calls.number)) else {
            return;
        };
        if row.name == "sbrk" {
            let bytes = row.takes.regs().next().map_or(0, value);
            self.mistakes.asked = Some(bytes).filter(|bytes| (1..LARGEST_NEW).contains(bytes));
        }
        if let Some((address, size)) = row.fills {
            self.mistakes.fill(value(address), value(size));
        }
        let second = self.desc.abi.args.get(1).copied();
        for taken in row.takes.iter().filter(|taken| taken.always) {
            let Some(&reg) = taken.regs.first() else {
                continue;
            };
            let address = value(reg);
            let is_second = Some(reg) == second && self.calls.environment == "venus";
            let is_unset = is_second && address == self.mistakes.second_argument;
            if is_unset || self.mistakes.untouched.contains(reg) {
                self.report_at(
                    What::CallWithout {
                        reg,
                        call: row.name,
                    },
                    pc,
                );
            } else if taken.text.starts_with("address of the string") {
                let why = match address {
                    _ if self.mistakes.is_code(address) => NoText::Code,
                    ..LOW => NoText::Nothing,
                    _ if !memory.is_used(address) => NoText::Empty,
                    _ => continue,
                };
                self.report_at(What::NoString { reg, address, why }, pc);
            }
        }
    }

    /// There is no instruction at an address, and the program ends there.
    pub(super) fn end_of_code(&mut self, pc: u32) {
        if self.stopped || self.frames.is_empty() {
            return;
        }
        let last = pc.wrapping_sub(4);
        let is_jump = self
            .text
            .find(last)
            .is_some_and(|found| self.text.leaves(&found));
        if !is_jump && self.has_source {
            self.report_at(What::RanOff, last);
        }
    }
}
