//! The course project 2048 on both machines: that its points and its tests fit together, and that
//! the hand-out is what a student should get. It assembles, has no solution in it, and fails every
//! public test.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use assembler::{FileCache, FsLoader};
use diag::SourceMap;
use harness::fuzz::sealed::{self, SealedReference};
use harness::fuzz::{FuzzOptions, FuzzSpec, search};
use harness::handout::{self, HandoutFiles};
use harness::unit::link::Sources;
use machine::observe::Off;
use play::bundle;
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use runtime::{Console, End, EnvironmentSetup, Limits, Session, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The subroutines that a student writes.
const SUBROUTINES: [&str; 8] = [
    "check_victory",
    "place",
    "move_check",
    "move_one",
    "move_left",
    "merge",
    "complete_move",
    "printboard",
];

/// The files of `src/` that a student gets.
const GIVEN: [&str; 3] = ["main", "buffer", "utils"];

/// The tests that a student does not get.
const HIDDEN: [&str; 2] = ["daily/", "eval/"];

/// What each task is worth, in their order.
const POINTS: [i64; 6] = [1, 1, 1, 5, 2, 1];

/// The fewest public tests of a subroutine.
const TESTS: usize = 4;

/// More instructions than any public test needs.
const STEPS: u64 = 1_000_000;

/// A folder with the project in it, solved or not.
struct Project {
    target: Target,
    folder: PathBuf,
}

impl Project {
    /// The project with its solutions.
    fn solved(target: Target) -> Self {
        let folder = asm().join(target.desc().name).join("2048");
        Project { target, folder }
    }

    /// The hand-out, freshly written.
    fn handout(target: Target, test: &str) -> Self {
        let name = format!("course-{test}-{}", target.desc().name);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        for (path, contents) in handout_files(target) {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, contents).unwrap();
        }
        Project { target, folder }
    }

    /// The ending of its sources.
    fn ending(&self) -> &'static str {
        match self.target {
            Target::RiscV => "s",
            Target::Mips => "asm",
        }
    }

    /// A source in `src/`.
    fn source(&self, name: &str) -> String {
        format!("src/{name}.{}", self.ending())
    }

    fn read(&self, file: &str) -> Vec<u8> {
        let path = self.folder.join(file);
        fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// The files in a folder and below, by their paths from there.
    fn files(&self, folder: &str) -> BTreeSet<String> {
        files(&self.folder.join(folder))
    }

    /// The names of the public tests.
    fn tests(&self) -> Vec<String> {
        let files = self.files("tests/pub").into_iter();
        let ending = format!(".{}", self.ending());
        files
            .filter_map(|file| file.strip_suffix(&ending).map(str::to_owned))
            .collect()
    }

    fn load(&self, file: &str) -> LoadedProgram {
        LoadRequest::new(file, &LoadOptions::new(self.folder.clone())).load()
    }

    /// Runs a public test: what it prints, and how it ends.
    fn run(&self, test: &str) -> (Vec<u8>, End) {
        let file = format!("tests/pub/{test}.{}", self.ending());
        let loaded = self.load(&file);
        assert!(!loaded.has_errors(), "{file}: {:#?}", loaded.diagnostics);
        run(&file, loaded)
    }
}

/// The files of the hand-out.
fn handout_files(target: Target) -> HandoutFiles {
    let files = bundle::course(target).into_iter();
    let files = files.map(|(path, contents)| (path, contents.into()));
    handout::of_course(&files.collect()).unwrap()
}

fn run(file: &str, loaded: LoadedProgram) -> (Vec<u8>, End) {
    let setup = EnvironmentSetup {
        seed: 0,
        map: loaded.map,
    };
    let (target, image) = (loaded.target, Arc::new(loaded.program.unwrap().image));
    let environment = loaded.environment.make(target, &setup);
    let limits = Limits {
        steps: Some(STEPS),
        output: Some(1 << 20),
        memory: 64 << 20,
        time: None,
        free_calls: false,
    };
    let args = vec![file.as_bytes().to_vec()];
    let mut session = Session::new(target, image, environment, args, limits).unwrap();
    let mut console = Console::new(&b""[..], Vec::new(), Vec::new());
    let outcome = session.run(&mut Off, &mut console);
    (console.output, outcome.end)
}

