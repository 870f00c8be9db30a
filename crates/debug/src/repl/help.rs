//! Help, scripts, and what instructions do.

use super::commands::{COMMANDS, Command, Group, find, no_command};
use super::{Done, Repl, complain, read_script};
use std::path::Path;

impl Repl<'_> {
    /// Lists the commands, or explains one.
    pub(super) fn help(&mut self, rest: &str) -> Done {
        let name = rest.trim();
        if name.is_empty() {
            for (group, title) in Group::ALL {
                self.say(&self.paint.why(title));
                let group = COMMANDS.iter().filter(|command| command.group == group);
                for command in group {
                    let names = names(command);
                    self.say(&format!("  {names:<24} {}", command.about));
                }
            }
            self.say("`help COMMAND` shows examples. An empty line repeats the last command.");
            return Ok(());
        }
        let Some(command) = find(name) else {
            return complain(no_command(name));
        };
        self.say(format!("{} {}", names(command), command.usage).trim_end());
        self.say(&format!("  {}", command.about));
        for (example, does) in command.examples {
            let example = self.paint.tip(&format!("{example:<32}"));
            self.say(&format!("  {example} {does}"));
        }
        Ok(())
    }

    /// Explains an instruction or a code; without one, the next instruction.
    pub(super) fn explain_word(&mut self, rest: &str) -> Done {
        let word = match rest.trim() {
            "" => {
                let place = self.engine.location();
                let next = place.instructions.iter().find(|(_, _, next)| *next);
                let text = next.map(|(_, text, _)| text.clone()).unwrap_or_default();
                text.split(' ').next().unwrap_or_default().to_owned()
            }
            word => word.to_owned(),
        };
        match (self.explain)(self.engine.desc(), &word.to_ascii_lowercase()) {
            Some(text) => self.say(text.trim_end()),
            None => return complain(format!("nothing is named `{word}`.")),
        }
        Ok(())
    }

    /// Carries out the commands in a file.
    pub(super) fn source_file(&mut self, rest: &str) -> Done {
        let path = rest.trim();
        match read_script(Path::new(path)) {
            Ok(text) => {
                self.run_script(&text);
                Ok(())
            }
            Err(error) => complain(format!(
                "`{}` cannot be read: {error}.",
                diag::one_line(path)
            )),
        }
    }
}

fn names(command: &Command) -> String {
    let mut text = command.name.to_owned();
    for alias in command.aliases {
        text += &format!(", {alias}");
    }
    text
}
