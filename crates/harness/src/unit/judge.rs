//! Runs one case, and reports what is wrong.

use super::file::Case;
use super::memory::{DataKind, Elements, get, put};
use super::prepared::{CallWatch, Called, Runner, Stray};
use super::resolve::{MemoryPart, PartPlace, Plan};
use super::show::{Difference, ShownNames, quoted};
use crate::verdict::{LimitKind, Verdict};
use callconv::Finding;
use diag::number::count;
use machine::image::Image;
use machine::isa::Reg;
use runtime::observers::Frame;
use runtime::subroutine::{CallEnd, SubroutineError};
use runtime::{BoundaryFinding, End, Limits};

/// The most places that are named where memory changed.
const MOST_STRAYS: usize = 5;

/// What came of a case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judged {
    /// Values that differ.
    pub differences: Vec<Difference>,
    /// What else is wrong, in sentences.
    pub remarks: Vec<String>,
    /// Registers that should have been kept.
    pub lost: Vec<Reg>,
    /// How a call ended that should have returned.
    pub stopped: Option<End>,
    /// The calls that were open then.
    pub open: Vec<Frame>,
    /// What is wrong with the calling convention.
    pub findings: Vec<Finding>,
    /// What showed at the boundary of handed-in code.
    pub crossings: Vec<BoundaryFinding>,
    /// Instructions that ran.
    pub steps: u64,
}

impl Judged {
    /// What all of it means.
    pub(crate) fn verdict(&self) -> Verdict {
        let broken = |finding: &Finding| finding.what.severity() == diag::Severity::Error;
        match &self.stopped {
            Some(End::Fault(_)) => Verdict::Fault,
            Some(End::Limit(limit)) => Verdict::Limit(LimitKind::from(*limit)),
            Some(_) => Verdict::Expectation,
            None if !self.differences.is_empty() || !self.remarks.is_empty() => {
                Verdict::Expectation
            }
            None if !self.lost.is_empty() || self.findings.iter().any(broken) => {
                Verdict::Convention
            }
            None => Verdict::Passed,
        }
    }
}

/// One case, about to run.
pub(crate) struct Trial<'a> {
    /// The case.
    pub case: &'a Case,
    /// Its names.
    pub plan: &'a Plan,
    /// The program.
    pub image: &'a Image,
    /// Which values registers have that nobody sets.
    pub seed: u64,
    /// How far each call may go.
    pub limits: Limits,
}

