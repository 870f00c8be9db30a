//! What did it: questions about the past.

use super::{Complaint, Done, Repl, complain};
use crate::engine::{Interrupted, Wrote};
use crate::stops::WatchTarget;
use diag::number::{count, grouped};

impl Repl<'_> {
    pub(super) fn last_write(&mut self, rest: &str) -> Done {
        let what = self.watched(rest)?;
        let step = self.engine.step();
        let name = rest.trim();
        let Some(wrote) = self.writes(what, 1)?.first().copied() else {
            let since = match self.engine.span().first {
                0 => String::new(),
                first => format!(" since step {}", grouped(first)),
            };
            self.say(&format!(
                "Nothing has written {name} before this step{since}."
            ));
            return Ok(());
        };
        let back = step - wrote.step;
        let (text, by) = (self.access_text(&wrote.access), self.by(wrote.pc));
        let ago = count(back, "instruction");
        self.say(&format!(
            "{name} {text}, {by} at step {}, {ago} ago.",
            grouped(wrote.step)
        ));
        self.say_source(wrote.pc);
        let tip = self.paint.tip(&format!("`back {back}` goes there."));
        self.say(&tip);
        Ok(())
    }

    fn writes(&mut self, what: WatchTarget, most: usize) -> Result<Vec<Wrote>, Complaint> {
        match self.engine.search_writes(what, most) {
            Ok(found) => Ok(found),
            Err(Interrupted) => complain("The search was interrupted."),
        }
    }

    pub(super) fn history(&mut self, rest: &str) -> Done {
        /// How many are shown.
        const SHOWN: u64 = 10;
        let rest = rest.trim();
        // A number at the end is how many, unless it belongs to the expression.
        let (what, most) = match rest.rsplit_once(' ') {
            Some((what, last)) if last.parse::<u64>().is_ok() => (what, self.whole(last)?),
            _ => (rest, SHOWN),
        };
        if most == 0 || most > 10_000 {
            return complain("How many? From 1 to 10 000.");
        }
        let watched = self.watched(what)?;
        let found = self.writes(watched, most as usize)?;
        if found.is_empty() {
            self.say(&format!("Nothing has written {what} before this step."));
        }
        for wrote in found {
            let (text, by) = (self.access_text(&wrote.access), self.by(wrote.pc));
            self.say(&format!("step {:>8}: {text}, {by}", grouped(wrote.step)));
        }
        Ok(())
    }
}
