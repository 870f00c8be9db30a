//! The bundled games, played: what the screen shows is what the programs did.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use play::app::{APPEAR, GameAction, GameOptions, GameScreen, SLIDE};
use play::best::Best;
use play::board::{Board, MoveDirection};
use play::games::{GAMES, Game, Reply};
use play::recording::Recording;
use play::table::{GameEnding, GameProgram, GameSetup, StopSwitch, Table, Turn};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn setup(seed: u32) -> GameSetup {
    GameSetup { seed, size: (3, 5) }
}

fn options(seed: u32) -> GameOptions {
    GameOptions {
        setup: setup(seed),
        replay: None,
        best: Best::in_file(None),
        color: false,
        stop: StopSwitch::default(),
    }
}

fn app(game: &'static Game, seed: u32, replay: Option<Recording>) -> GameScreen {
    let options = GameOptions {
        replay,
        ..options(seed)
    };
    GameScreen::new(Arc::new(GameProgram::bundled(game)), options).unwrap()
}

fn picture(app: &GameScreen, width: u16, height: u16, now: Duration) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame, now)).unwrap();
    terminal.backend().to_string()
}

/// Moves that go round, with some change: enough to fill every board.
fn moves(count: usize) -> impl Iterator<Item = MoveDirection> {
    (0..count).map(|n| MoveDirection::ALL[(n + n / 7 + n / 31) % 4])
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
        let program = Arc::new(GameProgram::bundled(game));
        assert!(program.runs(), "{:?}", program.loaded.diagnostics);
        let mut made = 0;
        for seed in 1..6 {
            let (mut table, mut turn) =
                Table::new(&program, setup(seed), &StopSwitch::default()).unwrap();
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
    let [riscv, mips] = [&GAMES[0], &GAMES[1]].map(|game| Arc::new(GameProgram::bundled(game)));
    for seed in 0..4 {
        let (mut left, mut turn) = Table::new(&riscv, setup(seed), &StopSwitch::default()).unwrap();
        let (mut right, same) = Table::new(&mips, setup(seed), &StopSwitch::default()).unwrap();
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
        let begin = app.sitting.turn.board.clone();
        for direction in moves(12) {
            app.act(GameAction::Move(direction), Duration::ZERO);
        }
        let made = app.moves();
        assert!(made > 3, "{}", game.folder);
        for left in (0..made).rev() {
            app.act(GameAction::Undo, Duration::ZERO);
            assert_eq!(app.moves(), left, "{}", game.folder);
        }
        assert_eq!(app.sitting.turn.board, begin, "{}", game.folder);
        app.act(GameAction::Undo, Duration::ZERO);
        assert_eq!(app.message, "There is nothing to undo.");
    }
}

#[test]
fn a_replay_ends_as_the_game_did() {
    for game in &GAMES {
        let mut played = app(game, 9, None);
        for direction in moves(30) {
            played.act(GameAction::Move(direction), Duration::ZERO);
        }
        let recording = played.recording();
        let mut again = app(game, 1, Some(recording.clone()));
        for second in 0..=recording.moves.len() as u64 + 1 {
            again.tick(Duration::from_secs(second));
        }
        assert_eq!(again.recording(), recording, "{}", game.folder);
        if again.sitting.turn.ending.is_none() {
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
    for direction in keys.chars().filter_map(MoveDirection::of_letter) {
        app.act(GameAction::Move(direction), Duration::ZERO);
    }
    assert_eq!(app.sitting.turn.reply, Some(Reply::Won));
    assert_eq!(app.sitting.turn.ending, Some(GameEnding::Exit(0)));
    assert_eq!(app.sitting.turn.board.largest(), 2048);
    app.tick(Duration::from_secs(1));
    insta::assert_snapshot!(picture(&app, 80, 24, Duration::from_secs(1)));
}

#[test]
fn a_game_can_be_lost() {
    let mut app = app(&GAMES[2], 5, None);
    for direction in moves(400) {
        app.act(GameAction::Move(direction), Duration::ZERO);
    }
    assert_eq!(app.sitting.turn.reply, Some(Reply::Lost));
    app.tick(Duration::from_secs(1));
    insta::assert_snapshot!(picture(&app, 60, 20, Duration::from_secs(1)));
    assert!(app.act(GameAction::Restart, Duration::ZERO));
    assert_eq!((app.moves(), app.setup().seed), (0, 6));
    assert!(!app.act(GameAction::Quit, Duration::ZERO));
}

#[test]
fn tiles_slide_then_the_new_one_appears() {
    let mut app = app(&GAMES[0], 7, None);
    app.act(GameAction::Move(MoveDirection::Down), Duration::ZERO);
    let begin = Duration::from_secs(1);
    app.act(GameAction::Move(MoveDirection::Right), begin);
    let times = [SLIDE / 2, SLIDE + APPEAR / 4, SLIDE + APPEAR];
    let pictures = times.map(|time| picture(&app, 48, 22, begin + time));
    insta::assert_snapshot!(pictures.join("\n"));
    app.tick(begin + SLIDE + APPEAR);
    assert!(app.animation.is_none());
}

fn press(app: &mut GameScreen, code: KeyCode) -> bool {
    app.press(KeyEvent::new(code, KeyModifiers::NONE), Duration::ZERO)
}

#[test]
fn help_lists_the_keys_and_any_key_closes_it() {
    let mut app = app(&GAMES[4], 7, None);
    app.act(GameAction::Help, Duration::ZERO);
    insta::assert_snapshot!(picture(&app, 80, 24, Duration::ZERO));
    for key in [
        KeyCode::Left,
        KeyCode::Esc,
        KeyCode::Char('x'),
        KeyCode::F(1),
    ] {
        app.act(GameAction::Help, Duration::ZERO);
        assert!(press(&mut app, key), "{key} ended the game");
        assert!(!app.help, "{key} left the help open");
    }
    assert_eq!(app.moves(), 0);
    assert!(!press(&mut app, KeyCode::Esc));
    let stop = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    app.act(GameAction::Help, Duration::ZERO);
    assert!(!app.press(stop, Duration::ZERO));
}

#[test]
fn a_small_window_says_what_is_needed() {
    let app = app(&GAMES[4], 7, None);
    assert!(!picture(&app, 31, 7, Duration::ZERO).contains("small"));
    let narrow = picture(&app, 30, 7, Duration::ZERO);
    assert!(narrow.contains("too small"), "{narrow}");
    let low = picture(&app, 80, 6, Duration::ZERO);
    assert!(low.contains("needs 31 columns and 7 lines."), "{low}");
}

/// A board with so many rows and columns.
fn large(side: usize) -> GameScreen {
    let mut options = options(7);
    options.setup.size = (side, side);
    GameScreen::new(Arc::new(GameProgram::bundled(&GAMES[4])), options).unwrap()
}

#[test]
fn the_largest_board_fits_a_large_window() {
    assert!(!picture(&large(20), 140, 45, Duration::ZERO).contains("small"));
}

#[test]
fn tiles_of_a_board_that_is_too_large_to_be_watched_do_not_vanish() {
    for (side, slides) in [(11, true), (12, false)] {
        let mut app = large(side);
        for direction in [MoveDirection::Down, MoveDirection::Right, MoveDirection::Up] {
            app.act(GameAction::Move(direction), Duration::ZERO);
            assert_eq!(app.animation.is_some(), slides);
            let shown = picture(&app, 140, 45, SLIDE / 2);
            let tiles = shown.matches(['2', '4']).count();
            assert!(tiles >= app.moves(), "{shown}");
        }
    }
}

#[test]
fn an_undo_leaves_no_old_message() {
    let mut app = app(&GAMES[0], 7, None);
    app.act(GameAction::Move(MoveDirection::Down), Duration::ZERO);
    while app.message.is_empty() {
        app.act(GameAction::Move(MoveDirection::Down), Duration::ZERO);
    }
    assert_eq!(app.message, "Nothing moves that way.");
    app.act(GameAction::Move(MoveDirection::Left), Duration::ZERO);
    app.act(GameAction::Undo, Duration::ZERO);
    assert_eq!(app.message, "");
}

#[test]
fn best_scores_are_of_bundled_programs_and_of_one_size() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("best");
    let _ = std::fs::remove_dir_all(&folder);
    let best = || Best::in_file(Some(folder.join("best.toml")));
    let play = |program: GameProgram, size, replay| {
        let options = GameOptions {
            setup: GameSetup { seed: 7, size },
            replay,
            best: best(),
            ..options(7)
        };
        let mut app = GameScreen::new(Arc::new(program), options).unwrap();
        if app.is_replaying() {
            (0..40).for_each(|second| app.tick(Duration::from_secs(second)));
        } else {
            for direction in moves(30) {
                app.act(GameAction::Move(direction), Duration::ZERO);
            }
        }
        app
    };
    let game = &GAMES[4];
    let large = play(GameProgram::bundled(game), (4, 4), None);
    assert_eq!(best().of("mp8 4x4"), large.score());
    assert_eq!(best().of("mp8 3x3"), 0);

    std::fs::remove_dir_all(&folder).unwrap();
    let replayed = play(GameProgram::bundled(game), (4, 4), Some(large.recording()));
    assert_eq!(replayed.score(), large.score());
    assert_eq!(best().of("mp8 4x4"), 0);

    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../asm")
        .join(game.folder);
    let own = play(GameProgram::in_folder(game, &root), (4, 4), None);
    assert_eq!(own.best(), large.score());
    assert_eq!(best().of("mp8 4x4"), 0);
}

/// A copy of the sources of a game in which a file was changed.
fn copy(
    game: &'static Game,
    name: &str,
    file: &str,
    change: impl Fn(&str) -> String,
) -> GameProgram {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../asm")
        .join(game.folder);
    let main = Path::new(game.main).parent().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(folder.join(main)).unwrap();
    for entry in std::fs::read_dir(root.join(main)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, folder.join(main).join(path.file_name().unwrap())).unwrap();
        }
    }
    let path = folder.join(main).join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let other = change(&text);
    assert_ne!(text, other);
    std::fs::write(&path, other).unwrap();
    let found = play::games::in_folder(&folder, None).unwrap();
    GameProgram::in_folder(found, &folder)
}

