//! A call of an environment as a row: its number, its name, its registers, one sentence, and the
//! function that answers it.
//!
//! Dispatch, the checker's view of a call, `jal explain ecall` and the tables of docs/running.md
//! all come from the rows. A row without words or without a handler does not compile.

use super::{Action, CALL_TABLES, CallFault, Guest};
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

/// Where what a call prints comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintedPlace {
    /// The value of this register, as text.
    Register(Reg),
    /// The bytes from the address in this register on.
    Memory(Reg),
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
    /// Where what it prints comes from, if it prints.
    pub prints: Option<PrintedPlace>,
    /// Whether it ends the program.
    pub ends: bool,
}

/// The functions of C that do what a call does, by the name of the call.
const IN_C: &[(&str, &[&str])] = &[
    ("print_int", &["printf"]),
    ("print_string", &["printf", "puts", "fputs"]),
    ("print_char", &["putchar", "putc"]),
    ("print_float", &["printf"]),
    ("read_int", &["scanf"]),
    ("read_string", &["gets", "fgets", "scanf"]),
    ("read_char", &["getchar", "getc"]),
    ("sbrk", &["malloc", "calloc", "brk"]),
    ("exit", &["_exit", "abort", "quit", "stop", "halt"]),
    ("exit2", &["exit"]),
    ("random_int", &["rand", "random"]),
    ("set_seed", &["srand"]),
    ("open", &["fopen"]),
    ("close", &["fclose"]),
    ("read", &["fread"]),
    ("write", &["fwrite", "fprintf"]),
    ("time", &["clock", "gettimeofday"]),
    ("sleep", &["usleep"]),
];

impl CallRow {
    /// Whether a function of C with this name does what the call does.
    pub fn is_like(&self, function: &str) -> bool {
        let mut known = IN_C.iter();
        let like = known.find(|(name, _)| *name == self.name);
        self.name == function || like.is_some_and(|(_, like)| like.contains(&function))
    }
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
            prints: None,
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

    /// It prints the value that it takes.
    pub(super) const fn prints(mut self, reg: &[Reg]) -> Self {
        self.row.prints = Some(PrintedPlace::Register(reg[0]));
        self
    }

    /// It prints the bytes at the address that it takes.
    pub(super) const fn prints_at(mut self, reg: &[Reg]) -> Self {
        self.row.prints = Some(PrintedPlace::Memory(reg[0]));
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
    /// Whether programs handle their traps themselves, among their other code.
    pub user_traps: bool,
    /// The registers that every call sets, also one that does not exist.
    pub always_gives: &'static [Reg],
}

impl CallTable {
    /// The calls of the environment that programs for this machine are usually written for.
    pub fn usual(isa: &str) -> Option<&'static CallTable> {
        CALL_TABLES.iter().find(|table| table.isa == isa)
    }

    /// The calls that do what a function of C does.
    pub fn like(&self, function: &str) -> impl Iterator<Item = &'static CallRow> {
        self.rows.iter().filter(move |row| row.is_like(function))
    }

    /// The call whose number is nearest to this one, if one is near enough to be meant.
    pub fn nearest(&self, number: u32) -> Option<&'static CallRow> {
        const NEAR: u32 = 8;
        let distance = |row: &&CallRow| (row.number.abs_diff(number), row.number);
        let nearest = self.rows.iter().min_by_key(distance);
        nearest.filter(|row| row.number.abs_diff(number) <= NEAR)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_c_calls_a_call_is_said_of_calls_that_exist() {
        for (name, like) in IN_C {
            let mut rows = CALL_TABLES.iter().flat_map(|table| table.rows);
            assert!(rows.any(|row| row.name == *name), "no call is named {name}");
            assert!(!like.is_empty());
        }
    }

    #[test]
    fn functions_of_c_lead_to_calls() {
        let names = |isa, function| -> Vec<&str> {
            let table = CallTable::usual(isa).unwrap();
            table.like(function).map(|row| row.name).collect()
        };
        assert_eq!(names("rv32", "exit"), ["exit", "exit2"]);
        assert_eq!(names("mips32", "puts"), ["print_string"]);
        assert!(names("rv32", "qsort").is_empty());
        let nearest = |number| {
            CallTable::usual("rv32")
                .unwrap()
                .nearest(number)
                .unwrap()
                .name
        };
        assert_eq!(
            (nearest(3), nearest(0), nearest(9)),
            ("print_string", "print_int", "sbrk")
        );
    }
}
