//! The frames on the stack, with what is saved where.

use super::look::{NumberView, ScreenStyle};
use crate::engine::Engine;
use crate::expr::Width;
use crate::observers::CallFrame;
use diag::number::{count, grouped};
use ratatui::text::Line;
use runtime::End;

/// The most frames that are shown.
const MOST_FRAMES: usize = 8;
/// The most words of one frame that are shown.
const MOST_WORDS: u32 = 32;
/// The words of the main program that are shown.
const MAIN_WORDS: u32 = 8;
/// If more instructions than these were not looked at for calls, that is not done unasked.
const QUICK: u64 = 20_000_000;
/// The same for those since the last state that is kept, which are looked at at every stop.
const FAR: u64 = 5_000_000;

/// The frames as they were looked up at the last stop.
pub(super) struct Stack {
    rows: Vec<Row>,
    /// The stack pointer at the beginning of the program, if that was seen.
    top: Option<u32>,
    /// Calls up to this step are known.
    known: u64,
}

struct Row {
    frame: usize,
    offset: u32,
    what: What,
}

enum What {
    Title(String),
    Word { value: u32, saved: String },
    Note(String),
}

impl Stack {
    /// Nothing is looked up yet.
    pub(super) fn new(engine: &Engine) -> Self {
        Stack {
            rows: Vec::new(),
            top: (engine.step() == 0).then(|| stack_pointer(engine)),
            known: 0,
        }
    }

    /// Looks the frames up at the present step. `asked`: it may take long.
    pub(super) fn look_up(&mut self, engine: &mut Engine, asked: bool) {
        self.rows.clear();
        let step = engine.step();
        let kept = engine.kept_steps().take_while(|kept| *kept <= step).last();
        // Nothing is remembered about the way from the last kept state.
        let far = step - kept.unwrap_or(0) > FAR;
        if (far || step.saturating_sub(self.known) > QUICK) && !asked {
            let run = grouped(step);
            self.note(format!("{run} instructions have run:"));
            self.note("use `:bt` to look for open calls in them.".to_owned());
            let sp = stack_pointer(engine);
            self.words(engine, 0, sp, self.main_words(sp), &[]);
            return;
        }
        self.known = self.known.max(step);
        let frames = engine.frames();
        let mut bottom = stack_pointer(engine);
        for (index, frame) in frames.iter().enumerate().take(MOST_FRAMES) {
            self.frame(engine, &frames, index, frame, bottom);
            bottom = frame.sp;
        }
        match frames.len().checked_sub(MOST_FRAMES) {
            Some(hidden @ 1..) => {
                let hidden = count(hidden as u64, "call");
                self.note(format!("and {hidden} outside these"));
            }
            _ => {
                let place = place(engine, &frames, frames.len());
                let index = frames.len();
                let title = match place.is_empty() {
                    true => format!("#{index} main program, ended"),
                    false => format!("#{index} {place}, main program"),
                };
                self.title(index, title);
                self.words(engine, frames.len(), bottom, self.main_words(bottom), &[]);
            }
        }
    }

    /// How many words of the main program are shown: those that it has pushed, if that is known.
    fn main_words(&self, bottom: u32) -> u32 {
        let pushed = self.top.map(|top| top.saturating_sub(bottom) / 4);
        pushed.map_or(MAIN_WORDS, |words| words.min(MOST_WORDS))
    }

    fn frame(
        &mut self,
        engine: &mut Engine,
        frames: &[CallFrame],
        index: usize,
        frame: &CallFrame,
        bottom: u32,
    ) {
        let name = engine.map().name(frame.function);
        let place = place(engine, frames, index);
        // What is cut in a narrow pane is the name.
        self.title(index, format!("#{index} {place} in {name}"));
        let size = frame.sp.saturating_sub(bottom) / 4;
        let saved: Vec<(u32, String)> = match size {
            0 => Vec::new(),
            _ => engine
                .saved_registers(frame)
                .iter()
                .map(|saved| {
                    (
                        saved.address,
                        engine.desc().register_name(saved.reg).to_owned(),
                    )
                })
                .collect(),
        };
        self.words(engine, index, bottom, size.min(MOST_WORDS), &saved);
        if size > MOST_WORDS {
            self.note(format!(
                "  and {}",
                count((size - MOST_WORDS).into(), "more word")
            ));
        }
    }

    fn words(
        &mut self,
        engine: &Engine,
        frame: usize,
        bottom: u32,
        words: u32,
        saved: &[(u32, String)],
    ) {
        for offset in (0..words).map(|k| 4 * k) {
            let address = bottom.wrapping_add(offset);
            let Ok(value) = engine.state().load(Width::Word, address) else {
                return;
            };
            let saved = saved.iter().find(|(at, _)| *at == address);
            self.rows.push(Row {
                frame,
                offset,
                what: What::Word {
                    value: value as u32,
                    saved: saved.map_or(String::new(), |(_, name)| name.clone()),
                },
            });
        }
    }

    fn title(&mut self, frame: usize, text: String) {
        self.rows.push(Row {
            frame,
            offset: 0,
            what: What::Title(text),
        });
    }

    fn note(&mut self, text: String) {
        self.rows.push(Row {
            frame: 0,
            offset: 0,
            what: What::Note(text),
        });
    }

    /// All rows.
    pub(super) fn rows(
        &self,
        engine: &Engine,
        numbers: NumberView,
        look: ScreenStyle,
    ) -> Vec<Line<'static>> {
        let row = |row: &Row| match &row.what {
            What::Title(text) => Line::styled(text.clone(), look.frame(row.frame)),
            What::Note(text) => Line::styled(text.clone(), look.dim()),
            What::Word { value, saved } => {
                let base = if row.frame == 0 { "sp+" } else { "+" };
                let offset = format!("{base}{}", row.offset);
                let ra = engine.desc().register_name(engine.desc().abi.ra);
                let value = match saved == ra {
                    true => format!("to {}", place_of(engine, *value)),
                    false => numbers.word(*value),
                };
                let text = format!("  {offset:<6} {saved:<4} {value}");
                Line::styled(text, look.frame(row.frame))
            }
        };
        self.rows.iter().map(row).collect()
    }
}

fn stack_pointer(engine: &Engine) -> u32 {
    engine.registers().get(engine.desc().abi.sp) as u32
}

/// Where a frame is: the innermost at the next instruction, others at their call. Nothing if the program
/// has ended.
fn place(engine: &Engine, frames: &[CallFrame], index: usize) -> String {
    let inner = index.checked_sub(1).and_then(|inner| frames.get(inner));
    match (inner, engine.ended()) {
        (Some(inner), _) => place_of(engine, inner.call),
        (None, Some(End::Exit(_))) => String::new(),
        (None, _) => place_of(engine, engine.pc()),
    }
}

/// `slide.s:12`, without folders.
fn place_of(engine: &Engine, address: u32) -> String {
    let map = engine.map();
    let position = map.position(address).unwrap_or_else(|| map.name(address));
    let file = position.rsplit(['/', '\\']).next();
    file.map_or_else(String::new, super::look::plain)
}
