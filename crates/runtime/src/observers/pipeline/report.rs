//! What a pipeline did, as values and as people read it.

use super::super::places::CodePlace;
use super::super::tables::{cut, share};
use super::diagram::{Row, diagram};
use super::model::Cause;
use super::spec::PipelineSpec;
use diag::number::grouped;
use std::cmp::Reverse;
use std::fmt::Write as _;

/// Cycles that were lost, by their cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stalls {
    /// An operand was not there, and did not come from memory.
    pub data: u64,
    /// An operand was not there that came from memory.
    pub load: u64,
    /// It was not known what to fetch.
    pub control: u64,
    /// EX took more than one cycle.
    pub busy: u64,
}

impl Stalls {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.data + self.load + self.control + self.busy
    }

    /// Each cause with its name.
    pub fn by_cause(&self) -> [(&'static str, u64); 4] {
        [
            ("load-use hazards", self.load),
            ("data hazards", self.data),
            ("control hazards", self.control),
            ("long operations", self.busy),
        ]
    }

    pub(super) fn add(&mut self, other: Stalls) {
        self.data += other.data;
        self.load += other.load;
        self.control += other.control;
        self.busy += other.busy;
    }

    pub(super) fn add_cycles(&mut self, cause: Cause, cycles: u64) {
        match cause {
            Cause::Data => self.data += cycles,
            Cause::Load => self.load += cycles,
            Cause::Control => self.control += cycles,
            Cause::Busy => self.busy += cycles,
        }
    }
}

/// What a run took in a pipeline.
#[derive(Clone, Debug)]
pub struct PipelineFigures {
    /// The pipeline.
    pub spec: PipelineSpec,
    /// How many instructions ran.
    pub instructions: u64,
    /// How many cycles that took.
    pub cycles: u64,
    /// How many of them were lost.
    pub stalls: Stalls,
    /// The lines of source that lost cycles, with how often they ran; those that lost most first.
    pub lines: Vec<(CodePlace, Stalls, u64)>,
    /// The last instructions.
    last: Vec<(CodePlace, Row)>,
}

/// How many lines a report shows.
const SHOWN: usize = 8;

impl PipelineFigures {
    pub(super) fn new(
        spec: PipelineSpec,
        instructions: u64,
        cycles: u64,
        lines: Vec<(CodePlace, (Stalls, u64))>,
        last: Vec<(CodePlace, Row)>,
    ) -> Self {
        let lines = lines.into_iter();
        let lines = lines.map(|(place, (stalls, runs))| (place, stalls, runs));
        let mut lines: Vec<_> = lines.collect();
        lines.sort_by_key(|(_, stalls, _)| Reverse(stalls.all()));
        let mut stalls = Stalls::default();
        lines.iter().for_each(|(_, lost, _)| stalls.add(*lost));
        PipelineFigures {
            spec,
            instructions,
            cycles,
            stalls,
            lines,
            last,
        }
    }

    /// Cycles per instruction, if there was any.
    pub fn cycles_per_instruction(&self) -> Option<f64> {
        (self.instructions > 0).then(|| self.cycles as f64 / self.instructions as f64)
    }

    /// The tables that people read, on a page of this width.
    pub fn report(&self, width: usize) -> String {
        let mut text = format!("pipeline: 5 stages, {}\n", self.spec);
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<28}{value:>14}");
        };
        line("instructions", grouped(self.instructions));
        line("cycles", grouped(self.cycles));
        if let Some(cpi) = self.cycles_per_instruction() {
            line("cycles per instruction", format!("{cpi:.3}"));
        }
        line("cycles lost", grouped(self.stalls.all()));
        for (name, cycles) in self.stalls.by_cause() {
            if cycles > 0 {
                let of_all = 100.0 * cycles as f64 / self.cycles as f64;
                let (cycles, of_all) = (grouped(cycles), share(Some(of_all)));
                let _ = writeln!(text, "  {name:<26}{cycles:>14}{of_all:>9}");
            }
        }
        self.lines(&mut text, width);
        if !self.last.is_empty() {
            let _ = writeln!(text, "\nthe last cycles:");
            text.push_str(&diagram(&self.last, width));
        }
        text
    }

    /// The lines that lost most.
    fn lines(&self, text: &mut String, width: usize) {
        if self.lines.is_empty() {
            return;
        }
        let _ = writeln!(
            text,
            "\n{:>12}{:>12}  {:<10}line",
            "cycles lost", "runs", "mostly"
        );
        for (place, stalls, runs) in self.lines.iter().take(SHOWN) {
            let causes = stalls.by_cause();
            let most = causes.iter().max_by_key(|(_, cycles)| *cycles);
            // `load-use hazards`: the first word is enough.
            let why = most.map_or("", |(name, _)| name.split(' ').next().unwrap_or(name));
            let line = format!(
                "{:>12}{:>12}  {why:<10}{}  {}",
                grouped(stalls.all()),
                grouped(*runs),
                place.name,
                place.text
            );
            let _ = writeln!(text, "{}", cut(&line, width));
        }
        if self.lines.len() > SHOWN {
            let more = self.lines.len() - SHOWN;
            let _ = writeln!(text, "{:>34}  and {more} more", "");
        }
    }
}
