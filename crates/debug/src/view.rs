//! What there is to see of a program at a stop, as values. The faces decide how it looks.

use crate::engine::{Engine, FloatWidth, FrameState, float_value};
use crate::expr::Width;
use crate::observers::CallFrame;
use crate::repl::{Repl, float_text};
use machine::isa::{Bank, Reg};

pub use crate::repl::{both_texts as number_text, word_text};

/// The most words of one frame.
const MOST_WORDS: u32 = 1024;
/// The most labels of data.
const MOST_LABELS: usize = 4096;

/// A register with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterView {
    /// Its usual name.
    pub name: &'static str,
    /// The register; `None`: a control register.
    pub reg: Option<Reg>,
    /// Its bits.
    pub bits: u64,
    /// What it holds, in words.
    pub text: String,
    /// It has changed since the stop before.
    pub changed: bool,
}

/// A word on the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackWord {
    /// Where it is.
    pub address: u32,
    /// How far above the stack pointer of its function.
    pub offset: u32,
    /// What it holds.
    pub value: u32,
    /// The register that the function has saved there.
    pub saved: Option<Reg>,
}

/// Data with a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLabel {
    /// The label.
    pub name: String,
    /// Where it is.
    pub address: u32,
    /// How many bytes belong to it.
    pub size: u32,
    /// How its directive divides them.
    pub element: Element,
}

/// How data is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Into whole numbers.
    Number(Width),
    /// Into floating-point numbers.
    Float(FloatWidth),
    /// Not at all: it is text.
    Text,
}

impl Element {
    /// How many bytes each has.
    pub fn size(self) -> u32 {
        match self {
            Element::Number(width) => width.size(),
            Element::Float(width) => width.size(),
            Element::Text => 1,
        }
    }
}

/// Where a program is in its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineView {
    /// The first step that can be gone back to.
    pub first: u64,
    /// The present step.
    pub step: u64,
    /// The last step that is known.
    pub last: u64,
    /// Whether the program has ended at the present step.
    pub ended: bool,
    /// The steps at which something has stopped it.
    pub stops: Vec<u64>,
    /// The steps that can be gone to at once.
    pub kept: Vec<u64>,
    /// The changes by hand before the present step.
    pub edits: Vec<(u64, String)>,
}

/// The history of a session.
pub fn timeline(repl: &Repl<'_>) -> TimelineView {
    let engine = repl.program();
    let span = engine.span();
    let edits = engine.edits().iter();
    TimelineView {
        first: span.first,
        step: span.step,
        last: span.last,
        ended: engine.ended().is_some(),
        stops: repl.marks().to_vec(),
        kept: engine.kept_steps().collect(),
        edits: edits.map(|edit| (edit.step, edit.what.clone())).collect(),
    }
}

/// The registers of a bank. `frame`: those of an open call, unless it is the innermost.
pub fn registers(engine: &Engine, frame: Option<&FrameState>, bank: Bank) -> Vec<RegisterView> {
    let abi = engine.desc().abi;
    let all = engine.changed_registers().into_iter();
    let views = all.filter(|known| known.register.reg.bank() == bank);
    let views = views.map(|known| {
        let reg = known.register.reg;
        let registers = frame.map_or(engine.registers(), |frame| &frame.registers);
        let bits = registers.get(reg);
        let text = match bank {
            Bank::Float => float_text(&float_value(abi, registers, reg)),
            _ => word_text(engine, bits as u32),
        };
        RegisterView {
            name: known.register.name,
            reg: Some(reg),
            bits,
            text,
            changed: frame.is_none() && known.before.is_some(),
        }
    });
    views.collect()
}

/// The control registers, after those that instructions use without naming them.
pub fn control_registers(engine: &Engine) -> Vec<RegisterView> {
    let mut views = registers(engine, None, Bank::Hidden);
    let control = engine.control_registers().into_iter();
    views.extend(control.map(|(register, value)| RegisterView {
        name: register.name,
        reg: None,
        bits: value.into(),
        text: number_text(i64::from(value as i32), Width::Word),
        changed: false,
    }));
    views
}

/// The words between the stack pointer of an open call and that of its caller; none for the main program.
pub fn frame_words(engine: &mut Engine, frames: &[CallFrame], index: usize) -> Vec<StackWord> {
    let Some(frame) = frames.get(index) else {
        return Vec::new();
    };
    let bottom = match index.checked_sub(1).and_then(|inner| frames.get(inner)) {
        Some(inner) => inner.sp,
        None => engine.registers().get(engine.desc().abi.sp) as u32,
    };
    let saved = engine.saved_registers(frame);
    let words = (frame.sp.saturating_sub(bottom) / 4).min(MOST_WORDS);
    let state = engine.state();
    let word = |k: u32| {
        let address = bottom.wrapping_add(4 * k);
        let value = state.load(Width::Word, address).ok()?;
        let saved = saved.iter().find(|saved| saved.address == address);
        Some(StackWord {
            address,
            offset: 4 * k,
            value: value as u32,
            saved: saved.map(|saved| saved.reg),
        })
    };
    (0..words).filter_map(word).collect()
}

/// The labels of data, by address. What lies up to the next one belongs to a label.
pub fn data_labels(engine: &Engine) -> Vec<DataLabel> {
    let map = engine.map();
    let image = &map.program.image;
    let mut symbols: Vec<_> = image.symbols.iter().filter(|s| !s.absolute).collect();
    symbols.sort_by_key(|symbol| symbol.address);
    let segments: Vec<(u32, u32)> = { image.segments.iter() }
        .filter(|segment| segment.size > 0)
        .map(|segment| (segment.address, segment.end()))
        .collect();
    let mut labels = Vec::new();
    for (k, symbol) in symbols.iter().enumerate() {
        let address = symbol.address;
        let inside = |(first, end): &&(u32, u32)| (*first..*end).contains(&address);
        let Some((_, end)) = segments.iter().find(inside) else {
            continue;
        };
        if engine.is_code(address) || labels.len() >= MOST_LABELS {
            continue;
        }
        let next = symbols[k..]
            .iter()
            .map(|s| s.address)
            .find(|at| *at > address);
        labels.push(DataLabel {
            name: diag::one_line(&symbol.name),
            address,
            size: next.unwrap_or(*end).min(*end) - address,
            element: map.element_at(address),
        });
    }
    labels
}
