//! What a run was made of: `--stats`.
//!
//! Only the first time that straight code runs it is looked at. After that it is counted, and what it
//! is made of is added up in the end.

use super::functions::{Contexts, FunctionCounts};
use super::pages::TouchedPages;
use super::places::SourcePlaces;
use diag::number::grouped;
use machine::isa::{Class, IsaDesc, Role};
use machine::observe::{
    KnownRun, KnownRuns, NOWHERE, Observer, Recalled, Run, RunEnd, Touch, Touches, Transfer,
    TransferKind, Wants,
};
use machine::run::Registers;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::time::Duration;

/// Counts by class, transfers, memory and functions.
pub struct Stats {
    desc: &'static IsaDesc,
    /// What is not counted by a shape.
    sums: Sums,
    /// What straight code consists of.
    shapes: Vec<Shape>,
    /// By its ends and its context: which it is.
    numbers: FxHashMap<(u32, u32, u32), u32>,
    known: KnownRuns,
    contexts: Contexts,
    /// Where control goes after the instruction in a delay slot, and where a call returns to.
    pending: Option<(Transfer, Option<u32>)>,
    is_lent: bool,
    /// How many accesses there were of each [kind](machine::observe::Touch::kind).
    accesses: [u64; 256],
    touched: TouchedPages,
}

/// What straight code consists of, in a context.
struct Shape {
    rows: Box<[u16]>,
    pcs: Box<[u32]>,
    context: u32,
    end: Option<TransferKind>,
    /// The function that it calls, if that is always the same, and where the call returns to.
    target: Option<u32>,
    back: Option<u32>,
    /// How often it was shown.
    count: u64,
}

/// How often what happened.
#[derive(Clone, Default)]
struct Sums {
    by_row: Vec<u64>,
    taken: u64,
    calls: u64,
    returns: u64,
    /// By context and address: how often that instruction ran.
    ran: FxHashMap<(u32, u32), u64>,
    /// By function: how often it was called.
    called: FxHashMap<u32, u64>,
}

impl Sums {
    fn add(&mut self, shape: &Shape, times: u64) {
        if times == 0 {
            return;
        }
        for row in &shape.rows {
            if let Some(count) = self.by_row.get_mut(usize::from(*row)) {
                *count += times;
            }
        }
        for pc in &shape.pcs {
            *self.ran.entry((shape.context, *pc)).or_default() += times;
        }
        if let Some(kind) = shape.end {
            self.add_transfer(kind, times);
        }
        if let Some(target) = shape.target {
            *self.called.entry(target).or_default() += times;
        }
    }

    fn add_transfer(&mut self, kind: TransferKind, times: u64) {
        match kind {
            TransferKind::Branch => self.taken += times,
            TransferKind::Call => self.calls += times,
            TransferKind::Return => self.returns += times,
            TransferKind::Jump => {}
        }
    }

    fn of_class(&self, desc: &IsaDesc, class: Class) -> u64 {
        let rows = desc.rows.iter().zip(&self.by_row);
        rows.filter(|(row, _)| row.class == class)
            .map(|(_, count)| count)
            .sum()
    }
}

impl Stats {
    /// Counts for a machine of this instruction set.
    pub fn new(desc: &'static IsaDesc) -> Self {
        Stats {
            desc,
            sums: Sums {
                by_row: vec![0; desc.rows.len()],
                ..Sums::default()
            },
            shapes: Vec::new(),
            numbers: FxHashMap::default(),
            known: KnownRuns::default(),
            contexts: Contexts::default(),
            pending: None,
            is_lent: false,
            accesses: [0; 256],
            touched: TouchedPages::default(),
        }
    }

    /// All sums so far.
    fn sums(&self) -> Sums {
        let mut sums = self.sums.clone();
        for run in self.known.iter() {
            if let Some(shape) = self.shapes.get(run.data as usize) {
                sums.add(shape, run.count);
            }
        }
        for shape in &self.shapes {
            sums.add(shape, shape.count);
        }
        sums
    }

    /// What ran in each function, the one with most instructions first.
    pub fn functions(&self, places: &SourcePlaces<'_>) -> Vec<FunctionCounts> {
        let sums = self.sums();
        self.contexts.functions(&sums.ran, &sums.called, places)
    }

    /// Counts what is known, and forgets it.
    fn forget(&mut self) {
        self.sums = self.sums();
        self.shapes.clear();
        self.numbers.clear();
        self.contexts.forget_places(&mut self.known);
    }

    /// Counts accesses to memory. Those that are kept for it are not needed any more; others may be
    /// for another observer, too.
    fn take(&mut self, touches: &mut Touches) {
        for touch in touches.iter() {
            self.accesses[usize::from(touch.kind())] += 1;
            self.touched.touch(touch.address, touch.size());
        }
        if self.is_lent {
            touches.clear();
        }
    }

