//! Pseudo-instructions as data.

/// A set of dialects, for pseudo-instructions that not every assembler knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DialectSet(pub u32);

impl DialectSet {
    /// Every dialect of the machine.
    pub const ALL: DialectSet = DialectSet(u32::MAX);

    /// Whether the two sets share a dialect.
    pub const fn meets(self, other: DialectSet) -> bool {
        self.0 & other.0 != 0
    }
}

/// One form of a pseudo-instruction (or of an instruction written in a shorter way).
///
/// `operands` is a list of operand classes; `expansion` is the list of instructions that it
/// stands for, in which `{name}` is the operand of that name. The assembler's `template` module
/// defines the small language of both. Forms of the same name are tried in table order after
/// the real instruction, and the first that fits is taken.
#[derive(Clone, Copy, Debug)]
pub struct Pseudo {
    /// The mnemonic.
    pub name: &'static str,
    /// The operand classes, as the assembler's template language has them.
    pub operands: &'static str,
    /// The instructions it stands for.
    pub expansion: &'static [&'static str],
    /// The extension that has an instruction of this name and these operands: only where that was not
    /// asked for, the name is this pseudo-instruction.
    pub without: Option<&'static str>,
    /// The dialects that have it.
    pub dialects: DialectSet,
    /// One sentence for people.
    pub doc: &'static str,
}

impl Pseudo {
    /// The operands as people write them, without their classes: `rd, offset(base)`.
    pub fn syntax(&self) -> String {
        let mut text = String::new();
        let mut after_number = false;
        for operand in self
            .operands
            .split(',')
            .map(str::trim)
            .filter(|o| !o.is_empty())
        {
            let (name, class) = operand.split_once(':').unwrap_or((operand, ""));
            let base = class.starts_with('(');
            let touches = base && after_number;
            if !text.is_empty() && !touches {
                text.push_str(", ");
            }
            text.push_str(&if base {
                format!("({name})")
            } else {
                name.to_owned()
            });
            after_number = !matches!(class, "x" | "f" | "x2" | "f2");
        }
        text
    }

    /// How large its number may be, if the class says so: `imm of 16 bits`.
    pub fn range(&self) -> Option<String> {
        self.operands.split(',').find_map(|operand| {
            let (name, class) = operand.trim().split_once(':')?;
            let (kind, bits) = class.split_at_checked(1)?;
            let bits: u32 = bits.parse().ok()?;
            match kind {
                "s" => Some(format!("{name} of {bits} bits")),
                "u" => Some(format!("{name} of {bits} bits, without sign")),
                _ => None,
            }
        })
    }

    /// The instructions it stands for as people write them: `lui rd, %hi(imm); addi …`.
    pub fn expansion_text(&self) -> String {
        self.expansion.join("; ").replace(['{', '}'], "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pseudo_instruction_is_shown_without_its_classes() {
        let pseudo = Pseudo {
            name: "li",
            operands: "rd:x, imm:s12, base:(x)",
            expansion: &["addi {rd}, x0, {imm}"],
            without: None,
            dialects: DialectSet::ALL,
            doc: "",
        };
        assert_eq!(pseudo.syntax(), "rd, imm(base)");
        assert_eq!(pseudo.expansion_text(), "addi rd, x0, imm");
        assert_eq!(pseudo.range().as_deref(), Some("imm of 12 bits"));
    }
}
