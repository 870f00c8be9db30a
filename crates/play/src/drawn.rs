//! Games that draw by themselves, on the bitmap display of MARS and RARS: they run as any program, and
//! the screen shows what they have drawn.

use runtime::Target;
#[cfg(feature = "bundle")]
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
#[cfg(feature = "bundle")]
use std::path::PathBuf;

/// A game that draws by itself. Its source says how the display is set (`# jal: bitmap`).
#[derive(Clone, Copy, Debug)]
pub struct DrawnGame {
    /// Its name on the command line.
    pub name: &'static str,
    /// The machine it is written for.
    pub target: Target,
    /// One line about it.
    pub summary: &'static str,
    /// Its source among the bundled ones.
    pub file: &'static str,
}

/// The bundled games of this kind.
pub static DRAWN: [DrawnGame; 2] = [
    DrawnGame {
        name: "snake",
        target: Target::Mips,
        summary: "eat and grow, on the bitmap display and the keyboard of MARS",
        file: "mips32/snake/snake.asm",
    },
    DrawnGame {
        name: "life",
        target: Target::RiscV,
        summary: "Conway's Game of Life, on the bitmap display of RARS",
        file: "rv32/life/life.s",
    },
];

impl DrawnGame {
    /// The game of this name, for this machine if it matters.
    pub fn named(name: &str, target: Option<Target>) -> Option<&'static DrawnGame> {
        let fits = |game: &&DrawnGame| target.is_none_or(|target| game.target == target);
        DRAWN.iter().filter(fits).find(|game| game.name == name)
    }

    /// The program.
    #[cfg(feature = "bundle")]
    pub fn load(&self) -> LoadedProgram {
        let options = LoadOptions {
            target: Some(self.target),
            ..LoadOptions::new(PathBuf::new())
        };
        let mut loader = crate::bundle::loader();
        let request = LoadRequest::new(self.file, &options);
        request.from_loader(&mut loader).load()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runtime::screen::declared_bitmap;

    #[test]
    fn every_drawn_game_assembles_and_says_how_it_is_shown() {
        for game in &DRAWN {
            let loaded = game.load();
            assert!(loaded.diagnostics.is_empty(), "{}", game.name);
            assert!(loaded.program.is_some(), "{}", game.name);
            let declared = declared_bitmap(&loaded.sources);
            assert!(matches!(declared, Some(Ok(_))), "{}", game.name);
            assert!(DrawnGame::named(game.name, Some(game.target)).is_some());
        }
    }
}
