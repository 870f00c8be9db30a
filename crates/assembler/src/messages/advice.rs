//! From a fault to a diagnostic for people, and what the advice of several faults shares.

use std::cell::Cell;

use diag::{Diagnostic, Patch, Span, similar};
use machine::isa::Bank;

use crate::driver::File;
use crate::messages::environment;
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
    /// The diagnostic for a fault, and the names that may have been meant.
    pub(crate) fn diagnose(&self, fault: &Located) -> (Diagnostic, Option<NameChoice>) {
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
        let choice;
        (d, choice) = match hint {
            Some(hint) => (apply(d, hint), hint.choice(fault.span)),
            None => {
                let advisor = Advisor {
                    tables: self.tables,
                    span: fault.span,
                    choice: Cell::default(),
                };
                (fault.error.advise(d, &advisor), advisor.choice.take())
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
        (self.trail(d, fault.span), choice)
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

/// Names that may have been meant where another one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameChoice {
    /// What they name, if they are only similar; nothing if the words of the advice explain them.
    pub(crate) what: Option<&'static str>,
    pub(crate) names: Vec<String>,
    pub(crate) span: Span,
}

impl NameChoice {
    /// What to write for one of them.
    pub(crate) fn patch(&self, name: &str) -> Patch {
        Patch {
            span: self.span,
            replacement: name.to_owned(),
        }
    }

    /// Advice that names some of them, unless the words that are there do.
    pub(crate) fn words(&self, names: &[String]) -> Option<String> {
        self.what.map(|what| similar_words(what, names))
    }
}

/// What the advice of a fault draws on.
pub(crate) struct Advisor<'a> {
    pub(crate) tables: &'a Tables,
    /// The place of the fault.
    pub(crate) span: Option<Span>,
    /// The names that the advice proposes.
    choice: Cell<Option<NameChoice>>,
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

    /// Proposes to write `text` before the place.
    pub(crate) fn insert_before(&self, d: Diagnostic, text: &str) -> Diagnostic {
        match self.span {
            Some(span) => d.patch(Span::new(span.file, span.start, span.start), text),
            None => d,
        }
    }

    /// Proposes to write `text` in the place.
    pub(crate) fn write(&self, d: Diagnostic, text: &str) -> Diagnostic {
        patched(d, self.span, text)
    }

    /// The register in `%register`.
    pub(crate) fn register_behind<'a>(&self, word: &'a str) -> Option<&'a str> {
        let name = word.strip_prefix('%')?;
        self.tables.register(name).map(|_| name)
    }

    /// Proposes the quotes of a string for those of a character.
    pub(crate) fn quoted(&self, d: Diagnostic, text: &str) -> Diagnostic {
        let inner = text
            .strip_prefix('\'')
            .and_then(|text| text.strip_suffix('\''));
        match inner {
            Some(inner) => patched(d, self.span, &format!("\"{inner}\"")),
            None => d,
        }
    }

    /// What may have been meant with a directive that does not exist.
    pub(crate) fn directive(&self, d: Diagnostic, name: &str) -> Diagnostic {
        if let Some(advice) = slips::foreign(self.tables, &name.to_ascii_lowercase()) {
            self.offer(None, &slips::meant_by(advice), self.span);
            return d.help(advice);
        }
        let names = self.tables.dialect.directive_names().map(|(name, _)| name);
        self.propose(d, "directive", &similar(name, names), self.span)
    }

    /// What may have been meant with an instruction that does not exist.
    pub(crate) fn instruction(&self, d: Diagnostic, name: &str) -> Diagnostic {
        let lower = name.to_ascii_lowercase();
        if lower.starts_with(|c: char| c.is_ascii_digit()) {
            return d.help("to put a number into memory, use `.word`");
        }
        if let Some(subset) = &self.tables.subset
            && let Some(row) = self.tables.isa.rows.iter().find(|row| row.name == lower)
        {
            let (extension, name) = (row.extension, &subset.name);
            return d.help(format!("it belongs to {extension}, which {name} lacks"));
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
        let names = similar(&lower, self.tables.mnemonics());
        self.propose(d, "instruction", &names, self.span)
    }

    /// What may have been meant with a register that does not exist.
    pub(crate) fn register(&self, d: Diagnostic, text: &str, bank: Bank) -> Diagnostic {
        let span = self.span;
        let spelling = match bank {
            Bank::Int | Bank::Hidden => self.tables.dialect.words.integer_registers,
            Bank::Float => self.tables.dialect.words.float_registers,
        };
        let lower = text.to_ascii_lowercase();
        let mut all = self.tables.isa.registers.iter();
        if let Some(subset) = &self.tables.subset
            && all.any(|register| register.names().any(|name| name == lower))
        {
            return d.help(format!("{} does not have this register", subset.name));
        }
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
            [_] => self.propose(d, "register", &near, span),
            _ => d.help(spelling),
        }
    }

    /// Names similar ones; those that help are offered.
    pub(crate) fn propose<S: AsRef<str>>(
        &self,
        d: Diagnostic,
        what: &'static str,
        names: &[S],
        span: Option<Span>,
    ) -> Diagnostic {
        let names: Vec<String> = names.iter().map(|name| name.as_ref().to_owned()).collect();
        if names.is_empty() {
            return d;
        }
        self.offer(Some(what), &names, span);
        d.help(similar_words(what, &names))
    }

    fn offer(&self, what: Option<&'static str>, names: &[String], span: Option<Span>) {
        let names = names.to_vec();
        let choice = span.map(|span| NameChoice { what, names, span });
        self.choice
            .set(choice.filter(|choice| !choice.names.is_empty()));
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
                Some(_) => patched(
                    d.help(format!("`{name}` is MIPS: write `{rest}`")),
                    span,
                    rest,
                ),
                None if is_numeric(rest) => d.help(format!(
                    "write a number as `{rest}`, and a register as `x{rest}`"
                )),
                None => d.help("write names without `$`"),
            };
        }
        let lower = name.to_ascii_lowercase();
        if self.tables.register(&lower).is_some() {
            let d = d.help(format!("registers are written in lower case: `{lower}`"));
            return patched(d, span, &lower);
        }
        let calls = environment::in_place_of(self.tables, name);
        if !calls.is_empty() && similar.is_empty() {
            return calls.into_iter().fold(d, Diagnostic::help);
        }
        self.propose(d, "label", similar, span)
    }

    /// What is wrong with a word that begins like a number.
    pub(crate) fn numeral_advice(&self, d: Diagnostic, word: &str) -> Diagnostic {
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

    /// The ways to write an instruction, each once.
    pub(crate) fn forms(&self, d: Diagnostic, forms: &[String]) -> Diagnostic {
        let mut shown: Vec<&String> = Vec::new();
        for form in forms {
            if !shown.contains(&form) {
                shown.push(form);
            }
        }
        let shown = shown.into_iter().take(3);
        shown.fold(d, |d, form| d.help(format!("write `{form}`")))
    }

    /// How to do without `%hi` and `%lo`.
    pub(crate) fn address_part(&self, d: Diagnostic) -> Diagnostic {
        let la = self.tables.isa.idioms.load_address[0];
        let [register, ..] = self.tables.dialect.words.spare;
        d.note("the assembler splits an address itself")
            .help(format!(
                "write `{la} {register}, label` for the address, or `lw {register}, label` for what \
                 is there"
            ))
    }

    /// The operands of an instruction as people write them.
    pub(crate) fn syntax(&self, name: &str) -> String {
        let row = self.tables.isa.rows.iter().find(|row| row.name == name);
        row.map_or_else(String::new, machine::isa::Row::syntax)
    }
}

