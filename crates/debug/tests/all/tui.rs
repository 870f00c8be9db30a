//! The full screen: what it shows, and that keys and the mouse do what the engine does.

use crate::program::INPUT;
use crate::sessions::{FAULT, MIPS_PROGRAM, PROGRAM, READS};
use debug::repl::{Paint, Repl};
use debug::tui::{DebuggerScreen, KEYS, Leave, ScreenOrder};
use debug::{DebugSetup, Engine};
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::Color;
use runtime::load::{LoadOptions, LoadRequest};
use std::io::{Sink, sink};
use std::path::PathBuf;

/// A program in the debugger.
fn start(mips: bool, text: &str, input: Option<&str>) -> Engine {
    let name = if mips { "p.asm" } else { "p.s" };
    let mut loader = assembler::MemoryLoader::default().with(name, text);
    let options = LoadOptions::new(PathBuf::new());
    let loaded = LoadRequest::new(name, &options)
        .from_loader(&mut loader)
        .load();
    assert!(loaded.program.is_some(), "{:?}", loaded.diagnostics);
    let setup = DebugSetup {
        input: input.map(|text| text.into()),
        ..DebugSetup::new(&loaded)
    };
    Engine::new(loaded, setup).unwrap()
}

/// What can be seen of a state.
#[derive(Debug, PartialEq)]
struct State {
    step: u64,
    pc: u32,
    registers: Vec<u64>,
    /// Pages that are not empty.
    memory: Vec<(u32, Vec<u8>)>,
    output: Vec<u8>,
    input: (usize, usize),
}

impl State {
    fn of(engine: &Engine) -> Self {
        let registers = engine.desc().registers.iter();
        let pages = engine.memory().pages();
        let used = pages.filter(|(_, page)| page.iter().any(|byte| *byte != 0));
        State {
            step: engine.step(),
            pc: engine.pc(),
            registers: registers.map(|r| engine.registers().get(r.reg)).collect(),
            memory: used.map(|(at, page)| (at, page.to_vec())).collect(),
            output: engine.output(0).to_vec(),
            input: engine.input_read(),
        }
    }
}

/// Somebody at a screen.
struct User<'a> {
    app: DebuggerScreen<'a>,
    terminal: Terminal<TestBackend>,
}

impl<'a> User<'a> {
    fn new(engine: Engine, out: &'a mut Sink, size: (u16, u16)) -> Self {
        Self::with_color(engine, out, size, false)
    }

    fn with_color(engine: Engine, out: &'a mut Sink, size: (u16, u16), color: bool) -> Self {
        let repl = Repl::new(engine, out, Paint::default(), |_, _| None);
        let mut app = DebuggerScreen::new(repl, color);
        app.open();
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        let mut user = User { app, terminal };
        user.look();
        user
    }

    fn look(&mut self) -> String {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
        self.terminal.backend().to_string()
    }

    fn event(&mut self, event: &Event) {
        if let Some(order) = self.app.on_event(event) {
            self.app.carry_out(order);
        }
        self.look();
    }

    fn code(&mut self, code: KeyCode) -> &mut Self {
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self
    }

