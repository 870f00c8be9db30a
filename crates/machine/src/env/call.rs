//! A call of an environment as a row: its number, its name, its registers, one sentence, and the
//! function that answers it.
//!
//! Dispatch, the checker's view of a call, `jal explain ecall` and the tables of docs/running.md
//! all come from the rows. A row without words or without a handler does not compile.

use super::{Action, CallFault, Guest};
use crate::isa::Reg;

/// A value that a call takes or gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallValue {
    /// The registers it is in.
    pub regs: &'static [Reg],
    /// What it is.
    pub text: &'static str,
    /// Whether the call always uses it. If not, nobody should complain about an unset register.
    pub always: bool,
}

/// Up to four values, in the order of their registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallValues {
    values: [Option<CallValue>; 4],
    count: usize,
}

impl CallValues {
    const NONE: CallValues = CallValues {
        values: [None; 4],
        count: 0,
    };

    const fn with(mut self, value: CallValue) -> Self {
        self.values[self.count] = Some(value);
        self.count += 1;
        self
    }

    /// The values.
    pub fn iter(&self) -> impl Iterator<Item = &CallValue> {
        self.values.iter().flatten()
    }

    /// The registers of the values that the call always uses.
    pub fn regs(&self) -> impl Iterator<Item = Reg> {
        let always = self.iter().filter(|value| value.always);
        always.flat_map(|value| value.regs.iter().copied())
    }
}

/// What is known of one call of one environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallRow {
    /// Its number.
    pub number: u32,
    /// Its name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub doc: &'static str,
    /// What it takes, besides its number.
    pub takes: CallValues,
    /// What it gives back.
    pub gives: CallValues,
    /// The registers with the address and the size of memory that it fills.
    pub fills: Option<(Reg, Reg)>,
    /// Whether it ends the program.
    pub ends: bool,
}

/// Answers a call, or says what the host has to do for it.
pub(super) type Handler<E> = fn(&mut E, &mut dyn Guest) -> Result<Action, CallFault>;

/// A row with the function that answers the call.
#[derive(Debug)]
pub(super) struct Call<E: 'static> {
    row: CallRow,
    pub(super) run: Handler<E>,
}

impl<E> Clone for Call<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Call<E> {}

impl<E> Call<E> {
    pub(super) const fn new(
        number: u32,
        name: &'static str,
        doc: &'static str,
        run: Handler<E>,
    ) -> Self {
        assert!(!name.is_empty() && !doc.is_empty(), "a call needs words");
        let (takes, gives) = (CallValues::NONE, CallValues::NONE);
        let row = CallRow {
            number,
            name,
            doc,
            takes,
            gives,
            fills: None,
            ends: false,
        };
        Call { row, run }
    }

    /// It takes a value that is in these registers.
    pub(super) const fn takes(mut self, regs: &'static [Reg], text: &'static str) -> Self {
        let always = true;
        self.row.takes = self.row.takes.with(CallValue { regs, text, always });
        self
    }

    /// It may take a value that is in these registers, or ignores it.
    pub(super) const fn may_take(mut self, regs: &'static [Reg], text: &'static str) -> Self {
        let always = false;
        self.row.takes = self.row.takes.with(CallValue { regs, text, always });
        self
    }

    /// It puts a result into these registers.
    pub(super) const fn gives(mut self, regs: &'static [Reg], text: &'static str) -> Self {
        let always = true;
        self.row.gives = self.row.gives.with(CallValue { regs, text, always });
        self
    }

    /// It fills memory from the address in one register, as many bytes as the other says.
    pub(super) const fn fills(mut self, address: &[Reg], size: &[Reg]) -> Self {
        self.row.fills = Some((address[0], size[0]));
        self
    }

    /// It ends the program.
    pub(super) const fn ends(mut self) -> Self {
        self.row.ends = true;
        self
    }

    /// The call with this number.
    pub(super) fn find(calls: &'static [Self], number: u32) -> Option<&'static Self> {
        let found = calls.binary_search_by_key(&number, |call| call.row.number);
        found.ok().map(|index| &calls[index])
    }
}

/// The rows of these calls, which must be in the order of their numbers.
pub(super) const fn rows<E, const N: usize>(calls: &[Call<E>]) -> [CallRow; N] {
    assert!(calls.len() == N, "a row for each call");
    let mut rows = [calls[0].row; N];
    let mut k = 1;
    while k < N {
        rows[k] = calls[k].row;
        assert!(rows[k - 1].number < rows[k].number, "in order");
        k += 1;
    }
    rows
}

/// The calls of an environment on one machine.
#[derive(Clone, Copy, Debug)]
pub struct CallTable {
    /// The name of the environment.
    pub environment: &'static str,
    /// The name of the instruction set.
    pub isa: &'static str,
    /// The instruction that calls.
    pub instruction: &'static str,
    /// The register with the number of the call.
    pub number: Reg,
    /// The calls, in the order of their numbers.
    pub rows: &'static [CallRow],
    /// What a program with too little input can do.
    pub end_of_input: &'static str,
    /// The registers that every call sets, also one that does not exist.
    pub always_gives: &'static [Reg],
}

impl CallTable {
    /// The call with this number.
    pub fn row(&self, number: u32) -> Option<&'static CallRow> {
        let found = self.rows.binary_search_by_key(&number, |row| row.number);
        found.ok().map(|index| &self.rows[index])
    }

    /// Whether there is a call with this number.
    pub fn knows(&self, number: u32) -> bool {
        self.row(number).is_some()
    }

    /// The registers whose values matter to a call, besides its number. A call that does not
    /// exist reads nothing.
    pub fn reads(&self, number: u32) -> impl Iterator<Item = Reg> {
        let row = self.row(number).into_iter();
        row.flat_map(|row| row.takes.regs())
    }

    /// The registers that hold a result after a call.
    pub fn writes(&self, number: u32) -> impl Iterator<Item = Reg> {
        let row = self.row(number).into_iter();
        let always = self.always_gives.iter().copied();
        row.flat_map(|row| row.gives.regs()).chain(always)
    }

    /// The registers with the address and the size of memory that a call fills.
    pub fn fills(&self, number: u32) -> Option<(Reg, Reg)> {
        self.row(number)?.fills
    }
}
