//! A game written down: what to play again, and how it ended.

use crate::board::{Board, Direction};
use crate::games::Game;
use crate::table::Setup;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// A game from its seed and its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// The game's name.
    pub game: String,
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
    /// One of its moves is none.
    #[error("`{0}` is not a move: they are w, a, s and d")]
    Move(char),
}

/// What stands above the recording.
const HEADING: &str = "# A game of `jal play`. To see it again: jal play --replay THIS_FILE\n";

impl Recording {
    /// Writes down a game.
    pub fn new(
        game: &Game,
        setup: Setup,
        moves: &[Direction],
        board: &Board,
        score: Option<u32>,
    ) -> Self {
        Recording {
            game: game.name.to_string(),
            isa: game.target.desc().name.to_string(),
            seed: setup.seed,
            size: setup.size,
            moves: moves.iter().map(|direction| direction.letter()).collect(),
            score,
            board: board.values.clone(),
        }
    }

    /// How the game began.
    pub fn setup(&self) -> Setup {
        Setup {
            seed: self.seed,
            size: self.size,
        }
    }

    /// The moves.
    pub fn moves(&self) -> Result<Vec<Direction>, RecordingError> {
        let letters = self.moves.chars();
        letters
            .map(|letter| Direction::of_letter(letter).ok_or(RecordingError::Move(letter)))
            .collect()
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, RecordingError> {
        let text = fs::read_to_string(path)?;
        let recording: Recording =
            toml::from_str(&text).map_err(|error| RecordingError::Format(error.to_string()))?;
        recording.moves()?;
        Ok(recording)
    }

    /// Writes a file.
    pub fn write(&self, path: &Path) -> Result<(), RecordingError> {
        let text =
            toml::to_string(self).map_err(|error| RecordingError::Format(error.to_string()))?;
        Ok(fs::write(path, format!("{HEADING}{text}"))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn a_recording_is_read_as_it_was_written() {
        let setup = Setup {
            seed: 7,
            size: (4, 4),
        };
        let board = Board {
            columns: 2,
            values: vec![2, 0, 0, 4],
        };
        let recording = Recording::new(&GAMES[0], setup, &Direction::ALL, &board, Some(12));
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
        assert_eq!(again.moves().unwrap(), Direction::ALL);
    }

    #[test]
    fn a_letter_that_is_no_move_is_told() {
        let text = "game=\"2048\"\nisa=\"rv32\"\nseed=1\nsize=[4,4]\nmoves=\"wx\"\nboard=[]\n";
        let recording: Recording = toml::from_str(text).unwrap();
        let wrong = recording.moves().unwrap_err().to_string();
        assert_eq!(wrong, "`x` is not a move: they are w, a, s and d");
    }
}
