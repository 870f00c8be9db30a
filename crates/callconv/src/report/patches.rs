//! Remedies that are certain: what to write where, so that the finding is gone and none is new.

use super::FindingReporter;
use crate::finding::{Finding, What};
use assembler::CodeLine;
use diag::{Patch, Span};
use machine::isa::Reg;

impl FindingReporter<'_> {
    /// The patch for a finding, if there is a certain one.
    pub(super) fn patch(&self, finding: &Finding) -> Option<Patch> {
        if self.program.image.delay_slots {
            return None;
        }
        match finding.what {
            What::NotRestored { reg, .. } => self.load_instead(finding, reg),
            What::ReturnAddressLost { .. } | What::WrongReturn { .. } => {
                self.load_instead(finding, self.desc.abi.ra)
            }
            What::StackPointer { before, after } => self.give_back(finding, before, after),
            What::FellThrough { .. } | What::RanOff => self.end_function(finding),
            _ => None,
        }
    }

    /// The statement of an instruction that was written as such in a source of its own.
    fn statement(&self, pc: u32) -> Option<&CodeLine> {
        let line = self.program.lines.find(pc)?;
        let own = self.program.lines.trail(line).is_empty();
        (own && !line.pseudo && line.size == 4).then_some(line)
    }

    /// A store is written where the load was meant: the load.
    fn load_instead(&self, finding: &Finding, reg: Reg) -> Option<Patch> {
        let (at, _) = self.body(finding).store_for_load(finding.pc, reg)?;
        let (store, line) = (self.code().name(at)?, self.statement(at)?);
        let Span { file, start, .. } = line.span;
        Some(Patch {
            span: Span::new(file, start, start + store.len() as u32),
            replacement: self.desc.idioms.restores(store).to_owned(),
        })
    }

    /// The stack pointer, moved back by what was taken.
    fn give_back(&self, finding: &Finding, before: u32, after: u32) -> Option<Patch> {
        let body = self.body(finding);
        let (_, size) = body.frame()?;
        let missing = i64::from(before) - i64::from(after);
        let mut gives = body.moves_before(finding.pc);
        gives.retain(|one| one.by.is_none_or(|by| by > 0));
        let sp = self.name(self.desc.abi.sp);
        let right = format!("{} {sp}, {sp}, {size}", self.desc.idioms.move_pointer);
        match gives[..] {
            [] if missing == i64::from(size) => {
                let line = self.program.lines.find(finding.pc)?;
                let place = Span::new(line.span.file, line.span.start, line.span.start);
                Some(Patch {
                    span: place,
                    replacement: format!("{right}{NEXT_LINE}"),
                })
            }
            [one] if i64::from(one.by?) + missing == i64::from(size) => Some(Patch {
                span: self.statement(one.pc)?.span,
                replacement: right,
            }),
            _ => None,
        }
    }

    /// The return that is missing at the end of a function that has nothing to restore.
    fn end_function(&self, finding: &Finding) -> Option<Patch> {
        let body = self.body(finding);
        if body.has_calls() || !body.moves().is_empty() {
            return None;
        }
        let line = self.program.lines.find(finding.pc)?;
        let place = Span::new(line.span.file, line.span.end, line.span.end);
        self.program.lines.trail(line).is_empty().then(|| Patch {
            span: place,
            replacement: format!("{NEXT_LINE}{}", self.desc.idioms.ret),
        })
    }
}

const NEXT_LINE: &str = "\n        ";
