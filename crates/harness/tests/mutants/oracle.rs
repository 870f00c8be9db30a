//! Whether a function harms any legal caller or relies on any callee: decided by running it under
//! hostile ones, and by nothing that the checker knows.
//!
//! A hostile caller has random values in all registers that it passes nothing in, in the frame
//! above the function's and in the memory below its stack pointer. A hostile callee leaves random
//! values in all registers that are not its results, and below the stack pointer. And because a
//! handler may run at any time, what lies below the stack pointer may change at any time. Whatever
//! the function must preserve is compared by value when it returns.

use machine::isa::{Bank, Reg};
use machine::observe::{At, Observer, Transfer, TransferKind, Wants};
use machine::random::SplitMix64;
use machine::run::Machine;
use runtime::load::LoadedProgram;
use runtime::session::Kept;
use runtime::{Console, End, EnvironmentSetup, Fault, Limits, Session, Target};
use std::sync::Arc;

/// Longer runs are stopped.
const MAX_STEPS: u64 = 12_000;
/// How much memory below the stack pointer others overwrite.
const BELOW: u32 = 64;
/// How many values of the plain run are remembered.
const SEEN: usize = 200;
/// The frame of a hostile caller.
const CALLER: u32 = 1024;

/// What a change of a function means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// It breaks the calling convention, in this way.
    Harmful(String),
    /// It does not, but the program does something else than before.
    OtherAnswer,
    /// The program does the same.
    Harmless,
}

/// What a run did, as far as it must not depend on its surroundings.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Behaviour {
    end: String,
    output: Vec<u8>,
    /// At each return to the caller: results, and what is in the program's data.
    returns: Vec<(Vec<u32>, u64)>,
    /// Of a run that does not end as it should: the way that it took.
    way: Option<u64>,
}

/// The registers of a convention, written down here once more.
struct Convention {
    sp: u8,
    ra: u8,
    arguments: &'static [u8],
    results: &'static [u8],
    saved: &'static [u8],
    /// Registers that any call may change, beside arguments, results and `ra`.
    temporaries: &'static [u8],
    /// The same among the hidden ones: HI and LO.
    hidden: &'static [u8],
}

const RISCV: Convention = Convention {
    sp: 2,
    ra: 1,
    arguments: &[10, 11, 12, 13, 14, 15, 16, 17],
    results: &[10, 11],
    saved: &[8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27],
    temporaries: &[5, 6, 7, 28, 29, 30, 31],
    hidden: &[],
};

const O32: Convention = Convention {
    sp: 29,
    ra: 31,
    arguments: &[4, 5, 6, 7],
    results: &[2, 3],
    saved: &[16, 17, 18, 19, 20, 21, 22, 23, 30],
    temporaries: &[1, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25],
    hidden: &[0, 1],
};

/// What a function takes and gives, in words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    pub arguments: usize,
    pub results: usize,
}

/// A program with a function that is judged.
pub(crate) struct Subject<'a> {
    pub loaded: &'a LoadedProgram,
    /// Whether an instruction is of what is judged, and not of its test.
    pub is_own: &'a dyn Fn(u32) -> bool,
    /// What functions take and give.
    pub signature: &'a dyn Fn(&str) -> Option<Signature>,
}

