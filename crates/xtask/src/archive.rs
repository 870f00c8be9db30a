//! Archives with the same bytes for the same content: no times, no owners.

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// A file of an archive.
pub(crate) struct Member {
    /// Its path, with slashes.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether it is a program.
    pub(crate) runs: bool,
}

impl Member {
    /// A file that is read.
    pub(crate) fn text(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Member {
            path: path.into(),
            bytes: bytes.into(),
            runs: false,
        }
    }

    /// A file that is run.
    pub(crate) fn program(path: impl Into<String>, bytes: Vec<u8>) -> Self {
        Member {
            path: path.into(),
            bytes,
            runs: true,
        }
    }

    fn mode(&self) -> u32 {
        if self.runs { 0o755 } else { 0o644 }
    }
}

/// A `.tar.gz`, with an entry for each folder, as dpkg wants it.
pub(crate) fn tar_gz(members: &[Member]) -> Result<Vec<u8>> {
    let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
    let mut folders = std::collections::BTreeSet::new();
    for member in members {
        for (at, _) in member.path.match_indices('/') {
            let folder = &member.path[..=at];
            if folders.insert(folder) && folder != "./" {
                let mut header = header(tar::EntryType::Directory, 0, 0o755);
                tar.append_data(&mut header, folder, &[][..])?;
            }
        }
        let size = member.bytes.len() as u64;
        let mut header = header(tar::EntryType::Regular, size, member.mode());
        tar.append_data(&mut header, &member.path, &member.bytes[..])?;
    }
    Ok(tar.into_inner()?.finish()?)
}

fn header(kind: tar::EntryType, size: u64, mode: u32) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(mode);
    header
}

/// A `.zip`.
pub(crate) fn zip(members: &[Member]) -> Result<Vec<u8>> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for member in members {
        let options = SimpleFileOptions::default().unix_permissions(member.mode());
        zip.start_file(&member.path, options)?;
        zip.write_all(&member.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
