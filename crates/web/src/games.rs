//! The games of the project: moves go in, boards and the ways of their tiles come out.

use crate::messages::{messages, words};
use assembler::{FileSource, VirtualFiles};
use play::board::{Board, MoveDirection};
use play::command::USUAL_SIZE;
use play::games::{self, GAMES, Reply};
use play::recording::Recording;
use play::sitting::Sitting;
use play::table::{GameEnding, GameProgram, GameSetup, MAX_SEED, SIDES, StopSwitch};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a page asks for.
#[derive(Deserialize)]
#[serde(tag = "action", rename_all = "lowercase")]
pub(crate) enum PlayRequest {
    /// Begins the bundled game with this id, or the one whose files are there.
    Open {
        game: Option<String>,
        #[serde(default)]
        seed: u32,
        size: Option<(usize, usize)>,
    },
    /// Pushes the tiles.
    Key {
        direction: String,
    },
    Undo,
    New,
    /// Begins the game that was recorded; the page makes its moves.
    Replay {
        recording: String,
    },
    Record,
    Close,
}

messages! {
    /// A game as it is shown.
    struct PlayView {
        name: &'static str,
        rows: usize,
        columns: usize,
        /// The fields, row by row; 0: empty.
        board: Vec<u32>,
        score: Option<u32>,
        /// The best score since the page was opened.
        best: u32,
        /// Moves that changed something.
        moves: usize,
        seed: u32,
        /// For each field, the fields whose tiles came there; null: not known.
        origins: Option<Vec<Vec<usize>>>,
        reply: Option<ReplyName>,
        /// What it printed in this turn.
        output: String,
        ending: Option<EndingView>,
        /// What to type so that a debugger comes to where the program waits now.
        typed: String,
        /// The file that runs.
        program: String,
        /// Of `record`: the recording.
        recording: Option<String>,
        /// Of `replay`: its moves.
        replay: Option<Vec<&'static str>>,
    }

    /// How a game ended.
    struct EndingView {
        kind: EndingKind,
        /// The exit code, or the report.
        text: String,
    }
}

words! {
    /// What a program says about a move.
    enum ReplyName {
        Won = "won",
        Lost = "lost",
        Refused = "refused",
    }
    /// How a game ended.
    enum EndingKind {
        Exit = "exit",
        Stopped = "stopped",
        Broken = "broken",
    }
}

/// The game that is played.
#[derive(Default)]
pub(crate) struct GameRun {
    sitting: Option<Sitting>,
    best: u32,
}

impl GameRun {
    /// Does what is asked; the game as it is then, if there is one.
    pub(crate) fn act(
        &mut self,
        files: &Arc<VirtualFiles>,
        request: PlayRequest,
    ) -> Result<Option<PlayView>, String> {
        let (mut is_move, mut recording, mut replay) = (false, None, None);
        match request {
            PlayRequest::Open { game, seed, size } => {
                let size = size.unwrap_or(USUAL_SIZE);
                self.open(files, game.as_deref(), GameSetup { seed, size })?;
            }
            PlayRequest::Key { direction } => {
                let direction = named(&direction).ok_or("there is no such direction")?;
                let sitting = self.sitting()?;
                is_move = sitting.play(direction).is_some();
            }
            PlayRequest::Undo => {
                self.sitting()?.undo()?;
            }
            PlayRequest::New => self.sitting()?.restart()?,
            PlayRequest::Replay { recording } => {
                let recording = Recording::parse(&recording).map_err(|error| error.to_string())?;
                let id = recording.folder.is_none().then(|| bundled_id(&recording));
                self.open(files, id.as_deref(), recording.setup())?;
                let moves = recording.moves().map_err(|error| error.to_string())?;
                replay = Some(moves.into_iter().map(name).collect());
            }
            PlayRequest::Record => {
                let text = self.sitting()?.recording().text("game.toml");
                recording = Some(text.map_err(|error| error.to_string())?);
            }
            PlayRequest::Close => self.sitting = None,
        }
        let view = self.view(is_move);
        Ok(view.map(|view| PlayView {
            recording,
            replay,
            ..view
        }))
    }

