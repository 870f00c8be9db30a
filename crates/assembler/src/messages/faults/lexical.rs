//! Faults of characters, literals and statements that cannot be read.

macro_rules! lexical_faults {
    ($next:ident $($more:ident)*; $($rows:tt)*) => { $next! { $($more)*; $($rows)*
        /// Bytes that are not UTF-8 at this offset of the file.
        NotUtf8 { offset: usize } => Error NOT_UTF8 "E0101" {
            title format!("the file is not UTF-8 text (byte {offset})");
            label "";
            advice |d, _| d.help("save the file as UTF-8 text");
        }

        /// A control character.
        StrayCharacter { character: char } => Error STRAY_CHARACTER "E0102" {
            title format!("the character U+{:04X} does not belong here", u32::from(*character));
            label "";
            advice |d, _| d;
            mars Words |scene| mars_text::bad_element(scene);
        }

        /// A zero byte at this offset: the file is no text.
        ZeroByte { offset: usize } => Error STRAY_CHARACTER {
            title format!("the file is not text: byte {offset} is zero");
            label "";
            advice |d, _| d.help("save the file as UTF-8 text");
            mars Words |scene| mars_text::bad_element(scene);
        }

        /// A string without its closing quote.
        OpenString => Error OPEN_STRING "E0103" {
            title "the string has no closing `\"`";
            label "begins here";
            advice |d, at| at.insert_after(d.help("end the string with `\"`"), "\"");
            venus "unclosed string";
            mars Words |scene| mars_text::bad_element(scene);
        }

        /// A string without its closing quote, which ends with its line.
        ShortString => Warning SHORT_STRING "W0102" {
            title "the string has no closing `\"`: it ends before the last character of the line";
            label "begins here";
            advice |d, at| at.insert_after(d.help("end the string with `\"`"), "\"");
        }

        /// A character literal without its closing quote.
        OpenCharacter => Error OPEN_CHARACTER "E0104" {
            title "the character has no closing `'`";
            label "begins here";
            advice |d, _| d.help("write a character between two `'`: `'a'`");
            venus "unclosed string";
            mars Words |scene| mars_text::bad_element(scene);
        }

        /// A literal that is not one character.
        BadCharacter { text: String } => Error BAD_CHARACTER "E0105" {
            title format!("`{text}` is not one character");
            label "";
            advice |d, _| d
                .help("put one character between the quotes: `'a'`, `'\\n'`")
                .help("write a text as a string: `\"ab\"`");
            venus "unclosed string";
            mars Words |scene| mars_text::bad_element(scene);
        }

        /// A character literal of more than one byte.
        NotAscii { character: char } => Error NOT_ASCII "E0106" {
            title format!("`{character}` takes more than one byte");
            label "";
            advice |d, _| {
                let mut bytes = [0; 4];
                let bytes = character.encode_utf8(&mut bytes).bytes();
                let bytes: Vec<String> = bytes.map(|b| format!("{b:#04x}")).collect();
                let (count, bytes) = (bytes.len(), bytes.join(", "));
                d.note(format!("in UTF-8 it takes {count} bytes: {bytes}"))
                    .help("put it into a string, which may contain any character")
            };
            venus format!("unexpected non-ascii character: '{character}'");
        }

        /// A block comment without end.
        OpenComment => Error OPEN_COMMENT "E0107" {
            title "the comment has no closing `*/`";
            label "opened here";
            advice |d, _| d;
        }

        /// A number of more than so many bits.
        HugeNumber { text: String, bits: u32 } => Error HUGE_NUMBER "E0108" {
            title format!("`{text}` has more than {bits} bits");
            label "";
            advice |d, _| d;
            mars Words |scene| mars_text::bad_element(scene);
        }

        /// A backslash with a character that makes no escape sequence.
        UnknownEscape { text: String } => Warning UNKNOWN_ESCAPE "W0101" {
            title format!("`{text}` is not an escape sequence");
            label "";
            advice |d, at| {
                let escapes = at.tables.dialect.lexical.escapes;
                d.note(escape::fallback(escapes)).help(escape::advice(escapes))
            };
        }

        /// A label behind an instruction.
        LateLabel { name: String } => Error LATE_LABEL "E0201" {
            title format!("the label `{name}` is in the middle of a statement");
            label "";
            advice |d, _| d.help("put the label at the start of the line");
            venus format!("label {name} in the middle of an instruction");
            mars Statements |_| format!("\"{name}\" is not a recognized operator");
        }

        /// A token that cannot stand there.
        Unexpected { text: String, wanted: &'static str } => Error UNEXPECTED "E0202" {
            title match text.as_str() {
                "" => format!("expected {wanted}, but the line ends"),
                text => format!("expected {wanted}, found `{text}`"),
            };
            label "";
            advice |d, _| d;
        }

        /// Parentheses nested too deeply.
        TooDeep => Error TOO_DEEP "E0209" {
            title "the expression is nested too deeply";
            label "";
            advice |d, _| d;
        }

        /// A parenthesis without its partner.
        OpenParenthesis => Error OPEN_PARENTHESIS "E0210" {
            title "the parenthesis is never closed";
            label "opened here";
            advice |d, _| d;
        }
    } };
}
