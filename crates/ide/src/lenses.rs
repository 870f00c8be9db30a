//! What can be done with a program or a function: run it, debug it, run the tests that use it.

use crate::family::is_source;
use crate::source::SourceView;
use crate::structure::functions;
use crate::workspace::Workspace;
use assembler::outline::ByteRange;
use assembler::{FileSource, tidy};
use std::path::{Path, PathBuf};

/// Something to do with a program or a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLens {
    /// The name that it is about.
    pub at: ByteRange,
    /// What it is.
    pub action: LensAction,
}

/// What a lens does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LensAction {
    /// Runs the program.
    Run,
    /// Debugs the program.
    Debug,
    /// Runs the tests of a function.
    Test {
        /// The function.
        function: String,
        /// The files of the tests.
        tests: Vec<PathBuf>,
    },
}

/// Where tests are, below a project and beside its sources.
const TESTS: [&str; 4] = ["tests", "tests/pub", "tests/student", "../tests/pub"];
/// How files with tests of single functions end.
const UNIT: &str = ".unit.toml";
/// The longest file with tests that is looked into.
const LONGEST: u64 = 1 << 18;

impl Workspace {
    /// What can be done with a document and its functions.
    pub fn lenses(&mut self, path: &Path) -> Vec<CodeLens> {
        let Some(view) = self.source(path) else {
            return Vec::new();
        };
        let dialect = view.language.dialect();
        let own = functions(&view);
        let starts = [
            Some(dialect.entry),
            dialect.main,
            Some("main"),
            Some("_start"),
        ];
        let is_start = |name: &str| starts.contains(&Some(name));
        let mut lenses = Vec::new();
        let start = own
            .iter()
            .map(|(label, _)| *label)
            .find(|label| is_start(&label.name));
        let any = || {
            view.outline
                .symbols
                .iter()
                .find(|s| is_start(&s.name) && s.is_code)
        };
        if let Some(label) = start.or_else(any) {
            lenses.push(CodeLens {
                at: label.at,
                action: LensAction::Run,
            });
            lenses.push(CodeLens {
                at: label.at,
                action: LensAction::Debug,
            });
        }
        let tests = self.tests_near(&view);
        for (label, _) in own.iter().filter(|(label, _)| !is_start(&label.name)) {
            let using = tests
                .iter()
                .filter(|(_, names)| names.contains(&label.name));
            let files: Vec<PathBuf> = using.map(|(path, _)| path.clone()).collect();
            if !files.is_empty() {
                lenses.push(CodeLens {
                    at: label.at,
                    action: LensAction::Test {
                        function: label.name.clone(),
                        tests: files,
                    },
                });
            }
        }
        lenses
    }

    /// The tests near a source, each with the names that it uses.
    fn tests_near(&mut self, view: &SourceView) -> Vec<(PathBuf, Vec<String>)> {
        let folder = view.path.parent().unwrap_or(Path::new(""));
        let roots = self.folders().iter().map(PathBuf::as_path);
        let bases: Vec<PathBuf> = roots
            .chain([folder])
            .flat_map(|base| TESTS.map(|tests| tidy(&base.join(tests))))
            .collect();
        let mut found: Vec<(PathBuf, Vec<String>)> = Vec::new();
        for base in bases {
            for name in self.files.list(&base) {
                let path = base.join(&name);
                if found.iter().any(|(known, _)| *known == path) {
                    continue;
                }
                if name.ends_with(UNIT) {
                    let text = self.files.text_of(&path, LONGEST).unwrap_or_default();
                    found.push((path, called(&text)));
                } else if is_source(&path)
                    && let Some(test) = self.source_in(&path, view.language)
                {
                    let names = test.outline.references.iter().map(|r| r.name.clone());
                    found.push((path, names.collect()));
                }
            }
        }
        found
    }
}

/// The functions that a file with unit tests calls.
fn called(text: &str) -> Vec<String> {
    let calls = text.lines().filter_map(|line| {
        let value = line.trim_start().strip_prefix("call")?;
        let value = value.trim_start().strip_prefix('=')?;
        value.split('"').nth(1)
    });
    calls.map(str::to_owned).collect()
}
