//! What the simulator of a language accepts itself, as data. This assembler accepts more; whatever is
//! not here is an addition, which the drop-ins refuse and `jal check --portable` lists.

/// What a simulator accepts.
#[derive(Debug)]
pub struct Original {
    /// Its name, for people.
    pub name: &'static str,
    /// How it cuts lines into words.
    pub words: WordRules,
    /// Whether a line may begin with several labels.
    pub several_labels: bool,
    /// Whether the name of an instruction may be that of a label as well.
    pub instructions_as_labels: bool,
    /// The register that expansions use, which programs may name only after `.set noat`.
    pub kept_register: Option<&'static str>,
    /// The forms of its instructions: names, and an example of their operands. The kinds of the words
    /// in the example are what an operand may be. If no form of a name fits, its messages show the
    /// first.
    pub forms: &'static [FormRow],
    /// The directives that it knows.
    pub directives: &'static [&'static str],
    /// The names of registers that it does not know, but this assembler does.
    pub unknown_registers: &'static [&'static str],
    /// Words that can be nothing but an operand of their own kind, so that they are no labels.
    pub reserved: &'static [&'static str],
    /// Its control registers.
    pub control_registers: &'static [&'static str],
    /// Which values its data directives store without a remark.
    pub data_ranges: DataRanges,
    /// What it says.
    pub phrases: Phrases,
    /// How to write what it lacks: an instruction, a directive or a register, and a sentence.
    pub instead: &'static [(&'static str, &'static str)],
}

/// Instructions that share a form.
#[derive(Debug)]
pub struct FormRow {
    /// Their names, separated by blanks.
    pub names: &'static str,
    /// An example of their operands, as messages show it; a blank stands before it, unless it begins
    /// with one.
    pub operands: &'static str,
}

/// One row of a table of forms.
pub(super) const fn form(names: &'static str, operands: &'static str) -> FormRow {
    FormRow { names, operands }
}

/// How a simulator cuts lines into words, and what these are.
#[derive(Clone, Copy, Debug)]
pub struct WordRules {
    /// Whether names of instructions may be written in upper case.
    pub upper_case: bool,
    /// Whether `+` and `-` end a word, unless they are the sign of a number or of an exponent.
    pub splits_signs: bool,
    /// Whether numbers that are added are a number: `3+4`.
    pub sums: bool,
    /// Which words are numbers.
    pub numbers: OriginalNumbers,
    /// The characters after a backslash that mean something in a character literal.
    pub character_escapes: &'static str,
    /// Whether three octal digits may follow the backslash there.
    pub octal_characters: bool,
    /// The characters after a backslash that mean something in a string, if it keeps the backslash
    /// before others, where this assembler knows more of them.
    pub string_escapes: Option<&'static str>,
    /// Whether a string may lack its closing quote.
    pub open_strings: bool,
    /// Whether words that begin with `@` are allowed.
    pub tags: bool,
}

/// Which words are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OriginalNumbers {
    /// As MARS has them: decimal numbers of any size, octal ones, and eight hexadecimal digits.
    Wrapping,
    /// As RARS has them: decimal numbers with a sign, octal ones, and eight hexadecimal digits.
    Signed,
    /// As Venus has them: decimal, `0x` and `0b`; a name may stand wherever a number does.
    OrName,
    /// As SPIM has them: decimal, also with zeros before them, and `0x`; a number with a fraction has a
    /// point with digits on both sides.
    Decimal,
}

impl OriginalNumbers {
    /// Whether a zero before a number makes it octal.
    pub fn has_octal(self) -> bool {
        matches!(self, OriginalNumbers::Wrapping | OriginalNumbers::Signed)
    }
}

/// Which values data directives store without a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataRanges {
    /// Those with a sign.
    Signed,
    /// Those with or without a sign.
    Either,
    /// All.
    Any,
}

/// Whose words messages have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrases {
    /// Those of MARS.
    Mars,
    /// Those of RARS.
    Rars,
    /// Those of Venus.
    Venus,
    /// Those of SPIM.
    Spim,
}

impl Original {
    /// The forms of this instruction, in the order in which they are tried.
    pub fn forms_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'static str> + 'a {
        let is_it = move |row: &&FormRow| {
            let mut names = row.names.split(' ');
            names.any(|known| match self.words.upper_case {
                true => known.eq_ignore_ascii_case(name),
                false => known == name,
            })
        };
        self.forms.iter().filter(is_it).map(|row| row.operands)
    }

    /// Whether it has an instruction of this name.
    pub fn has_instruction(&self, name: &str) -> bool {
        self.forms_of(name).next().is_some()
    }

    /// Whether it knows a directive of this name.
    pub fn has_directive(&self, name: &str) -> bool {
        let mut all = self.directives.iter();
        all.any(|known| match self.words.upper_case {
            true => known.eq_ignore_ascii_case(name),
            false => *known == name,
        })
    }

    /// Whether it has an instruction or a directive of this name.
    pub fn has_word(&self, name: &str) -> bool {
        self.has_instruction(name) || self.has_directive(name)
    }

    /// Whether it leaves out unknown directives, rather than refusing them.
    pub fn skips_directives(&self) -> bool {
        matches!(self.phrases, Phrases::Mars | Phrases::Rars)
    }

    /// How to write a word that it lacks.
    pub fn instead_of(&self, word: &str) -> Option<&'static str> {
        let mut all = self.instead.iter();
        all.find(|(known, _)| known.eq_ignore_ascii_case(word))
            .map(|(_, how)| *how)
    }
}
