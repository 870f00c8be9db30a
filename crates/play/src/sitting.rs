//! A game from its first move to the present one, for who shows it: moves, taking them back, new games.

use crate::board::MoveDirection;
use crate::recording::Recording;
use crate::table::{GameEnding, GameProgram, GameSetup, MAX_SEED, StopSwitch, Table, Turn};
use std::sync::Arc;

/// A program that plays, and the moves so far.
pub struct Sitting {
    /// The program.
    pub program: Arc<GameProgram>,
    /// How the game began.
    pub setup: GameSetup,
    table: Table,
    /// The present state.
    pub turn: Turn,
    /// The moves, with whether they changed something.
    moves: Vec<(MoveDirection, bool)>,
    /// Ends it from outside.
    pub stop: StopSwitch,
}

impl Sitting {
    /// Begins a game; the error says why the program does not run.
    pub fn new(
        program: Arc<GameProgram>,
        setup: GameSetup,
        stop: StopSwitch,
    ) -> Result<Self, String> {
        let (table, turn) = Table::new(&program, setup, &stop)?;
        let moves = Vec::new();
        Ok(Sitting {
            program,
            setup,
            table,
            turn,
            moves,
            stop,
        })
    }

    /// The moves so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = MoveDirection> {
        self.moves.iter().map(|(direction, _)| *direction)
    }

    /// How many moves changed something.
    pub fn changes(&self) -> usize {
        let changes = self.moves.iter().filter(|(_, changed)| *changed);
        changes.count()
    }

    /// Makes a move; whether it was made, and the turn before it.
    pub fn play(&mut self, direction: MoveDirection) -> Option<Turn> {
        if self.turn.ending.is_some() {
            return None;
        }
        let turn = self.table.play(direction, true);
        if turn.ending == Some(GameEnding::Stopped) {
            return None;
        }
        let before = std::mem::replace(&mut self.turn, turn);
        self.moves
            .push((direction, before.board != self.turn.board));
        Some(before)
    }

    /// Plays the game again without its last move that changed something; whether there is one.
    pub fn undo(&mut self) -> Result<bool, String> {
        let keep = match self.turn.ending {
            // The move that broke the program may have changed nothing on the board.
            Some(GameEnding::Broken(_)) => self.moves.len().checked_sub(1),
            _ => self.moves.iter().rposition(|(_, changed)| *changed),
        };
        let Some(keep) = keep else {
            return Ok(false);
        };
        let kept = self.moves[..keep].to_vec();
        self.begin(self.setup, kept).map(|()| true)
    }

    /// Begins the next game: its seed follows that of this one.
    pub fn restart(&mut self) -> Result<(), String> {
        let seed = match self.setup.seed {
            MAX_SEED => 0,
            seed => seed + 1,
        };
        let setup = GameSetup { seed, ..self.setup };
        self.begin(setup, Vec::new())
    }

    /// Begins a game and makes these moves at once.
    fn begin(&mut self, setup: GameSetup, moves: Vec<(MoveDirection, bool)>) -> Result<(), String> {
        let (mut table, mut turn) = Table::new(&self.program, setup, &self.stop)?;
        for (direction, _) in &moves {
            turn = table.play(*direction, false);
        }
        if turn.ending != Some(GameEnding::Stopped) {
            (self.setup, self.table, self.turn, self.moves) = (setup, table, turn, moves);
        }
        Ok(())
    }

    /// What was typed so far: who types it to a debugger comes to where the program waits now.
    pub fn typed(&self) -> String {
        let game = self.program.game;
        let keys = self.moves().map(|direction| game.typing.keys(direction));
        game.opening(self.setup.size) + &keys.collect::<String>()
    }

    /// The game as it can be written down.
    pub fn recording(&self) -> Recording {
        let moves: Vec<MoveDirection> = self.moves().collect();
        Recording::new(&self.program, self.setup, &moves, &self.turn)
    }
}
