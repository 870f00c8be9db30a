//! Code as the generator writes it: instructions of neither machine, with registers by their part.
//!
//! `A0`–`A3` are arguments, `V0` and `V1` results, `T0`–`T6` temporaries, `S0`–`S6` saved registers,
//! `Z`, `SP` and `RA` what they are called. Names of instructions are those of RISC-V.

use machine::random::SplitMix64;

/// The machine a class writes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Machine {
    RiscV,
    Mips,
}

/// Random choices.
pub(crate) struct Dice(SplitMix64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        random.draw();
        Dice(random)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.0.draw() >> 16) as usize % count.max(1)
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// An index by weights.
    pub(crate) fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        for (index, weight) in weights.iter().enumerate() {
            if at < *weight {
                return index;
            }
            at -= weight;
        }
        0
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            list.swap(k, self.below(k + 1));
        }
    }
}

/// A line: a label, an instruction, or something else as it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line {
    Label(String),
    Code(Code),
    Raw(String),
}

/// An instruction. The operands of an access to memory are register, offset, base.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Code {
    pub(crate) name: String,
    pub(crate) args: Vec<String>,
}

pub(crate) const MEMORY: [&str; 7] = ["lw", "lhu", "lh", "lbu", "sw", "sh", "sb"];

impl Code {
    pub(crate) fn new(name: &str, args: &[&str]) -> Self {
        Code {
            name: name.to_owned(),
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        }
    }

    /// From `lw T0, 4(A0)`.
    pub(crate) fn read(text: &str) -> Self {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let args = rest.split([',', '(', ')']).map(str::trim);
        Code {
            name: name.to_owned(),
            args: args
                .filter(|arg| !arg.is_empty())
                .map(str::to_owned)
                .collect(),
        }
    }

    pub(crate) fn is_branch(&self) -> bool {
        self.name.starts_with('b')
    }

    /// Whether control may go elsewhere, or come from there.
    pub(crate) fn is_jump(&self) -> bool {
        self.is_branch() || matches!(self.name.as_str(), "j" | "call" | "ret" | "ecall")
    }

    pub(crate) fn is_store(&self) -> bool {
        matches!(self.name.as_str(), "sw" | "sh" | "sb")
    }

    pub(crate) fn is_load(&self) -> bool {
        MEMORY.contains(&self.name.as_str()) && !self.is_store()
    }

    /// The register that it sets.
    pub(crate) fn sets(&self) -> Option<&str> {
        match self.is_store() || self.is_jump() {
            true => None,
            false => self.args.first().map(String::as_str),
        }
    }

    /// The registers that it reads.
    pub(crate) fn reads(&self) -> impl Iterator<Item = &str> {
        let from = usize::from(self.sets().is_some());
        let args = self.args.iter().skip(from).map(String::as_str);
        args.filter(|arg| is_register(arg))
    }

    /// The label that it goes to.
    pub(crate) fn target(&self) -> Option<&str> {
        let goes = self.is_branch() || self.name == "j";
        goes.then(|| self.args.last().map(String::as_str)).flatten()
    }
}

pub(crate) fn is_register(arg: &str) -> bool {
    let mut chars = arg.chars();
    let bank = matches!(chars.next(), Some('A' | 'V' | 'T' | 'S' | 'X'));
    matches!(arg, "Z" | "SP" | "RA") || bank && arg.len() == 2 && chars.all(|c| c.is_ascii_digit())
}

/// A function with a name that others call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) lines: Vec<Line>,
}

impl Function {
    pub(crate) fn codes(&self) -> impl Iterator<Item = &Code> {
        self.lines.iter().filter_map(|line| match line {
            Line::Code(code) => Some(code),
            _ => None,
        })
    }
}

/// A file that is handed in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SourceFile {
    /// Without folder and extension.
    pub(crate) stem: String,
    /// Lines before the code: data, constants.
    pub(crate) head: Vec<String>,
    pub(crate) functions: Vec<Function>,
    /// Files whose functions it calls.
    pub(crate) needs: Vec<String>,
}

/// What one student writes, and how it looks.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    pub(crate) machine: Machine,
    pub(crate) files: Vec<SourceFile>,
    pub(crate) look: Look,
}

/// How a source looks; none of this changes what it does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    pub(crate) indent: usize,
    pub(crate) tabs: bool,
    pub(crate) comments: usize,
    pub(crate) upper: bool,
    pub(crate) numbered: bool,
    pub(crate) seed: u64,
}

impl Solution {
    /// The files as text, by their paths.
    pub(crate) fn texts(&self) -> std::collections::BTreeMap<String, Vec<u8>> {
        let mut dice = Dice::new(self.look.seed);
        let files = self.files.iter().map(|file| {
            let text = self.text(file, &mut dice);
            let end = match self.machine {
                Machine::RiscV => "s",
                Machine::Mips => "asm",
            };
            (format!("src/{}.{end}", file.stem), text.into_bytes())
        });
        files.collect()
    }

