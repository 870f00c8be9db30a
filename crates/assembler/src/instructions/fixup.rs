//! Values into instruction words and data, with all checks of their ranges.

use machine::isa::{Class, Compressed, Field, IsaDesc, OperandKind, Row, Short};

use crate::dialect::SegmentKind;
use crate::messages::error::{AsmError, PseudoOrigin};
use crate::text::parsed::ParsedOperand;

/// A place whose value depends on addresses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixup {
    /// The segment it is in.
    pub segment: SegmentKind,
    /// Its offset in the file's part of the segment.
    pub offset: u32,
    /// The value.
    pub operand: ParsedOperand,
    /// Where the value goes.
    pub slot: Slot,
    /// The pseudo-instruction it comes from: the index of its form and of the step.
    pub pseudo: Option<(u16, u8)>,
}

/// Where a value goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot {
    /// An integer of this many bytes among data.
    Data {
        /// Its size.
        bytes: u8,
        /// Whether a value that needs more is an error, and not cut.
        strict: bool,
        /// Where the directive begins and ends in the file.
        directive: (u32, u32),
    },
    /// The operand of this index of an instruction.
    Field(&'static Row, u8),
    /// The operand of this index of the instruction that a 16-bit one stands for.
    Short(&'static Compressed, u8),
}

impl Slot {
    /// The field of an instruction that it is.
    pub(crate) fn field(self, isa: &'static IsaDesc) -> Option<FieldSlot> {
        let (row, field, name, operand) = match self {
            Slot::Data { .. } => return None,
            Slot::Field(row, operand) => {
                let operand = row.operands.get(usize::from(operand))?;
                (row, operand.field, row.name, operand)
            }
            Slot::Short(short, operand) => {
                let row = isa.rows.iter().find(|row| row.name == short.base)?;
                let (Short::Field(field) | Short::Popular(field)) =
                    *short.operands.get(usize::from(operand))?
                else {
                    return None;
                };
                (
                    row,
                    field,
                    short.name,
                    row.operands.get(usize::from(operand))?,
                )
            }
        };
        Some(FieldSlot {
            field,
            kind: operand.kind,
            name,
            class: row.class,
        })
    }
}

/// A field of an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldSlot {
    /// The field.
    pub field: Field,
    /// What the operand is.
    pub kind: OperandKind,
    /// The instruction's name.
    pub name: &'static str,
    /// What work the instruction does.
    pub class: Class,
}

impl FieldSlot {
    /// The bits for `value`, or what is wrong with it. `text` is the operand in the source.
    pub(crate) fn bits(&self, value: i64, text: impl FnOnce() -> String) -> Result<u32, AsmError> {
        if self.field.fits(value) {
            return Ok(self.field.insert(value));
        }
        // Numbers are 32 bits wide: 0xffffffff is -1.
        let narrow = i64::from(value as i32);
        if self.field.fits(narrow) {
            return Ok(self.field.insert(narrow));
        }
        let (low, high) = self.field.range();
        let (name, text, step) = (self.name, text(), self.field.step());
        if self.kind == OperandKind::Region && !(low..=high).contains(&narrow) {
            let target = text;
            return Err(AsmError::OtherRegion { name, target });
        }
        if self.kind.is_target() && !(low..=high).contains(&narrow) {
            let branch = self.class == Class::Branch;
            let (target, distance) = (text, narrow);
            return Err(AsmError::TooFar {
                name,
                target,
                distance,
                low,
                high,
                branch,
            });
        }
        if (low..=high).contains(&narrow) {
            return Err(AsmError::ImmediateStep {
                name,
                text,
                value: narrow,
                step,
            });
        }
        Err(AsmError::ImmediateRange {
            name,
            text,
            value: narrow,
            low,
            high,
        })
    }
}

/// Whether a number can be written in 32 bits, signed or not.
pub(crate) fn is_32_bit(value: i64) -> bool {
    (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(&value)
}

/// The origin that an error in the expansion of a pseudo-instruction tells.
pub(crate) fn origin(isa: &'static IsaDesc, pseudo: Option<(u16, u8)>) -> Option<PseudoOrigin> {
    let (form, step) = pseudo?;
    let form = isa.pseudos.get(usize::from(form))?;
    Some(PseudoOrigin {
        name: form.name,
        step: form.expansion.get(usize::from(step))?,
    })
}
