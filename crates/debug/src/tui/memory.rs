//! Memory from an address on, which is followed from stop to stop; or what a command that shows
//! memory says at each of them, such as `board`.

use super::look::{NumberView, ScreenStyle, plain, wrapped};
use crate::engine::Engine;
use crate::expr::Width;
use crate::repl::Repl;
use machine::isa::Bank;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// The bytes in a row.
const ROW: u32 = 8;
/// The most rows.
const ROWS: u32 = 512;

/// What is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Follow {
    /// From the address that this expression has.
    Address(String),
    /// What this command says.
    Command(String),
}

/// Memory as it is shown.
pub(super) struct MemoryPane {
    follow: Follow,
    /// The first address, how wide its elements are, and the bytes that can be read from there.
    first: u32,
    width: Width,
    bytes: Vec<u8>,
    /// What a command said, or why there is nothing to show.
    text: Vec<String>,
    /// The same at the stop before.
    before: (u32, Vec<u8>, Vec<String>),
}

impl MemoryPane {
    /// Follows the beginning of the data, or the stack pointer if there is none.
    pub(super) fn new(engine: &Engine) -> Self {
        let image = &engine.map().program.image;
        let data = image
            .segments
            .iter()
            .find(|s| s.access.write && !s.access.execute && s.size > 0);
        let sp = engine.desc().register_name(engine.desc().abi.sp);
        let follow = match data {
            Some(segment) => match image.symbols.iter().find(|s| s.address == segment.address) {
                Some(symbol) => symbol.name.clone(),
                None => format!("0x{:08x}", segment.address),
            },
            None => sp.to_owned(),
        };
        MemoryPane {
            follow: Follow::Address(follow),
            first: 0,
            width: Width::Word,
            bytes: Vec::new(),
            text: Vec::new(),
            before: (0, Vec::new(), Vec::new()),
        }
    }

    /// Follows an address; the error says why it cannot.
    pub(super) fn follow_address(&mut self, engine: &Engine, text: &str) -> Result<(), String> {
        match engine.evaluate(text) {
            Ok(_) => {
                self.follow = Follow::Address(text.to_owned());
                Ok(())
            }
            Err(wrong) => Err(wrong.to_string()),
        }
    }

    /// Shows what a command says.
    pub(super) fn follow_command(&mut self, command: &str) {
        self.follow = Follow::Command(command.to_owned());
    }

    /// What is followed.
    pub(super) fn title(&self) -> String {
        match &self.follow {
            Follow::Address(text) => format!("at {}", plain(text)),
            Follow::Command(text) => plain(text),
        }
    }

    /// Looks at memory as it is now; what differs from before has a mark.
    pub(super) fn look_up(&mut self, repl: &mut Repl<'_>) {
        let bytes = std::mem::take(&mut self.bytes);
        let text = std::mem::take(&mut self.text);
        self.before = (self.first, bytes, text);
        match self.follow.clone() {
            Follow::Address(text) => self.read(&repl.engine, &text),
            Follow::Command(text) => {
                let (Ok(said) | Err(said)) = repl.look(&text);
                self.text = said.lines().map(plain).collect();
            }
        }
    }

    fn read(&mut self, engine: &Engine, text: &str) {
        let expr = match engine.parse(text) {
            Ok(expr) => expr,
            Err(wrong) => {
                self.text = vec![wrong.to_string()];
                return;
            }
        };
        let address = match expr.value(&engine.state()) {
            Ok(value) => value as u32,
            Err(wrong) => {
                self.text = vec![wrong.to_string()];
                return;
            }
        };
        self.width = match &expr {
            crate::expr::Expr::Register(reg) if reg.bank() == Bank::Int => Width::Word,
            expr => expr.element(),
        };
        self.first = address & !(self.width.size() - 1);
        let addresses = (0..ROW * ROWS).map_while(|k| self.first.checked_add(k));
        let readable = addresses.take_while(|at| engine.memory().readable(*at));
        self.bytes = readable.map(|at| engine.memory().peek(at)).collect();
        if self.bytes.is_empty() {
            self.text = vec![format!("there is no memory at 0x{address:08x}")];
        }
    }

    fn was(&self, address: u32) -> Option<u8> {
        let (first, bytes, _) = &self.before;
        let index = address.checked_sub(*first)?;
        bytes.get(index as usize).copied()
    }

    /// All rows, for a pane of this width.
    pub(super) fn rows(
        &self,
        engine: &Engine,
        width: usize,
        numbers: NumberView,
        look: ScreenStyle,
    ) -> Vec<Line<'static>> {
        if self.bytes.is_empty() {
            let old = &self.before.2;
            let rows = self.text.iter().enumerate().flat_map(|(index, text)| {
                let changed = old.get(index).is_some_and(|old| old != text);
                let parts = wrapped(text, width.saturating_sub(1)).into_iter();
                parts.map(move |part| row_of_text(&part, changed, look))
            });
            return rows.collect();
        }
        let rows = self
            .bytes
            .chunks(ROW as usize)
            .zip((self.first..).step_by(ROW as usize));
        rows.map(|(bytes, at)| self.row(engine, at, bytes, numbers, look))
            .collect()
    }

    /// `10000010 *0002  0002  0004  0004  ........`
    fn row(
        &self,
        engine: &Engine,
        at: u32,
        bytes: &[u8],
        numbers: NumberView,
        look: ScreenStyle,
    ) -> Line<'static> {
        let size = self.width.size() as usize;
        let mut spans = vec![Span::styled(format!("{at:08x}"), look.dim())];
        for (cell, address) in bytes.chunks_exact(size).zip((at..).step_by(size)) {
            let new = cell.iter().zip(address..);
            let changed = new
                .filter_map(|(byte, at)| Some(self.was(at)? != *byte))
                .any(|changed| changed);
            let value = engine.state().load(self.width, address).unwrap_or(0);
            let (digits, mark) = (2 * size, if changed { '*' } else { ' ' });
            let mask = u32::MAX >> (32 - 8 * size);
            let text = match numbers {
                NumberView::Decimal => {
                    let columns = [0, 3, 5, 0, 11][size];
                    format!("{mark}{value:>columns$}")
                }
                _ => format!("{mark}{:0digits$x}", value as u32 & mask),
            };
            let style = if changed {
                look.changed()
            } else {
                Style::new()
            };
            spans.push(Span::styled(text, style));
        }
        let letter = |byte: &u8| match byte {
            b' '..=b'~' => char::from(*byte),
            _ => '.',
        };
        let letters: String = bytes.iter().map(letter).collect();
        spans.push(Span::styled(format!("  {letters}"), look.dim()));
        Line::from(spans)
    }
}

fn row_of_text(text: &str, changed: bool, look: ScreenStyle) -> Line<'static> {
    match changed {
        true => Line::styled(format!("*{text}"), look.changed()),
        false => Line::raw(format!(" {text}")),
    }
}