    fn text(&self, file: &SourceFile, dice: &mut Dice) -> String {
        let mut text = format!("# {}\n", file.stem);
        if self.machine == Machine::RiscV {
            for needed in &file.needs {
                text += &format!(".import {needed}.s\n");
            }
        }
        for line in &file.head {
            text += &format!("{line}\n");
        }
        text += ".text\n";
        for function in &file.functions {
            text += &format!(".globl {}\n{}:\n", function.name, function.name);
            for line in &function.lines {
                text += &match line {
                    Line::Label(label) => format!("{label}:\n"),
                    Line::Raw(raw) => format!("{raw}\n"),
                    Line::Code(code) => self.line(code, dice),
                };
            }
        }
        if self.machine == Machine::Mips {
            for needed in &file.needs {
                text += &format!(".include \"{needed}.asm\"\n");
            }
        }
        text
    }

    fn line(&self, code: &Code, dice: &mut Dice) -> String {
        const WORDS: [&str; 24] = [
            "next",
            "the field",
            "left",
            "right",
            "count",
            "done?",
            "so far",
            "keep",
            "address",
            "value of",
            "check",
            "if empty",
            "tile",
            "load",
            "store",
            "save",
            "loop",
            "back to",
            "result",
            "pointer",
            "neighbour",
            "is zero",
            "else",
            "row",
        ];
        let mut text = match self.machine {
            Machine::RiscV => riscv(code, self.look.numbered),
            Machine::Mips => mips(code, self.look.numbered),
        };
        if self.look.upper && !text.contains("'") {
            let (name, rest) = text.split_once(' ').unwrap_or((&text, ""));
            text = format!("{} {rest}", name.to_uppercase())
                .trim_end()
                .to_owned();
        }
        let indent = match self.look.tabs {
            true => "\t".to_owned(),
            false => " ".repeat(self.look.indent),
        };
        let comment = match dice.chance(self.look.comments) {
            true => format!(
                "    # {} {} {}",
                dice.pick(&WORDS),
                dice.pick(&WORDS),
                dice.pick(&WORDS)
            ),
            false => String::new(),
        };
        format!("{indent}{text}{comment}\n")
    }
}

fn operands(code: &Code, name: &dyn Fn(&str) -> String) -> String {
    let args: Vec<String> = code.args.iter().map(|arg| name(arg)).collect();
    match (MEMORY.contains(&code.name.as_str()), args.as_slice()) {
        (true, [register, offset, base]) => format!("{register}, {offset}({base})"),
        _ => args.join(", "),
    }
}

fn riscv(code: &Code, numbered: bool) -> String {
    let name = |arg: &str| -> String {
        if !is_register(arg) {
            return arg.to_owned();
        }
        let digit: usize = arg[1..].parse().unwrap_or(0);
        let (plain, number) = match &arg[..1] {
            _ if arg == "SP" => ("sp".to_owned(), 2),
            _ if arg == "RA" => ("ra".to_owned(), 1),
            "Z" => ("zero".to_owned(), 0),
            "A" | "V" => (format!("a{digit}"), 10 + digit),
            // What has no part of its own may serve as a temporary.
            "X" => (format!("a{}", digit + 4), 14 + digit),
            "T" => (
                format!("t{digit}"),
                if digit < 3 { 5 + digit } else { 25 + digit },
            ),
            _ => (
                format!("s{digit}"),
                if digit < 2 { 8 + digit } else { 16 + digit },
            ),
        };
        if numbered {
            format!("x{number}")
        } else {
            plain
        }
    };
    let args = operands(code, &name);
    let mnemonic = if code.name == "call" {
        "jal"
    } else {
        &code.name
    };
    format!("{mnemonic} {args}").trim_end().to_owned()
}

fn mips(code: &Code, numbered: bool) -> String {
    let name = |arg: &str| -> String {
        if !is_register(arg) {
            return arg.to_owned();
        }
        let digit: usize = arg[1..].parse().unwrap_or(0);
        let (plain, number) = match &arg[..1] {
            _ if arg == "SP" => ("sp".to_owned(), 29),
            _ if arg == "RA" => ("ra".to_owned(), 31),
            "Z" => ("zero".to_owned(), 0),
            "A" => (format!("a{digit}"), 4 + digit),
            "V" => (format!("v{digit}"), 2 + digit),
            "X" => (
                ["t7", "t8", "t9", "t7"][digit % 4].to_owned(),
                [15, 24, 25, 15][digit % 4],
            ),
            "T" => (format!("t{digit}"), 8 + digit),
            _ => (format!("s{digit}"), 16 + digit),
        };
        if numbered {
            format!("${number}")
        } else {
            format!("${plain}")
        }
    };
    let args = operands(code, &name);
    let first = |text: &str| text.to_owned();
    match code.name.as_str() {
        "addi" => format!("addiu {args}"),
        "add" => format!("addu {args}"),
        "sub" => format!("subu {args}"),
        "slli" => format!("sll {args}"),
        "srli" => format!("srl {args}"),
        "mv" => format!("move {args}"),
        "seqz" => format!("sltiu {args}, 1"),
        "snez" => {
            let (to, from) = args.split_once(", ").unwrap_or((&args, ""));
            format!("sltu {to}, $zero, {from}")
        }
        "call" => format!("jal {args}"),
        "ret" => first("jr $ra"),
        "ecall" => first("syscall"),
        other => format!("{other} {args}").trim_end().to_owned(),
    }
}
