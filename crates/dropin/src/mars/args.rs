//! The arguments: bare words in any order. What a word means is decided by trying its meanings in
//! a fixed order, so `5` is a register before it is a limit of steps, and `v0` before it is a file.

use super::flavour::{Flavour, MARS};
use super::numbers::{decode, word};
use machine::env::MarsMap;
use machine::isa::Reg;
use std::ffi::OsString;

/// How numbers are shown at the end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NumberFormat {
    /// `0x0000002a`
    #[default]
    Hexadecimal,
    /// `42`
    Decimal,
    /// Four characters.
    Ascii,
}

/// Memory to be shown or written to a file: the first and the last word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    /// The first address.
    pub first: u32,
    /// The last address.
    pub last: u32,
}

/// What `dump` asks for, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DumpArgs {
    /// A segment or a range of addresses.
    pub segment: String,
    /// The format.
    pub format: String,
    /// The file to write.
    pub file: OsString,
}

/// A register to be shown, and its name as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShownRegister {
    /// In MARS with its `$`.
    pub name: String,
    /// The register.
    pub value: Shown,
}

/// What can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// A register.
    Register(Reg),
    /// The control register with this number.
    Control(u32),
}

/// Everything that the command line asks for.
#[derive(Clone, Debug)]
pub(super) struct MarsArgs {
    /// Which program this is.
    pub flavour: &'static Flavour,
    /// The files to assemble, as typed.
    pub files: Vec<String>,
    /// `pa`: the arguments of the program.
    pub program: Vec<Vec<u8>>,
    /// `a`: assemble only.
    pub assemble_only: bool,
    /// `ae`: the exit code after an error of assembly.
    pub assemble_error: i32,
    /// `se`: the exit code after an error of the run.
    pub run_error: i32,
    /// `ascii`, `dec`, `hex`.
    pub format: NumberFormat,
    /// `b`: without names and addresses.
    pub brief: bool,
    /// `db`: branches are delayed.
    pub delay_slots: bool,
    /// `dump`.
    pub dumps: Vec<DumpArgs>,
    /// `ic`: show how many instructions ran.
    pub count: bool,
    /// `mc`: the memory configuration.
    pub map: &'static MarsMap,
    /// `me`: messages go to standard error.
    pub to_stderr: bool,
    /// `nc`: no line about the program itself.
    pub quiet: bool,
    /// `np`: pseudo-instructions are errors.
    pub basic_only: bool,
    /// `p`: the other sources beside the first file belong to the program.
    pub project: bool,
    /// `sm`: begin at `main`.
    pub start_at_main: bool,
    /// `smc`: code may change itself.
    pub self_modifying: bool,
    /// `we`: warnings are errors.
    pub strict: bool,
    /// The most instructions; none if not positive.
    pub max_steps: i32,
    /// Registers to show.
    pub registers: Vec<ShownRegister>,
    /// Memory to show.
    pub memory: Vec<Range>,
    /// What is said about wrong words that do not matter.
    pub remarks: Vec<String>,
    /// Words of the original that have no meaning here, with the reason.
    pub unsupported: Vec<(&'static str, &'static str)>,
}

impl Default for MarsArgs {
    fn default() -> Self {
        MarsArgs {
            flavour: &MARS,
            files: Vec::new(),
            program: Vec::new(),
            assemble_only: false,
            assemble_error: 0,
            run_error: 0,
            format: NumberFormat::default(),
            brief: false,
            delay_slots: false,
            dumps: Vec::new(),
            count: false,
            map: &MarsMap::DEFAULT,
            to_stderr: false,
            quiet: false,
            basic_only: false,
            project: false,
            start_at_main: false,
            self_modifying: false,
            strict: false,
            max_steps: -1,
            registers: Vec::new(),
            memory: Vec::new(),
            remarks: Vec::new(),
            unsupported: Vec::new(),
        }
    }
}

/// What came of reading the arguments.
#[derive(Debug)]
pub(super) struct Parsed {
    /// What they ask for.
    pub args: MarsArgs,
    /// What is wrong with them, so that nothing is done.
    pub errors: Vec<String>,
}

