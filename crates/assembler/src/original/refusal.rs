//! Why a simulator refuses a line: what it says, and what to tell those who want to write for it.

use diag::Code;

use crate::dialect::{Original, Phrases};
use crate::messages::codes;

/// Why a line is refused.
#[derive(Clone, Debug)]
pub(crate) enum RefusalKind {
    /// A word that the language does not have.
    BadWord,
    /// A string without its closing quote.
    OpenString,
    /// A statement that begins with something else than an instruction or a directive.
    NotOperator,
    /// Another label behind the first.
    SecondLabel,
    /// A label with the name of an instruction, or such a name in the place of a label.
    InstructionLabel,
    /// The register that expansions use.
    KeptRegister,
    /// A number that does not fit an instruction.
    Immediate {
        value: i64,
        low: i64,
        high: i64,
    },
    /// A constant that is defined already, or with something else than a number.
    ConstantAgain,
    ConstantValue,
    /// A directive without its values, or with others.
    NoValues,
    DirectiveOperands,
    /// An octal escape sequence that stores something else.
    OctalEscape,
    /// A line among data that is ignored because its label is a reserved word.
    DroppedLabel,
    /// An alignment of instructions that they have anyway.
    TextAlignment,
    /// A Unicode escape without four digits, and one with other characters.
    ShortUnicode,
    BadUnicode,
    /// A directive that is ignored.
    UnknownDirective,
    /// A directive that does nothing.
    IgnoredDirective,
    /// A section that is ignored.
    IgnoredSection,
    /// An instruction with another number of words than any form has.
    OperandCount {
        few: bool,
        expected: String,
    },
    /// An operand of another kind.
    OperandType,
    /// A number that is too large or too small.
    OperandRange,
    /// A number that fits only without a sign.
    Unsigned,
    /// Data among instructions.
    DataInText,
    /// Something in a list that is not one of its values.
    NotInteger,
    NotFloat,
    NotString,
    FloatRange,
    /// A value that is cut.
    Cut {
        value: i64,
        bytes: u8,
    },
    /// `value : count` with something else than two numbers.
    Malformed,
    /// A count that is not positive.
    RepeatCount,
    /// Another number of operands than one.
    OneOperand,
    NonNegative,
    /// `.globl` without a name, or with something else.
    NoGlobal,
    GlobalName,
    /// `.extern` without a name and a size.
    ExternOperands,
    /// More strings than one.
    OneString,
    /// An escape sequence that stays as it is.
    PlainEscape,
    /// A number that a byte cannot be.
    ByteRange,
}

/// A refusal with its place in the line.
#[derive(Clone, Debug)]
pub(crate) struct Refusal<'t> {
    /// Why.
    pub kind: RefusalKind,
    /// The statement's first word, where the message names it.
    pub statement: &'t str,
    /// The word that it is about, as messages show it.
    pub word: String,
    /// The line.
    pub line: &'t str,
    /// Where the word begins and ends in the line.
    pub range: (usize, usize),
}

impl RefusalKind {
    /// Whether it is found while lines are cut into words.
    pub(crate) fn is_lexical(&self) -> bool {
        matches!(self, RefusalKind::BadWord | RefusalKind::OpenString)
    }

    /// Whether the line is accepted, with a remark.
    pub(crate) fn is_remark(&self) -> bool {
        matches!(
            self,
            RefusalKind::UnknownDirective
                | RefusalKind::IgnoredDirective
                | RefusalKind::IgnoredSection
                | RefusalKind::Cut { .. }
                | RefusalKind::PlainEscape
                | RefusalKind::OctalEscape
                | RefusalKind::DroppedLabel
                | RefusalKind::TextAlignment
        )
    }

    /// Whether the program means something else there: a cut value is cut here, too.
    pub(crate) fn loses_something(&self) -> bool {
        let is_same = matches!(
            self,
            RefusalKind::IgnoredDirective | RefusalKind::Cut { .. } | RefusalKind::TextAlignment
        );
        !is_same
    }

