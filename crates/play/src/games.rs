//! What is known of each game: its sources, where its board lies, what it reads and prints.

use crate::board::MoveDirection;
use runtime::Target;
use std::path::Path;

/// A game.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Its name on the command line.
    pub name: &'static str,
    /// The machine it is written for.
    pub target: Target,
    /// One line about it.
    pub summary: &'static str,
    /// Its folder among the bundled sources.
    pub folder: &'static str,
    /// The file to run, in that folder.
    pub main: &'static str,
    /// Another file that shows that a folder holds this game.
    pub mark: &'static str,
    /// What is typed before the first move.
    pub opening: Opening,
    /// How a move is typed.
    pub typing: Typing,
    /// Where the board lies.
    pub board: BoardAt,
    /// The label of the score, if it has one.
    pub score: Option<&'static str>,
    /// What the lines that it prints mean.
    pub replies: &'static [(&'static str, Reply)],
}

/// What is typed before the first move.
#[derive(Clone, Copy, Debug)]
pub enum Opening {
    /// Always this.
    Keys(&'static str),
    /// The size of the board: rows, a blank, columns, and the end of the line.
    Size,
}

/// How a move is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// One key.
    Key,
    /// A capital letter and the end of the line.
    Line,
}

impl Typing {
    /// What to type for a move.
    pub fn keys(self, direction: MoveDirection) -> String {
        let letter = direction.letter();
        match self {
            Typing::Key => letter.to_string(),
            Typing::Line => format!("{}\n", letter.to_ascii_uppercase()),
        }
    }
}

/// Where a program keeps its board.
#[derive(Clone, Copy, Debug)]
pub enum BoardAt {
    /// Rows one after the other in memory.
    Array {
        /// The label of the first field.
        label: &'static str,
        /// How many bytes a field has.
        bytes: u32,
        /// Rows and columns.
        size: (usize, usize),
    },
    /// One register a field, by their names.
    Registers {
        /// The registers, row by row.
        names: &'static [&'static str],
        /// How many columns there are.
        columns: usize,
    },
    /// A pointer to rows, columns, score and the address of the cells, all words; an empty cell is
    /// -1.
    Game {
        /// The label of the pointer.
        label: &'static str,
    },
}

/// What a printed line means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The game is won.
    Won,
    /// The game is lost.
    Lost,
    /// The move was not made.
    Refused,
}

const COURSE: Game = Game {
    name: "2048",
    target: Target::RiscV,
    summary: "the course project: 4×4 to 2048, with a score that rewards several merges in one \
              move",
    folder: "rv32/2048",
    main: "src/main.s",
    mark: "src/complete_move.s",
    opening: Opening::Keys("n"),
    typing: Typing::Key,
    board: BoardAt::Array {
        label: "board",
        bytes: 2,
        size: (4, 4),
    },
    score: Some("score"),
    replies: &[
        ("won", Reply::Won),
        ("lost", Reply::Lost),
        ("unchanged", Reply::Refused),
    ],
};

/// The bundled games; the first is the one that is played if nobody chooses.
pub static GAMES: [Game; 5] = [
    COURSE,
    Game {
        target: Target::Mips,
        folder: "mips32/2048",
        main: "src/main.asm",
        mark: "src/complete_move.asm",
        ..COURSE
    },
    Game {
        name: "512",
        target: Target::Mips,
        summary: "3×3 to 512, one register for each tile",
        folder: "mips32/512",
        main: "512.asm",
        mark: "512.asm",
        opening: Opening::Keys("1\n"),
        typing: Typing::Line,
        board: BoardAt::Registers {
            names: &[
                "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7", "$t8", "$t9",
            ],
            columns: 3,
        },
        score: None,
        replies: &[
            (
                "Congratulations! You have reached the 512 tile!",
                Reply::Won,
            ),
            ("Game Over.", Reply::Lost),
            ("Invalid move.", Reply::Refused),
        ],
    },
    Game {
        name: "rotate",
        target: Target::RiscV,
        summary: "4×4 without an end: only \"right\" is written, the board is turned for the \
                  other directions",
        folder: "rv32/rotate",
        main: "main.s",
        mark: "rotate.s",
        opening: Opening::Keys(""),
        typing: Typing::Key,
        board: BoardAt::Array {
            label: "board",
            bytes: 4,
            size: (4, 4),
        },
        score: Some("score"),
        replies: &[("game over!", Reply::Lost)],
    },
    Game {
        name: "mp8",
        target: Target::RiscV,
        summary: "any number of rows and columns (`--size 3x5`), the score is the sum of the merges",
        folder: "rv32/mp8",
        main: "main.s",
        mark: "game.s",
        opening: Opening::Size,
        typing: Typing::Key,
        board: BoardAt::Game { label: "cur_game" },
        score: None,
        replies: &[
            ("No legal moves left", Reply::Lost),
            ("No tile can move that way.", Reply::Refused),
        ],
    },
];

