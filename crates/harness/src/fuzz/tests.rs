//! Functions with one mistake each, against the course's own: the search finds every one, and its
//! smallest example is in a snapshot.

use super::*;
use crate::unit::link::Sources;
use assembler::{FileCache, FsLoader};
use diag::{RenderOptions, SourceMap, render};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn course(machine: &str) -> PathBuf {
    Path::new("../../asm").join(machine).join("2048")
}

fn load(file: &Path) -> Loaded {
    let here = Path::new("");
    let mut loader = FsLoader::new(here).with_full_names();
    let loaded = Sources::file(file).load(here, &mut loader);
    assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
    loaded
}

fn reference(machine: &str, function: &str) -> Loaded {
    let ending = if machine == "rv32" { "s" } else { "asm" };
    load(&course(machine).join(format!("src/{function}.{ending}")))
}

fn specs(machine: &str) -> Vec<FuzzSpec> {
    let text = fs::read_to_string(course(machine).join("course.toml")).unwrap();
    let file = SourceMap::default().add("course.toml", "");
    let (specs, wrong) = FuzzSpec::read(file, &text);
    assert!(wrong.is_empty(), "{wrong:#?}");
    specs
}

fn few(cases: u64) -> FuzzOptions {
    FuzzOptions {
        cases,
        ..FuzzOptions::default()
    }
}

#[test]
fn the_solutions_do_not_differ_from_themselves() {
    for machine in ["rv32", "mips32"] {
        let specs = specs(machine);
        assert_eq!(specs.len(), 8);
        for spec in specs {
            let loaded = reference(machine, &spec.call);
            let searched = search(&spec, &loaded, &loaded, &few(1000)).unwrap();
            assert_eq!(searched.cases, 1000);
            let found = searched.found.map(|found| found.lines());
            assert_eq!(found, None, "{machine} {}", spec.call);
        }
    }
}

/// The mutants lie in `tests/fuzz` as `FUNCTION-MISTAKE.s`.
#[test]
fn every_mutant_is_found_with_a_small_example() {
    let folder = Path::new("../../tests/fuzz");
    let mut text = String::new();
    for (machine, ending) in [("rv32", "s"), ("mips32", "asm")] {
        let specs = specs(machine);
        let mut files: Vec<PathBuf> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == ending))
            .collect();
        files.sort();
        let mut functions = Vec::new();
        for file in &files {
            let name = file.file_stem().unwrap().to_str().unwrap();
            let function = name.split('-').next().unwrap();
            let spec = specs.iter().find(|spec| spec.call == function).unwrap();
            let (own, reference) = (load(file), reference(machine, function));
            let one = FuzzOptions {
                threads: Some(1),
                ..few(8000)
            };
            let many = FuzzOptions {
                threads: Some(3),
                ..one.clone()
            };
            let searched = search(spec, &own, &reference, &one).unwrap();
            let again = search(spec, &own, &reference, &many).unwrap();
            let found = searched
                .found
                .unwrap_or_else(|| panic!("{name} is not found"));
            let again = again.found.unwrap();
            assert_eq!(found.unit_case(), again.unit_case(), "{name}");
            assert_eq!(found.case, again.case, "{name}");
            let _ = writeln!(text, "=== {machine} {name}");
            for line in found.lines() {
                let _ = writeln!(text, "{line}");
            }
            for diagnostic in &found.contrast.diagnostics {
                text += &render(&own.sources, diagnostic, &RenderOptions::default());
            }
            let _ = writeln!(text, "--- {}\n", found.unit_case());
            functions.push(function.to_owned());
            check_case(&found, &file.clone(), machine);
        }
        functions.dedup();
        assert_eq!(functions.len(), 8, "{functions:?}");
    }
    insta::assert_snapshot!(text);
}

/// The case that was found passes with the reference and fails with the mutant.
fn check_case(found: &Found, mutant: &Path, machine: &str) {
    use crate::unit::{UnitOptions, run};
    let case = found.unit_case();
    let options = UnitOptions {
        project: course(machine),
        check: true,
        ..UnitOptions::default()
    };
    let mut loader = FsLoader::new(Path::new("")).with_full_names();
    let right = run(
        "found.unit.toml",
        &case,
        &options,
        &FileCache::default(),
        &mut loader,
    );
    assert!(right.verdict.is_passed(), "{case}\n{right:#?}");
    let link = format!("link = [\"{}\"]\n{case}", mutant.display());
    let options = UnitOptions {
        project: PathBuf::new(),
        ..options
    };
    let wrong = run(
        "found.unit.toml",
        &link,
        &options,
        &FileCache::default(),
        &mut loader,
    );
    assert!(!wrong.verdict.is_passed(), "{link}");
    assert_eq!(wrong.cases.len(), 1, "{wrong:#?}");
}

#[test]
fn an_exhaustive_search_counts_all_rows() {
    let specs = specs("rv32");
    let mut spec = specs.into_iter().find(|spec| spec.call == "merge").unwrap();
    let loaded = reference("rv32", "merge");
    let options = FuzzOptions {
        exhaustive: Some(4),
        ..FuzzOptions::default()
    };
    let far = FuzzOptions {
        exhaustive: Some(1000),
        ..options.clone()
    };
    let wide = "row(len = 1..=1000, values = [0, 2, 0..=65535])";
    spec.generator.variables[0].shape = generator::parse(wide, &[]).unwrap();
    let wrong = search(&spec, &loaded, &loaded, &far).unwrap_err();
    let title = "`merge` has too many inputs to try all of them";
    assert_eq!(wrong[0].title, title);
    let shape = generator::parse("row(len = 2..=9, values = [0, 2, 4])", &[]).unwrap();
    spec.generator.variables[0].shape = shape;
    let searched = search(&spec, &loaded, &loaded, &options).unwrap();
    insta::assert_snapshot!(searched.summary("merge", &options), @"merge: all 117 inputs with at most 4 elements out of 0, 2, 4 were tried, and none shows a difference");
    let none = FuzzOptions {
        exhaustive: Some(1),
        ..options
    };
    let wrong = search(&spec, &loaded, &loaded, &none).unwrap_err();
    assert_eq!(
        wrong[0].title,
        "`merge` has no input with at most 1 element"
    );
}

#[test]
fn mistakes_in_the_course_file_are_told() {
    let text = r#"
[[fuzz]]
call = "merge"
row = "rows(len = 1..=4, values = [0])"
arg = ["&row"]
result = 2

[[fuzz]]
row = "row(len = 1..=4, values = [0])"
"#;
    let mut sources = SourceMap::default();
    let file = sources.add("course.toml", text);
    let (_, wrong) = FuzzSpec::read(file, text);
    let told = wrong
        .iter()
        .map(|d| render(&sources, d, &RenderOptions::default()));
    insta::assert_snapshot!(told.collect::<String>());
}
