//! The calling convention as Venus checks it (`-cc`), with its blind spots, so that what a course
//! expects of it stays true: for the drop-in `venus`, and for courses that grade by it.
//!
//! It looks at every instruction once it has run, and knows of each register of the present
//! function whether it was *set*, and of each callee-saved one whether it was *saved*. A call is a
//! `jal` to a global label that keeps its return address, a return is `ret` to the address that the
//! last call kept; all else happens inside the function that goes on.

use machine::image::Image;
use machine::isa::{Bank, Class, Insn, IsaDesc, OperandKind, Place, Reg, RegisterSet, Role, Row};
use machine::observe::{At, Observer, Transfer};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::fmt;

const RA: u8 = 1;
const SP: u8 = 2;
const A0: u8 = 10;
const A1: u8 = 11;

/// `s0` to `s11`.
const SAVED: RegisterSet = range(8, 9).with(range(18, 27));
/// `a0` to `a7`.
const ARGUMENTS: RegisterSet = range(10, 17);
/// `ra`, `t0` to `t6` and `a0` to `a7`: unknown after a call.
const LOST: RegisterSet = range(RA, RA)
    .with(range(5, 7))
    .with(range(28, 31))
    .with(ARGUMENTS);
/// `sp` and `s0` to `s11`: the same after a call, in the order in which they are compared.
const KEPT: [u8; 13] = [SP, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27];

/// The most calls remembered. A recursion without end must not take all memory of the host; it
/// forgets the outermost calls.
const MAX_DEPTH: usize = 1 << 20;

/// Integer registers, both included.
const fn range(first: u8, last: u8) -> RegisterSet {
    RegisterSet::range(Reg(first), Reg(last))
}

/// What is known inside of one function.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Registers that hold a value which means something here.
    set: RegisterSet,
    /// Callee-saved registers that were stored.
    saved: RegisterSet,
}

/// A function that waits for the one it called.
#[derive(Clone, Copy, Debug)]
struct Caller {
    frame: Frame,
    return_address: u32,
    /// The registers of [`KEPT`] when it called.
    values: [u32; KEPT.len()],
}

/// What the check wants to know of an instruction by its row.
#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    /// Its register `rs1` must be set.
    reads_rs1: bool,
    /// Its register `rs2` must be set.
    reads_rs2: bool,
    /// It writes an integer register.
    writes: bool,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    Jal,
    Jalr,
    Sw,
    #[default]
    Other,
}

impl Facts {
    fn of(row: &Row, desc: &IsaDesc) -> Facts {
        let has = |place: Place, wanted: Role| {
            row.operands.iter().any(|operand| {
                operand.place == place
                    && matches!(operand.kind, OperandKind::Register { bank: Bank::Int, role }
                        if role == wanted || role == Role::Update)
            })
        };
        // What the classic program does not look at: atomics, and floating point but loads and
        // stores.
        let seen = !matches!(row.class, Class::Atomic | Class::Float);
        Facts {
            reads_rs1: seen && has(Place::Rs1, Role::Read),
            // A register that nothing set may be saved.
            reads_rs2: seen && row.class != Class::Store && has(Place::Rs2, Role::Read),
            writes: has(Place::Rd, Role::Write),
            kind: match row.class {
                Class::Jump => Kind::Jal,
                Class::JumpRegister => Kind::Jalr,
                _ if row.name == desc.idioms.save_of(Bank::Int).store => Kind::Sw,
                _ => Kind::Other,
            },
        }
    }
}

/// The instruction that runs.
#[derive(Clone, Copy, Debug)]
struct Running {
    at: At,
    /// Where it jumped.
    target: Option<u32>,
}

/// What Venus reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VenusRule {
    /// A register is read that was not set.
    Unset,
    /// A saved register is set that was not saved.
    NotSaved,
    /// A saved register has another value at the return.
    NotRestored {
        /// Its value at the call.
        expected: u32,
        /// Its value at the return.
        actual: u32,
    },
}

/// One report of Venus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VenusViolation {
    /// The instruction.
    pub pc: u32,
    /// What it breaks.
    pub rule: VenusRule,
    /// The register's name.
    pub register: &'static str,
}

