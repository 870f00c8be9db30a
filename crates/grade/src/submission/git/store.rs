//! A repository on the disk: its references, and its objects, loose and packed.
//!
//! Only what lies in its own folder is read. Whoever made the repository may have meant harm: no
//! size, depth or number in it is believed before it was compared with a limit, and the content of
//! every object must have the hash that it is asked for by.

use super::damaged;
use super::object::{ObjectId, ObjectKind, tagged};
use super::pack::Pack;
use crate::submission::ReadError;
use crate::submission::name::readable;
use flate2::bufread::ZlibDecoder;
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The largest object, and the most that is held to put one together.
pub(super) const LARGEST: u64 = 64 << 20;
/// The most that is unpacked and put together in all.
const MOST_WORK: u64 = 1 << 30;
/// The most bytes of all indexes together.
const MOST_INDEX: u64 = 64 << 20;
/// The most bytes of a file of settings or references.
const MOST_TEXT: u64 = 16 << 20;
/// How many references, and how many tags, may lead to each other.
const LONGEST_WAY: usize = 5;

/// How much may still be unpacked, so that a small repository cannot keep the grader busy.
pub(super) struct Allowance(pub(super) Cell<u64>);

impl Allowance {
    pub(super) fn take(&self, bytes: u64) -> Result<(), ReadError> {
        let left = self.0.get().checked_sub(bytes);
        self.0
            .set(left.ok_or(ReadError::TooLarge { limit: MOST_WORK })?);
        Ok(())
    }
}

/// A repository.
pub(super) struct Repository {
    folder: PathBuf,
    packs: Vec<Pack>,
    pub(super) allowance: Allowance,
}

impl Repository {
    /// Opens the repository whose own files (`HEAD`, `objects`, `refs`) lie in `folder`.
    pub(super) fn open(folder: &Path) -> Result<Self, ReadError> {
        for (name, there) in [
            ("HEAD", folder.join("HEAD").is_file()),
            ("objects", folder.join("objects").is_dir()),
            ("refs", folder.join("refs").is_dir()),
        ] {
            if !there {
                return Err(damaged(format!("it has no {name}")));
            }
        }
        refuse_extensions(&text(&folder.join("config"))?.unwrap_or_default())?;
        Ok(Repository {
            packs: packs(&folder.join("objects/pack"))?,
            folder: folder.to_owned(),
            allowance: Allowance(Cell::new(MOST_WORK)),
        })
    }

    /// The commit that a reference leads to, if there is such a reference.
    pub(super) fn reference(&self, name: &str) -> Result<Option<ObjectId>, ReadError> {
        let Some(mut id) = self.resolve(name)? else {
            return Ok(None);
        };
        for _ in 0..LONGEST_WAY {
            let (kind, data) = self.read(id)?;
            if kind != ObjectKind::Tag {
                return Ok(Some(id));
            }
            id = tagged(&data).ok_or_else(|| damaged("a tag has no object"))?;
        }
        Err(damaged(format!("{name} in it leads to too many tags")))
    }

    /// Follows references that name others.
    fn resolve(&self, name: &str) -> Result<Option<ObjectId>, ReadError> {
        let mut name = name.to_owned();
        for step in 0..LONGEST_WAY {
            let place = self.folder.join(&name);
            let value = match place.is_file() {
                true => text(&place)?,
                false => self.packed_reference(&name)?,
            };
            let Some(value) = value else {
                return match step {
                    0 => Ok(None),
                    _ => Err(damaged(format!("there is no {name} in it"))),
                };
            };
            let value = value.trim_ascii();
            match value.strip_prefix(b"ref:") {
                None => {
                    let id = ObjectId::from_hex(value);
                    let id = id.ok_or_else(|| damaged(format!("{name} in it names no object")))?;
                    return Ok(Some(id));
                }
                Some(next) => {
                    let next = readable(next.trim_ascii());
                    if !is_reference(&next) {
                        return Err(damaged(format!("{name} in it names no reference")));
                    }
                    name = next;
                }
            }
        }
        Err(damaged("references in it lead to each other"))
    }

    /// What `packed-refs` says about a reference.
    fn packed_reference(&self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let all = text(&self.folder.join("packed-refs"))?.unwrap_or_default();
        let lines = all.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        // Lines with `#` are notes, those with `^` belong to the tag before.
        let mut lines = lines.filter(|line| !line.starts_with(b"#") && !line.starts_with(b"^"));
        let value = lines.find_map(|line| {
            let (id, rest) = line.split_at_checked(40)?;
            (rest.trim_ascii() == name.as_bytes()).then(|| id.to_owned())
        });
        Ok(value)
    }

    /// Whether an object is there.
    pub(super) fn contains(&self, id: ObjectId) -> bool {
        self.packs.iter().any(|pack| pack.find(id).is_some()) || self.loose(id).is_file()
    }

    /// The size of an object, without reading it whole.
    pub(super) fn size(&self, id: ObjectId) -> Result<u64, ReadError> {
        match self.packed(id) {
            Some((pack, at)) => pack.size(at, &self.allowance),
            None => Ok(self.open_loose(id)?.1),
        }
    }

