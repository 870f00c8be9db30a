//! Typed faults to diagnostics for people: title, labels, and how to fix it.

use diag::{Diagnostic, Span};
use machine::isa::Bank;

use crate::driver::File;
use crate::messages::error::{AsmError, Direction, Hint, LoadFailure, Located};
use crate::messages::slips;
use crate::messages::suggest;
use crate::messages::title::{counts, is_numeric, plural};
use crate::tables::Tables;
use crate::text::escape;

/// What the messages draw on.
pub(crate) struct Context<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) files: &'a [File],
}

impl Context<'_> {
    /// The diagnostic for a fault.
    pub(crate) fn diagnose(&self, fault: &Located) -> Diagnostic {
        let hint = fault.hint.as_deref();
        let title = hint.and_then(|h| h.title.clone());
        let title = title.unwrap_or_else(|| fault.error.title());
        let code = hint.and_then(|h| h.code);
        let code = code.unwrap_or_else(|| fault.error.code());
        let mut d = match fault.error {
            AsmError::TooMany { .. } => Diagnostic::info(code, title),
            _ if fault.error.is_warning() => Diagnostic::warning(code, title),
            _ => Diagnostic::error(code, title),
        };
        if let Some(span) = fault.span {
            let text = hint.and_then(|h| h.label.clone());
            d = d.primary(span, text.unwrap_or_else(|| label(&fault.error)));
        }
        d = match hint {
            Some(hint) => apply(d, hint),
            None => self.advise(d, &fault.error, fault.span),
        };
        if let Some(origin) = fault.pseudo.as_ref().filter(|_| names_a_step(&fault.error)) {
            let step = origin.step.replace(['{', '}'], "");
            d = d.note(format!(
                "`{step}` is part of what `{}` stands for",
                origin.name
            ));
        }
        for (span, cause) in &fault.trail {
            d = d.trail(*span, cause.words());
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
            AsmError::NotUtf8 { .. } | AsmError::ZeroByte { .. } => d.help("save the file as UTF-8 text"),
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
                let bytes: Vec<String> = bytes.map(|b| format!("{b:#04x}")).collect();
                let count = bytes.len();
                let bytes = bytes.join(", ");
                d.note(format!("in UTF-8 it is {count} bytes: {bytes}"))
                    .help("put it into a string, which may have any characters")
            }
            AsmError::UnknownEscape { .. } => {
                let escapes = self.tables.dialect.lexical.escapes;
                d.note(escape::fallback(escapes)).help(escape::advice(escapes))
            }
            AsmError::LateLabel { .. } => d.help("put the label at the start of the line"),
            AsmError::UnknownDirective { name } | AsmError::SkippedDirective { name } => self.directive_advice(d, name, span),
            AsmError::BadString { .. } => d.help("a string stands between two `\"`"),
            AsmError::DirectiveCount {
                directive, want, ..
            }
            | AsmError::DirectiveOperand {
                directive, want, ..
            } => directive_example(d, directive, want),
            AsmError::BadAlignment { bytes: true, .. } => {
                d.help("the number is in bytes: 1, 2, 4, 8, …")
            }
            AsmError::BadAlignment { directive, .. } => {
                let d = d.note(format!(
                    "the number is an exponent: `{directive} 2` aligns to 4 bytes"
                ));
                match self.tables.directive(".balign") {
                    Some(_) => d.help("`.balign` takes the number of bytes: `.balign 16`"),
                    None => d,
                }
            }
            AsmError::OpenParenthesis => d.help("close it with `)`"),
            AsmError::RegisterInExpression { .. } => d
                .note("an expression is computed before the program runs")
                .help(format!(
                    "compute with registers in an instruction: `addi {}`",
                    self.syntax("addi")
                )),
            AsmError::NegativeSize { .. } => d.help("a size is 0 or more"),
            AsmError::ImmediateStep { value, step, .. } => {
                let below = value.div_euclid(*step) * step;
                d.help(format!("the nearest are {below} and {}", below + step))
            }
            AsmError::CircularConstant {
                through: Some((_, place)),
                name,
            } => d
                .secondary(*place, format!("this depends on `{name}`"))
                .help("give one of them a number"),
            AsmError::CircularConstant { .. } => d.help("give it a number"),
            AsmError::IgnoredDirective { .. } => d.help("leave the line out"),
            AsmError::SymbolIsRegister { .. } => d.help("give the symbol another name"),
            AsmError::UndefinedGlobal { similar, .. } => propose(d, "label", similar, None),
            AsmError::NoInstructions => {
                let example = self.tables.dialect.words.instruction;
                d.help(format!(
                    "instructions stand in `.text`, one a line: `{example}`"
                ))
            }
            AsmError::LateDataStart => d.help("put it at the start of the file"),
            AsmError::UnknownSection { .. } => {
                d.help("sections are `.text`, `.data`, `.rodata` and `.bss`")
            }
            AsmError::UnknownInstruction { name } => self.instruction_advice(d, name, span),
            AsmError::OperandCount { forms, .. } | AsmError::OperandKind { forms, .. } => {
                let forms = forms.iter().take(3);
                forms.fold(d, |d, f| d.help(format!("write `{f}`")))
            }
            AsmError::UnknownRegister { text, bank } => self.register_advice(d, text, *bank, span),
            AsmError::WrongBank { bank, .. } => d.help(match bank {
                Bank::Int | Bank::Hidden => self.tables.dialect.words.some_integer_registers,
                Bank::Float => self.tables.dialect.words.some_float_registers,
            }),
            AsmError::ImmediateRange {
                name, low, high, ..
            } => d.note(format!("`{name}` takes numbers from {low} to {high}")),
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
                    false => d.help(self.tables.dialect.words.far_jump),
                }
            }
            AsmError::OtherRegion { name, .. } => d
                .note(format!("`{name}` reaches the 256 MiB of memory that it stands in"))
                .help(self.tables.dialect.words.far_jump),
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
            AsmError::RedefinedConstant { first, .. } => {
                let changing = self.tables.directive(".equ").is_some();
                d.secondary(*first, "first defined here").help(match changing {
                    true => "use `.equ` for a constant that may change",
                    false => "give one of them another name",
                })
            }
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
            AsmError::NoPcrelHi { .. } => d
                .note("`%pcrel_lo` takes the label of the `auipc` with the `%pcrel_hi`, not the symbol")
                .help("write `1: auipc a0, %pcrel_hi(x)`, then `addi a0, a0, %pcrel_lo(1b)`")
                .help("or write `la a0, x`, which stands for both"),
            AsmError::NotConstant { .. } => d.help(match self.tables.directive(".equ") {
                Some(_) => "use a number, or a constant that `.equ` defines above",
                None => "use a number",
            }),
            AsmError::Load {
                relative,
                importer,
                why,
                ..
            } => {
                let imports = importer.is_some() && self.tables.directive(".import").is_some();
                load_advice(d, *relative, imports, why)
            }
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
            _ => placement_advice(macro_advice(d, error), error),
        }
    }

    fn insert_after(&self, d: Diagnostic, span: Option<Span>, text: &str) -> Diagnostic {
        match span {
            Some(span) => d.patch(Span::new(span.file, span.end, span.end), text),
            None => d,
        }
    }

    fn directive_advice(&self, d: Diagnostic, name: &str, span: Option<Span>) -> Diagnostic {
        if let Some(advice) = slips::foreign(self.tables, &name.to_ascii_lowercase()) {
            return d.help(advice);
        }
        let names = self.tables.dialect.directives.iter().map(|(name, _)| *name);
        propose(d, "directive", &suggest::similar(name, names), span)
    }

    fn instruction_advice(&self, d: Diagnostic, name: &str, span: Option<Span>) -> Diagnostic {
        let lower = name.to_ascii_lowercase();
        if lower.starts_with(|c: char| c.is_ascii_digit()) {
            return d.help("to put a number into memory, use `.word`");
        }
        let family = format!("{lower}.");
        let mut family: Vec<&str> = (self.tables.mnemonics())
            .filter(|m| m.starts_with(&family))
            .collect();
        family.sort_unstable();
        if !family.is_empty() {
            let shown: Vec<String> = family.iter().take(4).map(|m| format!("`{m}`")).collect();
            let more = if family.len() > 4 { ", …" } else { "" };
            return d.help(format!("it has a suffix: {}{more}", shown.join(", ")));
        }
        propose(
            d,
            "instruction",
            &suggest::similar(&lower, self.tables.mnemonics()),
            span,
        )
    }

    fn register_advice(
        &self,
        d: Diagnostic,
        text: &str,
        bank: Bank,
        span: Option<Span>,
    ) -> Diagnostic {
        let spelling = match bank {
            Bank::Int | Bank::Hidden => self.tables.dialect.words.integer_registers,
            Bank::Float => self.tables.dialect.words.float_registers,
        };
        let lower = text.to_ascii_lowercase();
        if lower != text && self.tables.register(&lower).is_some() {
            let d = d.help(format!("registers are written in lower case: `{lower}`"));
            return patched(d, span, &lower);
        }
        let prefix = self.tables.dialect.words.register_prefix;
        let full = format!("{prefix}{lower}");
        if !prefix.is_empty() && self.tables.register(&full).is_some() {
            let d = d.help(format!("registers begin with `{prefix}`: write `{full}`"));
            return patched(d, span.filter(|s| s.len() as usize == text.len()), &full);
        }
        if let Some(name) = lower.strip_prefix('$') {
            if self.tables.register(name).is_some() {
                let d = d.help(format!("`{text}` is MIPS: write `{name}`"));
                return patched(d, span, name);
            }
            return d.help(spelling);
        }
        let names = self.tables.register_names().filter(|name| {
            self.tables
                .register(name)
                .is_some_and(|reg| reg.bank() == bank)
        });
        let similar = suggest::similar(text, names);
        match similar[..] {
            [_] => propose(d, "register", &similar, span),
            _ => d.help(spelling),
        }
    }

    fn undefined_advice(
        &self,
        d: Diagnostic,
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
        if is_numeric(name) {
            return self.numeral_advice(d, name);
        }
        let prefix = self.tables.dialect.words.register_prefix;
        let full = format!("{prefix}{name}");
        if !prefix.is_empty() && self.tables.register(&full).is_some() {
            return patched(
                d.help(format!("registers begin with `{prefix}`: write `{full}`")),
                span,
                &full,
            );
        }
        if let Some(rest) = name.strip_prefix('$').filter(|_| prefix.is_empty()) {
            return match self.tables.register(rest) {
                Some(_) => d.help(format!("`{name}` is MIPS: write `{rest}`")),
                None if is_numeric(rest) => d.help(format!(
                    "a number is written `{rest}`, and a register `x{rest}`"
                )),
                None => d.help("a name is written without `$`"),
            };
        }
        if self.tables.register(&name.to_ascii_lowercase()).is_some() {
            return d.help("registers are written in lower case");
        }
        propose(d, "label", similar, span)
    }

    /// What is wrong with a word that begins like a number.
    fn numeral_advice(&self, d: Diagnostic, word: &str) -> Diagnostic {
        if word.parse::<f64>().is_ok() {
            return d.note("instructions hold whole numbers only").help(format!(
                "put it into `.data` with `.float {word}`, and load it with `{}`",
                self.tables.dialect.words.load_float
            ));
        }
        let (radix, kind, digits) = match word.as_bytes() {
            [b'0', b'x' | b'X', ..] => (16, "hexadecimal", &word[2..]),
            [b'0', b'b' | b'B', ..] => (2, "binary", &word[2..]),
            [b'0', b'o' | b'O', ..] => (8, "octal", &word[2..]),
            _ => (10, "decimal", word),
        };
        match digits.chars().find(|c| !c.is_digit(radix)) {
            Some(c) => d.help(format!("`{c}` is not a {kind} digit")),
            None => d.help(format!("the {kind} digits are missing")),
        }
    }

    /// The operands of an instruction as people write them.
    fn syntax(&self, name: &str) -> String {
        let row = self.tables.isa.rows.iter().find(|row| row.name == name);
        row.map_or_else(String::new, machine::isa::Row::syntax)
    }
}

