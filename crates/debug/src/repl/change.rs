//! Changes by hand.

use super::arguments::{leading_width, unescape};
use super::stop::{both_texts, number_text};
use super::{Complaint, Done, Repl, complain};
use crate::engine::EditError;
use crate::expr::Width;
use assembler::{AssembleOptions, MainFile, MemoryLoader, assemble};
use diag::number::count;

impl Repl<'_> {
    pub(super) fn set(&mut self, rest: &str) -> Done {
        let Some((place, value)) = split_assignment(rest) else {
            return complain("Write it like this: `set a0 = 5`, `set half board[3] = 8`.");
        };
        let (width, text) = leading_width(place);
        let expr = self.engine.parse(text)?;
        let value = self.engine.evaluate(value)?;
        let place = match expr.place(width, &self.engine.state()) {
            Ok(place) => place,
            Err(crate::expr::ExprError::NoPlace(_)) => {
                return complain(format!(
                    "`{text}` is a value, not a place: registers and memory (`*a0`, `board[3]`) can be set."
                ));
            }
            Err(other) => return Err(other.into()),
        };
        self.engine
            .set(place, value, &format!("set {}", rest.trim()))?;
        let now = self.engine.parse(text)?;
        let now = match (width, &place) {
            (Some(width), crate::expr::Assignable::Memory(address, _)) => {
                both_texts(self.engine.state().load(width, *address)?, width)
            }
            (_, crate::expr::Assignable::Memory(address, width)) => {
                both_texts(self.engine.state().load(*width, *address)?, *width)
            }
            _ => both_texts(
                i64::from(now.value(&self.engine.state())? as i32),
                Width::Word,
            ),
        };
        self.say(&format!("{text} = {now}"));
        if let crate::expr::Assignable::Pc = place {
            let place = self.engine.location();
            let line = self.place_line(&place);
            self.say(&line);
        }
        Ok(())
    }

    pub(super) fn exec(&mut self, rest: &str) -> Done {
        let text = rest.trim();
        if text.is_empty() {
            return complain("Which instruction? `exec addi a0, a0, 1`.");
        }
        let words = self.assemble(text)?;
        let before = self.engine.printed();
        let effects = match self.engine.execute(&words, &format!("exec {text}")) {
            Ok(effects) => effects,
            Err(EditError::Failed(end)) => {
                return complain(format!(
                    "`{text}` cannot be executed here{}; nothing has changed.",
                    self.end_hint(&end)
                ));
            }
            Err(other) => return Err(other.into()),
        };
        if self.engine.printed() > before {
            self.show_output();
        }
        let text = match effects.is_empty() {
            true => "Nothing has changed.".to_owned(),
            false => self.changes(&effects),
        };
        self.say(&text);
        Ok(())
    }

    fn end_hint(&self, end: &runtime::End) -> &'static str {
        match end {
            runtime::End::Waiting => ": it is waiting for input",
            runtime::End::Exit(_) => ": it would end the program",
            _ => "",
        }
    }

    /// The words of an instruction; labels are their addresses.
    fn assemble(&self, text: &str) -> Result<Vec<u32>, Complaint> {
        let loaded = self.engine.loaded();
        let text = self.with_addresses(text);
        let options: AssembleOptions = loaded.target.options(loaded.map);
        let name = "exec".to_owned();
        let main = MainFile::Text {
            name,
            text: format!("{text}\n").into_bytes(),
        };
        let assembly = assemble(main, &[], &options, &mut MemoryLoader::default());
        let Some(program) = assembly.program else {
            let first = assembly.diagnostics.first();
            let title =
                first.map_or_else(|| "it does not assemble".to_owned(), |d| d.title.clone());
            return complain(format!("`{text}`: {title}."));
        };
        let code = program.image.segments.iter().find(|s| s.access.execute);
        let bytes = code.map_or(&[][..], |segment| &segment.bytes);
        let words = bytes.chunks_exact(4);
        let words: Vec<u32> = words
            .map(|bytes| {
                let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
                match program.image.big_endian {
                    true => u32::from_be_bytes(bytes),
                    false => u32::from_le_bytes(bytes),
                }
            })
            .collect();
        match words.is_empty() {
            true => complain(format!("`{text}` is not an instruction.")),
            false => Ok(words),
        }
    }

    fn with_addresses(&self, text: &str) -> String {
        let (mnemonic, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let image = &self.engine.map().program.image;
        let mut replaced = false;
        let operands: Vec<String> = operands
            .split(',')
            .map(|operand| match image.symbol(operand.trim()) {
                Some(symbol) => {
                    replaced = true;
                    format!(" {}", symbol.address)
                }
                None => operand.to_owned(),
            })
            .collect();
        // The address of a label is a number here.
        let idioms = self.engine.desc().idioms;
        let mnemonic = match mnemonic {
            la if replaced && la == idioms.load_address[0] => idioms.load_number,
            other => other,
        };
        format!("{mnemonic} {}", operands.join(","))
    }

    pub(super) fn call(&mut self, rest: &str) -> Done {
        let text = rest.trim();
        let inner = text
            .split_once('(')
            .and_then(|(name, rest)| Some((name.trim(), rest.trim_end().strip_suffix(')')?)));
        let Some((name, arguments)) = inner else {
            return complain("Write it like this: `call merge(&buf, 4)`.");
        };
        let addresses = self.place(name)?;
        let Some(&function) = addresses.first() else {
            return complain(format!("There is no function `{name}`."));
        };
        let mut args = Vec::new();
        for argument in arguments.split(',').map(str::trim) {
            if !argument.is_empty() {
                args.push(self.engine.evaluate(argument)? as u32);
            }
        }
        let called = self.engine.call(function, &args, &format!("call {text}"));
        let ([first, second], steps) = match called {
            Ok(called) => called,
            Err(EditError::NoReturn(end)) => {
                return complain(format!(
                    "`{name}` did not return{}; nothing has changed. `set pc = {name}` and `step` show why.",
                    self.end_hint(&end)
                ));
            }
            Err(other) => return Err(other.into()),
        };
        self.show_output();
        let results = self.engine.desc().abi.results;
        let names: Vec<&str> = results
            .iter()
            .map(|reg| self.engine.desc().register_name(*reg))
            .collect();
        let shown: Vec<String> = names
            .iter()
            .zip([first, second])
            .map(|(name, value)| format!("{name} = {}", number_text(value)))
            .collect();
        self.say(&format!(
            "`{name}` returned {} after {}.",
            shown.join(", "),
            count(steps, "instruction")
        ));
        Ok(())
    }

    pub(super) fn input(&mut self, rest: &str) -> Done {
        match rest.trim() {
            "--end" => self.engine.end_input()?,
            _ => {
                let mut bytes = unescape(rest);
                bytes.push(b'\n');
                self.engine.give_input(&bytes)?;
            }
        }
        let (read, given) = self.engine.input_read();
        self.say(&format!(
            "{} left to read.",
            count((given - read) as u64, "byte")
        ));
        Ok(())
    }

    pub(super) fn undo(&mut self) -> Done {
        let edit = self.engine.undo()?;
        self.say(&format!("Taken back: {}", diag::one_line(&edit.what)));
        self.show_output();
        let place = self.engine.location();
        let line = self.place_line(&place);
        self.say(&line);
        Ok(())
    }
}

/// Splits at the `=` that is not part of `==`, `<=`, `>=` or `!=`.
fn split_assignment(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let is_alone = |at: usize| {
        let before = at.checked_sub(1).and_then(|k| bytes.get(k));
        bytes.get(at + 1) != Some(&b'=') && !before.is_some_and(|b| b"=<>!".contains(b))
    };
    let at = text
        .match_indices('=')
        .map(|(at, _)| at)
        .find(|at| is_alone(*at))?;
    let (place, value) = (text[..at].trim(), text[at + 1..].trim());
    (!place.is_empty() && !value.is_empty()).then_some((place, value))
}
