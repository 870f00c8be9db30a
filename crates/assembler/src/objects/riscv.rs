//! The relocations of RISC-V. Code is left as long as it is: nothing is made shorter.

use super::ObjectError;
use super::place::Placed;
use super::relocate::{DoesNotReach, PlaceBytes, RelocationRow, Resolved};
use rustc_hash::FxHashMap;

/// What a relocation fills in. `S` is the symbol's address, `A` what is added, `P` the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RiscvAction {
    /// Nothing: hints for a linker that makes code shorter.
    Ignore,
    /// A word: `S + A`.
    Word,
    /// A word: `S + A - P`.
    WordFromHere,
    /// The offset of a branch.
    Branch,
    /// The offset of a jump.
    Jump,
    /// The same of 16-bit instructions.
    ShortBranch,
    ShortJump,
    /// The two instructions of a call.
    Call,
    /// The upper part of `S + A`.
    High,
    /// The lower part, in a load or in a store.
    LowLoad,
    LowStore,
    /// The upper part of `S + A - P`.
    HighFromHere,
    /// The lower part of what the instruction at `S` began, in a load or in a store.
    LowFromThereLoad,
    LowFromThereStore,
    /// The upper part of the distance to a slot that holds `S + A`.
    SlotHigh,
    /// The same, for the distance of a thread's variable from the thread pointer.
    ThreadSlotHigh,
    /// The same for two slots, which describe a thread's variable.
    ThreadPairHigh,
    /// The parts of the distance of a thread's variable from the thread pointer.
    ThreadHigh,
    ThreadLowLoad,
    ThreadLowStore,
    /// A number of so many bytes is set, gets more or less.
    Set(usize),
    Add(usize),
    Subtract(usize),
    /// The same of the low six bits of a byte.
    Set6,
    Subtract6,
}

use RiscvAction as Do;

const fn row(number: u32, name: &'static str, action: RiscvAction) -> RelocationRow<RiscvAction> {
    RelocationRow {
        number,
        name,
        action,
    }
}

/// Every kind, in the order of the numbers.
static ROWS: &[RelocationRow<RiscvAction>] = &[
    row(0, "R_RISCV_NONE", Do::Ignore),
    row(1, "R_RISCV_32", Do::Word),
    row(16, "R_RISCV_BRANCH", Do::Branch),
    row(17, "R_RISCV_JAL", Do::Jump),
    row(18, "R_RISCV_CALL", Do::Call),
    row(19, "R_RISCV_CALL_PLT", Do::Call),
    row(20, "R_RISCV_GOT_HI20", Do::SlotHigh),
    row(21, "R_RISCV_TLS_GOT_HI20", Do::ThreadSlotHigh),
    row(22, "R_RISCV_TLS_GD_HI20", Do::ThreadPairHigh),
    row(23, "R_RISCV_PCREL_HI20", Do::HighFromHere),
    row(24, "R_RISCV_PCREL_LO12_I", Do::LowFromThereLoad),
    row(25, "R_RISCV_PCREL_LO12_S", Do::LowFromThereStore),
    row(26, "R_RISCV_HI20", Do::High),
    row(27, "R_RISCV_LO12_I", Do::LowLoad),
    row(28, "R_RISCV_LO12_S", Do::LowStore),
    row(29, "R_RISCV_TPREL_HI20", Do::ThreadHigh),
    row(30, "R_RISCV_TPREL_LO12_I", Do::ThreadLowLoad),
    row(31, "R_RISCV_TPREL_LO12_S", Do::ThreadLowStore),
    row(32, "R_RISCV_TPREL_ADD", Do::Ignore),
    row(33, "R_RISCV_ADD8", Do::Add(1)),
    row(34, "R_RISCV_ADD16", Do::Add(2)),
    row(35, "R_RISCV_ADD32", Do::Add(4)),
    row(37, "R_RISCV_SUB8", Do::Subtract(1)),
    row(38, "R_RISCV_SUB16", Do::Subtract(2)),
    row(39, "R_RISCV_SUB32", Do::Subtract(4)),
    row(43, "R_RISCV_ALIGN", Do::Ignore),
    row(44, "R_RISCV_RVC_BRANCH", Do::ShortBranch),
    row(45, "R_RISCV_RVC_JUMP", Do::ShortJump),
    row(51, "R_RISCV_RELAX", Do::Ignore),
    row(52, "R_RISCV_SUB6", Do::Subtract6),
    row(53, "R_RISCV_SET6", Do::Set6),
    row(54, "R_RISCV_SET8", Do::Set(1)),
    row(55, "R_RISCV_SET16", Do::Set(2)),
    row(56, "R_RISCV_SET32", Do::Set(4)),
    row(57, "R_RISCV_32_PCREL", Do::WordFromHere),
    row(59, "R_RISCV_PLT32", Do::WordFromHere),
];

