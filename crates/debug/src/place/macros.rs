//! Calls of macros: which code each of them became.

use assembler::{CodeLine, ExpansionCause, LineTable};
use diag::Span;

/// The code that one call of a macro became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MacroCode {
    /// The call, in the source.
    pub call: Span,
    /// The address of its first instruction.
    pub first: u32,
    /// The address after its last instruction.
    pub end: u32,
    /// How many calls it is in.
    pub depth: usize,
}

impl MacroCode {
    /// Whether an address is in it.
    pub fn contains(&self, address: u32) -> bool {
        (self.first..self.end).contains(&address)
    }
}

/// The code of all calls of macros in a program, by first address; of those that begin at the same one,
/// the outer call comes first.
pub(crate) fn find(lines: &LineTable) -> Vec<MacroCode> {
    let mut found: Vec<MacroCode> = Vec::new();
    // The calls that the statement before is in, the outermost first: their indices.
    let mut open: Vec<usize> = Vec::new();
    for line in lines.iter().filter(|line| line.code && line.size > 0) {
        let calls = calls_of(lines, line);
        let known = |(index, call): (&usize, &Span)| found[*index].call == *call;
        let same = open.iter().zip(&calls).take_while(|pair| known(*pair));
        let same = same.count();
        open.truncate(same);
        for call in &calls[same..] {
            open.push(found.len());
            found.push(MacroCode {
                call: *call,
                first: line.address,
                end: line.address,
                depth: open.len() - 1,
            });
        }
        for index in &open {
            found[*index].end = line.address.saturating_add(line.size);
        }
    }
    found
}

/// The calls of macros that a statement is in, the outermost first.
fn calls_of(lines: &LineTable, line: &CodeLine) -> Vec<Span> {
    let trail = lines.trail(line).iter().rev();
    let calls = trail.filter(|(_, cause)| *cause == ExpansionCause::Macro);
    calls.map(|(call, _)| *call).collect()
}
