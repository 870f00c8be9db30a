//! Where a run differs from that of a reference, in words.

use super::stop::number_text;
use super::{Done, Repl, complain};
use crate::engine::{DifferentEffect, Engine, Interrupted, ValueMeaning};

/// Loads a reference and gets it ready as the program itself was; an error is why not.
pub type LoadReference<'a> = &'a dyn Fn(&str) -> Result<Engine, String>;

impl<'a> Repl<'a> {
    /// References can be compared with; this loads them.
    pub fn allow_references(&mut self, load: LoadReference<'a>) {
        self.references = Some(load);
    }

    pub(super) fn diff_run(&mut self, rest: &str) -> Done {
        let path = rest.trim();
        if path.is_empty() {
            return complain("With which program? `diff-run ../solution` or `diff-run other.s`.");
        }
        let Some(load) = &self.references else {
            return complain("Nothing can be loaded here.");
        };
        let mut other = match load(path) {
            Ok(other) => other,
            Err(why) => return complain(why),
        };
        let found = match self.engine.diff_run(&mut other) {
            Ok(found) => found,
            Err(Interrupted) => return complain("The comparison was interrupted."),
        };
        let Some(found) = found else {
            self.say("No function does anything else than in the reference.");
            return Ok(());
        };
        let name = self.engine.map().name(found.function);
        let desc = self.engine.desc();
        let text = match &found.what {
            DifferentEffect::Argument { reg, mine, theirs } => format!(
                "`{name}` gets {} = {} here, but {} in the reference.",
                desc.register_name(*reg),
                words(mine),
                words(theirs)
            ),
            DifferentEffect::Result { reg, mine, theirs } => format!(
                "`{name}` gets the same as in the reference, but returns {} = {} instead of {}.",
                desc.register_name(*reg),
                words(mine),
                words(theirs)
            ),
            DifferentEffect::Memory {
                place,
                mine,
                theirs,
                by,
            } => {
                let by = match by {
                    Some(pc) => format!(", stored {}", self.by(*pc)),
                    None => ", because it does not store it".to_owned(),
                };
                let place = words(place);
                format!(
                    "`{name}` gets the same as in the reference, but leaves {mine} instead of {theirs} at {place}{by}."
                )
            }
            DifferentEffect::NotCalled => {
                format!("`{name}` is called here, but not in the reference.")
            }
        };
        let text = self.paint.why(&text);
        self.say(&text);
        let stopped = self.engine.stopped_here();
        self.tell(&stopped);
        Ok(())
    }
}

/// A value as people write it.
fn words(meaning: &ValueMeaning) -> String {
    match meaning {
        ValueMeaning::Number(number) => number_text(*number),
        ValueMeaning::Label(name, 0) => name.clone(),
        ValueMeaning::Label(name, offset) => format!("{name}+{offset}"),
        ValueMeaning::Stack(below) => format!("{below} bytes below the top of the stack"),
    }
}
