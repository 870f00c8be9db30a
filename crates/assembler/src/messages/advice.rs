//! From a fault to a diagnostic for people, and what the advice of several faults shares.

use diag::{Diagnostic, Span, similar};
use machine::isa::Bank;

use crate::driver::File;
use crate::messages::error::{AsmError, Hint, LabelDirection, LoadFailure, Located};
use crate::messages::slips;
use crate::messages::words::is_numeric;
use crate::tables::Tables;
use crate::text::literal;

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
        let mut d = Diagnostic::new(code, fault.error.severity(), title);
        if let Some(span) = fault.span {
            let text = hint.and_then(|h| h.label.clone());
            d = d.primary(span, text.unwrap_or_else(|| fault.error.label()));
        }
        d = match hint {
            Some(hint) => apply(d, hint),
            None => {
                let (tables, span) = (self.tables, fault.span);
                fault.error.advise(d, &Advisor { tables, span })
            }
        };
        if let Some(origin) = fault.pseudo.as_ref().filter(|_| names_a_step(&fault.error)) {
            let step = origin.step.replace(['{', '}'], "");
            d = d.note(format!(
                "`{step}` is part of the expansion of `{}`",
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
}

/// What the advice of a fault draws on.
pub(crate) struct Advisor<'a> {
    pub(crate) tables: &'a Tables,
    /// The place of the fault.
    pub(crate) span: Option<Span>,
}

impl Advisor<'_> {
    /// Whether the dialect has a directive.
    pub(crate) fn has(&self, directive: &str) -> bool {
        self.tables.directive(directive).is_some()
    }

    /// Proposes to write `text` behind the place.
    pub(crate) fn insert_after(&self, d: Diagnostic, text: &str) -> Diagnostic {
        match self.span {
            Some(span) => d.patch(Span::new(span.file, span.end, span.end), text),
            None => d,
        }
    }

    /// What may have been meant with a directive that does not exist.
    pub(crate) fn directive(&self, d: Diagnostic, name: &str) -> Diagnostic {
        if let Some(advice) = slips::foreign(self.tables, &name.to_ascii_lowercase()) {
            return d.help(advice);
        }
        let names = self.tables.dialect.directive_names().map(|(name, _)| name);
        propose(d, "directive", &similar(name, names), self.span)
    }

    /// What may have been meant with an instruction that does not exist.
    pub(crate) fn instruction(&self, d: Diagnostic, name: &str) -> Diagnostic {
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
            return d.help(format!("it has an extension: {}{more}", shown.join(", ")));
        }
        propose(
            d,
            "instruction",
            &similar(&lower, self.tables.mnemonics()),
            self.span,
        )
    }

    /// What may have been meant with a register that does not exist.
    pub(crate) fn register(&self, d: Diagnostic, text: &str, bank: Bank) -> Diagnostic {
        let span = self.span;
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
        let near = similar(text, names);
        match near[..] {
            [_] => propose(d, "register", &near, span),
            _ => d.help(spelling),
        }
    }

    /// What may have been meant with a name that is not defined.
    pub(crate) fn undefined(
        &self,
        d: Diagnostic,
        name: &str,
        similar: &[String],
        local_in: Option<Span>,
    ) -> Diagnostic {
        let span = self.span;
        if let Some(place) = local_in {
            return d
                .secondary(place, "defined here, but local to this file")
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
                    "write a number as `{rest}`, and a register as `x{rest}`"
                )),
                None => d.help("write names without `$`"),
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
            return d
                .note("instructions can contain only whole numbers")
                .help(format!(
                    "put it into `.data` with `.float {word}`, and load it with `{}`",
                    self.tables.isa.idioms.load_float
                ));
        }
        let (radix, digits) = literal::radix(word);
        let kind = match radix {
            16 => "hexadecimal",
            2 => "binary",
            8 => "octal",
            _ => "decimal",
        };
        match digits.chars().find(|c| !c.is_digit(radix)) {
            Some(c) => d.help(format!("`{c}` is not a {kind} digit")),
            None => d.help(format!("{kind} digits are missing")),
        }
    }

    /// The operands of an instruction as people write them.
    pub(crate) fn syntax(&self, name: &str) -> String {
        let row = self.tables.isa.rows.iter().find(|row| row.name == name);
        row.map_or_else(String::new, machine::isa::Row::syntax)
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
pub(crate) fn directive_example(d: Diagnostic, directive: &str, want: &str) -> Diagnostic {
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

/// Names similar ones, and the patch if there is only one.
pub(crate) fn propose<S: AsRef<str> + std::fmt::Display>(
    d: Diagnostic,
    what: &str,
    names: &[S],
    span: Option<Span>,
) -> Diagnostic {
    match names {
        [] => d,
        [one] => {
            let d = d.help(format!("a similar {what} is `{one}`"));
            patched(d, span, one.as_ref())
        }
        many => {
            let names: Vec<String> = many.iter().map(|n| format!("`{n}`")).collect();
            d.help(format!("similar {what}s are {}", names.join(", ")))
        }
    }
}

/// Where the numeric label is instead.
pub(crate) fn missing_local_advice(
    d: Diagnostic,
    number: &str,
    way: LabelDirection,
    defined: bool,
) -> Diagnostic {
    match (way, defined) {
        (LabelDirection::Forward, true) => {
            d.help(format!("the `{number}:` is above: write `{number}b`"))
        }
        (LabelDirection::Backward, true) => {
            d.help(format!("the `{number}:` is below: write `{number}f`"))
        }
        (_, false) => d.help(format!("define it with `{number}:`")),
    }
}

/// Where files are looked for.
pub(crate) fn load_advice(
    d: Diagnostic,
    relative: bool,
    imported: bool,
    why: &LoadFailure,
) -> Diagnostic {
    match why {
        LoadFailure::NotFound if imported && relative => d
            .help("the path is relative to the directory of the importing file")
            .help("the path in `.import <path>` is relative to the working directory"),
        LoadFailure::NotFound if imported => d
            .help("the path is relative to the working directory")
            .help(
                "the path in `.import \"path\"` is relative to the directory of the importing file",
            ),
        LoadFailure::NotAllowed => d.help("only files below the allowed directory may be read"),
        _ => d,
    }
}
