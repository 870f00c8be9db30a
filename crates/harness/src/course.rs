//! `course.toml`: what a project is worth, which tests decide it, and the rules they run by.

use crate::boundary::MayExit;
use crate::codes;
use crate::fuzz::{FuzzKeys, FuzzSpec};
use crate::grading::{ConventionRule, GradingRules};
use crate::settings::Overrides;
use callconv::agreement::{Agreement, ON_REQUEST, Signature};
use callconv::{Contract, Returns};
use diag::{Diagnostic, FileId, SourceMap, Span};
use keys::forms::AmountForm;
use keys::{Reader, ValueShape};
use runtime::{Language, Target};
use std::sync::LazyLock;

/// The file's name.
pub const FILE: &str = "course.toml";

/// The folder with the tests that students write themselves.
pub const OWN_TESTS: &str = "tests/student";

/// What a project is worth, and the rules of its tests.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The project's name.
    pub name: Option<String>,
    /// The machine that its programs are for.
    pub target: Option<Target>,
    /// The language that its sources are written in.
    pub language: Option<Language>,
    /// The folders below `tests/` whose tests run unless others are asked for.
    pub folders: Option<Vec<String>>,
    /// Whether a failure does not show the change of a line that makes the test pass.
    pub hides_changes: bool,
    /// The rules of all tests.
    pub tests: Overrides,
    /// What is agreed about the calling convention.
    pub agreement: Agreement,
    /// The parts of the project, in their order.
    pub tasks: Vec<Task>,
    /// How it is graded.
    pub grading: GradingRules,
}

keys::section! {
    /// A part of the project.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Task, "[[task]]" {
        /// Its name.
        pub name: String = "a task without a name".to_owned();
        /// What it is worth.
        pub points: f64 as AmountForm { default: "0" };
        /// The files that students write for it.
        pub files: Vec<String> { expects: "a list of files", default: "[]" };
        /// Patterns for the names of the tests that decide it.
        pub tests: Vec<String> {
            expects: "a list of patterns such as [\"test_merge_*\"]", default: "[]"
        };
        /// Whether its functions may print.
        pub prints: bool { default: "true" } = true;
        /// Which of its functions may end the program instead of returning: all, or those named.
        pub may_exit: MayExit { default: "false" };
    }
    places { tests_span: tests, files_span: files }
}

keys::section! {
    /// `course.toml` as it is written.
    #[derive(Debug)]
    pub struct CourseFile, "a course file" {
        /// What the project is.
        pub course: CourseKeys;
        /// The rules of all tests.
        pub tests: TestsKeys;
        /// What is agreed about the calling convention.
        pub convention: ConventionKeys;
        /// Functions to compare with a reference.
        pub fuzz: () as FuzzEntries;
        /// How submissions are graded.
        pub grade: GradingRules;
        /// The parts of the project.
        pub task: Vec<Task> { expects: "tables that each begin with a line in double brackets" };
    }
}

keys::section! {
    /// What a project is.
    #[derive(Debug)]
    pub struct CourseKeys, "[course]" {
        /// The project's name.
        pub name: Option<String>;
        /// The machine that its programs are for.
        pub isa: Option<Target> as Option<IsaName> { default: "found from the sources" };
        /// The assembly dialect of its sources.
        pub dialect: Option<Language> as Option<DialectName> { default: "found from the sources" };
    }
    places { dialect_at: dialect }
}

keys::section! {
    /// The rules of all tests.
    #[derive(Debug)]
    pub struct TestsKeys, "[tests]" {
        include rules: Overrides;
        /// The folders below `tests/` that `jal test` runs.
        pub folders: Option<Vec<String>> {
            expects: "a list of folders such as [\"pub\"]", default: "[\"pub\"]"
        };
        /// Whether a failure shows the change of a line that makes the test pass, or only the line.
        pub show_changes: bool { default: "true" } = true;
    }
}

keys::section! {
    /// What is agreed about the calling convention.
    #[derive(Debug)]
    pub struct ConventionKeys, "[convention]" {
        /// Which registers carry results.
        pub returns: Option<Returns> as Option<ResultRegisters> { default: "\"a0-a1\"" };
        /// Registers that all functions share.
        pub global: Vec<String> as Vec<RegisterList> {
            expects: "a list of registers such as [\"s11\", \"t0-t2\"]", default: "[]"
        };
        /// Findings that do not count.
        pub allow: Vec<String> as Vec<FindingCode> {
            expects: "a list of codes such as [\"CC0101\"]; `jal explain` lists all of them",
            default: "[]"
        };
        /// Findings to look for besides the usual ones.
        pub warn: Vec<String> as Vec<RequestedCode> {
            expects: "a list of findings that are not always reported: [\"CC0305\"]",
            default: "[]"
        };
    }
}