    /// An object: what it is, and its content.
    pub(super) fn read(&self, id: ObjectId) -> Result<(ObjectKind, Vec<u8>), ReadError> {
        let (kind, data) = match self.packed(id) {
            Some((pack, at)) => pack.read(at, &self.allowance)?,
            None => {
                let (kind, size, source) = self.open_loose(id)?;
                (kind, exactly(source, size, &self.allowance)?)
            }
        };
        let mut hash = sha1_smol::Sha1::new();
        hash.update(format!("{} {}\0", kind.word(), data.len()).as_bytes());
        hash.update(&data);
        match hash.digest().bytes() == id.0 {
            true => Ok((kind, data)),
            false => Err(damaged(format!("object {id} is not what its name says"))),
        }
    }

    /// An object of this kind.
    pub(super) fn read_as(&self, id: ObjectId, kind: ObjectKind) -> Result<Vec<u8>, ReadError> {
        match self.read(id)? {
            (found, data) if found == kind => Ok(data),
            (found, _) => Err(damaged(format!(
                "object {id} is a {}, not a {}",
                found.word(),
                kind.word()
            ))),
        }
    }

    fn packed(&self, id: ObjectId) -> Option<(&Pack, u64)> {
        let mut packs = self.packs.iter();
        packs.find_map(|pack| Some((pack, pack.find(id)?)))
    }

    fn loose(&self, id: ObjectId) -> PathBuf {
        let name = id.to_string();
        let (folder, file) = name.split_at(2);
        self.folder.join("objects").join(folder).join(file)
    }

    /// The head of an object in a file of its own, and what follows.
    fn open_loose(&self, id: ObjectId) -> Result<(ObjectKind, u64, impl BufRead), ReadError> {
        let place = self.loose(id);
        if !place.is_file() {
            return Err(damaged(format!("object {id} is missing")));
        }
        let source = ZlibDecoder::new(BufReader::new(File::open(place)?));
        let mut source = BufReader::new(source);
        let mut head = Vec::new();
        self.allowance.take(32)?;
        let read = source.by_ref().take(32).read_until(0, &mut head);
        read.map_err(damaged)?;
        let parsed = head.strip_suffix(b"\0").and_then(|head| {
            let space = head.iter().position(|byte| *byte == b' ')?;
            let size = str::from_utf8(&head[space + 1..]).ok()?;
            Some((ObjectKind::from_word(&head[..space])?, size.parse().ok()?))
        });
        let (kind, size) = parsed.ok_or_else(|| damaged(format!("object {id} has no head")))?;
        Ok((kind, size, source))
    }
}

/// Unpacks what must have this size.
pub(super) fn inflate(
    source: impl BufRead,
    size: u64,
    allowance: &Allowance,
) -> Result<Vec<u8>, ReadError> {
    exactly(ZlibDecoder::new(source), size, allowance)
}

fn exactly(source: impl Read, size: u64, allowance: &Allowance) -> Result<Vec<u8>, ReadError> {
    if size > LARGEST {
        return Err(ReadError::TooLarge { limit: LARGEST });
    }
    allowance.take(size)?;
    let mut data = Vec::new();
    let read = source.take(size + 1).read_to_end(&mut data);
    read.map_err(damaged)?;
    match data.len() as u64 == size {
        true => Ok(data),
        false => Err(damaged("an object has another size than it says")),
    }
}

/// The packs in a folder that have an index. The order of the folder does not matter: an object is
/// the same in all of them.
fn packs(folder: &Path) -> Result<Vec<Pack>, ReadError> {
    let mut packs = Vec::new();
    if !folder.is_dir() {
        return Ok(packs);
    }
    let mut left = MOST_INDEX;
    for entry in fs::read_dir(folder)? {
        let index = entry?.path();
        let pack = index.with_extension("pack");
        if index.extension().is_none_or(|end| end != "idx") || !pack.is_file() {
            continue;
        }
        let bytes = bounded(&index, left, MOST_INDEX)?;
        left -= bytes.len() as u64;
        packs.push(Pack::new(pack, bytes)?);
    }
    Ok(packs)
}

/// The bytes of a small file, if it is there.
fn text(place: &Path) -> Result<Option<Vec<u8>>, ReadError> {
    match place.is_file() {
        true => bounded(place, MOST_TEXT, MOST_TEXT).map(Some),
        false => Ok(None),
    }
}

/// The bytes of a file, at most `most` of them; `limit` is what the message says.
fn bounded(place: &Path, most: u64, limit: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    File::open(place)?.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(ReadError::TooLarge { limit }),
        false => Ok(bytes),
    }
}

/// Whether this is a name of a reference that cannot lead out of the repository.
fn is_reference(name: &str) -> bool {
    let part = |part: &str| !part.is_empty() && !part.starts_with('.');
    name.len() < 256
        && name.starts_with("refs/")
        && name.split('/').all(part)
        && !name.contains(['\\', ':', '\0'])
}

/// Refuses a repository whose objects or references are kept in another way.
fn refuse_extensions(config: &[u8]) -> Result<(), ReadError> {
    let config = String::from_utf8_lossy(config).to_ascii_lowercase();
    let mut inside = false;
    for line in config.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            inside = section.trim_start().starts_with("extensions");
        }
        let Some((key, value)) = line
            .rsplit(']')
            .next()
            .and_then(|line| line.split_once('='))
        else {
            continue;
        };
        let value = value.split([';', '#']).next().unwrap_or_default();
        let value = value.trim().trim_matches('"');
        let known = match key.trim() {
            "objectformat" => "sha1",
            "refstorage" => "files",
            _ => continue,
        };
        if inside && value != known {
            let value = readable(value.as_bytes());
            let why = format!("its {} is {value}, and only {known} is known", key.trim());
            return Err(damaged(why));
        }
    }
    Ok(())
}
