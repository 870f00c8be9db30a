//! The bundled games, played: what the screen shows is what the programs did.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use play::app::{APPEAR, Action, App, Options, SLIDE};
use play::best::Best;
use play::board::{Board, Direction};
use play::games::{GAMES, Game, Reply};
use play::recording::Recording;
use play::table::{Ending, Program, Setup, Table, Turn};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn setup(seed: u32) -> Setup {
    Setup { seed, size: (3, 5) }
}

fn app(game: &'static Game, seed: u32, replay: Option<Recording>) -> App {
    let options = Options {
        setup: setup(seed),
        replay,
        best: Best::in_file(None),
        color: false,
    };
    App::new(Arc::new(Program::bundled(game)), options).unwrap()
}

fn picture(app: &App, width: u16, height: u16, now: Duration) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame, now)).unwrap();
    terminal.backend().to_string()
}

/// Moves that go round, with some change: enough to fill every board.
fn moves(count: usize) -> impl Iterator<Item = Direction> {
    (0..count).map(|n| Direction::ALL[(n + n / 7 + n / 31) % 4])
}

/// What must hold of every move of every game: each tile came from one or two tiles whose values
/// add up to its own, each old tile went somewhere, and at most one tile is new.
fn check_motion(before: &Board, turn: &Turn) {
    let mut used = vec![0; before.values.len()];
    let mut new = 0;
    for (field, value) in turn.board.values.iter().enumerate() {
        let tiles = turn.origins[field]
            .iter()
            .filter(|from| before.values[**from] != 0);
        let tiles: Vec<usize> = tiles.copied().collect();
        if *value == 0 {
            continue;
        }
        if tiles.is_empty() {
            new += 1;
            assert!([2, 4].contains(value), "{value} came from nowhere");
            continue;
        }
        let sum: u32 = tiles.iter().map(|from| before.values[*from]).sum();
        assert_eq!(sum, *value, "{before:?} {turn:?}");
        for from in tiles {
            used[from] += 1;
        }
    }
    assert!(new <= 1, "{before:?} {turn:?}");
    for (field, times) in used.iter().enumerate() {
        let expected = i32::from(before.values[field] != 0);
        assert_eq!(*times, expected, "field {field}: {before:?} {turn:?}");
    }
}

#[test]
fn every_tile_slides_from_where_it_was() {
    for game in &GAMES {
        let program = Arc::new(Program::bundled(game));
        assert!(program.runs(), "{:?}", program.loaded.diagnostics);
        let mut made = 0;
        for seed in 1..6 {
            let (mut table, mut turn) = Table::new(&program, setup(seed)).unwrap();
            for direction in moves(150) {
                if turn.ending.is_some() {
                    break;
                }
                let next = table.play(direction, true);
                check_motion(&turn.board, &next);
                made += usize::from(next.board != turn.board);
                turn = next;
            }
        }
        assert!(made > 100, "{}: only {made} moves", game.folder);
    }
}

#[test]
fn both_builds_of_the_project_play_the_same_game() {
    let [riscv, mips] = [&GAMES[0], &GAMES[1]].map(|game| Arc::new(Program::bundled(game)));
    for seed in 0..4 {
        let (mut left, mut turn) = Table::new(&riscv, setup(seed)).unwrap();
        let (mut right, same) = Table::new(&mips, setup(seed)).unwrap();
        assert_eq!(turn.board, same.board);
        for direction in moves(400) {
            if turn.ending.is_some() {
                break;
            }
            turn = left.play(direction, false);
            let same = right.play(direction, false);
            assert_eq!((&turn.board, turn.score), (&same.board, same.score));
            assert_eq!(turn.reply, same.reply);
        }
    }
}

#[test]
fn taking_all_moves_back_leads_to_the_beginning() {
    for game in &GAMES {
        let mut app = app(game, 3, None);
        let begin = app.turn.board.clone();
        for direction in moves(12) {
            app.act(Action::Move(direction), Duration::ZERO);
        }
        let made = app.moves();
        assert!(made > 3, "{}", game.folder);
        for left in (0..made).rev() {
            app.act(Action::Undo, Duration::ZERO);
            assert_eq!(app.moves(), left, "{}", game.folder);
        }
        assert_eq!(app.turn.board, begin, "{}", game.folder);
        app.act(Action::Undo, Duration::ZERO);
        assert_eq!(app.message, "There is nothing to take back.");
    }
}

#[test]
fn a_replay_ends_as_the_game_did() {
    for game in &GAMES {
        let mut played = app(game, 9, None);
        for direction in moves(30) {
            played.act(Action::Move(direction), Duration::ZERO);
        }
        let recording = played.recording();
        let mut again = app(game, 1, Some(recording.clone()));
        for second in 0..=recording.moves.len() as u64 + 1 {
            again.tick(Duration::from_secs(second));
        }
        assert_eq!(again.recording(), recording, "{}", game.folder);
        if again.turn.ending.is_none() {
            let said = "That was the recording. The game is yours from here.";
            assert_eq!(again.message, said);
        }
        let changed = Recording {
            board: vec![1],
            ..recording
        };
        let mut other = app(game, 1, Some(changed));
        for second in 0..=other.moves() as u64 + 40 {
            other.tick(Duration::from_secs(second));
        }
        let said = "The program played this game differently when it was recorded.";
        assert_eq!(other.message, said);
    }
}

