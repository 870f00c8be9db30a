//! Bytes of any kind on an output that takes text only.

use std::io::{self, Write};

/// Writes UTF-8 to `W`, whatever it is given: what is not UTF-8 becomes U+FFFD. The beginning of a
/// character waits for its end.
pub struct TextWriter<W> {
    inner: W,
    begun: Vec<u8>,
}

impl<W: Write> TextWriter<W> {
    /// Writes to `inner`.
    pub fn new(inner: W) -> Self {
        TextWriter {
            inner,
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for TextWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend(bytes);
        let mut text = String::new();
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text.push_str(chunk.valid());
            let wrong = chunk.invalid();
            let is_last = chunks.peek().is_none();
            match wrong {
                [] => {}
                // Only the end of the bytes can be the beginning of a character.
                _ if is_last && is_beginning(wrong) => self.begun = wrong.to_vec(),
                _ => text.push(char::REPLACEMENT_CHARACTER),
            }
        }
        self.inner.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Whether more bytes could make a character of these.
fn is_beginning(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(parts: &[&[u8]], expected: &str) {
        let mut writer = TextWriter::new(Vec::new());
        for part in parts {
            writer.write_all(part).unwrap();
        }
        assert_eq!(String::from_utf8(writer.inner).unwrap(), expected);
    }

    #[test]
    fn text_stays_and_other_bytes_become_a_mark() {
        check(&[b"plain"], "plain");
        check(&["Jörg ✓".as_bytes()], "Jörg ✓");
        check(&[b"a\xffb\xe9c"], "a\u{fffd}b\u{fffd}c");
    }

    #[test]
    fn a_character_may_come_in_parts() {
        check(&[b"\xe2", b"\x9c", b"\x93!"], "✓!");
        check(&[b"\xe2\x9c", b"x"], "\u{fffd}x");
    }
}