/// The report in the words of Venus, without the place.
impl fmt::Display for VenusViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let register = self.register;
        match self.rule {
            VenusRule::Unset => write!(f, "Usage of unset register {register}!"),
            VenusRule::NotSaved => write!(
                f,
                "Setting of a saved register ({register}) which has not been saved!"
            ),
            VenusRule::NotRestored { expected, actual } => write!(
                f,
                "Save register {register} not correctly restored before return! Expected \
                 0x{expected:08X}, Actual 0x{actual:08X}."
            ),
        }
    }
}

/// Watches a run of a RISC-V program.
pub struct VenusConvention {
    desc: &'static IsaDesc,
    /// The registers that hold results of a call.
    results: RegisterSet,
    /// The addresses of global labels.
    globals: FxHashSet<u32>,
    /// By the index of the row.
    facts: Vec<Facts>,
    registers: [u32; 32],
    running: Option<Running>,
    frame: Frame,
    callers: VecDeque<Caller>,
    count: u64,
    /// Those that nobody has taken yet, and how many of them are kept.
    violations: Vec<VenusViolation>,
    most: usize,
}

impl VenusConvention {
    /// Watches a run that begins with these registers. Results of a call are in `a0`, or with
    /// `all_results` in all of `a0` to `a7`. At most `most` violations wait to be taken; others
    /// are only counted.
    pub fn new(
        image: &Image,
        desc: &'static IsaDesc,
        registers: [u32; 32],
        all_results: bool,
        most: usize,
    ) -> Self {
        let globals = image.symbols.iter();
        let globals = globals.filter(|symbol| symbol.global && !symbol.absolute);
        VenusConvention {
            desc,
            results: if all_results {
                ARGUMENTS
            } else {
                range(A0, A0)
            },
            globals: globals.map(|symbol| symbol.address).collect(),
            facts: desc.rows.iter().map(|row| Facts::of(row, desc)).collect(),
            registers,
            running: None,
            frame: Frame {
                set: range(RA, SP).with(range(A0, A1)),
                // Nobody waits for the registers of the program itself.
                saved: SAVED,
            },
            callers: VecDeque::new(),
            count: 0,
            violations: Vec::new(),
            most,
        }
    }

    /// How much was found.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// What was found since this was last asked.
    pub fn take_violations(&mut self) -> Vec<VenusViolation> {
        std::mem::take(&mut self.violations)
    }

    /// Looks at the last instruction if it is one of the first `steps`: one that failed is not.
    pub fn settle(&mut self, steps: u64) {
        let ran = |running: &mut Running| running.at.step < steps;
        if let Some(Running { at, target }) = self.running.take_if(ran) {
            self.check(&at, target);
        }
    }

    fn check(&mut self, at: &At, target: Option<u32>) {
        let Some(&facts) = self.facts.get(usize::from(at.row)) else {
            return;
        };
        self.check_sources(at, facts);
        if let Some(target) = target {
            self.follow(at, facts.kind, target);
        }
        if facts.writes && at.insn.rd != Insn::SINK {
            self.check_destination(at);
        }
        if facts.kind == Kind::Sw {
            self.frame.saved.insert(Reg(at.insn.rs2));
        }
    }

    fn check_sources(&mut self, at: &At, facts: Facts) {
        let sources = [
            (facts.reads_rs1, at.insn.rs1),
            (facts.reads_rs2, at.insn.rs2),
        ];
        for (reads, register) in sources {
            if reads && register != 0 && !self.frame.set.contains(Reg(register)) {
                self.violation(at.pc, register, VenusRule::Unset);
            }
        }
    }

    fn check_destination(&mut self, at: &At) {
        let register = at.insn.rd;
        if (SAVED - self.frame.saved).contains(Reg(register)) {
            self.violation(at.pc, register, VenusRule::NotSaved);
        }
        self.frame.set.insert(Reg(register));
    }