    /// How many bytes were stored, or loaded.
    fn bytes(&self, stored: bool) -> u64 {
        let kinds = (0..=u8::MAX).zip(&self.accesses);
        kinds
            .map(|(kind, count)| (Touch::of_kind(kind), count))
            .filter(|(touch, _)| touch.store() == stored)
            .map(|(touch, count)| u64::from(touch.size()) * count)
            .sum()
    }

    /// The number of what straight code consists of, in a context.
    fn number(&mut self, run: &Run<'_>, context: u32) -> Option<u32> {
        let (&first, &last) = run.pcs().first().zip(run.pcs().last())?;
        // No code has an odd address, and where there are delay slots they are multiples of four.
        let last = last
            | match run.end {
                RunEnd::Transfer(_) => 0,
                RunEnd::Straight | RunEnd::Stop { .. } => 1,
                RunEnd::Delayed(_) => 2,
            };
        let key = (first, last, context);
        if let Some(number) = self.numbers.get(&key) {
            return Some(*number);
        }
        let number = self.shapes.len() as u32;
        self.shapes.push(self.shape(run, context));
        self.numbers.insert(key, number);
        Some(number)
    }

    fn shape(&self, run: &Run<'_>, context: u32) -> Shape {
        let end = match run.end {
            RunEnd::Transfer(transfer) | RunEnd::Delayed(transfer) => Some(transfer),
            RunEnd::Straight | RunEnd::Stop { .. } => None,
        };
        let calls = end.filter(|transfer| transfer.kind == TransferKind::Call);
        let last = run.len().checked_sub(1).map(|last| run.at(last).row);
        let row = last.and_then(|row| self.desc.rows.get(usize::from(row)));
        let names_target = row.is_some_and(|row| row.names_target());
        Shape {
            rows: (0..run.pcs().len())
                .map(|index| run.at(index).row)
                .collect(),
            pcs: run.pcs().into(),
            context,
            end: end.map(|transfer| transfer.kind),
            target: calls.filter(|_| names_target).map(|call| call.to),
            back: calls.and_then(|call| self.return_address(run, &call)),
            count: 0,
        }
    }

    /// Where the call at the end of a run returns to: the address right after it, or after its delay
    /// slot, is in a register that it has written.
    fn return_address(&self, run: &Run<'_>, call: &Transfer) -> Option<u32> {
        let at = run.at(run.len().checked_sub(1)?);
        let row = self.desc.rows.get(usize::from(at.row))?;
        let operands = row
            .operand_registers(at.insn)
            .map(|(_, role, reg)| (reg, role));
        let written = operands.chain(row.implicit.iter().copied());
        let written = written.filter(|(_, role)| role.includes(Role::Write));
        let mut values = written.map(|(reg, _)| run.registers.get(reg) as u32);
        values.find(|value| matches!(value.wrapping_sub(call.from), 2 | 4 | 8))
    }

    /// The table that people read. `time` is how long the run took.
    pub fn report(&self, time: Duration) -> String {
        let sums = self.sums();
        let total: u64 = sums.by_row.iter().sum();
        let mut text = format!("{:<28}{:>14}\n", "instructions", grouped(total));
        for class in Class::ALL {
            let count = sums.of_class(self.desc, class);
            if count > 0 {
                let share = 100.0 * count as f64 / total as f64;
                let _ = writeln!(
                    text,
                    "  {:<26}{:>14}{share:>7.1} %",
                    class.name(),
                    grouped(count)
                );
            }
        }
        let branches = sums.of_class(self.desc, Class::Branch);
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<28}{value:>14}");
        };
        if branches > 0 {
            line(
                "branches taken",
                format!("{} of {}", grouped(sums.taken), grouped(branches)),
            );
        }
        line("calls", grouped(sums.calls));
        line("returns", grouped(sums.returns));
        line("deepest call", grouped(self.known.deepest.unsigned_abs()));
        line("bytes loaded", grouped(self.bytes(false)));
        line("bytes stored", grouped(self.bytes(true)));
        line("bytes of memory touched", grouped(self.touched.bytes()));
        let seconds = time.as_secs_f64();
        line("time", format!("{seconds:.3} s"));
        if seconds > 0.0 {
            let speed = total as f64 / seconds / 1e6;
            line("million instructions / s", format!("{speed:.1}"));
        }
        text
    }
}

