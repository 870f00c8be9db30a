//! What the prompt is given: lines that are not text, scripts without an end, long searches.

use crate::sessions::{PROGRAM, session, start};
use debug::repl::{Line, Paint, Prompt, Repl};
use debug::{Engine, SearchProgress};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Answers that are known beforehand.
struct Answers(VecDeque<Line>);

impl Prompt for Answers {
    fn ask(&mut self, _prompt: &str, _engine: &Engine) -> Line {
        self.0.pop_front().unwrap_or(Line::End)
    }

    fn is_interactive(&self) -> bool {
        true
    }
}

#[test]
fn a_line_that_is_not_text_does_not_end_the_session() {
    let mut out = Vec::new();
    let engine = start(false, PROGRAM, None, false);
    let mut repl = Repl::new(engine, &mut out, Paint::default(), |_, _| None);
    let lines = [Line::NotText, Line::Text("p 6 * 7".to_owned())];
    repl.run(&mut Answers(lines.into())).unwrap();
    insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r"
    A byte of that line is not UTF-8, so the line was dropped: type it again.
    6 * 7 = 42 (0x0000002a)
    ");
}

#[cfg(unix)]
#[test]
fn a_script_without_an_end_is_refused() {
    let said = session(
        start(false, PROGRAM, None, false),
        "source /dev/zero\nsource /nowhere\n",
    );
    let lines: Vec<&str> = said.lines().skip(4).collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    (jal) source /dev/zero
    `/dev/zero` cannot be read: a script has at most 1 MiB.
    (jal) source /nowhere
    `/nowhere` cannot be read: No such file or directory (os error 2).
    ");
}

/// A loop of this many rounds, of four instructions each.
fn rounds(count: u32) -> String {
    format!(
        ".text\n.globl main\nmain:\n    li t0, 0\n    li t1, {count}\nloop:\n    addi t0, t0, 1\n    \
         xor t2, t2, t0\n    add t3, t3, t0\n    bne t0, t1, loop\n    li a0, 10\n    ecall\n"
    )
}

#[test]
fn a_long_search_shows_how_far_it_is() {
    let mut engine = start(false, &rounds(2_000_000), None, false);
    engine.run_on();
    let seen: Rc<RefCell<Vec<SearchProgress>>> = Rc::default();
    let notes = Rc::clone(&seen);
    engine.show_progress(Some(Box::new(move |progress| {
        notes.borrow_mut().push(progress);
    })));
    let condition = engine.parse("t0 == 3").unwrap();
    let addresses = vec![engine.map().program.image.symbol("loop").unwrap().address];
    let cause = debug::stops::StopCause::Break { addresses };
    let condition = Some((condition, "t0 == 3".to_owned()));
    engine.stops.add(cause, "loop", condition, false);
    engine.reverse_continue();
    assert_eq!(engine.evaluate("t0"), Ok(3));
    let seen = seen.borrow();
    let steps = seen.iter().filter_map(|progress| match progress {
        SearchProgress::At { step, .. } => Some(*step),
        SearchProgress::Running { .. } | SearchProgress::Done => None,
    });
    let steps: Vec<u64> = steps.collect();
    assert!(
        steps.len() > 4 && steps.is_sorted_by(|a, b| a >= b),
        "{steps:?}"
    );
    assert_eq!(seen.last(), Some(&SearchProgress::Done));
}

#[test]
fn conditions_of_watchpoints_hold_where_they_stop() {
    let mut engine = start(false, &rounds(20_000), None, false);
    for (watched, condition, t0) in [
        ("t0", "t0 == 19000", 19_000),
        ("t3", "t0 > 18000 && t3 == t3", 18_001),
        ("t2", "t2 == 1 && step > 50", 13),
    ] {
        let mut out = Vec::new();
        let mut repl = Repl::new(engine, &mut out, Paint::default(), |_, _| None);
        repl.command("reset");
        repl.command("delete");
        repl.command(&format!("watch {watched} if {condition}"));
        repl.command("run");
        assert_eq!(repl.engine().evaluate("t0"), Ok(t0), "{condition}");
        let there = repl.engine().step();
        repl.command("goto 80000");
        repl.command("rc");
        let back = repl.engine().step();
        assert!(back >= there, "{condition}");
        assert_ne!(repl.engine().evaluate(condition), Ok(0));
        drop(repl);
        engine = start(false, &rounds(20_000), None, false);
    }
}

/// A loop that stores its counter in different ways, and what it has read.
const STORES: &str = "\
.data
counter: .word 0
weight: .float 0
.text
main:
    la   s0, counter
    li   t0, 0
    fcvt.s.w fa0, zero
    li   t1, 1
    fcvt.s.w fa1, t1
loop:
    addi t0, t0, 1
    sw   t0, 0(s0)
    sb   zero, 1(s0)
    fadd.s fa0, fa0, fa1
    fsw  fa0, 4(s0)
    li   t1, 2000
    blt  t0, t1, loop
    li   a0, 10
    ecall
";

#[test]
fn conditions_read_what_is_watched() {
    for (watched, condition, t0) in [
        ("counter", "*counter == 500", 500),
        ("counter", "*counter == 44 && t0 > 200", 300),
        ("counter", "*(half)counter == 7 && step > 8000", 1287),
        ("counter", "*(byte)(counter + 1) == 3", 768),
        ("weight", "*weight > 700.5", 701),
        ("weight", "weight[0] + *counter == 20", 10),
    ] {
        let mut out = Vec::new();
        let engine = start(false, STORES, None, false);
        let mut repl = Repl::new(engine, &mut out, Paint::default(), |_, _| None);
        repl.command(&format!("watch {watched} if {condition}"));
        repl.command("run");
        assert_eq!(repl.engine().evaluate("t0"), Ok(t0), "{condition}");
        let first = repl.engine().step();
        repl.command("delete");
        repl.command("run");
        repl.command(&format!("watch {watched} if {condition}"));
        let mut last = 0;
        while repl.engine().step() > first && last != repl.engine().step() {
            last = repl.engine().step();
            repl.command("rc");
            assert_eq!(repl.engine().evaluate(condition), Ok(1), "{condition}");
        }
        assert_eq!(repl.engine().step(), first, "{condition}");
    }
}

#[test]
fn conditions_see_what_was_changed_by_hand() {
    let mut out = Vec::new();
    let engine = start(false, &rounds(100), None, false);
    let mut repl = Repl::new(engine, &mut out, Paint::default(), |_, _| None);
    for command in [
        "goto 50",
        "set s1 = 7",
        "goto 100",
        "goto 20",
        "watch t0 if s1 == 7",
        "run",
    ] {
        repl.command(command);
    }
    // The first round after the change.
    assert_eq!(repl.engine().step(), 51);
    repl.command("goto 90");
    repl.command("rc");
    assert_eq!(repl.engine().step(), 87);
}