/// Whether a word is a function of other assemblers for a part of an address.
pub(crate) fn is_address_part(word: &str) -> bool {
    [
        "%hi",
        "%lo",
        "%pcrel_hi",
        "%pcrel_lo",
        "%got",
        "%call16",
        "%gp_rel",
    ]
    .contains(&word)
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

/// `a similar label is …`
fn similar_words(what: &str, names: &[String]) -> String {
    match names {
        [one] => format!("a similar {what} is `{one}`"),
        many => {
            let names: Vec<String> = many.iter().map(|n| format!("`{n}`")).collect();
            format!("similar {what}s are {}", names.join(", "))
        }
    }
}

/// Where the numeric label is instead.
pub(crate) fn missing_local_advice(
    d: Diagnostic,
    span: Option<Span>,
    number: &str,
    way: LabelDirection,
    defined: bool,
) -> Diagnostic {
    match (way, defined) {
        (LabelDirection::Forward, true) => {
            let d = d.help(format!("the `{number}:` is above: write `{number}b`"));
            patched(d, span, &format!("{number}b"))
        }
        (LabelDirection::Backward, true) => {
            let d = d.help(format!("the `{number}:` is below: write `{number}f`"));
            patched(d, span, &format!("{number}f"))
        }
        (_, false) => d.help(format!("define it with `{number}:`")),
    }
}

/// What a simulator says about a statement that it refuses, and how to write that instead.
pub(crate) fn refusal_advice(
    d: Diagnostic,
    by: &str,
    said: &str,
    help: Option<&str>,
) -> Diagnostic {
    // The first line of some messages is that of the source.
    let said = said.lines().next_back().unwrap_or("");
    let d = match said {
        "" => d,
        said => d.note(format!("{by} says: {said}")),
    };
    match help {
        Some(help) => d.help(help),
        None => d,
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
