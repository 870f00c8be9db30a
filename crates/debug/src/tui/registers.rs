//! Registers: those that changed have a mark.

use super::look::{NumberView, ScreenStyle};
use crate::engine::ChangedRegister;
use machine::isa::{Bank, Reg};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// The columns that a register needs with both forms of its value.
const WIDE: usize = 37;
/// The columns that it needs with one.
const NARROW: usize = 16;

/// The rows of a pane of this width: two columns of registers.
pub(super) fn rows(
    all: &[ChangedRegister],
    width: usize,
    numbers: NumberView,
    look: ScreenStyle,
) -> Vec<Line<'static>> {
    let wide = width > 2 * WIDE;
    let shown: Vec<&ChangedRegister> = all
        .iter()
        .filter(|changed| is_shown(changed.register.reg, wide))
        .collect();
    let columns = if wide || width > 2 * NARROW { 2 } else { 1 };
    let rows = shown.len().div_ceil(columns);
    let cell = |changed: &ChangedRegister| {
        let text = match wide {
            true => both(changed),
            false => one(changed, numbers),
        };
        let style = match changed.before {
            Some(_) => look.changed(),
            None => Style::new(),
        };
        Span::styled(text, style)
    };
    let row = |row: usize| {
        let columns = (0..columns).filter_map(|column| shown.get(row + column * rows));
        let cells = columns.map(|changed| cell(changed));
        Line::from(cells.collect::<Vec<_>>())
    };
    (0..rows).map(row).collect()
}

/// Those that are computed with; HI and LO where there is place for them.
fn is_shown(reg: Reg, wide: bool) -> bool {
    let high_or_low = [Reg::of(Bank::Hidden, 0), Reg::of(Bank::Hidden, 1)];
    reg.bank() == Bank::Int || wide && high_or_low.contains(&reg)
}

/// The numbered name, if it is another one.
fn numbered(changed: &ChangedRegister) -> &'static str {
    let register = changed.register;
    match register.numbered == register.name {
        true => "",
        false => register.numbered,
    }
}

fn mark(changed: &ChangedRegister) -> char {
    if changed.before.is_some() { '*' } else { ' ' }
}

/// `*a0   x10 0x00000041          65 'A'`
fn both(changed: &ChangedRegister) -> String {
    let value = changed.value as u32;
    let letter = match u8::try_from(value) {
        Ok(byte @ b' '..=b'~') => format!("'{}'", char::from(byte)),
        _ => String::new(),
    };
    format!(
        "{}{:<4} {:<3} 0x{value:08x} {:>11} {letter:<5}",
        mark(changed),
        changed.register.name,
        numbered(changed),
        value as i32
    )
}

/// `*a0  65`
fn one(changed: &ChangedRegister, numbers: NumberView) -> String {
    let value = numbers.word(changed.value as u32);
    let name = changed.register.name;
    format!("{}{name:<3} {value:<11}", mark(changed))
}