/// The app on a copy of the course project in which a file was changed.
fn changed(name: &str, file: &str, change: impl Fn(&str) -> String) -> GameScreen {
    let program = copy(&GAMES[0], name, file, change);
    GameScreen::new(Arc::new(program), options(7)).unwrap()
}

#[test]
fn a_program_may_read_its_numbers_as_words() {
    let program = copy(&GAMES[4], "words", "utils.s", |text| {
        let read = "read_number:\n    li   a0, 6\n    ecall\n    ret\n";
        text.replacen("\nread_number:\n", &format!("\n{read}"), 1)
    });
    let mut app = GameScreen::new(Arc::new(program), options(7)).unwrap();
    assert_eq!(
        (
            app.sitting.turn.ending.clone(),
            app.sitting.turn.board.columns
        ),
        (None, 5)
    );
    for direction in moves(12) {
        app.act(GameAction::Move(direction), Duration::ZERO);
        assert_eq!(app.sitting.turn.ending, None);
    }
    assert!(app.moves() > 3);
}

#[test]
fn a_board_without_fields_is_no_board() {
    let program = copy(&GAMES[4], "flat", "main.s", |_| {
        let game = ".data\n.globl cur_game\ncur_game: .word game\ngame: .word 4 0 0 0\n";
        format!("{game}.text\nmain: li a0, 12\necall\nj main\n")
    });
    let app = GameScreen::new(Arc::new(program), options(7)).unwrap();
    assert!(
        app.report().is_some_and(|r| r.contains("was not found")),
        "{:?}",
        app.sitting.turn
    );
}

