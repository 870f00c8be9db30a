//! The places that a linker names, one row each.

use super::headers;
use super::place::{Output, Placed, TABLE};
use super::read::RelocatableObject;
use crate::elf::MIPS;
use rustc_hash::FxHashMap;

/// What such a name means.
#[derive(Clone, Copy, Debug)]
enum LinkedName {
    /// The first address of the program.
    Start,
    /// The end of the instructions.
    TextEnd,
    /// The start of the data that may change.
    DataStart,
    /// The end of the data that are not zeroed.
    DataEnd,
    /// The start of the zeroed data.
    ZerosStart,
    /// How many bytes of them there are.
    ZerosSize,
    /// The end of the program.
    End,
    /// What the global pointer points to.
    Pointer,
    /// The table of addresses.
    Table,
    /// The distance from an instruction to what the global pointer points to.
    PointerDistance,
    /// The start of the section of this name.
    SectionStart(&'static str),
    /// The end of the section of this name.
    SectionEnd(&'static str),
    /// The size of the section of this name.
    SectionSize(&'static str),
    /// The start of the variables of which each thread has its own.
    ThreadStart,
    /// The top of the stack.
    Stack,
    /// Zero: nothing is to be done at the start.
    Nothing,
}

const NAMES: &[(&str, LinkedName)] = &[
    ("__executable_start", LinkedName::Start),
    ("_ftext", LinkedName::Start),
    ("etext", LinkedName::TextEnd),
    ("_etext", LinkedName::TextEnd),
    ("__etext", LinkedName::TextEnd),
    ("_fdata", LinkedName::DataStart),
    ("__data_start", LinkedName::DataStart),
    ("__data_source", LinkedName::DataStart),
    ("__data_end", LinkedName::DataStart),
    ("__data_size", LinkedName::Nothing),
    ("__DATA_BEGIN__", LinkedName::DataStart),
    ("edata", LinkedName::DataEnd),
    ("_edata", LinkedName::DataEnd),
    ("__bss_start", LinkedName::ZerosStart),
    ("__bss_start__", LinkedName::ZerosStart),
    ("_fbss", LinkedName::ZerosStart),
    ("__bss_size", LinkedName::ZerosSize),
    ("__bss_end", LinkedName::End),
    ("__bss_end__", LinkedName::End),
    ("__BSS_END__", LinkedName::End),
    ("end", LinkedName::End),
    ("_end", LinkedName::End),
    ("__end", LinkedName::End),
    ("__end__", LinkedName::End),
    ("__heap_start", LinkedName::End),
    ("__global_pointer$", LinkedName::Pointer),
    ("_gp", LinkedName::Pointer),
    ("__gnu_local_gp", LinkedName::Pointer),
    ("_gp_disp", LinkedName::PointerDistance),
    ("_GLOBAL_OFFSET_TABLE_", LinkedName::Table),
    (
        "__preinit_array_start",
        LinkedName::SectionStart(".preinit_array"),
    ),
    (
        "__preinit_array_end",
        LinkedName::SectionEnd(".preinit_array"),
    ),
    (
        "__bothinit_array_start",
        LinkedName::SectionStart(".init_array"),
    ),
    (
        "__bothinit_array_end",
        LinkedName::SectionEnd(".init_array"),
    ),
    (
        "__init_array_start",
        LinkedName::SectionStart(".init_array"),
    ),
    ("__init_array_end", LinkedName::SectionEnd(".init_array")),
    (
        "__fini_array_start",
        LinkedName::SectionStart(".fini_array"),
    ),
    ("__fini_array_end", LinkedName::SectionEnd(".fini_array")),
    ("__rel_iplt_start", LinkedName::Nothing),
    ("__rel_iplt_end", LinkedName::Nothing),
    ("__rela_iplt_start", LinkedName::Nothing),
    ("__rela_iplt_end", LinkedName::Nothing),
    ("__tls_base", LinkedName::ThreadStart),
    ("__tdata_start", LinkedName::SectionStart(".tdata")),
    ("__tdata_source", LinkedName::SectionStart(".tdata")),
    ("__tdata_size", LinkedName::SectionSize(".tdata")),
    ("__tbss_size", LinkedName::SectionSize(".tbss")),
    ("__stack", LinkedName::Stack),
    (headers::NAME, LinkedName::SectionStart(headers::SECTION)),
];

/// A little below the top of the stack of Linux programs.
const STACK_TOP: u32 = 0x7fff_eff0;
/// How far the global pointer is after the start of the small data.
const POINTER_OFFSET_RISCV: u32 = 0x800;
const POINTER_OFFSET_MIPS: u32 = 0x7ff0;

/// Whether a linker gives this name a place.
pub(super) fn is_named_by_linker(name: &str) -> bool {
    let of_section = ["__start_", "__stop_"]
        .iter()
        .any(|start| name.starts_with(start));
    of_section || NAMES.iter().any(|(known, _)| *known == name)
}

/// Where the global pointer points to: near the small data.
pub(super) fn global_pointer(outputs: &[Output], first: Option<&RelocatableObject<'_>>) -> u32 {
    let small = [TABLE, ".sdata", ".lit", ".sbss", ".data", ".bss"];
    let mut found = small
        .iter()
        .filter_map(|name| outputs.iter().find(|o| o.name == *name));
    let start = found.next().map_or(0, |output| output.address);
    let is_mips = first.is_some_and(|object| object.machine == MIPS);
    start.wrapping_add(if is_mips {
        POINTER_OFFSET_MIPS
    } else {
        POINTER_OFFSET_RISCV
    })
}

/// The places that programs ask for by name.
pub(super) fn usual_places(placed: &Placed<'_>) -> FxHashMap<String, u32> {
    let named = NAMES
        .iter()
        .map(|(name, meaning)| ((*name).to_owned(), place_of(*meaning, placed)));
    let mut places: FxHashMap<String, u32> = named.collect();
    // Where a section begins and ends whose name is a word.
    let is_word = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    for output in placed.outputs.iter().filter(|output| is_word(&output.name)) {
        places.insert(format!("__start_{}", output.name), output.address);
        places.insert(format!("__stop_{}", output.name), output.end());
    }
    places
}

fn place_of(name: LinkedName, placed: &Placed<'_>) -> u32 {
    let outputs = placed.outputs.iter();
    let first = |wanted: &dyn Fn(&Output) -> bool| {
        let found = outputs.clone().filter(|output| wanted(output));
        found.map(|output| output.address).min()
    };
    let last = |wanted: &dyn Fn(&Output) -> bool| {
        let found = outputs.clone().filter(|output| wanted(output));
        found.map(Output::end).max().unwrap_or(0)
    };
    let section = |name: &str| placed.outputs.iter().find(|output| output.name == name);
    let end = last(&|_| true);
    let zeros = first(&|output| output.zeroed && !output.thread_local).unwrap_or(end);
    match name {
        LinkedName::Start => first(&|_| true).unwrap_or(0),
        LinkedName::TextEnd => last(&|output| output.execute),
        LinkedName::DataStart => first(&|output| output.write).unwrap_or(end),
        LinkedName::DataEnd => zeros,
        LinkedName::ZerosStart => zeros,
        LinkedName::ZerosSize => end - zeros.min(end),
        LinkedName::End => end,
        LinkedName::Pointer => placed.global_pointer,
        LinkedName::Table => section(TABLE).map_or(0, |output| output.address),
        LinkedName::SectionStart(name) => section(name).map_or(0, |output| output.address),
        LinkedName::SectionEnd(name) => section(name).map_or(0, Output::end),
        LinkedName::SectionSize(name) => section(name).map_or(0, |output| output.size),
        LinkedName::ThreadStart => placed.thread_start,
        LinkedName::Stack => STACK_TOP,
        LinkedName::PointerDistance | LinkedName::Nothing => 0,
    }
}
