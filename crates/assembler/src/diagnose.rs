//! Typed faults to diagnostics for people: title, labels, and how to fix it.

use diag::{Diagnostic, Span};
use machine::isa::Bank;

use crate::assemble::File;
use crate::error::{AsmError, Direction, LoadFailure, Located, Wanted};
use crate::suggest;
use crate::tables::Tables;
use crate::title::plural;

/// What the messages draw on.
pub(crate) struct Context<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) files: &'a [File],
}

impl Context<'_> {
    /// The diagnostic for a fault.
    pub(crate) fn diagnose(&self, fault: &Located) -> Diagnostic {
        let (code, title) = (fault.error.code(), fault.error.title());
        let mut d = match fault.error {
            AsmError::TooMany { .. } => Diagnostic::info(code, title),
            _ if fault.error.is_warning() => Diagnostic::warning(code, title),
            _ => Diagnostic::error(code, title),
        };
        if let Some(span) = fault.span {
            d = d.primary(span, label(&fault.error));
        }
        d = self.advise(d, &fault.error, fault.span);
        if let Some(origin) = fault.pseudo.as_ref().filter(|_| names_a_step(&fault.error)) {
            let step = origin.step.replace(['{', '}'], "");
            d = d.note(format!(
                "`{step}` is part of what `{}` stands for",
                origin.name
            ));
        }
        self.trail(d, fault.span)
    }

    /// How the file came to be part of the program.
    fn trail(&self, mut d: Diagnostic, span: Option<Span>) -> Diagnostic {
        let mut file = span.map(|s| s.file);
        while let Some(id) = file {
            let import = self
                .files
                .iter()
                .find(|f| f.id == id)
                .and_then(|f| f.imported);
            let Some(import) = import else { break };
            d = d.trail(import, "imported here");
            file = Some(import.file);
        }
        d
    }

    fn advise(&self, d: Diagnostic, error: &AsmError, span: Option<Span>) -> Diagnostic {
        match error {
            AsmError::NotUtf8 { .. } => d.help("save the file as UTF-8"),
            AsmError::OpenString => {
                let d = d.help("end the string with `\"`");
                self.insert_after(d, span, "\"")
            }
            AsmError::OpenCharacter => d.help("a character is written between two `'`: `'a'`"),
            AsmError::BadCharacter { .. } => d
                .help("one character stands between the quotes: `'a'`, `'\\n'`")
                .help("a text is a string: `\"ab\"`"),
            AsmError::NotAscii { character } => {
                let mut bytes = [0; 4];
                let bytes = character.encode_utf8(&mut bytes).bytes();
                let escaped: String = bytes.map(|b| format!("\\x{b:02x}")).collect();
                d.note("strings hold bytes, and the program prints them one by one")
                    .help(format!(
                        "write another character, or its UTF-8 bytes as `{escaped}`"
                    ))
            }
            AsmError::UnknownEscape { .. } => d
                .note("the backslash and the character both stay in the text")
                .help("escapes are `\\n \\t \\r \\b \\0 \\\\ \\\" \\' \\a \\e \\f \\v \\xNN`"),
            AsmError::LateLabel { .. } => d.help("put the label at the start of the line"),
            AsmError::UnknownDirective { name } => self.directive_advice(d, name, span),
            AsmError::BadString { .. } => d.help("a string stands between two `\"`"),
            AsmError::LateDataStart => d.help("put it at the start of the file"),
            AsmError::UnknownSection { .. } => {
                d.help("sections are `.text`, `.data`, `.rodata` and `.bss`")
            }
            AsmError::UnknownInstruction { name } => self.instruction_advice(d, name, span),
            AsmError::OperandCount { forms, .. } | AsmError::OperandKind { forms, .. } => {
                let d = forms
                    .iter()
                    .take(6)
                    .fold(d, |d, f| d.help(format!("write `{f}`")));
                self.operand_advice(d, error)
            }
            AsmError::UnknownRegister { text, bank } => self.register_advice(d, text, *bank, span),
            AsmError::WrongBank { bank, .. } => d.help(match bank {
                Bank::Int => "integer registers are `a0`, `t0`, `s0`, …",
                Bank::Float => "floating-point registers are `fa0`, `ft0`, `fs0`, …",
            }),
            AsmError::ImmediateRange {
                name,
                value,
                low,
                high,
                ..
            } => self.range_advice(d, name, *value, *low, *high),
            AsmError::TooFar {
                branch,
                name,
                target,
                low,
                high,
                ..
            } => {
                let d = d.note(format!("`{name}` reaches from {low} to {high} bytes"));
                match branch {
                    true => d.help(format!(
                        "branch around a jump: the opposite condition to a label after `j {target}`"
                    )),
                    false => d.help("use `call` or `tail`, which reach everything"),
                }
            }
            AsmError::NotCompressible { name } => {
                let short = self.tables.isa.compressed.iter().find(|c| c.name == *name);
                d.note("16-bit instructions take few registers and small numbers")
                    .help(format!(
                        "write `{}`",
                        short.map_or("the full one", |c| c.base)
                    ))
            }
            AsmError::DuplicateLabel { first, .. } => d
                .secondary(*first, "first defined here")
                .help("give one of them another name"),
            AsmError::RedefinedConstant { first, .. } => d
                .secondary(*first, "first defined here")
                .help("use `.equ` for a constant that may change"),
            AsmError::DuplicateGlobal { first, .. } => d
                .secondary(*first, "also defined here")
                .help("give one of them another name, or drop its `.globl`"),
            AsmError::UndefinedSymbol {
                name,
                similar,
                local_in,
                ..
            } => self.undefined_advice(d, name, similar, *local_in, span),
            AsmError::MissingLocal {
                number,
                direction,
                defined,
            } => missing_local_advice(d, number, *direction, *defined),
            AsmError::NoPcrelHi { .. } => d.help(
                "`%pcrel_lo` takes the label of the `auipc` that has the `%pcrel_hi`, \
                 not the symbol itself",
            ),
            AsmError::NotConstant { .. } => {
                d.help("use a number, or a constant that `.equ` defines above")
            }
            AsmError::Load {
                relative,
                importer,
                why,
                ..
            } => load_advice(d, *relative, importer.is_some(), why),
            AsmError::CutNumber { value, .. } => d.note(format!(
                "what is used is {} ({:#x})",
                *value as i32, *value as u32
            )),
            AsmError::CutValue { value, bytes, .. } => {
                let cut = *value as u64 & (u64::MAX >> (64 - bytes * 8));
                d.note(format!("what is stored is {cut} ({cut:#x})"))
            }
            AsmError::NumericTarget { .. } => {
                d.help("jump to a label: distances change when the program does")
            }
            AsmError::MainNotGlobal { .. } => d.help("write `.globl main` to start there"),
            AsmError::DataRange { low, high, .. } => d
                .note(format!("it holds {low} to {high}"))
                .help("use `.half` or `.word`"),
            _ => d,
        }
    }

    fn insert_after(&self, d: Diagnostic, span: Option<Span>, text: &str) -> Diagnostic {
        match span {
            Some(span) => d.patch(Span::new(span.file, span.end, span.end), text),
            None => d,
        }
    }

    fn directive_advice(&self, d: Diagnostic, name: &str, span: Option<Span>) -> Diagnostic {
        let names = self.tables.dialect.directives.iter().map(|(name, _)| *name);
        propose(d, "directive", &suggest::similar(name, names), span)
    }

    fn instruction_advice(&self, d: Diagnostic, name: &str, span: Option<Span>) -> Diagnostic {
        let lower = name.to_ascii_lowercase();
        let foreign = self
            .tables
            .dialect
            .foreign
            .iter()
            .find(|(word, _)| *word == lower);
        if let Some((_, advice)) = foreign {
            return d.help(*advice);
        }
        if lower.starts_with(|c: char| c.is_ascii_digit()) {
            return d.help("to put a number into memory, use `.word`");
        }
        propose(
            d,
            "instruction",
            &suggest::similar(&lower, self.tables.mnemonics()),
            span,
        )
    }

    fn operand_advice(&self, d: Diagnostic, error: &AsmError) -> Diagnostic {
        let AsmError::OperandKind {
            name,
            found,
            wanted,
            ..
        } = error
        else {
            return d;
        };
        let immediate = format!("{name}i");
        match (wanted, *found) {
            (Wanted::Register(Bank::Int), "a number" | "an expression")
                if self.tables.mnemonic(&immediate).is_some() =>
            {
                d.help(format!("with a number it is `{immediate}`"))
            }
            (Wanted::Number, "a register") => match name.strip_suffix('i') {
                Some(plain) if self.tables.mnemonic(plain).is_some() => {
                    d.help(format!("with a register it is `{plain}`"))
                }
                _ => d,
            },
            _ => d,
        }
    }

    fn register_advice(
        &self,
        d: Diagnostic,
        text: &str,
        bank: Bank,
        span: Option<Span>,
    ) -> Diagnostic {
        let lower = text.to_ascii_lowercase();
        if lower != text && self.tables.register(&lower).is_some() {
            let d = d.help(format!("registers are written in lower case: `{lower}`"));
            return patched(d, span, &lower);
        }
        if let Some(name) = lower.strip_prefix('$') {
            if self.tables.register(name).is_some() {
                let d = d.help(format!("`{text}` is MIPS: write `{name}`"));
                return patched(d, span, name);
            }
            return d
                .help(format!("`{text}` is MIPS"))
                .help(self.tables.dialect.register_advice);
        }
        let names = self.tables.register_names().filter(|name| {
            self.tables
                .register(name)
                .is_some_and(|reg| reg.bank() == bank)
        });
        let similar = suggest::similar(text, names);
        match similar[..] {
            [_] => propose(d, "register", &similar, span),
            _ => d.help(self.tables.dialect.register_advice),
        }
    }

    fn range_advice(
        &self,
        d: Diagnostic,
        name: &str,
        value: i64,
        low: i64,
        high: i64,
    ) -> Diagnostic {
        let d = d.note(format!("`{name}` takes numbers from {low} to {high}"));
        let plain = name
            .strip_suffix('i')
            .filter(|n| self.tables.mnemonic(n).is_some());
        match plain {
            Some(plain) if low < 0 => d.help(format!(
                "load the number first: `li t0, {value}`, then `{plain} rd, rs1, t0`"
            )),
            _ if (low, high) == (-2048, 2047) => d.help(format!(
                "load the number first: `li t0, {value}`, then `add t0, t0, rs1` and use `0(t0)`"
            )),
            _ => d,
        }
    }

    fn undefined_advice(
        &self,
        mut d: Diagnostic,
        name: &str,
        similar: &[String],
        local_in: Option<Span>,
        span: Option<Span>,
    ) -> Diagnostic {
        if let Some(place) = local_in {
            return d
                .secondary(place, "defined here, but only for this file")
                .help(format!("write `.globl {name}` in that file"));
        }
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            d = d.note("it begins like a number, but is none");
        }
        if let Some(rest) = name.strip_prefix('$') {
            return d.help(format!("`{name}` is MIPS: write `{rest}`"));
        }
        if self.tables.register(&name.to_ascii_lowercase()).is_some() {
            return d.help("registers are written in lower case");
        }
        propose(d, "label", similar, span)
    }
}

