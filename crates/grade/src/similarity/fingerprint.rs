//! From a source to fingerprints. It need not assemble: lines are read as they are.

use assembler::literal;
use machine::isa::Meaning;
use runtime::Target;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// How many instructions in a row make a fingerprint.
const WINDOW: usize = 6;

/// An instruction, as far as renaming does not change it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Instruction {
    name: String,
    operands: Vec<Operand>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Operand {
    /// A register that anyone may choose.
    Register(String),
    /// One with a fixed part.
    Fixed(&'static str),
    Number(i64),
    Label,
}

/// The fingerprints of a source, in its order.
pub(super) fn fingerprints(text: &[u8]) -> Vec<u64> {
    let text = String::from_utf8_lossy(text);
    let code: Vec<Instruction> = text.lines().filter_map(instruction).collect();
    code.windows(WINDOW).map(fingerprint).collect()
}

/// The same number for the same instructions, whatever their registers are called.
fn fingerprint(window: &[Instruction]) -> u64 {
    let mut seen: Vec<&str> = Vec::new();
    let mut hasher = FxHasher::default();
    for instruction in window {
        instruction.name.hash(&mut hasher);
        for operand in &instruction.operands {
            if let Operand::Register(name) = operand {
                let number = seen.iter().position(|other| other == name);
                let number = number.unwrap_or_else(|| {
                    seen.push(name);
                    seen.len() - 1
                });
                (0u8, number).hash(&mut hasher);
            } else {
                operand.hash(&mut hasher);
            }
        }
        0xffu8.hash(&mut hasher);
    }
    hasher.finish()
}

/// The instruction on a line, if there is one.
fn instruction(line: &str) -> Option<Instruction> {
    let code = line.split('#').next().unwrap_or("");
    // Labels before it do not count.
    let code = code.rsplit(':').next().unwrap_or("").trim();
    let (name, rest) = match code.split_once(char::is_whitespace) {
        Some((name, rest)) => (name, rest),
        None => (code, ""),
    };
    if name.is_empty() || name.starts_with('.') {
        return None;
    }
    let instruction = Instruction {
        name: name.to_ascii_lowercase(),
        operands: parts(rest).map(operand).collect(),
    };
    Some(plain(instruction))
}

fn parts(operands: &str) -> impl Iterator<Item = &str> {
    let parts = operands.split(|c: char| matches!(c, ',' | '(' | ')') || c.is_whitespace());
    parts.filter(|part| !part.is_empty())
}

fn operand(text: &str) -> Operand {
    if let Some(number) = number(text) {
        return Operand::Number(number);
    }
    let name = text.strip_prefix('$').unwrap_or(text).to_ascii_lowercase();
    match name.as_str() {
        "zero" | "x0" | "0" => Operand::Fixed("zero"),
        "sp" | "x2" | "29" => Operand::Fixed("sp"),
        "ra" | "x1" | "31" => Operand::Fixed("ra"),
        _ if text.starts_with('$') || is_register(&name) => Operand::Register(name),
        _ => Operand::Label,
    }
}

fn number(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [b'\'', char, b'\''] => Some((*char).into()),
        [b'-', b'\'', char, b'\''] => Some(-i64::from(*char)),
        _ => literal::number(text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Whether this is a register of RISC-V.
fn is_register(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = &name[..name.len() - digits.len()];
    let numbered = matches!(letters, "x" | "a" | "s" | "t" | "f" | "fa" | "fs" | "ft");
    let valid = digits.parse::<u8>().is_ok_and(|number| number < 32);
    numbered && valid || matches!(name, "gp" | "tp" | "fp")
}

/// The instruction in the one form that all ways to write it have in common. The names of RISC-V
/// serve for MIPS as well: only copies of each other must become the same.
fn plain(instruction: Instruction) -> Instruction {
    let idioms = Target::RiscV.desc().idioms;
    let mut plain = expanded(&instruction).unwrap_or(instruction);
    let name = plain.name.as_str();
    match (meaning(name), plain.operands.as_mut_slice()) {
        (Some(Meaning::Add | Meaning::Or), [_, _, last]) if *last == Operand::Fixed("zero") => {
            *last = Operand::Number(0);
            plain.name = idioms.add_number.to_owned();
        }
        (Some(Meaning::AddNumber), [_, _, _]) => plain.name = idioms.add_number.to_owned(),
        (_, [Operand::Fixed("ra"), _]) if idioms.call.contains(&name) => {
            plain.operands.remove(0);
            plain.name = idioms.call[0].to_owned();
        }
        (_, [_]) if idioms.call.contains(&name) => plain.name = idioms.call[0].to_owned(),
        _ => {}
    }
    plain
}

/// What a pseudo-instruction stands for, if that is one instruction.
fn expanded(instruction: &Instruction) -> Option<Instruction> {
    if matches!(
        ROWS.get(instruction.name.as_str()),
        Some((Target::RiscV, _))
    ) {
        return None;
    }
    let mut named = Target::RiscV
        .desc()
        .pseudos
        .iter()
        .filter(|row| row.name == instruction.name);
    let (operands, step) = named.find_map(|row| {
        let [step] = row.expansion else { return None };
        let names = row
            .operands
            .split(',')
            .filter_map(|operand| operand.split(':').next());
        let names: Vec<&str> = names
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        (names.len() == instruction.operands.len()).then_some((names, step))
    })?;
    let (name, rest) = step.split_once(' ').unwrap_or((step, ""));
    let put = |part: &str| {
        let given = part.trim_matches(['{', '}']);
        match operands.iter().position(|name| *name == given) {
            Some(index) if given != part => instruction.operands[index].clone(),
            _ => operand(part),
        }
    };
    Some(Instruction {
        name: name.to_owned(),
        operands: parts(rest).map(put).collect(),
    })
}

fn meaning(name: &str) -> Option<Meaning> {
    ROWS.get(name).map(|(_, meaning)| *meaning)
}

/// What the rows of both machines mean, by their names. A name that both have is RISC-V's.
static ROWS: LazyLock<FxHashMap<&str, (Target, Meaning)>> = LazyLock::new(|| {
    let rows = [Target::Mips, Target::RiscV]
        .into_iter()
        .flat_map(|target| {
            let rows = target.desc().rows.iter();
            rows.map(move |row| (row.name, (target, row.meaning)))
        });
    rows.collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_write_the_same_are_one() {
        for (one, other) in [
            ("mv a0, a1", "addi a0, a1, 0"),
            ("mv a0, a1", "add a0, a1, zero"),
            ("move $a0, $a1", "addu $a0, $a1, $zero"),
            ("move $a0, $a1", "or $a0, $a1, $zero"),
            ("li a0, 5", "addi a0, zero, 5"),
            ("li $t0, 5", "addiu $t0, $zero, 5"),
            ("beqz a0, out", "beq a0, zero, out"),
            ("beqz $t0, out", "beq $t0, $zero, out"),
            ("bnez a0, out", "bne a0, zero, out"),
            ("bgt a0, a1, out", "blt a1, a0, out"),
            ("bleu $t0, $t1, out", "bgeu $t1, $t0, out"),
            ("ret", "jr ra"),
            ("jr $ra", "jr ra"),
            ("call f", "jal f"),
            ("jal ra, f", "jal f"),
            ("b out", "j out"),
        ] {
            assert_eq!(instruction(one), instruction(other), "{one} | {other}");
        }
    }
}