impl Task {
    /// Whether a test belongs to it.
    pub fn has(&self, test: &str) -> bool {
        self.tests
            .iter()
            .any(|pattern| keys::glob::fits(pattern, test))
    }
}

impl Course {
    /// Reads the text of a course file. What is wrong with it goes to `said`, with places in
    /// `sources`; what can be understood is handed out in any case.
    pub fn read(
        name: &str,
        text: &str,
        sources: &mut SourceMap,
        said: &mut Vec<Diagnostic>,
    ) -> Self {
        let file = sources.add(name, text);
        let (mut reader, table) = Reader::open(file, text);
        let pairs = reader.pairs(&table);
        // All by name: whoever adds a key is told here that it does nothing yet.
        let CourseFile {
            course:
                CourseKeys {
                    name,
                    isa,
                    dialect,
                    dialect_at,
                },
            tests:
                TestsKeys {
                    rules,
                    folders,
                    show_changes,
                },
            convention,
            fuzz: (),
            grade,
            task,
        } = CourseFile::read(&mut reader, &pairs);
        let ConventionKeys {
            returns,
            global,
            allow,
            warn,
        } = convention;
        said.append(&mut reader.diagnostics);
        if grade.convention == ConventionRule::Venus && isa == Some(Target::Mips) {
            let title = "`convention = \"venus\"` is for RISC-V: Venus runs no MIPS programs";
            let wrong = Diagnostic::error(codes::WRONG_VALUE, title);
            said.push(place(wrong, grade.convention_at).help("use \"failure\" or \"note\""));
        }
        let of_dialect = dialect.map(Language::target);
        if let (Some(isa), Some(target)) = (isa, of_dialect)
            && isa != target
        {
            let title = "`isa` and `dialect` contradict each other";
            let wrong = Diagnostic::error(codes::WRONG_VALUE, title);
            said.push(place(wrong, dialect_at).help("remove `isa`: the dialect says it"));
        }
        Course {
            name,
            target: of_dialect.or(isa),
            language: dialect,
            folders,
            hides_changes: !show_changes,
            tests: rules,
            agreement: Agreement {
                returns,
                global,
                allow,
                warn,
                functions: signatures(file, text),
            },
            tasks: task,
            grading: grade.with_deduction(),
        }
    }

    /// Patterns for the files that students write: those that `[grade]` names, or those of the
    /// tasks and the students' own tests.
    pub fn handed_in(&self) -> Vec<String> {
        let mut files = self.grading.files.clone().unwrap_or_else(|| {
            let files = self.tasks.iter().flat_map(|task| &task.files);
            let own_tests = format!("{OWN_TESTS}/*");
            files.cloned().chain([own_tests]).collect()
        });
        files.sort();
        files.dedup();
        files
    }

    /// Warns about files that are not there.
    pub fn check_files(&self, has: &dyn Fn(&str) -> bool, said: &mut Vec<Diagnostic>) {
        for task in &self.tasks {
            for file in &task.files {
                if keys::glob::is_pattern(file) || has(file) {
                    continue;
                }
                let title = format!(
                    "the file `{file}` of the task `{}` does not exist",
                    task.name
                );
                let warning = Diagnostic::warning(codes::NO_MATCH, title);
                said.push(place(warning, task.files_span));
            }
        }
    }

    /// Warns about patterns that fit none of these tests.
    pub(crate) fn check_patterns(&self, tests: &[&str], said: &mut Vec<Diagnostic>) {
        for task in &self.tasks {
            for pattern in &task.tests {
                if tests.iter().any(|test| keys::glob::fits(pattern, test)) {
                    continue;
                }
                let title = format!("no test matches `{pattern}` of the task `{}`", task.name);
                let warning = Diagnostic::warning(codes::NO_MATCH, title);
                said.push(place(warning, task.tests_span).help("`jal test -l` lists the tests"));
            }
        }
    }
}

/// A diagnostic with its place, if that is known.
pub fn place(diagnostic: Diagnostic, span: Option<Span>) -> Diagnostic {
    match span {
        Some(span) => diagnostic.primary(span, ""),
        None => diagnostic,
    }
}

