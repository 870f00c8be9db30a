//! An instruction set as data.
//!
//! Each machine (`rv32`, `mips32`) fills one [`IsaDesc`]: its registers, one [`Row`] an
//! instruction, one [`Pseudo`] a pseudo-instruction. Encoder, decoder, disassembler, predecoder,
//! documentation and the read/write sets that observers need all work from these tables, so none
//! of them knows an instruction by name.

mod abi;
mod bits;
mod idioms;
mod index;
mod operand;
mod pseudo;
mod register;
mod register_set;
mod subset;

pub use abi::{Abi, Argument};
pub use bits::{Field, Pattern, Slice};
pub use idioms::{Idioms, Meaning, Save};
pub use index::RowIndex;
pub use operand::{Operand, OperandKind, Place};
pub use pseudo::{DialectSet, Pseudo};
pub use register::{Bank, ControlRegister, Reg, Register, RegisterGroup, Role, Saver};
pub use register_set::RegisterSet;
pub use subset::Subset;

use crate::reading::definedness::DefinedWord;

/// A mnemonic suffix that sets instruction bits (`.aq`, `.rl`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suffix {
    /// The text after the name, with its dot.
    pub text: &'static str,
    /// The bits it sets.
    pub bits: u32,
}

/// What kind of work an instruction does: statistics group by it, and the predecoder finds the
/// ends of straight runs with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Integer arithmetic and logic.
    Alu,
    /// Multiplication and division.
    MulDiv,
    /// Loads.
    Load,
    /// Stores.
    Store,
    /// Conditional branches.
    Branch,
    /// Conditional branches whose delay slot runs only if they are taken.
    LikelyBranch,
    /// Jumps to a fixed target.
    Jump,
    /// Jumps to an address in a register.
    JumpRegister,
    /// Atomic memory operations.
    Atomic,
    /// Floating-point arithmetic, comparisons, moves and conversions.
    Float,
    /// Control and status registers.
    Csr,
    /// Memory ordering.
    Fence,
    /// Calls of the environment, breakpoints.
    System,
}

impl Class {
    /// Every class, in the order statistics print them.
    pub const ALL: [Class; 13] = [
        Class::Alu,
        Class::MulDiv,
        Class::Load,
        Class::Store,
        Class::Branch,
        Class::LikelyBranch,
        Class::Jump,
        Class::JumpRegister,
        Class::Atomic,
        Class::Float,
        Class::Csr,
        Class::Fence,
        Class::System,
    ];

    /// The name that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Alu => "arithmetic and logic",
            Class::MulDiv => "multiply and divide",
            Class::Load => "loads",
            Class::Store => "stores",
            Class::Branch => "branches",
            Class::LikelyBranch => "likely branches",
            Class::Jump => "jumps and calls",
            Class::JumpRegister => "register jumps and returns",
            Class::Atomic => "atomics",
            Class::Float => "floating point",
            Class::Csr => "control registers",
            Class::Fence => "fences",
            Class::System => "environment calls",
        }
    }
}

/// One instruction: everything about it but its semantics, which are in the same table row.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The mnemonic.
    pub name: &'static str,
    /// The fixed bits.
    pub pattern: Pattern,
    /// The operands in the order they are written.
    pub operands: &'static [Operand],
    /// Suffixes that the mnemonic may carry.
    pub suffixes: &'static [Suffix],
    /// Registers that it reads or writes without naming them.
    pub implicit: &'static [(Reg, Role)],
    /// What kind of work it does.
    pub class: Class,
    /// The extension that defines it (`I`, `M`, …).
    pub extension: &'static str,
    /// One sentence for people.
    pub doc: &'static str,
    /// What it computes, for those who follow values through a program.
    pub meaning: Meaning,
    /// The handler that runs it.
    pub handler: u8,
    /// Bits that its predecoded immediate carries besides: which of the rare ones it is.
    pub tag: i32,
}

