//! Faults of directives and of the data that they place.

macro_rules! directive_faults {
    ($next:ident $($more:ident)*; $($rows:tt)*) => { $next! { $($more)*; $($rows)*
        /// A directive that the dialect does not have.
        UnknownDirective { name: String } => Error UNKNOWN_DIRECTIVE "E0203" {
            title format!("unknown directive `{name}`");
            label "unknown";
            advice |d, at| at.directive(d, name);
            venus format!("unknown assembler directive {name}");
        }

        /// Something of the language that does not exist here.
        Refused { name: String, why: &'static str } => Error REFUSED "E0220" {
            title format!("`{name}` is not supported");
            label "";
            advice |d, _| d.help(*why);
        }

        /// A directive that does not exist, and is left out.
        SkippedDirective { name: String } => Warning SKIPPED_DIRECTIVE "W0204" {
            title format!("unknown directive `{name}`: the line is ignored");
            label "";
            advice |d, at| at.directive(d, name);
        }

        /// A directive without effect.
        IgnoredDirective { name: String } => Warning IGNORED_DIRECTIVE "W0203" {
            title format!("`{name}` has no effect here");
            label "";
            advice |d, _| d.help("remove the line");
            venus format!("{name} does nothing here");
        }

        /// A directive with the wrong number of operands.
        DirectiveCount {
            directive: String,
            got: usize,
            want: &'static str,
        } => Error DIRECTIVE_COUNT "E0204" {
            title format!("`{directive}` needs {want}, but has {}", plural(*got, "operand"));
            label "";
            advice |d, _| directive_example(d, directive, want);
            venus "wrong # of arguments";
            mars Statements |_| mars_text::directive_count(directive);
        }

        /// An operand that the directive cannot use.
        DirectiveOperand {
            directive: String,
            text: String,
            want: &'static str,
        } => Error DIRECTIVE_OPERAND "E0205" {
            title format!("`{directive}` needs {want}, not `{text}`");
            label "";
            advice |d, _| directive_example(d, directive, want);
            venus format!("{text} not a valid argument");
            mars Statements |_| mars_text::directive_operand(directive, text, want);
        }

        /// An alignment outside its range.
        BadAlignment {
            directive: String,
            text: String,
            low: i64,
            high: i64,
            /// Whether it is written in bytes, not as an exponent.
            bytes: bool,
        } => Error BAD_ALIGNMENT "E0206" {
            title match bytes {
                true => format!("`{directive}` needs a power of two up to {high}, not `{text}`"),
                false => format!("`{directive}` accepts {low} to {high}, not `{text}`"),
            };
            label "";
            advice |d, at| match bytes {
                true => d.help("the number is in bytes: 1, 2, 4, 8, …"),
                false => {
                    let d = d.note(format!(
                        "the number is an exponent: `{directive} 2` aligns to 4 bytes"
                    ));
                    match at.has(".balign") {
                        true => d.help("`.balign` takes the number of bytes: `.balign 16`"),
                        false => d,
                    }
                }
            };
            venus format!(".align argument must be between {low} and {high}, inclusive");
        }

        /// A data value out of range.
        DataRange {
            directive: String,
            text: String,
            value: i64,
            low: i64,
            high: i64,
        } => Error DATA_RANGE "E0207" {
            title format!("`{text}` does not fit `{directive}`");
            label "";
            advice |d, _| d
                .note(format!("it holds {low} to {high}"))
                .help("use `.half` or `.word`");
            venus format!("invalid {} {text} too big", directive.trim_start_matches('.'));
        }

        /// A value cut to its directive's size.
        CutValue {
            directive: String,
            text: String,
            value: i64,
            bytes: u32,
        } => Warning CUT_VALUE "W0202" {
            title {
                let bytes = plural(*bytes as usize, "byte");
                format!("`{text}` is truncated to the {bytes} of `{directive}`")
            };
            label "";
            advice |d, _| {
                let cut = *value as u64 & (u64::MAX >> (64 - bytes * 8));
                d.note(format!("the value stored is {cut} ({cut:#x})"))
            };
        }

        /// A string was expected.
        BadString { text: String } => Error BAD_STRING "E0208" {
            title format!("`{text}` is not a string");
            label "";
            advice |d, at| at.quoted(d.help("write a string between two `\"`"), text);
            venus format!("couldn't parse {text} as a string");
            mars Statements |_| format!("\"{text}\" is not a valid character string");
        }

        /// `.data_start` after something was placed.
        LateDataStart => Error LATE_DATA_START "E0211" {
            title "the address of the data segment comes too late";
            label "";
            advice |d, _| d.help("move it to the start of the file");
        }

        /// A section name that means nothing here.
        UnknownSection { name: String } => Error UNKNOWN_SECTION "E0212" {
            title format!("unknown section `{name}`");
            label "";
            advice |d, _| d.help("the sections are `.text`, `.data`, `.rodata` and `.bss`");
        }

        /// An address where nothing can be stored. For an instruction, `pseudo` says which kind.
        AddressOutside {
            address: u32,
            low: u32,
            high: u32,
            pseudo: Option<bool>,
        } => Error ADDRESS_OUTSIDE "E0213" {
            title match pseudo {
                None => format!("data cannot be at {address:#010x}"),
                Some(_) => format!("an instruction cannot be at {address:#010x}"),
            };
            label "";
            advice |d, _| {
                let step = if pseudo.is_some() { ", in steps of 4" } else { "" };
                d.help(format!("the addresses are {low:#010x} to {high:#010x}{step}"))
            };
            mars Statements |_| match pseudo {
                None => format!("\"{}\" is not a valid data segment address", *address as i32),
                Some(_) => {
                    format!("Invalid address for text segment: {}", *address as i32)
                }
            };
        }

        /// Data among instructions.
        DataInText { name: String } => Error WRONG_SEGMENT "E0214" {
            title format!("`{name}` is among instructions");
            label "";
            advice |d, _| d.help("write `.data` before it, and `.text` after it");
            mars Statements |_| format!("\"{name}\" directive cannot appear in text segment");
        }

        /// An instruction among data, which is left out.
        CodeInData { name: String } => Warning DROPPED_LINE "W0205" {
            title format!("the instruction `{name}` is among data, and is ignored");
            label "";
            advice |d, _| d.help("write `.text` before the instructions");
        }

        /// A line among data that is none, and is left out.
        DroppedLine { text: String } => Warning DROPPED_LINE {
            title format!("`{text}` is neither data nor a directive, and is ignored");
            label "";
            advice |d, _| d.help("write values after a directive, or `.text` before instructions");
        }

        /// What stands behind the directive of a segment, and is left out.
        DroppedRest { directive: String, text: String } => Warning DROPPED_LINE {
            title format!("`{text}` after `{directive}` is ignored");
            label "";
            advice |d, _| d.help("write it on a line of its own");
        }

        /// A floating-point number that is too large.
        FloatRange { directive: String, text: String } => Error FLOAT_RANGE "E0215" {
            title format!("`{text}` is too large for `{directive}`");
            label "";
            advice |d, _| match directive.eq_ignore_ascii_case(".float") {
                true => d.help("use `.double` for numbers beyond 3.4e38"),
                false => d,
            };
            mars Statements |_| format!("\"{text}\" is an out-of-range value");
        }

        /// A negative size.
        NegativeSize { directive: String, value: i64 } => Error NEGATIVE_SIZE "E0603" {
            title format!("`{directive}` cannot take {value} bytes");
            label "";
            advice |d, _| d.help("a size must be 0 or more");
            mars Statements |_| format!("\"{directive}\" requires a non-negative integer");
        }
    } };
}
