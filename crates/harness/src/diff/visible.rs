//! Text in which nothing stays invisible.

/// A line as it is shown. In a line that `differs`, blanks at its ends and double blanks are dots,
/// and its end is an arrow.
pub fn shown(line: &[u8], differs: bool) -> String {
    let (text, ends) = match line.strip_suffix(b"\n") {
        Some(text) => (text, true),
        None => (line, false),
    };
    let mut out = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        out.extend(chunk.valid().chars().map(|c| match c {
            '\t' => '→',
            c => diag::visible_char(c),
        }));
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    if !differs {
        return out;
    }
    let mut out = dots(&out);
    if ends {
        out.push('⏎');
    }
    out
}

/// Blanks at the ends, and blanks beside blanks, as dots.
fn dots(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_blank = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_none_or(|c| *c == ' ');
    let mark = |(at, c): (usize, &char)| match c {
        ' ' if is_blank(at.checked_sub(1)) || is_blank(Some(at + 1)) => '·',
        c => *c,
    };
    chars.iter().enumerate().map(mark).collect()
}

/// A byte in words: `` `x` ``, `a blank`, `a line end`.
pub(crate) fn byte_name(byte: u8) -> String {
    match byte {
        b' ' => "a blank".to_owned(),
        b'\n' => "a line end".to_owned(),
        b'\t' => "a tab".to_owned(),
        b'\r' => "a carriage return".to_owned(),
        0 => "a zero byte".to_owned(),
        0x21..=0x7e => format!("`{}`", char::from(byte)),
        byte => format!("the byte 0x{byte:02x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_invisible() {
        assert_eq!(shown(b" a  b c \n", true), "·a··b c·⏎");
        assert_eq!(shown(b" a  b c \n", false), " a  b c ");
        assert_eq!(shown(b"a\tb\x1b[2J\0\xff", true), "a→b␛[2J␀\\xff");
        assert_eq!(shown("a\u{a0}\u{2003}".as_bytes(), true), "a␣␣");
        assert_eq!(shown("grün\u{202e}".as_bytes(), false), "grün\u{fffd}");
    }
}
