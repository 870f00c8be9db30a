//! What happens on the screen: moves, undo, new games, replays. Time comes from outside, so that
//! tests can choose it.

use crate::best::Best;
use crate::board::{Board, MoveDirection};
use crate::games::Reply;
use crate::recording::Recording;
use crate::screen;
use crate::sitting::Sitting;
use crate::table::{GameEnding, GameProgram, GameSetup, StopSwitch};
use diag::number::count;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{DefaultTerminal, Frame};
use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
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
/// The most lines that are shown of what a program printed before it ended.
const LAST_WORDS: usize = 4;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameAction {
    /// Pushes the tiles, or scrolls a report.
    Move(MoveDirection),
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

impl GameAction {
    /// What a key does, if anything.
    pub(crate) fn of_key(key: KeyEvent) -> Option<GameAction> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return None;
        }
        Some(match key.code {
            KeyCode::Up => GameAction::Move(MoveDirection::Up),
            KeyCode::Down => GameAction::Move(MoveDirection::Down),
            KeyCode::Left => GameAction::Move(MoveDirection::Left),
            KeyCode::Right => GameAction::Move(MoveDirection::Right),
            KeyCode::Esc => GameAction::Quit,
            KeyCode::Backspace => GameAction::Undo,
            KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
                'u' => GameAction::Undo,
                'n' | 'r' => GameAction::Restart,
                '?' | 'h' => GameAction::Help,
                ' ' => GameAction::Pause,
                'q' => GameAction::Quit,
                letter => GameAction::Move(MoveDirection::of_letter(letter)?),
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
    left: VecDeque<MoveDirection>,
    next: Duration,
    paused: bool,
    recording: Recording,
}

/// How the screen is used.
pub struct GameOptions {
    /// How the game begins.
    pub setup: GameSetup,
    /// A game to play again.
    pub replay: Option<Recording>,
    /// Best scores.
    pub best: Best,
    /// Tiles have colours.
    pub color: bool,
    /// Ends the game from outside.
    pub stop: StopSwitch,
}

/// A game on the screen.
pub struct GameScreen {
    /// The program that plays, and what it has come to.
    pub sitting: Sitting,
    best: Best,
    best_here: u32,
    /// The game was recorded once: its score is not from today.
    replayed: bool,
    pub(crate) color: bool,
    /// What moves at present.
    pub animation: Option<Animation>,
    /// The keys are shown.
    pub help: bool,
    /// The first line of a report that is shown.
    pub(crate) scroll: u16,
    /// The furthest that the report can be scrolled in the window that was drawn last.
    pub(crate) scroll_end: Cell<u16>,
    replay: Option<Replay>,
    /// One line for the player.
    pub message: String,
}

impl GameScreen {
    /// Begins a game; the error says why the program does not run.
    pub fn new(program: Arc<GameProgram>, options: GameOptions) -> Result<GameScreen, String> {
        let replayed = options.replay.as_ref();
        let setup = replayed.map_or(options.setup, Recording::setup);
        let sitting = Sitting::new(program, setup, options.stop)?;
        let replay = options.replay.map(|recording| Replay {
            left: recording.moves().unwrap_or_default().into(),
            next: REPLAY_PAUSE,
            paused: false,
            recording,
        });
        let mut app = GameScreen {
            sitting,
            best: options.best,
            best_here: 0,
            replayed: replay.is_some(),
            color: options.color,
            animation: None,
            help: false,
            scroll: 0,
            scroll_end: Cell::new(0),
            replay,
            message: String::new(),
        };
        app.after_turn(true);
        Ok(app)
    }

    /// How the game began.
    pub fn setup(&self) -> GameSetup {
        self.sitting.setup
    }

    /// Whether a recording is being played.
    pub fn is_replaying(&self) -> bool {
        self.replay.is_some()
    }

    /// What counts: the score, or the largest tile in a game without one.
    pub fn score(&self) -> u32 {
        self.sitting
            .turn
            .score
            .unwrap_or_else(|| self.sitting.turn.board.largest())
    }

    /// The best of it so far.
    pub fn best(&self) -> u32 {
        let kept = self.best_name().map_or(0, |name| self.best.of(&name));
        self.best_here.max(kept)
    }

    /// The name under which best scores are kept: one for each size of the board. Those of a
    /// student's own program are not.
    fn best_name(&self) -> Option<String> {
        let game = self.sitting.program.game;
        let (rows, columns) = self.sitting.setup.size;
        self.sitting
            .program
            .is_bundled()
            .then(|| match game.has_sizes() {
                true => format!("{} {rows}x{columns}", game.name),
                false => game.name.to_string(),
            })
    }

    /// How many moves were made.
    pub fn moves(&self) -> usize {
        self.sitting.changes()
    }

    /// The report of what went wrong, if something did.
    pub fn report(&self) -> Option<&str> {
        match &self.sitting.turn.ending {
            Some(GameEnding::Broken(report)) => Some(report),
            _ => None,
        }
    }

    /// The game as it can be written down.
    pub fn recording(&self) -> Recording {
        self.sitting.recording()
    }

    /// The last lines that a program printed before it ended without saying how the game did.
    pub fn last_words(&self) -> Vec<String> {
        let ended = matches!(self.sitting.turn.ending, Some(GameEnding::Exit(_)));
        if !ended || matches!(self.sitting.turn.reply, Some(Reply::Won | Reply::Lost)) {
            return Vec::new();
        }
        let lines = self.sitting.turn.output.lines().map(without_controls);
        // Numbers alone are the board once more.
        let says_something = |line: &String| line.contains(char::is_alphabetic);
        let lines: Vec<String> = lines.filter(says_something).collect();
        lines[lines.len().saturating_sub(LAST_WORDS)..].to_vec()
    }

    /// Does what a key means; false ends the game.
    pub fn press(&mut self, key: KeyEvent, now: Duration) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            return false;
        }
        if self.help {
            self.help = false;
            return true;
        }
        match GameAction::of_key(key) {
            Some(action) => self.act(action, now),
            None => true,
        }
    }

    /// Does what is wanted; false ends the game.
    pub fn act(&mut self, action: GameAction, now: Duration) -> bool {
        match action {
            GameAction::Quit => return false,
            GameAction::Help => self.help = true,
            GameAction::Undo => self.undo(),
            GameAction::Restart => self.restart(),
            GameAction::Pause => self.pause(now),
            GameAction::Move(direction) if self.report().is_some() => self.scroll_report(direction),
            GameAction::Move(direction) => {
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
        let due = |replay: &&mut Replay| !replay.paused && now >= replay.next;
        let Some(replay) = self.replay.as_mut().filter(due) else {
            return;
        };
        replay.next = now + SLIDE + APPEAR + REPLAY_PAUSE;
        match replay.left.pop_front() {
            Some(direction) => self.play(direction, now),
            None => return self.end_replay(),
        }
        if self.sitting.turn.ending.is_some() {
            self.end_replay();
        }
    }

    fn end_replay(&mut self) {
        let Some(replay) = self.replay.take() else {
            return;
        };
        let same = replay.recording.board == self.sitting.turn.board.values
            && replay.recording.score == self.sitting.turn.score;
        let missing = replay.recording.moves.len() - self.sitting.moves().len();
        if missing > 0 {
            let moves = count(missing as u64, "move");
            self.message = format!("The program ended {moves} earlier than the recording.");
        } else if !same {
            self.message = "The program played this game differently when it was recorded.".into();
        } else if self.sitting.turn.ending.is_none() {
            self.message = "That was the recording. The game is yours from here.".into();
        }
    }

    fn pause(&mut self, now: Duration) {
        if let Some(replay) = &mut self.replay {
            replay.paused = !replay.paused;
            replay.next = now;
            self.message = match replay.paused {
                true => "Paused; press space to continue.".to_string(),
                false => String::new(),
            };
        }
    }

    fn play(&mut self, direction: MoveDirection, now: Duration) {
        let Some(before) = self.sitting.play(direction) else {
            return;
        };
        let turn = &self.sitting.turn;
        let changed = before.board != turn.board;
        // Where tiles came from is not known on a board that is too large to be watched.
        let slides = changed && !turn.origins.is_empty();
        self.animation = slides.then_some(Animation {
            from: before.board,
            begin: now,
        });
        self.after_turn(changed);
    }

    fn undo(&mut self) {
        match self.sitting.undo() {
            Ok(true) => self.begun(),
            Ok(false) => self.message = "There is nothing to undo.".to_string(),
            Err(why) => self.message = why,
        }
    }

    fn restart(&mut self) {
        self.replayed = false;
        match self.sitting.restart() {
            Ok(()) => self.begun(),
            Err(why) => self.message = why,
        }
    }

    /// The game has begun anew.
    fn begun(&mut self) {
        self.replay = None;
        self.animation = None;
        self.after_turn(true);
    }

    /// Keeps the best score and says what there is to say about a turn that changed the board or
    /// did not.
    fn after_turn(&mut self, changed: bool) {
        self.keep_best();
        self.scroll = 0;
        self.message = self.words(changed);
    }

    fn keep_best(&mut self) {
        if self.replayed {
            return;
        }
        let score = self.score();
        self.best_here = self.best_here.max(score);
        if let Some(name) = self.best_name() {
            self.best.keep(&name, score);
        }
    }

    fn words(&self, changed: bool) -> String {
        let fields = &self.sitting.turn.board.values;
        let empty = fields.iter().filter(|value| **value == 0).count();
        let words = match (&self.sitting.turn.ending, self.sitting.turn.reply) {
            (Some(GameEnding::Broken(_)), _) => "The program faulted.",
            (Some(GameEnding::Stopped), _) => "",
            (Some(GameEnding::Exit(_)), Some(Reply::Won)) => "You win!",
            (Some(GameEnding::Exit(_)), Some(Reply::Lost)) if empty > 0 => {
                let empty = count(empty as u64, "empty field");
                return format!("The program says game over, with {empty}.");
            }
            (Some(GameEnding::Exit(_)), Some(Reply::Lost)) => "Game over.",
            (Some(GameEnding::Exit(0)), _) => "The program ended.",
            (Some(GameEnding::Exit(code)), _) => {
                return format!("The program ended with exit code {code}.");
            }
            (None, _) if empty == fields.len() => {
                "The board is empty: the program has not placed any tile."
            }
            (None, Some(Reply::Refused)) if !changed => "Nothing moves that way.",
            (None, _) => "",
        };
        words.to_string()
    }

    fn scroll_report(&mut self, direction: MoveDirection) {
        let end = self.scroll_end.get();
        let here = self.scroll.min(end);
        self.scroll = match direction {
            MoveDirection::Up | MoveDirection::Left => here.saturating_sub(1),
            MoveDirection::Down | MoveDirection::Right => (here + 1).min(end),
        };
    }

    /// Draws the present state.
    pub fn draw(&self, frame: &mut Frame<'_>, now: Duration) {
        screen::draw(self, frame, now);
    }

    /// Plays on a terminal until the player ends it, or something from outside does.
    pub fn run(&mut self, terminal: &mut DefaultTerminal) -> io::Result<()> {
        let start = Instant::now();
        while !self.sitting.stop.load(Ordering::Relaxed) {
            self.tick(start.elapsed());
            terminal.draw(|frame| self.draw(frame, start.elapsed()))?;
            let wait = match (&self.animation, &self.replay) {
                (Some(_), _) => PICTURE,
                (None, Some(_)) => PICTURE * 2,
                (None, None) => IDLE,
            };
            let goes_on = match terminal::screen::next_event(wait) {
                Ok(Some(Event::Key(key))) if key.kind != KeyEventKind::Release => {
                    self.press(key, start.elapsed())
                }
                Ok(_) => true,
                // The signal that says so may still be on its way.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    self.sitting.stop.store(true, Ordering::Relaxed);
                    false
                }
                Err(error) => return Err(error),
            };
            if !goes_on {
                break;
            }
        }
        Ok(())
    }
}

/// A line as it can be shown, without what moves a cursor or changes colours.
fn without_controls(line: &str) -> String {
    let mut shown = String::new();
    let mut letters = line.trim().chars();
    while let Some(letter) = letters.next() {
        if letter == '\x1b' {
            // A control sequence ends with its first letter.
            letters.find(|letter| letter.is_ascii_alphabetic());
        } else {
            shown.push(match letter.is_control() {
                true => ' ',
                false => diag::visible_char(letter),
            });
        }
    }
    shown
}