impl Subject<'_> {
    /// Judges the program in so many hostile surroundings; `right` is what the unchanged one
    /// prints.
    pub(crate) fn judge(&self, right: &[u8], seeds: u64) -> Judgement {
        let Some((mut session, start)) = self.session() else {
            return Judgement::OtherAnswer;
        };
        let mut seen = Vec::new();
        let (plain, broken) = self.run(&mut session, None, &mut seen);
        if let Some(broken) = broken {
            return Judgement::Harmful(broken);
        }
        for seed in 0..seeds {
            session.go_back(&start);
            let (hostile, broken) = self.run(&mut session, Some(seed), &mut seen);
            if let Some(broken) = broken {
                return Judgement::Harmful(broken);
            }
            if hostile != plain {
                return Judgement::Harmful(difference(&plain, &hostile));
            }
        }
        session.recycle();
        match plain.output == right && plain.end == "exit 0" {
            true => Judgement::Harmless,
            false => Judgement::OtherAnswer,
        }
    }

    fn session(&self) -> Option<(Session, Kept)> {
        let loaded = self.loaded;
        let setup = EnvironmentSetup {
            seed: 1,
            map: loaded.map,
        };
        let environment = loaded.environment.make(loaded.target, &setup);
        let limits = Limits {
            steps: Some(MAX_STEPS),
            ..Limits::default()
        };
        let image = Arc::new(loaded.program.as_ref()?.image.clone());
        let args = vec![b"test".to_vec()];
        let mut session = Session::new(loaded.target, image, environment, args, limits).ok()?;
        let start = session.keep();
        Some((session, start))
    }

    /// A fault, and the address that it is about, unless that is one of the stack: what lies where
    /// on the stack depends on the caller.
    fn fault(&self, fault: &Fault, session: &Session) -> String {
        let is_mips = self.loaded.target == Target::Mips;
        let sp = get(&session.machine, if is_mips { O32.sp } else { RISCV.sp });
        let text = format!("{:?}", fault.kind);
        let digits = text.split(|c: char| !c.is_ascii_digit());
        let address = digits.filter_map(|number| number.parse::<u32>().ok()).max();
        let is_stack = |address: u32| address.abs_diff(sp) < 0x10_0000;
        match address {
            Some(address) if !is_stack(address) => format!("fault {text} at {:x}", fault.pc),
            _ => format!("fault at {:x}", fault.pc),
        }
    }

    /// What the program does, and what it breaks, in surroundings of this seed, or in plain ones.
    fn run(
        &self,
        session: &mut Session,
        seed: Option<u64>,
        seen: &mut Vec<u32>,
    ) -> (Behaviour, Option<String>) {
        let mut console = Console::new(&b""[..], Vec::new(), Vec::new());
        console.clock.use_virtual_time();
        let mut world = World {
            subject: self,
            convention: if self.loaded.target == Target::Mips {
                &O32
            } else {
                &RISCV
            },
            hostile: seed.is_some(),
            restless: seed.is_some_and(|seed| seed % 2 == 1),
            random: SplitMix64::new(seed.unwrap_or_default().wrapping_mul(0x9e37_79b9) + 11),
            arrived: None,
            pc: 0,
            open: Vec::new(),
            returns: Vec::new(),
            broken: None,
            way: 0,
            seen: std::mem::take(seen),
        };
        let outcome = session.run_with(&mut world, &mut console, World::paused);
        let is_fault = matches!(outcome.end, End::Fault(_));
        if is_fault
            && (self.is_own)(world.pc)
            && is_return(self.loaded.target, &session.machine, world.pc)
        {
            world.broken.get_or_insert("returns to nowhere".to_owned());
        }
        *seen = world.seen;
        let end = match outcome.end {
            End::Exit(code) => format!("exit {code}"),
            End::Limit(_) => "limit".to_owned(),
            End::Fault(fault) => self.fault(&fault, session),
            _ => "another end".to_owned(),
        };
        let way = (!end.starts_with("exit")).then_some(world.way);
        let behaviour = Behaviour {
            end,
            output: console.output,
            returns: world.returns,
            way,
        };
        (behaviour, world.broken)
    }
}

fn difference(plain: &Behaviour, hostile: &Behaviour) -> String {
    if plain.end != hostile.end {
        format!("ends with {} instead of {}", hostile.end, plain.end)
    } else if plain.output != hostile.output {
        "prints something else".to_owned()
    } else {
        "gives another result, or leaves other data".to_owned()
    }
}

/// A call that has not returned.
struct Open {
    return_to: u32,
    /// The function is judged, and its caller is not.
    is_boundary: bool,
    is_own: bool,
    signature: Option<Signature>,
    /// The stack pointer that the caller really has, and the one that it showed.
    sp: (u32, u32),
    /// Saved registers: what the caller really has there, and what it showed.
    saved: Vec<(u8, u32, u32)>,
    /// What the caller's frame holds.
    frame: Vec<u8>,
}

/// The surroundings of a run.
struct World<'a> {
    subject: &'a Subject<'a>,
    convention: &'static Convention,
    hostile: bool,
    /// Handlers run at any time.
    restless: bool,
    random: SplitMix64,
    /// The last transfer, until the instruction it went to.
    arrived: Option<Transfer>,
    pc: u32,
    open: Vec<Open>,
    returns: Vec<(Vec<u32>, u64)>,
    broken: Option<String>,
    /// The instructions of what is judged, as a number.
    way: u64,
    /// Values that were in registers in the plain run.
    seen: Vec<u32>,
}

