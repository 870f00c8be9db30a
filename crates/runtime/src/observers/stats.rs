//! What a run was made of: `--stats`.
//!
//! Only the first time that straight code runs it is looked at. After that it is counted, and what it
//! is made of is added up in the end.

use super::pages::TouchedPages;
use diag::number::grouped;
use machine::isa::{Class, IsaDesc};
use machine::observe::{
    AddressPlaces, KnownRuns, NOWHERE, Observer, Recalled, Run, RunEnd, Touch, Touches, Transfer,
    TransferKind, Wants,
};
use machine::run::Registers;
use std::fmt::Write as _;
use std::time::Duration;

/// Counts by class, transfers and memory.
pub struct Stats {
    desc: &'static IsaDesc,
    /// What is not counted by a shape.
    sums: Sums,
    /// What straight code consists of.
    shapes: Vec<Shape>,
    known: KnownRuns,
    places: AddressPlaces,
    is_lent: bool,
    /// How many accesses there were of each [kind](machine::observe::Touch::kind).
    accesses: [u64; 256],
    touched: TouchedPages,
}

/// What straight code consists of.
struct Shape {
    rows: Box<[u16]>,
    end: Option<TransferKind>,
}

/// How often what happened.
#[derive(Clone, Default)]
struct Sums {
    by_row: Vec<u64>,
    taken: u64,
    calls: u64,
    returns: u64,
}

impl Sums {
    fn add(&mut self, shape: &Shape, times: u64) {
        for row in &shape.rows {
            if let Some(count) = self.by_row.get_mut(usize::from(*row)) {
                *count += times;
            }
        }
        if let Some(kind) = shape.end {
            self.add_transfer(kind, times);
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
            known: KnownRuns::default(),
            places: AddressPlaces::default(),
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
        sums
    }

    /// Counts what is known, and forgets it.
    fn forget(&mut self) {
        self.sums = self.sums();
        self.shapes.clear();
        self.known.forget_runs();
        self.places = AddressPlaces::default();
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

    fn shape(run: &Run<'_>) -> Shape {
        let all = 0..run.len() + usize::from(run.has_begun());
        let end = match run.end {
            RunEnd::Transfer(transfer) | RunEnd::Delayed(transfer) => Some(transfer.kind),
            RunEnd::Straight | RunEnd::Stop { .. } => None,
        };
        Shape {
            rows: all.map(|index| run.at(index).row).collect(),
            end,
        }
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

impl Shape {
    /// How many calls deeper it leads.
    fn deeper(&self) -> i8 {
        self.end.map_or(0, deeper)
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
        if self.known.len() >= KnownRuns::MOST {
            self.forget();
        }
        touches.known = std::mem::take(&mut self.known);
        touches.keep();
        self.is_lent = true;
    }

    fn leave_loop(&mut self, touches: &mut Touches) {
        self.take(touches);
        self.known = std::mem::take(&mut touches.known);
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
        touches.known.go_deeper(shape.deeper().into());
        self.places.follow(to, &mut touches.known);
        Recalled::Yes
    }

    fn run(&mut self, run: &Run<'_>, touches: &mut Touches) {
        self.take(touches);
        let shape = Stats::shape(run);
        self.sums.add(&shape, 1);
        let deeper = shape.deeper();
        if !self.is_lent {
            return self.known.go_deeper(deeper.into());
        }
        let known = &mut touches.known;
        known.go_deeper(deeper.into());
        if self.places.learn(run, self.desc, deeper, known).is_some() {
            self.shapes.push(shape);
        }
    }

    fn call_from_outside(&mut self, call: &Transfer) {
        self.sums.add_transfer(call.kind, 1);
        self.known.go_deeper(deeper(call.kind).into());
    }

    fn forget_code(&mut self) {
        self.forget();
    }
}
