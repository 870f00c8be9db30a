//! Finds the line whose change makes tests pass. What the tests expect is the only oracle: a change
//! counts if the test passes with it, and no test that passed before fails.

use super::changes::{Around, Change, Edit};
use super::spectrum::Spectrum;
use super::survey::{Survey, SurveyLine};
use super::{Cause, CauseKind, Confidence};
use crate::runner::{Probe, RunOptions, inquire, only, passes, run_one};
use assembler::error::LoadFailure;
use assembler::{Assembler, FileSource, FolderEntries, RealFile};
use machine::isa::IsaDesc;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most changes that are tried for one failure.
const MOST_TRIALS: usize = 4_000;
/// The most tests that a change is tried on: those that fail, and those that pass.
const MOST_FAILING: usize = 12;
const MOST_PASSING: usize = 24;
/// A change that makes a smaller part of the tests pass fits the test by chance.
const LEAST_SHARE: f64 = 0.34;
/// What is left of the worth of a change with which some tests still fail, or still access memory beside
/// an array: the line that is wrong explains all of it, unless there is a second mistake.
const INCOMPLETE: f64 = 0.6;
/// As many are tried before the good ones among them are compared with the rest.
const BATCH: usize = 64;
/// With so many tests that pass, it is said what the change was.
const SUPPORTED: usize = 3;
/// How many lines are named.
const MOST_PLACES: usize = 3;

/// The tests of a suite, and how to run them.
pub(crate) struct Trials<'a> {
    pub(crate) probes: &'a [Probe<'a>],
    pub(crate) options: &'a RunOptions,
    pub(crate) files: &'a Arc<dyn FileSource>,
    pub(crate) desc: &'static IsaDesc,
    /// Whether it is said what the change was.
    pub(crate) shows_changes: bool,
    /// Whether the failing test accesses memory beside an array.
    pub(crate) leaves_array: bool,
}

/// A change that makes the failing test pass.
pub(crate) struct Repair {
    pub(crate) cause: Cause,
    /// The failing tests that it makes pass.
    pub(crate) fixes: Vec<usize>,
    /// Whether it may make them pass by luck: they are few, and still access memory beside an array.
    pub(crate) is_lucky: bool,
}

/// The files of a project, one of them changed.
#[derive(Debug)]
struct Patched {
    files: Arc<dyn FileSource>,
    path: PathBuf,
    text: Arc<[u8]>,
}

impl FileSource for Patched {
    fn read(
        &self,
        path: &Path,
        importer: Option<&str>,
        limit: u64,
    ) -> Result<RealFile, LoadFailure> {
        let mut file = self.files.read(path, importer, limit)?;
        if file.path == self.path {
            file.text = Arc::clone(&self.text);
        }
        Ok(file)
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        self.files.list(folder)
    }

    fn entries(&self, folder: &Path) -> io::Result<FolderEntries> {
        self.files.entries(folder)
    }

    fn real(&self, path: &Path) -> Option<PathBuf> {
        self.files.real(path)
    }
}

/// A change of a line of a program.
struct Candidate<'a> {
    line: &'a SurveyLine,
    change: Change,
    score: f64,
}