#[test]
fn a_game_can_be_won() {
    let keys = include_str!("../../../asm/rv32/2048/tests/game/won_quiet.in");
    let seed = include_str!("../../../asm/rv32/2048/tests/game/won_quiet.args");
    let mut app = app(&GAMES[0], seed.trim().parse().unwrap(), None);
    for direction in keys.chars().filter_map(Direction::of_letter) {
        app.act(Action::Move(direction), Duration::ZERO);
    }
    assert_eq!(app.turn.reply, Some(Reply::Won));
    assert_eq!(app.turn.ending, Some(Ending::Exit));
    assert_eq!(app.turn.board.largest(), 2048);
    app.tick(Duration::from_secs(1));
    insta::assert_snapshot!(picture(&app, 80, 24, Duration::from_secs(1)));
}

#[test]
fn a_game_can_be_lost() {
    let mut app = app(&GAMES[2], 5, None);
    for direction in moves(400) {
        app.act(Action::Move(direction), Duration::ZERO);
    }
    assert_eq!(app.turn.reply, Some(Reply::Lost));
    app.tick(Duration::from_secs(1));
    insta::assert_snapshot!(picture(&app, 60, 20, Duration::from_secs(1)));
    assert!(app.act(Action::Restart, Duration::ZERO));
    assert_eq!((app.moves(), app.seed()), (0, 6));
    assert!(!app.act(Action::Quit, Duration::ZERO));
}

#[test]
fn tiles_slide_then_the_new_one_appears() {
    let mut app = app(&GAMES[0], 7, None);
    app.act(Action::Move(Direction::Down), Duration::ZERO);
    let begin = Duration::from_secs(1);
    app.act(Action::Move(Direction::Right), begin);
    let times = [SLIDE / 2, SLIDE + APPEAR / 4, SLIDE + APPEAR];
    let pictures = times.map(|time| picture(&app, 48, 22, begin + time));
    insta::assert_snapshot!(pictures.join("\n"));
    app.tick(begin + SLIDE + APPEAR);
    assert!(app.animation.is_none());
}

#[test]
fn help_lists_the_keys_and_any_key_closes_it() {
    let mut app = app(&GAMES[4], 7, None);
    app.act(Action::Help, Duration::ZERO);
    insta::assert_snapshot!(picture(&app, 80, 24, Duration::ZERO));
    app.act(Action::Move(Direction::Left), Duration::ZERO);
    assert!(!app.help);
    assert_eq!(app.moves(), 0);
    assert!(picture(&app, 40, 6, Duration::ZERO).contains("too small"));
}

/// The app on a copy of the course project in which a file was changed.
fn changed(name: &str, file: &str, change: impl Fn(&str) -> String) -> App {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm/rv32/2048");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(folder.join("src")).unwrap();
    for entry in std::fs::read_dir(root.join("src")).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.join("src").join(path.file_name().unwrap())).unwrap();
    }
    let path = folder.join("src").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let other = change(&text);
    assert_ne!(text, other);
    std::fs::write(&path, other).unwrap();
    let game = play::games::in_folder(&folder, None).unwrap();
    let options = Options {
        setup: setup(7),
        replay: None,
        best: Best::in_file(None),
        color: false,
    };
    App::new(Arc::new(Program::in_folder(game, &folder)), options).unwrap()
}

fn report_of(app: &App) -> String {
    let folder = env!("CARGO_TARGET_TMPDIR");
    app.report().unwrap_or("no report").replace(folder, "")
}

#[test]
fn a_program_that_faults_shows_the_report() {
    let mut app = changed("faults", "merge.s", |text| {
        text.replacen("lw   t3, 4(a0)", "li   t3, 0x28000000", 1)
    });
    app.act(Action::Move(Direction::Left), Duration::ZERO);
    insta::assert_snapshot!(report_of(&app));
    let top = picture(&app, 100, 12, Duration::ZERO);
    app.act(Action::Move(Direction::Down), Duration::ZERO);
    assert_ne!(picture(&app, 100, 12, Duration::ZERO), top);
    app.act(Action::Undo, Duration::ZERO);
    assert_eq!(app.report(), None);
    assert_eq!(app.moves(), 0);
}

#[test]
fn a_program_that_never_asks_again_shows_where_it_loops() {
    let mut app = changed("loops", "move_left.s", |text| {
        text.replacen("bnez a0, move_left_step", "j    move_left_step", 1)
    });
    app.act(Action::Move(Direction::Left), Duration::ZERO);
    insta::assert_snapshot!(report_of(&app));
}

#[test]
fn a_project_without_a_board_says_so() {
    let app = changed("boardless", "main.s", |_| {
        ".text\nmain: li a0, 12\necall\nj main\n".to_string()
    });
    insta::assert_snapshot!(report_of(&app));
}
