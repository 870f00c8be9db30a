//! From counts by address to counts of statements.

use super::{Branch, Covered, FileCoverage, Statement};
use crate::cause::{decode, target};
use assembler::Program;
use assembler::program::CodeLine;
use diag::{FileId, SourceMap};
use machine::image::Image;
use machine::isa::{Class, Decoded, IsaDesc, Reg, Role, Row};
use runtime::observers::{Count, Coverage};
use std::collections::BTreeMap;

impl Covered {
    /// What a run of `program` ran of its sources. A program without sources has nothing to count.
    pub fn of(
        program: &Program,
        sources: &SourceMap,
        desc: &IsaDesc,
        counts: &Coverage,
    ) -> Covered {
        let mut files: BTreeMap<FileId, FileCoverage> = BTreeMap::new();
        for line in program.lines.iter().filter(|line| line.code) {
            let span = line.span;
            let file = files.entry(span.file).or_default();
            let known = file.statements.entry(span.start).or_default();
            known.add(&Statement {
                line: sources.position(span.file, span.start).line,
                ran: counts.count(line.address),
                branch: branch(&program.image, line, desc, counts),
            });
        }
        let named = files.into_iter().map(|(id, mut file)| {
            file.text = sources.text(id).to_owned();
            (sources.name(id).to_owned(), file)
        });
        Covered {
            files: named.collect(),
        }
    }
}

/// How often the branch of a statement went each way; `None` if it is not a conditional branch.
fn branch(image: &Image, line: &CodeLine, desc: &IsaDesc, counts: &Coverage) -> Option<Branch> {
    let end = line.address.checked_add(line.size)?;
    let mut pc = line.address;
    let mut found: Option<Branch> = None;
    while pc < end {
        let Decoded { row, word, len, .. } = decode(image, desc, pc)?;
        let next = pc + u32::from(len);
        let row = &desc.rows[row];
        // Some pseudo-instructions have branches over a part of themselves, which nobody wrote.
        let inside = target(row, word, pc).is_some_and(|to| line.address < to && to <= end);
        if is_conditional(row, word) && (next == end || !inside) {
            let count: Count = counts.at(pc);
            found.get_or_insert_default().add(Branch {
                taken: count.taken,
                not_taken: count.not_taken(),
            });
        }
        pc = next;
    }
    found
}

/// Whether a branch depends on anything: `beq zero, zero, end` is a jump in other words.
fn is_conditional(row: &Row, word: u32) -> bool {
    if !matches!(row.class, Class::Branch | Class::LikelyBranch) {
        return false;
    }
    let read: Vec<Reg> = row.registers(word, Role::Read).collect();
    match *read {
        [only] => only != Reg(0),
        [first, second] => first != second,
        _ => true,
    }
}
