//! Registers and values of expressions.

use super::stop::{both_texts, number_text};
use super::{Complaint, Display, Done, Repl, complain};
use crate::engine::{ChangedRegister, Engine, FloatNumber, FloatValue, FloatWidth, float_value};
use crate::expr::{Expr, Width, control_register, register};
use machine::isa::{Bank, Reg};

impl Repl<'_> {
    pub(super) fn registers(&mut self, rest: &str) -> Done {
        let all = self.shown_registers();
        let words: Vec<&str> = rest.split([' ', ',']).filter(|w| !w.is_empty()).collect();
        if let Some(frame) = &self.chosen {
            let text = format!(
                "The registers of #{}, as they were at its call:",
                frame.index
            );
            self.say(&self.paint.dim(&text));
        }
        match words.as_slice() {
            [] => {
                let pc = self.chosen_pc();
                let name = self.engine.map().name(pc);
                self.say(&format!("  pc       0x{pc:08x}  {name}"));
                let integers = all.iter().filter(|r| r.register.reg.bank() == Bank::Int);
                let cells = integers.map(|r| self.register_cell(r)).collect();
                self.say_cells(cells);
            }
            ["float" | "f" | "all-float"] => {
                let floats = all.iter();
                let floats = floats.filter(|r| r.register.reg.bank() == Bank::Float);
                for line in floats.map(|r| self.float_line(r)).collect::<Vec<_>>() {
                    self.say(&line);
                }
            }
            ["control"] => self.control_registers(&all),
            names => return self.named_registers(&all, names),
        }
        Ok(())
    }

    /// Registers that were named: integers in two columns, then others.
    fn named_registers(&mut self, all: &[ChangedRegister], names: &[&str]) -> Done {
        let (mut cells, mut lines) = (Vec::new(), Vec::new());
        let desc = self.engine.desc();
        for name in names {
            if let Some(wanted) = register(desc, name) {
                for known in all.iter().filter(|r| r.register.reg == wanted.reg) {
                    match wanted.reg.bank() {
                        Bank::Float => lines.push(self.float_line(known)),
                        _ => cells.push(self.register_cell(known)),
                    }
                }
            } else if let Some(control) = control_register(desc, name) {
                let known = self.engine.control_registers().into_iter();
                let known = known.filter(|(register, _)| register.number == control.number);
                cells.extend(known.map(|(register, value)| control_cell(register.name, value)));
            } else {
                return complain(format!("There is no register `{name}`."));
            }
        }
        self.say_cells(cells);
        for line in lines {
            self.say(&line);
        }
        Ok(())
    }

    /// The registers that are not numbered: those that instructions use without naming them, and
    /// control registers.
    fn control_registers(&mut self, all: &[ChangedRegister]) {
        let hidden = all.iter();
        let hidden = hidden.filter(|r| r.register.reg.bank() == Bank::Hidden);
        let mut lines: Vec<String> = hidden
            .map(|r| control_cell(r.register.name, r.value as u32))
            .collect();
        let control = self.engine.control_registers().into_iter();
        lines.extend(control.map(|(register, value)| control_cell(register.name, value)));
        for line in lines {
            self.say(line.trim_end());
        }
    }

    fn say_cells(&mut self, cells: Vec<String>) {
        let rows = cells.len().div_ceil(2);
        for row in 0..rows {
            let second = cells.get(row + rows).map_or("", String::as_str);
            let line = format!("{}  {second}", cells[row]);
            self.say(line.trim_end());
        }
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
        let numbered = if numbered == name { "" } else { numbered };
        let text = format!(
            "{mark} {name:<4} {numbered:<3} 0x{value:08x} {:>11} {character}",
            value as i32
        );
        match changed.before {
            Some(_) => self.paint.changed(&text),
            None => text,
        }
    }

    /// `  fa0   f10  0xffffffff40200000  2.5`
    fn float_line(&self, changed: &ChangedRegister) -> String {
        let mark = if changed.before.is_some() { '*' } else { ' ' };
        let (name, numbered) = (changed.register.name, changed.register.numbered);
        let numbered = if numbered == name { "" } else { numbered };
        let value = self.float_value(changed.register.reg);
        let digits = match value.pair.is_some() || self.engine.desc().abi.has_float_pairs() {
            true => 8,
            false => 16,
        };
        let bits = value.bits;
        let text = format!(
            "{mark} {name:<5} {numbered:<3}  0x{bits:0digits$x}  {}",
            float_text(&value)
        );
        match changed.before {
            Some(_) => self.paint.changed(&text),
            None => text,
        }
    }

    /// What a floating-point register of the chosen frame holds.
    fn float_value(&self, reg: Reg) -> FloatValue {
        float_value(self.engine.desc().abi, self.state().registers, reg)
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
    pub(super) fn value_text(&self, format: &str, text: &str) -> Result<String, Complaint> {
        let expr = self.engine.parse(text)?;
        let is_register = matches!(expr, Expr::Register(_));
        if expr.has_floats() && !is_register && ["", "f"].contains(&format) {
            return Ok(expr.number(&self.state())?.to_string());
        }
        let value = expr.value(&self.state())?;
        let word = value as u32;
        Ok(match format {
            "x" => format!("0x{word:x}"),
            "d" => (word as i32).to_string(),
            "u" => word.to_string(),
            "t" => format!("0b{word:b}"),
            "c" => format!("{:?}", char::from(word as u8)),
            "s" => self.string_at(word)?,
            "f" => match &expr {
                Expr::Register(reg) if reg.bank() == Bank::Float => {
                    float_text(&self.float_value(*reg))
                }
                Expr::Label(address, _) => self.float_cell(*address, None)?,
                _ => FloatNumber::of(FloatWidth::Single, word.into()).to_string(),
            },
            "" => match &expr {
                Expr::Register(reg) if reg.bank() == Bank::Float => {
                    let float = self.float_value(*reg);
                    format!("{} (0x{:x})", float_text(&float), float.bits)
                }
                Expr::Load(width, _) => both_texts(value, *width),
                Expr::Label(address, _) => format!("0x{address:08x}"),
                _ if value > i64::from(i32::MAX) => format!("0x{word:08x} ({word})"),
                _ => word_text(&self.engine, word),
            },
            _ => {
                return complain(
                    "Formats are x, d, u, t (binary), c (character), f (floating point) and s (string).",
                );
            }
        })
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

/// `  EPC      0x00400010     4194320`
fn control_cell(name: &str, value: u32) -> String {
    format!("  {name:<8} 0x{value:08x} {:>11}    ", value as i32)
}

/// The number in a floating-point register, and what it is together with the next one.
pub(crate) fn float_text(value: &FloatValue) -> String {
    match (value.number, value.pair) {
        (number, Some(double)) => format!("{number} as single, {double} as double"),
        (number @ FloatNumber::Double(_), None) if value.bits != 0 => format!("{number} (double)"),
        (number, None) => number.to_string(),
    }
}

/// A word: a number, or an address with the label that it is near to.
pub fn word_text(engine: &Engine, word: u32) -> String {
    if !number_text(word).starts_with("0x") {
        return both_texts(i64::from(word as i32), Width::Word);
    }
    let map = engine.map();
    match map.label_before(word) {
        Some(_) => format!("0x{word:08x} <{}>", map.name(word)),
        None => format!("{} (0x{word:08x})", word as i32),
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
