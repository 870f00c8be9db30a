//! The check against an oracle: straight code that computes with undefined registers and stack, up to a
//! branch. The oracle follows every undefined bit ([`Definedness`]).

use super::run::{Loading, Mode};
use assembler::MemoryLoader;
use machine::reading::definedness::Decision;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use runtime::Target;
use std::fmt::Write;

/// How an instruction is written, on RISC-V and on MIPS: `D`, `A` and `B` are registers, `N` a number,
/// `S` a distance to shift by, `K` a place in the frame, `H` one for half-words and `W` for words.
const INSTRUCTIONS: &[(&str, &str)] = &[
    ("add D, A, B", "addu D, A, B"),
    ("sub D, A, B", "subu D, A, B"),
    ("and D, A, B", "and D, A, B"),
    ("or D, A, B", "or D, A, B"),
    ("xor D, A, B", "xor D, A, B"),
    ("sll D, A, B", "sllv D, A, B"),
    ("srl D, A, B", "srlv D, A, B"),
    ("sra D, A, B", "srav D, A, B"),
    ("slt D, A, B", "slt D, A, B"),
    ("sltu D, A, B", "sltu D, A, B"),
    ("mul D, A, B", "mul D, A, B"),
    ("addi D, A, N", "addiu D, A, N"),
    ("andi D, A, N", "andi D, A, N"),
    ("ori D, A, N", "ori D, A, N"),
    ("xori D, A, N", "xori D, A, N"),
    ("slti D, A, N", "slti D, A, N"),
    ("sltiu D, A, N", "sltiu D, A, N"),
    ("slli D, A, S", "sll D, A, S"),
    ("srli D, A, S", "srl D, A, S"),
    ("srai D, A, S", "sra D, A, S"),
    ("mv D, A", "move D, A"),
    ("li D, N", "li D, N"),
    ("sw A, W", "sw A, W"),
    ("lw D, W", "lw D, W"),
    ("sh A, H", "sh A, H"),
    ("lhu D, H", "lhu D, H"),
    ("sb A, K", "sb A, K"),
    ("lbu D, K", "lbu D, K"),
    ("lb D, K", "lb D, K"),
];

const BRANCHES: &[(&str, &str)] = &[
    ("beqz A, end", "beqz A, end"),
    ("beq A, B, end", "beq A, B, end"),
    ("bne A, B, end", "bne A, B, end"),
    ("bltz A, end", "bltz A, end"),
    ("bgez A, end", "bgez A, end"),
];

/// Which instruction, three registers, a number.
type Choice = (usize, [usize; 3], u16);

/// Code, and what is in the registers.
#[derive(Clone, Debug)]
struct Straight {
    code: Vec<Choice>,
    branch: Choice,
    values: [u32; 8],
}

fn choices() -> impl Strategy<Value = Choice> {
    (any::<usize>(), prop::array::uniform3(0..8usize), 0..2048u16)
}

fn straight() -> impl Strategy<Value = Straight> {
    let value = prop_oneof![any::<u32>(), 0..4u32, Just(0xff)];
    let code = prop::collection::vec(choices(), 1..14);
    (code, choices(), prop::array::uniform8(value)).prop_map(|(code, branch, values)| Straight {
        code,
        branch,
        values,
    })
}

