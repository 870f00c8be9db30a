//! The listing: what each source line became, as one table.

use std::collections::BTreeSet;
use std::io;

use diag::{FileId, SourceMap};
use machine::isa::IsaDesc;

use crate::output::disasm::walk::{Piece, PieceKind, Walk, clean, hex, line_number};
use crate::output::disasm::{Style, instruction};
use crate::program::{CodeLine, Program};

/// Width of the columns "Code" and "Basic" together: that of a full row of data.
const CONTENT: usize = 47;
const CODE: usize = 8;

/// Writes the listing to `out`: address, code, basic instruction, line and source text. Data has
/// up to 16 bytes a row. A source line is shown once, where its first byte is; when the program
/// comes from several files, the line numbers have the file's name before them.
///
/// # Errors
///
/// When `out` cannot be written to.
pub fn write(
    out: &mut dyn io::Write,
    program: &Program,
    sources: &SourceMap,
    desc: &IsaDesc,
) -> io::Result<()> {
    let numbers = Numbers::new(program, sources);
    let walk = Walk::new(program, desc);
    let basic = CONTENT - CODE - 2;
    let width = numbers.width;
    row(
        out,
        "Address",
        &format!("{:<CODE$}  {:<basic$}", "Code", "Basic"),
        &format!("{:>width$}", "Line"),
        "Source",
    )?;
    let mut shown = None;
    for segment in &program.image.segments {
        for piece in walk.pieces(segment) {
            let address = format!("{:#010x}", piece.address);
            let content = content(&piece, desc);
            let place = piece.statement().map(|line| {
                let number = line_number(sources, line);
                (line.span.file, number)
            });
            match place.filter(|place| shown != Some(*place)) {
                Some((file, number)) => {
                    shown = place;
                    let text = clean(sources.line_text(file, number));
                    let number = format!("{:>width$}", numbers.text(sources, file, number));
                    row(out, &address, &content, &number, &text)?;
                }
                None => row(out, &address, &content, "", "")?,
            }
        }
    }
    Ok(())
}

fn row(
    out: &mut dyn io::Write,
    address: &str,
    content: &str,
    number: &str,
    text: &str,
) -> io::Result<()> {
    let line = format!("{address:<10}  {content:<CONTENT$}  {number}  {text}");
    writeln!(out, "{}", line.trim_end())
}

fn content(piece: &Piece<'_>, desc: &IsaDesc) -> String {
    let text = match piece.kind {
        PieceKind::Data => return hex(piece.bytes()),
        PieceKind::Code(bits) => instruction(desc, bits, piece.address, &Style::JAL, |_| None),
        PieceKind::NoCode | PieceKind::Zeros => None,
    };
    let number = match piece.kind {
        PieceKind::Zeros => String::new(),
        _ => piece.number(),
    };
    let text = text.map_or_else(|| piece.directive(), |t| t.text);
    format!("{number:<CODE$}  {text}")
}

/// How line numbers are shown.
struct Numbers {
    with_names: bool,
    width: usize,
}

impl Numbers {
    fn new(program: &Program, sources: &SourceMap) -> Self {
        let files: BTreeSet<FileId> = program.lines.iter().map(|l| l.span.file).collect();
        let mut numbers = Numbers {
            with_names: files.len() > 1,
            width: "Line".len(),
        };
        let width = |line: &CodeLine| {
            let number = line_number(sources, line);
            let text = numbers.text(sources, line.span.file, number);
            text.chars().count()
        };
        let widest = program.lines.iter().map(width).max();
        numbers.width = numbers.width.max(widest.unwrap_or(0));
        numbers
    }

    fn text(&self, sources: &SourceMap, file: FileId, number: u32) -> String {
        if self.with_names {
            format!("{}:{number}", clean(sources.name(file)))
        } else {
            number.to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use diag::Span;
    use insta::assert_snapshot;
    use rv32::DESC;

    use super::*;
    use crate::output::disasm::tests::sample;
    use crate::program::LineTable;

    fn listing(program: &Program, sources: &SourceMap) -> String {
        let mut out = Vec::new();
        write(&mut out, program, sources, &DESC).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn one_file() {
        let (program, sources) = sample();
        assert_snapshot!(listing(&program, &sources), @r#"
        Address     Code      Basic                                  Line  Source
        0x00000000  12345537  lui a0, 0x12345                           6  li a0, 0x12345678   # two instructions
        0x00000004  67850513  addi a0, a0, 1656
        0x00000008  fff50513  addi a0, a0, -1                           7  loop: addi a0, a0, -1
        0x0000000c  fe051ee3  bne a0, zero, 0x00000008                  8  bnez a0, loop
        0x00000010  ff ff ff ff                                         9  .word 0xffffffff
        0x00000014  4515      addi a0, zero, 5
        0x00000016  0000      .half 0x0000
        0x10000000  68 65 6c 6c 6f 2c 20 6c 69 74 74 6c 65 20 77 6f     2  msg: .asciiz "hello, little world\n"
        0x10000010  72 6c 64 0a 00
        0x10000015            .space 100                                3  buffer: .space 100
        "#);
    }

    #[test]
    fn several_files_show_their_names() {
        let (mut program, mut sources) = sample();
        let other = sources.add("other.s", "\n\n.space 100");
        let mut lines: Vec<CodeLine> = program.lines.iter().copied().collect();
        lines[5].span = Span::new(other, 2, 12);
        program.lines = LineTable::new(lines);
        assert_snapshot!(listing(&program, &sources), @r#"
        Address     Code      Basic                                       Line  Source
        0x00000000  12345537  lui a0, 0x12345                         demo.s:6  li a0, 0x12345678   # two instructions
        0x00000004  67850513  addi a0, a0, 1656
        0x00000008  fff50513  addi a0, a0, -1                         demo.s:7  loop: addi a0, a0, -1
        0x0000000c  fe051ee3  bne a0, zero, 0x00000008                demo.s:8  bnez a0, loop
        0x00000010  ff ff ff ff                                       demo.s:9  .word 0xffffffff
        0x00000014  4515      addi a0, zero, 5
        0x00000016  0000      .half 0x0000
        0x10000000  68 65 6c 6c 6f 2c 20 6c 69 74 74 6c 65 20 77 6f   demo.s:2  msg: .asciiz "hello, little world\n"
        0x10000010  72 6c 64 0a 00
        0x10000015            .space 100                             other.s:3  .space 100
        "#);
    }

    #[test]
    fn no_source_at_all() {
        let (mut program, sources) = sample();
        program.lines = LineTable::default();
        program.image.segments.truncate(1);
        assert_snapshot!(listing(&program, &sources), @"
        Address     Code      Basic                                  Line  Source
        0x00000000  12345537  lui a0, 0x12345
        0x00000004  67850513  addi a0, a0, 1656
        0x00000008  fff50513  addi a0, a0, -1
        0x0000000c  fe051ee3  bne a0, zero, 0x00000008
        0x00000010  ffffffff  .word 0xffffffff
        0x00000014  4515      addi a0, zero, 5
        0x00000016  0000      .half 0x0000
        ");
    }
}