fn asm() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm")
}

/// The files below a folder, by their paths from there.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().and_then(OsStr::to_str).unwrap();
        match path.is_dir() {
            true => found.extend(files(&path).iter().map(|file| format!("{name}/{file}"))),
            false => {
                found.insert(name.to_owned());
            }
        }
    }
    found
}

/// A task of `course.toml`.
struct Task {
    points: i64,
    files: Vec<String>,
    tests: Vec<String>,
}

impl Task {
    /// The tasks of a project.
    fn all(project: &Project) -> Vec<Task> {
        let text = String::from_utf8(project.read("course.toml")).unwrap();
        let course: toml::Table = text.parse().unwrap();
        assert_eq!(course["course"]["name"].as_str(), Some("2048"));
        let isa = course["course"]["isa"].as_str();
        assert_eq!(isa, Some(project.target.desc().name));
        let strings = |value: &toml::Value| {
            let strings = value.as_array().unwrap().iter();
            strings.map(|v| v.as_str().unwrap().to_owned()).collect()
        };
        let tasks = course["task"].as_array().unwrap().iter();
        tasks
            .map(|task| Task {
                points: task["points"].as_integer().unwrap(),
                files: strings(&task["files"]),
                tests: strings(&task["tests"]),
            })
            .collect()
    }

    fn has(&self, test: &str) -> bool {
        self.tests.iter().any(|pattern| matches(pattern, test))
    }
}

/// Whether a name fits a pattern, in which `*` stands for a number.
fn matches(pattern: &str, name: &str) -> bool {
    let (before, after) = pattern.split_once('*').unwrap();
    let number = name.strip_prefix(before);
    number
        .and_then(|rest| rest.strip_suffix(after))
        .is_some_and(|number| number.parse::<u32>().is_ok())
}

#[test]
fn tasks_have_points_files_and_tests() {
    for project in Target::ALL.map(Project::solved) {
        let tasks = Task::all(&project);
        let points: Vec<i64> = tasks.iter().map(|task| task.points).collect();
        assert_eq!(points, POINTS);
        assert_eq!(points.iter().sum::<i64>(), 11);
        let written: BTreeSet<String> = tasks.iter().flat_map(|task| task.files.clone()).collect();
        let expected: BTreeSet<String> = SUBROUTINES.map(|name| project.source(name)).into();
        assert_eq!(written, expected);
        for file in &written {
            assert!(project.folder.join(file).is_file(), "{file}");
        }
        for test in project.tests() {
            let count = tasks.iter().filter(|task| task.has(&test)).count();
            assert_eq!(count, 1, "tasks of {test}");
        }
        for pattern in tasks.iter().flat_map(|task| &task.tests) {
            let tests = project.tests().into_iter();
            let count = tests.filter(|test| matches(pattern, test)).count();
            assert!(count >= TESTS, "{pattern} has only {count} tests");
        }
    }
}

#[test]
fn every_subroutine_has_public_tests() {
    for project in Target::ALL.map(Project::solved) {
        for name in SUBROUTINES {
            let source = format!("../../{}", project.source(name));
            let tests = project.tests().into_iter().filter(|test| {
                let file = format!("tests/pub/{test}.{}", project.ending());
                String::from_utf8_lossy(&project.read(&file)).contains(&source)
            });
            let count = tests.count();
            assert!(count >= TESTS, "{name} has only {count} tests");
        }
    }
}

#[test]
fn both_machines_have_the_same_tests() {
    let tests = Target::ALL.map(Project::solved).map(|project| {
        let name = |file: String| match file.rsplit_once('.') {
            Some((name, ending)) if ending == project.ending() => (format!("{name} source"), None),
            _ => {
                let contents = project.read(&format!("tests/{file}"));
                (file, Some(contents))
            }
        };
        let files = project.files("tests").into_iter();
        files.map(name).collect::<BTreeMap<_, _>>()
    });
    let [riscv, mips] = tests;
    let names = |tests: &BTreeMap<String, _>| tests.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&riscv), names(&mips));
    for (file, contents) in &riscv {
        assert!(mips[file] == *contents, "{file} differs");
    }
}