impl Trials<'_> {
    /// The change of one line that makes the test `target` pass. `failing` and `passing` are the other
    /// tests, which judge it as well.
    pub(crate) fn find(
        &self,
        target: usize,
        survey: &Survey,
        spectrum: &Spectrum,
        failing: &[usize],
        passing: &[usize],
    ) -> Option<Repair> {
        let own = |line: &&SurveyLine| line.own && line.ran > 0;
        let mut lines: Vec<&SurveyLine> = survey.lines.iter().filter(own).collect();
        let suspicion = |line: &SurveyLine| spectrum.suspicion(line);
        lines.sort_by(|a, b| suspicion(b).total_cmp(&suspicion(a)));
        let mut candidates = self.candidates(survey, &lines, &suspicion);
        candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
        candidates.truncate(MOST_TRIALS);
        let mut judged: Vec<Judged<'_, '_>> = Vec::new();
        for batch in candidates.chunks(BATCH) {
            // What a change is worth is at most its score: no later one can be as good.
            let top = batch.first().map_or(0.0, |candidate| candidate.score);
            if judged.iter().any(|known| known.worth > top) {
                break;
            }
            let good = self.passing(target, batch);
            let good = good.iter().filter_map(|index| batch.get(*index));
            judged.extend(good.filter_map(|this| self.judge(this, target, failing, passing)));
        }
        judged.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        if let Some(best) = judged.first_mut()
            && let Some(files) = self.patched(best.candidate)
        {
            let mut assembler = Assembler::default();
            let rest = failing.iter().skip(MOST_FAILING);
            let rest = rest.filter(|test| self.passes(**test, &files, &mut assembler));
            best.more.extend(rest);
        }
        let is_case = self.probes.get(target).is_some_and(|p| p.case.is_some());
        repair(&judged, self.shows_changes, is_case)
    }

    fn candidates<'s>(
        &self,
        survey: &'s Survey,
        lines: &[&'s SurveyLine],
        suspicion: &dyn Fn(&SurveyLine) -> f64,
    ) -> Vec<Candidate<'s>> {
        let mut all = Vec::new();
        for line in lines {
            let around = Around::new(self.desc, survey, line);
            let mut changes = around.replacements(line);
            changes.extend(around.insertions(line));
            all.extend(changes.into_iter().map(|change| Candidate {
                line,
                score: change.weight * (0.2 + suspicion(line)),
                change,
            }));
        }
        all
    }

    /// The candidates with which a test passes.
    fn passing(&self, test: usize, candidates: &[Candidate<'_>]) -> Vec<usize> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut assembler = Assembler::default();
            let mut good = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(candidate) = candidates.get(index) else {
                    return good;
                };
                let files = self.patched(candidate);
                if files.is_some_and(|files| self.passes(test, &files, &mut assembler)) {
                    good.push(index);
                }
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let mut good: Vec<usize> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..cores).map(|_| scope.spawn(work)).collect();
            let mut all = work();
            all.extend(
                others
                    .into_iter()
                    .filter_map(|other| other.join().ok())
                    .flatten(),
            );
            all
        });
        good.sort_unstable();
        good
    }

    fn passes(&self, test: usize, files: &Arc<dyn FileSource>, assembler: &mut Assembler) -> bool {
        let probe = self.probes.get(test);
        probe.is_some_and(|probe| passes(probe, self.options, files, assembler))
    }

    fn patched(&self, candidate: &Candidate<'_>) -> Option<Arc<dyn FileSource>> {
        const LARGEST: u64 = 1 << 20;
        let path = self.options.here.join(&candidate.line.file);
        let file = self.files.read(&path, None, LARGEST).ok()?;
        let text = edited(&file.text, &candidate.change.edits)?;
        Some(Arc::new(Patched {
            files: Arc::clone(self.files),
            path: file.path,
            text: text.into(),
        }))
    }

    /// What a candidate is worth that makes the target pass; nothing if it breaks something.
    fn judge<'c, 's>(
        &self,
        candidate: &'c Candidate<'s>,
        target: usize,
        failing: &[usize],
        passing: &[usize],
    ) -> Option<Judged<'c, 's>> {
        let mut assembler = Assembler::default();
        let files = self.patched(candidate)?;
        let mut passing = passing.iter().take(MOST_PASSING);
        if !self.keeps_convention(target, &files, &mut assembler)
            || passing.any(|test| !self.passes(*test, &files, &mut assembler))
        {
            return None;
        }
        let tried = failing.iter().take(MOST_FAILING);
        let mut fixes: Vec<usize> = { tried.clone() }
            .filter(|test| self.passes(**test, &files, &mut assembler))
            .copied()
            .collect();
        fixes.push(target);
        let share = fixes.len() as f64 / (tried.len() + 1) as f64;
        if share < LEAST_SHARE {
            return None;
        }
        let leaves_array = self.leaves_array && self.leaves_array(target, &files, &mut assembler);
        let doubts = u8::from(share < 1.0) + u8::from(leaves_array);
        Some(Judged {
            worth: share * candidate.score * INCOMPLETE.powi(doubts.into()),
            leaves_array,
            candidate,
            fixes,
            more: Vec::new(),
        })
    }

    /// Whether a test accesses memory beside an array.
    fn leaves_array(
        &self,
        test: usize,
        files: &Arc<dyn FileSource>,
        assembler: &mut Assembler,
    ) -> bool {
        let probe = self.probes.get(test);
        let inquiry = probe.and_then(|probe| inquire(probe, self.options, files, assembler));
        inquiry.is_some_and(|inquiry| inquiry.bounds.is_some())
    }

    /// Whether a test passes under the check of the calling convention.
    fn keeps_convention(
        &self,
        test: usize,
        files: &Arc<dyn FileSource>,
        assembler: &mut Assembler,
    ) -> bool {
        let options = RunOptions {
            check: true,
            ..self.options.clone()
        };
        let Some(probe) = self.probes.get(test) else {
            return false;
        };
        let options = match probe.case {
            Some(case) => only(case, &options),
            None => options,
        };
        let result = run_one(&probe.job, &options, files, assembler);
        result.verdict.is_passed()
    }
}

