//! `course.toml`: what a project is worth, which tests decide it, and the rules they run by.

use crate::codes;
use crate::grading::Rules;
use crate::keys::{self, Keys};
use crate::settings::Overrides;
use callconv::agreement::{Agreement, ON_REQUEST};
use callconv::{Contract, Returns};
use diag::{Diagnostic, SourceMap, Span};
use runtime::Target;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

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
    /// The folders below `tests/` whose tests run unless others are asked for.
    pub folders: Option<Vec<String>>,
    /// The rules of all tests.
    pub tests: Overrides,
    /// What is agreed about the calling convention.
    pub agreement: Agreement,
    /// The parts of the project, in their order.
    pub tasks: Vec<Task>,
    /// How it is graded.
    pub grading: Rules,
}

/// A part of the project.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// What it is worth.
    pub points: f64,
    /// The files that are written for it.
    pub files: Vec<String>,
    /// Patterns for the names of the tests that decide it.
    pub tests: Vec<String>,
    /// Where the file speaks of these tests.
    pub tests_span: Option<Span>,
    /// Where the file speaks of the files.
    pub files_span: Option<Span>,
}

impl Task {
    /// Whether a test belongs to it.
    pub fn has(&self, test: &str) -> bool {
        self.tests
            .iter()
            .any(|pattern| ::keys::glob::fits(pattern, test))
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
        let table = keys::parse(sources, file, text, said);
        let mut keys = Keys::new(file, &table, "a course file", said);
        let mut course = Course::default();
        if let Some(table) = keys.table("course") {
            let mut keys = Keys::new(file, table, "[course]", keys.said());
            course.name = keys.string("name", "a text").map(str::to_owned);
            course.target = keys.get("isa", "\"rv32\" or \"mips32\"", |value| {
                let name = value.as_str()?;
                Target::ALL.into_iter().find(|t| t.desc().name == name)
            });
            keys.finish();
        }
        if let Some(table) = keys.table("tests") {
            let mut keys = Keys::new(file, table, "[tests]", keys.said());
            course.tests = Overrides::read(&mut keys);
            course.folders = keys.strings("folders", "a list of folders such as [\"pub\"]");
            keys.finish();
        }
        if let Some(table) = keys.table("convention") {
            let mut keys = Keys::new(file, table, "[convention]", keys.said());
            course.agreement = agreement(&mut keys);
            keys.finish();
        }
        // What `jal fuzz` compares is read by that command.
        keys.value("fuzz");
        if let Some(table) = keys.table("grade") {
            let mut keys = Keys::new(file, table, "[grade]", keys.said());
            course.grading = Rules::read(&mut keys);
            keys.finish();
        }
        for (table, _) in keys.tables("task") {
            let mut keys = Keys::new(file, table, "[[task]]", keys.said());
            course.tasks.push(task(&mut keys));
            keys.finish();
        }
        keys.finish();
        course
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
    pub fn check_files(&self, folder: &Path, said: &mut Vec<Diagnostic>) {
        for task in &self.tasks {
            for file in &task.files {
                if ::keys::glob::is_pattern(file) || folder.join(file).is_file() {
                    continue;
                }
                let title = format!("the file `{file}` of the task `{}` is not there", task.name);
                let warning = Diagnostic::warning(codes::NO_MATCH, title);
                said.push(place(warning, task.files_span));
            }
        }
    }

    /// Warns about patterns that fit none of these tests.
    pub fn check_patterns(&self, tests: &[&str], said: &mut Vec<Diagnostic>) {
        for task in &self.tasks {
            for pattern in &task.tests {
                if tests.iter().any(|test| ::keys::glob::fits(pattern, test)) {
                    continue;
                }
                let title = format!("no test fits `{pattern}` of the task `{}`", task.name);
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

fn task(keys: &mut Keys<'_, '_>) -> Task {
    Task {
        name: keys
            .string("name", "a text")
            .unwrap_or("a task without a name")
            .to_owned(),
        points: keys
            .get("points", "a number that is not negative", points)
            .unwrap_or(0.0),
        files: keys.strings("files", "a list of files").unwrap_or_default(),
        tests: keys
            .strings("tests", "a list of patterns such as [\"test_merge_*\"]")
            .unwrap_or_default(),
        tests_span: keys.span("tests"),
        files_span: keys.span("files"),
    }
}

fn points(value: &DeValue<'_>) -> Option<f64> {
    let number = match value.as_float() {
        Some(float) => float.as_str().parse().ok()?,
        None => keys::integer(value)? as f64,
    };
    (0.0..f64::INFINITY).contains(&number).then_some(number)
}

fn agreement(keys: &mut Keys<'_, '_>) -> Agreement {
    Agreement {
        returns: keys.get("returns", "\"a0\", \"a0-a1\" or \"all-a\"", |value| {
            Some(match value.as_str()? {
                "a0" => Returns::One,
                "a0-a1" => Returns::Two,
                "all-a" => Returns::Arguments,
                _ => return None,
            })
        }),
        global: registers_in(keys, "global"),
        allow: codes_in(keys, "allow", ALL_CODES, |code| {
            diag::registry::explain(code).is_some()
        }),
        warn: codes_in(keys, "warn", &on_request_codes(), |code| {
            ON_REQUEST
                .iter()
                .any(|known| code.eq_ignore_ascii_case(known.0))
        }),
    }
}

/// A list of registers that one of the machines has.
fn registers_in(keys: &mut Keys<'_, '_>, key: &'static str) -> Vec<String> {
    let expected = "a list of registers such as [\"s11\", \"t0-t2\"]";
    let found = keys.get(key, expected, |value| {
        let items = value.as_array()?.iter();
        let known = |item: &Spanned<DeValue<'_>>| {
            let registers = item.get_ref().as_str()?;
            let fits = |target: &Target| {
                let shared = Contract::default().share(registers, target.desc());
                shared.is_ok()
            };
            Target::ALL.iter().any(fits).then(|| registers.to_owned())
        };
        items.map(known).collect()
    });
    found.unwrap_or_default()
}

const ALL_CODES: &str = "a list of codes such as [\"CC0101\"]; `jal explain` lists all of them";

/// What a list of findings that are looked for only if wanted may hold.
fn on_request_codes() -> String {
    let known = ON_REQUEST.map(|code| format!("\"{}\"", code.0)).join(", ");
    format!("a list of findings that are not looked for anyway: [{known}]")
}

/// A list of codes that are known.
fn codes_in(
    keys: &mut Keys<'_, '_>,
    key: &'static str,
    expected: &str,
    is_known: impl Fn(&str) -> bool,
) -> Vec<String> {
    let found = keys.get(key, expected, |value| {
        let items = value.as_array()?.iter();
        items
            .map(|item| {
                let code = item.get_ref().as_str()?;
                is_known(code).then(|| code.to_owned())
            })
            .collect()
    });
    found.unwrap_or_default()
}

/// The rules in a test's own file, `NAME.toml`.
pub fn read_overrides(
    name: &str,
    text: &str,
    sources: &mut SourceMap,
    said: &mut Vec<Diagnostic>,
) -> Overrides {
    let file = sources.add(name, text);
    let table: DeTable<'_> = keys::parse(sources, file, text, said);
    let mut keys = Keys::new(file, &table, "a test's settings", said);
    let overrides = Overrides::read(&mut keys);
    keys.finish();
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
        error[T0103]: `warn` in [convention] is not what it should be
         --> course.toml:2:8
          |
        2 | warn = ["CC0101"]
          |        ^^^^^^^^^^ expected a list of findings that are not looked for anyway: ["CC0305"]
        "#);
        for code in ON_REQUEST {
            let text = format!("[convention]\nwarn = [\"{code}\"]\n");
            let mut said = Vec::new();
            let course = Course::read(FILE, &text, &mut sources, &mut said);
            assert_eq!(course.agreement.warn, [code.0], "{said:?}");
        }
    }
}