    /// Whether nothing is said about it.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(
            self,
            RefusalKind::DroppedLabel | RefusalKind::PlainEscape | RefusalKind::OctalEscape
        )
    }

    /// The code that people look up.
    pub(crate) fn code(&self) -> Code {
        match self {
            RefusalKind::BadWord
            | RefusalKind::OpenString
            | RefusalKind::PlainEscape
            | RefusalKind::OctalEscape
            | RefusalKind::ShortUnicode
            | RefusalKind::BadUnicode => codes::NOT_ITS_WORD,
            RefusalKind::NotOperator => codes::NOT_ITS_INSTRUCTION,
            RefusalKind::SecondLabel
            | RefusalKind::InstructionLabel
            | RefusalKind::DroppedLabel => codes::SECOND_LABEL,
            RefusalKind::UnknownDirective
            | RefusalKind::IgnoredDirective
            | RefusalKind::TextAlignment
            | RefusalKind::IgnoredSection => codes::NOT_ITS_DIRECTIVE,
            RefusalKind::OperandCount { .. }
            | RefusalKind::OperandType
            | RefusalKind::OperandRange
            | RefusalKind::Immediate { .. }
            | RefusalKind::KeptRegister
            | RefusalKind::Unsigned => codes::NOT_ITS_OPERANDS,
            RefusalKind::DataInText
            | RefusalKind::NotInteger
            | RefusalKind::NotFloat
            | RefusalKind::NotString
            | RefusalKind::FloatRange
            | RefusalKind::Cut { .. }
            | RefusalKind::Malformed
            | RefusalKind::RepeatCount
            | RefusalKind::OneOperand
            | RefusalKind::NonNegative
            | RefusalKind::NoGlobal
            | RefusalKind::GlobalName
            | RefusalKind::ExternOperands
            | RefusalKind::OneString
            | RefusalKind::ConstantAgain
            | RefusalKind::ConstantValue
            | RefusalKind::NoValues
            | RefusalKind::DirectiveOperands
            | RefusalKind::ByteRange => codes::NOT_ITS_DATA,
        }
    }
}