impl Straight {
    /// The program. `f` gets four arguments, and four registers in which nothing was passed.
    fn write(&self, target: Target) -> String {
        let is_mips = target == Target::Mips;
        let dollar = if is_mips { "$" } else { "" };
        let name = |index: usize| {
            let kind = if index < 4 { "a" } else { "t" };
            format!("{dollar}{kind}{}", index % 4)
        };
        let line = |list: &[(&str, &str)], (which, [d, a, b], number): Choice| {
            let (riscv, mips) = list[which % list.len()];
            let pattern = if is_mips { mips } else { riscv };
            let (operation, operands) = pattern.split_once(' ').unwrap();
            let mut text = format!("    {operation} ");
            for part in operands.split_inclusive(' ') {
                let (operand, comma) = match part.trim().strip_suffix(',') {
                    Some(operand) => (operand, ", "),
                    None => (part.trim(), ""),
                };
                let operand = match operand {
                    "D" => name(d),
                    "A" => name(a),
                    "B" => name(b),
                    "N" => number.to_string(),
                    "S" => (number % 32).to_string(),
                    "K" => format!("{}({dollar}sp)", number % 16),
                    "H" => format!("{}({dollar}sp)", number % 8 * 2),
                    "W" => format!("{}({dollar}sp)", number % 4 * 4),
                    other => other.to_owned(),
                };
                text.push_str(&operand);
                text.push_str(comma);
            }
            text
        };
        let add = if is_mips { "addiu" } else { "addi" };
        let (number, call, back) = match is_mips {
            true => ("$v0", "syscall", "jr $ra"),
            false => ("a0", "ecall", "ret"),
        };
        let mut text = String::from(".text\n.globl main\nmain:\n");
        for (index, value) in self.values.iter().enumerate() {
            writeln!(text, "    li {}, {}", name(index), *value as i32).unwrap();
        }
        writeln!(text, "    jal f\n    li {number}, 10\n    {call}\nf:").unwrap();
        writeln!(text, "    {add} {dollar}sp, {dollar}sp, -16").unwrap();
        for &choice in &self.code {
            writeln!(text, "{}", line(INSTRUCTIONS, choice)).unwrap();
        }
        writeln!(text, "{}", line(BRANCHES, self.branch)).unwrap();
        writeln!(
            text,
            "end:\n    {add} {dollar}sp, {dollar}sp, 16\n    {back}"
        )
        .unwrap();
        text
    }

    /// Whether the check finds anything, and what the oracle says is decided by undefined bits.
    fn judge(&self, target: Target) -> (bool, Vec<Decision>) {
        let source = self.write(target);
        let loading = loading(target);
        let mut loader = MemoryLoader::default().with(loading.path, source.as_str());
        let (_, findings) = loading.run(&mut loader, Mode::Checked);
        let temporaries = match target {
            Target::Mips => 8..12,
            Target::RiscV => 5..8,
        };
        let mut loader = MemoryLoader::default().with(loading.path, source.as_str());
        let last = (target == Target::RiscV).then_some(28);
        let undefined = temporaries.chain(last).collect::<Vec<u8>>();
        let decisions = loading.decisions(&mut loader, "f", &undefined, 16);
        (!findings.is_empty(), decisions)
    }
}

/// What the programs are called.
const PATH: &str = "straight";

fn loading(target: Target) -> Loading<'static> {
    Loading {
        target,
        path: PATH,
        working_dir: ".".into(),
        args: Vec::new(),
        input: String::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 192,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Where nothing is said to rely on undefined values, no undefined bit decides anything.
    #[test]
    fn independence_is_never_claimed_wrongly(straight in straight(), seed: u64) {
        for target in Target::ALL {
            let source = straight.write(target);
            let mut loader = MemoryLoader::default().with(PATH, source.as_str());
            let found = loading(target).independence(&mut loader, seed);
            let decides = || !straight.judge(target).1.is_empty();
            let wrong = found.is_claimed && (!found.is_true() || decides());
            prop_assert!(!wrong, "in\n{}", source);
        }
    }

    /// What the check reports was decided by undefined bits.
    #[test]
    fn there_is_no_false_alarm(straight in straight()) {
        for target in Target::ALL {
            let (found, decisions) = straight.judge(target);
            let right = !found || !decisions.is_empty();
            prop_assert!(right, "a false alarm in\n{}", straight.write(target));
        }
    }
}

/// The check is silent where a value that decides is not known any more: in straight code that writes
/// its registers over and over, that is not rare. So many of a hundred it finds at least.
#[test]
fn most_that_depends_on_undefined_bits_is_found() {
    const AT_LEAST: usize = 90;
    let mut runner = TestRunner::deterministic();
    for target in Target::ALL {
        let (mut decided, mut found) = (0, 0);
        for _ in 0..150 {
            let straight = straight().new_tree(&mut runner).unwrap().current();
            // The oracle does not see that a register is compared with itself.
            let (_, [_, first, second], _) = straight.branch;
            if first == second {
                continue;
            }
            let (finding, decisions) = straight.judge(target);
            if !decisions.is_empty() {
                decided += 1;
                found += usize::from(finding);
            }
        }
        println!("{}: {found} of {decided}", target.desc().title);
        assert!(100 * found >= AT_LEAST * decided, "{found} of {decided}");
    }
}