impl Trial<'_> {
    /// Runs it.
    pub(crate) fn run(
        &self,
        runner: &mut Runner,
        watch: CallWatch<'_>,
    ) -> Result<Judged, SubroutineError> {
        let (case, plan) = (self.case, self.plan);
        runner.begin(self.seed, &case.stdin, self.limits);
        runner.place(&plan.items, &plan.labels)?;
        for part in &plan.set {
            let bytes = self.bytes(runner, part);
            runner.write(self.address(runner, part.place), &bytes)?;
        }
        let mut judged = Judged::default();
        for (index, call) in plan.calls.iter().enumerate() {
            let bits = |value| runner.bits(&plan.items, &plan.labels, value);
            let args: Vec<u32> = call.args.iter().map(|value| bits(*value)).collect();
            let kept = self.extra_registers(runner, &args);
            let called = runner.call(&call.function, &args, watch)?;
            judged.steps += called.back.steps;
            self.check_end(&mut judged, called.clone(), index + 1 == plan.calls.len());
            if judged.stopped.is_some() || !called.back.returned() {
                break;
            }
            self.check_results(&mut judged, runner, index, &called);
            for (reg, before) in kept {
                if runner.register(reg) != before && !judged.lost.contains(&reg) {
                    judged.lost.push(reg);
                }
            }
        }
        if judged.stopped.is_none() {
            self.check_memory(&mut judged, runner)?;
            self.check_output(&mut judged, runner);
        }
        Ok(judged)
    }

    /// The registers that a case wants kept, with their values at the call.
    fn extra_registers(&self, runner: &Runner, args: &[u32]) -> Vec<(Reg, u64)> {
        let desc = runner.desc();
        let named = self.case.preserves.iter();
        let regs = named.filter_map(|(name, _)| super::register(desc, name));
        let value = |reg: Reg| {
            let argument = desc.abi.args.iter().position(|arg| *arg == reg);
            match argument.and_then(|index| args.get(index)) {
                Some(passed) => u64::from(*passed),
                None => runner.register(reg),
            }
        };
        regs.map(|reg| (reg, value(reg))).collect()
    }

    fn check_end(&self, judged: &mut Judged, called: Called, last: bool) {
        judged.findings.extend(called.findings);
        judged.crossings.extend(called.crossings);
        judged.lost.extend(&called.back.clobbered);
        let wanted = self.case.exit.filter(|_| last);
        match (called.back.end, wanted) {
            (CallEnd::Returned, None) => {}
            (CallEnd::Returned, Some(code)) => judged.remarks.push(format!(
                "it returned, but it should end the program with exit code {code}"
            )),
            (CallEnd::Stopped(End::Exit(code)), Some(wanted)) if code == wanted => {}
            (CallEnd::Stopped(End::Exit(code)), Some(wanted)) => {
                let (wanted, code) = (wanted.to_string(), code.to_string());
                let difference = Difference::one("exit code", wanted, code);
                judged.differences.push(difference);
            }
            (CallEnd::Stopped(End::Exit(code)), None) => {
                let text = format!("it ended the program (exit code {code}) and did not return");
                judged.remarks.push(text);
                judged.stopped = Some(End::Exit(code));
                judged.open = called.open;
            }
            (CallEnd::Stopped(end), _) => {
                judged.stopped = Some(end);
                judged.open = called.open;
            }
        }
    }

    fn check_results(&self, judged: &mut Judged, runner: &Runner, index: usize, called: &Called) {
        let names = self.names(runner);
        let (desc, plan) = (runner.desc(), self.plan);
        let call = &plan.calls[index];
        let expected = call.returns.iter().zip(called.back.results);
        for (number, (expected, got)) in expected.enumerate() {
            let Some(expected) = expected else {
                continue;
            };
            let bits = runner.bits(&plan.items, &plan.labels, *expected);
            if bits != got {
                let reg = desc.abi.results.get(number);
                let mut what = reg.map_or("?", |reg| desc.register_name(*reg)).to_owned();
                if plan.calls.len() > 1 {
                    what = format!("{what} of call {}", index + 1);
                }
                let difference = Difference::one(what, names.word(bits), names.word(got));
                judged.differences.push(difference);
            }
        }
    }

    fn check_output(&self, judged: &mut Judged, runner: &Runner) {
        let Some(expected) = self.case.output.as_ref().map(String::as_bytes) else {
            return;
        };
        let got = runner.output();
        if got == expected {
            return;
        }
        let is_line = |text: &[u8]| text.split_inclusive(|byte| *byte == b'\n').count() <= 1;
        judged
            .differences
            .extend(match is_line(expected) && is_line(got) {
                true => Some(Difference::one("output", quoted(expected), quoted(got))),
                false => Difference::of_lines(expected, got),
            });
    }

    pub(super) fn names<'b>(&'b self, runner: &'b Runner) -> ShownNames<'b> {
        let (base, layout, _) = runner.block();
        ShownNames {
            image: self.image,
            items: &self.plan.items,
            layout,
            base,
        }
    }

    pub(super) fn address(&self, runner: &Runner, place: PartPlace) -> u32 {
        match place {
            PartPlace::Label(label) => self.plan.labels.get(label).copied().unwrap_or(0),
            PartPlace::Item(item) => {
                let (base, layout, _) = runner.block();
                let start = layout.range(&self.plan.items, item).start;
                base.wrapping_add(start as u32)
            }
        }
    }

    pub(super) fn bytes(&self, runner: &Runner, part: &MemoryPart) -> Vec<u8> {
        let size = part.kind.size();
        let values = part.values.as_deref().unwrap_or_default();
        let mut bytes = vec![0; values.len() * size];
        for (value, bytes) in values.iter().zip(bytes.chunks_exact_mut(size)) {
            if let Some(value) = value {
                let bits = runner.bits(&self.plan.items, &self.plan.labels, *value);
                put(bytes, bits, runner.big_endian());
            }
        }
        bytes
    }

    fn check_memory(&self, judged: &mut Judged, runner: &Runner) -> Result<(), SubroutineError> {
        let plan = self.plan;
        for part in &plan.after {
            self.check_part(judged, runner, part)?;
        }
        let mentioned = |place: PartPlace| plan.after.iter().any(|part| part.place == place);
        for part in &plan.set {
            if !mentioned(part.place) && self.must_stay(part.place) {
                self.check_part(judged, runner, part)?;
            }
        }
        let (base, layout, before) = runner.block();
        let now = runner.read(base, before.len())?;
        if now != before {
            for item in 0..plan.items.len() {
                let place = PartPlace::Item(item);
                if !mentioned(place) && self.must_stay(place) {
                    let range = layout.range(&plan.items, item);
                    self.compare_item(judged, runner, item, &before[range.clone()], &now[range]);
                }
            }
            self.check_gaps(judged, runner, &now);
        }
        self.check_strays(judged, runner);
        Ok(())
    }

    /// Whether nothing says that this may change.
    fn must_stay(&self, place: PartPlace) -> bool {
        match &self.plan.unchanged {
            None => true,
            Some(places) => places.contains(&place),
        }
    }

    /// What memory must be from a place on.
    fn check_part(
        &self,
        judged: &mut Judged,
        runner: &Runner,
        part: &MemoryPart,
    ) -> Result<(), SubroutineError> {
        let Some(values) = &part.values else {
            return Ok(());
        };
        let (size, plan, names) = (part.kind.size(), self.plan, self.names(runner));
        let address = self.address(runner, part.place);
        let now = runner.read(address, values.len() * size)?;
        let expected = self.bytes(runner, part);
        let differs = |index: usize| {
            let range = index * size..(index + 1) * size;
            values[index].is_some() && now[range.clone()] != expected[range]
        };
        if !(0..values.len()).any(differs) {
            return Ok(());
        }
        let what = match part.place {
            PartPlace::Item(item) => plan.items[item].name.clone(),
            PartPlace::Label(label) => plan.label_names[label].clone(),
        };
        if part.kind.is_text() {
            let difference = Difference::one(what, quoted(text(&expected)), quoted(text(&now)));
            judged.differences.push(difference);
            return Ok(());
        }
        let element = |bytes: &[u8]| names.element(part.kind, get(bytes, runner.big_endian()));
        let expected = expected.chunks_exact(size).zip(values);
        judged.differences.push(Difference {
            what,
            expected: expected
                .map(|(bytes, value)| match value {
                    Some(_) => element(bytes),
                    None => "_".to_owned(),
                })
                .collect(),
            got: now.chunks_exact(size).map(element).collect(),
            array: true,
        });
        Ok(())
    }

    /// Data that nothing is said about must be what it was.
    fn compare_item(
        &self,
        judged: &mut Judged,
        runner: &Runner,
        item: usize,
        before: &[u8],
        now: &[u8],
    ) {
        if before == now {
            return;
        }
        let (names, item) = (self.names(runner), &self.plan.items[item]);
        if item.kind.is_text() {
            let difference = Difference::one(&item.name, quoted(text(before)), quoted(text(now)));
            judged.differences.push(difference);
            return;
        }
        let kind = match item.elements {
            Elements::AddressesOf(_) => DataKind::Pointers,
            Elements::Values(_) => item.kind,
        };
        let list = |bytes: &[u8]| {
            let elements = bytes.chunks_exact(item.kind.size());
            let bits = elements.map(|element| get(element, runner.big_endian()));
            bits.map(|bits| names.element(kind, bits)).collect()
        };
        judged.differences.push(Difference {
            what: item.name.clone(),
            expected: list(before),
            got: list(now),
            array: true,
        });
    }

    /// Writes beside the data, where nothing is.
    fn check_gaps(&self, judged: &mut Judged, runner: &Runner, now: &[u8]) {
        if self.plan.unchanged.is_some() {
            return;
        }
        let (_, layout, before) = runner.block();
        let mut end = 0;
        let mut last: Option<&str> = None;
        for index in 0..=self.plan.items.len() {
            let range = match self.plan.items.get(index) {
                Some(_) => layout.range(&self.plan.items, index),
                None => before.len()..before.len(),
            };
            let changed = (end..range.start).filter(|at| before[*at] != now[*at]);
            let places: Vec<usize> = changed.collect();
            if let Some(first) = places.first() {
                let bytes = count(places.len() as u64, "byte");
                let next = self.plan.items.get(index).map(|item| item.name.as_str());
                judged.remarks.push(match (last, next) {
                    // What is nearer to the next is before it.
                    (None, Some(next)) => {
                        format!("it wrote {bytes} before the beginning of `{next}`")
                    }
                    (Some(_), Some(next)) if first - end > range.start - first => {
                        format!("it wrote {bytes} before the beginning of `{next}`")
                    }
                    (Some(last), _) => format!("it wrote {bytes} after the end of `{last}`"),
                    (None, None) => format!("it wrote {bytes} outside its memory"),
                });
            }
            end = range.end;
            last = self.plan.items.get(index).map(|item| item.name.as_str());
        }
    }

    fn check_strays(&self, judged: &mut Judged, runner: &Runner) {
        let mut strays = Vec::new();
        runner.strays(&mut strays);
        strays.retain(|stray| !self.is_told(stray));
        if strays.is_empty() {
            return;
        }
        let mut told = 0;
        for run in strays.chunk_by(|a, b| a.address + 1 == b.address) {
            told += 1;
            if told > MOST_STRAYS {
                judged.remarks.push("and other places".to_owned());
                break;
            }
            let remark = changed(self.image, run);
            judged.remarks.push(remark);
        }
    }

    /// Whether something is said about this byte, so that it is looked at elsewhere.
    fn is_told(&self, stray: &Stray) -> bool {
        let address = stray.address;
        let parts = self.plan.set.iter().chain(&self.plan.after);
        for part in parts {
            let PartPlace::Label(label) = part.place else {
                continue;
            };
            let start = self.plan.labels[label];
            let size = match &part.values {
                Some(values) => (values.len() * part.kind.size()) as u32,
                None => extent(self.image, start),
            };
            if (start..start.saturating_add(size)).contains(&address) {
                return true;
            }
        }
        match &self.plan.unchanged {
            None => false,
            Some(places) => !places.iter().any(|place| match place {
                PartPlace::Item(_) => false,
                PartPlace::Label(label) => {
                    let start = self.plan.labels[*label];
                    (start..start + extent(self.image, start)).contains(&address)
                }
            }),
        }
    }
}

