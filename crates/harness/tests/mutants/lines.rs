//! Lines of assembly as they are written, and how registers and instructions are called.

use runtime::Target;

/// An instruction as it is written.
#[derive(Clone, Debug)]
pub(crate) struct Instruction {
    pub name: String,
    pub operands: Vec<String>,
}

impl Instruction {
    pub(crate) fn read(line: &str) -> Option<Self> {
        let code = line.split('#').next()?.trim();
        if code.is_empty() || code.starts_with('.') || code.contains(':') {
            return None;
        }
        let (name, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        let operands = rest.split(',').map(|operand| operand.trim().to_owned());
        Some(Instruction {
            name: name.to_owned(),
            operands: operands.filter(|operand| !operand.is_empty()).collect(),
        })
    }

    pub(crate) fn text(&self) -> String {
        format!("{} {}", self.name, self.operands.join(", "))
            .trim_end()
            .to_owned()
    }

    /// The same with another operand.
    pub(crate) fn with(&self, index: usize, operand: &str) -> String {
        let mut changed = self.clone();
        operand.clone_into(&mut changed.operands[index]);
        changed.text()
    }

    pub(crate) fn with_name(&self, name: &str) -> String {
        let operands = self.operands.clone();
        Instruction {
            name: name.to_owned(),
            operands,
        }
        .text()
    }

    pub(crate) fn first(&self) -> &str {
        self.operands.first().map_or("", String::as_str)
    }

    /// What it writes is its first operand.
    pub(crate) fn writes_first(&self) -> bool {
        let others = ["s", "b", "j"]
            .iter()
            .any(|begin| self.name.starts_with(begin));
        let computes = ["sll", "srl", "sra", "slt", "sub", "seq", "sne"];
        let computes = computes.iter().any(|begin| self.name.starts_with(begin));
        !self.operands.is_empty()
            && (!others || computes)
            && !["div", "divu", "teq", "mult"].contains(&&*self.name)
    }

    pub(crate) fn is_store(&self) -> bool {
        ["sw", "sh", "sb"].contains(&&*self.name)
    }

    pub(crate) fn is_load(&self) -> bool {
        ["lw", "lh", "lhu", "lb", "lbu"].contains(&&*self.name)
    }

    pub(crate) fn is_call(&self) -> bool {
        (self.name == "jal" || self.name == "call") && self.operands.len() == 1
    }
}

/// How registers and instructions are called.
pub(crate) struct Names {
    pub sp: &'static str,
    pub ra: &'static str,
    pub saved: &'static [&'static str],
    pub temporaries: &'static [&'static str],
    pub arguments: &'static [&'static str],
    pub copy: &'static str,
    pub add: &'static str,
    pub ret: &'static str,
}

impl Names {
    pub(crate) fn of(target: Target) -> Names {
        match target {
            Target::RiscV => Names {
                sp: "sp",
                ra: "ra",
                saved: &["s0", "s1", "s2", "s3", "s4", "s5", "s11"],
                temporaries: &["t0", "t1", "t2", "t3", "t4", "t5", "t6", "a4", "a5"],
                arguments: &["a0", "a1", "a2", "a3"],
                copy: "mv",
                add: "addi",
                ret: "ret",
            },
            Target::Mips => Names {
                sp: "$sp",
                ra: "$ra",
                saved: &["$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s7", "$fp"],
                temporaries: &[
                    "$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t9", "$v0", "$v1",
                ],
                arguments: &["$a0", "$a1", "$a2", "$a3"],
                copy: "move",
                add: "addiu",
                ret: "jr $ra",
            },
        }
    }
}
