//! Functions with one mistake each, against the course's own: the search finds every one, and its
//! smallest example is in a snapshot.

use super::*;
use crate::unit::link::Sources;
use assembler::{Assembler, FileCache, FsLoader};
use diag::{RenderOptions, SourceMap, render};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn course(machine: &str) -> PathBuf {
    Path::new("../../asm").join(machine).join("2048")
}

fn load(file: &Path) -> LoadedProgram {
    let here = Path::new("");
    let mut loader = FsLoader::new(here).with_full_names();
    let loaded = Sources::file(file).load(here, &mut loader);
    assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
    loaded
}

fn reference(machine: &str, function: &str) -> LoadedProgram {
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

#[test]
fn a_search_ends_when_its_time_is_up() {
    let spec = FuzzSpec {
        max_steps: u64::MAX,
        ..specs("rv32").swap_remove(0)
    };
    let folder = std::env::temp_dir().join(format!("jal-fuzz-late-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("endless.s");
    fs::write(&file, format!(".globl {0}\n{0}: j {0}\n", spec.call)).unwrap();
    let (own, reference) = (load(&file), reference("rv32", &spec.call));
    fs::remove_dir_all(&folder).unwrap();
    let options = FuzzOptions {
        time: Some(Duration::from_millis(20)),
        ..few(1000)
    };
    let searched = search(&spec, &own, &reference, &options).unwrap();
    assert!(searched.found.is_none());
    assert_eq!((searched.cases, searched.planned), (0, 1000));
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
fn check_case(found: &Counterexample, mutant: &Path, machine: &str) {
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
        &mut Assembler::default(),
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
        &mut Assembler::default(),
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

/// Assembles a source from memory.
fn assemble(text: &str) -> LoadedProgram {
    let loader = assembler::MemoryLoader::default();
    let mut loader = loader.with("own.s", text);
    let loaded = Sources::file(Path::new("own.s")).load(Path::new(""), &mut loader);
    assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
    loaded
}

/// The only entry of a course file.
fn entry(text: &str) -> FuzzSpec {
    let file = SourceMap::default().add("course.toml", "");
    let (mut specs, wrong) = FuzzSpec::read(file, text);
    assert!(wrong.is_empty(), "{wrong:#?}");
    specs.pop().unwrap()
}

#[test]
fn a_reference_without_answers_is_told() {
    let spec = entry("[[fuzz]]\ncall = \"f\"\nn = \"int(0..=3)\"\nargs = [\"n\"]\n");
    let own = assemble("f: ret\n");
    let options = few(40);
    let told = |reference: &str| {
        let searched = search(&spec, &own, &assemble(reference), &options).unwrap();
        (searched.compared(), searched.summary("f", &options))
    };
    let (compared, text) = told("f: j f\n");
    assert_eq!(compared, 0);
    insta::assert_snapshot!(text, @"f: nothing was compared, because the reference fails in all 40 cases (case 1: still runs after 100 000 instructions)");
    let (compared, text) = told("f: beqz a0, f\n ret\n");
    assert!((1..40).contains(&compared), "{compared}");
    let expected = format!(
        "f: 40 cases, no difference (seed 0); {} of them could not be compared, because the \
         reference fails there (case 1: still runs after 100 000 instructions)",
        40 - compared
    );
    assert_eq!(text, expected);
}

#[test]
fn a_search_that_runs_out_of_time_says_so() {
    let spec = entry(
        "[[fuzz]]\ncall = \"f\"\nrow = \"words(len = 0..=9, values = [0..=9])\"\nn = \"int(3..=4)\"\n",
    );
    let own = assemble("f: ret\n");
    let options = FuzzOptions {
        exhaustive: Some(3),
        time: Some(Duration::ZERO),
        ..FuzzOptions::default()
    };
    let mut searched = search(&spec, &own, &own, &options).unwrap();
    assert_eq!((searched.cases, searched.compared()), (0, 0));
    insta::assert_snapshot!(searched.summary("f", &options), @"f: nothing was compared, because the time was over before the first case");
    searched.cases = 512;
    insta::assert_snapshot!(searched.summary("f", &options), @"f: 512 of 2 222 inputs with at most 3 elements (row out of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9; n out of 3, 4) were tried in the time that was given, and none shows a difference");
    searched.cases = searched.planned;
    insta::assert_snapshot!(searched.summary("f", &options), @"f: all 2 222 inputs with at most 3 elements (row out of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9; n out of 3, 4) were tried, and none shows a difference");
    let random = few(1000);
    (searched.cases, searched.planned) = (256, 1000);
    insta::assert_snapshot!(searched.summary("f", &random), @"f: 256 of 1 000 cases in the time that was given, no difference (seed 0)");
}

#[test]
fn labels_are_the_same_wherever_they_lie() {
    let spec =
        entry("[[fuzz]]\ncall = \"f\"\nto = \"words(len = 1, values = [0])\"\nargs = [\"&to\"]\n");
    let program = |data: &str, label: &str| {
        assemble(&format!(
            ".data\n{data}\nmsg: .word 1\nother: .word 2\n.text\nf: la t0, {label}\n \
             sw t0, 0(a0)\n la a0, {label}\n ret\n"
        ))
    };
    let (near, far) = (program("", "msg"), program(".space 100000", "msg"));
    let searched = search(&spec, &far, &near, &few(10)).unwrap();
    assert!(searched.found.is_none(), "{:?}", searched.found);
    let wrong = program(".space 100000", "other");
    let found = search(&spec, &wrong, &near, &few(10))
        .unwrap()
        .found
        .unwrap();
    let text = format!("{}\n{}", found.lines().join("\n"), found.unit_case());
    insta::assert_snapshot!(text, @r#"
    f(&to = [0])
                     reference  yours
      a0             &msg       &other
      to afterwards  [&msg]     [&other]
                                 ^^^^^^
    [[case]]
    name = "found by jal fuzz (seed 0, case 1)"
    call = "f"
    to = { words = [0] }
    args = ["&to"]
    returns = ["&msg"]
    to_after = ["&msg"]
    "#);
}

#[test]
fn long_arrays_are_made_smaller_within_memory() {
    let spec = entry(
        "[[fuzz]]\ncall = \"f\"\nrow = \"words(len = 500..=2000, values = [0..=9])\"\nargs = [\"&row\", \"len(row)\"]\n",
    );
    let (own, reference) = (
        assemble("f: lw a0, 0(a0)\n ret\n"),
        assemble("f: lw a0, 4(a0)\n ret\n"),
    );
    let found = search(&spec, &own, &reference, &few(10))
        .unwrap()
        .found
        .unwrap();
    assert!(found.tries < 9000, "{}", found.tries);
    let Some(row) = found
        .unit_case()
        .lines()
        .find(|line| line.starts_with("row = "))
        .map(str::to_owned)
    else {
        panic!("{}", found.unit_case());
    };
    assert_eq!(row.matches(',').count(), 499, "{row}");
    assert_eq!(row.matches('0').count(), 499, "{row}");
}
