//! What is mutated: the subroutines of the course project on both machines, and functions that a
//! compiler has written (`compiled/`).

use super::files::root;
use super::mutate::{self, Mutation};
use super::oracle::Signature;
use harness::{Project, Test};
use machine::random::SplitMix64;
use runtime::Target;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A project whose sources are mutated.
pub(crate) struct Course {
    pub target: Target,
    /// As the table names it.
    pub title: &'static str,
    pub project: Project,
    /// Files, each with the beginning of its tests' names.
    pub files: Vec<(String, String)>,
}

/// The subroutines of 2048, and how their tests are called.
const SUBROUTINES: [(&str, &str); 8] = [
    ("check_victory", "test_check_win_"),
    ("place", "test_place_"),
    ("move_check", "test_move_check_"),
    ("move_one", "test_move_one_"),
    ("merge", "test_merge_"),
    ("move_left", "test_move_left_"),
    ("complete_move", "test_complete_move_"),
    ("printboard", "test_printboard_"),
];

/// The functions of `compiled/functions.c`.
const COMPILED: [&str; 8] = [
    "gcd",
    "weigh",
    "sort",
    "fibonacci",
    "power",
    "histogram",
    "search",
    "each",
];

/// What functions take and give, in words.
const SIGNATURES: [(&str, usize, usize); 28] = [
    ("check_victory", 2, 1),
    ("place", 4, 1),
    ("move_check", 2, 1),
    ("move_one", 2, 1),
    ("move_left", 2, 0),
    ("merge", 2, 2),
    ("complete_move", 2, 2),
    ("printboard", 1, 0),
    ("printboard_row", 1, 0),
    ("printboard_number", 1, 0),
    ("printboard_value", 1, 0),
    ("gcd", 2, 1),
    ("rest", 2, 1),
    ("weigh", 2, 1),
    ("weight", 2, 1),
    ("sort", 2, 1),
    ("before", 2, 1),
    ("swap", 2, 0),
    ("fibonacci", 1, 1),
    ("power", 3, 1),
    ("times", 3, 1),
    ("histogram", 2, 1),
    ("digit", 2, 1),
    ("search", 4, 1),
    ("each", 3, 1),
    ("twice", 1, 1),
    ("less", 1, 1),
    ("apply", 3, 1),
];

pub(crate) fn signature(name: &str) -> Option<Signature> {
    let known = SIGNATURES.iter().find(|(known, _, _)| *known == name);
    known.map(|&(_, arguments, results)| Signature { arguments, results })
}

/// All of them.
pub(crate) fn courses() -> Vec<Course> {
    let mut courses = Vec::new();
    for target in Target::ALL {
        let (machine, ending) = match target {
            Target::RiscV => ("rv32", "s"),
            Target::Mips => ("mips32", "asm"),
        };
        let own = SUBROUTINES
            .iter()
            .map(|(name, tests)| (format!("src/{name}.{ending}"), (*tests).to_owned()));
        courses.push(Course {
            target,
            title: if target == Target::Mips {
                "2048, MIPS"
            } else {
                "2048, RISC-V"
            },
            project: Project::open(Path::new(&format!("asm/{machine}/2048")), &root()),
            files: own.collect(),
        });
        let folder = format!("crates/harness/tests/mutants/compiled/{machine}");
        let levels = if target == Target::Mips {
            ["O1", "Os"]
        } else {
            ["O0", "O2"]
        };
        let compiled = COMPILED.iter().flat_map(|name| {
            levels.map(|level| {
                (
                    format!("src/{name}_{level}.{ending}"),
                    format!("test_{name}_{level}"),
                )
            })
        });
        courses.push(Course {
            target,
            title: if target == Target::Mips {
                "compiled, MIPS"
            } else {
                "compiled, RISC-V"
            },
            files: compiled.collect(),
            project: Project::open(Path::new(&folder), &root()),
        });
    }
    courses
}

/// A change of one file of a project.
pub(crate) struct Mutant<'a> {
    pub course: &'a Course,
    /// The file, from the folder of the whole project.
    pub file: PathBuf,
    pub tests: Vec<Arc<Test>>,
    pub mutation: Mutation,
}

impl Course {
    /// The public tests of a file.
    fn tests(&self, begin: &str) -> Vec<Arc<Test>> {
        let tests = self.project.tests().filter(|test| test.folder == "pub");
        let tests = tests.filter(|test| test.name.starts_with(begin));
        tests.cloned().map(Arc::new).collect()
    }

    /// Every change of every file.
    pub(crate) fn mutants(&self) -> Vec<Mutant<'_>> {
        self.all(|source| mutate::mutations(source, self.target))
    }

    /// Every file, with what `change` makes of it.
    pub(crate) fn all(&self, change: impl Fn(&str) -> Vec<Mutation>) -> Vec<Mutant<'_>> {
        let mut all = Vec::new();
        for (file, tests) in &self.files {
            let file = root().join(&self.project.root).join(file);
            let source = std::fs::read_to_string(&file).unwrap_or_default();
            let tests = self.tests(tests);
            assert!(
                !source.is_empty() && !tests.is_empty(),
                "{}",
                file.display()
            );
            all.extend(change(&source).into_iter().map(|mutation| Mutant {
                course: self,
                file: file.clone(),
                tests: tests.clone(),
                mutation,
            }));
        }
        all
    }
}

/// At most so many changes of each kind and project, spread over all of its files.
pub(crate) fn sample(courses: &[Course], of_each_kind: usize) -> Vec<Mutant<'_>> {
    let mut random = SplitMix64::new(2048);
    let mut chosen = Vec::new();
    for course in courses {
        let mut all = course.mutants();
        for kind in mutate::kinds() {
            let (mut of_kind, others): (Vec<_>, Vec<_>) = all
                .into_iter()
                .partition(|mutant| mutant.mutation.kind == kind);
            all = others;
            for _ in 0..of_each_kind.min(of_kind.len()) {
                let index = random.draw() as usize % of_kind.len();
                chosen.push(of_kind.swap_remove(index));
            }
        }
    }
    chosen
}