impl Refusal<'_> {
    /// What the simulator says.
    pub(crate) fn said(&self, original: &Original) -> String {
        match original.phrases {
            Phrases::Venus => self.said_by_venus(),
            Phrases::Spim => self.said_by_spim(),
            Phrases::Mars | Phrases::Rars => self.said_by_mars(original),
        }
    }

    fn said_by_mars(&self, original: &Original) -> String {
        let (name, word) = (self.statement, &self.word);
        let rars = original.phrases == Phrases::Rars;
        match &self.kind {
            RefusalKind::BadWord => format!("{}\nInvalid language element: {word}", self.line),
            RefusalKind::OpenString => "String is not terminated.".to_owned(),
            RefusalKind::ShortUnicode => format!(
                "unicode escape \"{word}\" is incomplete. Only escapes with 4 digits are valid."
            ),
            RefusalKind::BadUnicode => format!("illegal unicode escape: \"{word}\""),
            RefusalKind::TextAlignment => {
                "Alignments less than 4 bytes are not supported in the text section. The alignment \
                 has been rounded up to 4 bytes."
                    .to_owned()
            }
            RefusalKind::NotOperator | RefusalKind::SecondLabel => {
                format!("\"{word}\" is not a recognized operator")
            }
            RefusalKind::UnknownDirective => {
                let simulator = original.name;
                format!("{simulator} does not recognize the {word} directive.  Ignored.")
            }
            RefusalKind::IgnoredDirective => {
                format!("{} currently ignores the {word} directive.", original.name)
            }
            RefusalKind::IgnoredSection if word.is_empty() => {
                ".section without arguments is ignored".to_owned()
            }
            RefusalKind::IgnoredSection => format!("section name \"{word}\" is ignored"),
            RefusalKind::OperandCount { few, expected } => {
                let amount = if *few { "few" } else { "many" };
                format!(
                    "\"{word}\": Too {amount} or incorrectly formatted operands. Expected: {expected}"
                )
            }
            RefusalKind::OperandType => format!("\"{word}\": operand is of incorrect type"),
            RefusalKind::OperandRange => format!("\"{word}\": operand is out of range"),
            RefusalKind::Unsigned => format!(
                "\"{word}\": Unsigned value is too large to fit into a sign-extended immediate"
            ),
            RefusalKind::DataInText => {
                format!("\"{word}\" directive cannot appear in text segment")
            }
            RefusalKind::NotInteger => {
                format!("\"{word}\" is not a valid integer constant or label")
            }
            RefusalKind::NotFloat => format!("\"{word}\" is not a valid floating point constant"),
            RefusalKind::NotString => format!("\"{word}\" is not a valid character string"),
            RefusalKind::FloatRange => format!("\"{word}\" is an out-of-range value"),
            RefusalKind::Cut { value, bytes } if rars => {
                let cut = *value as u64 & (u64::MAX >> (64 - 8 * u32::from(*bytes)));
                let bits = match i32::try_from(*value) {
                    Ok(word) => u64::from(word as u32),
                    Err(_) => *value as u64,
                };
                format!("value {bits:#010x} is out-of-range and truncated to {cut:#010x}")
            }
            RefusalKind::Cut { .. } => {
                format!("\"{word}\" is out-of-range for a signed value and possibly truncated")
            }
            RefusalKind::Malformed => "malformed expression".to_owned(),
            RefusalKind::RepeatCount => "repetition factor must be positive".to_owned(),
            RefusalKind::OneOperand => format!("\"{name}\" requires one operand"),
            RefusalKind::NonNegative => format!("\"{name}\" requires a non-negative integer"),
            RefusalKind::NoGlobal => {
                format!("\"{name}\" directive requires at least one argument.")
            }
            RefusalKind::GlobalName => format!("\"{name}\" directive argument must be label."),
            RefusalKind::ExternOperands => {
                format!("\"{name}\" directive requires two operands (label and size).")
            }
            RefusalKind::OneString
            | RefusalKind::PlainEscape
            | RefusalKind::OctalEscape
            | RefusalKind::ByteRange
            | RefusalKind::InstructionLabel
            | RefusalKind::KeptRegister
            | RefusalKind::Immediate { .. }
            | RefusalKind::ConstantAgain
            | RefusalKind::ConstantValue
            | RefusalKind::NoValues
            | RefusalKind::DirectiveOperands
            | RefusalKind::DroppedLabel => String::new(),
        }
    }

    fn said_by_venus(&self) -> String {
        let (name, word) = (self.statement, &self.word);
        match &self.kind {
            RefusalKind::BadWord | RefusalKind::OperandType => {
                format!("undefined symbol: {word}")
            }
            RefusalKind::OpenString => "unclosed string".to_owned(),
            RefusalKind::NotOperator => format!("instruction with name {word} not found"),
            RefusalKind::UnknownDirective => format!("unknown assembler directive {word}"),
            RefusalKind::OperandCount { .. } | RefusalKind::OneOperand => {
                "wrong # of arguments".to_owned()
            }
            RefusalKind::ByteRange => format!("invalid byte {word} too big"),
            RefusalKind::NotString => format!("couldn't parse {word} as a string"),
            RefusalKind::OneString => "wrong # of arguments".to_owned(),
            RefusalKind::PlainEscape => String::new(),
            _ => format!("{name}: {word} not a valid argument"),
        }
    }

    fn said_by_spim(&self) -> String {
        match self.kind {
            RefusalKind::Immediate {
                low: 0, high: 31, ..
            } if self.statement.starts_with('s') => {
                "Shift distance can only be in the range 0..31".to_owned()
            }
            RefusalKind::Immediate { value, low, high } => {
                format!("immediate value ({value}) out of range ({low} .. {high})")
            }
            RefusalKind::DataInText => "Can't put data in text segment".to_owned(),
            RefusalKind::KeptRegister => "Register 1 is reserved for assembler".to_owned(),
            RefusalKind::OctalEscape => "Bad character in \\ooo construct in string".to_owned(),
            RefusalKind::IgnoredDirective => {
                let name = self.word.trim_start_matches('.');
                format!("Warning: {name} directive ignored")
            }
            RefusalKind::PlainEscape => String::new(),
            _ => "syntax error".to_owned(),
        }
    }

    /// What is the matter, in one line for people.
    pub(crate) fn title(&self, original: &Original) -> String {
        let (by, name, word) = (original.name, self.statement, &self.word);
        match &self.kind {
            RefusalKind::BadWord => format!("{by} cannot read `{word}`"),
            RefusalKind::OpenString => format!("{by} refuses a string without its closing `\"`"),
            RefusalKind::ShortUnicode | RefusalKind::BadUnicode => {
                format!("{by} does not take the escape sequence `{word}`")
            }
            RefusalKind::TextAlignment => format!("{by} rounds `{word}` up to 4 bytes"),
            RefusalKind::DroppedLabel => {
                format!("`{word}` cannot be a label in {by}, which ignores the line")
            }
            RefusalKind::PlainEscape => format!("in {by}, `{word}` is two characters"),
            RefusalKind::NotOperator => format!("{by} does not have the instruction `{word}`"),
            RefusalKind::SecondLabel => format!("{by} takes one label a line, not also `{word}`"),
            RefusalKind::InstructionLabel => {
                format!("`{word}` cannot be a label in {by}, because it is an instruction")
            }
            RefusalKind::KeptRegister => format!("{by} keeps `{word}` for its own expansions"),
            RefusalKind::Immediate { low, high, .. } => {
                format!("`{word}` does not fit `{name}` in {by}: the range is {low} to {high}")
            }
            RefusalKind::ConstantAgain => format!("`{word}` is a constant already in {by}"),
            RefusalKind::ConstantValue => {
                format!("{by} takes a number for a constant, not an expression")
            }
            RefusalKind::NoValues => format!("`{word}` needs a value in {by}"),
            RefusalKind::DirectiveOperands => format!("{by} has no `{word}` with these operands"),
            RefusalKind::OctalEscape => format!("{by} stores something else for `{word}`"),
            RefusalKind::UnknownDirective if !original.skips_directives() => {
                format!("{by} does not have the directive `{word}`")
            }
            RefusalKind::UnknownDirective | RefusalKind::IgnoredDirective => {
                format!("{by} ignores `{word}`, with the rest of the line")
            }
            RefusalKind::IgnoredSection => format!("{by} ignores the section `{word}`"),
            RefusalKind::OperandCount { .. } if self.is_label() => {
                format!("{by} takes one label a line, not also `{word}`")
            }
            RefusalKind::OperandCount { .. } => {
                format!("{by} has no `{word}` with these operands")
            }
            RefusalKind::OperandType => format!("{by} does not take `{word}` for `{name}`"),
            RefusalKind::OperandRange | RefusalKind::Unsigned => {
                format!("`{word}` does not fit `{name}` in {by}")
            }
            RefusalKind::DataInText => format!("{by} refuses `{word}` among instructions"),
            RefusalKind::OneOperand => format!("`{name}` takes one operand in {by}"),
            RefusalKind::NonNegative => format!("`{name}` takes a number, 0 or more, in {by}"),
            RefusalKind::OneString => format!("`{name}` takes one string in {by}"),
            RefusalKind::FloatRange | RefusalKind::Cut { .. } | RefusalKind::ByteRange => {
                format!("`{word}` does not fit `{name}` in {by}")
            }
            RefusalKind::NotInteger
            | RefusalKind::NotFloat
            | RefusalKind::NotString
            | RefusalKind::Malformed
            | RefusalKind::RepeatCount
            | RefusalKind::NoGlobal
            | RefusalKind::GlobalName
            | RefusalKind::ExternOperands => format!("{by} does not take `{word}` in `{name}`"),
        }
    }

    /// Whether a colon follows the word: then it was meant as a label.
    fn is_label(&self) -> bool {
        let rest = self.line.get(self.range.1..).unwrap_or("");
        rest.trim_start().starts_with(':')
    }

    /// How to write it so that it is accepted.
    pub(crate) fn help(&self, original: &Original) -> Option<String> {
        if let Some(how) = original.instead_of(&self.word) {
            return Some(how.to_owned());
        }
        let forms = |name: &str| {
            let forms = original.forms_of(name).take(3);
            let forms: Vec<String> = forms
                .map(|operands| format!("`{}`", format!("{name} {}", operands.trim()).trim_end()))
                .collect();
            (!forms.is_empty()).then(|| format!("write {}", forms.join(" or ")))
        };
        match &self.kind {
            RefusalKind::OperandCount { .. } if self.is_label() => {
                Some("put each label on a line of its own".to_owned())
            }
            RefusalKind::OperandCount { .. } => forms(&self.word),
            RefusalKind::OperandType | RefusalKind::OperandRange | RefusalKind::Unsigned => {
                forms(self.statement)
            }
            RefusalKind::BadWord if self.word.starts_with('\'') => {
                Some("write the code of the character, as a number".to_owned())
            }
            RefusalKind::BadWord | RefusalKind::NotInteger => {
                Some("write one word: a number, or the name of a label or a constant".to_owned())
            }
            RefusalKind::DroppedLabel => Some("rename the label".to_owned()),
            RefusalKind::SecondLabel => Some("put each label on a line of its own".to_owned()),
            RefusalKind::PlainEscape | RefusalKind::OctalEscape => {
                Some("store the byte with `.byte`".to_owned())
            }
            RefusalKind::KeptRegister => {
                Some("use another register, or write `.set noat` above".to_owned())
            }
            RefusalKind::InstructionLabel => Some("rename the label".to_owned()),
            RefusalKind::NotOperator | RefusalKind::UnknownDirective
                if original.has_word(&self.word.to_ascii_lowercase()) =>
            {
                Some(format!("write `{}`", self.word.to_ascii_lowercase()))
            }
            RefusalKind::NotFloat if original.phrases == Phrases::Spim => {
                Some("write a point with digits on both sides: `3.0`".to_owned())
            }
            RefusalKind::OneString => Some("write a line for each string".to_owned()),
            RefusalKind::UnknownDirective => Some("write the line in another way".to_owned()),
            _ => None,
        }
    }
}
