//! A game written down: what to play again, and how it ended.

use crate::board::MoveDirection;
use crate::table::{GameProgram, GameSetup, MAX_SEED, SIDES, Turn};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{self, Path};

/// A game from its seed and its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// The game's name.
    pub game: String,
    /// The folder of the program that played, unless it is bundled.
    pub folder: Option<String>,
    /// The machine.
    pub isa: String,
    /// Where random numbers began.
    pub seed: u32,
    /// Rows and columns.
    pub size: (usize, usize),
    /// The moves, a letter each.
    pub moves: String,
    /// The score in the end, if the game has one.
    pub score: Option<u32>,
    /// The board in the end.
    pub board: Vec<u32>,
}

/// Why a recording cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// It is not a recording.
    #[error("it is not a recording of a game: {0}")]
    Format(String),
    /// One of its letters is not a move.
    #[error("`{0}` is not a move: moves are w, a, s and d")]
    Move(char),
    /// No game has such a board.
    #[error("a board cannot be {0} × {1}: rows and columns go from 1 to 20")]
    Size(usize, usize),
    /// No game begins with such a seed.
    #[error("the seed {0} is too large")]
    Seed(u32),
}

impl Recording {
    /// Writes down a game as it is after these moves.
    pub fn new(
        program: &GameProgram,
        setup: GameSetup,
        moves: &[MoveDirection],
        turn: &Turn,
    ) -> Self {
        // The folder shall be found from anywhere.
        let folder = program.folder.as_ref().map(|folder| {
            let found = path::absolute(folder).unwrap_or_else(|_| folder.clone());
            found.to_string_lossy().into_owned()
        });
        Recording {
            game: program.game.name.to_string(),
            folder,
            isa: program.game.target.desc().name.to_string(),
            seed: setup.seed,
            size: setup.size,
            moves: moves.iter().map(|direction| direction.letter()).collect(),
            score: turn.score,
            board: turn.board.values.clone(),
        }
    }

    /// How the game began.
    pub fn setup(&self) -> GameSetup {
        GameSetup {
            seed: self.seed,
            size: self.size,
        }
    }

    /// The moves.
    pub fn moves(&self) -> Result<Vec<MoveDirection>, RecordingError> {
        let letters = self.moves.chars();
        letters
            .map(|letter| MoveDirection::of_letter(letter).ok_or(RecordingError::Move(letter)))
            .collect()
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, RecordingError> {
        Recording::parse(&fs::read_to_string(path)?)
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, RecordingError> {
        let recording: Recording =
            toml::from_str(text).map_err(|error| RecordingError::Format(error.to_string()))?;
        recording.check()?;
        Ok(recording)
    }

    fn check(&self) -> Result<(), RecordingError> {
        self.moves()?;
        let (rows, columns) = self.size;
        if !SIDES.contains(&rows) || !SIDES.contains(&columns) {
            return Err(RecordingError::Size(rows, columns));
        }
        match self.seed > MAX_SEED {
            true => Err(RecordingError::Seed(self.seed)),
            false => Ok(()),
        }
    }

    /// Writes a file.
    pub fn write(&self, path: &Path) -> Result<(), RecordingError> {
        Ok(fs::write(path, self.text(&path.to_string_lossy())?)?)
    }

    /// The text of a file of this name.
    pub fn text(&self, file: &str) -> Result<String, RecordingError> {
        let text =
            toml::to_string(self).map_err(|error| RecordingError::Format(error.to_string()))?;
        let file = diag::shell_path(file);
        let heading = format!("# A game of `jal play`. To replay it: jal play --replay {file}");
        Ok(format!("{heading}\n{text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::games::GAMES;

    fn recording(program: &GameProgram) -> Recording {
        let setup = GameSetup {
            seed: 7,
            size: (4, 4),
        };
        let turn = Turn {
            board: Board {
                columns: 2,
                values: vec![2, 0, 0, 4],
            },
            score: Some(12),
            ..Turn::default()
        };
        Recording::new(program, setup, &MoveDirection::ALL, &turn)
    }

    #[test]
    fn a_recording_is_read_as_it_was_written() {
        let recording = recording(&GameProgram::bundled(&GAMES[0]));
        let text = toml::to_string(&recording).unwrap();
        insta::assert_snapshot!(text, @r#"
        game = "2048"
        isa = "rv32"
        seed = 7
        size = [4, 4]
        moves = "wasd"
        score = 12
        board = [2, 0, 0, 4]
        "#);
        let again: Recording = toml::from_str(&text).unwrap();
        assert_eq!(again, recording);
        assert_eq!(again.moves().unwrap(), MoveDirection::ALL);
    }

    #[test]
    fn the_folder_of_a_project_is_written_down() {
        let program = GameProgram::in_folder(&GAMES[0], Path::new("no such folder"));
        let recording = recording(&program);
        let folder = recording.folder.clone().unwrap();
        assert!(Path::new(&folder).is_absolute());
        assert!(folder.ends_with("no such folder"));
        let text = toml::to_string(&recording).unwrap();
        assert_eq!(toml::from_str::<Recording>(&text).unwrap(), recording);
    }

    #[track_caller]
    fn check_wrong(change: impl Fn(&mut Recording), wrong: &str) {
        let mut recording = recording(&GameProgram::bundled(&GAMES[0]));
        recording.check().unwrap();
        change(&mut recording);
        assert_eq!(recording.check().unwrap_err().to_string(), wrong);
    }

    #[test]
    fn what_no_game_can_be_is_told() {
        check_wrong(
            |recording| recording.moves = "wx".into(),
            "`x` is not a move: moves are w, a, s and d",
        );
        check_wrong(
            |recording| recording.size = (4, 21),
            "a board cannot be 4 × 21: rows and columns go from 1 to 20",
        );
        check_wrong(
            |recording| recording.size = (0, 4),
            "a board cannot be 0 × 4: rows and columns go from 1 to 20",
        );
        check_wrong(
            |recording| recording.seed = 0x8000_0000,
            "the seed 2147483648 is too large",
        );
    }
}
