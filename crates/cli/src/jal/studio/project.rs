//! A folder as an archive, for the page to open.

use anyhow::{Context, Result, ensure};
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The most that the files of a project may have together: what is larger is not one.
const LARGEST: u64 = 32 << 20;
/// The most folders around each other.
const DEEPEST: u32 = 16;
/// What others put into projects.
const MADE: [&str; 3] = ["target", "node_modules", "__pycache__"];

/// The files of a folder, as a zip.
pub(super) fn archive(folder: &Path) -> Result<Vec<u8>> {
    let mut packing = Packing {
        zip: ZipWriter::new(Cursor::new(Vec::new())),
        left: LARGEST,
    };
    packing
        .add(folder, "", DEEPEST)
        .with_context(|| format!("cannot open `{}` in the studio", folder.display()))?;
    Ok(packing.zip.finish()?.into_inner())
}

struct Packing {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    /// How many bytes may still come.
    left: u64,
}

impl Packing {
    /// Adds a folder and what is below. What is linked there lies elsewhere.
    fn add(&mut self, folder: &Path, below: &str, depth: u32) -> Result<()> {
        ensure!(depth > 0, "its folders are too deep");
        let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (kind, name) = (entry.file_type()?, entry.file_name());
            let name = name.to_string_lossy();
            if name.starts_with('.') || MADE.contains(&&*name) {
                continue;
            }
            let path = format!("{below}{name}");
            if kind.is_dir() {
                self.add(&entry.path(), &format!("{path}/"), depth - 1)?;
            } else if kind.is_file() {
                let left = self.left.checked_sub(entry.metadata()?.len());
                self.left = left.context("it has more than 32 MB of files")?;
                self.zip.start_file(path, SimpleFileOptions::default())?;
                self.zip.write_all(&fs::read(entry.path())?)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn an_archive_has_the_files_of_a_project_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("jal-studio-{}", std::process::id()));
        for file in ["src/main.s", "course.toml", ".git/config", "target/x"] {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "nop").unwrap();
        }
        let bytes = archive(&folder).unwrap();
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let names = zip.file_names().map(|name| name.unwrap().into_owned());
        let names: Vec<String> = names.collect();
        assert_eq!(names, ["course.toml", "src/main.s"]);
        let mut text = String::new();
        zip.by_name("src/main.s")
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "nop");
        fs::remove_dir_all(&folder).unwrap();
        assert!(archive(&folder).is_err());
    }
}
