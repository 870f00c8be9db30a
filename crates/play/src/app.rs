//! What happens on the screen: moves, undo, new games, replays. Time comes from outside, so that
//! tests can choose it.

use crate::best::Best;
use crate::board::{Board, Direction};
use crate::games::Reply;
use crate::recording::Recording;
use crate::screen;
use crate::table::{Ending, Program, Setup, Table, Turn};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{DefaultTerminal, Frame};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long tiles slide.
pub const SLIDE: Duration = Duration::from_millis(110);
/// How long new tiles take to appear.
pub const APPEAR: Duration = Duration::from_millis(80);
/// The time between two pictures while something moves.
const PICTURE: Duration = Duration::from_millis(16);
/// The time between two looks at the world while nothing does.
const IDLE: Duration = Duration::from_millis(250);
/// The time a replay waits after each move.
const REPLAY_PAUSE: Duration = Duration::from_millis(250);

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Pushes the tiles, or scrolls a report.
    Move(Direction),
    /// Takes the last move back.
    Undo,
    /// Begins a new game.
    Restart,
    /// Shows or hides the keys.
    Help,
    /// Stops and continues a replay.
    Pause,
    /// Ends.
    Quit,
}

impl Action {
    /// What a key does, if anything.
    pub fn of_key(key: KeyEvent) -> Option<Action> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(Action::Quit);
        }
        Some(match key.code {
            KeyCode::Up => Action::Move(Direction::Up),
            KeyCode::Down => Action::Move(Direction::Down),
            KeyCode::Left => Action::Move(Direction::Left),
            KeyCode::Right => Action::Move(Direction::Right),
            KeyCode::Esc => Action::Quit,
            KeyCode::Backspace => Action::Undo,
            KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
                'u' => Action::Undo,
                'n' | 'r' => Action::Restart,
                '?' | 'h' => Action::Help,
                ' ' => Action::Pause,
                'q' => Action::Quit,
                letter => Action::Move(Direction::of_letter(letter)?),
            },
            _ => return None,
        })
    }
}

/// Tiles on their way.
pub struct Animation {
    /// The board before the move.
    pub from: Board,
    /// When it began.
    pub begin: Duration,
}

impl Animation {
    /// How far the tiles have slid and new ones appeared, each from 0 to 1.
    pub fn progress(&self, now: Duration) -> (f32, f32) {
        let part = |begin: Duration, length: Duration| {
            let passed = now.saturating_sub(begin).as_secs_f32();
            (passed / length.as_secs_f32()).min(1.0)
        };
        (part(self.begin, SLIDE), part(self.begin + SLIDE, APPEAR))
    }
}

/// A recorded game that plays itself.
struct Replay {
    left: VecDeque<Direction>,
    next: Duration,
    paused: bool,
    recording: Recording,
}

/// How the screen is used.
pub struct Options {
    /// How the game begins.
    pub setup: Setup,
    /// A game to play again.
    pub replay: Option<Recording>,
    /// Best scores.
    pub best: Best,
    /// Tiles have colours.
    pub color: bool,
}

/// A game on the screen.
pub struct App {
    /// The program that plays.
    pub program: Arc<Program>,
    setup: Setup,
    table: Table,
    /// The present state.
    pub turn: Turn,
    /// Moves so far, with whether they changed something.
    moves: Vec<(Direction, bool)>,
    best: Best,
    best_here: u32,
    pub(crate) color: bool,
    /// What moves at present.
    pub animation: Option<Animation>,
    /// The keys are shown.
    pub help: bool,
    /// The first line of a report that is shown.
    pub scroll: u16,
    replay: Option<Replay>,
    /// One line for the player.
    pub message: String,
}

