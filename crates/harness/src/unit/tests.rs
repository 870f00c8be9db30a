//! Unit tests of the course project, of small broken functions, and of broken descriptions.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use super::*;
use assembler::FsLoader;
use diag::{RenderOptions, render};
use std::fmt::Write as _;
use std::fs;
use std::time::Instant;

fn project(machine: &str) -> UnitOptions {
    UnitOptions {
        project: Path::new("../../asm").join(machine).join("2048"),
        ..UnitOptions::default()
    }
}

/// Small functions, most of them wrong.
fn functions() -> UnitOptions {
    UnitOptions {
        project: Path::new("tests/functions").to_owned(),
        ..UnitOptions::default()
    }
}

fn run_text(text: &str, options: &UnitOptions) -> UnitResult {
    let mut loader = FsLoader::new(Path::new("")).with_full_names();
    run("test.unit.toml", text, options, &mut loader)
}

/// All that a person may be shown.
fn shown(result: &UnitResult) -> String {
    let mut text = String::new();
    let plain = RenderOptions::default();
    for diagnostic in &result.diagnostics {
        text += &render(&result.sources, diagnostic, &plain);
    }
    for case in &result.cases {
        let _ = writeln!(text, "{}: {}", case.name, case.verdict.words());
        for line in &case.lines {
            let _ = writeln!(text, "    {line}");
        }
        for diagnostic in &case.diagnostics {
            text += &render(&result.sources, diagnostic, &plain);
        }
    }
    text
}

fn shows(text: &str, options: &UnitOptions) -> String {
    shown(&run_text(text, options))
}

#[test]
fn the_course_project_passes_its_unit_tests() {
    for machine in ["rv32", "mips32"] {
        for scramble in [0, 3] {
            let options = UnitOptions {
                check: Some(CheckOptions::default()),
                scramble,
                ..project(machine)
            };
            let folder = options.project.join("tests/unit");
            let mut files = 0;
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                assert!(is_unit_file(&path));
                let result = run_text(&fs::read_to_string(&path).unwrap(), &options);
                let shown = shown(&result);
                assert!(result.verdict.is_passed(), "{}\n{shown}", path.display());
                assert!(result.cases.len() >= 2, "{}", path.display());
                files += 1;
            }
            assert_eq!(files, 8);
        }
    }
}

#[test]
fn ten_thousand_cases_take_no_time() {
    let mut text = String::from("call = \"merge\"\nargs = [\"&addresses(row)\", 4]\n");
    for number in 0..10_000 {
        let _ = write!(
            text,
            "[[case]]\nrow = {{ halfwords = [2, 4, {}, 0] }}\nreturns = [0, 0]\n",
            number + 5
        );
    }
    let begin = Instant::now();
    let result = run_text(&text, &project("rv32"));
    println!("10 000 cases in {:.1?}", begin.elapsed());
    assert!(result.verdict.is_passed());
    assert_eq!(result.cases.len(), 10_000);
}
