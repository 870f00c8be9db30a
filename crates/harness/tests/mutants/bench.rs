//! Judges mutants twice, by the oracle and by the check that grades, and compares.

use super::files::{Changed, root};
use super::oracle::{Judgement, Subject};
use super::subjects::{Mutant, signature};
use assembler::{Assembler, FileCache, FileSource, FsLoader};
use diag::Severity;
use harness::{Job, RunOptions, Test, Verdict, run_one};
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The seeds with which graded tests run, as in the course file of 2048.
const SCRAMBLE: u64 = 3;

/// How many hostile surroundings the oracle tries.
const SEEDS: u64 = 8;
/// And for mutants that the check accuses and the oracle does not.
const MORE_SEEDS: u64 = 150;

/// What the graded check says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Grade {
    /// It names a mistake in the calling convention.
    Named(String),
    /// A test fails for another reason.
    Failed(&'static str),
    /// All tests pass.
    Passed,
}

/// What came of a mutant.
pub(crate) struct Judged {
    /// Which one, in the order of the mutants.
    pub index: usize,
    pub truth: Judgement,
    pub grade: Grade,
}

/// Judges mutants on all cores. Those that do not assemble are left out.
pub(crate) fn judge_all(mutants: &[Mutant<'_>]) -> Vec<Judged> {
    let (next, files) = (AtomicUsize::new(0), Arc::new(FileCache::default()));
    let found = Mutex::new(Vec::new());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let mut assembler = Assembler::default();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = mutants.get(index) else {
                        return;
                    };
                    let judged = mutant.judge(index, &files, &mut assembler);
                    let all = found.lock();
                    all.unwrap_or_else(PoisonError::into_inner).extend(judged);
                }
            });
        }
    });
    let mut all = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_by_key(|judged| judged.index);
    all
}

/// Loads and stores of less than a word.
const NARROW: [&str; 6] = ["sh", "sb", "lh", "lhu", "lb", "lbu"];

impl Mutant<'_> {
    fn judge(
        &self,
        index: usize,
        files: &Arc<FileCache>,
        assembler: &mut Assembler,
    ) -> Option<Judged> {
        let source: Arc<dyn FileSource> = Arc::new(Changed {
            files: Arc::clone(files),
            path: self.file.clone(),
            text: self.mutation.text.as_bytes().into(),
        });
        let mut truth = self.truth(&source, SEEDS)?;
        let grade = self.grade(&source, assembler, false);
        let thorough = self.grade(&source, assembler, true);
        assert_eq!(
            grade, thorough,
            "a seed that was left out: {}",
            self.mutation.after
        );
        // One value in four thousand million may make the difference: whoever is accused is
        // judged with more care.
        if matches!(grade, Grade::Named(_)) && !matches!(truth, Judgement::Harmful(_)) {
            truth = self.truth(&source, MORE_SEEDS)?;
        }
        Some(Judged {
            index,
            truth,
            grade,
        })
    }

    /// Whether part of a return address is lost. Programs are small and begin at low addresses, so
    /// that no run shows it, but a caller can be anywhere.
    fn cuts_return_address(&self) -> bool {
        let mut words = self.mutation.after.split([' ', ',', '\t']);
        let narrow = words.next().is_some_and(|name| NARROW.contains(&name));
        let register = words.find(|word| !word.is_empty());
        narrow && register.is_some_and(|name| matches!(name, "ra" | "$ra" | "$31"))
    }

    /// What the oracle says; none if the source does not assemble.
    fn truth(&self, source: &Arc<dyn FileSource>, seeds: u64) -> Option<Judgement> {
        if self.cuts_return_address() {
            return Some(Judgement::Harmful("loses part of an address".to_owned()));
        }
        let mut all = Judgement::Harmless;
        for test in &self.tests {
            let loaded = load(test, source);
            let program = loaded.program.as_ref().filter(|_| !loaded.has_errors())?;
            let mark = format!("{}/src/", self.course.project.root.display());
            let is_own = |pc: u32| {
                let line = program.lines.find(pc);
                line.is_some_and(|line| loaded.sources.name(line.span.file).contains(&mark))
            };
            let subject = Subject {
                loaded: &loaded,
                is_own: &is_own,
                signature: &signature,
            };
            let right = std::fs::read(root().join(test.reference())).unwrap_or_default();
            match subject.judge(&right, seeds) {
                Judgement::Harmful(how) => return Some(Judgement::Harmful(how)),
                Judgement::OtherAnswer => all = Judgement::OtherAnswer,
                Judgement::Harmless => {}
            }
        }
        Some(all)
    }

    /// What the check says with which submissions are graded, or the same with every seed.
    fn grade(
        &self,
        source: &Arc<dyn FileSource>,
        assembler: &mut Assembler,
        every_seed: bool,
    ) -> Grade {
        let options = RunOptions {
            check: true,
            scramble: SCRAMBLE,
            every_seed,
            repeat: 1,
            here: root(),
            ..RunOptions::default()
        };
        let mut grade = Grade::Passed;
        for test in &self.tests {
            let job = Job {
                test: Arc::clone(test),
                project: &self.course.project,
            };
            let result = run_one(&job, &options, source, assembler);
            let errors = result
                .findings
                .iter()
                .filter(|finding| finding.severity == Severity::Error);
            let codes: Vec<&str> = errors.map(|finding| finding.code.0).collect();
            let is_other = matches!(
                result.verdict,
                Verdict::Passed
                    | Verdict::WrongOutput
                    | Verdict::WrongExit
                    | Verdict::Fault
                    | Verdict::Limit(_)
            );
            if !codes.is_empty() || !is_other {
                return Grade::Named(format!("{} {}", result.verdict.id(), codes.join(" ")));
            }
            if !result.verdict.is_passed() {
                grade = Grade::Failed(result.verdict.id());
            }
        }
        grade
    }
}

fn load(test: &Test, source: &Arc<dyn FileSource>) -> LoadedProgram {
    let how = LoadOptions::new(root());
    let loader = FsLoader::new(root()).with_full_names();
    let mut loader = loader.from_source(Arc::clone(source));
    let main = test.source.to_string_lossy();
    LoadRequest::new(&main, &how)
        .from_loader(&mut loader)
        .load()
}
