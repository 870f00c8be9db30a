//! The calls of functions in a run, with what went in and what came out of each.
//!
//! What goes in are the argument registers that the function, or one that it calls, reads before anything
//! writes them. What comes out are result registers that somebody reads afterwards, and bytes of memory
//! outside of its own frame.

use super::arrivals::Arrivals;
use machine::isa::{Abi, IsaDesc, Reg, RegisterSet, Role};
use machine::observe::{At, MemoryAccess, Observer, Transfer, TransferKind, Wants};
use machine::run::Registers;
use rustc_hash::FxHashMap;

/// The longest call: with its delay slot.
const LONGEST_CALL: u32 = 8;
/// How far up a return is looked for.
const REACH: usize = 64;
/// The most bytes that are remembered of one call.
const MOST_BYTES: usize = 1 << 16;

/// A byte that a call has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredByte {
    pub(crate) old: u8,
    pub(crate) new: u8,
    /// The last instruction that stored it, and its step.
    pub(crate) pc: u32,
    pub(crate) step: u64,
}

/// A call that has returned.
#[derive(Clone, Debug)]
pub(crate) struct RecordedCall {
    pub(crate) function: u32,
    /// The step of the call, and that after its return.
    pub(crate) step: u64,
    pub(crate) end: u64,
    /// Arguments that count, and their values.
    pub(crate) args: Vec<(Reg, u32)>,
    /// Results, and their values.
    pub(crate) results: Vec<(Reg, u32)>,
    /// Those of them that somebody has read.
    pub(crate) used: RegisterSet,
    pub(crate) stores: FxHashMap<u32, StoredByte>,
}

struct OpenCall {
    function: u32,
    call: u32,
    step: u64,
    sp: u32,
    args: Vec<u32>,
    read: RegisterSet,
    /// Argument registers that still hold what was passed.
    unwritten: RegisterSet,
    stores: FxHashMap<u32, StoredByte>,
}

/// Records the calls of a run, in the order of their returns.
pub(crate) struct CallRecorder {
    desc: &'static IsaDesc,
    abi: &'static Abi,
    arguments: RegisterSet,
    registers: Registers,
    big_endian: bool,
    arrivals: Arrivals,
    open: Vec<OpenCall>,
    /// Calls whose results nobody has written since, and which of them.
    pending: Vec<(usize, RegisterSet)>,
    at: (u32, u64),
    pub(crate) calls: Vec<RecordedCall>,
}

impl CallRecorder {
    /// For a run that begins with these registers.
    pub(crate) fn new(desc: &'static IsaDesc, registers: &Registers, big_endian: bool) -> Self {
        CallRecorder {
            desc,
            abi: desc.abi,
            arguments: RegisterSet::of(desc.abi.args),
            registers: registers.clone(),
            big_endian,
            arrivals: Arrivals::default(),
            open: Vec::new(),
            pending: Vec::new(),
            at: (0, 0),
            calls: Vec::new(),
        }
    }

    fn enter(&mut self, transfer: &Transfer) {
        let value = |reg: &Reg| self.registers.get(*reg) as u32;
        self.open.push(OpenCall {
            function: transfer.to,
            call: transfer.from,
            step: self.at.1,
            sp: value(&self.abi.sp),
            args: self.abi.args.iter().map(value).collect(),
            read: RegisterSet::EMPTY,
            unwritten: self.arguments,
            stores: FxHashMap::default(),
        });
    }

    fn leave(&mut self, to: u32, step: u64) {
        let near = self.open.len().saturating_sub(REACH);
        let returned = |open: &OpenCall| (2..=LONGEST_CALL).contains(&to.wrapping_sub(open.call));
        let Some(index) = self.open[near..].iter().rposition(returned) else {
            return;
        };
        while self.open.len() > near + index {
            let Some(open) = self.open.pop() else {
                return;
            };
            self.close(open, step);
        }
    }

