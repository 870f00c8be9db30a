//! Writes repositories for tests, without git: loose objects, and packs as they should be or not.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A bare repository that is being written.
pub(crate) struct RepositoryWriter(PathBuf);

impl RepositoryWriter {
    /// An empty one.
    pub(crate) fn init(folder: &Path) -> Self {
        for name in ["objects/pack", "refs/heads"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        fs::write(folder.join("HEAD"), "ref: refs/heads/main\n").unwrap();
        RepositoryWriter(folder.to_owned())
    }

    /// Writes an object, and returns its name.
    pub(crate) fn object(&self, kind: &str, data: &[u8]) -> String {
        let mut bytes = format!("{kind} {}\0", data.len()).into_bytes();
        bytes.extend(data);
        let name = sha1(&bytes);
        let place = self.0.join("objects").join(&name[..2]);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join(&name[2..]), deflate(&bytes)).unwrap();
        name
    }

    /// Writes a tree of modes, names and objects.
    pub(crate) fn tree(&self, mut entries: Vec<(&str, String, String)>) -> String {
        // Git orders folders as if their names ended with a slash.
        entries.sort_by_key(|(mode, name, _)| match *mode {
            "40000" => format!("{name}/"),
            _ => name.clone(),
        });
        let mut data = Vec::new();
        for (mode, name, id) in entries {
            data.extend(format!("{mode} {name}\0").into_bytes());
            data.extend(unhex(&id));
        }
        self.object("tree", &data)
    }

    /// Writes a commit and lets the branch lead to it.
    pub(crate) fn commit(
        &self,
        branch: &str,
        tree: &str,
        parent: Option<&str>,
        time: i64,
    ) -> String {
        let parent = parent.map_or(String::new(), |id| format!("parent {id}\n"));
        let who = format!("Alice <alice@example.org> {time} +0000");
        let text = format!("tree {tree}\n{parent}author {who}\ncommitter {who}\n\nwork\n");
        let name = self.object("commit", text.as_bytes());
        fs::write(self.0.join(branch), format!("{name}\n")).unwrap();
        name
    }
}

/// The SHA-1 of some bytes in hexadecimal digits.
pub(crate) fn sha1(bytes: &[u8]) -> String {
    let mut hash = sha1_smol::Sha1::new();
    hash.update(bytes);
    hash.digest().to_string()
}

/// Packs bytes as git does.
pub(crate) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The bytes of hexadecimal digits.
pub(crate) fn unhex(text: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(byte).collect()
}
