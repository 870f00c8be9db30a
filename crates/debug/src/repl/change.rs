//! Changes by hand.

use super::arguments::{leading_float, leading_width, unescape};
use super::registers::float_text;
use super::stop::{both_texts, number_text};
use super::{Complaint, Done, Repl, complain};
use crate::engine::{EditError, FloatWidth, float_value};
use crate::expr::{Assignable, Expr, ExprError, ExprNumber, Width};
use assembler::{AssembleOptions, MainFile, MemoryLoader, assemble};
use diag::number::count;
use machine::isa::Bank;

impl Repl<'_> {
    pub(super) fn set(&mut self, rest: &str) -> Done {
        let Some((place, value)) = split_assignment(rest) else {
            return complain("Write it like this: `set a0 = 5`, `set half board[3] = 8`.");
        };
        let (float, text) = leading_float(place);
        let (width, text) = leading_width(text);
        let expr = self.engine.parse(text)?;
        let place = match expr.place(width, &self.state()) {
            Ok(place) => place,
            Err(ExprError::NoPlace(_)) => {
                return complain(format!(
                    "`{text}` is a value, not a place: registers and memory (`*a0`, `board[3]`) can be set."
                ));
            }
            Err(other) => return Err(other.into()),
        };
        if let (Some(frame), Assignable::Register(_) | Assignable::Pc) = (&self.chosen, place) {
            let index = frame.index;
            return complain(format!(
                "#{index} is a caller: what its registers held at its call is in the past. `frame 0` \
                 goes back to the function that runs."
            ));
        }
        let what = format!("set {}", rest.trim());
        match self.float_to_set(place, float, value) {
            Some((width, number)) => self.engine.set_float(place, width, number, &what)?,
            None => self.engine.set(place, self.evaluate(value)?, &what)?,
        }
        let now = self.place_text(place, float)?;
        self.say(&format!("{text} = {now}"));
        if let Assignable::Pc = place {
            let place = self.engine.location();
            let line = self.place_line(&place);
            self.say(&line);
        }
        Ok(())
    }

    /// The number, if a place is to be set to one of floating point: because of its length, because the
    /// register is for such numbers, or because it has a fraction.
    fn float_to_set(
        &self,
        place: Assignable,
        width: Option<FloatWidth>,
        value: &str,
    ) -> Option<(Option<FloatWidth>, f64)> {
        let number: f64 = match value.trim().parse() {
            Ok(number) => number,
            Err(_) => self.float_result(value)?,
        };
        let declared = match place {
            Assignable::Memory(address, _) => self.engine.map().float_at(address),
            _ => None,
        };
        let is_float = match place {
            Assignable::Register(reg) => reg.bank() == Bank::Float,
            _ => declared.is_some(),
        };
        let width = width.or(declared);
        let wanted = is_float || width.is_some() || number.fract() != 0.0;
        wanted.then_some((width, number))
    }

    /// The value of an expression that is a floating-point number.
    fn float_result(&self, text: &str) -> Option<f64> {
        let expr = self.engine.parse(text).ok()?;
        match expr.number(&self.state()).ok()? {
            ExprNumber::Float(number) => Some(number.into()),
            ExprNumber::Integer(_) => None,
        }
    }

    /// What a place holds, as it is shown after it was set.
    fn place_text(
        &self,
        place: Assignable,
        float: Option<FloatWidth>,
    ) -> Result<String, Complaint> {
        let engine = &self.engine;
        Ok(match place {
            Assignable::Register(reg) if reg.bank() == Bank::Float => {
                let value = float_value(engine.desc().abi, engine.registers(), reg);
                float_text(&value)
            }
            Assignable::Memory(address, _)
                if float.is_some() || engine.map().float_at(address).is_some() =>
            {
                self.float_cell(address, float)?
            }
            Assignable::Memory(address, width) => {
                both_texts(engine.state().load(width, address)?, width)
            }
            Assignable::Register(reg) => {
                both_texts(i64::from(engine.registers().get(reg) as i32), Width::Word)
            }
            Assignable::Control(number) => {
                let value = Expr::Control(number).value(&engine.state())?;
                both_texts(value, Width::Word)
            }
            Assignable::Pc => both_texts(i64::from(engine.pc() as i32), Width::Word),
        })
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
                args.push(self.evaluate(argument)? as u32);
            }
        }
        let called = self.engine.call(function, &args, &format!("call {text}"));
        let result = match called {
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
        let desc = self.engine.desc();
        let results = result.results(desc.abi).into_iter();
        let shown = results.map(|reg| {
            let text = match reg.bank() {
                Bank::Float => float_text(&float_value(desc.abi, &result.after, reg)),
                _ => number_text(result.after.get(reg) as u32),
            };
            format!("{} = {text}", desc.register_name(reg))
        });
        let shown: Vec<String> = shown.collect();
        self.say(&format!(
            "`{name}` returned {} after {}.",
            shown.join(", "),
            count(result.steps, "instruction")
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
