//! The codes of everything that the assembler reports. They are stable: people search for them.

use diag::Code;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        $($(#[$doc])* pub const $name: Code = Code($code);)*
        /// Every code of this crate.
        pub const ALL: &[Code] = &[$($name),*];
    };
}

codes! {
    /// The file is not valid UTF-8.
    NOT_UTF8 = "E0101";
    /// A character that has no place in a program.
    STRAY_CHARACTER = "E0102";
    /// A string without its closing quote.
    OPEN_STRING = "E0103";
    /// A character literal without its closing quote.
    OPEN_CHARACTER = "E0104";
    /// A character literal that is not one character.
    BAD_CHARACTER = "E0105";
    /// A character literal of more than one byte.
    NOT_ASCII = "E0106";
    /// A block comment that never ends.
    OPEN_COMMENT = "E0107";
    /// A number with more than 64 bits.
    HUGE_NUMBER = "E0108";

    /// A label after the instruction has begun.
    LATE_LABEL = "E0201";
    /// Something that cannot stand where it stands.
    UNEXPECTED = "E0202";
    /// A directive that does not exist.
    UNKNOWN_DIRECTIVE = "E0203";
    /// A directive with too many or too few operands.
    DIRECTIVE_COUNT = "E0204";
    /// A directive's operand is not of the right kind.
    DIRECTIVE_OPERAND = "E0205";
    /// An alignment out of range.
    BAD_ALIGNMENT = "E0206";
    /// A value that does not fit its data directive.
    DATA_RANGE = "E0207";
    /// A directive wants a string.
    BAD_STRING = "E0208";
    /// An expression nested too deeply.
    TOO_DEEP = "E0209";
    /// A parenthesis without its partner.
    OPEN_PARENTHESIS = "E0210";
    /// The data segment's address is set after something was placed.
    LATE_DATA_START = "E0211";
    /// A section that the program's memory has no place for.
    UNKNOWN_SECTION = "E0212";
    /// An address that a segment does not have.
    ADDRESS_OUTSIDE = "E0213";
    /// Data among instructions, or instructions among data.
    WRONG_SEGMENT = "E0214";

    /// An instruction that does not exist.
    UNKNOWN_INSTRUCTION = "E0301";
    /// An instruction with too many or too few operands.
    OPERAND_COUNT = "E0302";
    /// A register that does not exist.
    UNKNOWN_REGISTER = "E0303";
    /// A register of the wrong kind (integer, floating point).
    WRONG_BANK = "E0304";
    /// A number that does not fit its instruction.
    IMMEDIATE_RANGE = "E0305";
    /// A number that is not a multiple of what its instruction needs.
    IMMEDIATE_STEP = "E0306";
    /// An operand of another kind than the instruction needs.
    OPERAND_KIND = "E0307";
    /// A branch or jump whose target is out of reach.
    TOO_FAR = "E0308";
    /// A compressed instruction that cannot take these operands.
    NOT_COMPRESSIBLE = "E0309";
    /// A pseudo-instruction where none may be written.
    PSEUDO_FORBIDDEN = "E0310";

    /// A label that is defined twice.
    DUPLICATE_LABEL = "E0401";
    /// A name that is used but not defined.
    UNDEFINED_SYMBOL = "E0402";
    /// Two files that define the same global label.
    DUPLICATE_GLOBAL = "E0403";
    /// A constant that is defined again.
    REDEFINED_CONSTANT = "E0404";
    /// A constant that depends on itself.
    CIRCULAR_CONSTANT = "E0405";
    /// A division by zero in an expression.
    DIVISION_BY_ZERO = "E0406";
    /// An expression whose value must be known at once, and is not.
    NOT_CONSTANT = "E0407";
    /// A numeric label that is not there in that direction.
    MISSING_LOCAL = "E0408";
    /// `%pcrel_lo` of a label that has no `%pcrel_hi`.
    NO_PCREL_HI = "E0409";
    /// A register in the middle of an expression.
    REGISTER_IN_EXPRESSION = "E0410";

    /// A file that cannot be found.
    FILE_MISSING = "E0501";
    /// A file that may not be read.
    FILE_FORBIDDEN = "E0502";
    /// A file that cannot be read.
    FILE_UNREADABLE = "E0503";
    /// More source text, files or import levels than allowed.
    SOURCE_LIMIT = "E0504";
    /// A file stopped the assembly with `#error`.
    USER_ERROR = "E0505";
    /// A definition that expands into too much text.
    EXPANSION_LIMIT = "E0506";
    /// A file that includes itself.
    INCLUDE_LOOP = "E0507";
    /// A program that is written in two assembly languages.
    MIXED_LANGUAGES = "E0508";

    /// More data than fits between the data segment and the stack.
    DATA_LIMIT = "E0601";
    /// More instructions than fit below the data segment.
    TEXT_LIMIT = "E0602";
    /// A size that is negative.
    NEGATIVE_SIZE = "E0603";
    /// More errors than are shown.
    TOO_MANY = "E0604";
    /// Two statements that fill the same memory.
    OVERLAP = "E0605";

    /// A macro without its end.
    MACRO_OPEN = "E0701";
    /// The end of a macro that was not begun.
    STRAY_END_MACRO = "E0702";
    /// A macro that is defined inside of another.
    NESTED_MACRO = "E0703";
    /// A macro with a name that it cannot have.
    MACRO_NAME = "E0704";
    /// Something that cannot be a parameter.
    MACRO_PARAMETER = "E0705";
    /// A parameter that the macro does not have.
    UNKNOWN_PARAMETER = "E0706";
    /// A call with too many or too few arguments.
    MACRO_ARGUMENTS = "E0707";
    /// A macro that calls itself.
    MACRO_LOOP = "E0708";
    /// Text behind the end of a macro.
    AFTER_END_MACRO = "E0709";

    /// An escape sequence that does not exist.
    UNKNOWN_ESCAPE = "W0101";
    /// A number that is cut to 32 bits.
    CUT_NUMBER = "W0201";
    /// A value that is cut to the size of its data directive.
    CUT_VALUE = "W0202";
    /// A directive that does nothing here.
    IGNORED_DIRECTIVE = "W0203";
    /// A directive that does not exist, and is left out.
    SKIPPED_DIRECTIVE = "W0204";
    /// A branch or jump to a number, which is taken as a distance.
    NUMERIC_TARGET = "W0301";
    /// A symbol with the name of a register.
    SYMBOL_IS_REGISTER = "W0302";
    /// An odd floating-point register for a double.
    ODD_DOUBLE = "W0303";
    /// `main` is not global, so the program does not start there.
    MAIN_NOT_GLOBAL = "W0401";
    /// A name is declared global, but no file defines it.
    UNDEFINED_GLOBAL = "W0402";
    /// The program has no instructions.
    NO_INSTRUCTIONS = "W0403";
    /// Data that take the place of others.
    REPLACED_DATA = "W0601";
    /// A macro that is defined again.
    REDEFINED_MACRO = "W0701";
    /// Nothing tells which machine the program is for.
    GUESSED_LANGUAGE = "W0702";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        let texts: Vec<&str> = ALL.iter().map(|code| code.0).collect();
        assert!(texts.is_sorted_by(|a, b| a < b), "{texts:?}");
    }
}
