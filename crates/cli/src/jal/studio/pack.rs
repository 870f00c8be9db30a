//! The files of the page, compressed, as `cargo xtask studio` packs them: for each its name, a zero, the
//! number of its bytes in four, and these.

use std::collections::BTreeMap;

/// The page that was built with this program.
#[cfg(feature = "studio")]
static PACK: Option<&[u8]> = Some(include_bytes!(env!("JAL_STUDIO_PACK")));
#[cfg(not(feature = "studio"))]
static PACK: Option<&[u8]> = None;

/// The files of a page, by name.
pub(super) struct Site(BTreeMap<&'static str, &'static [u8]>);

impl Site {
    /// Those that are built into the program.
    pub(super) fn embedded() -> Option<Self> {
        Site::read(PACK?)
    }

    /// Those of a pack, if it is one.
    pub(super) fn read(mut pack: &'static [u8]) -> Option<Self> {
        let mut files = BTreeMap::new();
        while !pack.is_empty() {
            let end = pack.iter().position(|byte| *byte == 0)?;
            let name = std::str::from_utf8(&pack[..end]).ok()?;
            let (size, rest) = pack[end + 1..].split_first_chunk()?;
            let (bytes, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
            files.insert(name, bytes);
            pack = rest;
        }
        Some(Site(files))
    }

    /// A file as gzip has compressed it.
    pub(super) fn file(&self, name: &str) -> Option<&'static [u8]> {
        self.0.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_is_read_as_it_was_written() {
        let site = Site::read(b"a.js\0\x02\0\0\0hib/c.css\0\0\0\0\0").unwrap();
        assert_eq!(site.file("a.js"), Some(&b"hi"[..]));
        assert_eq!(site.file("b/c.css"), Some(&b""[..]));
        assert_eq!(site.file("b"), None);
        for damaged in [&b"a"[..], b"a\0\x02\0", b"a\0\x02\0\0\0h"] {
            assert!(Site::read(damaged).is_none(), "{damaged:?}");
        }
    }
}
