//! The state at the end of a run, as JSON and as text.

use super::places::{AFTER_EXIT, CodePlaces, ShadowRegisters, is_call, meaning, register_table};
use machine::image::Segment;
use machine::isa::{Meaning, Reg};
use machine::observe::{At, Observer, Transfer};
use runtime::Session;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

/// The most jumps that the history keeps.
const KEPT: usize = 100_000;
/// Bytes in a row of the memory table.
const ROW: u32 = 16;

/// A jump or breakpoint: how many steps had run with it, its address, and the registers after it.
#[derive(Clone, Debug)]
struct Event {
    cycle: u64,
    pc: u32,
    x: [u32; 32],
}

/// Notes jumps and breakpoints for the text dump.
pub(super) struct History {
    shadow: ShadowRegisters,
    step: u64,
    /// Jumps and breakpoints whose instruction is not over.
    open: Vec<(bool, u32)>,
    jumps: VecDeque<Event>,
    breaks: VecDeque<Event>,
}

impl History {
    /// Watches a run that begins with these registers.
    pub(super) fn new(registers: [u32; 32]) -> Self {
        History {
            shadow: ShadowRegisters(registers),
            step: 0,
            open: Vec::new(),
            jumps: VecDeque::new(),
            breaks: VecDeque::new(),
        }
    }

    /// Notes what the last instruction did.
    fn close(&mut self) {
        for (is_break, pc) in std::mem::take(&mut self.open) {
            let list = if is_break {
                &mut self.breaks
            } else {
                &mut self.jumps
            };
            if list.len() == KEPT {
                list.pop_front();
            }
            list.push_back(Event {
                cycle: self.step,
                pc,
                x: self.shadow.0,
            });
        }
    }

    fn text(events: &VecDeque<Event>, places: &CodePlaces<'_>) -> String {
        let mut text = String::new();
        for event in events.iter().rev() {
            let registers = register_table(&event.x, "\t");
            let place = places.describe(event.pc);
            let _ = writeln!(
                text,
                "{}: 0x{:08X} {place}\n{registers}",
                event.cycle, event.pc
            );
        }
        text
    }
}

impl Observer for History {
    fn instruction(&mut self, at: &At) {
        self.close();
        self.step = at.step + 1;
        if meaning(at) == Meaning::Breakpoint {
            self.open.push((true, at.pc));
        }
    }

    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        self.shadow.register(reg, old, new);
    }

    fn transfer(&mut self, transfer: &Transfer) {
        self.open.push((false, transfer.from));
    }
}

/// The integer registers of a machine.
pub(super) fn registers(session: &Session) -> [u32; 32] {
    std::array::from_fn(|number| session.machine.registers.x[number])
}

/// The final state as text.
pub(super) fn text(session: &Session, places: &CodePlaces<'_>, history: &mut History) -> String {
    history.close();
    let pc = final_pc(session);
    let mut text = format!(
        "Current PC: 0x{pc:08X}\nCurrent Instruction: {}\n\n",
        places.describe(pc)
    );
    let _ = writeln!(
        text,
        "Registers:\n{}\n",
        register_table(&registers(session), "")
    );
    let breaks = History::text(&history.breaks, places);
    let _ = writeln!(text, "ebreak History (reverse):\n{breaks}\n");
    let jumps = History::text(&history.jumps, places);
    let _ = writeln!(text, "Jump/Branch History (reverse):\n{jumps}\n");
    text.push_str("Instructions:\n");
    for (pc, _) in places.instructions() {
        let _ = writeln!(text, "0x{pc:08X} {}", places.describe(pc));
    }
    text.push_str("\nMemory:\n");
    for (row, bytes) in rows(session) {
        let _ = write!(text, "{row:08x}:");
        for pair in bytes.chunks(2) {
            let hex: String = pair.iter().map(|byte| format!("{byte:02x}")).collect();
            let _ = write!(text, " {hex}");
        }
        text.push('\n');
    }
    text.push_str("\n\n");
    text
}

/// The final state as JSON.
pub(super) fn json(session: &Session) -> String {
    let x = registers(session);
    let integer: Vec<String> = (1..32)
        .map(|number| format!("\"{number}\":{}", x[number] as i32))
        .collect();
    let f = &session.machine.registers.f;
    let floating: Vec<String> = (0..32)
        .map(|number| format!("\"{number}\":{}", float(f[number])))
        .collect();
    let image = session.image();
    let mut memory = Vec::new();
    for (row, bytes) in rows(session) {
        for (address, byte) in (row..=row + (ROW - 1)).zip(bytes) {
            let brought = image.segments.iter().any(|s| brings(s, address));
            if byte != 0 || brought {
                memory.push(format!("\"{address}\":{byte}"));
            }
        }
    }
    format!(
        "{{\"registers\":{{\"integer\":{{{}}},\"floating\":{{{}}}}},\"memory\":{{{}}}}}\n",
        integer.join(","),
        floating.join(","),
        memory.join(",")
    )
}

/// A floating-point register's value: a single one has all upper bits set.
fn float(bits: u64) -> String {
    let single = (bits >> 32) as u32 == u32::MAX;
    let value = if single {
        f32::from_bits(bits as u32).into()
    } else {
        f64::from_bits(bits)
    };
    match (value.is_finite(), single) {
        (true, true) => format!("{:?}", f32::from_bits(bits as u32)),
        (true, false) => format!("{value:?}"),
        (false, _) => format!("\"{value}\""),
    }
}

/// Whether the segment brings a byte along for this address.
fn brings(segment: &Segment, address: u32) -> bool {
    let offset = address.checked_sub(segment.address);
    offset.is_some_and(|offset| (offset as usize) < segment.bytes.len())
}

/// Every row of memory that the program brought along or that is not all zero.
fn rows(session: &Session) -> BTreeMap<u32, [u8; ROW as usize]> {
    let memory = &session.machine.memory;
    let mut rows = BTreeMap::new();
    for (page, bytes) in memory.pages() {
        for (k, chunk) in (0..).zip(bytes.chunks(ROW as usize)) {
            if chunk.iter().any(|byte| *byte != 0) {
                let row = page + k * ROW;
                rows.insert(row, memory.peek_bytes(row));
            }
        }
    }
    for segment in session
        .image()
        .segments
        .iter()
        .filter(|s| !s.bytes.is_empty())
    {
        let last = segment
            .address
            .saturating_add(segment.bytes.len() as u32 - 1);
        for row in (segment.address / ROW..=last / ROW).map(|row| row * ROW) {
            rows.entry(row).or_insert_with(|| memory.peek_bytes(row));
        }
    }
    rows
}

/// The program counter as the classic program leaves it: an exit call sends it to the data.
fn final_pc(session: &Session) -> u32 {
    let machine = &session.machine;
    let after_call = is_call(machine.word_at(machine.pc.wrapping_sub(4)));
    match machine.registers.x[10] {
        10 | 17 if after_call => AFTER_EXIT,
        _ => machine.pc,
    }
}
