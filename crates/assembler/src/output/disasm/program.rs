//! The text of a whole program.

use std::io;

use diag::SourceMap;
use machine::image::Segment;
use machine::isa::IsaDesc;

use super::walk::{Piece, PieceKind, Walk, clean, hex, line_number};
use super::{Style, instruction};
use crate::program::Program;

/// Writes the whole program to `out`: each segment with its labels, its instructions and data,
/// and the source statements that they come from, as far as the program knows them.
///
/// # Errors
///
/// When `out` cannot be written to.
pub fn program(
    out: &mut dyn io::Write,
    program: &Program,
    sources: &SourceMap,
    desc: &IsaDesc,
    style: &Style,
) -> io::Result<()> {
    let walk = Walk::new(program, desc);
    let segments = program.image.segments.iter().filter(|s| s.size > 0);
    for (index, segment) in segments.enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        header(out, segment)?;
        for piece in walk.pieces(segment) {
            labels(out, &walk, &piece)?;
            line(out, &walk, &piece, sources, desc, style)?;
        }
        let end = u64::from(segment.address) + u64::from(segment.size);
        if let Ok(end) = u32::try_from(end)
            && program.image.segment_at(end).is_none()
        {
            for symbol in walk.places.within(end, u64::from(end) + 1) {
                writeln!(out, "<{}>:", symbol.name)?;
            }
        }
    }
    Ok(())
}

fn header(out: &mut dyn io::Write, segment: &Segment) -> io::Result<()> {
    let access = &segment.access;
    let access = [
        (access.read, "read"),
        (access.write, "write"),
        (access.execute, "execute"),
    ];
    let access = access.into_iter().filter(|(allowed, _)| *allowed);
    let access: Vec<&str> = access.map(|(_, name)| name).collect();
    let access = access.join(", ");
    let Segment {
        name,
        address,
        size,
        ..
    } = segment;
    writeln!(out, "{name}: {size} bytes at {address:#010x} ({access})")
}

/// The names that stand in the piece: mostly at its beginning, but any label may point into an
/// instruction.
fn labels(out: &mut dyn io::Write, walk: &Walk<'_>, piece: &Piece<'_>) -> io::Result<()> {
    let end = u64::from(piece.address) + u64::from(piece.size);
    for symbol in walk.places.within(piece.address, end) {
        match symbol.address - piece.address {
            0 => writeln!(out, "<{}>:", symbol.name)?,
            inside => writeln!(out, "<{}>: # {inside} bytes on", symbol.name)?,
        }
    }
    Ok(())
}

fn line(
    out: &mut dyn io::Write,
    walk: &Walk<'_>,
    piece: &Piece<'_>,
    sources: &SourceMap,
    desc: &IsaDesc,
    style: &Style,
) -> io::Result<()> {
    let mut remarks = Vec::new();
    let mut content = match piece.kind {
        PieceKind::Code(bits) => {
            let symbol = |address| walk.places.describe(address);
            let text = instruction(desc, bits, piece.address, style, symbol);
            remarks.extend(text.as_ref().and_then(|t| t.short).map(str::to_owned));
            let text = text.map_or_else(|| piece.directive(), |t| t.text);
            format!("{:<8}  {text}", piece.number())
        }
        PieceKind::NoCode => format!("{:<8}  {}", piece.number(), piece.directive()),
        PieceKind::Data => format!("{:<47}  {}", hex(piece.bytes()), characters(piece.bytes())),
        PieceKind::Zeros => format!("{:<8}  {}", "", piece.directive()),
    };
    if let Some(line) = piece.statement() {
        let file = clean(sources.name(line.span.file));
        let number = line_number(sources, line);
        let source = clean(sources.slice(line.span));
        remarks.push(format!("{file}:{number} {source}"));
    }
    if !remarks.is_empty() {
        content = format!("{content:<42}  # {}", remarks.join(" "));
    }
    writeln!(out, "{:08x}: {}", piece.address, content.trim_end())
}

/// Bytes as the characters that they are, if they are some.
fn characters(bytes: &[u8]) -> String {
    let printable = |b: &u8| match b {
        b' '..=b'~' => char::from(*b),
        _ => '.',
    };
    format!("|{}|", bytes.iter().map(printable).collect::<String>())
}