/// Reads the arguments, without the program's name.
pub(super) fn parse(flavour: &'static Flavour, arguments: &[OsString]) -> Parsed {
    let mut args = MarsArgs {
        flavour,
        ..MarsArgs::default()
    };
    let mut errors = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy();
        match text.to_lowercase().as_str() {
            "pa" => {
                let program = rest.by_ref();
                args.program = program.map(|a| a.as_encoded_bytes().to_vec()).collect();
            }
            "dump" => match (rest.next(), rest.next(), rest.next()) {
                (Some(segment), Some(format), Some(file)) => args.dumps.push(DumpArgs {
                    segment: segment.to_string_lossy().into_owned(),
                    format: format.to_string_lossy().into_owned(),
                    file: file.clone(),
                }),
                _ => errors.push(
                    "Dump command line argument requires a segment, format and file name."
                        .to_owned(),
                ),
            },
            "mc" => {
                let name = rest
                    .next()
                    .map_or(String::new(), |n| n.to_string_lossy().into_owned());
                match MarsMap::ALL.into_iter().find(|map| map.name == name) {
                    Some(map) => args.map = map,
                    None => errors.push(format!("Invalid memory configuration: {name}")),
                }
            }
            lower if let Some(word) = flavour.unsupported(lower) => args.unsupported.push(word),
            lower if args.switch(lower) || args.exit_code(lower) => {}
            _ => errors.extend(args.positional(&text)),
        }
    }
    Parsed { args, errors }
}

impl MarsArgs {
    /// Sets what a word of its own sets; false if there is no such word.
    fn switch(&mut self, word: &str) -> bool {
        let field = match word {
            "me" => &mut self.to_stderr,
            "nc" => &mut self.quiet,
            // There is no trace of the assembler to show.
            "d" => return true,
            "a" | "ad" | "da" => &mut self.assemble_only,
            "p" => &mut self.project,
            "b" => &mut self.brief,
            "db" if self.flavour.own_switches.contains(&word) => &mut self.delay_slots,
            "np" | "ne" => &mut self.basic_only,
            "we" => &mut self.strict,
            "sm" => &mut self.start_at_main,
            "smc" => &mut self.self_modifying,
            "ic" => &mut self.count,
            "hex" => return self.show_as(NumberFormat::Hexadecimal),
            "dec" => return self.show_as(NumberFormat::Decimal),
            "ascii" => return self.show_as(NumberFormat::Ascii),
            _ => return false,
        };
        *field = true;
        true
    }

    fn show_as(&mut self, format: NumberFormat) -> bool {
        self.format = format;
        true
    }

    /// `ae<n>` and `se<n>`; false if it is neither.
    fn exit_code(&mut self, word: &str) -> bool {
        let (field, digits) = match (word.strip_prefix("ae"), word.strip_prefix("se")) {
            (Some(digits), _) => (&mut self.assemble_error, digits),
            (_, Some(digits)) => (&mut self.run_error, digits),
            _ => return false,
        };
        match decode(digits) {
            Some(code) => *field = code,
            None => return false,
        }
        true
    }

    /// A register, a file, a limit or a range, whichever it can be first. An error if it is none.
    fn positional(&mut self, text: &str) -> Option<String> {
        let flavour = self.flavour;
        if flavour.marked_registers && text.starts_with('$') {
            match flavour.register(text) {
                Some(shown) => self.registers.push(shown),
                None => self.remarks.push(format!("Invalid Register Name: {text}")),
            }
        } else if flavour.register_or_file(self, text) {
        } else if let Some(steps) = decode(text) {
            self.max_steps = steps;
        } else if let Some((first, last)) = range_parts(text) {
            match range(first, last) {
                Some(range) => self.memory.push(range),
                None => {
                    return Some(format!(
                        "Invalid/unaligned address or invalid range: {text}"
                    ));
                }
            }
        } else {
            return Some(format!("Invalid Command Argument: {text}"));
        }
        None
    }
}

/// The range that `m-n` names, if it is one of words.
pub(super) fn parse_range(text: &str) -> Option<Range> {
    let (first, last) = range_parts(text)?;
    range(first, last)
}

/// The two sides of the dash.
fn range_parts(text: &str) -> Option<(&str, &str)> {
    let (first, last) = text.split_once('-')?;
    (!first.is_empty() && !last.is_empty()).then_some((first, last))
}

