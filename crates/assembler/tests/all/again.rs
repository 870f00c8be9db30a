//! One assembler for many programs: each of them becomes what it would have become alone.

use assembler::{
    AssembleOptions, Assembler, Assembly, FsLoader, MARS, MainFile, MemoryLoader, VENUS,
};
use assembler::{Loader, assemble};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

fn venus() -> AssembleOptions {
    AssembleOptions::new(&rv32::DESC, &VENUS)
}

fn mars() -> AssembleOptions {
    AssembleOptions::new(&mips32::DESC, &MARS)
}

/// Everything that came of a program.
fn facts(assembly: &Assembly) -> String {
    format!("{assembly:#?}")
}

#[track_caller]
fn check(
    assembler: &mut Assembler,
    main: &str,
    extra: &[String],
    options: &AssembleOptions,
    loader: &mut dyn Loader,
) -> Assembly {
    let path = || MainFile::Path(main.to_owned());
    let alone = assemble(path(), extra, options, loader);
    let again = assembler.assemble(path(), extra, options, loader);
    assert_eq!(facts(&again), facts(&alone), "{main}");
    again
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let entries = entries.flatten();
    let paths = entries.map(|entry| entry.path());
    let is_source = |path: &PathBuf| path.extension().is_some_and(|e| e == "s" || e == "asm");
    let mut paths: Vec<PathBuf> = paths.filter(is_source).collect();
    paths.sort();
    paths
}

#[test]
fn the_tests_of_a_project_share_its_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm");
    let mut assembler = Assembler::default();
    for (machine, options) in [("rv32", venus()), ("mips32", mars())] {
        let project = root.join(machine).join("2048");
        let mut loader = FsLoader::new(&project);
        let tests = sources(&project.join("tests/pub"));
        assert!(tests.len() > 60);
        for test in tests {
            let main = test.display().to_string();
            let assembly = check(&mut assembler, &main, &[], &options, &mut loader);
            assert!(assembly.program.is_some(), "{:#?}", assembly.diagnostics);
        }
    }
}

#[test]
fn a_file_goes_where_those_before_it_end() {
    let shared = ".data\nb: .word b\n.text\n.globl b\nj b\n";
    let linked = ["b.asm".to_owned()];
    for options in [mars(), venus()] {
        let mut assembler = Assembler::default();
        for nops in [1, 3, 1, 0] {
            let code = "nop\n".repeat(nops);
            let main = format!(".data\n.space {nops}\n.text\nmain: {code}");
            let loader = MemoryLoader::default().with("a.asm", main);
            let mut loader = loader.with("b.asm", shared);
            check(&mut assembler, "a.asm", &linked, &options, &mut loader);
        }
    }
}

/// Pieces of which files are made; some are wrong.
const PIECES: [&str; 10] = [
    ".globl f\nf: ret\n",
    ".data\nx: .word 1, y\n",
    ".text\ng: jal f\n",
    ".data\ny: .space 3\n.text\n",
    "beqz a0, g\n",
    "addi a0, a0, 5000\n",
    "nonsense a0\n",
    ".import b.s\n",
    ".import ./c.s\n",
    "# nothing\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Files change between programs, come first or last, and are gone.
    #[test]
    fn other_files_of_the_same_names(
        programs in prop::collection::vec(
            prop::array::uniform3(prop::option::weighted(
                0.9,
                prop::collection::vec(prop::sample::select(&PIECES[..]), 0..4),
            )),
            2..6,
        ),
    ) {
        let mut assembler = Assembler::default();
        for files in &programs {
            let mut loader = MemoryLoader::default();
            for (name, pieces) in ["a.s", "b.s", "c.s"].iter().zip(files) {
                if let Some(pieces) = pieces {
                    loader = loader.with(name, pieces.concat());
                }
            }
            for main in ["a.s", "b.s"] {
                check(&mut assembler, main, &["c.s".to_owned()], &venus(), &mut loader);
            }
        }
    }
}

#[test]
fn another_language_or_other_settings_change_what_is_known() {
    let mut loader = MemoryLoader::default().with("a.s", ".data\na: .half 1\nb: .word 2\n");
    let mut assembler = Assembler::default();
    let red_zones = AssembleOptions {
        red_zones: true,
        ..venus()
    };
    let defined = AssembleOptions {
        defines: vec![("a".to_owned(), "z".to_owned())],
        ..venus()
    };
    for options in [venus(), red_zones, mars(), venus(), defined, venus()] {
        check(&mut assembler, "a.s", &[], &options, &mut loader);
    }
}

#[test]
fn texts_that_are_not_what_their_bytes_say() {
    let texts: [&[u8]; 4] = [
        b"a: nop # \xe9\n",
        b"a: nop\0",
        "# \u{fffd}\n".as_bytes(),
        b"# \xff\n",
    ];
    let mut assembler = Assembler::default();
    for options in [venus(), mars()] {
        for text in texts.iter().chain(&texts) {
            let mut loader = MemoryLoader::default().with("a.s", *text);
            check(&mut assembler, "a.s", &[], &options, &mut loader);
        }
    }
}

#[test]
fn more_than_is_kept() {
    let mut assembler = Assembler::default();
    let long = "# a comment that is long enough to fill some room\n".repeat(20_000);
    for round in 0..12 {
        let text = format!("f{round}: ret\n{long}");
        let loader = MemoryLoader::default().with("a.s", text);
        let mut loader = loader.with("b.s", ".globl b\nb: jal b\n");
        check(
            &mut assembler,
            "b.s",
            &["a.s".to_owned()],
            &venus(),
            &mut loader,
        );
    }
}