impl Observer for World<'_> {
    fn wants(&self) -> Wants {
        match self.hostile {
            true => Wants::INSTRUCTIONS.and_pauses(),
            false => Wants::DATA.and_pauses(),
        }
    }

    fn instruction(&mut self, at: &At) {
        self.pc = at.pc;
        if (self.subject.is_own)(at.pc) {
            self.way = (self.way.rotate_left(5) ^ u64::from(at.pc)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn register(&mut self, _reg: Reg, _old: u64, new: u64) {
        let new = new as u32;
        if !self.hostile && self.seen.len() < SEEN && !self.seen.contains(&new) {
            self.seen.push(new);
        }
    }

    fn transfer(&mut self, transfer: &Transfer) {
        self.arrived = Some(*transfer);
    }

    fn wants_pause(&mut self) -> bool {
        let is_moment = self.restless && self.random.draw().is_multiple_of(2);
        self.arrived.is_some() || (is_moment && (self.subject.is_own)(self.pc))
    }
}

impl World<'_> {
    /// Before an instruction.
    fn paused(&mut self, machine: &mut Machine) {
        match self.arrived.take() {
            None => self.interrupt(machine),
            Some(transfer) if transfer.to != self.pc => {}
            Some(transfer) if transfer.kind == TransferKind::Call => self.enter(machine, &transfer),
            Some(transfer) if transfer.kind != TransferKind::Branch => {
                self.leave(machine, &transfer)
            }
            Some(_) => {}
        }
    }

    /// A handler runs: what is below the stack pointer is its own.
    fn interrupt(&mut self, machine: &mut Machine) {
        let sp = get(machine, self.convention.sp);
        if self
            .open
            .last()
            .is_some_and(|call| call.is_own && sp > call.sp.1)
        {
            self.break_("gives the caller's frame away".to_owned());
        }
        self.fill_below(machine);
    }

    fn enter(&mut self, machine: &mut Machine, call: &Transfer) {
        let convention = self.convention;
        let is_own = (self.subject.is_own)(call.to);
        let is_boundary = is_own && !(self.subject.is_own)(call.from);
        let program = self.subject.loaded.program.as_ref();
        let symbol = program.and_then(|program| program.image.symbol_before(call.to));
        let symbol = symbol.filter(|symbol| symbol.address == call.to);
        let signature = symbol.and_then(|symbol| (self.subject.signature)(&symbol.name));
        let sp = get(machine, convention.sp);
        let mut shown = sp;
        if self.hostile && is_own {
            shown = sp.wrapping_sub(CALLER);
            self.fill(machine, shown, CALLER);
            set(machine, convention.sp, shown);
        }
        let mut saved = Vec::new();
        for &reg in convention.saved {
            let real = get(machine, reg);
            if self.hostile && is_own {
                set(machine, reg, self.value());
            }
            saved.push((reg, real, get(machine, reg)));
        }
        if self.hostile && is_own {
            let passed = signature.map_or(convention.arguments.len(), |known| known.arguments);
            let unused = convention.arguments.iter().skip(passed);
            let unused = unused.chain(
                convention
                    .results
                    .iter()
                    .filter(|reg| !convention.arguments.contains(reg)),
            );
            for &reg in convention.temporaries.iter().chain(unused) {
                set(machine, reg, self.value());
            }
            self.fill_hidden(machine);
            self.fill_below(machine);
        }
        self.open.push(Open {
            return_to: get(machine, convention.ra),
            is_boundary,
            is_own,
            signature,
            sp: (sp, shown),
            saved,
            frame: frame_of(machine, shown),
        });
    }

    fn leave(&mut self, machine: &mut Machine, jump: &Transfer) {
        let Some(top) = self.open.last() else {
            return;
        };
        if top.return_to != jump.to {
            let is_own = (self.subject.is_own)(jump.from);
            if is_own && jump.kind == TransferKind::Return {
                self.break_(format!("returns to 0x{:x}", jump.to));
            }
            return;
        }
        let Some(call) = self.open.pop() else {
            return;
        };
        let convention = self.convention;
        if call.is_own {
            self.compare(machine, &call);
        }
        let results = call
            .signature
            .map_or(convention.results.len(), |known| known.results);
        if call.is_boundary {
            let results = convention.results.iter().take(results);
            let results = results.map(|&reg| get(machine, reg)).collect();
            self.returns.push((results, data_of(machine, self.subject)));
        }
        if !self.hostile {
            return;
        }
        for &(reg, real, _) in call.saved.iter().filter(|_| call.is_own) {
            set(machine, reg, real);
        }
        set(machine, convention.sp, call.sp.0);
        // What any callee may leave behind is unknown to code that is judged.
        if (self.subject.is_own)(jump.to) {
            let arguments = convention
                .arguments
                .iter()
                .filter(|reg| !convention.results.contains(reg));
            let unused = convention.results.iter().skip(results);
            let unknown = convention.temporaries.iter().chain(arguments).chain(unused);
            for &reg in unknown {
                set(machine, reg, self.value());
            }
            self.fill_hidden(machine);
            self.fill_below(machine);
        }
    }

    /// Whether a function that is judged has preserved what it must.
    fn compare(&mut self, machine: &Machine, call: &Open) {
        let sp = get(machine, self.convention.sp);
        if sp != call.sp.1 {
            self.break_(format!(
                "sp is {} off",
                sp.wrapping_sub(call.sp.1).cast_signed()
            ));
        }
        for &(reg, _, shown) in &call.saved {
            if get(machine, reg) != shown {
                self.break_(format!("register {reg} is lost"));
            }
        }
        if (call.is_boundary || self.hostile) && frame_of(machine, call.sp.1) != call.frame {
            self.break_("the caller's frame is changed".to_owned());
        }
    }

    fn break_(&mut self, how: String) {
        self.broken.get_or_insert(how);
    }

    /// A value that others may leave anywhere. Programs decide by small numbers and by what they
    /// compute, so these are as likely as all others.
    fn value(&mut self) -> u32 {
        let draw = self.random.draw();
        let (kind, rest) = (draw % 4, (draw >> 8) as u32);
        match (kind, self.seen.len()) {
            (0, _) => rest % 16,
            (1, 1..) => self.seen[rest as usize % self.seen.len()],
            (2, 1..) => self.seen[rest as usize % self.seen.len()]
                .wrapping_add(rest >> 30)
                .wrapping_sub(1),
            _ => rest,
        }
    }

    fn fill_hidden(&mut self, machine: &mut Machine) {
        for &number in self.convention.hidden {
            let value = self.value();
            machine
                .registers
                .set(Reg::of(Bank::Hidden, number), value.into());
        }
    }

    fn fill_below(&mut self, machine: &mut Machine) {
        let sp = get(machine, self.convention.sp);
        self.fill(machine, sp.wrapping_sub(BELOW), BELOW);
    }

    fn fill(&mut self, machine: &mut Machine, from: u32, length: u32) {
        let words = (0..length / 4).flat_map(|_| self.value().to_ne_bytes());
        let bytes: Vec<u8> = words.collect();
        // What cannot be written is no stack.
        let _ = machine.memory.write_host(from, &bytes);
    }
}

/// Whether an instruction jumps to what is in `ra`.
fn is_return(target: Target, machine: &Machine, pc: u32) -> bool {
    let word = machine.word_at(pc);
    match target {
        Target::RiscV => word == 0x0000_8067,
        Target::Mips => word == 0x03e0_0008,
    }
}

fn get(machine: &Machine, number: u8) -> u32 {
    machine.registers.get(Reg::of(Bank::Int, number)) as u32
}

fn set(machine: &mut Machine, number: u8, value: u32) {
    machine
        .registers
        .set(Reg::of(Bank::Int, number), value.into());
}

/// What lies above the stack pointer, as far as callers in tests have frames.
fn frame_of(machine: &Machine, sp: u32) -> Vec<u8> {
    machine.memory.read_host(sp, CALLER).unwrap_or_default()
}

/// The program's data, as a number.
fn data_of(machine: &Machine, subject: &Subject<'_>) -> u64 {
    let segments = subject
        .loaded
        .program
        .iter()
        .flat_map(|program| &program.image.segments);
    let data = segments.filter(|segment| segment.access.write && !segment.access.execute);
    let bytes = data.flat_map(|segment| {
        let length = segment.size;
        machine
            .memory
            .read_host(segment.address, length)
            .unwrap_or_default()
    });
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
