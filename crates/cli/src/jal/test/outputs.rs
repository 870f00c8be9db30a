//! What `jal test` gives beside its report: coverage, and results for other programs.

use anyhow::Context;
use clap::{Args, ValueEnum};
use harness::SuiteResult;
use harness::coverage::{self, CoverageView, SuiteCoverage};
use harness::report::{github, json, junit};
use harness::targets::Chosen;
use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The page that `--coverage=html` writes.
const PAGE: &str = "coverage.html";

// Options about what else to give.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Show which lines the tests run, and which branches go only one way: a table, a table that also lists the tests, or a page with the sources (coverage.html)
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "table")]
    pub coverage: Option<Show>,
    /// Print the results as JSON instead of the report
    #[arg(long, conflicts_with_all = ["list", "watch", "bless"])]
    pub json: bool,
    /// Also write the results to this file as JUnit XML
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "watch"])]
    pub junit: Option<PathBuf>,
    /// Write the last pictures of tests that should show others into this folder, and what differs
    #[arg(long, value_name = "DIR", conflicts_with_all = ["list", "watch"])]
    pub pictures: Option<PathBuf>,
}

/// How to show coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Show {
    /// A row for each source file
    Table,
    /// The same, and a row for each test
    Tests,
    /// A page with the sources
    Html,
}

/// What a suite gives beside its report.
pub(super) struct Outputs<'a> {
    args: &'a OutputArgs,
    suite: &'a SuiteResult,
    coverage: Option<(SuiteCoverage, CoverageView)>,
    /// What was tested.
    title: String,
    here: &'a Path,
}

impl<'a> Outputs<'a> {
    /// Those of these results.
    pub(super) fn new(
        args: &'a OutputArgs,
        suite: &'a SuiteResult,
        chosen: &[Chosen],
        here: &'a Path,
    ) -> Self {
        let roots = chosen.iter().map(|chosen| chosen.project.root.clone());
        let view = CoverageView {
            projects: roots.collect(),
            with_tests: false,
        };
        let titles: Vec<String> = chosen.iter().map(|chosen| title(chosen, here)).collect();
        Outputs {
            args,
            suite,
            coverage: args.coverage.map(|_| (SuiteCoverage::of(suite), view)),
            title: titles.join(", "),
            here,
        }
    }

    /// The text that belongs to standard output: `report`, which is for people, and what comes
    /// after it, or JSON in its place.
    pub(super) fn text(&self, report: &str) -> String {
        if self.args.json {
            return format!("{}\n", json::report(self.suite, self.covered()));
        }
        let text = format!("{report}{}", self.tables());
        match is_on_github() {
            true => format!("{}{}", without_commands(&text), self.annotations()),
            false => text,
        }
    }

    /// Writes the files that were asked for.
    pub(super) fn write(&self) -> anyhow::Result<()> {
        self.write_page()?;
        self.write_junit()?;
        self.write_pictures()?;
        self.write_summary()
    }

    fn covered(&self) -> Option<(&SuiteCoverage, &CoverageView)> {
        let (coverage, view) = self.coverage.as_ref()?;
        Some((coverage, view))
    }

    /// The coverage as tables, or where its page is.
    fn tables(&self) -> String {
        let (Some((coverage, view)), Some(show)) = (self.covered(), self.args.coverage) else {
            return String::new();
        };
        match show {
            Show::Table => format!("\n{}", coverage::per_file(coverage, view)),
            Show::Tests => format!(
                "\n{}\n{}",
                coverage::per_file(coverage, view),
                coverage::per_test(coverage, view)
            ),
            Show::Html => format!("Coverage written to {PAGE}: open it in a browser.\n"),
        }
    }

    fn write_page(&self) -> anyhow::Result<()> {
        let (Some((coverage, view)), Some(Show::Html)) = (self.covered(), self.args.coverage)
        else {
            return Ok(());
        };
        let page = coverage::html(coverage, view, &self.title);
        fs::write(self.here.join(PAGE), page).with_context(|| format!("cannot write `{PAGE}`"))
    }

    fn write_junit(&self) -> anyhow::Result<()> {
        let Some(file) = &self.args.junit else {
            return Ok(());
        };
        let xml = junit::report(self.suite, "jal test");
        fs::write(file, xml).with_context(|| format!("cannot write `{}`", file.display()))
    }

    /// Writes `NAME.actual.png` and `NAME.diff.png` for each test with a wrong picture.
    fn write_pictures(&self) -> anyhow::Result<()> {
        let Some(folder) = &self.args.pictures else {
            return Ok(());
        };
        for result in &self.suite.results {
            let Some(picture) = result.picture.as_ref().filter(|p| p.is_wrong()) else {
                continue;
            };
            let name = result.test.to_string().replace(['/', '\\'], "-");
            let marked = picture
                .wanted
                .as_ref()
                .map(|wanted| picture.found.marked(wanted));
            let files = [("actual", Some(&picture.found)), ("diff", marked.as_ref())];
            for (ending, picture) in files {
                let Some(picture) = picture else {
                    continue;
                };
                let file = folder.join(format!("{name}.{ending}.png"));
                let written = fs::create_dir_all(folder)
                    .and_then(|()| fs::write(&file, frames::png::encode(picture)));
                written.with_context(|| format!("cannot write `{}`", file.display()))?;
            }
        }
        Ok(())
    }

    /// Adds to the summary of the step that runs on GitHub.
    fn write_summary(&self) -> anyhow::Result<()> {
        let Some(file) = variable("GITHUB_STEP_SUMMARY") else {
            return Ok(());
        };
        let summary = github::summary(self.suite, self.covered());
        let opened = OpenOptions::new().append(true).create(true).open(&file);
        let written = opened.and_then(|mut file| file.write_all(summary.as_bytes()));
        written.with_context(|| format!("cannot write the summary of the step, `{file}`"))
    }

    fn annotations(&self) -> String {
        let workspace = variable("GITHUB_WORKSPACE");
        let below = workspace.and_then(|root| {
            let below = self.here.strip_prefix(root).ok()?;
            let below = below.to_str().filter(|below| !below.is_empty())?;
            Some(format!("{below}/"))
        });
        github::annotations(self.suite, &below.unwrap_or_default())
    }
}

/// What people call a project: its name, or that of its folder.
fn title(chosen: &Chosen, here: &Path) -> String {
    let project = &chosen.project;
    let folder = here.join(&project.root);
    // The folder around this one has no name before it is looked for.
    let folder = folder.canonicalize().unwrap_or(folder);
    let folder = folder.file_name().unwrap_or_default().to_string_lossy();
    let name = project.course.name.as_deref();
    name.unwrap_or(&folder).to_owned()
}

/// A variable of the environment that is not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn is_on_github() -> bool {
    variable("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Text in which GitHub looks for no commands: a program under test may print what looks like one.
fn without_commands(text: &str) -> String {
    // Nothing that the text could hold: it was there before this number was.
    let number = RandomState::new().build_hasher().finish();
    format!("::stop-commands::jal-{number:016x}\n{text}::jal-{number:016x}::\n")
}