/// Whether the message names an instruction that the source does not.
fn names_a_step(error: &AsmError) -> bool {
    matches!(
        error,
        AsmError::ImmediateRange { .. } | AsmError::ImmediateStep { .. } | AsmError::TooFar { .. }
    )
}

fn patched(d: Diagnostic, span: Option<Span>, replacement: &str) -> Diagnostic {
    match span {
        Some(span) => d.patch(span, replacement),
        None => d,
    }
}

fn propose(d: Diagnostic, what: &str, names: &[String], span: Option<Span>) -> Diagnostic {
    match names {
        [] => d,
        [one] => {
            let d = d.help(format!("a similar {what} is `{one}`"));
            patched(d, span, one)
        }
        many => {
            let names: Vec<String> = many.iter().map(|n| format!("`{n}`")).collect();
            d.help(format!("similar {what}s are {}", names.join(", ")))
        }
    }
}

fn missing_local_advice(d: Diagnostic, number: &str, way: Direction, defined: bool) -> Diagnostic {
    match (way, defined) {
        (Direction::Forward, true) => {
            d.help(format!("the `{number}:` stands above: write `{number}b`"))
        }
        (Direction::Backward, true) => {
            d.help(format!("the `{number}:` stands below: write `{number}f`"))
        }
        (_, false) => d.help(format!("define it with `{number}:`")),
    }
}

