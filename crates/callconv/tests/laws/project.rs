//! The course project on both machines: as it stands, nothing is found in it, and it does the same
//! whatever lies in registers and stack that the convention leaves open.

use super::run::{Loading, Mode, Run};
use assembler::{FsLoader, LoadError, Loader, SourceFile, SourceRequest};
use callconv::agreement::Signature;
use diag::Code;
use runtime::Target;
use std::path::{Path, PathBuf};

/// The subroutines, and how their tests are named.
pub(crate) const SUBROUTINES: [(&str, &str); 8] = [
    ("check_victory", "check_win"),
    ("place", "place"),
    ("move_check", "move_check"),
    ("move_one", "move_one"),
    ("merge", "merge"),
    ("move_left", "move_left"),
    ("complete_move", "complete_move"),
    ("printboard", "printboard"),
];
/// What they take and give.
pub(crate) fn signatures() -> Vec<Signature> {
    let all = [
        ("check_victory", 2, 1),
        ("place", 4, 1),
        ("move_check", 2, 1),
        ("move_one", 2, 1),
        ("merge", 2, 2),
        ("move_left", 2, 0),
        ("complete_move", 2, 2),
        ("printboard", 1, 0),
    ];
    let all = all.map(|(name, args, results)| Signature {
        name: name.to_owned(),
        args,
        results,
    });
    all.into()
}

/// Whole games that are played, with the number that begins their random tiles.
const GAMES: [(&str, &str); 2] = [("moves_pretty", "3"), ("moves_quiet", "3")];
/// What registers are filled with.
const SEEDS: std::ops::Range<u64> = 0..100;
const FEW_SEEDS: std::ops::Range<u64> = 0..2;

#[test]
fn nothing_is_found_in_the_subroutines() {
    let mut wrong = Vec::new();
    for target in Target::ALL {
        let project = Project { target };
        for program in SUBROUTINES.iter().flat_map(|(_, test)| project.tests(test)) {
            let modes = FEW_SEEDS.map(Mode::Scrambled).chain([Mode::Checked]);
            for mode in modes {
                let found = project.findings(&program, None, mode);
                if !found.is_empty() {
                    wrong.push(format!("{program} {mode:?}: {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_is_found_in_whole_games_and_no_seed_changes_them() {
    for target in Target::ALL {
        for (game, number) in GAMES {
            let project = Project { target };
            let play = |mode| project.play(game, number, mode);
            let (plain, _) = play(Mode::Plain);
            assert!(plain.is_short(), "{game}");
            for mode in SEEDS.map(Mode::Scrambled).chain([Mode::Checked]) {
                assert_eq!(play(mode), (plain.clone(), vec![]), "{game} {mode:?}");
            }
        }
    }
}

/// The course project on one machine.
#[derive(Clone, Copy)]
pub(crate) struct Project {
    pub target: Target,
}

impl Project {
    /// Where it is.
    pub(crate) fn folder(self) -> PathBuf {
        root()
            .join("asm")
            .join(self.target.desc().name)
            .join("2048")
    }

    /// How its files end.
    pub(crate) fn ending(self) -> &'static str {
        match self.target {
            Target::RiscV => "s",
            Target::Mips => "asm",
        }
    }

    /// The public tests with this name.
    pub(crate) fn tests(self, test: &str) -> Vec<String> {
        let (begin, end) = (format!("test_{test}_"), format!(".{}", self.ending()));
        let entries = std::fs::read_dir(self.folder().join("tests/pub")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
        let wanted = names.filter(|name| name.starts_with(&begin) && name.ends_with(&end));
        let mut tests: Vec<String> = wanted.map(|name| format!("tests/pub/{name}")).collect();
        tests.sort();
        tests
    }

    /// What is found in a program, with another text for one of its files.
    pub(crate) fn findings(
        self,
        program: &str,
        other: Option<(&Path, &str)>,
        mode: Mode,
    ) -> Vec<Code> {
        let loading = Loading {
            target: self.target,
            path: program,
            working_dir: self.folder(),
            args: Vec::new(),
            input: String::new(),
        };
        let mut loader = Replacing {
            files: FsLoader::new(self.folder()),
            other,
        };
        loading.run(&mut loader, mode).1
    }

    /// Plays one of the games that are tests of the project.
    fn play(self, game: &str, number: &str, mode: Mode) -> (Run, Vec<Code>) {
        let input = self.folder().join(format!("tests/game/{game}.in"));
        let loading = Loading {
            target: self.target,
            path: &format!("src/main.{}", self.ending()),
            working_dir: self.folder(),
            args: vec![number.to_owned()],
            input: std::fs::read_to_string(input).unwrap(),
        };
        loading.run(&mut FsLoader::new(self.folder()), mode)
    }
}

/// The files of the project, one of them with another text.
struct Replacing<'a> {
    files: FsLoader,
    other: Option<(&'a Path, &'a str)>,
}

impl Loader for Replacing<'_> {
    fn load(&mut self, request: &SourceRequest<'_>) -> Result<SourceFile, LoadError> {
        let mut loaded = self.files.load(request)?;
        if let Some((path, text)) = self.other
            && Path::new(&loaded.key) == path
        {
            loaded.text = text.as_bytes().to_vec();
        }
        Ok(loaded)
    }
}

/// The folder of all of this.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap()
}
