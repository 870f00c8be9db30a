//! What git keeps: the names of objects, and what commits, trees and tags say.

use super::damaged;
use crate::submission::ReadError;
use std::fmt;

/// The name of an object: the SHA-1 of its kind, size and content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObjectId(pub(super) [u8; 20]);

impl ObjectId {
    /// Reads 40 hexadecimal digits.
    pub(super) fn from_hex(text: &[u8]) -> Option<Self> {
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        let (pairs, []) = text.as_chunks::<2>() else {
            return None;
        };
        let mut id = [0; 20];
        if pairs.len() != id.len() {
            return None;
        }
        for (byte, [high, low]) in id.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Some(ObjectId(id))
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectKind {
    Commit,
    Tree,
    Blob,
    Tag,
}

impl ObjectKind {
    const ALL: [(ObjectKind, &str); 4] = [
        (ObjectKind::Commit, "commit"),
        (ObjectKind::Tree, "tree"),
        (ObjectKind::Blob, "blob"),
        (ObjectKind::Tag, "tag"),
    ];

    pub(super) fn from_word(word: &[u8]) -> Option<Self> {
        let mut all = Self::ALL.iter();
        let (kind, _) = all.find(|(_, name)| name.as_bytes() == word)?;
        Some(*kind)
    }

    pub(super) fn word(self) -> &'static str {
        let named = Self::ALL.iter().find(|(kind, _)| *kind == self);
        named.map_or("", |(_, word)| word)
    }
}

/// A commit, as far as it matters here.
#[derive(Debug)]
pub(super) struct CommitHeader {
    pub(super) tree: ObjectId,
    /// The commit that it was made on top of.
    pub(super) parent: Option<ObjectId>,
    /// When it was committed, in seconds since 1970.
    pub(super) time: i64,
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl CommitHeader {
    pub(super) fn parse(data: &[u8]) -> Result<Self, ReadError> {
        let header = |name: &str| fields(data, name).next();
        let id = |value: Option<&[u8]>| value.and_then(ObjectId::from_hex);
        let tree = id(header("tree ")).ok_or_else(|| damaged("a commit has no tree"))?;
        let parent = match header("parent ") {
            None => None,
            value => Some(id(value).ok_or_else(|| damaged("a commit has no valid parent"))?),
        };
        let time = header("committer ").and_then(seconds);
        let time = time.ok_or_else(|| damaged("a commit has no valid date"))?;
        Ok(CommitHeader { tree, parent, time })
    }
}

/// What a tag points at.
pub(super) fn tagged(data: &[u8]) -> Option<ObjectId> {
    fields(data, "object ").next().and_then(ObjectId::from_hex)
}

/// The lines before the message that begin with a name.
fn fields<'d>(data: &'d [u8], name: &str) -> impl Iterator<Item = &'d [u8]> {
    let lines = data.split(|byte| *byte == b'\n');
    let header = lines.take_while(|line| !line.is_empty());
    header.filter_map(move |line| line.strip_prefix(name.as_bytes()))
}

/// The time in `Name <address> 1700000000 +0100`.
fn seconds(who: &[u8]) -> Option<i64> {
    let end = who.iter().rposition(|byte| *byte == b'>')?;
    let time = str::from_utf8(&who[end + 1..]).ok()?;
    time.split_whitespace().next()?.parse().ok()
}

/// An entry of a tree.
pub(super) struct TreeEntry<'d> {
    /// Its kind and permissions, as Unix has them.
    pub(super) mode: u32,
    pub(super) name: &'d [u8],
    pub(super) id: ObjectId,
}

/// The entries of a tree; a damaged one is the last.
pub(super) fn tree_entries(
    mut data: &[u8],
) -> impl Iterator<Item = Result<TreeEntry<'_>, ReadError>> {
    std::iter::from_fn(move || {
        if data.is_empty() {
            return None;
        }
        let entry = tree_entry(&mut data);
        if entry.is_none() {
            data = &[];
        }
        Some(entry.ok_or_else(|| damaged("a tree has an entry that makes no sense")))
    })
}

fn tree_entry<'d>(data: &mut &'d [u8]) -> Option<TreeEntry<'d>> {
    let zero = data.iter().position(|byte| *byte == 0)?;
    let (front, rest) = data.split_at(zero);
    let space = front.iter().position(|byte| *byte == b' ')?;
    let mode = u32::from_str_radix(str::from_utf8(&front[..space]).ok()?, 8).ok()?;
    let (id, rest) = rest[1..].split_first_chunk()?;
    *data = rest;
    Some(TreeEntry {
        mode,
        name: &front[space + 1..],
        id: ObjectId(*id),
    })
}