/// How many slots of the table of addresses a kind needs.
pub(super) fn slots(kind: u32) -> u32 {
    match RelocationRow::find(ROWS, kind).map(|row| row.action) {
        Some(Do::SlotHigh | Do::ThreadSlotHigh) => 1,
        Some(Do::ThreadPairHigh) => 2,
        _ => 0,
    }
}

/// Fills in the relocations of one section.
pub(super) fn fill(
    placed: &mut Placed<'_>,
    relocations: &[Resolved],
) -> Result<(), Vec<ObjectError>> {
    let mut errors = Vec::new();
    // Lower parts name the instruction with the upper part.
    let mut distances: FxHashMap<u32, u32> = FxHashMap::default();
    for resolved in relocations {
        let Some(row) = RelocationRow::find(ROWS, resolved.relocation.kind) else {
            errors.push(placed.unknown(resolved));
            continue;
        };
        match distance(placed, resolved, row.action) {
            Ok(Some(distance)) => {
                distances.insert(resolved.place, distance);
            }
            Ok(None) => {}
            Err(DoesNotReach) => errors.push(placed.too_far(resolved, row.name)),
        }
    }
    for resolved in relocations {
        if let Some(row) = RelocationRow::find(ROWS, resolved.relocation.kind)
            && fill_one(placed, resolved, row.action, &distances).is_err()
        {
            errors.push(placed.too_far(resolved, row.name));
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

fn sum(resolved: &Resolved) -> u32 {
    let addend = resolved.relocation.addend.unwrap_or(0);
    resolved.value.wrapping_add_signed(addend)
}

/// The distance of which an instruction holds the upper part, if it holds one.
fn distance(
    placed: &mut Placed<'_>,
    resolved: &Resolved,
    action: RiscvAction,
) -> Result<Option<u32>, DoesNotReach> {
    let sum = sum(resolved);
    let of_thread = sum.wrapping_sub(placed.thread_start);
    let target = match action {
        Do::HighFromHere => sum,
        Do::SlotHigh => placed.slot(sum, None)?,
        Do::ThreadSlotHigh => placed.slot(of_thread, None)?,
        // The first module, and the distance from where its description points to.
        Do::ThreadPairHigh => placed.slot(1, Some(of_thread.wrapping_sub(0x800)))?,
        _ => return Ok(None),
    };
    Ok(Some(target.wrapping_sub(resolved.place)))
}

fn fill_one(
    placed: &mut Placed<'_>,
    resolved: &Resolved,
    action: RiscvAction,
    distances: &FxHashMap<u32, u32>,
) -> Result<(), DoesNotReach> {
    let sum = sum(resolved);
    let from_here = sum.wrapping_sub(resolved.place);
    let of_thread = sum.wrapping_sub(placed.thread_start);
    let own = distances.get(&resolved.place).copied().unwrap_or(0);
    let there = distances.get(&resolved.value).copied();
    let mut bytes = placed.bytes(resolved);
    match action {
        Do::Ignore => {}
        Do::Word => bytes.put(0, sum),
        Do::WordFromHere => bytes.put(0, from_here),
        Do::Branch => bytes.merge(0, 0xfe00_0f80, branch(reach(from_here, 13)?)),
        Do::Jump => bytes.merge(0, 0xffff_f000, jump(reach(from_here, 21)?)),
        Do::ShortBranch => {
            let bits = short_branch(reach(from_here, 9)?);
            let old = bytes.get_small(2);
            bytes.put_small(2, old & !0x1c7c | bits);
        }
        Do::ShortJump => {
            let bits = short_jump(reach(from_here, 12)?);
            let old = bytes.get_small(2);
            bytes.put_small(2, old & !0x1ffc | bits);
        }
        Do::Call => {
            high(&mut bytes, 0, from_here);
            low_load(&mut bytes, 4, from_here);
        }
        Do::High => high(&mut bytes, 0, sum),
        Do::LowLoad => low_load(&mut bytes, 0, sum),
        Do::LowStore => low_store(&mut bytes, sum),
        Do::HighFromHere | Do::SlotHigh | Do::ThreadSlotHigh | Do::ThreadPairHigh => {
            high(&mut bytes, 0, own);
        }
        Do::LowFromThereLoad => low_load(&mut bytes, 0, there.ok_or(DoesNotReach)?),
        Do::LowFromThereStore => low_store(&mut bytes, there.ok_or(DoesNotReach)?),
        Do::ThreadHigh => high(&mut bytes, 0, of_thread),
        Do::ThreadLowLoad => low_load(&mut bytes, 0, of_thread),
        Do::ThreadLowStore => low_store(&mut bytes, of_thread),
        Do::Set(size) => bytes.put_small(size, sum),
        Do::Add(size) => {
            let old = bytes.get_small(size);
            bytes.put_small(size, old.wrapping_add(sum));
        }
        Do::Subtract(size) => {
            let old = bytes.get_small(size);
            bytes.put_small(size, old.wrapping_sub(sum));
        }
        Do::Set6 => {
            let old = bytes.get_small(1);
            bytes.put_small(1, old & 0xc0 | sum & 0x3f);
        }
        Do::Subtract6 => {
            let old = bytes.get_small(1);
            bytes.put_small(1, old & 0xc0 | old.wrapping_sub(sum) & 0x3f);
        }
    }
    Ok(())
}

/// A distance that must be even and fit into so many bits with its sign.
fn reach(distance: u32, bits: u32) -> Result<u32, DoesNotReach> {
    let shift = 32 - bits;
    let fits = ((distance << shift) as i32 >> shift) as u32 == distance;
    match fits && distance & 1 == 0 {
        true => Ok(distance),
        false => Err(DoesNotReach),
    }
}

fn high(bytes: &mut PlaceBytes<'_>, at: usize, value: u32) {
    bytes.merge(at, 0xffff_f000, value.wrapping_add(0x800));
}

fn low_load(bytes: &mut PlaceBytes<'_>, at: usize, value: u32) {
    bytes.merge(at, 0xfff0_0000, value << 20);
}

fn low_store(bytes: &mut PlaceBytes<'_>, value: u32) {
    bytes.merge(
        0,
        0xfe00_0f80,
        (value >> 5 & 0x7f) << 25 | (value & 0x1f) << 7,
    );
}

fn branch(offset: u32) -> u32 {
    (offset >> 12 & 1) << 31
        | (offset >> 5 & 0x3f) << 25
        | (offset >> 1 & 0xf) << 8
        | (offset >> 11 & 1) << 7
}

fn jump(offset: u32) -> u32 {
    (offset >> 20 & 1) << 31
        | (offset >> 1 & 0x3ff) << 21
        | (offset >> 11 & 1) << 20
        | (offset >> 12 & 0xff) << 12
}

fn short_branch(offset: u32) -> u32 {
    (offset >> 8 & 1) << 12
        | (offset >> 3 & 3) << 10
        | (offset >> 6 & 3) << 5
        | (offset >> 1 & 3) << 3
        | (offset >> 5 & 1) << 2
}

fn short_jump(offset: u32) -> u32 {
    (offset >> 11 & 1) << 12
        | (offset >> 4 & 1) << 11
        | (offset >> 8 & 3) << 9
        | (offset >> 10 & 1) << 8
        | (offset >> 6 & 1) << 7
        | (offset >> 7 & 1) << 6
        | (offset >> 1 & 7) << 3
        | (offset >> 5 & 1) << 2
}