impl Game {
    /// The path of its main file among the bundled sources.
    pub fn path(&self) -> String {
        format!("{}/{}", self.folder, self.main)
    }

    /// What to type before the first move.
    pub fn opening(&self, size: (usize, usize)) -> String {
        match self.opening {
            Opening::Keys(keys) => keys.to_string(),
            Opening::Size => format!("{} {}\n", size.0, size.1),
        }
    }

    /// Whether the size of its board can be chosen.
    pub fn has_sizes(&self) -> bool {
        matches!(self.opening, Opening::Size)
    }

    /// What the program said, if one of its lines means something.
    pub fn reply(&self, output: &str) -> Option<Reply> {
        output.lines().rev().find_map(|line| {
            let mut known = self.replies.iter();
            let meant = known.find(|(text, _)| line.trim().starts_with(text))?;
            Some(meant.1)
        })
    }
}

/// The bundled game of this name, for this machine if it matters.
pub fn named(name: &str, target: Option<Target>) -> Option<&'static Game> {
    GAMES
        .iter()
        .find(|game| game.name == name && target.is_none_or(|target| game.target == target))
}

/// The game that a folder holds, by the files in it.
pub fn in_folder(folder: &Path, target: Option<Target>) -> Option<&'static Game> {
    among(target, &|file| folder.join(file).is_file())
}

/// The game whose files are there.
pub fn among(target: Option<Target>, has: &dyn Fn(&str) -> bool) -> Option<&'static Game> {
    GAMES.iter().find(|game| {
        let fits = target.is_none_or(|target| game.target == target);
        fits && has(game.main) && has(game.mark)
    })
}

/// The game that a program with these source files may be.
pub fn of_sources(names: &[&str], target: Target) -> Option<&'static Game> {
    let is_mark = |game: &Game| {
        names.iter().any(|name| {
            let before = name.strip_suffix(game.mark);
            before.is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']))
        })
    };
    GAMES
        .iter()
        .find(|game| game.target == target && is_mark(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_bundled() {
        for game in &GAMES {
            assert!(crate::bundle::has(game), "{}", game.path());
        }
    }

    #[test]
    fn a_name_and_a_machine_find_a_game() {
        let folder = |name, target| named(name, target).map(|game| game.folder);
        assert_eq!(folder("2048", None), Some("rv32/2048"));
        assert_eq!(folder("2048", Some(Target::Mips)), Some("mips32/2048"));
        assert_eq!(folder("512", Some(Target::RiscV)), None);
    }

    #[test]
    fn the_sources_of_a_program_find_its_game() {
        let folder = |names: &[&str], target| of_sources(names, target).map(|game| game.folder);
        let names = ["tests/a.s", "/home/me/src/complete_move.s"];
        assert_eq!(folder(&names, Target::RiscV), Some("rv32/2048"));
        assert_eq!(folder(&names, Target::Mips), None);
        assert_eq!(folder(&["my512.asm"], Target::Mips), None);
        assert_eq!(folder(&["512.asm"], Target::Mips), Some("mips32/512"));
    }

    #[test]
    fn the_last_line_that_means_something_counts() {
        let game = &GAMES[0];
        assert_eq!(game.reply("0 2\nscore 4\nwon\n"), Some(Reply::Won));
        assert_eq!(
            game.reply("unchanged\n0 2\nscore 4\n"),
            Some(Reply::Refused)
        );
        assert_eq!(game.reply("0 2\nscore 4\n"), None);
    }
}
