//! The idioms of an instruction set: how programs do the usual things, and which rows do what.
//!
//! Advice is written with [`Idioms`], and code that follows values through a program asks a row for
//! its [`Meaning`]; so nobody but the machines themselves knows an instruction by name.

use super::Bank;

/// How the usual things are written. Where several names do the same, the usual one is first.
#[derive(Clone, Copy, Debug)]
pub struct Idioms {
    /// Does nothing.
    pub nop: &'static str,
    /// Does nothing, in 16 bits.
    pub short_nop: Option<&'static str>,
    /// Loads a number.
    pub load_number: &'static str,
    /// Load the address of a label.
    pub load_address: &'static [&'static str],
    /// Copy a register.
    pub copy: &'static [&'static str],
    /// Adds two registers.
    pub add: &'static str,
    /// Adds a number.
    pub add_number: &'static str,
    /// Adds a number to an address: overflow does not matter.
    pub move_pointer: &'static str,
    /// Subtracts two registers.
    pub subtract: &'static str,
    /// Jump to a label.
    pub jump: &'static [&'static str],
    /// Jumps to the address in a register.
    pub jump_register: &'static str,
    /// Call the function at a label.
    pub call: &'static [&'static str],
    /// Calls the function whose address is in a register.
    pub call_register: &'static str,
    /// Returns from a function, with its operands.
    pub ret: &'static str,
    /// Loads a float.
    pub load_float: &'static str,
    /// Stores that save a register, and the loads that restore it: the first of a bank is for
    /// one word.
    pub saves: &'static [Save],
    /// Branches with their opposites.
    pub opposites: &'static [(&'static str, &'static str)],
}

/// A store that saves registers, and the load that restores them.
#[derive(Clone, Copy, Debug)]
pub struct Save {
    /// The bank of the registers.
    pub bank: Bank,
    /// The store.
    pub store: &'static str,
    /// The load.
    pub load: &'static str,
}

impl Idioms {
    /// How one word of a register is saved and restored.
    pub fn save_of(&self, bank: Bank) -> &'static Save {
        let found = self.saves.iter().find(|save| save.bank == bank);
        found.unwrap_or(&self.saves[0])
    }

    /// The load that restores what a store of this name has saved.
    pub fn restores(&self, store: &str) -> &'static str {
        let found = self.saves.iter().find(|save| save.store == store);
        found.unwrap_or(&self.saves[0]).load
    }

    /// The branch that is taken whenever this one is not.
    pub fn opposite(&self, branch: &str) -> Option<&'static str> {
        self.opposites.iter().find_map(|(a, b)| match branch {
            _ if branch == *a => Some(*b),
            _ if branch == *b => Some(*a),
            _ => None,
        })
    }
}

/// What the instructions of a row compute, as far as others than the machine follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// `rd = rs + number`
    AddNumber,
    /// `rd = a + b`
    Add,
    /// `rd = a - b`
    Subtract,
    /// `rd = rs & number`
    AndNumber,
    /// `rd = a & b`
    And,
    /// `rd = rs | number`
    OrNumber,
    /// `rd = a | b`
    Or,
    /// `rd = !(a | b)`
    Nor,
    /// `rd = rs ^ number`
    XorNumber,
    /// `rd = a ^ b`
    Xor,
    /// `rd = rs << number`
    ShiftLeft,
    /// `rd = rs >> number`, with zeros from the left.
    ShiftRight,
    /// The same, with copies of the sign.
    ShiftRightSigned,
    /// Copies a register, from any bank to any; with two sources, only if they are the same.
    Copy,
    /// `rd = number`, shifted left by so many bits.
    Upper(u8),
    /// The same, and the address of the instruction is added.
    UpperFromHere(u8),
    /// Moves so many bytes between a register and memory.
    Move(u8),
    /// Moves the left bytes of a register to or from a part of a word, which ends at the address.
    MoveLeft,
    /// The same with the right bytes and a part that begins at the address.
    MoveRight,
    /// Stores a register and loads what was there before.
    Exchange,
    /// Stores a register if nobody else has stored there, and tells whether it did.
    StoreConditional,
    /// Copies a register if another one is zero.
    CopyIfZero,
    /// Copies a register if another one is not zero.
    CopyUnlessZero,
    /// A branch that is taken if what it compares is equal.
    TakenIfEqual,
    /// A branch that is not taken if what it compares is equal.
    NotTakenIfEqual,
    /// Another branch that is taken if all that it compares is zero.
    TakenIfZero,
    /// Another branch that is not taken if all that it compares is zero.
    NotTakenIfZero,
    /// The environment does something for the program.
    EnvironmentCall,
    /// Divides integers, by the register that it reads last.
    Divide,
    /// A handler of exceptions is done.
    HandlerReturn,
    /// A breakpoint.
    Breakpoint,
    /// Anything else.
    Other,
}

impl Meaning {
    /// The meaning that a list has for the row `name`, for tables.
    pub const fn of(known: &[(&[&str], Meaning)], name: &str) -> Meaning {
        let mut k = 0;
        while k < known.len() {
            let (names, meaning) = known[k];
            let mut at = 0;
            while at < names.len() {
                if is_same(names[at], name) {
                    return meaning;
                }
                at += 1;
            }
            k += 1;
        }
        Meaning::Other
    }
}

/// `==` of texts is not for tables.
const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut k = 0;
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k == a.len() && k == b.len()
}