impl Row {
    /// The operand syntax as people write it: `rd, imm(rs1)`.
    pub fn syntax(&self) -> String {
        let mut text = String::new();
        let mut after_number = false;
        for operand in self.operands {
            let attached = operand.base && after_number;
            if !text.is_empty() && !attached {
                text.push_str(", ");
            }
            if operand.base {
                text.push_str(&format!("({})", operand.name));
            } else {
                text.push_str(operand.name);
            }
            after_number = operand.kind == OperandKind::Immediate;
        }
        text
    }

    /// The registers that `word` reads (`Role::Read`) or writes (`Role::Write`).
    pub fn registers(&self, word: u32, wanted: Role) -> impl Iterator<Item = Reg> {
        self.operands
            .iter()
            .filter_map(move |operand| match operand.kind {
                OperandKind::Register { bank, role } if role.includes(wanted) => {
                    Some(Reg::of(bank, operand.field.extract(word) as u8))
                }
                _ => None,
            })
            .chain(
                self.implicit
                    .iter()
                    .filter(move |(_, role)| role.includes(wanted))
                    .map(|(reg, _)| *reg),
            )
    }

    /// The operands that are registers of a decoded instruction of this row, with how they are
    /// used.
    pub fn operand_registers(&self, insn: Insn) -> impl Iterator<Item = (&Operand, Role, Reg)> {
        self.operands
            .iter()
            .filter_map(move |operand| match operand.kind {
                OperandKind::Register { bank, role } => {
                    let number = match insn.at(operand.place) {
                        Insn::SINK if bank == Bank::Int => 0,
                        number => number,
                    };
                    Some((operand, role, Reg::of(bank, number)))
                }
                _ => None,
            })
    }

    /// Whether the target of a jump is one of the operands that are part of the instruction.
    pub fn names_target(&self) -> bool {
        let mut operands = self.operands.iter();
        operands.any(|operand| operand.kind.is_target())
    }

    /// Whether the instruction after it is in its delay slot, on a machine that has them.
    pub fn has_delay_slot(&self) -> bool {
        matches!(
            self.class,
            Class::Branch | Class::LikelyBranch | Class::Jump | Class::JumpRegister
        )
    }

    /// Whether control never comes to the instruction after `word`: a jump that keeps no return
    /// address.
    pub fn leaves(&self, word: u32) -> bool {
        matches!(self.class, Class::Jump | Class::JumpRegister)
            && self.registers(word, Role::Write).all(|reg| reg == Reg(0))
    }

    /// Puts the operands of `word`, found at `pc`, where execution wants them. A write to the
    /// constant-zero register goes to [`Insn::SINK`], so that execution needs no test for it.
    pub fn predecode(&self, word: u32, pc: u32) -> Insn {
        let mut insn = Insn {
            handler: self.handler,
            rd: Insn::SINK,
            rs1: 0,
            rs2: 0,
            imm: 0,
        };
        for operand in self.operands {
            let value = operand.field.extract(word);
            let value = match operand.kind {
                OperandKind::Register {
                    bank: Bank::Int,
                    role: Role::Write | Role::Update,
                } if value == 0 => Insn::SINK as i32,
                _ => operand.kind.target(value, pc).map_or(value, |to| to as i32),
            };
            match operand.place {
                Place::Rd => insn.rd = value as u8,
                Place::Rs1 => insn.rs1 = value as u8,
                Place::Rs2 => insn.rs2 = value as u8,
                Place::Imm => insn.imm |= value,
                Place::ImmByte1 => insn.imm |= value << 8,
            }
        }
        if self.tag != 0 {
            insn.imm = insn.imm & 0x00ff_ffff | self.tag;
        }
        insn
    }
}

/// Stops the compiler if a word could be two instructions, or if an operand lies on bits that are
/// fixed or another operand's.
pub const fn check_rows(rows: &[Row]) {
    let mut a = 0;
    while a < rows.len() {
        let mut b = a + 1;
        while b < rows.len() {
            assert!(
                !rows[a].pattern.overlaps(&rows[b].pattern),
                "two rows overlap"
            );
            b += 1;
        }
        let mut k = 0;
        let mut taken = rows[a].pattern.mask;
        while k < rows[a].operands.len() {
            let mask = rows[a].operands[k].field.mask();
            assert!(taken & mask == 0, "an operand lies on other bits");
            taken |= mask;
            k += 1;
        }
        a += 1;
    }
}