    /// Finds out whether a jump is a call or a return.
    fn follow(&mut self, at: &At, kind: Kind, target: u32) {
        let Insn { rd, rs1, imm, .. } = at.insn;
        match kind {
            Kind::Jal if rd != Insn::SINK && self.globals.contains(&target) => {
                let next = self.value(rd);
                if target != next {
                    self.call(next);
                }
            }
            Kind::Jalr if rd == Insn::SINK && rs1 == RA && imm == 0 => {
                let caller = self.callers.back().copied();
                if let Some(caller) = caller.filter(|caller| caller.return_address == target) {
                    self.callers.pop_back();
                    self.return_to(&caller, at.pc);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, return_address: u32) {
        if self.callers.len() == MAX_DEPTH {
            self.callers.pop_front();
        }
        self.callers.push_back(Caller {
            frame: self.frame,
            return_address,
            values: self.kept_values(),
        });
        self.frame = Frame {
            set: (self.frame.set & ARGUMENTS) | range(SP, SP),
            saved: RegisterSet::EMPTY,
        };
    }

    fn return_to(&mut self, caller: &Caller, pc: u32) {
        let now = self.kept_values();
        for ((register, expected), actual) in KEPT.into_iter().zip(caller.values).zip(now) {
            if expected != actual {
                let rule = VenusRule::NotRestored { expected, actual };
                self.violation(pc, register, rule);
            }
        }
        let results = self.frame.set & self.results;
        self.frame = Frame {
            set: (caller.frame.set - LOST) | results,
            saved: caller.frame.saved,
        };
    }

    fn kept_values(&self) -> [u32; KEPT.len()] {
        KEPT.map(|register| self.value(register))
    }

    /// The value of a register.
    fn value(&self, register: u8) -> u32 {
        let value = self.registers.get(usize::from(register));
        value.copied().unwrap_or(0)
    }

    fn violation(&mut self, pc: u32, register: u8, rule: VenusRule) {
        self.count += 1;
        if self.violations.len() < self.most {
            self.violations.push(VenusViolation {
                pc,
                rule,
                register: self.desc.register_name(Reg(register)),
            });
        }
    }
}

impl Observer for VenusConvention {
    fn instruction(&mut self, at: &At) {
        self.settle(at.step);
        self.running = Some(Running {
            at: *at,
            target: None,
        });
    }

    fn register(&mut self, reg: Reg, _old: u64, new: u64) {
        if let Some(value) = self.registers.get_mut(usize::from(reg.0)) {
            *value = new as u32;
        }
    }

    fn transfer(&mut self, transfer: &Transfer) {
        if let Some(running) = &mut self.running {
            running.target = Some(transfer.to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(register: u8) -> &'static str {
        rv32::DESC.register_name(Reg(register))
    }

    fn facts(name: &str) -> (bool, bool, bool) {
        let row = rv32::DESC.rows.iter().find(|row| row.name == name);
        let facts = Facts::of(row.unwrap_or_else(|| panic!("{name}")), &rv32::DESC);
        (facts.reads_rs1, facts.reads_rs2, facts.writes)
    }

    #[test]
    fn groups_of_registers() {
        let names = |set: RegisterSet| -> Vec<&str> {
            (0..32)
                .filter(|&r| set.contains(Reg(r)))
                .map(name)
                .collect()
        };
        let saved = [
            "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11",
        ];
        assert_eq!(names(SAVED), saved);
        assert_eq!(KEPT.map(name)[1..], saved);
        let lost = [
            "ra", "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t3", "t4",
            "t5", "t6",
        ];
        assert_eq!(names(LOST), lost);
    }

    #[test]
    fn what_must_be_set() {
        let (yes, no) = (true, false);
        for (instructions, expect) in [
            ("add mul sltu", (yes, yes, yes)),
            ("addi slli lw jalr csrrw", (yes, no, yes)),
            ("sw sb fsw fsd flw", (yes, no, no)),
            ("beq bgeu", (yes, yes, no)),
            ("lui auipc jal csrrwi", (no, no, yes)),
            ("ecall ebreak fence", (no, no, no)),
            ("amoadd.w lr.w fcvt.w.s fmv.x.w", (no, no, yes)),
            ("fcvt.s.w fmin.s fmadd.s", (no, no, no)),
        ] {
            for instruction in instructions.split(' ') {
                assert_eq!(facts(instruction), expect, "{instruction}");
            }
        }
    }
}