/// A candidate that makes tests pass.
struct Judged<'c, 's> {
    worth: f64,
    leaves_array: bool,
    candidate: &'c Candidate<'s>,
    /// The failing tests that it makes pass, of those that it was judged by, and of the others.
    fixes: Vec<usize>,
    more: Vec<usize>,
}

/// The best of them, and where the next best are.
fn repair(judged: &[Judged<'_, '_>], shows_changes: bool, is_case: bool) -> Option<Repair> {
    let best = judged.first()?;
    let mut places = Vec::new();
    // What makes fewer tests pass is not the same mistake.
    for known in judged
        .iter()
        .filter(|known| known.fixes.len() == best.fixes.len())
    {
        let place = known.candidate.line.place();
        if places.len() < MOST_PLACES && !places.contains(&place) {
            places.push(place);
        }
    }
    let fixes = [&best.fixes[..], &best.more].concat();
    let what = if is_case { "case" } else { "test" };
    let others = match fixes.len() - 1 {
        0 => format!("this {what} passes"),
        1 => format!("this {what} and another one pass"),
        others => format!("this {what} and {others} others pass"),
    };
    let change = &best.candidate.change;
    // A number or a register that fits only a test or two may fit them by chance.
    let vague = match change.kind {
        CauseKind::OffByOne if best.candidate.line.is_branch() => {
            Some("With another condition here")
        }
        kind => kind.vague(),
    };
    let how = match vague.filter(|_| best.fixes.len() < SUPPORTED) {
        Some(vague) => vague,
        None => &change.change,
    };
    Some(Repair {
        cause: Cause {
            kind: change.kind,
            confidence: Confidence::Likely,
            places,
            words: match shows_changes {
                true => format!("{} {how}, {others}.", change.what),
                false => change.what.clone(),
            },
        },
        is_lucky: best.leaves_array && fixes.len() < SUPPORTED,
        fixes,
    })
}

fn edited(text: &[u8], edits: &[Edit]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() + 32);
    let mut at = 0;
    for edit in edits {
        let (start, end) = (edit.start as usize, edit.end as usize);
        out.extend_from_slice(text.get(at..start)?);
        out.extend_from_slice(edit.text.as_bytes());
        at = end;
    }
    out.extend_from_slice(text.get(at..)?);
    Some(out)
}
