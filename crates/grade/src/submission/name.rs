//! Names of submissions: readable, without bytes that do harm, and fit for names of files.

use rustc_hash::FxHasher;
use std::ffi::OsStr;
use std::hash::{Hash, Hasher};

/// From where on a name of a file is cut. File systems have room for 255 bytes, and endings follow.
const LONGEST: usize = 160;

/// A name for people: bytes that are not text, and characters that nobody sees, are written as `%XX`.
pub(super) fn readable(name: &[u8]) -> String {
    let mut text = String::new();
    for chunk in name.utf8_chunks() {
        for char in chunk.valid().chars() {
            match diag::visible_char(char) != char {
                true => escape(&mut text, char.encode_utf8(&mut [0; 4]).as_bytes()),
                false => text.push(char),
            }
        }
        escape(&mut text, chunk.invalid());
    }
    text
}

/// The same for a name of the file system.
pub(super) fn readable_os(name: &OsStr) -> String {
    readable(name.as_encoded_bytes())
}

/// A name that is safe in every file system: letters, digits, `.`, `-` and `_`; the rest is written
/// as `%XX`, and so is a dot at the beginning. The end of a very long one becomes a number.
pub fn file_name(name: &str) -> String {
    let text = safe(name);
    if text.len() <= LONGEST {
        return text;
    }
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    format!("{}~{:016x}", &text[..LONGEST], hasher.finish())
}

fn safe(name: &str) -> String {
    let mut text = String::new();
    for (k, byte) in name.bytes().enumerate() {
        let plain = byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        match plain || byte == b'.' && k > 0 {
            true => text.push(byte.into()),
            false => escape(&mut text, &[byte]),
        }
    }
    text
}

fn escape(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        text.push_str(&format!("%{byte:02X}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_does_harm() {
        assert_eq!(readable(b"J\xc3\xb6rg"), "Jörg");
        assert_eq!(readable(b"a\xffb\n"), "a%FFb%0A");
        assert_eq!(
            readable("b\u{a0}o\u{202e}b".as_bytes()),
            "b%C2%A0o%E2%80%AEb"
        );
        assert_eq!(file_name("Jörg K."), "J%C3%B6rg%20K.");
        assert_eq!(file_name("../x"), "%2E.%2Fx");
        assert_eq!(file_name("<b>&"), "%3Cb%3E%26");
    }

    #[test]
    fn long_names_fit_and_stay_apart() {
        let long = "ö".repeat(120);
        let (one, other) = (
            file_name(&format!("{long}1")),
            file_name(&format!("{long}2")),
        );
        assert!(one.len() < 200 && other.len() < 200);
        assert_ne!(one, other);
    }
}