#[test]
fn the_solutions_pass_every_public_test() {
    for project in Target::ALL.map(Project::solved) {
        for test in project.tests() {
            let expected = project.read(&format!("tests/pub/{test}.ref"));
            let (printed, end) = project.run(&test);
            let (printed, expected) = (
                String::from_utf8_lossy(&printed),
                String::from_utf8_lossy(&expected),
            );
            assert_eq!(printed, expected, "{test}");
            assert_eq!(end, End::Exit(0), "{test}");
        }
    }
}

#[test]
fn the_handout_fails_every_public_test() {
    for target in Target::ALL {
        let project = Project::handout(target, "fails");
        let main = project.load(&project.source("main"));
        assert!(!main.has_errors(), "{:#?}", main.diagnostics);
        for test in project.tests() {
            let expected = project.read(&format!("tests/pub/{test}.ref"));
            let (printed, end) = project.run(&test);
            assert!(printed != expected, "{test} passes without a solution");
            // A student's first report is a difference, not a fault.
            assert_eq!(end, End::Exit(0), "{test}");
        }
    }
}

#[test]
fn the_handout_has_all_that_is_given_and_no_solution() {
    for target in Target::ALL {
        let (solved, handout) = (
            Project::solved(target),
            Project::handout(target, "contents"),
        );
        for name in SUBROUTINES {
            let source = solved.source(name);
            let (solution, stub) = (solved.read(&source), handout.read(&source));
            assert!(solution != stub, "{source} is the solution");
        }
        let mut given: BTreeSet<String> = GIVEN.map(|name| solved.source(name)).into();
        let hidden = |file: &String| HIDDEN.iter().any(|folder| file.starts_with(folder));
        let tests = solved.files("tests").into_iter();
        let tests = tests.filter(|file| !hidden(file));
        given.extend(tests.map(|file| format!("tests/{file}")));
        given.extend(["README.md", "course.toml"].map(String::from));
        for file in &given {
            assert!(solved.read(file) == handout.read(file), "{file} differs");
        }
        given.extend(SUBROUTINES.map(|name| solved.source(name)));
        let simulator = match target {
            Target::RiscV => ["venus", "venus.cmd"],
            Target::Mips => ["mars", "mars.cmd"],
        };
        let scripts = ["run_tests.py", "run_gui.py"].into_iter().chain(simulator);
        given.extend(scripts.map(String::from));
        given.extend(["LLM.txt", sealed::FILE].map(String::from));
        assert_eq!(handout.files(""), given);
    }
}

/// What students compare with answers as the course's own does, and shows nothing of it.
#[test]
fn the_reference_of_the_handout_is_the_solution() {
    for target in Target::ALL {
        let solved = Project::solved(target);
        let sealed = SealedReference::read(&handout_files(target)[sealed::FILE]).unwrap();
        let course = String::from_utf8(solved.read("course.toml")).unwrap();
        let file = SourceMap::default().add("course.toml", &*course);
        let (specs, _) = FuzzSpec::read(file, &course);
        assert_eq!(specs.len(), SUBROUTINES.len());
        for spec in &specs {
            let (here, files) = (&solved.folder, FileCache::default());
            let sources =
                Sources::to_compare(Path::new(""), here, &spec.call, &[], &files).unwrap();
            let own = sources.load(here, &mut FsLoader::new(here).with_full_names());
            let reference = sealed.program(&spec.call).unwrap();
            assert!(!reference.is_source());
            let options = FuzzOptions {
                cases: 500,
                ..FuzzOptions::default()
            };
            let searched = search(spec, &own, &reference, &options).unwrap();
            assert_eq!(
                searched.compared(),
                500,
                "{}: {:?}",
                spec.call,
                searched.unknown
            );
            assert!(
                searched.found.is_none(),
                "{}: {:?}",
                spec.call,
                searched.found
            );
        }
    }
}

#[test]
fn the_bundle_is_what_is_on_the_disk() {
    let bundled: BTreeMap<String, &[u8]> = bundle::all().into_iter().collect();
    assert_eq!(
        bundled.keys().cloned().collect::<BTreeSet<_>>(),
        files(&asm())
    );
    for (file, contents) in bundled {
        let on_disk = fs::read(asm().join(&file)).unwrap();
        assert!(on_disk == contents, "{file} differs");
    }
}
