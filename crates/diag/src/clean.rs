//! Owns what may reach a terminal: text from sources and messages is made visible and bounded.
//!
//! Control characters would move the cursor or recolour the terminal, bidirectional marks would
//! reorder what is read, and invisible characters hide the fault: all become visible symbols.

use std::borrow::Cow;

/// Stands for whatever was cut away.
pub(crate) const ELLIPSIS: &str = "…";

/// Stands for a file's name and position until the renderer is done; see `render::fill_origins`.
/// It is a noncharacter, and [`source`] never lets it through.
pub(crate) const MARK: char = '\u{FFFF}';

const TAB: &str = "    ";
const LINE_LIMIT: usize = 500;
const PARAGRAPH_LIMIT: usize = 8000;

/// A piece of one source line, with nothing invisible in it. Maps each character by itself, so the
/// length of a cleaned prefix says where the character after it has gone.
pub fn source(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push_str(TAB),
            _ => out.push(visible_char(c)),
        }
    }
    Cow::Owned(out)
}

/// Text in one line, where columns count: as many characters as before, with a blank for each tab
/// and line end.
pub fn one_line(text: &str) -> String {
    let visible = |c| match c {
        '\t' | '\n' | '\r' => ' ',
        _ => visible_char(c),
    };
    text.chars().map(visible).collect()
}

/// A title, label or name: one line of bounded length.
pub(crate) fn line(text: &str) -> String {
    bounded(text, LINE_LIMIT, |piece| source(piece).into_owned())
}

/// A note or replacement: line ends stay.
pub(crate) fn paragraph(text: &str) -> String {
    bounded(text, PARAGRAPH_LIMIT, |piece| {
        let lines: Vec<_> = piece.split('\n').map(paragraph_line).collect();
        lines.join("\n")
    })
}

fn paragraph_line(line: &str) -> Cow<'_, str> {
    source(line.strip_suffix('\r').unwrap_or(line))
}

fn bounded(text: &str, limit: usize, clean: impl Fn(&str) -> String) -> String {
    match text.char_indices().nth(limit) {
        None => clean(text),
        Some((end, _)) => clean(&text[..end]) + ELLIPSIS,
    }
}

fn is_plain(c: char) -> bool {
    c != '\t' && visible_char(c) == c
}

/// The character, or the symbol that stands for one that cannot be seen or steers a terminal.
pub fn visible_char(c: char) -> char {
    match c {
        // The block "control pictures" has one symbol for each control character, in order.
        '\0'..='\u{1F}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{FFFD}'),
        '\u{7F}' => '␡',
        '\u{80}'..='\u{9F}' => '\u{FFFD}',
        _ if is_invisible(c) => '\u{FFFD}',
        _ if is_odd_blank(c) => '␣',
        _ => c,
    }
}

/// Whether a character, though not a control character, shows nothing, breaks the line or turns
/// the direction of writing.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}'
        | '\u{61C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{FFFE}'..='\u{FFFF}'
        | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Whether a character looks like a blank and is none, such as a no-break space.
fn is_odd_blank(c: char) -> bool {
    let is_filler = matches!(
        c,
        '\u{115F}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}'
    );
    is_filler || c.is_whitespace() && !c.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_gets_through() {
        assert_eq!(source("\x1b[31m\0\x7f\r\n"), "␛[31m␀␡␍␊");
        assert_eq!(source("\u{9b}1m\u{202e}\u{feff}\u{ffff}"), "�1m���");
        assert_eq!(source("\ta\tb"), "    a    b");
        assert_eq!(one_line("\ta\r\n\x1bb\u{200d}"), " a  ␛b�");
    }

    #[test]
    fn what_looks_like_a_blank_is_shown() {
        assert_eq!(source("a\u{a0}b\u{3000}c\u{2009}\u{3164} d"), "a␣b␣c␣␣ d");
        assert_eq!(source("\u{ad}\u{2060}\u{feff}\u{2066}\u{200f}"), "�����");
    }

    #[test]
    fn ordinary_text_is_untouched() {
        assert!(matches!(source("addi é日本 👍"), Cow::Borrowed(_)));
    }

    #[test]
    fn lines_stay_single_and_paragraphs_keep_their_breaks() {
        assert_eq!(line("a\nb"), "a␊b");
        assert_eq!(paragraph("a\r\nb\x07\n"), "a\nb␇\n");
    }

    #[test]
    fn long_text_is_cut() {
        let cut = line(&"é".repeat(10_000));
        assert_eq!(cut.chars().count(), LINE_LIMIT + 1);
        assert!(cut.ends_with(ELLIPSIS));
    }
}