/// The bytes from a label to the next.
pub(crate) fn extent(image: &Image, start: u32) -> u32 {
    let mut after = image
        .symbols
        .iter()
        .filter(|s| !s.absolute && s.address > start);
    let next = after.next().map(|symbol| symbol.address);
    let end = image
        .segment_at(start)
        .map_or(start, |segment| segment.end());
    next.unwrap_or(end).min(end).saturating_sub(start)
}

/// Text without its end.
fn text(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// Says which memory changed that should not have.
pub(crate) fn changed(image: &Image, run: &[Stray]) -> String {
    let first = run.first().map_or(0, |stray| stray.address);
    let bytes = count(run.len() as u64, "byte");
    let at = format!("{bytes} at 0x{first:08x}");
    match image.symbol_before(first) {
        Some(symbol) if symbol.address == first => {
            format!(
                "it changed `{}` ({at}), which the case does not expect",
                symbol.name
            )
        }
        Some(symbol) => {
            let (name, offset) = (&symbol.name, first - symbol.address);
            format!("it changed `{name}` + {offset} ({at}), which the case does not expect")
        }
        None if image.segment_at(first).is_some() => {
            format!("it changed data of the program ({at}), which the case does not expect")
        }
        None => format!("it changed its caller's stack ({at})"),
    }
}
