//! A program that plays a game: it runs from one question for input to the next, and in between
//! its board is read from its memory or its registers.

use crate::board::{Board, MoveDirection};
use crate::games::{BoardAt, Game, Reply};
use crate::keyboard::Keyboard;
use crate::motion::{self, Motion};
use crate::reading::{Fields, GameReader};
use assembler::{FileSource, FsLoader};
use diag::{RenderOptions, render};
use machine::observe::{Observer, Off};
use runtime::load::{LoadOptions, LoadRequest, LoadedProgram};
use runtime::report::Reporter;
use runtime::{End, EnvironmentSetup, Limit, Limits, Outcome, Session};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The instructions that a program may run until it asks for the next key: a game needs some
/// thousands.
const STEPS_A_TURN: u64 = 5_000_000;
/// The instructions between two looks at whether the player has enough.
const CHUNK: u64 = 50_000;
/// The bytes that a program may print in one game.
const OUTPUT: u64 = 64 << 20;
/// The memory that it may use.
const MEMORY: u64 = 64 << 20;
/// The rows and columns that a game can be asked for.
pub const SIDES: RangeInclusive<usize> = 1..=20;
/// The largest seed: programs read it as a number with a sign.
pub const MAX_SEED: u32 = i32::MAX as u32;

/// Set from outside to end a game, even in the middle of a turn.
pub type StopSwitch = Arc<AtomicBool>;

/// A game's program, assembled.
pub struct GameProgram {
    /// The game.
    pub game: &'static Game,
    /// Its main file, as people know it.
    pub file: String,
    /// The folder that it is in, unless it is bundled.
    pub folder: Option<PathBuf>,
    /// What the assembler made of it.
    pub loaded: LoadedProgram,
}

impl GameProgram {
    /// A bundled game.
    #[cfg(feature = "bundle")]
    pub fn bundled(game: &'static Game) -> Self {
        let mut bundle = crate::bundle::loader();
        let options = options(game, PathBuf::new());
        let file = game.path();
        let request = LoadRequest::new(&file, &options).from_loader(&mut bundle);
        GameProgram {
            game,
            loaded: request.load(),
            file,
            folder: None,
        }
    }

    /// The game in a folder.
    pub fn in_folder(game: &'static Game, folder: &Path) -> Self {
        let file = folder.join(game.main).to_string_lossy().into_owned();
        // Sources are named by their path from here.
        let options = options(game, PathBuf::from("."));
        let loaded = LoadRequest::new(&file, &options).load();
        GameProgram {
            game,
            file,
            folder: Some(folder.to_path_buf()),
            loaded,
        }
    }

    /// The game whose main file is there among these files; `folder`: that of its project, unless it comes
    /// with the program. Sources are named by their path from `here`.
    pub fn among(
        game: &'static Game,
        main: &Path,
        folder: Option<&Path>,
        here: &Path,
        files: &Arc<dyn FileSource>,
    ) -> Self {
        let file = main.to_string_lossy().into_owned();
        let options = options(game, here.to_owned());
        let loader = FsLoader::new(here).with_full_names();
        let mut loader = loader.from_source(Arc::clone(files));
        let request = LoadRequest::new(&file, &options).from_loader(&mut loader);
        GameProgram {
            game,
            loaded: request.load(),
            folder: folder.map(Path::to_path_buf),
            file,
        }
    }

    /// Whether it comes from the bundled sources, which lie in no folder.
    pub(crate) fn is_bundled(&self) -> bool {
        self.folder.is_none()
    }

    /// Whether it can be played.
    pub fn runs(&self) -> bool {
        !self.loaded.has_errors()
    }

    /// What is wrong with it, as text for people; empty if it can be played.
    pub fn mistakes(&self) -> String {
        let all = self.loaded.diagnostics.iter();
        let texts = all.map(|diagnostic| {
            render(&self.loaded.sources, diagnostic, &RenderOptions::default()) + "\n"
        });
        texts.collect()
    }

    fn reporter(&self) -> Option<Reporter<'_>> {
        Some(Reporter {
            desc: self.loaded.desc(),
            program: self.loaded.program.as_ref()?,
            sources: &self.loaded.sources,
        })
    }
}

fn options(game: &Game, working_dir: PathBuf) -> LoadOptions {
    LoadOptions {
        target: Some(game.target),
        memory: MEMORY,
        ..LoadOptions::new(working_dir)
    }
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// Where random numbers begin.
    pub seed: u32,
    /// Rows and columns, for a game that asks.
    pub size: (usize, usize),
}

/// What a program did until it asked for the next key.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// The board.
    pub board: Board,
    /// The score, if the game has one.
    pub score: Option<u32>,
    /// For each field, the fields whose tiles came there; nothing if that was not watched.
    pub origins: Vec<Vec<usize>>,
    /// What it said about the move.
    pub reply: Option<Reply>,
    /// What it printed.
    pub output: String,
    /// How it ended, if it did.
    pub ending: Option<GameEnding>,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnding {
    /// It ended itself, with this exit code.
    Exit(i32),
    /// It was stopped in the middle of a turn.
    Stopped,
    /// Something went wrong; the report for people.
    Broken(String),
}

