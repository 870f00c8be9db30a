//! Causes that the check of the calling convention and the boundary of handed-in code show. What was
//! found is often far from the mistake: a register that comes back changed shows at the return, and the
//! line that is missing is among those that save the others. Each row says where to look.

use super::survey::{Survey, SurveyLine};
use super::{Cause, CauseKind, CausePlace, Confidence};
use callconv::{Finding, RestoreFault, What};
use machine::isa::{Class, IsaDesc, Reg};
use runtime::{BoundaryFault, BoundaryFinding};

/// A range of lines that is named as one place.
const LONGEST: usize = 6;
/// The lines before the end of a function in which its results are set.
const RESULTS: usize = 3;

/// What reads findings of one run.
pub(crate) struct ConventionCauses<'a> {
    pub(crate) desc: &'static IsaDesc,
    pub(crate) survey: &'a Survey,
}

impl ConventionCauses<'_> {
    /// The cause that the first finding with consequences shows.
    pub(crate) fn first(
        &self,
        findings: &[Finding],
        crossings: &[BoundaryFinding],
    ) -> Option<Cause> {
        let counts = |finding: &&Finding| {
            let is_error = finding.what.severity() == diag::Severity::Error;
            is_error || matches!(finding.what, What::FellThrough { .. })
        };
        let mut found: Vec<&Finding> = findings.iter().filter(counts).collect();
        found.sort_by_key(|finding| finding.step);
        let own = |cause: &Cause| {
            let place = cause.places.first();
            place.is_some_and(|place| self.is_own(place))
        };
        let found = found
            .into_iter()
            .filter_map(|finding| self.finding(finding));
        let crossed = crossings
            .iter()
            .filter_map(|crossing| self.crossing(crossing));
        self.no_return()
            .into_iter()
            .chain(found)
            .chain(crossed)
            .find(own)
    }

    fn is_own(&self, place: &CausePlace) -> bool {
        let mut lines = self.survey.lines.iter();
        lines.any(|line| line.own && line.file == place.file && line.line == place.first)
    }

    fn name(&self, reg: Reg) -> &'static str {
        self.desc.register_name(reg)
    }

    fn cause(&self, kind: CauseKind, place: CausePlace, words: String) -> Option<Cause> {
        Some(Cause {
            kind,
            confidence: Confidence::Certain,
            places: vec![place],
            words,
        })
    }

    fn finding(&self, finding: &Finding) -> Option<Cause> {
        let here = self.survey.at(finding.pc)?;
        if here.is_return(self.desc)
            && let What::AfterCall { reg, .. }
            | What::NoArgument { reg, .. }
            | What::NeverWritten { reg }
            | What::CallersValue { reg } = finding.what
        {
            // A return reads its results, and the address in the register for it.
            return match self.desc.abi.results.contains(&reg) {
                true => self.result_not_set(here, reg),
                false => self.wrong_return(here),
            };
        }
        match finding.what {
            What::NotRestored {
                reg,
                changed,
                cause,
                ..
            } => self.not_restored(here, reg, changed, cause),
            What::StackPointer { before, after } => self.stack_pointer(here, before, after),
            What::ReturnAddressLost { call } => self.return_address(here, self.survey.at(call)?),
            What::WrongReturn { .. } => self.wrong_return(here),
            What::AfterCall { reg, call, .. } => self.after_call(here, reg, self.survey.at(call)?),
            What::NoResult { reg, function, .. } => self.no_result(here, reg, function),
            What::NoArgument { reg, .. }
            | What::NeverWritten { reg }
            | What::CallersValue { reg } => self.never_set(here, reg),
            What::Unwritten { .. } => self.unwritten(here),
            What::FellThrough { into } => self.ran_off(here, into),
            What::BelowStack { .. }
            | What::CallersFrame { .. }
            | What::OutsideStack { .. }
            | What::NotAStack { .. }
            | What::AboveEntry { .. } => self.stack_use(here),
            What::Reserved { reg, .. } | What::KernelsValue { reg } => {
                let words = format!(
                    "`{}` uses `{}`, a register that no function may change.",
                    here.text,
                    self.name(reg)
                );
                self.cause(CauseKind::SavedRegister, here.place(), words)
            }
            _ => None,
        }
    }

    /// A function whose last line ran, and does not go anywhere.
    fn no_return(&self) -> Option<Cause> {
        let lines = self.survey.lines.iter().enumerate();
        let mut ends = lines.filter(|(k, line)| {
            let next = self.survey.lines.get(k + 1);
            let is_last = next.is_none_or(|next| {
                next.function != line.function || next.address != line.address + line.size
            });
            is_last && line.own && line.ran > 0
        });
        let last = ends.find(|(k, line)| {
            let goes = line.is_jump(self.desc) || line.class == Some(Class::System);
            let before = k.checked_sub(1).and_then(|k| self.survey.lines.get(k));
            let is_slot = self.survey.delay_slots && before.is_some_and(|l| l.is_jump(self.desc));
            !goes && !is_slot && !line.is_call(self.desc)
        });
        match last {
            Some((_, last)) => self.ran_off(last, last.address.wrapping_add(last.size)),
            None => self.label_at_end(),
        }
    }

    /// A branch to a label at the end of a function, where nothing comes any more.
    fn label_at_end(&self) -> Option<Cause> {
        let jumps = |line: &&SurveyLine| line.own && line.ran > 0 && !line.is_call(self.desc);
        let mut jumps = self.survey.lines.iter().filter(jumps);
        let (jump, to, label) = jumps.find_map(|line| {
            let address = line.target?;
            let to = self.survey.at(address);
            let inside = to.is_some_and(|to| to.function == line.function);
            let label = line.text.rsplit([' ', ',']).next()?;
            let is_function = to.is_some_and(|to| to.function == label);
            (!inside && !is_function && !label.is_empty()).then_some((line, to, label))
        })?;
        let last = self.survey.function(&jump.function).last()?;
        let next = to.filter(|to| !to.function.is_empty());
        let next = next.map_or_else(String::new, |to| format!(" into `{}`", to.function));
        let place = last.place();
        let words = format!(
            "Nothing comes after the label `{label}` at the end of `{}`, so `{}` ({}) runs on{next}: \
             a `{}` is missing there.",
            jump.function,
            jump.text,
            jump.seen_from(&place),
            self.desc.idioms.ret
        );
        self.cause(CauseKind::NoReturn, place, words)
    }

    fn crossing(&self, finding: &BoundaryFinding) -> Option<Cause> {
        let function = self.survey.at(finding.function)?;
        match finding.what {
            BoundaryFault::RanOff { into } => {
                let last = self.survey.function(&function.function).last()?;
                self.ran_off(last, into)
            }
            BoundaryFault::Register { reg, .. } => {
                let mut lines = self.survey.function(&function.function);
                let changed = lines.find(|line| line.writes.contains(&reg))?;
                self.not_restored(changed, reg, changed.address, RestoreFault::NeverSaved)
            }
            BoundaryFault::Prints | BoundaryFault::Ended { .. } => {
                let place = self.survey.at(finding.pc)?;
                let what = match finding.what {
                    BoundaryFault::Prints => "prints, but its task does not allow output",
                    _ => "ends the program, but it must return to its caller",
                };
                let words = format!("`{}` {what}.", place.function);
                self.cause(CauseKind::NotAllowed, place.place(), words)
            }
            _ => None,
        }
    }

    /// A register that belongs to the caller.
    fn not_restored(
        &self,
        here: &SurveyLine,
        reg: Reg,
        changed: u32,
        cause: RestoreFault,
    ) -> Option<Cause> {
        let (name, ra) = (self.name(reg), self.desc.abi.ra);
        let changed = self.survey.at(changed)?;
        let f = &changed.function;
        let kind = match reg == ra {
            true => CauseKind::ReturnAddress,
            false => CauseKind::SavedRegister,
        };
        match cause {
            RestoreFault::NeverSaved | RestoreFault::Luck => {
                let Some(place) = self.prologue(f) else {
                    let words = format!(
                        "`{name}` belongs to the caller of `{f}`. Save it on the stack first and \
                         restore it before returning, or use a temporary register instead."
                    );
                    return self.cause(kind, changed.place(), words);
                };
                let words = format!(
                    "`{f}` changes `{name}` in {} (`{}`), and `{name}` belongs to its caller. Save it \
                     here, and restore it before returning.",
                    changed.seen_from(&place),
                    changed.text
                );
                self.cause(kind, place, words)
            }
            RestoreFault::NotLoaded { save } => {
                let place = self.epilogue(here);
                let save = self.survey.at(save)?;
                let words = format!(
                    "`{f}` saves `{name}` in {}, but does not load it back before it returns.",
                    save.seen_from(&place)
                );
                self.cause(kind, place, words)
            }
            RestoreFault::WrongPlace { load, save, .. } => {
                let load = self.survey.at(load)?;
                let place = load.place();
                let save = save.and_then(|save| self.survey.at(save));
                let words = match save {
                    Some(save) => format!(
                        "`{name}` is restored from another place than it was saved in: {} is `{}`.",
                        save.seen_from(&place),
                        save.text
                    ),
                    None => format!("`{name}` is restored from a place where it was never saved."),
                };
                self.cause(kind, place, words)
            }
            RestoreFault::Width { at, bytes, .. } => {
                let at = self.survey.at(at)?;
                let words = format!("`{name}` has 4 bytes, and `{}` handles {bytes}.", at.text);
                self.cause(kind, at.place(), words)
            }
            RestoreFault::Overwritten { by, save } => {
                let by = self.survey.at(by)?;
                let place = by.place();
                let save = self.survey.at(save)?.seen_from(&place);
                let words = format!("It overwrites the place where `{name}` was saved in {save}.");
                self.cause(kind, place, words)
            }
        }
    }

    fn stack_pointer(&self, here: &SurveyLine, before: u32, after: u32) -> Option<Cause> {
        let sp = self.name(self.desc.abi.sp);
        let by = i64::from(after) - i64::from(before);
        let side = if by < 0 { "lower" } else { "higher" };
        let words = format!(
            "`{}` returns here with `{sp}` {} bytes {side} than it was on entry: what the function \
             subtracts at its beginning, it must add again before it returns.",
            here.function,
            by.unsigned_abs()
        );
        self.cause(CauseKind::StackPointer, here.place(), words)
    }

    /// A nested call has overwritten the return address.
    fn return_address(&self, here: &SurveyLine, call: &SurveyLine) -> Option<Cause> {
        let (f, ra) = (&call.function, self.name(self.desc.abi.ra));
        let is_saved = self
            .survey
            .function(f)
            .any(|line| self.saves(line, self.desc.abi.ra));
        let place = match is_saved {
            true => self.epilogue(here),
            false => self.prologue(f).unwrap_or_else(|| call.place()),
        };
        let at = call.seen_from(&place);
        let rest = match is_saved {
            true => format!("`{f}` has saved it, but does not load it back before it returns"),
            false => format!("`{f}` has not saved it on the stack, so it cannot return"),
        };
        let words = format!(
            "The call in {at}, `{}`, overwrites `{ra}`: {rest}.",
            call.text
        );
        self.cause(CauseKind::ReturnAddress, place, words)
    }

    fn wrong_return(&self, here: &SurveyLine) -> Option<Cause> {
        let (f, ra) = (&here.function, self.desc.abi.ra);
        let name = self.name(ra);
        let before = self
            .survey
            .function(f)
            .filter(|line| line.address < here.address);
        let changes: Vec<&SurveyLine> = before.filter(|line| line.writes.contains(&ra)).collect();
        let calls = changes.iter().rev().find(|line| line.is_call(self.desc));
        let load = changes.last().filter(|line| !line.is_call(self.desc));
        if let (None, Some(call)) = (load, calls) {
            return self.return_address(here, call);
        }
        let place = load.copied().unwrap_or(here).place();
        if !here.is_return(self.desc) {
            let words = format!(
                "This does not lead back to the caller of `{f}`: the address to return to is in `{name}`."
            );
            return self.cause(CauseKind::ReturnAddress, here.place(), words);
        }
        let words = format!(
            "`{f}` returns to the wrong address: `{name}` does not hold what it held when the function \
             was called."
        );
        self.cause(CauseKind::ReturnAddress, place, words)
    }

    fn after_call(&self, here: &SurveyLine, reg: Reg, call: &SurveyLine) -> Option<Cause> {
        let place = here.place();
        let name = self.name(reg);
        let words = format!(
            "`{}` uses `{name}` after the call in {} (`{}`), and a call may change `{name}`. Keep \
             the value in a saved register or on the stack.",
            here.text,
            call.seen_from(&place),
            call.text
        );
        self.cause(CauseKind::AfterCall, place, words)
    }

    /// A caller reads a result that the function does not give.
    fn no_result(&self, here: &SurveyLine, reg: Reg, function: u32) -> Option<Cause> {
        let callee = self.survey.at(function)?;
        let mut returns = { self.survey.function(&callee.function) }
            .filter(|line| line.is_return(self.desc) && line.ran > 0);
        if callee.own {
            return self.result_not_set(returns.next()?, reg);
        }
        let words = format!(
            "`{}` does not return anything in `{}`, but it is used here.",
            callee.function,
            self.name(reg)
        );
        self.cause(CauseKind::ResultRegister, here.place(), words)
            .map(likely)
    }

    /// A function returns without having set its result.
    fn result_not_set(&self, ret: &SurveyLine, reg: Reg) -> Option<Cause> {
        let (f, name) = (&ret.function, self.name(reg));
        let restores = |line: &&SurveyLine| {
            line.address == ret.address || line.reads.contains(&self.desc.abi.sp)
        };
        let lines = self
            .survey
            .function(f)
            .filter(|line| line.address <= ret.address);
        let lines: Vec<&SurveyLine> = lines.collect();
        let before = lines.iter().rev().skip_while(|line| restores(line)).count();
        let place = range(&lines[before.saturating_sub(RESULTS)..before.max(1)]);
        let words = format!(
            "`{f}` returns (line {}) without having put its result into `{name}`: the caller finds \
             there what happens to be in it.",
            ret.line
        );
        self.cause(CauseKind::ResultRegister, place, words)
            .map(likely)
    }

    /// A register is read that nothing has set.
    fn never_set(&self, here: &SurveyLine, reg: Reg) -> Option<Cause> {
        let (f, name) = (&here.function, self.name(reg));
        let others = self
            .survey
            .function(f)
            .filter(|line| line.address != here.address);
        let mentioned = others.filter(|l| l.reads.contains(&reg) || l.writes.contains(&reg));
        if mentioned.count() == 0 && !here.writes.contains(&reg) {
            let words = format!(
                "`{}` reads `{name}`, which `{f}` has never set. Set it before, or use the register \
                 that holds the value.",
                here.text
            );
            let mut cause = self.cause(CauseKind::Initialisation, here.place(), words)?;
            cause.places.push(self.head(f, here));
            return Some(likely(cause));
        }
        if let Some(cause) = self.not_passed(here, reg) {
            return Some(likely(cause));
        }
        let place = self.head(f, here);
        let words = format!(
            "`{f}` uses `{name}` in {} (`{}`) without having set it: its value is whatever the \
             caller left there. Set it first, around here.",
            here.seen_from(&place),
            here.text
        );
        self.cause(CauseKind::Initialisation, place, words)
            .map(likely)
    }

    /// An argument that a caller has not set again after another call.
    fn not_passed(&self, here: &SurveyLine, reg: Reg) -> Option<Cause> {
        let (f, name) = (&here.function, self.name(reg));
        let entry = self.survey.function(f).next()?.address;
        let is_argument = self.desc.abi.args.contains(&reg);
        let mut calls = self.survey.lines.iter();
        let call = calls.find(|line| {
            let is_own = line.own && line.ran > 0 && line.function != *f;
            is_own && line.is_call(self.desc) && line.target == Some(entry)
        })?;
        let caller = self.survey.function(&call.function);
        let before: Vec<&SurveyLine> = caller.filter(|l| l.address < call.address).collect();
        let since = before.iter().rposition(|line| line.is_call(self.desc))?;
        let is_set = before[since + 1..].iter().any(|l| l.writes.contains(&reg));
        if !is_argument || is_set {
            return None;
        }
        let place = call.place();
        let words = format!(
            "`{}` calls `{f}` without having set `{name}` after the call in {} (`{}`), which may have \
             changed it. `{f}` takes `{name}` from its caller: set it again before this line.",
            call.function,
            before[since].seen_from(&place),
            before[since].text
        );
        self.cause(CauseKind::AfterCall, place, words)
    }

    /// A load from the stack of what was never stored.
    fn unwritten(&self, here: &SurveyLine) -> Option<Cause> {
        let kept = |reg: &&Reg| **reg == self.desc.abi.ra || self.desc.abi.saved.contains(reg);
        let Some(reg) = here.writes.iter().find(kept) else {
            return self.stack_use(here);
        };
        let (f, name) = (&here.function, self.name(*reg));
        let is_saved = self.survey.function(f).any(|line| self.saves(line, *reg));
        if is_saved {
            let words = format!("`{name}` is restored from a place where nothing was saved.");
            return self.cause(CauseKind::SavedRegister, here.place(), words);
        }
        let place = self.prologue(f)?;
        let kind = match *reg == self.desc.abi.ra {
            true => CauseKind::ReturnAddress,
            false => CauseKind::SavedRegister,
        };
        let words = format!(
            "`{f}` restores `{name}` in {} (`{}`), but has never saved it.",
            here.seen_from(&place),
            here.text
        );
        self.cause(kind, place, words)
    }

    fn stack_use(&self, here: &SurveyLine) -> Option<Cause> {
        let words = format!(
            "`{}` uses memory of the stack that does not belong to `{}`.",
            here.text, here.function
        );
        self.cause(CauseKind::StackUse, here.place(), words)
    }

    /// Control ran past the last line of a function.
    fn ran_off(&self, here: &SurveyLine, into: u32) -> Option<Cause> {
        let mut last = here;
        if self
            .survey
            .at(into)
            .is_some_and(|line| line.address == here.address)
        {
            let before = self
                .survey
                .lines
                .iter()
                .filter(|line| line.address < here.address);
            last = before.max_by_key(|line| line.address)?;
        }
        let next = self
            .survey
            .at(into)
            .filter(|line| !line.function.is_empty());
        let next = next.map_or_else(String::new, |line| format!(" into `{}`", line.function));
        let words = format!(
            "The program runs off the end of `{}` after this line{next}: a `{}` is missing.",
            last.function, self.desc.idioms.ret
        );
        self.cause(CauseKind::NoReturn, last.place(), words)
    }

    /// Whether a line stores a register on the stack.
    fn saves(&self, line: &SurveyLine, reg: Reg) -> bool {
        line.class == Some(Class::Store)
            && line.reads.contains(&reg)
            && line.reads.contains(&self.desc.abi.sp)
    }

    /// Where a function saves registers.
    fn prologue(&self, function: &str) -> Option<CausePlace> {
        let sp = self.desc.abi.sp;
        let lines: Vec<&SurveyLine> = self.survey.function(function).take(2 * LONGEST).collect();
        let moves = lines.iter().position(|line| line.writes.contains(&sp))?;
        let kept = lines
            .iter()
            .skip(moves + 1)
            .take_while(|line| line.class == Some(Class::Store) && line.reads.contains(&sp));
        Some(range(&lines[moves..=moves + kept.count()]))
    }

    /// Where a function restores registers: the lines up to its return.
    fn epilogue(&self, ret: &SurveyLine) -> CausePlace {
        let sp = self.desc.abi.sp;
        let lines = self.survey.function(&ret.function);
        let lines: Vec<&SurveyLine> = lines.filter(|line| line.address <= ret.address).collect();
        let is_part = |line: &&&SurveyLine| {
            line.address == ret.address || (line.reads.contains(&sp) && !line.writes.is_empty())
        };
        let kept = lines.iter().rev().take_while(is_part).count();
        // One more: what is missing may be the first of them.
        let first = lines.len().saturating_sub(kept + 1);
        let lines = &lines[first..];
        range(&lines[lines.len().saturating_sub(LONGEST)..])
    }

    /// The lines of a function before its first loop, as far as they are before a line.
    fn head(&self, function: &str, here: &SurveyLine) -> CausePlace {
        let mut head: Vec<&SurveyLine> = Vec::new();
        for line in self.survey.function(function) {
            if (!line.labels.is_empty() && !head.is_empty()) || line.address > here.address {
                break;
            }
            head.push(line);
        }
        range(&head[head.len().saturating_sub(LONGEST)..])
    }
}

fn likely(cause: Cause) -> Cause {
    Cause {
        confidence: Confidence::Likely,
        ..cause
    }
}

/// Lines one after the other, as one place.
fn range(lines: &[&SurveyLine]) -> CausePlace {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return CausePlace {
            file: String::new(),
            first: 0,
            last: 0,
            text: String::new(),
            function: String::new(),
        };
    };
    match first.line == last.line {
        true => first.place(),
        false => CausePlace {
            last: last.line,
            text: String::new(),
            ..first.place()
        },
    }
}
