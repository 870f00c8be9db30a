//! Registers that are free at a place of the source, for advice that needs one more.
//!
//! What a program uses is read off its text, so that no advice proposes a register that holds
//! something.

use machine::isa::{Bank, Class, Reg, RegisterSet};

use crate::messages::statement::Statement;
use crate::tables::Tables;

/// Of longer texts, only the function around the place is looked at.
const LONGEST: usize = 1 << 16;
/// The most lines above and below a place that belong to its function.
const MOST_LINES: usize = 300;

/// A place of the source and what is around it.
#[derive(Clone, Copy)]
pub(crate) struct Nearby<'a> {
    pub(crate) tables: &'a Tables,
    /// The whole text; nothing is known to be free in an empty one.
    pub(crate) text: &'a str,
    /// The place in it.
    pub(crate) at: usize,
}

impl Nearby<'_> {
    /// A register for a value that the instruction at the place needs: its own result, if that is
    /// not also an operand, or a temporary one that nothing here uses.
    pub(crate) fn spare(&self, statement: &Statement) -> Option<String> {
        if let Some(own) = self.result(statement) {
            return Some(own);
        }
        if self.text.is_empty() {
            return None;
        }
        if self.text.len() <= LONGEST
            && let Some(free) = self.unused(self.text)
        {
            return Some(free);
        }
        self.unused(self.function())
    }

    /// The register that the instruction writes and does not read.
    fn result(&self, statement: &Statement) -> Option<String> {
        let isa = self.tables.isa;
        let row = isa.rows.iter().find(|row| row.name == statement.name)?;
        let reads = matches!(
            row.class,
            Class::Store | Class::Branch | Class::LikelyBranch
        );
        let own = statement.operand(0);
        let reg = self.tables.register(own)?;
        let mut others = (1..statement.len()).map(|k| self.tables.register(statement.operand(k)));
        let free = !reads
            && reg.bank() == Bank::Int
            && reg != Reg(0)
            && reg != isa.abi.sp
            && others.all(|other| other != Some(reg));
        free.then(|| own.to_owned())
    }

    /// The first temporary register that a text does not name.
    fn unused(&self, text: &str) -> Option<String> {
        let (isa, used) = (self.tables.isa, self.named(text));
        let abi = isa.abi;
        let mut temporaries = abi.temporaries.iter();
        let free = temporaries.find(|reg| {
            reg.bank() == Bank::Int
                && !used.contains(**reg)
                && **reg != abi.ra
                && Some(**reg) != abi.assembler
                && !abi.args.contains(reg)
                && !abi.results.contains(reg)
        })?;
        Some(isa.register_name(*free).to_owned())
    }

    /// The registers that a text names, outside of comments.
    fn named(&self, text: &str) -> RegisterSet {
        let code = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        let in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        let words = code.flat_map(|line| line.split(move |c| !in_name(c)));
        words
            .filter_map(|word| self.tables.register(word))
            .collect()
    }

    /// The lines around the place, up to where a function ends.
    fn function(&self) -> &str {
        let (before, after) = self
            .text
            .split_at_checked(self.at)
            .unwrap_or((self.text, ""));
        let above: usize = before
            .split_inclusive('\n')
            .rev()
            .take(MOST_LINES)
            .take_while(|line| !self.ends_function(line))
            .map(str::len)
            .sum();
        let mut ended = false;
        let below: usize = after
            .split_inclusive('\n')
            .take(MOST_LINES)
            .take_while(|line| !std::mem::replace(&mut ended, self.ends_function(line)))
            .map(str::len)
            .sum();
        &self.text[before.len() - above..before.len() + below]
    }

    fn ends_function(&self, line: &str) -> bool {
        let idioms = self.tables.isa.idioms;
        let code = line.split('#').next().unwrap_or("");
        let mut words = code.split_whitespace();
        let returns = idioms.ret.split_whitespace().next().unwrap_or("");
        words.any(|word| word == returns || word == idioms.jump_register)
    }
}
