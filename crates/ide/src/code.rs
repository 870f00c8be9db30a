//! What statements of a source have become, and what they ask of the environment.

use crate::analysis::Analysis;
use crate::source::SourceView;
use assembler::disasm::{self, Style};
use assembler::literal;
use assembler::outline::{ByteRange, OutlineStatement, StatementKind};
use assembler::{CodeLine, Program};
use machine::env::{CALL_TABLES, CallRow, CallTable};
use machine::isa::{IsaDesc, Reg};
use std::path::Path;

/// So many statements above a call of the environment are looked at.
const NEAR: usize = 12;

impl Analysis {
    /// What statements of a file have become, by their places.
    pub(crate) fn code<'a>(
        &'a self,
        path: &Path,
        part: ByteRange,
    ) -> impl Iterator<Item = (&'a Program, &'a CodeLine)> {
        let file = self.findings.file(path);
        let program = self.loaded.program.as_ref();
        let lines = program
            .into_iter()
            .flat_map(|p| p.lines.iter().map(move |line| (p, line)));
        lines.filter(move |(_, line)| {
            let start = line.span.start as usize;
            Some(line.span.file) == file && part.start <= start && start < part.end
        })
    }
}

/// The instructions of a line of code, each as text.
pub(crate) fn instructions(
    desc: &'static IsaDesc,
    program: &Program,
    line: &CodeLine,
) -> Vec<String> {
    let image = &program.image;
    let Some(segment) = image.segment_at(line.address).filter(|_| line.code) else {
        return Vec::new();
    };
    let begin = (line.address - segment.address) as usize;
    let mut texts = Vec::new();
    let mut at = 0;
    while at < line.size as usize && texts.len() < NEAR {
        let mut bytes = [0; 4];
        let Some(rest) = segment.bytes.get(begin + at..) else {
            break;
        };
        let count = rest.len().min(4);
        bytes[..count].copy_from_slice(&rest[..count]);
        let bits = match image.big_endian {
            true => u32::from_be_bytes(bytes),
            false => u32::from_le_bytes(bytes),
        };
        let name = |address: u32| {
            let symbol = image.symbol_before(address)?;
            (symbol.address == address).then(|| symbol.name.clone())
        };
        let pc = line.address.wrapping_add(at as u32);
        match disasm::instruction(desc, bits, pc, &Style::JAL, name) {
            Some(text) => {
                at += usize::from(text.len.max(2));
                texts.push(text.text);
            }
            None => break,
        }
    }
    texts
}

/// The calls of the environment that a source is written for.
pub(crate) fn call_table(view: &SourceView) -> Option<&'static CallTable> {
    let (home, isa) = (
        view.language.home().name(),
        view.language.target().desc().name,
    );
    let mut tables = CALL_TABLES.iter();
    tables.find(|table| table.environment == home && table.isa == isa)
}

/// The number that a statement puts into the register for the number of a call.
pub(crate) fn call_number(
    view: &SourceView,
    statement: &OutlineStatement,
    table: &CallTable,
) -> Option<u32> {
    let head = statement.head?;
    if statement.kind != StatementKind::Instruction {
        return None;
    }
    let mut operands = statement.operands.iter();
    let word = |range: &std::ops::Range<usize>| view.word(range.start);
    let desc = view.language.target().desc();
    let register = operands.next().map(word)?;
    if register_of(desc, register) != Some(table.number) {
        return None;
    }
    let number = statement
        .operands
        .last()
        .map(word)
        .and_then(literal::number)?;
    let middle = statement.operands.get(1).map(word);
    let is_load = match view.word(head) {
        "li" => statement.operands.len() == 2,
        "addi" | "addiu" | "ori" => {
            let zero = middle.and_then(|name| register_of(desc, name));
            statement.operands.len() == 3 && zero.is_some_and(|reg| reg == Reg(0))
        }
        _ => false,
    };
    u32::try_from(number).ok().filter(|_| is_load)
}

/// The call that a statement makes or prepares.
pub(crate) fn call_of(
    view: &SourceView,
    index: usize,
) -> Option<(&'static CallTable, &'static CallRow)> {
    let table = call_table(view)?;
    let statements = &view.outline.statements;
    let statement = statements.get(index)?;
    let is_call = statement
        .head
        .is_some_and(|head| view.word(head) == table.instruction);
    let number = match is_call {
        false => call_number(view, statement, table),
        true => {
            let first = index.saturating_sub(NEAR);
            let before = statements[first..index].iter().rev();
            // A place that others jump to may come with another number.
            let straight = before.take_while(|s| s.kind != StatementKind::Labels);
            let mut numbers = straight.map(|s| call_number(view, s, table));
            numbers.find_map(|number| number)
        }
    }?;
    let row = table.rows.iter().find(|row| row.number == number)?;
    Some((table, row))
}

/// The register of this name.
pub(crate) fn register_of(desc: &'static IsaDesc, word: &str) -> Option<Reg> {
    let mut registers = desc.registers.iter();
    let found = registers.find(|register| register.names().any(|name| name == word));
    found.map(|register| register.reg)
}
