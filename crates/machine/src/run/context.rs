//! The context of one instruction: what its semantics read and write, and how control goes on.

use super::{Flow, Isa, Leave, Registers, Stop};
use crate::code::{GOTO, LEAVE, Lookup};
use crate::isa::{Insn, Reg};
use crate::memory::Memory;
use crate::observe::{At, MemoryAccess, Observer, Transfer};
use crate::trap::Trap;

/// What the semantics of an instruction work on.
///
/// The run loop wants `slot` and its neighbours in registers, which the compiler can do only as
/// long as no function that it does not inline is given a `Cx`. So every method here is
/// `#[inline(always)]`, and what is long and rare takes the parts that it needs instead.
pub struct Cx<'a, I: Isa, O, const GAP: bool> {
    pub(super) registers: &'a mut Registers,
    /// The registers of this instruction set only.
    pub state: &'a mut I::State,
    pub(super) memory: &'a mut Memory,
    pub(super) observer: &'a mut O,
    pub(super) code: &'a [Insn],
    pub(super) pcs: &'a [u32],
    pub(super) slot: usize,
    /// The slot where the present straight run began.
    pub(super) run_start: usize,
    /// Instructions that had run before it.
    pub(super) retired: u64,
    /// How many may have run when a straight run ends.
    pub(super) end: u64,
    pub(super) lookup: Lookup<'a>,
    /// Why and where the loop was left.
    pub(super) left: (Leave, u32),
}

impl<'a, I: Isa, O: Observer, const GAP: bool> Cx<'a, I, O, GAP> {
    #[inline(always)]
    pub(super) fn run<const EXACT: bool>(&mut self) {
        let code: &'a [Insn] = self.code;
        while let Some(insn) = code.get(self.slot) {
            let single;
            let mut insn = insn;
            if EXACT {
                single = Insn {
                    handler: I::unfuse(insn.handler),
                    ..*insn
                };
                insn = &single;
                if insn.handler != GOTO && insn.handler != LEAVE {
                    if self.steps() >= self.end {
                        self.leave(Leave::Stop(Stop::OutOfFuel), self.pc());
                        return;
                    }
                    if O::ACTIVE {
                        let at = At {
                            pc: self.pc(),
                            insn: *insn,
                            step: self.steps(),
                        };
                        self.observer.instruction(&at);
                    }
                }
            }
            if !I::execute(self, insn) {
                return;
            }
        }
    }

    #[inline(always)]
    pub(super) fn leave(&mut self, why: Leave, pc: u32) -> bool {
        self.left = (why, pc);
        false
    }

    /// Ends the present straight run after `extra` more instructions and begins one at `target`.
    #[inline(always)]
    fn begin_run(&mut self, target: usize, extra: usize) -> bool {
        self.retired += (self.slot - self.run_start + extra) as u64;
        self.slot = target;
        self.run_start = target;
        if self.retired >= self.end {
            return self.leave(Leave::Stop(Stop::OutOfFuel), self.pc());
        }
        true
    }

    #[inline(always)]
    pub(super) fn go_direct(&mut self, insn: &Insn, target: u32) -> bool {
        if O::ACTIVE {
            self.tell_transfer(insn, self.pcs[target as usize]);
        }
        self.begin_run(target as usize, 1)
    }

    #[inline(always)]
    pub(super) fn go_indirect(&mut self, insn: &Insn, address: u32) -> bool {
        if O::ACTIVE {
            self.tell_transfer(insn, address);
        }
        match self.lookup.slot(address) {
            Some(target) => self.begin_run(target as usize, 1),
            None => {
                self.retired += 1;
                self.leave(Leave::Elsewhere, address)
            }
        }
    }

    #[inline(always)]
    fn tell_transfer(&mut self, insn: &Insn, to: u32) {
        let kind = I::transfer_kind(insn);
        self.observer.transfer(&Transfer {
            kind,
            from: self.pc(),
            to,
        });
    }

