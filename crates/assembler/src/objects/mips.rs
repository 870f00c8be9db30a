//! The relocations of MIPS with the o32 convention. What is added is in the place itself; for an upper
//! half, its lower half is in the instruction of the next lower half for the same symbol.

use super::ObjectError;
use super::place::Placed;
use super::relocate::{DoesNotReach, PlaceBytes, RelocationRow, Resolved};
use rustc_hash::FxHashMap;

/// What a relocation fills in. `S` is the symbol's address, `A` what is added, `P` the place, and `GP`
/// what the global pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MipsAction {
    /// Nothing.
    Ignore,
    /// A word: `S + A`.
    Word,
    /// A word: `S + A - P`.
    WordFromHere,
    /// A word: `S + A - GP`.
    WordFromPointer,
    /// The target of a jump within its region.
    Jump,
    /// The offset of a branch.
    Branch,
    /// The halves of `S + A`.
    High,
    Low,
    /// `S + A - GP`.
    FromPointer,
    /// The distance from `GP` to the slot that holds `S`, or the upper half of `S + A` if the symbol
    /// is local.
    Slot,
    /// The distance to the slot that holds the function `S`.
    CallSlot,
    /// The halves of such a distance.
    SlotHigh,
    SlotLow,
    /// The distance to two slots that describe a thread's variable, or the thread's variables.
    ThreadPair,
    ThreadModule,
    /// The halves of the distance of a thread's variable from their description.
    ThreadBlockHigh,
    ThreadBlockLow,
    /// The distance to the slot with the distance of a thread's variable from the thread pointer.
    ThreadSlot,
    /// That distance, as a word and in halves.
    ThreadWord,
    ThreadHigh,
    ThreadLow,
}

use MipsAction as Do;

const fn row(number: u32, name: &'static str, action: MipsAction) -> RelocationRow<MipsAction> {
    RelocationRow {
        number,
        name,
        action,
    }
}

/// Every kind, in the order of the numbers.
static ROWS: &[RelocationRow<MipsAction>] = &[
    row(0, "R_MIPS_NONE", Do::Ignore),
    row(2, "R_MIPS_32", Do::Word),
    row(4, "R_MIPS_26", Do::Jump),
    row(5, "R_MIPS_HI16", Do::High),
    row(6, "R_MIPS_LO16", Do::Low),
    row(7, "R_MIPS_GPREL16", Do::FromPointer),
    row(8, "R_MIPS_LITERAL", Do::FromPointer),
    row(9, "R_MIPS_GOT16", Do::Slot),
    row(10, "R_MIPS_PC16", Do::Branch),
    row(11, "R_MIPS_CALL16", Do::CallSlot),
    row(12, "R_MIPS_GPREL32", Do::WordFromPointer),
    row(22, "R_MIPS_GOT_HI16", Do::SlotHigh),
    row(23, "R_MIPS_GOT_LO16", Do::SlotLow),
    row(30, "R_MIPS_CALL_HI16", Do::SlotHigh),
    row(31, "R_MIPS_CALL_LO16", Do::SlotLow),
    row(37, "R_MIPS_JALR", Do::Ignore),
    row(42, "R_MIPS_TLS_GD", Do::ThreadPair),
    row(43, "R_MIPS_TLS_LDM", Do::ThreadModule),
    row(44, "R_MIPS_TLS_DTPREL_HI16", Do::ThreadBlockHigh),
    row(45, "R_MIPS_TLS_DTPREL_LO16", Do::ThreadBlockLow),
    row(46, "R_MIPS_TLS_GOTTPREL", Do::ThreadSlot),
    row(47, "R_MIPS_TLS_TPREL32", Do::ThreadWord),
    row(49, "R_MIPS_TLS_TPREL_HI16", Do::ThreadHigh),
    row(50, "R_MIPS_TLS_TPREL_LO16", Do::ThreadLow),
    row(248, "R_MIPS_PC32", Do::WordFromHere),
];

/// How far the thread pointer and the description of a thread's variables point behind their start.
const THREAD_POINTER: u32 = 0x7000;
const THREAD_BLOCK: u32 = 0x8000;

/// The name whose value is the distance from an instruction to what the global pointer points to.
const POINTER_DISTANCE: &str = "_gp_disp";

/// How many slots of the table of addresses a kind needs.
pub(super) fn slots(kind: u32) -> u32 {
    match RelocationRow::find(ROWS, kind).map(|row| row.action) {
        Some(Do::Slot | Do::CallSlot | Do::SlotHigh | Do::SlotLow | Do::ThreadSlot) => 1,
        Some(Do::ThreadPair | Do::ThreadModule) => 2,
        _ => 0,
    }
}