#[test]
fn a_move_that_was_made_was_not_refused() {
    let mut app = changed("says-unchanged", "main.s", |text| {
        let words = "main_turn:\n    li   a0, 4\n    la   a1, main_unchanged_quiet\n    ecall\n";
        text.replacen("main_turn:\n", words, 1)
    });
    app.act(GameAction::Move(MoveDirection::Down), Duration::ZERO);
    assert_eq!(app.moves(), 1);
    assert_eq!(app.sitting.turn.reply, Some(Reply::Refused));
    assert_eq!(app.message, "");
}

#[test]
fn an_exit_code_and_the_last_words_are_shown() {
    let mut app = changed("exits", "merge.s", |text| {
        let exit = "\nmerge:\n    li   a0, 4\n    la   a1, merge_words\n    ecall\n    \
                    li   a0, 17\n    li   a1, 3\n    ecall\n";
        let words = ".data\nmerge_words: .string \"1 2 3\\nout of\\tideas\\n\"\n.text\n";
        text.replacen("\nmerge:\n", &format!("\n{words}{exit}"), 1)
    });
    app.act(GameAction::Move(MoveDirection::Left), Duration::ZERO);
    assert_eq!(app.sitting.turn.ending, Some(GameEnding::Exit(3)));
    assert_eq!(app.message, "The program ended with exit code 3.");
    let shown = picture(&app, 60, 20, Duration::from_secs(1));
    // The first line holds the path of the project.
    let (_, shown) = shown.split_once('\n').unwrap();
    insta::assert_snapshot!(shown);
    assert!(picture(&app, 26, 20, Duration::from_secs(1)).contains("out of"));
}

