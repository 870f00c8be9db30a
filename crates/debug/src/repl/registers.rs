//! Registers and values of expressions.

use super::stop::{both_texts, number_text};
use super::{Complaint, Display, Done, Repl, complain};
use crate::engine::ChangedRegister;
use crate::expr::{Expr, Width, register};
use machine::isa::Bank;

impl Repl<'_> {
    pub(super) fn registers(&mut self, rest: &str) -> Done {
        let all = self.engine.changed_registers();
        let words: Vec<&str> = rest.split([' ', ',']).filter(|w| !w.is_empty()).collect();
        let chosen: Vec<ChangedRegister> = match words.as_slice() {
            [] => all
                .into_iter()
                .filter(|r| r.register.reg.bank() == Bank::Int)
                .collect(),
            ["float" | "f" | "all-float"] => {
                let float = all
                    .into_iter()
                    .filter(|r| r.register.reg.bank() == Bank::Float);
                for line in float.map(|r| self.float_line(&r)).collect::<Vec<_>>() {
                    self.say(&line);
                }
                return Ok(());
            }
            names => {
                let mut chosen = Vec::new();
                for name in names {
                    let Some(wanted) = register(self.engine.desc(), name) else {
                        return complain(format!("There is no register `{name}`."));
                    };
                    chosen.extend(all.iter().filter(|r| r.register.reg == wanted.reg).copied());
                }
                chosen
            }
        };
        let pc = self.engine.pc();
        if words.is_empty() {
            self.say(&format!(
                "  pc       0x{pc:08x}  {}",
                self.engine.map().name(pc)
            ));
        }
        let cells: Vec<String> = chosen.iter().map(|r| self.register_cell(r)).collect();
        let rows = cells.len().div_ceil(2);
        for row in 0..rows {
            let second = cells.get(row + rows).map_or("", String::as_str);
            let line = format!("{}  {second}", cells[row]);
            self.say(line.trim_end());
        }
        Ok(())
    }

    /// `* a0 x10  0x00000041         65 'A'`
    fn register_cell(&self, changed: &ChangedRegister) -> String {
        let value = changed.value as u32;
        let mark = if changed.before.is_some() { '*' } else { ' ' };
        let character = match u8::try_from(value) {
            Ok(byte @ b' '..=b'~') => format!("'{}'", char::from(byte)),
            _ => "   ".to_owned(),
        };
        let (name, numbered) = (changed.register.name, changed.register.numbered);
        let text = format!(
            "{mark} {name:<4} {numbered:<3} 0x{value:08x} {:>11} {character}",
            value as i32
        );
        match changed.before {
            Some(_) => self.paint.changed(&text),
            None => text,
        }
    }

    fn float_line(&self, changed: &ChangedRegister) -> String {
        let mark = if changed.before.is_some() { '*' } else { ' ' };
        let value = changed.value;
        let text = format!(
            "{mark} {:<5} 0x{value:016x}  single {}  double {}",
            changed.register.name,
            f32::from_bits(value as u32),
            f64::from_bits(value)
        );
        match changed.before {
            Some(_) => self.paint.changed(&text),
            None => text,
        }
    }

    pub(super) fn print_value(&mut self, rest: &str) -> Done {
        let (format, text) = split_format(rest);
        if text.is_empty() {
            return complain("What? Write an expression: `print a0 + 4`.");
        }
        let shown = self.value_text(&format, text)?;
        self.say(&format!("{text} = {shown}"));
        Ok(())
    }

    /// The value of an expression in a format.
    fn value_text(&self, format: &str, text: &str) -> Result<String, Complaint> {
        let expr = self.engine.parse(text)?;
        let value = expr.value(&self.engine.state())?;
        let word = value as u32;
        let is_float = matches!(&expr, Expr::Register(reg) if reg.bank() == Bank::Float);
        Ok(match format {
            "x" => format!("0x{word:x}"),
            "d" => (word as i32).to_string(),
            "u" => word.to_string(),
            "t" => format!("0b{word:b}"),
            "c" => format!("{:?}", char::from(word as u8)),
            "s" => self.string_at(word)?,
            "" if is_float => {
                let Expr::Register(reg) = expr else {
                    return Ok(String::new());
                };
                let bits = self.engine.registers().get(reg);
                let (single, double) = (f32::from_bits(bits as u32), f64::from_bits(bits));
                format!("{single} as single, {double} as double (0x{bits:016x})")
            }
            "" => match &expr {
                Expr::Load(width, _) => both_texts(value, *width),
                Expr::Label(address, _) => format!("0x{address:08x}"),
                _ if value > i64::from(i32::MAX) => format!("0x{word:08x} ({word})"),
                _ if number_text(word).starts_with("0x") => self.address_text(word),
                _ => both_texts(i64::from(word as i32), Width::Word),
            },
            _ => return complain("Formats are x, d, u, t (binary), c (character) and s (string)."),
        })
    }

    /// An address with the label that it is near to.
    fn address_text(&self, address: u32) -> String {
        match self.engine.map().label_before(address) {
            Some(_) => format!("0x{address:08x} <{}>", self.engine.map().name(address)),
            None => format!("{} (0x{address:08x})", address as i32),
        }
    }

    /// The string at an address, in quotes.
    pub(super) fn string_at(&self, address: u32) -> Result<String, Complaint> {
        const LONGEST: usize = 200;
        let bytes = self.engine.memory().read_string(address, LONGEST);
        match bytes {
            Ok(bytes) => Ok(format!("{:?}", String::from_utf8_lossy(&bytes))),
            Err(_) => complain(format!("There is no string at 0x{address:08x}.")),
        }
    }

    pub(super) fn display(&mut self, rest: &str) -> Done {
        let (format, text) = split_format(rest);
        if text.is_empty() {
            self.show_displays();
            return Ok(());
        }
        self.engine.parse(text)?;
        self.displays_given += 1;
        self.displays.push(Display {
            id: self.displays_given,
            format,
            text: text.to_owned(),
        });
        let shown = self.displays.len() - 1;
        self.show_display(shown);
        Ok(())
    }

    pub(super) fn undisplay(&mut self, rest: &str) -> Done {
        let ids: Vec<u32> = rest
            .split([' ', ','])
            .filter_map(|w| w.parse().ok())
            .collect();
        if ids.is_empty() && !rest.trim().is_empty() {
            return complain("Which one? `info display` lists them.");
        }
        self.displays
            .retain(|display| !ids.is_empty() && !ids.contains(&display.id));
        Ok(())
    }

    pub(super) fn show_displays(&mut self) {
        for index in 0..self.displays.len() {
            self.show_display(index);
        }
    }

    fn show_display(&mut self, index: usize) {
        let Some(display) = self.displays.get(index) else {
            return;
        };
        let value = match self.value_text(&display.format, &display.text) {
            Ok(value) => value,
            Err(Complaint(why)) => why,
        };
        let line = format!("{}: {} = {value}", display.id, display.text);
        self.say(&line);
    }
}

/// `/x a0`: the format, and the rest.
pub(super) fn split_format(text: &str) -> (String, &str) {
    let text = text.trim();
    match text.strip_prefix('/') {
        Some(rest) => {
            let (format, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            (format.to_owned(), rest.trim())
        }
        None => (String::new(), text),
    }
}