/// Fills in the relocations of one section.
pub(super) fn fill(
    placed: &mut Placed<'_>,
    relocations: &[Resolved],
) -> Result<(), Vec<ObjectError>> {
    let mut errors = Vec::new();
    let lower = lower_halves(placed, relocations);
    for (index, resolved) in relocations.iter().enumerate() {
        let Some(row) = RelocationRow::find(ROWS, resolved.relocation.kind) else {
            errors.push(placed.unknown(resolved));
            continue;
        };
        let low = lower.get(&index).copied().unwrap_or(0);
        if fill_one(placed, resolved, row.action, low).is_err() {
            errors.push(placed.too_far(resolved, row.name));
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

/// For each upper half, the lower half that completes what is added: that of the next lower half for
/// the same symbol.
fn lower_halves(placed: &mut Placed<'_>, relocations: &[Resolved]) -> FxHashMap<usize, i32> {
    let mut found = FxHashMap::default();
    let mut last: FxHashMap<usize, i32> = FxHashMap::default();
    for (index, resolved) in relocations.iter().enumerate().rev() {
        let action = RelocationRow::find(ROWS, resolved.relocation.kind).map(|row| row.action);
        let symbol = resolved.relocation.symbol;
        match action {
            Some(Do::Low) => {
                let low = placed.bytes(resolved).get(0) as i16;
                last.insert(symbol, low.into());
            }
            Some(Do::High | Do::Slot) => {
                found.insert(index, last.get(&symbol).copied().unwrap_or(0));
            }
            _ => {}
        }
    }
    found
}

/// A number in the lower half of an instruction, with its sign.
fn half(word: u32) -> i32 {
    (word as i16).into()
}

fn fill_one(
    placed: &mut Placed<'_>,
    resolved: &Resolved,
    action: MipsAction,
    low: i32,
) -> Result<(), DoesNotReach> {
    let entry = &placed.objects[resolved.object].symbols[resolved.relocation.symbol];
    let is_local = entry.local;
    let is_distance = entry.name == POINTER_DISTANCE;
    let is_pic = called_is_position_independent(placed, resolved);
    let explicit = resolved.relocation.addend;
    let (symbol, place, pointer) = (resolved.value, resolved.place, placed.global_pointer);
    let of_thread = symbol.wrapping_sub(placed.thread_start);
    let word = placed.bytes(resolved).get(0);
    let own = explicit.unwrap_or_else(|| half(word));
    let plus = |addend: i32| symbol.wrapping_add_signed(addend);
    let full = explicit.unwrap_or_else(|| ((word << 16) as i32).wrapping_add(low));
    let new = match action {
        Do::Ignore => return Ok(()),
        Do::Word => return whole(placed, resolved, plus(explicit.unwrap_or(word as i32))),
        Do::WordFromHere => {
            let value = plus(explicit.unwrap_or(word as i32)).wrapping_sub(place);
            return whole(placed, resolved, value);
        }
        Do::WordFromPointer => {
            let value = plus(explicit.unwrap_or(word as i32)).wrapping_sub(pointer);
            return whole(placed, resolved, value);
        }
        Do::ThreadWord => {
            let value = of_thread.wrapping_add(word).wrapping_sub(THREAD_POINTER);
            return whole(placed, resolved, value);
        }
        Do::Jump => return fill_jump(placed, resolved, word, is_local, is_pic),
        Do::Branch => {
            let addend = explicit.unwrap_or(half(word) << 2);
            let offset = plus(addend).wrapping_sub(place) as i32;
            (i16::try_from(offset >> 2).map_err(|_| DoesNotReach)?) as u32
        }
        Do::High if is_distance => upper(pointer.wrapping_sub(place).wrapping_add_signed(full)),
        Do::High => upper(plus(full)),
        // The lower half is one instruction after the upper one.
        Do::Low if is_distance => pointer
            .wrapping_sub(place)
            .wrapping_add(4)
            .wrapping_add_signed(own),
        Do::Low => plus(own),
        Do::FromPointer => near(plus(own).wrapping_sub(pointer))?,
        Do::Slot if is_local => {
            let page = upper(plus(full)) << 16;
            near(placed.slot(page, None)?.wrapping_sub(pointer))?
        }
        Do::Slot | Do::CallSlot => near(placed.slot(plus(own), None)?.wrapping_sub(pointer))?,
        Do::SlotHigh => upper(placed.slot(symbol, None)?.wrapping_sub(pointer)),
        Do::SlotLow => placed.slot(symbol, None)?.wrapping_sub(pointer),
        Do::ThreadPair => {
            let offset = of_thread.wrapping_sub(THREAD_BLOCK);
            near(placed.slot(1, Some(offset))?.wrapping_sub(pointer))?
        }
        Do::ThreadModule => near(placed.slot(1, Some(0))?.wrapping_sub(pointer))?,
        Do::ThreadBlockHigh => upper(
            of_thread
                .wrapping_sub(THREAD_BLOCK)
                .wrapping_add_signed(own),
        ),
        Do::ThreadBlockLow => of_thread
            .wrapping_sub(THREAD_BLOCK)
            .wrapping_add_signed(own),
        Do::ThreadSlot => {
            let offset = of_thread.wrapping_sub(THREAD_POINTER);
            near(placed.slot(offset, None)?.wrapping_sub(pointer))?
        }
        Do::ThreadHigh => upper(
            of_thread
                .wrapping_sub(THREAD_POINTER)
                .wrapping_add_signed(own),
        ),
        Do::ThreadLow => of_thread
            .wrapping_sub(THREAD_POINTER)
            .wrapping_add_signed(own),
    };
    placed.bytes(resolved).merge(0, 0xffff, new);
    Ok(())
}

fn whole(placed: &mut Placed<'_>, resolved: &Resolved, value: u32) -> Result<(), DoesNotReach> {
    placed.bytes(resolved).put(0, value);
    Ok(())
}

/// The upper half of a number whose lower half will be added with its sign.
fn upper(value: u32) -> u32 {
    value.wrapping_add(0x8000) >> 16
}

/// A distance that must fit into the lower half of an instruction.
fn near(distance: u32) -> Result<u32, DoesNotReach> {
    let fits = half(distance) as u32 == distance;
    fits.then_some(distance).ok_or(DoesNotReach)
}

/// Whether a relocation is about a function that must find its own address in a register.
fn called_is_position_independent(placed: &Placed<'_>, resolved: &Resolved) -> bool {
    let entry = &placed.objects[resolved.object].symbols[resolved.relocation.symbol];
    let meant = match entry.local {
        true => Some((resolved.object, resolved.relocation.symbol)),
        false => placed.globals.get(&entry.name).copied(),
    };
    meant
        .is_some_and(|(object, symbol)| placed.objects[object].symbols[symbol].position_independent)
}

fn fill_jump(
    placed: &mut Placed<'_>,
    resolved: &Resolved,
    word: u32,
    is_local: bool,
    is_pic: bool,
) -> Result<(), DoesNotReach> {
    const REGION: u32 = 0xf000_0000;
    let here = resolved.place.wrapping_add(4);
    let in_place = (word & 0x03ff_ffff) << 2;
    let addend = match (resolved.relocation.addend, is_local) {
        (Some(addend), _) => addend as u32,
        (None, true) => in_place,
        (None, false) => ((in_place << 4) as i32 >> 4) as u32,
    };
    let target = resolved.value.wrapping_add(addend);
    let target = match is_pic && addend == 0 {
        true => way_in(placed, target).unwrap_or(target),
        false => target,
    };
    if target & REGION != here & REGION || target & 3 != 0 {
        return Err(DoesNotReach);
    }
    placed.bytes(resolved).merge(0, 0x03ff_ffff, target >> 2);
    Ok(())
}

/// The way into a position-independent function for code that does not tell it its address: three
/// instructions that load the address into `$t9` and jump there.
pub(super) fn way_in(placed: &mut Placed<'_>, function: u32) -> Option<u32> {
    const SIZE: u32 = 16;
    if let Some(known) = placed.stubs.get(&function) {
        return Some(*known);
    }
    let (output, offset) = placed.stub_place?;
    let at = offset.checked_add(SIZE * placed.stubs.len() as u32)?;
    let words = [
        0x3c19_0000 | upper(function),
        0x0800_0000 | function >> 2 & 0x03ff_ffff,
        0x2739_0000 | function & 0xffff,
        0,
    ];
    let big_endian = placed
        .objects
        .first()
        .is_some_and(|object| object.big_endian);
    let address = placed.address((output, at));
    let place = placed.outputs[output]
        .bytes
        .get_mut(at as usize..(at + SIZE) as usize)?;
    let mut bytes = PlaceBytes {
        bytes: place,
        big_endian,
    };
    for (k, word) in words.into_iter().enumerate() {
        bytes.put(4 * k, word);
    }
    placed.stubs.insert(function, address);
    Some(address)
}
