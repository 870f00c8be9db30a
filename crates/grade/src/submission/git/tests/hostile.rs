//! Packs that nobody's git has written.

use super::super::object::{ObjectId, ObjectKind};
use super::super::store::Repository;
use super::fixture::{RepositoryWriter, deflate, sha1, unhex};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// An entry of a pack: the name it is found by, its kind, what comes before its data, its data, and
/// the size that it gives.
struct PackEntry {
    name: String,
    kind: u8,
    base: Vec<u8>,
    data: Vec<u8>,
    size: usize,
}

fn entry(name: &str, kind: u8, base: Vec<u8>, data: Vec<u8>) -> PackEntry {
    PackEntry {
        name: name.to_owned(),
        kind,
        base,
        size: data.len(),
        data,
    }
}

const BLOB: u8 = 3;
const BEFORE: u8 = 6;
const NAMED: u8 = 7;

/// The name of a blob with this content.
fn blob_name(data: &[u8]) -> String {
    let mut bytes = format!("blob {}\0", data.len()).into_bytes();
    bytes.extend(data);
    sha1(&bytes)
}

/// A pack with these entries, its index, and where each entry begins.
fn pack(entries: &[PackEntry]) -> (Vec<u8>, Vec<u8>) {
    let mut pack = b"PACK\0\0\0\x02".to_vec();
    pack.extend((entries.len() as u32).to_be_bytes());
    let mut places = Vec::new();
    for entry in entries {
        places.push((unhex(&entry.name), pack.len() as u32));
        let mut size = entry.size >> 4;
        let more = |size| if size > 0 { 0x80 } else { 0 };
        pack.push(entry.kind << 4 | (entry.size & 15) as u8 | more(size));
        while size > 0 {
            let low = (size & 0x7f) as u8;
            size >>= 7;
            pack.push(low | more(size));
        }
        pack.extend(&entry.base);
        pack.extend(deflate(&entry.data));
    }
    pack.extend([0; 20]);
    places.sort();
    let mut index = b"\xfftOc\0\0\0\x02".to_vec();
    for first in 0..=255 {
        let count = places.iter().filter(|(name, _)| name[0] <= first).count();
        index.extend((count as u32).to_be_bytes());
    }
    for (name, _) in &places {
        index.extend(name);
    }
    index.extend(vec![0; 4 * places.len()]);
    for (_, at) in &places {
        index.extend(at.to_be_bytes());
    }
    index.extend([0; 40]);
    (pack, index)
}

/// A repository in a folder that is removed at the end.
struct Packed(PathBuf);

