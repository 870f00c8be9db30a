//! What differs between two programs on one input, in words.

use super::{Argument, Duel, Named, Side, named};
use crate::boundary::CrossingWords;
use crate::fuzz::generator::FuzzInput;
use crate::unit::{DataValue, Difference, ShownNames, get, written_call};
use diag::Diagnostic;
use runtime::subroutine::{CallEnd, SubroutineError};
use runtime::{End, Limit};

/// What differs.
#[derive(Clone, Debug)]
pub struct Contrast {
    /// The call, as a person would write it.
    pub call: String,
    /// Values, the reference's on the left.
    pub differences: Vec<Difference>,
    /// What else there is to say, in sentences.
    pub remarks: Vec<String>,
    /// Faults and findings of the program that is tested, among its sources.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether both do the same, and the program that is tested breaks the calling convention.
    pub is_convention: bool,
    /// A case that the reference passes, as a `.unit.toml` file has it, without a name.
    pub case: String,
}

impl Duel<'_> {
    /// What differs for these inputs, in words.
    pub(crate) fn contrast(
        &mut self,
        inputs: &[FuzzInput],
        check: bool,
    ) -> Result<Contrast, SubroutineError> {
        self.play(inputs, check)?;
        let mut contrast = Contrast {
            call: written_call(
                &self.spec.call,
                &self.call_values(inputs),
                &self.items,
                &self.label_names,
            ),
            differences: Vec::new(),
            remarks: Vec::new(),
            diagnostics: Vec::new(),
            is_convention: false,
            case: self.case(inputs),
        };
        self.contrast_ends(&mut contrast);
        if self.own.done.end == self.reference.done.end {
            self.contrast_values(&mut contrast);
        }
        let same = contrast.differences.is_empty() && contrast.remarks.is_empty();
        self.contrast_convention(&mut contrast);
        if same && !contrast.diagnostics.is_empty() {
            let text = "both do the same, but yours breaks the calling convention";
            contrast.remarks.push(text.to_owned());
            contrast.case.push_str("check = true\n");
            contrast.is_convention = true;
        }
        Ok(contrast)
    }

    fn call_values(&self, inputs: &[FuzzInput]) -> Vec<DataValue> {
        let value = |arg: &Argument| match arg {
            Argument::Value(value) => *value,
            Argument::Chosen(variable) => DataValue::Number(inputs[*variable][0]),
        };
        self.args.iter().map(value).collect()
    }

    fn contrast_ends(&mut self, contrast: &mut Contrast) {
        let (own, reference) = (&self.own.done, &self.reference.done);
        if own.end == reference.end {
            return;
        }
        let difference = Difference::one("end", end_words(&reference.end), end_words(&own.end));
        contrast.differences.push(difference);
        if let CallEnd::Stopped(end) = own.end.clone() {
            let (steps, loaded) = (own.steps, self.own.loaded);
            let told = self.own.runner.explain(loaded, &end, steps);
            contrast.diagnostics.extend(told);
        }
    }

    fn contrast_values(&self, contrast: &mut Contrast) {
        let (own, reference) = (&self.own, &self.reference);
        let desc = own.runner.desc();
        for index in 0..self.spec.results {
            let (theirs, ours) = (reference.done.results[index], own.done.results[index]);
            if !self.same_word(theirs, ours) {
                let name = desc.abi.results.get(index);
                let name = name.map_or("?", |reg| desc.register_name(*reg));
                let (theirs, ours) = (
                    self.names(reference).word(theirs),
                    self.names(own).word(ours),
                );
                contrast
                    .differences
                    .push(Difference::one(name, theirs, ours));
            }
        }
        for (index, item) in self.items.iter().enumerate() {
            let (theirs, ours) = (self.elements(reference, index), self.elements(own, index));
            if theirs != ours {
                contrast.differences.push(Difference {
                    what: format!("{} afterwards", item.name),
                    expected: theirs,
                    got: ours,
                    array: true,
                });
            }
        }
        if contrast.differences.is_empty() && self.blocks_differ() {
            let text = "it wrote beside the memory that it was given";
            contrast.remarks.push(text.to_owned());
        }
        let (theirs, ours) = (reference.runner.output(), own.runner.output());
        if theirs != ours {
            contrast
                .differences
                .extend(Difference::of_lines(theirs, ours));
        }
        if self.globals_differ() {
            self.contrast_globals(contrast);
        }
    }

    fn contrast_globals(&self, contrast: &mut Contrast) {
        let (own, reference) = (&self.own, &self.reference);
        let of_own = named(&own.done.strays, own.image, reference.image);
        let of_reference = named(&reference.done.strays, reference.image, own.image);
        let only = |these: &[Named], those: &[Named]| {
            let mut names: Vec<String> = these
                .iter()
                .filter(|change| !those.contains(change))
                .map(|(name, ..)| match name {
                    Some(name) => format!("`{name}`"),
                    None => "memory that has no name".to_owned(),
                })
                .collect();
            names.dedup();
            names.join(", ")
        };
        let (ours, theirs) = (only(&of_own, &of_reference), only(&of_reference, &of_own));
        if !ours.is_empty() {
            contrast
                .remarks
                .push(format!("it changed {ours}, and the reference did not so"));
        }
        if !theirs.is_empty() {
            contrast
                .remarks
                .push(format!("the reference changed {theirs}, and it did not so"));
        }
    }

    fn contrast_convention(&self, contrast: &mut Contrast) {
        let own = &self.own;
        let Some(program) = &own.loaded.program else {
            return;
        };
        let reporter = callconv::report::FindingReporter::new(own.loaded.desc(), program);
        let broken = own
            .done
            .findings
            .iter()
            .filter(|finding| self.is_broken(finding));
        let mut told: Vec<Diagnostic> =
            broken.map(|finding| reporter.diagnostic(finding)).collect();
        let words = CrossingWords {
            desc: own.loaded.desc(),
            program,
        };
        let crossings = own.done.crossings.unexplained(&own.done.findings);
        let crossings = crossings.filter(|_| self.options.convention);
        told.extend(crossings.map(|crossing| words.diagnostic(crossing)));
        if told.is_empty() && own.done.lost {
            let text = "it does not leave the registers as they were that it must keep";
            contrast.remarks.push(text.to_owned());
        }
        contrast.diagnostics.extend(told);
    }

    pub(super) fn names<'b>(&'b self, side: &'b Side<'_>) -> ShownNames<'b> {
        let (base, layout, _) = side.runner.block();
        ShownNames {
            image: side.image,
            items: &self.items,
            layout,
            base,
        }
    }

    /// What is in a piece of memory after the call.
    fn elements(&self, side: &Side<'_>, index: usize) -> Vec<String> {
        let (_, layout, _) = side.runner.block();
        let (item, range) = (&self.items[index], layout.range(&self.items, index));
        let bytes = side.done.block.get(range).unwrap_or_default();
        let elements = bytes.chunks_exact(item.kind.size());
        let bits = elements.map(|bytes| get(bytes, side.runner.big_endian()));
        let names = self.names(side);
        bits.map(|bits| names.element(item.kind, bits)).collect()
    }
}

pub(super) fn end_words(end: &CallEnd) -> String {
    match end {
        CallEnd::Returned => "returns".to_owned(),
        CallEnd::Stopped(End::Exit(code)) => format!("ends the program ({code})"),
        CallEnd::Stopped(End::Fault(_)) => "run-time fault".to_owned(),
        CallEnd::Stopped(End::Limit(Limit::Steps(steps))) => {
            let steps = diag::number::count(*steps, "instruction");
            format!("still runs after {steps}")
        }
        CallEnd::Stopped(_) => "stopped at a limit".to_owned(),
    }
}