    /// The next instruction of a fused run, once the one before it is done.
    #[inline(always)]
    pub fn following(&self) -> &'a Insn {
        let code: &'a [Insn] = self.code;
        &code[self.slot]
    }

    /// What handlers do that no row has: illegal words and glue.
    #[inline(always)]
    pub fn other(&mut self, insn: &Insn) -> bool {
        match insn.handler {
            GOTO => self.begin_run(insn.imm() as usize, 0),
            LEAVE => self.leave(Leave::Elsewhere, insn.imm()),
            _ => {
                let trap = self.illegal();
                self.leave(Leave::Stop(Stop::Trap(trap)), self.pc())
            }
        }
    }

    /// Goes to the target of this direct branch if `taken`.
    #[inline(always)]
    pub fn branch(&self, insn: &Insn, taken: bool) -> Flow {
        if taken {
            Flow::Direct(insn.imm())
        } else {
            Flow::Next
        }
    }

    /// The fault of an instruction whose bits decode but mean nothing here.
    #[inline(always)]
    pub fn illegal(&self) -> Trap {
        illegal(self.memory, self.pc())
    }

    /// The address of this instruction.
    #[inline(always)]
    pub fn pc(&self) -> u32 {
        self.pcs[self.slot]
    }

    /// The address of the next instruction, which calls keep. The decoder goes on after every
    /// call, so the next slot is the next instruction.
    #[inline(always)]
    pub fn next_pc(&self) -> u32 {
        self.pcs[self.slot + 1]
    }

    /// Instructions that have run before this one.
    #[inline(always)]
    pub fn steps(&self) -> u64 {
        self.retired + (self.slot - self.run_start) as u64
    }

    /// Integer register `number`.
    #[inline(always)]
    pub fn x(&self, number: u8) -> u32 {
        self.registers.x[number as usize]
    }

    /// The first source register.
    #[inline(always)]
    pub fn rs1(&self, insn: &Insn) -> u32 {
        self.x(insn.rs1)
    }

    /// The second source register.
    #[inline(always)]
    pub fn rs2(&self, insn: &Insn) -> u32 {
        self.x(insn.rs2)
    }

    /// Sets the destination register.
    #[inline(always)]
    pub fn set_rd(&mut self, insn: &Insn, value: u32) {
        let register = &mut self.registers.x[insn.rd as usize];
        if O::ACTIVE && insn.rd < 32 {
            self.observer
                .register(Reg(insn.rd), (*register).into(), value.into());
        }
        *register = value;
    }

    /// Floating-point register `number`.
    #[inline(always)]
    pub fn f(&self, number: u8) -> u64 {
        self.registers.f[(number & 31) as usize]
    }

    /// Sets floating-point register `number`.
    #[inline(always)]
    pub fn set_f(&mut self, number: u8, value: u64) {
        let register = &mut self.registers.f[(number & 31) as usize];
        if O::ACTIVE {
            self.observer
                .register(Reg(32 + (number & 31)), *register, value);
        }
        *register = value;
    }

    /// Loads `N` bytes, zero-extended.
    #[inline(always)]
    pub fn load<const N: usize>(&mut self, address: u32) -> Result<u64, Trap> {
        self.check_gap::<N>(address, false)?;
        let value = self.memory.load::<N>(address)?;
        if O::ACTIVE {
            let size = N as u8;
            let access = MemoryAccess {
                address,
                size,
                store: false,
                old: value,
                new: value,
            };
            self.observer.memory(&access);
        }
        Ok(value)
    }

    /// Stores the low `N` bytes of `value`.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, address: u32, value: u64) -> Result<(), Trap> {
        self.check_gap::<N>(address, true)?;
        if !O::ACTIVE {
            return self.memory.store::<N>(address, value);
        }
        let old = u64::from_le_bytes(self.memory.peek_bytes(address)) & low_bytes(N);
        let done = self.memory.store::<N>(address, value);
        if matches!(done, Ok(()) | Err(Trap::CodeModified)) {
            let new = value & low_bytes(N);
            let access = MemoryAccess {
                address,
                size: N as u8,
                store: true,
                old,
                new,
            };
            self.observer.memory(&access);
        }
        done
    }

    #[inline(always)]
    fn check_gap<const N: usize>(&self, address: u32, store: bool) -> Result<(), Trap> {
        if GAP {
            let sp = self.registers.x[I::DESC.abi.sp.0 as usize] as i32;
            let heap_end = self.memory.heap_end as i32;
            let in_gap = |at: i32| at > heap_end && at < sp;
            let (first, after) = (address as i32, (address as i32).wrapping_add(N as i32));
            if in_gap(first) || in_gap(after) {
                return Err(Trap::Gap {
                    address,
                    size: N as u8,
                    store,
                });
            }
        }
        Ok(())
    }
}

#[cold]
#[inline(never)]
fn illegal(memory: &Memory, pc: u32) -> Trap {
    Trap::Illegal {
        word: u32::from_le_bytes(memory.peek_bytes(pc)),
    }
}

const fn low_bytes(count: usize) -> u64 {
    if count >= 8 {
        u64::MAX
    } else {
        (1 << (8 * count)) - 1
    }
}