impl Packed {
    fn new(name: &str, pack: &[u8], index: &[u8]) -> Self {
        let folder = format!("jal-pack-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let _ = fs::remove_dir_all(&folder);
        RepositoryWriter::init(&folder);
        fs::write(folder.join("objects/pack/pack-1.pack"), pack).unwrap();
        fs::write(folder.join("objects/pack/pack-1.idx"), index).unwrap();
        Packed(folder)
    }

    fn read(&self, name: &str) -> Result<(ObjectKind, Vec<u8>), String> {
        read(&self.0, name)
    }
}

impl Drop for Packed {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn read(folder: &Path, name: &str) -> Result<(ObjectKind, Vec<u8>), String> {
    let id = ObjectId::from_hex(name.as_bytes()).unwrap();
    let repository = Repository::open(folder).map_err(|error| error.to_string())?;
    let _ = repository.size(id);
    repository.read(id).map_err(|error| error.to_string())
}

/// `hello`, then `hello world` as a change to what begins `distance` bytes before it, then
/// `hello, world` as a change to that by its name.
fn small_pack() -> (Vec<PackEntry>, [&'static [u8]; 3]) {
    let texts: [&[u8]; 3] = [b"hello", b"hello world", b"hello, world"];
    let [first, second, third] = texts.map(blob_name);
    let whole = entry(&first, BLOB, Vec::new(), texts[0].to_vec());
    // Copies five bytes from 0, and inserts six.
    let change = b"\x05\x0b\x90\x05\x06 world".to_vec();
    let distance = (1 + deflate(texts[0]).len()) as u8;
    let before = entry(&second, BEFORE, vec![distance], change);
    // Copies five bytes from 0, inserts one, and copies six bytes from 5.
    let change = b"\x0b\x0c\x90\x05\x01,\x91\x05\x06".to_vec();
    let named = entry(&third, NAMED, unhex(&second), change);
    (vec![whole, before, named], texts)
}

#[test]
fn changes_are_applied() {
    let (entries, texts) = small_pack();
    let (pack, index) = pack(&entries);
    let packed = Packed::new("small", &pack, &index);
    for text in texts {
        assert_eq!(
            packed.read(&blob_name(text)),
            Ok((ObjectKind::Blob, text.to_vec()))
        );
    }
}

#[track_caller]
fn check_refused(name: &str, entries: &[PackEntry], object: &str, why: &str) {
    let (pack, index) = pack(entries);
    let packed = Packed::new(name, &pack, &index);
    let expected = format!("the repository cannot be read: {why}");
    assert_eq!(packed.read(object), Err(expected));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (one, two) = ("11".repeat(20), "22".repeat(20));
    let change = b"\x05\x05\x90\x05".to_vec();
    check_refused(
        "circle",
        &[
            entry(&one, NAMED, unhex(&two), change.clone()),
            entry(&two, NAMED, unhex(&one), change.clone()),
        ],
        &one,
        "a chain of changes in a pack has no end",
    );
    check_refused(
        "itself",
        &[entry(&one, BEFORE, vec![0], change.clone())],
        &one,
        "an entry of a pack makes no sense",
    );
    check_refused(
        "outside",
        &[entry(&one, BEFORE, vec![0xff, 0x7f], change.clone())],
        &one,
        "what a change in a pack applies to is missing",
    );
    check_refused(
        "beyond",
        &[
            entry(&two, BLOB, Vec::new(), b"hello".to_vec()),
            entry(&one, NAMED, unhex(&two), b"\x05\x05\x91\x03\x05".to_vec()),
        ],
        &one,
        "a change in a pack does not fit",
    );
    check_refused(
        "untrue",
        &[entry(&one, BLOB, Vec::new(), b"hello".to_vec())],
        &one,
        &format!("object {one} is not what its name says"),
    );
    let mut flood = entry(&one, BLOB, Vec::new(), vec![0; 1 << 20]);
    flood.size = 100;
    check_refused(
        "flood",
        &[flood],
        &one,
        "an object has another size than it says",
    );
}

#[test]
fn large_objects_are_not_unpacked() {
    let one = "11".repeat(20);
    let mut huge = entry(&one, BLOB, Vec::new(), b"hello".to_vec());
    huge.size = 1 << 40;
    let (bytes, index) = pack(&[huge]);
    let error = Packed::new("huge", &bytes, &index).read(&one).unwrap_err();
    assert_eq!(
        error,
        "it is larger than the 67108864 bytes that are allowed"
    );
    // A change of a few bytes that becomes as much as it likes.
    let two = "22".repeat(20);
    let mut change = b"\x05\xff\xff\xff\xff\x0f".to_vec();
    change.extend(b"\x90\x05".repeat(1000));
    let base = entry(&one, BLOB, Vec::new(), b"hello".to_vec());
    let change = entry(&two, NAMED, unhex(&one), change);
    let (bytes, index) = pack(&[base, change]);
    let error = Packed::new("grown", &bytes, &index).read(&two).unwrap_err();
    assert!(error.ends_with("does not fit"), "{error}");
}

#[test]
fn all_work_together_is_bounded() {
    let zeros = vec![0; 1 << 16];
    let name = blob_name(&zeros);
    let (bytes, index) = pack(&[entry(&name, BLOB, Vec::new(), zeros)]);
    let packed = Packed::new("work", &bytes, &index);
    let repository = Repository::open(&packed.0).unwrap();
    repository.allowance.0.set(3 << 16);
    let id = ObjectId::from_hex(name.as_bytes()).unwrap();
    let read = || repository.read(id).map(|(_, data)| data.len());
    for _ in 0..3 {
        assert_eq!(read().unwrap(), 1 << 16);
    }
    assert_eq!(
        read().unwrap_err().to_string(),
        "it is larger than the 1073741824 bytes that are allowed"
    );
}

#[test]
fn a_repository_of_another_format_is_refused() {
    let (bytes, index) = pack(&[]);
    let check = |config: &str, expected: Option<&str>| {
        let packed = Packed::new("format", &bytes, &index);
        fs::write(packed.0.join("config"), config).unwrap();
        let error = Repository::open(&packed.0).err();
        let expected = expected.map(|why| format!("the repository cannot be read: {why}"));
        assert_eq!(error.map(|error| error.to_string()), expected);
    };
    check(
        "[core]\n\tbare = true\n[extensions]\n\tobjectFormat = sha1\n",
        None,
    );
    check(
        "[Extensions]\n\tobjectFormat = sha256\n",
        Some("its objectformat is sha256, and only sha1 is known"),
    );
    check(
        "[extensions] refStorage = \"reftable\" ; new\n",
        Some("its refstorage is reftable, and only files is known"),
    );
}

#[test]
fn references_stay_inside() {
    let check = |value: &str, why: &str| {
        let (bytes, index) = pack(&[]);
        let packed = Packed::new("reference", &bytes, &index);
        fs::write(packed.0.join("refs/heads/main"), value).unwrap();
        let repository = Repository::open(&packed.0).unwrap();
        let error = repository.reference("refs/heads/main").unwrap_err();
        let expected = format!("the repository cannot be read: {why}");
        assert_eq!(error.to_string(), expected);
    };
    let none = "refs/heads/main in it names no reference";
    check("ref: refs/../../secret\n", none);
    check("ref: /etc/passwd\n", none);
    check("ref: HEAD\n", none);
    check("", "refs/heads/main in it names no object");
    check("root:x:0:0\n", "refs/heads/main in it names no object");
    check(
        "ref: refs/heads/main",
        "references in it lead to each other",
    );
    check("ref: refs/heads/gone", "there is no refs/heads/gone in it");
}

proptest! {
    /// Whatever happens to a byte of a pack or its index, an object is what its name says or refused.
    #[test]
    fn damage_is_noticed(
        changes in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let (entries, texts) = small_pack();
        let (mut bytes, mut index) = pack(&entries);
        for (in_index, at, value) in changes {
            let file = if in_index { &mut index } else { &mut bytes };
            let at = at.index(file.len());
            file[at] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let packed = Packed::new("damage", &bytes, &index);
        for text in texts {
            if let Ok((kind, data)) = packed.read(&blob_name(text)) {
                prop_assert_eq!((kind, &*data), (ObjectKind::Blob, text));
            }
        }
    }
}