    fn close(&mut self, open: OpenCall, step: u64) {
        // What is below the stack pointer of its caller was its own frame.
        let stack = self.registers.get(self.abi.sp) as u32;
        let own = open.sp.min(stack).saturating_sub(1 << 20)..open.sp;
        let stores = open.stores.into_iter();
        let stores: FxHashMap<u32, StoredByte> =
            stores.filter(|(at, _)| !own.contains(at)).collect();
        if let Some(outer) = self.open.last_mut() {
            for (at, byte) in &stores {
                merge(&mut outer.stores, *at, *byte);
            }
        }
        let args = self.abi.args.iter().copied().zip(open.args);
        let args = args.filter(|(reg, _)| open.read.contains(*reg)).collect();
        let results = self.abi.results.iter();
        let results = results.map(|reg| (*reg, self.registers.get(*reg) as u32));
        self.pending.retain(|(_, regs)| !regs.is_empty());
        self.pending
            .push((self.calls.len(), RegisterSet::of(self.abi.results)));
        self.calls.push(RecordedCall {
            function: open.function,
            step: open.step,
            end: step,
            args,
            results: results.collect(),
            used: RegisterSet::EMPTY,
            stores,
        });
    }

    fn read(&mut self, reg: Reg) {
        for open in self.open.iter_mut().rev() {
            if !open.unwritten.contains(reg) {
                break;
            }
            open.read.insert(reg);
        }
        for (call, regs) in &mut self.pending {
            if regs.contains(reg)
                && let Some(call) = self.calls.get_mut(*call)
            {
                call.used.insert(reg);
            }
        }
    }
}

/// Notes a byte that was stored after those that are known.
fn merge(stores: &mut FxHashMap<u32, StoredByte>, at: u32, byte: StoredByte) {
    if let Some(known) = stores.get_mut(&at) {
        *known = StoredByte {
            old: known.old,
            ..byte
        };
    } else if stores.len() < MOST_BYTES {
        stores.insert(at, byte);
    }
}

impl Observer for CallRecorder {
    fn wants(&self) -> Wants {
        Wants::DATA
    }

    fn instruction(&mut self, at: &At) {
        if let Some(transfer) = self.arrivals.arrive(at.pc) {
            match transfer.kind {
                TransferKind::Call => self.enter(&transfer),
                _ => self.leave(transfer.to, at.step),
            }
        }
        self.at = (at.pc, at.step);
        if let Some(row) = self.desc.rows.get(usize::from(at.row)) {
            let named = row.operand_registers(at.insn);
            let named = named.map(|(_, role, reg)| (role, reg));
            let implicit = row.implicit.iter().map(|(reg, role)| (*role, *reg));
            for (role, reg) in named.chain(implicit) {
                if role != Role::Write {
                    self.read(reg);
                }
            }
        }
    }

    fn register(&mut self, reg: Reg, _old: u64, new: u64) {
        self.registers.set(reg, new);
        for open in self.open.iter_mut().rev() {
            if !open.unwritten.contains(reg) {
                break;
            }
            open.unwritten.remove(reg);
        }
        for (_, regs) in &mut self.pending {
            regs.remove(reg);
        }
    }

    fn given(&mut self, reg: Reg, value: u64) {
        self.registers.set(reg, value);
    }

    fn memory(&mut self, access: &MemoryAccess) {
        let Some(open) = self.open.last_mut().filter(|_| access.store) else {
            return;
        };
        for k in 0..access.size {
            let place = match self.big_endian {
                true => access.size - 1 - k,
                false => k,
            };
            let byte = StoredByte {
                old: (access.old >> (8 * place)) as u8,
                new: (access.new >> (8 * place)) as u8,
                pc: self.at.0,
                step: self.at.1,
            };
            merge(
                &mut open.stores,
                access.address.wrapping_add(k.into()),
                byte,
            );
        }
    }

    fn transfer(&mut self, transfer: &Transfer) {
        self.arrivals.leave(transfer);
    }
}
