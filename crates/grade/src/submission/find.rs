//! Which submissions there are in a folder.

use super::ReadError;
use super::name::{readable, readable_os};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Something that looks like a submission. One process tells it to another as a line of JSON: no
/// two processes see the same folder, for it may change in between.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubmissionCandidate {
    /// Whose it is: the name of the folder, or of the archive without its ending.
    pub name: String,
    /// Where it lies.
    #[serde(with = "any_path")]
    pub place: PathBuf,
    /// What it is.
    pub form: SubmissionForm,
}

/// Paths as the system has them, which need not be text.
mod any_path {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::ffi::OsString;
    use std::path::{Path, PathBuf};

    pub(super) fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
        path.as_os_str().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
        OsString::deserialize(from).map(PathBuf::from)
    }
}

impl SubmissionCandidate {
    /// Whether what was found is still there: links are not followed, and a file is not a folder.
    pub(super) fn check(&self) -> Result<(), ReadError> {
        let kind = fs::symlink_metadata(&self.place).map(|meta| meta.file_type());
        let is_same = kind.is_ok_and(|kind| match self.form {
            SubmissionForm::Folder | SubmissionForm::Git => kind.is_dir(),
            SubmissionForm::Zip | SubmissionForm::Tar { .. } => kind.is_file(),
        });
        match is_same {
            true => Ok(()),
            false => Err(ReadError::Changed),
        }
    }
}

/// What a submission can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SubmissionForm {
    /// A folder with files.
    Folder,
    /// A `.zip` archive.
    Zip,
    /// A `.tar` archive.
    Tar {
        /// Compressed with gzip.
        compressed: bool,
    },
    /// A git repository, with or without a working tree.
    Git,
}

impl SubmissionForm {
    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            SubmissionForm::Folder => "folder",
            SubmissionForm::Zip => "zip",
            SubmissionForm::Tar { .. } => "tar",
            SubmissionForm::Git => "git",
        }
    }
}

/// What a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundSubmissions {
    /// The submissions, by name.
    pub candidates: Vec<SubmissionCandidate>,
    /// What is none.
    pub passed: Vec<Passed>,
}

/// Something that is not a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Its name.
    pub name: String,
    /// Why not.
    pub why: &'static str,
}

/// Archives by the ends of their names.
const ENDINGS: [(&str, SubmissionForm); 4] = [
    (".zip", SubmissionForm::Zip),
    (".tar.gz", SubmissionForm::Tar { compressed: true }),
    (".tgz", SubmissionForm::Tar { compressed: true }),
    (".tar", SubmissionForm::Tar { compressed: false }),
];

/// Looks for submissions in `folder`.
pub fn find(folder: &Path) -> io::Result<FoundSubmissions> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut found = FoundSubmissions::default();
    let mut names = BTreeSet::new();
    for entry in entries {
        let os_name = entry.file_name();
        let is_hidden = os_name.as_encoded_bytes().starts_with(b".");
        // What vanishes just now was never there.
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        let recognised = recognise(&entry.path(), &os_name, kind);
        match recognised {
            // What systems and editors leave behind is of no interest, nor the class's repository.
            Err(_) if is_hidden => {}
            Ok(_) if os_name == ".git" => {}
            Ok(_) if is_hidden => found.passed.push(Passed {
                name: readable_os(&os_name),
                why: "its name begins with a dot; rename it to have it graded",
            }),
            Ok((name, form)) => {
                let (place, form) = only_inside(entry.path(), form);
                found.candidates.push(SubmissionCandidate {
                    name: unique(name, form, &mut names),
                    place,
                    form,
                });
            }
            Err(why) => found.passed.push(Passed {
                name: readable_os(&os_name),
                why,
            }),
        }
    }
    found.candidates.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// What a folder of a submission holds, if that is one archive or one repository and nothing else:
/// so learning platforms and people hand them out.
fn only_inside(place: PathBuf, form: SubmissionForm) -> (PathBuf, SubmissionForm) {
    if form != SubmissionForm::Folder {
        return (place, form);
    }
    let entries = fs::read_dir(&place).into_iter().flatten().flatten();
    let mut entries =
        entries.filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
    let (Some(entry), None) = (entries.next(), entries.next()) else {
        return (place, form);
    };
    let kind = entry.file_type().ok();
    let inside = kind.and_then(|kind| recognise(&entry.path(), &entry.file_name(), kind).ok());
    match inside {
        None | Some((_, SubmissionForm::Folder)) => (place, form),
        Some((_, form)) => (entry.path(), form),
    }
}

/// Whether the folder is itself a submission: several files that are asked for lie right in it, or
/// in folders of it.
pub fn is_one(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> bool {
    let files = |folder: PathBuf, below: String| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(move |entry| {
            let name = readable_os(&entry.file_name());
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            (format!("{below}{name}"), entry.path(), is_file)
        })
    };
    let all = files(folder.to_owned(), String::new()).flat_map(|(name, path, is_file)| {
        let below = match is_file {
            true => Vec::new(),
            false => files(path.clone(), format!("{name}/")).collect(),
        };
        below.into_iter().chain([(name, path, is_file)])
    });
    all.filter(|(name, _, is_file)| *is_file && wanted(name))
        .nth(1)
        .is_some()
}

fn recognise(
    place: &Path,
    name: &OsStr,
    kind: fs::FileType,
) -> Result<(String, SubmissionForm), &'static str> {
    if kind.is_symlink() {
        return Err("it is a link");
    }
    if kind.is_dir() {
        return Ok(match is_repository(place) {
            true => (without(name, ".git"), SubmissionForm::Git),
            false => (readable_os(name), SubmissionForm::Folder),
        });
    }
    if !kind.is_file() {
        return Err("it is neither a file nor a folder");
    }
    let lower = name.as_encoded_bytes().to_ascii_lowercase();
    let ending = ENDINGS
        .iter()
        .find(|(ending, _)| lower.ends_with(ending.as_bytes()) && lower.len() > ending.len());
    let (ending, form) = ending.ok_or("it is not a folder, .zip, .tar or .tar.gz")?;
    Ok((without(name, ending), *form))
}

/// The name without an ending, if it has that.
fn without(name: &OsStr, ending: &str) -> String {
    let bytes = name.as_encoded_bytes();
    let stem = bytes.len().saturating_sub(ending.len());
    match stem > 0 && bytes[stem..].eq_ignore_ascii_case(ending.as_bytes()) {
        true => readable(&bytes[..stem]),
        false => readable_os(name),
    }
}

fn is_repository(place: &Path) -> bool {
    let is_dir = |name: &str| {
        let meta = fs::symlink_metadata(place.join(name));
        meta.is_ok_and(|meta| meta.is_dir())
    };
    let bare = is_dir("objects") && is_dir("refs") && place.join("HEAD").is_file();
    is_dir(".git") || bare
}

/// The same student may have a folder and an archive: both are shown.
fn unique(name: String, form: SubmissionForm, names: &mut BTreeSet<String>) -> String {
    let mut candidate = name.clone();
    let mut count = 1;
    while !names.insert(candidate.clone()) {
        candidate = match count {
            1 => format!("{name} ({})", form.word()),
            _ => format!("{name} ({} {count})", form.word()),
        };
        count += 1;
    }
    candidate
}
