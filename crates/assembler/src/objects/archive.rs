//! Archives: files of files, as `ar` writes them.

use super::{InputFile, ObjectError};

const MAGIC: &[u8] = b"!<arch>\n";
const THIN: &[u8] = b"!<thin>\n";
const HEADER: usize = 60;

/// A file of an archive.
pub(super) struct Member<'a> {
    /// Its name, with that of the archive: `libc.a(printf.o)`.
    pub name: String,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// Whether these bytes begin as an archive does.
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || bytes.starts_with(THIN)
}

/// The files of an archive, without its tables of names.
pub(super) fn members(file: InputFile<'_>) -> Result<Vec<Member<'_>>, ObjectError> {
    let damaged = |what| ObjectError::Damaged {
        file: file.name.to_owned(),
        what,
    };
    if file.bytes.starts_with(THIN) {
        return Err(damaged(
            "it is a thin archive, which names other files instead of holding them",
        ));
    }
    let mut members = Vec::new();
    let mut long_names: &[u8] = &[];
    let mut rest = file.bytes.get(MAGIC.len()..).unwrap_or_default();
    while !rest.is_empty() {
        let (head, after) = rest
            .split_at_checked(HEADER)
            .ok_or_else(|| damaged("it is cut off"))?;
        if &head[58..60] != b"`\n" {
            return Err(damaged("a header of a member is wrong"));
        }
        let size = number(&head[48..58]).ok_or_else(|| damaged("the size of a member is wrong"))?;
        let bytes = after.get(..size).ok_or_else(|| damaged("it is cut off"))?;
        let name = head[..16].trim_ascii_end();
        match name {
            b"//" => long_names = bytes,
            // The index of symbols, of 32 and of 64 bits.
            b"/" | b"/SYM64/" => {}
            _ => members.push(Member {
                name: format!("{}({})", file.name, member_name(name, long_names)),
                bytes,
            }),
        }
        // Members begin at even places.
        let next = size.checked_next_multiple_of(2).unwrap_or(usize::MAX);
        rest = after.get(next..).unwrap_or_default();
    }
    Ok(members)
}

/// The name of a member: up to a slash, or at a place of the table of long names.
fn member_name(name: &[u8], long_names: &[u8]) -> String {
    let long = name.strip_prefix(b"/").and_then(number);
    let text = long.map_or(name, |at| long_names.get(at..).unwrap_or_default());
    let end = text.iter().position(|byte| matches!(byte, b'/' | b'\n'));
    let text = text
        .get(..end.unwrap_or(text.len()).min(255))
        .unwrap_or_default();
    let text = String::from_utf8_lossy(text);
    text.chars().map(diag::visible_char).collect()
}

fn number(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits.trim_ascii()).ok()?.parse().ok()
}