keys::form!(
    /// The name of an instruction set.
    pub enum IsaName, Target, "\"rv32\" or \"mips32\"", ValueShape::Words(&["rv32", "mips32"]),
    |value| Target::ALL.into_iter().find(|target| value.as_str() == Some(target.desc().name))
);
keys::form!(
    /// The name of an assembly dialect.
    pub enum DialectName, Language, "a dialect such as \"rars\"", ValueShape::Words(&DIALECTS),
    |value| Language::named(value.as_str()?)
);

/// The names of all dialects.
static DIALECTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let names = Language::ALL.into_iter();
    names.map(|language| language.dialect().name).collect()
});

keys::form!(
    /// The registers that carry results.
    pub enum ResultRegisters, Returns, "\"a0\", \"a0-a1\" or \"all-a\"",
    ValueShape::Words(&["a0", "a0-a1", "all-a"]),
    |value| Some(match value.as_str()? {
        "a0" => Returns::One,
        "a0-a1" => Returns::Two,
        "all-a" => Returns::Arguments,
        _ => return None,
    })
);
keys::form!(
    /// Registers that one of the machines has.
    pub enum RegisterList, String, "registers", ValueShape::Text,
    |value| {
        let registers = value.as_str()?;
        let fits = |target: &Target| Contract::default().share(registers, target.desc()).is_ok();
        Target::ALL.iter().any(fits).then(|| registers.to_owned())
    }
);
keys::form!(
    /// The code of a finding.
    pub enum FindingCode, String, "a code", ValueShape::Text,
    |value| {
        let code = value.as_str()?;
        codes::registry().explain(code).map(|_| code.to_owned())
    }
);
keys::form!(
    /// The code of a finding that is looked for only on request.
    pub enum RequestedCode, String, "a code", ValueShape::Words(&["CC0305"]),
    |value| {
        let code = value.as_str()?;
        let mut known = ON_REQUEST.iter();
        known.any(|known| code.eq_ignore_ascii_case(known.0)).then(|| code.to_owned())
    }
);
keys::form!(
    /// The entries of `[[fuzz]]`, which `jal fuzz` reads itself.
    pub enum FuzzEntries, (), "tables that each begin with a line in double brackets",
    ValueShape::List(Box::new(FuzzKeys::shape())),
    |_| Some(())
);

/// What the functions of `[[fuzz]]` take and give. `jal fuzz` reports what is wrong with an entry.
fn signatures(file: FileId, text: &str) -> Vec<Signature> {
    let (specs, _) = FuzzSpec::read(file, text);
    let signatures = specs.into_iter().map(|spec| Signature {
        name: spec.call,
        args: spec.args.len() as u32,
        results: spec.results as u32,
    });
    signatures.collect()
}

/// The rules in a test's own file, `NAME.toml`.
pub(crate) fn read_overrides(
    name: &str,
    text: &str,
    sources: &mut SourceMap,
    said: &mut Vec<Diagnostic>,
) -> Overrides {
    let file = sources.add(name, text);
    let (mut reader, table) = Reader::open(file, text);
    let pairs = reader.pairs(&table);
    let overrides = Overrides::read(&mut reader, &pairs);
    said.append(&mut reader.diagnostics);
    overrides
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::{RenderOptions, render};

    #[test]
    fn findings_that_are_looked_for_anyway_need_no_wish() {
        let mut sources = SourceMap::default();
        let mut said = Vec::new();
        let text = "[convention]\nwarn = [\"CC0101\"]\n";
        Course::read(FILE, text, &mut sources, &mut said);
        let said = said.iter();
        let said: String = said
            .map(|d| render(&sources, d, &RenderOptions::default()))
            .collect();
        insta::assert_snapshot!(said, @r#"
        error[T0103]: `warn` in [convention] has an invalid value
         --> course.toml:2:8
          |
        2 | warn = ["CC0101"]
          |        ^^^^^^^^^^ expected a list of findings that are not always reported: ["CC0305"]
        "#);
        for code in ON_REQUEST {
            let text = format!("[convention]\nwarn = [\"{code}\"]\n");
            let mut said = Vec::new();
            let course = Course::read(FILE, &text, &mut sources, &mut said);
            assert_eq!(course.agreement.warn, [code.0], "{said:?}");
        }
    }
}