fn range(first: &str, last: &str) -> Option<Range> {
    let (first, last) = (word(first)?, word(last)?);
    let aligned = first.is_multiple_of(4) && last.is_multiple_of(4);
    (aligned && first <= last).then_some(Range { first, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Parsed {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        parse(&MARS, &words)
    }

    fn args(line: &str) -> MarsArgs {
        let parsed = read(line);
        assert_eq!(parsed.errors, [""; 0], "{line}");
        parsed.args
    }

    #[test]
    fn words_stand_in_any_order_and_case() {
        let args = args("NC src/lib.rs 100 Dec sm ic ae7 SE0x10");
        assert_eq!(args.files, ["src/lib.rs"]);
        assert_eq!((args.max_steps, args.format), (100, NumberFormat::Decimal));
        assert_eq!((args.assemble_error, args.run_error), (7, 16));
        assert!(args.quiet && args.start_at_main && args.count);
    }

    #[test]
    fn small_numbers_and_names_are_registers() {
        let args = args("3 $t3 t3 f10 31 $f31 32");
        let shown = args.registers.iter().map(|s| match s.value {
            Shown::Register(reg) => (&*s.name, reg.0),
            Shown::Control(_) => (&*s.name, 255),
        });
        let shown: Vec<_> = shown.collect();
        let expected = [
            ("$3", 3),
            ("$t3", 11),
            ("$t3", 11),
            ("$f10", 42),
            ("$31", 31),
            ("$f31", 63),
        ];
        assert_eq!(shown, expected);
        assert_eq!(args.max_steps, 32);
    }

    #[test]
    fn hidden_registers_cannot_be_shown() {
        assert_eq!(read("hi").errors, ["Invalid Command Argument: hi"]);
        assert_eq!(read("pc").errors, ["Invalid Command Argument: pc"]);
        let parsed = read("$zz $hi");
        assert_eq!(parsed.errors, [""; 0]);
        let expected = ["Invalid Register Name: $zz", "Invalid Register Name: $hi"];
        assert_eq!(parsed.args.remarks, expected);
    }

    #[test]
    fn ranges_are_of_whole_words() {
        let args = args("0x10010000-0x1001000c 4194304-4194308");
        let expected = [
            Range {
                first: 0x1001_0000,
                last: 0x1001_000c,
            },
            Range {
                first: 0x40_0000,
                last: 0x40_0004,
            },
        ];
        assert_eq!(args.memory, expected);
        let wrong = "Invalid/unaligned address or invalid range: ";
        for range in ["0x10010001-0x10010004", "8-4", "0x100-zz"] {
            assert_eq!(read(range).errors, [format!("{wrong}{range}")]);
        }
    }

    #[test]
    fn dumps_need_three_words() {
        let found = args("dump .text HexText code.txt dump 0x0-0x8 Binary -");
        assert_eq!(found.dumps.len(), 2);
        assert_eq!(found.dumps[0].format, "HexText");
        let wrong = "Dump command line argument requires a segment, format and file name.";
        assert_eq!(read("dump .text HexText").errors, [wrong]);
    }

    #[test]
    fn after_pa_everything_belongs_to_the_program() {
        let args = args("pa nc x 5 pa");
        assert_eq!(args.program, [&b"nc"[..], b"x", b"5", b"pa"]);
        assert!(!args.quiet);
    }

    #[test]
    fn memory_configurations_have_exact_names() {
        assert_eq!(
            args("mc CompactTextAtZero").map,
            &MarsMap::COMPACT_TEXT_AT_ZERO
        );
        let errors = read("mc compactdataatzero").errors;
        assert_eq!(errors, ["Invalid memory configuration: compactdataatzero"]);
        assert_eq!(read("mc").errors, ["Invalid memory configuration: "]);
    }

    #[test]
    fn exit_codes_are_numbers_or_something_else() {
        assert_eq!(args("ae010").assemble_error, 8);
        assert_eq!(
            read("aero.asm").errors,
            ["Invalid Command Argument: aero.asm"]
        );
        assert_eq!(read("se").errors, ["Invalid Command Argument: se"]);
    }

    #[test]
    fn help_is_help_only_when_alone() {
        assert_eq!(read("nc h").errors, ["Invalid Command Argument: h"]);
    }
}
