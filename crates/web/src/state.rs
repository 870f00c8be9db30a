//! Everything that is shown at a stop, as one value.

use crate::messages::{messages, words};
use debug::Engine;
use debug::view::{self, DataLabel, Element, RegisterView};
use machine::isa::{Bank, Reg};
use runtime::End;
use serde::Serialize;

/// The most bytes of memory in one answer.
const MOST_BYTES: u32 = 1 << 20;

words! {
    /// Where a register belongs.
    enum BankName {
        Int = "int",
        Float = "float",
        Control = "control",
    }
    /// What an element of data is.
    enum ElementKind {
        Number = "number",
        Float = "float",
        Text = "text",
    }
}

messages! {
    /// A program at a stop.
    struct StateView {
        machine: &'static str,
        /// How many instructions have run at this stop.
        step: u64,
        /// The first step of the history.
        first: u64,
        /// The last step of the history.
        last: u64,
        pc: u32,
        running: bool,
        /// It waits for input.
        waiting: bool,
        ended: bool,
        /// Bytes printed so far.
        printed: u64,
        registers: Vec<RegisterValue>,
        labels: Vec<LabelValue>,
        /// The parts of memory: text, data, heap, stack.
        segments: Vec<SegmentValue>,
        sp: u32,
        gp: Option<u32>,
        /// Findings about the calling convention so far.
        findings: Vec<FindingValue>,
    }

    /// A register.
    struct RegisterValue {
        name: &'static str,
        /// Its other name: `x10`, `$4`.
        number: String,
        bank: BankName,
        /// Its bits as hexadecimal digits without a prefix: 8 or 16.
        hex: String,
        /// What it holds, in words.
        text: String,
        /// It has changed since the stop before.
        changed: bool,
        writable: bool,
        /// Where it points to, if that is memory of the program.
        pointer: Option<u32>,
    }

    /// Data with a label.
    struct LabelValue {
        name: String,
        address: u32,
        size: u32,
        element: ElementValue,
    }

    /// How data is divided.
    struct ElementValue {
        /// Bytes of an element.
        size: u32,
        kind: ElementKind,
    }

    /// A part of memory.
    struct SegmentValue {
        name: String,
        address: u32,
        size: u32,
    }

    /// A finding about the calling convention.
    struct FindingValue {
        step: u64,
        /// Its place; empty and 0 if there is no source.
        file: String,
        line: u32,
        code: String,
        title: String,
        /// All of it, as text.
        text: String,
    }
}

/// The present state of a program.
pub(crate) fn view(engine: &mut Engine, running: bool) -> StateView {
    let span = engine.span();
    let segments = engine.memory_places().into_iter();
    let segments = segments.map(|(name, address, end)| {
        let size = end.wrapping_sub(address);
        SegmentValue {
            name,
            address,
            size,
        }
    });
    let segments: Vec<SegmentValue> = segments.collect();
    let findings = findings(engine);
    let abi = engine.desc().abi;
    StateView {
        machine: engine.desc().name,
        step: span.step,
        first: span.first,
        last: span.last,
        pc: engine.pc(),
        running,
        waiting: engine.is_waiting(),
        ended: engine.ended().is_some(),
        printed: engine.printed(),
        registers: registers(engine),
        labels: view::data_labels(engine).into_iter().map(label).collect(),
        segments,
        sp: engine.registers().get(abi.sp) as u32,
        gp: global_pointer(engine),
        findings,
    }
}

fn global_pointer(engine: &Engine) -> Option<u32> {
    let mut all = engine.desc().registers.iter();
    let found = all.find(|register| register.name.trim_start_matches('$') == "gp")?;
    Some(engine.registers().get(found.reg) as u32)
}

fn registers(engine: &Engine) -> Vec<RegisterValue> {
    let bank = |bank: Bank, name: BankName| {
        let views = view::registers(engine, None, bank).into_iter();
        views.map(move |view| register(engine, view, name))
    };
    let control = view::control_registers(engine).into_iter();
    let control = control.map(|view| register(engine, view, BankName::Control));
    bank(Bank::Int, BankName::Int)
        .chain(bank(Bank::Float, BankName::Float))
        .chain(control)
        .collect()
}

fn register(engine: &Engine, view: RegisterView, bank: BankName) -> RegisterValue {
    let mut all = engine.desc().registers.iter();
    let known = view.reg.and_then(|reg| all.find(|known| known.reg == reg));
    let bits = view.bits;
    let is_float = matches!(bank, BankName::Float);
    let is_wide = is_float && (bits >> 32 != 0 || engine.desc().name == "rv32");
    let is_int = matches!(bank, BankName::Int);
    let pointer = (is_int && engine.memory().readable(bits as u32)).then_some(bits as u32);
    RegisterValue {
        name: view.name,
        number: known.map_or(String::new(), |known| known.numbered.to_owned()),
        bank,
        hex: match is_wide {
            true => format!("{bits:016x}"),
            false => format!("{:08x}", bits as u32),
        },
        text: view.text,
        changed: view.changed,
        writable: view.reg.is_some_and(is_writable),
        pointer,
    }
}

fn is_writable(reg: Reg) -> bool {
    reg != Reg::of(Bank::Int, 0)
}

fn label(label: DataLabel) -> LabelValue {
    let element = ElementValue {
        size: label.element.size(),
        kind: match label.element {
            Element::Number(_) => ElementKind::Number,
            Element::Float(_) => ElementKind::Float,
            Element::Text => ElementKind::Text,
        },
    };
    LabelValue {
        name: label.name,
        address: label.address,
        size: label.size,
        element,
    }
}

fn findings(engine: &Engine) -> Vec<FindingValue> {
    let all = engine.findings().into_iter();
    let values = all.map(|(step, finding)| {
        let report = engine.finding_report(&finding);
        let sources = &engine.loaded().sources;
        let span = report.primary_span();
        let options = diag::RenderOptions::default();
        FindingValue {
            step,
            file: span.map_or(String::new(), |span| sources.name(span.file).to_owned()),
            line: span.map_or(0, |span| sources.position(span.file, span.start).line),
            code: report.code.0.to_owned(),
            text: diag::render(sources, &report, &options),
            title: report.title,
        }
    });
    values.collect()
}

/// The bytes from an address on.
pub(crate) fn memory(engine: &Engine, address: u32, length: u32) -> Vec<u8> {
    let memory = engine.memory();
    let room = (1u64 << 32) - u64::from(address);
    let count = u64::from(length.min(MOST_BYTES)).min(room) as u32;
    let places = (0..count).map(|k| address.wrapping_add(k));
    places
        .take_while(|at| memory.readable(*at))
        .map(|at| memory.peek(at))
        .collect()
}

/// How a program has ended.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EndView {
    /// By itself, with this code.
    Exit(i32),
    /// It cannot go on: why.
    Fault(serde_json::Value),
}

/// How the program has ended, if it has.
pub(crate) fn end(engine: &mut Engine) -> Option<EndView> {
    Some(match engine.ended()? {
        End::Exit(code) => EndView::Exit(*code),
        _ => {
            let report = engine.end_report();
            let sources = &engine.loaded().sources;
            let report = report.map(|report| diag::to_json(sources, &report));
            EndView::Fault(report.unwrap_or_default())
        }
    })
}