impl Stats {
    /// Counts straight code that is shown, and learns it.
    fn follow(&mut self, run: &Run<'_>, known: &mut KnownRuns) {
        let Some((&first, &last)) = run.pcs().first().zip(run.pcs().last()) else {
            return;
        };
        let before = self.contexts.present(known, first);
        let Some(number) = self.number(run, before) else {
            return;
        };
        let Some(shape) = self.shapes.get_mut(number as usize) else {
            return;
        };
        shape.count += 1;
        let (target, back) = (shape.target, shape.back);
        let now = match run.end {
            RunEnd::Transfer(transfer) => Some((transfer, back)),
            RunEnd::Delayed(transfer) => {
                self.pending = Some((transfer, back));
                None
            }
            RunEnd::Straight | RunEnd::Stop { .. } => self.pending.take(),
        };
        if let RunEnd::Transfer(transfer) | RunEnd::Delayed(transfer) = run.end {
            known.go_deeper(deeper(transfer.kind).into());
            if transfer.kind == TransferKind::Call && target.is_none() {
                *self.sums.called.entry(transfer.to).or_default() += 1;
            }
        }
        let after = match now {
            Some((transfer, back)) => self.contexts.after(before, &transfer, back, known),
            None => before,
        };
        self.contexts.stay(after);
        let (RunEnd::Transfer(_) | RunEnd::Straight) = run.end else {
            return known.go(NOWHERE);
        };
        let next = self.contexts.place(run.to, after, known);
        known.go(next);
        let from = self.contexts.place(first, before, known);
        let last = last | u32::from(run.end == RunEnd::Straight);
        if !self.is_lent
            || known.len() >= KnownRuns::MOST
            || known.ending(from, last).next().is_some()
        {
            return;
        }
        let mut new = KnownRun::new(last, next, number);
        if let RunEnd::Transfer(Transfer { kind, .. }) = run.end {
            match (kind, back) {
                (TransferKind::Return, _) => new = KnownRun::returning(last, number),
                _ if !run.goes_one_way(self.desc) => new.asks = true,
                (TransferKind::Call, Some(back)) => {
                    let place = self.contexts.place(back, before, known);
                    new = new.calling(back, place);
                }
                (TransferKind::Call, None) => new.asks = true,
                (TransferKind::Branch | TransferKind::Jump, _) => {}
            }
        }
        known.add(from, new);
    }
}

/// How many calls deeper a transfer leads.
fn deeper(kind: TransferKind) -> i8 {
    match kind {
        TransferKind::Call => 1,
        TransferKind::Return => -1,
        TransferKind::Branch | TransferKind::Jump => 0,
    }
}

impl Observer for Stats {
    fn wants(&self) -> Wants {
        Wants::RUNS
    }

    fn enter_loop(&mut self, touches: &mut Touches) {
        if self.known.len() >= KnownRuns::MOST || self.shapes.len() >= KnownRuns::MOST {
            self.forget();
        }
        touches.known = std::mem::take(&mut self.known);
        touches.keep();
        self.is_lent = true;
    }

    fn leave_loop(&mut self, touches: &mut Touches) {
        self.take(touches);
        self.known = std::mem::take(&mut touches.known);
        self.contexts.leave(&self.known);
        self.known.go(NOWHERE);
        self.is_lent = false;
    }

    fn recalls(
        &mut self,
        data: u32,
        to: u32,
        _registers: &Registers,
        touches: &mut Touches,
    ) -> Recalled {
        if touches.is_full() {
            self.take(touches);
        }
        let Some(shape) = self.shapes.get(data as usize) else {
            return Recalled::No;
        };
        let known = &mut touches.known;
        let mut context = shape.context;
        if let Some(kind) = shape.end {
            let from = shape.pcs.last().copied().unwrap_or_default();
            let transfer = Transfer { kind, from, to };
            known.go_deeper(deeper(kind).into());
            context = self.contexts.after(context, &transfer, shape.back, known);
            if kind == TransferKind::Call && shape.target.is_none() {
                *self.sums.called.entry(to).or_default() += 1;
            }
        }
        let next = self.contexts.place(to, context, known);
        known.go(next);
        Recalled::Yes
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        self.take(touches);
        if !self.is_lent && self.shapes.len() >= KnownRuns::MOST {
            self.forget();
        }
        // While the loop has what is known, it is there.
        let mut known = match self.is_lent {
            true => std::mem::take(&mut touches.known),
            false => std::mem::take(&mut self.known),
        };
        self.follow(run, &mut known);
        match self.is_lent {
            true => touches.known = known,
            false => {
                known.go(NOWHERE);
                self.known = known;
            }
        }
    }

    fn call_from_outside(&mut self, call: &Transfer) {
        self.sums.add_transfer(call.kind, 1);
        self.known.go_deeper(deeper(call.kind).into());
        let context = self.contexts.present(&self.known, call.to);
        let context = self.contexts.after(context, call, None, &mut self.known);
        self.contexts.stay(context);
    }

    fn forget_code(&mut self) {
        self.forget();
    }
}