    /// Presses keys; `⏎` is Enter.
    fn keys(&mut self, keys: &str) -> &mut Self {
        for letter in keys.chars() {
            self.code(match letter {
                '⏎' => KeyCode::Enter,
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                '←' => KeyCode::Left,
                '→' => KeyCode::Right,
                '⇥' => KeyCode::Tab,
                '⎋' => KeyCode::Esc,
                letter => KeyCode::Char(letter),
            });
        }
        self
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.event(&Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    }

    fn engine(&mut self) -> &mut Engine {
        self.app.repl().engine()
    }

    fn breakpoints(&mut self) -> Vec<String> {
        let stops = &self.engine().stops;
        stops.iter().map(|stop| stop.text.clone()).collect()
    }
}

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (140, 45);

/// The screens of both sizes after some keys.
#[track_caller]
fn check(name: &str, mips: bool, text: &str, keys: &str) {
    for (size, label) in [(SMALL, "80x24"), (LARGE, "140x45")] {
        let mut out = sink();
        let mut user = User::new(start(mips, text, None), &mut out, size);
        let shown = user.keys(keys).look();
        let machine = if mips { "mips32" } else { "rv32" };
        insta::assert_snapshot!(format!("tui_{name}_{machine}_{label}"), shown);
    }
}

#[test]
fn the_beginning() {
    check("begin", false, PROGRAM, "");
    check("begin", true, MIPS_PROGRAM, "");
}

#[test]
fn a_breakpoint_in_a_function() {
    for (mips, text) in [(false, PROGRAM), (true, MIPS_PROGRAM)] {
        check("break", mips, text, "lmore⏎bcc");
        check("stack", mips, text, "lmore⏎bcc⇥⇥");
        check("memory", mips, text, "lmore⏎bccmrow⏎");
    }
}

#[test]
fn a_board_and_a_change_by_hand() {
    check(
        "board",
        false,
        PROGRAM,
        "s:board row 2 2⏎:set half row[1] = 64⏎s",
    );
}

#[test]
fn the_end() {
    check("end", false, PROGRAM, "c");
    check("end", true, MIPS_PROGRAM, "c");
}

#[test]
fn a_fault() {
    check("fault", false, FAULT, "c");
}

#[test]
fn input_is_asked_for_in_the_console() {
    check("waits", false, READS, "c3⏎4");
}

#[test]
fn answers_and_help() {
    check("answer", false, PROGRAM, "sss:help break⏎");
    check("mistake", false, PROGRAM, ":brek main⏎");
    check("help", false, PROGRAM, "?");
}

/// A key, and what the engine does then.
type Twin = (&'static str, fn(&mut Engine));

#[test]
fn keys_do_what_the_engine_does() {
    let moves: [Twin; 22] = [
        ("s", |e| drop(e.step_lines(1))),
        ("n", |e| drop(e.next_lines(1))),
        ("→", |e| drop(e.step_instructions(1))),
        ("s", |e| drop(e.step_lines(1))),
        ("s", |e| drop(e.step_lines(1))),
        ("←", |e| drop(e.back(1))),
        ("S", |e| drop(e.reverse_lines(1, false))),
        ("n", |e| drop(e.next_lines(1))),
        ("N", |e| drop(e.reverse_lines(1, true))),
        ("lmore⏎b", |_| {}),
        ("c", |e| drop(e.run_on())),
        ("c", |e| drop(e.run_on())),
        ("c", |e| drop(e.run_on())),
        ("C", |e| drop(e.reverse_continue())),
        ("{", |e| drop(e.reverse_continue())),
        ("}", |e| drop(e.run_on())),
        ("↓↓r", |e| drop(e.step_lines(2))),
        ("b", |_| {}),
        ("f", |e| drop(e.run_on())),
        ("[", |e| drop(e.back(1))),
        (":goto 9⏎", |e| drop(e.go_to(9))),
        ("]", |e| drop(e.step_instructions(1))),
    ];
    for (mips, text) in [(false, PROGRAM), (true, MIPS_PROGRAM)] {
        let mut out = sink();
        let mut user = User::new(start(mips, text, None), &mut out, SMALL);
        let mut twin = start(mips, text, None);
        for (keys, go) in moves {
            user.keys(keys);
            if keys == "lmore⏎b" {
                user.keys(".");
                let cause = debug::stops::StopCause::Break {
                    addresses: user.engine().map().resolve("more", None, |_| true).unwrap(),
                };
                twin.stops.add(cause, "more", None, false);
            }
            go(&mut twin);
            assert_eq!(State::of(user.engine()), State::of(&twin), "{keys}");
        }
        let last = user.engine().span().last;
        user.code(KeyCode::Home);
        assert_eq!(user.engine().step(), 0);
        user.code(KeyCode::End);
        assert_eq!(user.engine().step(), last);
    }
}

#[test]
fn the_mouse_sets_breakpoints_goes_along_the_timeline_and_scrolls() {
    let mut out = sink();
    let mut user = User::new(start(false, PROGRAM, None), &mut out, SMALL);
    let left = MouseEventKind::Down(MouseButton::Left);
    user.keys("c");
    let last = user.engine().span().last;
    user.keys("lmore⏎");
    let row = row_of(&user.look(), "lhu  t0, 0(a0)");
    user.mouse(left, 20, row);
    assert_eq!(user.breakpoints(), ["p.s:26"]);
    user.mouse(left, 20, row);
    assert_eq!(user.breakpoints(), [""; 0]);
    let timeline = row_of(&user.look(), "●");
    user.mouse(left, 3, timeline);
    assert_eq!(user.engine().step(), 0);
    user.mouse(left, 40, timeline);
    let middle = user.engine().step();
    assert!(0 < middle && middle < last, "{middle}");
    let before = user.look();
    user.mouse(MouseEventKind::ScrollDown, 20, 5);
    assert_ne!(user.look(), before);
    user.mouse(MouseEventKind::ScrollUp, 20, 5);
    assert_eq!(user.look(), before);
    assert_eq!(user.engine().step(), middle);
}

fn row_of(screen: &str, text: &str) -> u16 {
    let row = screen.lines().position(|line| line.contains(text));
    row.unwrap_or_else(|| panic!("{text} is not on the screen:\n{screen}")) as u16
}

#[test]
fn input_and_commands_are_kept_apart() {
    let mut out = sink();
    let mut user = User::new(start(false, READS, None), &mut out, LARGE);
    // The letters are input, not keys; a step that waited is a step.
    user.keys("ss");
    assert!(user.engine().is_waiting());
    user.keys("40⏎");
    assert_eq!(user.engine().step(), 2);
    user.keys("i2⏎c");
    assert_eq!(user.engine().output(0), b"42");
    assert!(user.look().contains("‹40›"));
    // Going back takes it back, and leaving the line is no input.
    user.code(KeyCode::Home);
    assert!(!user.look().contains("‹40›"));
    user.keys("c");
    assert_eq!(user.engine().output(0), b"42");
    user.keys(":undo⏎:undo⏎c⎋");
    assert!(!user.engine().is_waiting());
    user.keys("c");
    assert!(user.engine().is_waiting());
}

/// Asks, and prints what it was told.
const ASKS: &str = "\
.data
question: .asciiz \"number? \"
.text
main:
    la   a1, question
    li   a0, 4
    ecall
    jal  number
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall
number:
    addi sp, sp, -16
    sw   ra, 12(sp)
    li   a0, 6
    ecall
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
";

#[test]
fn what_was_typed_stands_where_it_was_asked_for() {
    let mut out = sink();
    let mut user = User::new(start(false, ASKS, None), &mut out, SMALL);
    let at = |screen: &str, text: &str| row_of(screen, text);
    user.keys("c");
    assert!(user.engine().is_waiting());
    let asked = at(&user.look(), "\"number? ");
    assert_eq!(at(&user.look(), "input> "), asked + 1);
    let after = user.keys("77⏎").look();
    assert_eq!(at(&after, "number? ‹77›"), asked);
    assert_eq!(at(&after, "\"77 "), asked + 1);
    user.code(KeyCode::Home);
    assert!(!user.look().contains("‹77›"));
    assert_eq!(user.engine().output(0), b"");
    user.code(KeyCode::End);
    assert_eq!(at(&user.look(), "number? ‹77›"), asked);
}

#[test]
fn commands_labels_and_addresses_are_completed() {
    let mut out = sink();
    let mut user = User::new(start(false, PROGRAM, None), &mut out, SMALL);
    user.keys(":adv⇥ mor⇥⏎");
    assert_eq!(user.engine().location().name, "more");
    user.keys("mte⇥⏎");
    assert!(user.look().contains("[Memory] at text"));
    let shown = user.keys(":info b⇥").look();
    assert!(shown.contains(":info break"), "{shown}");
}

#[test]
fn the_screen_can_be_left() {
    for (keys, leave) in [
        ("q", Some(Leave::Quit)),
        ("p", Some(Leave::Prompt)),
        (":quit⏎", Some(Leave::Quit)),
        ("?q", None),
        (":q⎋", None),
    ] {
        let mut out = sink();
        let mut user = User::new(start(false, PROGRAM, None), &mut out, SMALL);
        user.keys(keys);
        assert_eq!(user.app.leaves(), leave, "{keys}");
    }
}

#[test]
fn commands_of_a_breakpoint_are_typed_line_by_line() {
    let mut out = sink();
    let mut user = User::new(start(false, PROGRAM, None), &mut out, SMALL);
    user.keys("lmore⏎b:commands 1⏎p a1⏎end⏎c");
    assert_eq!(user.app.answer().last().unwrap(), "a1 = 4 (0x00000004)");
}

#[test]
fn there_are_colours_only_if_they_are_wanted() {
    for color in [false, true] {
        let mut out = sink();
        let engine = start(false, PROGRAM, None);
        let mut user = User::with_color(engine, &mut out, SMALL, color);
        user.keys("bssc");
        let buffer = user.terminal.backend().buffer();
        let colored = buffer.content.iter().any(|cell| cell.fg != Color::Reset);
        assert_eq!(colored, color);
    }
}

#[test]
fn every_size_is_drawn() {
    let mut out = sink();
    let mut user = User::new(start(false, PROGRAM, None), &mut out, SMALL);
    user.keys("lmore⏎bcc:set a1 = 9⏎");
    for keys in ["", "⇥", "⇥", "⇥", "⇥", "m", "⎋?", "↓x:help⏎"] {
        user.keys(keys);
        for (width, height) in (1..30).flat_map(|k| [(5 * k, 2 * k), (150 - 5 * k, k), (k, 60)]) {
            user.terminal.backend_mut().resize(width, height);
            user.look();
        }
    }
}

/// All keys that the screen knows, and some that it does not.
fn any_key() -> impl Strategy<Value = KeyCode> {
    let letters = KEYS.iter().filter_map(|key| key.name.chars().next());
    let letters: Vec<KeyCode> = letters
        .chain("0123a -".chars())
        .filter(|letter| !"qp".contains(*letter))
        .map(KeyCode::Char)
        .collect();
    prop_oneof![
        3 => prop::sample::select(letters),
        1 => prop::sample::select(vec![
            KeyCode::Enter,
            KeyCode::Esc,
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Tab,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::PageDown,
            KeyCode::Backspace,
        ]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_pressed_the_state_is_one_of_the_run(
        program in 0..3usize,
        keys in prop::collection::vec(any_key(), 1..40),
    ) {
        let (mips, text) = [(false, PROGRAM), (true, MIPS_PROGRAM), (false, ASKS)][program];
        let engine = || start(mips, text, Some(INPUT));
        let mut out = sink();
        let mut user = User::new(engine(), &mut out, SMALL);
        for key in keys {
            user.code(key);
        }
        let step = user.engine().step();
        if user.engine().edits().is_empty() {
            let mut fresh = engine();
            fresh.go_to(step);
            prop_assert_eq!(State::of(user.engine()), State::of(&fresh));
        }
    }
}

#[test]
fn orders_are_commands_of_the_prompt() {
    let mut out = sink();
    let mut user = User::new(start(false, PROGRAM, None), &mut out, SMALL);
    let press = |user: &mut User<'_>, letter| {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
        user.app.press(key)
    };
    let step = Some(ScreenOrder::Go("step".to_owned()));
    assert_eq!(press(&mut user, 's'), step);
    assert_eq!(press(&mut user, 'b'), None);
}

#[test]
fn the_page_shows_the_screen_and_the_keys() {
    const PAGE: &str = include_str!("../../../../docs/debugging.md");
    const MERGE: &str = include_str!("../../../../docs/examples/merge.s");
    for key in KEYS {
        let names = key.name.split(", ").map(|name| format!("`{name}`"));
        let names = names.collect::<Vec<_>>().join(", ");
        let row = format!("| {names} | {} |", key.about);
        assert!(PAGE.contains(&row), "docs/debugging.md has no {row}");
    }
    let mut out = sink();
    let mut user = User::new(start(false, MERGE, None), &mut out, SMALL);
    user.keys("l53⏎bc").look();
    let shown = user.terminal.backend().to_string();
    let lines = shown.lines().map(|line| line.trim_matches('"').trim_end());
    let shown = lines.collect::<Vec<_>>().join("\n");
    // The file has another name here.
    let page = PAGE
        .replace("merge.s ───", "p.s ───────")
        .replace(" merge.s:53", " p.s:53");
    assert!(
        page.contains(&shown),
        "docs/debugging.md does not show\n{shown}"
    );
}

#[test]
fn a_long_answer_does_not_swallow_the_next_command() {
    let mut out = sink();
    let mut user = User::new(start(false, PROGRAM, None), &mut out, SMALL);
    // The list of commands is longer than the screen.
    user.keys("c:help⏎");
    let last = user.engine().step();
    user.keys(":back 9⏎");
    assert_eq!(user.engine().step(), last - 9);
    user.keys(":help⏎q");
    assert_eq!(user.app.leaves(), None, "q closes the answer only");
    user.keys(":help⏎s");
    assert!(
        user.engine().step() > last - 9,
        "other keys do what they do"
    );
}

#[test]
fn pasted_lines_are_commands_and_never_keys() {
    let mut out = sink();
    let mut user = User::new(start(false, PROGRAM, None), &mut out, SMALL);
    user.event(&Event::Paste("c\n".to_owned()));
    assert_eq!(user.engine().step(), 0);
    user.keys(":");
    user.event(&Event::Paste("step 3\r\nnext\nstep".to_owned()));
    while let Some(order) = user.app.next_pasted() {
        user.app.carry_out(order);
    }
    let mut other = start(false, PROGRAM, None);
    other.step_lines(3);
    other.next_lines(1);
    assert_eq!(user.engine().step(), other.step());
    // The last line was not ended.
    user.keys("⏎");
    other.step_lines(1);
    assert_eq!(user.engine().step(), other.step());
}
