//! The best score of each bundled game, kept in the user's state folder. A folder that cannot be
//! used only means that best scores are forgotten.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// Best scores by game.
#[derive(Debug, Default)]
pub struct Best {
    file: Option<PathBuf>,
    scores: BTreeMap<String, u32>,
}

impl Best {
    /// Those of this user.
    pub fn of_user() -> Self {
        let file = platform::state_folder().map(|folder| folder.join("jal/best.toml"));
        Best::in_file(file)
    }

    /// Those in a file.
    pub fn in_file(file: Option<PathBuf>) -> Self {
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        let scores = text.and_then(|text| toml::from_str(&text).ok());
        Best {
            file,
            scores: scores.unwrap_or_default(),
        }
    }

    /// The best score of a game.
    pub fn of(&self, game: &str) -> u32 {
        self.scores.get(game).copied().unwrap_or(0)
    }

    /// Keeps a score if it is the best.
    pub fn keep(&mut self, game: &str, score: u32) {
        if score <= self.of(game) {
            return;
        }
        self.scores.insert(game.to_string(), score);
        if let (Some(file), Ok(text)) = (&self.file, toml::to_string(&self.scores)) {
            // See the module's comment: nothing is lost but a score.
            let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
            let _ = folder.and_then(|()| fs::write(file, text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_score_is_kept_from_one_time_to_the_next() {
        let name = format!("jal-best-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let file = || Some(folder.join("deep/best.toml"));
        let mut best = Best::in_file(file());
        best.keep("2048", 100);
        best.keep("2048", 50);
        assert_eq!(Best::in_file(file()).of("2048"), 100);
        assert_eq!(Best::in_file(file()).of("512"), 0);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn without_a_file_scores_last_as_long_as_the_program() {
        let mut best = Best::in_file(None);
        best.keep("mp8", 4);
        assert_eq!(best.of("mp8"), 4);
    }
}
