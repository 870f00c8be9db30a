//! Loads and stores of labels, numbers and parts of words.

use super::*;

/// Loads and stores at any address, with `OP` for the instruction and `R` for its register.
const MEMORY: &[(&str, &str)] = &[
    ("OP R, ($5)", "OP R, 0($5)"),
    ("OP R, -4($5)", "OP R, -4($5)"),
    ("OP R, -4", "OP R, -4($0)"),
    ("OP R, 0x12348", "lui $1, 1; OP R, 0x2348($1)"),
    ("OP R, 0x1fff8", "lui $1, 2; OP R, -8($1)"),
    (
        "OP R, 0x1fff8($5)",
        "lui $1, 2; addu $1, $1, $5; OP R, -8($1)",
    ),
    ("OP R, L", "lui $1, 0x1002; OP R, -32764($1)"),
    (
        "OP R, L($5)",
        "lui $1, 0x1002; addu $1, $1, $5; OP R, -32764($1)",
    ),
    ("OP R, L+4", "lui $1, 0x1002; OP R, -32760($1)"),
    (
        "OP R, L+4($5)",
        "lui $1, 0x1002; addu $1, $1, $5; OP R, -32760($1)",
    ),
];

/// The same where every address fits the instruction.
const COMPACT_MEMORY: &[(&str, &str)] = &[
    ("OP R, L", "OP R, 0x2104($0)"),
    ("OP R, L($5)", "OP R, 0x2104($5)"),
    ("OP R, L+4", "lui $1, 0; OP R, 0x2108($1)"),
    (
        "OP R, L+4($5)",
        "lui $1, 0; addu $1, $1, $5; OP R, 0x2108($1)",
    ),
    ("OP R, ($5)", "OP R, 0($5)"),
];

const INTEGER_ACCESSES: &[&str] = &[
    "lw", "sw", "lh", "sh", "lb", "sb", "lhu", "lbu", "lwl", "swl", "lwr", "swr", "ll", "sc",
];

/// Loads and stores of the floating-point unit: as written, and as they are.
const FLOAT_ACCESSES: &[(&str, &str)] = &[
    ("lwc1", "lwc1"),
    ("swc1", "swc1"),
    ("ldc1", "ldc1"),
    ("sdc1", "sdc1"),
    ("l.s", "lwc1"),
    ("s.s", "swc1"),
    ("l.d", "ldc1"),
    ("s.d", "sdc1"),
];

#[test]
fn loads_and_stores() {
    let integers = INTEGER_ACCESSES.iter().map(|op| (*op, *op, "$4"));
    let floats = FLOAT_ACCESSES.iter().map(|(name, op)| (*name, *op, "$f4"));
    for (name, op, register) in integers.chain(floats) {
        let fill = |text: &str, op: &str| text.replace("OP", op).replace('R', register);
        for (line, basic) in MEMORY {
            PLAIN.check(&fill(line, name), &fill(basic, op));
        }
        for (line, basic) in COMPACT_MEMORY {
            TEXT_AT_ZERO.check(&fill(line, name), &fill(basic, op));
        }
    }
    for op in INTEGER_ACCESSES {
        PLAIN.check(
            &format!("{op} $4, 40000"),
            &format!("ori $1, $0, 40000; {op} $4, 0($1)"),
        );
        PLAIN.check(
            &format!("{op} $4, 40000($5)"),
            &format!("ori $1, $0, 40000; addu $1, $1, $5; {op} $4, 0($1)"),
        );
    }
    for (name, op) in FLOAT_ACCESSES {
        PLAIN.check(
            &format!("{name} $f4, 40000"),
            &format!("lui $1, 1; {op} $f4, -25536($1)"),
        );
    }
}

/// Words that are not aligned, half-words, and pairs: the first access, what comes between, the
/// second access, what comes after. In the accesses `A` is the address, with what is added to it.
const PARTS: &[(&str, [&str; 4])] = &[
    ("ulw", ["lwl $4, A3", "", "lwr $4, A0", ""]),
    ("usw", ["swl $4, A3", "", "swr $4, A0", ""]),
    (
        "ulh",
        [
            "lb $4, A1",
            "",
            "lbu $1, A0",
            "; sll $4, $4, 8; or $4, $4, $1",
        ],
    ),
    (
        "ulhu",
        [
            "lbu $4, A1",
            "",
            "lbu $1, A0",
            "; sll $4, $4, 8; or $4, $4, $1",
        ],
    ),
    (
        "ush",
        [
            "sb $4, A0",
            "; sll $1, $4, 24; srl $4, $4, 8; or $4, $4, $1",
            "sb $4, A1",
            "; srl $1, $4, 24; sll $4, $4, 8; or $4, $4, $1",
        ],
    ),
    ("ld", ["lw $4, A0", "", "lw $5, A4", ""]),
    ("sd", ["sw $4, A0", "", "sw $5, A4", ""]),
];

#[test]
fn accesses_in_parts() {
    // An address, what computes its upper part, the base register, and its lower part.
    let shapes: &[(&str, &str, &str, i32)] = &[
        ("($7)", "", "$7", 0),
        ("0x12348", "lui $1, 1; ", "$1", 0x2348),
        ("L", "lui $1, 0x1002; ", "$1", -32764),
        ("L+4", "lui $1, 0x1002; ", "$1", -32760),
        ("0x12348($7)", "lui $1, 1; addu $1, $1, $7; ", "$1", 0x2348),
        ("L($7)", "lui $1, 0x1002; addu $1, $1, $7; ", "$1", -32764),
        ("L+4($7)", "lui $1, 0x1002; addu $1, $1, $7; ", "$1", -32760),
    ];
    for (name, [first, middle, second, end]) in PARTS {
        for (address, upper, base, lower) in shapes {
            let access = |text: &str| {
                let (text, more) = text.split_once('A').unwrap();
                let offset = lower + more.parse::<i32>().unwrap();
                format!("{upper}{text}{offset}({base})")
            };
            let basic = format!("{}{middle}; {}{end}", access(first), access(second));
            PLAIN.check(&format!("{name} $4, {address}"), &basic);
        }
        // What is added to a small offset may not fit; without it, it does.
        let access = |text: &str| {
            let (text, more) = text.split_once('A').unwrap();
            let more = more.parse::<i32>().unwrap();
            match more {
                0 => format!("{text}-8($7)"),
                _ => format!("lui $1, 0; addu $1, $1, $7; {text}{}($1)", more - 8),
            }
        };
        let basic = format!("{}{middle}; {}{end}", access(first), access(second));
        PLAIN.check(&format!("{name} $4, -8($7)"), &basic);
    }
}
