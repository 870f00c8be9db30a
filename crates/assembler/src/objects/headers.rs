//! The headers that a C library looks for in its own memory, to find the variables of which each
//! thread has its own: an ELF header and one program header.

use super::place::{Output, Placed};
use super::relocate::PlaceBytes;
use goblin::elf::header::{ELFMAG, ET_EXEC};
use goblin::elf::program_header::{PF_R, PT_TLS};
use machine::image::ProgramHeaders;

/// What such a header is called, and the section that it is in.
pub(super) const NAME: &str = "__ehdr_start";
pub(super) const SECTION: &str = ".headers";

const FILE_HEADER: u32 = 52;
const PROGRAM_HEADER: u32 = 32;
/// How many bytes both take.
pub(super) const SIZE: u32 = FILE_HEADER + PROGRAM_HEADER;

/// Where the program header is.
pub(super) fn place(placed: &Placed<'_>) -> Option<ProgramHeaders> {
    let output = placed
        .outputs
        .iter()
        .find(|output| output.name == SECTION)?;
    Some(ProgramHeaders {
        address: output.address.wrapping_add(FILE_HEADER),
        size: PROGRAM_HEADER,
        count: 1,
    })
}

/// Writes the headers, now that addresses are known.
pub(super) fn fill(placed: &mut Placed<'_>) {
    let own = |output: &&Output| output.thread_local;
    let threads: Vec<&Output> = placed.outputs.iter().filter(own).collect();
    let start = placed.thread_start;
    let ends = |zeroed: bool| {
        let kept = threads.iter().filter(|output| zeroed || !output.zeroed);
        kept.map(|output| output.end()).max().unwrap_or(start)
    };
    let (file_size, size) = (ends(false) - start, ends(true) - start);
    let align = threads.iter().map(|output| output.align).max().unwrap_or(1);
    let first = placed.objects.first();
    let (machine, flags) = first.map_or((0, 0), |object| (object.machine, object.flags));
    let big_endian = first.is_some_and(|object| object.big_endian);
    let Some(output) = placed
        .outputs
        .iter_mut()
        .find(|output| output.name == SECTION)
    else {
        return;
    };
    output.bytes[..4].copy_from_slice(ELFMAG);
    let order = if big_endian { 2 } else { 1 };
    output.bytes[4..7].copy_from_slice(&[1, order, 1]);
    let mut put_half = |at: usize, value: u16| {
        let mut half = PlaceBytes {
            bytes: output.bytes.get_mut(at..).unwrap_or_default(),
            big_endian,
        };
        half.put_small(2, value.into());
    };
    put_half(16, ET_EXEC);
    put_half(18, machine);
    put_half(40, FILE_HEADER as u16);
    put_half(42, PROGRAM_HEADER as u16);
    put_half(44, 1);
    let mut bytes = PlaceBytes {
        bytes: &mut output.bytes,
        big_endian,
    };
    let words = [(20, 1), (28, FILE_HEADER), (36, flags)];
    let thread = [PT_TLS, 0, start, start, file_size, size, PF_R, align];
    let thread = (0..).map(|k| FILE_HEADER as usize + 4 * k).zip(thread);
    for (at, word) in words.into_iter().chain(thread) {
        bytes.put(at, word);
    }
}
