//! From a source to fingerprints. It need not assemble: lines are read as they stand.

use assembler::literal;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

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
    let parts = rest.split(|c: char| c == ',' || c == '(' || c == ')' || c.is_whitespace());
    let operands = parts.filter(|part| !part.is_empty()).map(operand);
    let instruction = Instruction {
        name: name.to_ascii_lowercase(),
        operands: operands.collect(),
    };
    Some(plain(instruction))
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

/// What a pseudo-instruction stands for, where there are two common ways to write the same.
fn plain(mut instruction: Instruction) -> Instruction {
    let zero = Operand::Fixed("zero");
    let operands = &mut instruction.operands;
    let name = match (instruction.name.as_str(), operands.len()) {
        ("mv" | "move", 2) => {
            operands.push(Operand::Number(0));
            "addi"
        }
        ("add" | "addu" | "or", 3) if operands[2] == zero => {
            operands[2] = Operand::Number(0);
            "addi"
        }
        ("li", 2) => {
            operands.insert(1, zero);
            "addi"
        }
        ("addiu", 3) => "addi",
        ("beqz", 2) => {
            operands.insert(1, zero);
            "beq"
        }
        ("bnez", 2) => {
            operands.insert(1, zero);
            "bne"
        }
        ("bgt", 3) => swapped(operands, "blt"),
        ("ble", 3) => swapped(operands, "bge"),
        ("bgtu", 3) => swapped(operands, "bltu"),
        ("bleu", 3) => swapped(operands, "bgeu"),
        ("ret", 0) => {
            operands.push(Operand::Fixed("ra"));
            "jr"
        }
        ("call", 1) => "jal",
        ("jal", 2) if operands[0] == Operand::Fixed("ra") => {
            operands.remove(0);
            "jal"
        }
        ("b", 1) => "j",
        _ => return instruction,
    };
    instruction.name = name.to_owned();
    instruction
}

fn swapped(operands: &mut [Operand], name: &'static str) -> &'static str {
    operands.swap(0, 1);
    name
}