/// A game that is being played.
pub struct Table {
    program: Arc<GameProgram>,
    session: Session,
    keyboard: Keyboard,
}

impl Table {
    /// Starts a program and types what it wants before the first move.
    pub fn new(
        program: &Arc<GameProgram>,
        setup: GameSetup,
        stop: &StopSwitch,
    ) -> Result<(Table, Turn), String> {
        let loaded = &program.loaded;
        let assembled = loaded.program.as_ref().ok_or("it does not assemble")?;
        let environment = loaded.environment.make(
            loaded.target,
            &EnvironmentSetup {
                seed: setup.seed.into(),
                map: loaded.map,
            },
        );
        let args = vec![
            program.file.clone().into_bytes(),
            setup.seed.to_string().into_bytes(),
        ];
        let limits = Limits {
            output: Some(OUTPUT),
            memory: MEMORY,
            ..Limits::default()
        };
        let image = Arc::new(assembled.image.clone());
        let session = Session::new(loaded.target, image, environment, args, limits);
        let mut session = session.map_err(|_| "it needs too much memory")?;
        session.interrupt = Arc::clone(stop);
        let mut table = Table {
            program: Arc::clone(program),
            session,
            keyboard: Keyboard::new(),
        };
        let turn = table.turn(&program.game.opening(setup.size), false);
        Ok((table, turn))
    }

    /// Makes a move. Watching it costs time and shows where the tiles came from.
    pub fn play(&mut self, direction: MoveDirection, watch: bool) -> Turn {
        let keys = self.program.game.typing.keys(direction);
        self.turn(&keys, watch)
    }

    /// Runs until the program asks for a key; why it ended, if it did.
    fn run_on(&mut self, observer: &mut dyn Observer) -> Option<GameEnding> {
        let limit = self.session.machine.steps + STEPS_A_TURN;
        let end = loop {
            if let Some(end) = self.session.advance(observer, &mut self.keyboard, CHUNK) {
                break end;
            }
            if self.session.interrupt.load(Ordering::Relaxed) {
                break End::Interrupted;
            }
            if self.session.machine.steps >= limit {
                break End::Limit(Limit::Steps(limit));
            }
        };
        Some(match end {
            End::Waiting => return None,
            End::Exit(code) => GameEnding::Exit(code),
            End::Interrupted => GameEnding::Stopped,
            end => GameEnding::Broken(self.report(end)),
        })
    }

    fn report(&mut self, end: End) -> String {
        let outcome = Outcome {
            end,
            steps: self.session.machine.steps,
            output: 0,
        };
        let program = Arc::clone(&self.program);
        let reporter = program.reporter();
        let diagnostic = reporter.and_then(|r| r.end(&mut self.session, &outcome));
        let Some(mut diagnostic) = diagnostic else {
            return "the program stopped".to_string();
        };
        if let End::Limit(Limit::Steps(_)) = outcome.end {
            diagnostic.title = format!(
                "the program does not ask for the next move: {} million instructions have run \
                 since the last one",
                STEPS_A_TURN / 1_000_000
            );
            diagnostic.help.clear();
        }
        render(
            &program.loaded.sources,
            &diagnostic,
            &RenderOptions::default(),
        )
    }

    fn reader(&self) -> GameReader<'_> {
        GameReader {
            game: self.program.game,
            desc: self.program.loaded.desc(),
            image: self.session.image(),
            registers: &self.session.machine.registers,
            memory: &self.session.machine.memory,
        }
    }

    fn turn(&mut self, keys: &str, watch: bool) -> Turn {
        self.keyboard.type_keys(keys);
        let can_watch = |fields: &Fields| watch && fields.places.len() <= motion::FIELDS;
        let before = self.reader().fields().filter(can_watch);
        let mut motion =
            before.map(|fields| Motion::new(self.program.loaded.desc(), &fields.places));
        let ending = match &mut motion {
            Some(motion) => self.run_on(motion),
            None => self.run_on(&mut Off),
        };
        let output = self.keyboard.take_output();
        let reader = self.reader();
        let Some(fields) = reader.fields() else {
            return Turn {
                ending: ending.or(Some(GameEnding::Broken(self.no_board()))),
                output,
                ..Turn::default()
            };
        };
        let (board, score) = (reader.board(&fields), reader.score());
        let origins = motion.map(|motion| {
            let origins = fields.places.iter().map(|place| motion.origins(*place));
            origins.collect()
        });
        Turn {
            board,
            score,
            origins: origins.unwrap_or_default(),
            reply: self.program.game.reply(&output),
            output,
            ending,
        }
    }

    fn no_board(&self) -> String {
        let what = match self.program.game.board {
            BoardAt::Array { label, .. } => format!("there is no global label `{label}`"),
            BoardAt::Game { label } => format!("`{label}` does not point to a game"),
            BoardAt::Registers { .. } => "there are no such registers".to_string(),
        };
        let program = &self.program;
        match program.is_bundled() {
            true => format!("the board of {} was not found: {what}\n", program.game.name),
            false => format!(
                "the board of `{}` was not found: {what}\n\
                 `jal run {}` runs the program without a screen\n",
                program.file,
                diag::shell_path(&program.file)
            ),
        }
    }
}
