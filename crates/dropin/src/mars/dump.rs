//! `dump`: memory as files, in the formats of the classic program.

use super::args::{DumpArgs, Range, parse_range};
use super::display::{ascii, word_at};
use super::flavour::Flavour;
use super::window;
use assembler::Program;
use diag::SourceMap;
use machine::env::MarsMap;
use machine::image::Segment;
use machine::memory::{Memory, PAGE_SIZE};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// A program in memory.
#[derive(Clone, Copy)]
pub(super) struct DumpState<'a> {
    /// Which program this is.
    pub flavour: &'static Flavour,
    /// The program.
    pub program: &'a Program,
    /// Its sources.
    pub sources: &'a SourceMap,
    /// Memory as the run left it.
    pub memory: &'a Memory,
}

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    HexText,
    BinaryText,
    Binary,
    AsciiText,
    IntelHex,
    SegmentWindow,
}

impl Format {
    fn named(name: &str) -> Option<Format> {
        Some(match name {
            "HexText" => Format::HexText,
            "BinaryText" => Format::BinaryText,
            "Binary" => Format::Binary,
            "AsciiText" => Format::AsciiText,
            "HEX" => Format::IntelHex,
            "SegmentWindow" => Format::SegmentWindow,
            _ => return None,
        })
    }
}

/// Writes the files that were asked for; what there is to say about them. Without a program there
/// is nothing in memory.
pub(super) fn write(dumps: &[DumpArgs], map: &MarsMap, state: Option<DumpState<'_>>) -> String {
    let written = state.map(Written::new);
    let lines = dumps.iter().filter_map(|dump| {
        let done = write_one(dump, map, state.zip(written.as_ref()));
        done.err().map(|why| why + "\n")
    });
    lines.collect()
}

fn write_one(
    dump: &DumpArgs,
    map: &MarsMap,
    state: Option<(DumpState<'_>, &Written)>,
) -> Result<(), String> {
    const FAILED: &str = "Error while attempting to save dump,";
    let range = match dump.segment.as_str() {
        ".text" => Some(Range {
            first: map.text,
            last: map.text_last & !3,
        }),
        ".data" => Some(Range {
            first: map.data,
            last: map.data_last & !3,
        }),
        range => parse_range(range),
    };
    let segment = &dump.segment;
    let range = range.ok_or(format!(
        "{FAILED} segment/address-range {segment} is invalid!"
    ))?;
    let name = &dump.format;
    let format = Format::named(name).ok_or(format!("{FAILED} format {name} was not found!"))?;
    let found = state.and_then(|(state, written)| Some((state, written.first_part(range)?)));
    let Some((state, range)) = found else {
        return Err("This segment has not been written to, there is nothing to dump.".to_owned());
    };
    let file = dump.file.display();
    let out =
        File::create(&dump.file).map_err(|_| format!("{FAILED} file {file} was not found!"))?;
    let mut out = BufWriter::new(out);
    let done = write_range(&mut out, format, range, &state).and_then(|()| out.flush());
    done.map_err(|_| format!("{FAILED} file {file}!  Disk IO failed!"))
}

fn write_range(
    out: &mut dyn Write,
    format: Format,
    range: Range,
    state: &DumpState<'_>,
) -> io::Result<()> {
    if format == Format::SegmentWindow {
        return window::write(out, range, state);
    }
    for address in addresses(range) {
        let word = word_at(state.memory, address);
        match format {
            Format::HexText => writeln!(out, "{word:08x}")?,
            Format::BinaryText => writeln!(out, "{word:032b}")?,
            Format::Binary => out.write_all(&word.to_le_bytes())?,
            Format::AsciiText => writeln!(out, "{}", ascii(word))?,
            _ => writeln!(out, "{}", record(address - range.first, word))?,
        }
    }
    if format == Format::IntelHex {
        writeln!(out, ":00000001FF")?;
    }
    Ok(())
}

/// The addresses of the words of a range.
pub(super) fn addresses(range: Range) -> impl Iterator<Item = u32> {
    (0..=(range.last - range.first) / 4).map(move |k| range.first + 4 * k)
}

/// A record of Intel's format with one word.
fn record(offset: u32, word: u32) -> String {
    let mut bytes = vec![4, (offset >> 8) as u8, offset as u8, 0];
    bytes.extend(word.to_be_bytes());
    let sum = bytes.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    bytes.push(sum.wrapping_neg());
    let digits: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    format!(":{digits}")
}

/// What of memory was ever written: of instructions the words, of the rest whole pages.
struct Written {
    code: Vec<(u32, u32)>,
    pages: BTreeSet<u32>,
}

impl Written {
    fn new(state: DumpState<'_>) -> Self {
        let segments = state.program.image.segments.iter();
        let code = segments.filter(|segment| segment.access.execute && !segment.access.read);
        let bounds = |segment: &Segment| (segment.address, segment.end());
        Written {
            code: code.map(bounds).collect(),
            pages: state.memory.pages().map(|(address, _)| address).collect(),
        }
    }

    /// The address after the written stretch that `address` lies in.
    fn stretch(&self, address: u32) -> Option<u32> {
        let page = address & !(PAGE_SIZE as u32 - 1);
        let holds_code = |(first, end): &&(u32, u32)| {
            *first < page.saturating_add(PAGE_SIZE as u32) && *end > page
        };
        let mut code = self.code.iter().filter(holds_code).peekable();
        if code.peek().is_some() {
            return code
                .find(|(first, end)| (*first..*end).contains(&address))
                .map(|(_, end)| *end);
        }
        self.pages
            .contains(&page)
            .then(|| page.saturating_add(PAGE_SIZE as u32))
    }

    /// The range as far as it was written without a gap.
    fn first_part(&self, range: Range) -> Option<Range> {
        let mut end = range.first;
        while end <= range.last
            && let Some(next) = self.stretch(end)
            && next > end
        {
            end = next;
        }
        let last = (end.checked_sub(1)? & !3).min(range.last);
        (end > range.first).then_some(Range { last, ..range })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_have_check_sums() {
        assert_eq!(record(0, 0x2402_0004), ":0400000024020004D2");
        assert_eq!(record(0x1_0004, 0), ":0400040000000000F8");
    }

    #[test]
    fn formats_have_exact_names() {
        assert_eq!(Format::named("HEX"), Some(Format::IntelHex));
        assert_eq!(Format::named("hex"), None);
    }

    #[test]
    fn a_range_ends_at_the_first_word_that_was_never_written() {
        let written = Written {
            code: vec![(0x40_0000, 0x40_0010)],
            pages: BTreeSet::from([0x40_0000, 0x1001_0000, 0x1001_1000, 0x1001_3000]),
        };
        let part = |first, last| {
            let part = written.first_part(Range { first, last });
            part.map(|range| (range.first, range.last))
        };
        assert_eq!(part(0x40_0000, 0x7f_fffc), Some((0x40_0000, 0x40_000c)));
        assert_eq!(part(0x40_0010, 0x7f_fffc), None);
        assert_eq!(
            part(0x1001_0000, 0x103f_fffc),
            Some((0x1001_0000, 0x1001_1ffc))
        );
        assert_eq!(
            part(0x1001_0004, 0x1001_0008),
            Some((0x1001_0004, 0x1001_0008))
        );
        assert_eq!(part(0x1001_2000, 0x1001_4000), None);
    }
}