/// An instruction ready to run: operands extracted, in eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(8))]
pub struct Insn {
    /// Which handler runs it: the row's index, or a pair of rows fused into one.
    pub handler: u8,
    /// Destination register.
    pub rd: u8,
    /// First source register.
    pub rs1: u8,
    /// Second source register.
    pub rs2: u8,
    /// The immediate; for a direct jump or branch, the slot of its target in the code cache.
    pub imm: i32,
}

impl Insn {
    /// Where a write to the constant-zero register goes.
    pub const SINK: u8 = 32;
    /// Where the run loop keeps what a branch reads while the instruction in its delay slot runs
    /// (see [`code`](crate::code)): this register and the next.
    pub const LATCH: u8 = 128;

    /// The register number in this place.
    const fn at(self, place: Place) -> u8 {
        match place {
            Place::Rd => self.rd,
            Place::Rs1 => self.rs1,
            Place::Rs2 => self.rs2,
            Place::Imm => self.imm as u8,
            Place::ImmByte1 => (self.imm >> 8) as u8,
        }
    }

    /// The immediate as the 32-bit number that arithmetic uses.
    #[inline(always)]
    pub const fn imm(self) -> u32 {
        self.imm as u32
    }
}

/// How one operand of a compressed instruction is found in its 16 bits.
#[derive(Clone, Copy, Debug)]
pub enum Short {
    /// The value of this field.
    Field(Field),
    /// The register `8 + field` (`x8`–`x15`, `f8`–`f15`).
    Popular(Field),
    /// This value, whatever the bits.
    Fixed(i32),
}

/// A 16-bit instruction: another spelling of a 32-bit one.
#[derive(Clone, Copy, Debug)]
pub struct Compressed {
    /// The mnemonic.
    pub name: &'static str,
    /// The fixed bits (16-bit pattern).
    pub pattern: Pattern,
    /// The name of the row it stands for.
    pub base: &'static str,
    /// The operands of that row, in its order.
    pub operands: &'static [Short],
    /// Fields that must not be zero (zero is another instruction or reserved).
    pub nonzero: &'static [Field],
}

/// One instruction set.
#[derive(Clone, Copy, Debug)]
pub struct IsaDesc {
    /// Its name on the command line (`rv32`).
    pub name: &'static str,
    /// Its name in sentences (`RISC-V`).
    pub title: &'static str,
    /// The instruction table.
    pub rows: &'static [Row],
    /// The 16-bit spellings, if the machine has any.
    pub compressed: &'static [Compressed],
    /// The pseudo-instruction table.
    pub pseudos: &'static [Pseudo],
    /// The functions that expansions of pseudo-instructions use, if nobody else can write them:
    /// how they are written, and what they give.
    pub functions: &'static [(&'static str, &'static str)],
    /// All registers.
    pub registers: &'static [Register],
    /// The registers that only special instructions reach.
    pub control_registers: &'static [ControlRegister],
    /// Index of the row that a 32-bit word encodes.
    pub decode: fn(u32) -> Option<usize>,
    /// The calling convention.
    pub abi: &'static Abi,
    /// How programs do the usual things.
    pub idioms: &'static Idioms,
    /// The part of it that a name such as `rv32imac` means; otherwise what is wrong with the name.
    pub subset: fn(&str) -> Result<Subset, String>,
    /// The ELF machine number.
    pub elf_machine: u16,
    /// Whether an operand is a register and the next one together, and must be even.
    pub is_pair: fn(&Row, &Operand) -> bool,
    /// The undefined bits of what an instruction makes of registers, if that is known
    /// ([`definedness::result`](crate::reading::definedness::result)).
    pub undefined_result: fn(&Insn, &dyn Fn(u8) -> DefinedWord) -> Option<u32>,
    /// Whether a branch is taken with these registers ([`is_taken`](crate::reading::definedness::is_taken)).
    pub is_taken: fn(&Insn, &dyn Fn(u8) -> DefinedWord) -> Option<bool>,
}

