//! `-cc`: the calling convention as the classic program checks it, with its blind spots, so that
//! what a course expects of it stays true.
//!
//! It looks at every instruction once it has run, and knows of each register of the present
//! function whether it was *set*, and of each callee-saved one whether it was *saved*. A call is a
//! `jal` to a global label that keeps its return address, a return is `ret` to the address that the
//! last call kept; all else happens inside the function that goes on.

use super::places::{CodePlaces, ShadowRegisters};
use machine::isa::{Bank, Class, Insn, OperandKind, Place, Reg, RegisterSet, Role, Row};
use machine::observe::{At, Observer, Transfer};
use std::collections::{HashSet, VecDeque};
use std::fmt::Write as _;

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

/// What is said at the end of a run. No line end follows.
pub(super) fn found(count: u64) -> String {
    format!("Found {count} warnings!")
}

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
    fn of(row: &Row) -> Facts {
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
                _ if row.name == rv32::DESC.idioms.save_of(Bank::Int).store => Kind::Sw,
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

/// Watches a run.
pub(super) struct VenusConvention<'a> {
    places: CodePlaces<'a>,
    /// The registers that hold results of a call.
    results: RegisterSet,
    /// The addresses of global labels.
    globals: HashSet<u32>,
    /// By the index of the row.
    facts: Vec<Facts>,
    registers: ShadowRegisters,
    running: Option<Running>,
    frame: Frame,
    callers: VecDeque<Caller>,
    count: u64,
    report: String,
}

impl<'a> VenusConvention<'a> {
    /// Watches a run that begins with these registers. Results of a call are in `a0`, or with
    /// `all_results` in all of `a0` to `a7`.
    pub(super) fn new(places: CodePlaces<'a>, registers: [u32; 32], all_results: bool) -> Self {
        let symbols = places.program.image.symbols.iter();
        let globals = symbols.filter(|symbol| symbol.global && !symbol.absolute);
        VenusConvention {
            places,
            results: if all_results {
                ARGUMENTS
            } else {
                range(A0, A0)
            },
            globals: globals.map(|symbol| symbol.address).collect(),
            facts: rv32::DESC.rows.iter().map(Facts::of).collect(),
            registers: ShadowRegisters(registers),
            running: None,
            frame: Frame {
                set: range(RA, SP).with(range(A0, A1)),
                // Nobody waits for the registers of the program itself.
                saved: SAVED,
            },
            callers: VecDeque::new(),
            count: 0,
            report: String::new(),
        }
    }

    /// How much was found.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// What was found since this was last asked.
    pub(super) fn take_report(&mut self) -> Option<String> {
        Some(std::mem::take(&mut self.report)).filter(|report| !report.is_empty())
    }

    /// Looks at the last instruction if it is one of the first `steps`: one that failed is not.
    pub(super) fn settle(&mut self, steps: u64) {
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
                let text = format!("Usage of unset register {}!", name(register));
                self.violation(at.pc, &text);
            }
        }
    }

    fn check_destination(&mut self, at: &At) {
        let register = at.insn.rd;
        if (SAVED - self.frame.saved).contains(Reg(register)) {
            let text = format!(
                "Setting of a saved register ({}) which has not been saved!",
                name(register)
            );
            self.violation(at.pc, &text);
        }
        self.frame.set.insert(Reg(register));
    }

    /// Finds out whether a jump is a call or a return.
    fn follow(&mut self, at: &At, kind: Kind, target: u32) {
        let Insn { rd, rs1, imm, .. } = at.insn;
        match kind {
            Kind::Jal if rd != Insn::SINK && self.globals.contains(&target) => {
                let next = self.registers.get(rd.into());
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
                let text = format!(
                    "Save register {} not correctly restored before return! Expected \
                     0x{expected:08X}, Actual 0x{actual:08X}.",
                    name(register)
                );
                self.violation(pc, &text);
            }
        }
        let results = self.frame.set & self.results;
        self.frame = Frame {
            set: (caller.frame.set - LOST) | results,
            saved: caller.frame.saved,
        };
    }

    fn kept_values(&self) -> [u32; KEPT.len()] {
        KEPT.map(|register| self.registers.get(register.into()))
    }

    fn violation(&mut self, pc: u32, text: &str) {
        self.count += 1;
        let place = self.places.describe(pc);
        let _ = writeln!(
            self.report,
            "[CC Violation]: (PC=0x{pc:08X}) {text} {place}"
        );
    }
}

impl Observer for VenusConvention<'_> {
    fn instruction(&mut self, at: &At) {
        self.settle(at.step);
        self.running = Some(Running {
            at: *at,
            target: None,
        });
    }

    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        self.registers.register(reg, old, new);
    }

    fn transfer(&mut self, transfer: &Transfer) {
        if let Some(running) = &mut self.running {
            running.target = Some(transfer.to);
        }
    }
}

fn name(register: u8) -> &'static str {
    rv32::DESC.register_name(Reg(register))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(name: &str) -> (bool, bool, bool) {
        let row = rv32::DESC.rows.iter().find(|row| row.name == name);
        let facts = Facts::of(row.unwrap_or_else(|| panic!("{name}")));
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