impl App {
    /// Begins a game; the error says why the program does not run.
    pub fn new(program: Arc<Program>, options: Options) -> Result<App, String> {
        let setup = options
            .replay
            .as_ref()
            .map_or(options.setup, Recording::setup);
        let (table, turn) = Table::new(&program, setup)?;
        let replay = options.replay.map(|recording| Replay {
            left: recording.moves().unwrap_or_default().into(),
            next: REPLAY_PAUSE,
            paused: false,
            recording,
        });
        let mut app = App {
            program,
            setup,
            table,
            turn,
            moves: Vec::new(),
            best: options.best,
            best_here: 0,
            color: options.color,
            animation: None,
            help: false,
            scroll: 0,
            replay,
            message: String::new(),
        };
        app.after_turn();
        Ok(app)
    }

    /// Where random numbers began.
    pub fn seed(&self) -> u32 {
        self.setup.seed
    }

    /// What counts: the score, or the largest tile in a game without one.
    pub fn score(&self) -> u32 {
        self.turn.score.unwrap_or_else(|| self.turn.board.largest())
    }

    /// The best of it so far.
    pub fn best(&self) -> u32 {
        self.best_here.max(self.best.of(self.best_name()))
    }

    /// The name under which best scores are kept; a student's own program only keeps its own.
    fn best_name(&self) -> &str {
        match self.program.file == self.program.game.path() {
            true => self.program.game.name,
            false => "",
        }
    }

    /// How many moves were made.
    pub fn moves(&self) -> usize {
        self.moves.iter().filter(|(_, changed)| *changed).count()
    }

    /// The report of what went wrong, if something did.
    pub fn report(&self) -> Option<&str> {
        match &self.turn.ending {
            Some(Ending::Broken(report)) => Some(report),
            _ => None,
        }
    }

    /// The game as it can be written down.
    pub fn recording(&self) -> Recording {
        let moves: Vec<_> = self.moves.iter().map(|(direction, _)| *direction).collect();
        let (game, turn) = (self.program.game, &self.turn);
        Recording::new(game, self.setup, &moves, &turn.board, turn.score)
    }

    /// Does what a key says; false ends the game.
    pub fn act(&mut self, action: Action, now: Duration) -> bool {
        if self.help && action != Action::Quit {
            self.help = false;
            return true;
        }
        match action {
            Action::Quit => return false,
            Action::Help => self.help = true,
            Action::Undo => self.undo(),
            Action::Restart => self.restart(),
            Action::Pause => self.pause(now),
            Action::Move(direction) if self.report().is_some() => self.scroll_report(direction),
            Action::Move(direction) => {
                self.replay = None;
                self.play(direction, now);
            }
        }
        true
    }

    /// Does what is due by now.
    pub fn tick(&mut self, now: Duration) {
        if let Some(animation) = &self.animation
            && now >= animation.begin + SLIDE + APPEAR
        {
            self.animation = None;
        }
        let Some(replay) = &mut self.replay else {
            return;
        };
        if replay.paused || now < replay.next {
            return;
        }
        replay.next = now + SLIDE + APPEAR + REPLAY_PAUSE;
        match replay.left.pop_front() {
            Some(direction) => self.play(direction, now),
            None => self.end_replay(),
        }
    }

    fn end_replay(&mut self) {
        let Some(replay) = self.replay.take() else {
            return;
        };
        let same = replay.recording.board == self.turn.board.values
            && replay.recording.score == self.turn.score;
        if !same {
            self.message = "The program played this game differently when it was recorded.".into();
        } else if self.turn.ending.is_none() {
            self.message = "That was the recording. The game is yours from here.".into();
        }
    }

    fn pause(&mut self, now: Duration) {
        if let Some(replay) = &mut self.replay {
            replay.paused = !replay.paused;
            replay.next = now;
            self.message = match replay.paused {
                true => "Paused; the space bar goes on.".to_string(),
                false => String::new(),
            };
        }
    }

