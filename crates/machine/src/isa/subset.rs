//! A part of an instruction set, for programs that are meant for a smaller processor.

use super::{Decoded, IsaDesc, OperandKind, Reg};

/// What a processor has of an instruction set: some extensions, and perhaps fewer registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    /// How it is named: `rv32im_zbb`.
    pub name: String,
    /// Whether it has the row of this index.
    rows: Vec<bool>,
    compressed: bool,
    registers: u8,
}

impl Subset {
    /// The rows of these extensions, with or without 16-bit instructions, and so many integer registers.
    pub fn new(
        rows: &[super::Row],
        name: &str,
        extensions: &[&str],
        compressed: bool,
        registers: u8,
    ) -> Self {
        let has = |row: &super::Row| extensions.contains(&row.extension);
        Subset {
            name: name.to_owned(),
            rows: rows.iter().map(has).collect(),
            compressed,
            registers,
        }
    }

    /// Whether it has the row of this index.
    pub fn has_row(&self, row: usize) -> bool {
        self.rows.get(row).is_some_and(|has| *has)
    }

    /// Whether it has 16-bit instructions.
    pub fn has_compressed(&self) -> bool {
        self.compressed
    }

    /// Whether it has this register.
    pub fn has_register(&self, reg: Reg) -> bool {
        reg.0 >= 32 || reg.0 < self.registers
    }

    /// Whether it can carry out an instruction.
    pub fn allows(&self, desc: &IsaDesc, decoded: &Decoded) -> bool {
        let registers = || {
            let row = &desc.rows[decoded.row];
            let named = row
                .operands
                .iter()
                .filter_map(|operand| match operand.kind {
                    OperandKind::Register { bank, .. } => {
                        let number = operand.field.extract(decoded.word);
                        Some(Reg::of(bank, number as u8))
                    }
                    _ => None,
                });
            named.into_iter().all(|reg| self.has_register(reg))
        };
        self.has_row(decoded.row) && (self.compressed || decoded.short.is_none()) && registers()
    }
}
