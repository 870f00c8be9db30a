//! Limits: where a program was when it was stopped, and what it goes round in.

use super::words::Words;
use super::{Reporter, codes};
use crate::observers::{Loop, LoopAge, LoopFinder};
use crate::session::{Limit, Session};
use diag::Diagnostic;
use diag::number::{count, grouped};
use machine::isa::Class;

impl Reporter<'_> {
    pub(super) fn limit(&self, session: &mut Session, limit: Limit) -> Diagnostic {
        let pc = session.machine.pc;
        match limit {
            Limit::Steps(steps) => {
                let title = format!("stopped after {}", count(steps, "instruction"));
                let mut diagnostic = Self::error(codes::STEP_LIMIT, title);
                if let charged @ 1.. = session.charged() {
                    let ran = count(session.machine.steps, "instruction");
                    diagnostic = diagnostic.note(format!(
                        "it ran {ran}, and the data that its calls moved counts as {} more",
                        grouped(charged)
                    ));
                }
                self.where_it_loops(diagnostic, session).help(
                    "if the program is correct and just needs more time, raise the limit with --max-steps",
                )
            }
            Limit::Time(time) => {
                let title = format!("stopped after {} s", time.as_secs_f64());
                let diagnostic = Self::error(codes::TIME_LIMIT, title);
                self.where_it_loops(diagnostic, session).help(
                    "if the program is correct and just needs more time, raise the limit with --timeout",
                )
            }
            Limit::Output(bytes) => {
                let title = format!("stopped after printing {}", count(bytes, "byte"));
                let diagnostic = Self::error(codes::OUTPUT_LIMIT, title);
                self.where_it_loops(diagnostic, session)
                    .help("if the program is right, raise the limit with --max-output")
            }
            Limit::Memory { bytes, address } => {
                let title = format!("the program needs more than {} of memory", size(bytes));
                let diagnostic = Self::error(codes::MEMORY_LIMIT, title);
                let diagnostic = self
                    .at(diagnostic, pc, format!("needs the page at 0x{address:08x}"))
                    .note(self.whereabouts(session, address));
                self.with_context(diagnostic, session, pc).help(
                    "a loop that stores never ends, or the stack grows without end (recursion); \
                     if the program is right, raise the limit with --max-memory",
                )
            }
        }
    }

    /// What to say about a program that is too large to begin with.
    pub fn cannot_start(&self, limit: Limit) -> Diagnostic {
        let bytes = match limit {
            Limit::Memory { bytes, .. } => bytes,
            _ => 0,
        };
        let title = format!("the program does not fit in {} of memory", size(bytes));
        Diagnostic::error(codes::MEMORY_LIMIT, title).help("raise the limit with --max-memory")
    }

    pub(super) fn interrupted(&self, session: &mut Session) -> Diagnostic {
        let title = format!(
            "interrupted after {}",
            count(session.machine.steps, "instruction")
        );
        self.where_it_loops(Diagnostic::error(codes::INTERRUPTED, title), session)
    }

    /// Labels the loop that the program is in, by watching what it would do next.
    fn where_it_loops(&self, diagnostic: Diagnostic, session: &mut Session) -> Diagnostic {
        let pc = session.machine.pc;
        let mut finder = LoopFinder::default();
        // Not much more than the run itself: its calls may be slow.
        let watch = LoopFinder::WATCH.min(session.machine.steps.max(10_000));
        session.look_ahead(&mut finder, watch);
        let Some(ring) = finder.found() else {
            let diagnostic = self.at(diagnostic, pc, "it was here");
            return self.with_calls(diagnostic, session);
        };
        let mut watch = LoopAge::new(&ring);
        let since = session.repeat(&mut watch).map(|()| watch.since);
        // A loop that the program was only about to enter is not where it was.
        let rounds =
            |since| session.machine.steps.saturating_sub(since) / ring.addresses.len() as u64;
        if since.is_some_and(|since| rounds(since) == 0) {
            return self.with_open(self.at(diagnostic, pc, "it was here"), &watch.calls);
        }
        let mut diagnostic = self.label_loop(diagnostic, session, &ring);
        if since.is_some() {
            diagnostic = self.with_open(diagnostic, &watch.calls);
        }
        let age = self.age(session, &ring, since);
        let what = match ring.addresses.len() {
            1 => "this instruction".to_string(),
            n => format!("the same {}", count(n as u64, "instruction")),
        };
        let diagnostic = diagnostic.note(format!("it runs {what} again and again{age}"));
        let returns_to_itself = ring.addresses.len() == 1
            && self.class_at(session, ring.addresses[0]) == Some(Class::JumpRegister);
        if returns_to_itself {
            let Words { ra, ret, .. } = Words::of(self.desc, &session.environment.calls());
            return diagnostic.help(format!(
                "the jump goes to itself: a call overwrote {ra}, and it was not loaded again \
                 before `{ret}`"
            ));
        }
        diagnostic
    }

    fn class_at(&self, session: &Session, pc: u32) -> Option<Class> {
        let decoded = self.desc.decode_any(session.machine.word_at(pc))?;
        Some(self.desc.rows[decoded.row].class)
    }

    /// For how long the program has been in a loop, if it is known since when, or about.
    fn age(&self, session: &Session, ring: &Loop, since: Option<u64>) -> String {
        let steps = session.machine.steps;
        let Some(since) = since else {
            return match session.sampled_since(|pc| ring.contains(pc)) {
                Some(since) => {
                    let long = count(steps.saturating_sub(since), "instruction");
                    format!(", for at least the last {long}")
                }
                None => String::new(),
            };
        };
        format!(
            ", since step {} (for {})",
            grouped(since),
            count(steps.saturating_sub(since), "instruction")
        )
    }

    fn label_loop(&self, diagnostic: Diagnostic, session: &Session, ring: &Loop) -> Diagnostic {
        let (Some(&first), Some(&last)) = (ring.addresses.first(), ring.addresses.last()) else {
            return diagnostic;
        };
        if first == last {
            return self.at(diagnostic, first, "it repeats this one instruction");
        }
        let diagnostic = self.at(diagnostic, first, "the loop begins here");
        let is_jump = |pc: &u32| {
            let class = self.class_at(session, *pc);
            matches!(
                class,
                Some(Class::Branch | Class::Jump | Class::JumpRegister)
            )
        };
        let end = ring
            .addresses
            .iter()
            .rev()
            .copied()
            .find(is_jump)
            .unwrap_or(last);
        match self
            .span(end)
            .filter(|span| Some(*span) != self.span(first))
        {
            Some(span) => diagnostic.secondary(span, "and goes back from here"),
            None => diagnostic,
        }
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 && b.is_multiple_of(1 << 20) => format!("{} MiB", b >> 20),
        b if b >= 1 << 10 && b.is_multiple_of(1 << 10) => format!("{} KiB", b >> 10),
        b => count(b, "byte"),
    }
}