fn load_advice(d: Diagnostic, relative: bool, imported: bool, why: &LoadFailure) -> Diagnostic {
    match why {
        LoadFailure::NotFound if imported && relative => d
            .help("the path starts at the directory of the importing file")
            .help("`.import <path>` starts at the working directory"),
        LoadFailure::NotFound if imported => d
            .help("the path starts at the working directory")
            .help("`.import \"path\"` starts at the directory of the importing file"),
        LoadFailure::NotAllowed => d.help("only files below the allowed directory can be read"),
        _ => d,
    }
}

fn counts(want: &[usize]) -> String {
    let mut sorted = want.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let texts: Vec<String> = sorted.iter().map(usize::to_string).collect();
    match &texts[..] {
        [] => "another number".to_owned(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// The word under the place.
fn label(error: &AsmError) -> String {
    match error {
        AsmError::OpenString | AsmError::OpenCharacter => "begins here".to_owned(),
        AsmError::OpenComment | AsmError::OpenParenthesis => "opened here".to_owned(),
        AsmError::OperandCount { got, want, .. } => {
            format!("has {}, takes {}", plural(*got, "operand"), counts(want))
        }
        AsmError::OperandKind { found, .. } => format!("this is {found}"),
        AsmError::TooFar { distance, .. } => format!("{distance} bytes away"),
        AsmError::DuplicateLabel { .. } | AsmError::RedefinedConstant { .. } => {
            "defined again here".to_owned()
        }
        AsmError::DuplicateGlobal { .. } => "defined here".to_owned(),
        AsmError::UndefinedSymbol { .. } => "not defined".to_owned(),
        AsmError::MainNotGlobal { .. } => "not global".to_owned(),
        AsmError::UnknownInstruction { .. }
        | AsmError::UnknownDirective { .. }
        | AsmError::UnknownRegister { .. } => "unknown".to_owned(),
        _ => String::new(),
    }
}