    fn play(&mut self, direction: Direction, now: Duration) {
        if self.turn.ending.is_some() {
            return;
        }
        let turn = self.table.play(direction, true);
        let before = std::mem::replace(&mut self.turn, turn);
        let changed = before.board != self.turn.board;
        self.moves.push((direction, changed));
        self.animation = changed.then_some(Animation {
            from: before.board,
            begin: now,
        });
        self.after_turn();
    }

    /// Plays the game again without its last move.
    fn undo(&mut self) {
        let keep = match self.turn.ending {
            // The move that broke the program may have changed nothing on the board.
            Some(Ending::Broken(_)) => self.moves.len().checked_sub(1),
            _ => self.moves.iter().rposition(|(_, changed)| *changed),
        };
        let Some(keep) = keep else {
            self.message = "There is nothing to take back.".to_string();
            return;
        };
        let kept = self.moves[..keep].to_vec();
        self.begin(kept);
    }

    fn restart(&mut self) {
        self.setup.seed = self.setup.seed.wrapping_add(1);
        self.begin(Vec::new());
    }

    /// Begins the game and makes these moves at once.
    fn begin(&mut self, moves: Vec<(Direction, bool)>) {
        self.replay = None;
        self.animation = None;
        let (table, turn) = match Table::new(&self.program, self.setup) {
            Ok(begun) => begun,
            Err(why) => {
                self.message = why;
                return;
            }
        };
        (self.table, self.turn) = (table, turn);
        for (direction, _) in &moves {
            self.turn = self.table.play(*direction, false);
        }
        self.moves = moves;
        self.after_turn();
    }

    /// Keeps the best score and says what there is to say.
    fn after_turn(&mut self) {
        let score = self.score();
        self.best_here = self.best_here.max(score);
        if self.best_name() == self.program.game.name {
            let name = self.program.game.name;
            self.best.keep(name, score);
        }
        self.scroll = 0;
        self.message = self.words();
    }

    fn words(&self) -> String {
        let fields = &self.turn.board.values;
        let empty = fields.iter().filter(|value| **value == 0).count();
        let words = match (&self.turn.ending, self.turn.reply) {
            (Some(Ending::Broken(_)), _) => "The program broke.",
            (Some(Ending::Exit), Some(Reply::Won)) => "You win!",
            (Some(Ending::Exit), Some(Reply::Lost)) if empty > 0 => {
                return format!("Game over, says the program, with {empty} empty fields.");
            }
            (Some(Ending::Exit), Some(Reply::Lost)) => "Game over.",
            (Some(Ending::Exit), _) => "The program has ended.",
            (None, _) if empty == fields.len() => {
                "The board is empty: the program has placed no tile."
            }
            (None, Some(Reply::Refused)) => "Nothing moves that way.",
            (None, _) => "",
        };
        words.to_string()
    }

    fn scroll_report(&mut self, direction: Direction) {
        let lines = self.report().map_or(0, |report| report.lines().count()) as u16;
        self.scroll = match direction {
            Direction::Up | Direction::Left => self.scroll.saturating_sub(1),
            Direction::Down | Direction::Right => (self.scroll + 1).min(lines.saturating_sub(1)),
        };
    }

    /// Draws the present state.
    pub fn draw(&self, frame: &mut Frame<'_>, now: Duration) {
        screen::draw(self, frame, now);
    }

    /// Plays on a terminal until the player or `stop` ends it.
    pub fn run(&mut self, terminal: &mut DefaultTerminal, stop: &AtomicBool) -> io::Result<()> {
        let start = Instant::now();
        while !stop.load(Ordering::Relaxed) {
            self.tick(start.elapsed());
            terminal.draw(|frame| self.draw(frame, start.elapsed()))?;
            let wait = match (&self.animation, &self.replay) {
                (Some(_), _) => PICTURE,
                (None, Some(_)) => PICTURE * 2,
                (None, None) => IDLE,
            };
            if event::poll(wait)?
                && let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
                && let Some(action) = Action::of_key(key)
                && !self.act(action, start.elapsed())
            {
                break;
            }
        }
        Ok(())
    }
}