/// What to do about instructions and data in the wrong place.
fn placement_advice(d: Diagnostic, error: &AsmError) -> Diagnostic {
    match error {
        AsmError::AddressOutside {
            low, high, step, ..
        } => {
            let range = format!("its addresses are {low:#010x} to {high:#010x}");
            match step {
                1 => d.help(range),
                step => d.help(format!("{range}, in steps of {step}")),
            }
        }
        AsmError::DataInText { .. } => d.help("write `.data` before it, and `.text` after it"),
        AsmError::CodeInData { .. } => d.help("write `.text` before the instructions"),
        AsmError::PseudoForbidden { expansion, .. } => {
            d.help(format!("write what it stands for: `{expansion}`"))
        }
        AsmError::Overlap { first, .. } => d
            .secondary(*first, "filled here first")
            .help("leave out one of the addresses, or choose another"),
        AsmError::ReplacedData { first, .. } => d
            .secondary(*first, "filled here first")
            .note("the line that comes later wins; `.space` keeps what is there")
            .help("leave out one of the addresses, or choose another"),
        AsmError::OddDouble { .. } => d
            .note("the program stops when it comes here")
            .help("use an even register: `$f0`, `$f2`, …, `$f30`"),
        _ => d,
    }
}

fn macro_advice(d: Diagnostic, error: &AsmError) -> Diagnostic {
    match error {
        AsmError::IncludeLoop { .. } => {
            d.help("leave out the `.include` that leads back to a file which is being read")
        }
        AsmError::MacroOpen { .. } => {
            d.help("write `.end_macro` in a line of its own behind the macro's last line")
        }
        AsmError::StrayEndMacro => d.help("leave it out, or begin the macro with `.macro name`"),
        AsmError::NestedMacro { outer } => d
            .secondary(*outer, "this macro has not ended")
            .help("end it with `.end_macro` first; a macro may call others"),
        AsmError::MacroName { .. } => d
            .note("a name begins with a letter, and is no instruction, register or directive")
            .help("write `.macro name` or `.macro name %a %b`"),
        AsmError::MacroParameter { .. } => d
            .note("a parameter is `%name`, or `$name` if that is no register")
            .help("write `.macro name %a %b`"),
        AsmError::UnknownParameter { name } => d.help(format!(
            "parameters are listed in the macro's first line: `.macro name {name}`"
        )),
        AsmError::MacroArguments { defined, .. } => d
            .secondary(*defined, "defined here")
            .note("arguments are separated by blanks or commas"),
        AsmError::MacroLoop { .. } => d
            .note("a call is replaced by the macro's lines, so this would never end")
            .help("write a function instead, and call it"),
        AsmError::AfterEndMacro { .. } => d.help("begin a new line behind `.end_macro`"),
        AsmError::RedefinedMacro { first, .. } => d
            .secondary(*first, "first defined here")
            .note("calls below use this definition, calls above the first")
            .help("give one of them another name"),
        _ => d,
    }
}