    fn sitting(&mut self) -> Result<&mut Sitting, String> {
        let sitting = self.sitting.as_mut();
        sitting.ok_or_else(|| "no game is being played".to_owned())
    }

    fn open(
        &mut self,
        files: &Arc<VirtualFiles>,
        game: Option<&str>,
        setup: GameSetup,
    ) -> Result<(), String> {
        let (rows, columns) = setup.size;
        if setup.seed > MAX_SEED || !SIDES.contains(&rows) || !SIDES.contains(&columns) {
            return Err("a game does not begin like this".to_owned());
        }
        let mut targets = runtime::Target::ALL.into_iter();
        let here = targets.find(|target| crate::files::machine() == target.desc().name);
        let (found, main) = match game {
            Some(id) => {
                let mut known = GAMES.iter();
                let found = known.find(|game| crate::bundled::id(game.target, game.name) == id);
                let found = found.filter(|game| game.target.runs_here());
                (found, crate::bundled::file_of(id))
            }
            None => {
                let has = |file: &str| files.has_file(&Path::new("/").join(file));
                let found = games::among(here, &has);
                (
                    found,
                    found.map_or(PathBuf::new(), |found| found.main.into()),
                )
            }
        };
        let found = found.ok_or("the project is not a game that can be played here")?;
        let folder = game.is_none().then_some(Path::new(""));
        let source: Arc<dyn FileSource> = Arc::<VirtualFiles>::clone(files);
        let program = GameProgram::among(found, &main, folder, Path::new("/"), &source);
        if !program.runs() {
            return Err(program.mistakes());
        }
        self.sitting = Some(Sitting::new(
            Arc::new(program),
            setup,
            StopSwitch::default(),
        )?);
        self.best = 0;
        Ok(())
    }

    fn view(&mut self, is_move: bool) -> Option<PlayView> {
        let sitting = self.sitting.as_ref()?;
        let (turn, game) = (&sitting.turn, sitting.program.game);
        let Board { columns, values } = &turn.board;
        self.best = self
            .best
            .max(turn.score.unwrap_or_else(|| turn.board.largest()));
        let ending = turn.ending.as_ref().map(|ending| match ending {
            GameEnding::Exit(code) => (EndingKind::Exit, code.to_string()),
            GameEnding::Stopped => (EndingKind::Stopped, String::new()),
            GameEnding::Broken(report) => (EndingKind::Broken, report.clone()),
        });
        Some(PlayView {
            name: game.name,
            rows: turn.board.rows(),
            columns: *columns,
            board: values.clone(),
            score: turn.score,
            best: self.best,
            moves: sitting.changes(),
            seed: sitting.setup.seed,
            origins: (is_move && !turn.origins.is_empty()).then(|| turn.origins.clone()),
            reply: turn.reply.map(|reply| match reply {
                Reply::Won => ReplyName::Won,
                Reply::Lost => ReplyName::Lost,
                Reply::Refused => ReplyName::Refused,
            }),
            output: turn.output.clone(),
            ending: ending.map(|(kind, text)| EndingView { kind, text }),
            typed: sitting.typed(),
            program: game.main.to_owned(),
            recording: None,
            replay: None,
        })
    }
}

fn bundled_id(recording: &Recording) -> String {
    format!("{}-{}", recording.isa, recording.game)
}

fn name(direction: MoveDirection) -> &'static str {
    match direction {
        MoveDirection::Up => "up",
        MoveDirection::Left => "left",
        MoveDirection::Down => "down",
        MoveDirection::Right => "right",
    }
}

fn named(text: &str) -> Option<MoveDirection> {
    let mut all = MoveDirection::ALL.into_iter();
    all.find(|direction| name(*direction) == text)
}