impl IsaDesc {
    /// The register descriptor of `reg`.
    pub fn register(&self, reg: Reg) -> Option<&'static Register> {
        self.registers.iter().find(|r| r.reg == reg)
    }

    /// What people call `reg`.
    pub fn register_name(&self, reg: Reg) -> &'static str {
        self.register(reg).map_or("?", |r| r.name)
    }

    /// How large the number of a pseudo-instruction may be, where another form of it differs only
    /// in that.
    pub fn range(&self, pseudo: &Pseudo) -> Option<String> {
        let range = pseudo.range()?;
        let alike = |other: &&Pseudo| other.name == pseudo.name;
        let mut others = self.pseudos.iter().filter(alike);
        let differs = |other: &Pseudo| {
            other.syntax() == pseudo.syntax() && other.range().is_some_and(|other| other != range)
        };
        others.any(differs).then_some(range)
    }

    /// The functions in what a pseudo-instruction stands for.
    pub fn functions_of(&self, pseudo: &Pseudo) -> impl Iterator<Item = (&str, &str)> {
        let used = |function: &str| {
            let call = function.split_inclusive('(').next().unwrap_or(function);
            pseudo.expansion.iter().any(|step| step.contains(call))
        };
        let functions = self.functions.iter().copied();
        functions.filter(move |(function, _)| used(function))
    }

    /// The address of an instruction is a multiple of this.
    pub const fn alignment(&self) -> u32 {
        if self.compressed.is_empty() { 4 } else { 2 }
    }

    /// Finds the instruction at the start of these bits (the low half-word first): its row, the
    /// equivalent 32-bit word and its length in bytes.
    pub fn decode_any(&self, bits: u32) -> Option<Decoded> {
        if !self.compressed.is_empty() && bits & 3 != 3 {
            let (short, word) = self.expand(bits & 0xffff)?;
            let row = (self.decode)(word)?;
            return Some(Decoded {
                row,
                word,
                len: 2,
                short: Some(short),
            });
        }
        let row = (self.decode)(bits)?;
        Some(Decoded {
            row,
            word: bits,
            len: 4,
            short: None,
        })
    }

    /// How many bytes the instruction at the start of these bits takes: four if there is none.
    pub fn length_of(&self, bits: u32) -> u32 {
        // Whether it is a long one shows without decoding it.
        let may_be_short = !self.compressed.is_empty() && bits & 3 != 3;
        let short = may_be_short.then(|| self.decode_any(bits)).flatten();
        short.map_or(4, |decoded| decoded.len.into())
    }

    /// The compressed row and the 32-bit word that a 16-bit instruction stands for.
    fn expand(&self, half: u32) -> Option<(&'static Compressed, u32)> {
        let short = self.compressed.iter().find(|c| {
            c.pattern.matches(half) && c.nonzero.iter().all(|field| field.extract(half) != 0)
        })?;
        let base = self.rows.iter().find(|row| row.name == short.base)?;
        let mut word = base.pattern.bits;
        for (operand, source) in base.operands.iter().zip(short.operands) {
            let value = match *source {
                Short::Field(field) => field.extract(half),
                Short::Popular(field) => 8 + field.extract(half),
                Short::Fixed(value) => value,
            };
            word |= operand.field.insert(value.into());
        }
        Some((short, word))
    }
}

/// A decoded instruction.
#[derive(Clone, Copy, Debug)]
pub struct Decoded {
    /// Index of its row.
    pub row: usize,
    /// Its 32-bit word (for a compressed instruction, of the one it stands for).
    pub word: u32,
    /// Its length in bytes.
    pub len: u8,
    /// The compressed spelling, if it was one.
    pub short: Option<&'static Compressed>,
}
