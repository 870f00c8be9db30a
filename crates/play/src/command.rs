//! Commands for people to type: what plays a game once more.

use crate::games;
use crate::table::{GameProgram, GameSetup};

/// The board of a game that asks for its size, if nobody chooses.
pub const USUAL_SIZE: (usize, usize) = (4, 4);

/// The command that plays the same game again.
pub fn again(program: &GameProgram, setup: GameSetup) -> String {
    let game = program.game;
    let (what, first) = match &program.folder {
        Some(folder) => (
            diag::shell_path(&folder.to_string_lossy()),
            games::in_folder(folder, None),
        ),
        None => (game.name.to_string(), games::named(game.name, None)),
    };
    let mut command = format!("jal play {what}");
    if first.is_none_or(|first| first.target != game.target) {
        command += &format!(" --isa {}", game.target.desc().name);
    }
    if game.has_sizes() && setup.size != USUAL_SIZE {
        command += &format!(" --size {}x{}", setup.size.0, setup.size.1);
    }
    command + &format!(" --seed {}", setup.seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn a_game_is_named_as_exactly_as_needed() {
        let setup = |size| GameSetup { seed: 7, size };
        let command = |game, size| again(&GameProgram::bundled(&GAMES[game]), setup(size));
        assert_eq!(command(0, (4, 4)), "jal play 2048 --seed 7");
        assert_eq!(command(0, (3, 5)), "jal play 2048 --seed 7");
        assert_eq!(command(1, (4, 4)), "jal play 2048 --isa mips32 --seed 7");
        assert_eq!(command(2, (4, 4)), "jal play 512 --seed 7");
        assert_eq!(command(4, (3, 5)), "jal play mp8 --size 3x5 --seed 7");
        assert_eq!(command(4, (4, 4)), "jal play mp8 --seed 7");
    }
}