/// Whether the message names an instruction that the source does not.
fn names_a_step(error: &AsmError) -> bool {
    matches!(
        error,
        AsmError::ImmediateRange { .. }
            | AsmError::ImmediateStep { .. }
            | AsmError::TooFar { .. }
            | AsmError::OtherRegion { .. }
    )
}

/// Adds what is known about this one fault.
fn apply(mut d: Diagnostic, hint: &Hint) -> Diagnostic {
    d.notes.extend(hint.notes.iter().cloned());
    d.help.extend(hint.help.iter().cloned());
    match &hint.patch {
        Some((span, text)) => d.patch(*span, text.clone()),
        None => d,
    }
}

/// How a directive is written, by what it takes.
fn directive_example(d: Diagnostic, directive: &str, want: &str) -> Diagnostic {
    let example = match want {
        "a name and a value" => "N, 5",
        "a name and its text" => "N 5",
        "a name and a size" => "x, 16",
        "a number of bytes" => "16",
        "an alignment" => "2",
        "an address" => "0x20000000",
        "one string" | "strings" => "\"text\"",
        "one path" => "\"file.s\"",
        "the name of a section" => ".data",
        "names of labels" => "main",
        "a number or a label" | "a number" => "5",
        "a floating-point number" => "1.5",
        _ => return d,
    };
    d.help(format!("write it like `{directive} {example}`"))
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

/// The word under the place.
fn label(error: &AsmError) -> String {
    match error {
        AsmError::OpenString | AsmError::OpenCharacter => "begins here".to_owned(),
        AsmError::OpenComment | AsmError::OpenParenthesis => "opened here".to_owned(),
        AsmError::OperandCount { written, takes, .. } => {
            let written = plural(*written, "operand");
            format!("has {written}, takes {}", counts(takes))
        }
        AsmError::OperandKind { found, .. } => format!("this is {found}"),
        AsmError::TooFar { distance, .. } => format!("{distance} bytes away"),
        AsmError::DuplicateLabel { .. } | AsmError::RedefinedConstant { .. } => {
            "defined again here".to_owned()
        }
        AsmError::DuplicateGlobal { .. } => "defined here".to_owned(),
        AsmError::Overlap { .. } | AsmError::ReplacedData { .. } => "filled again here".to_owned(),
        AsmError::RedefinedMacro { .. } => "defined again here".to_owned(),
        AsmError::MacroOpen { .. } => "begins here".to_owned(),
        AsmError::UndefinedSymbol { name, .. } if is_numeric(name) => String::new(),
        AsmError::UndefinedSymbol { .. } | AsmError::UndefinedGlobal { .. } => {
            "not defined".to_owned()
        }
        AsmError::CircularConstant {
            through: Some((name, _)),
            ..
        } => format!("this depends on `{name}`"),
        AsmError::MainNotGlobal { .. } => "not global".to_owned(),
        AsmError::UnknownInstruction { .. }
        | AsmError::UnknownDirective { .. }
        | AsmError::UnknownRegister { .. } => "unknown".to_owned(),
        _ => String::new(),
    }
}