#[test]
fn a_replay_of_a_program_that_ends_early_stops_and_says_so() {
    let mut played = app(&GAMES[0], 7, None);
    for direction in moves(10) {
        played.act(GameAction::Move(direction), Duration::ZERO);
    }
    let program = copy(&GAMES[0], "early", "merge.s", |text| {
        text.replacen("\nmerge:\n", "\nmerge:\n    li   a0, 10\n    ecall\n", 1)
    });
    let options = GameOptions {
        replay: Some(played.recording()),
        ..options(1)
    };
    let mut app = GameScreen::new(Arc::new(program), options).unwrap();
    assert!(picture(&app, 80, 24, Duration::ZERO).contains("space pause"));
    app.tick(Duration::from_secs(1));
    assert!(!app.is_replaying());
    assert_eq!(
        app.message,
        "The program ended 9 moves earlier than the recording."
    );
    assert!(!picture(&app, 80, 24, Duration::from_secs(2)).contains("space pause"));
}

#[test]
fn a_turn_can_be_stopped() {
    let options = options(7);
    let stop = Arc::clone(&options.stop);
    let mut app = GameScreen::new(Arc::new(GameProgram::bundled(&GAMES[0])), options).unwrap();
    app.act(GameAction::Move(MoveDirection::Down), Duration::ZERO);
    let (recording, setup) = (app.recording(), app.setup());
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    for action in [
        GameAction::Move(MoveDirection::Left),
        GameAction::Undo,
        GameAction::Restart,
    ] {
        app.act(action, Duration::ZERO);
        assert_eq!((app.recording(), app.setup()), (recording.clone(), setup));
    }
    assert_eq!(app.report(), None);
}

fn report_of(app: &GameScreen) -> String {
    let folder = env!("CARGO_TARGET_TMPDIR");
    app.report().unwrap_or("no report").replace(folder, "")
}

#[test]
fn a_program_that_faults_shows_the_report() {
    let mut app = changed("faults", "merge.s", |text| {
        text.replacen("lw   t3, 4(a0)", "li   t3, 0x28000000", 1)
    });
    app.act(GameAction::Move(MoveDirection::Left), Duration::ZERO);
    insta::assert_snapshot!(report_of(&app));
    let top = picture(&app, 100, 12, Duration::ZERO);
    app.act(GameAction::Move(MoveDirection::Down), Duration::ZERO);
    assert_ne!(picture(&app, 100, 12, Duration::ZERO), top);
    app.act(GameAction::Undo, Duration::ZERO);
    assert_eq!(app.report(), None);
    assert_eq!(app.moves(), 0);
}

#[test]
fn a_report_can_be_scrolled_to_its_end_and_back() {
    let mut app = changed("scrolls", "merge.s", |text| {
        text.replacen("lw   t3, 4(a0)", "li   t3, 0x28000000", 1)
    });
    app.act(GameAction::Move(MoveDirection::Left), Duration::ZERO);
    let show = |app: &GameScreen| picture(app, 30, 12, Duration::ZERO);
    let top = show(&app);
    let report = report_of(&app);
    let last: String = report.trim_end().chars().rev().take(8).collect();
    let last: String = last.chars().rev().collect();
    for _ in 0..200 {
        app.act(GameAction::Move(MoveDirection::Down), Duration::ZERO);
        show(&app);
    }
    let end = show(&app);
    assert!(end.contains(&last), "{end}\n{report}");
    app.act(GameAction::Move(MoveDirection::Up), Duration::ZERO);
    assert_ne!(show(&app), end);
    for _ in 0..200 {
        app.act(GameAction::Move(MoveDirection::Up), Duration::ZERO);
    }
    assert_eq!(show(&app), top);
}

#[test]
fn a_report_is_red_only_in_colour() {
    let program = Arc::new(copy(&GAMES[0], "red", "main.s", |_| {
        ".text\nmain: li a0, 12\necall\nj main\n".to_string()
    }));
    for color in [false, true] {
        let options = GameOptions {
            color,
            ..options(7)
        };
        let app = GameScreen::new(Arc::clone(&program), options).unwrap();
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let shown = terminal
            .draw(|frame| app.draw(frame, Duration::ZERO))
            .unwrap();
        let red = shown
            .buffer
            .content
            .iter()
            .any(|cell| cell.fg == Color::Red);
        assert_eq!(red, color);
    }
}

#[test]
fn a_program_that_never_asks_again_shows_where_it_loops() {
    let mut app = changed("loops", "move_left.s", |text| {
        text.replacen("bnez a0, move_left_step", "j    move_left_step", 1)
    });
    app.act(GameAction::Move(MoveDirection::Left), Duration::ZERO);
    insta::assert_snapshot!(report_of(&app));
}

#[test]
fn a_project_without_a_board_says_so() {
    let app = changed("boardless", "main.s", |_| {
        ".text\nmain: li a0, 12\necall\nj main\n".to_string()
    });
    insta::assert_snapshot!(report_of(&app));
}
