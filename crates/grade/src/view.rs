//! The files that the tests of one submission see: those of the student where the course asks for
//! them, and those of the staff everywhere else. There is nothing beside them, so that no path leads
//! anywhere, and what a student wrote cannot get at tests that are hidden.

use crate::submission::SubmissionFiles;
use assembler::error::LoadFailure;
use assembler::{FileSource, RealFile};
use rustc_hash::FxHashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, str};

/// Where the project seems to lie. There is no such folder: nothing is ever read from the disk.
pub const ROOT: &str = "/course";
/// The largest file of the staff.
const LARGEST: u64 = 16 << 20;

/// The files of the staff.
#[derive(Debug, Default)]
pub struct Staff {
    files: FxHashMap<PathBuf, StaffFile>,
}

#[derive(Debug)]
struct StaffFile {
    text: Arc<[u8]>,
    /// No file of a student may use it.
    hidden: bool,
}

/// How the files of a course's folder are told apart.
pub struct Sorting<'a> {
    /// Whether a folder is not part of the course.
    pub apart: &'a dyn Fn(&Path) -> bool,
    /// Whether students hand in the file with this path.
    pub handed_in: &'a dyn Fn(&str) -> bool,
    /// Whether the file with this path is kept from students.
    pub hidden: &'a dyn Fn(&str) -> bool,
}

impl Staff {
    /// Reads a course's folder: the files of the staff, and those in the place of what students
    /// hand in.
    pub fn read(folder: &Path, sorting: &Sorting<'_>) -> io::Result<(Self, SubmissionFiles)> {
        let mut reading = Reading {
            staff: Staff::default(),
            own: SubmissionFiles::new(),
            sorting,
            around: Vec::new(),
        };
        reading.add(folder, "")?;
        Ok((reading.staff, reading.own))
    }

    /// Whether there is this file in the course's folder.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.files.contains_key(&Path::new(ROOT).join(path))
    }

    /// All of it, as one number that changes with it.
    pub(crate) fn digest(&self, into: &mut impl std::hash::Hasher) {
        let mut paths: Vec<_> = self.files.keys().collect();
        paths.sort();
        for path in paths {
            into.write(path.as_os_str().as_encoded_bytes());
            into.write(&self.files[path].text);
        }
    }
}

/// A course's folder that is being read.
struct Reading<'a> {
    staff: Staff,
    own: SubmissionFiles,
    sorting: &'a Sorting<'a>,
    /// The folders around the one that is looked at: a link may lead back to one of them.
    around: Vec<PathBuf>,
}

impl Reading<'_> {
    fn add(&mut self, folder: &Path, path: &str) -> io::Result<()> {
        let real = folder.canonicalize()?;
        if self.around.contains(&real) || (self.sorting.apart)(&real) {
            return Ok(());
        }
        self.around.push(real);
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let below = match path {
                "" => name.clone(),
                path => format!("{path}/{name}"),
            };
            // A link to nothing is not a file.
            let Ok(meta) = fs::metadata(entry.path()) else {
                continue;
            };
            if meta.is_dir() && !name.starts_with('.') {
                self.add(&entry.path(), &below)?;
            } else if meta.is_file() && meta.len() <= LARGEST {
                self.add_file(&entry.path(), below)?;
            }
        }
        self.around.pop();
        Ok(())
    }

    fn add_file(&mut self, file: &Path, below: String) -> io::Result<()> {
        let text = fs::read(file).map_err(|error| {
            let words = format!("{}: {error}", file.display());
            io::Error::new(error.kind(), words)
        })?;
        if (self.sorting.handed_in)(&below) {
            self.own.insert(below, text);
            return Ok(());
        }
        let hidden = (self.sorting.hidden)(&below);
        let path = Path::new(ROOT).join(below);
        let text = text.into();
        self.staff.files.insert(path, StaffFile { text, hidden });
        Ok(())
    }
}

/// The files of the staff and of one student.
#[derive(Debug)]
pub struct SubmissionView {
    staff: Arc<Staff>,
    own: FxHashMap<PathBuf, Arc<[u8]>>,
    /// Whether all that is read is read for the student.
    is_student: bool,
}

impl SubmissionView {
    /// The view for one submission.
    pub fn new(staff: &Arc<Staff>, files: &SubmissionFiles) -> Self {
        let own = files.iter().map(|(path, text)| {
            let path = Path::new(ROOT).join(path);
            (path, text.as_slice().into())
        });
        SubmissionView {
            staff: Arc::clone(staff),
            own: own.collect(),
            is_student: false,
        }
    }

    /// The same without anything that is hidden from students.
    pub(crate) fn for_student(self) -> Self {
        SubmissionView {
            is_student: true,
            ..self
        }
    }
}

impl FileSource for SubmissionView {
    fn read(
        &self,
        path: &Path,
        importer: Option<&str>,
        limit: u64,
    ) -> Result<RealFile, LoadFailure> {
        let path = below_root(path).ok_or(LoadFailure::NotAllowed)?;
        let text = match (self.own.get(&path), self.staff.files.get(&path)) {
            (Some(text), _) => text,
            (None, Some(file)) => {
                let student = importer.is_some_and(|by| self.own.contains_key(Path::new(by)));
                // As if it were not there: what it is called is hidden, too.
                if file.hidden && (student || self.is_student) {
                    return Err(LoadFailure::NotFound);
                }
                &file.text
            }
            (None, None) => return Err(LoadFailure::NotFound),
        };
        match text.len() as u64 > limit {
            true => Err(LoadFailure::TooLarge),
            false => Ok(RealFile {
                path,
                text: Arc::clone(text),
            }),
        }
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let Some(folder) = below_root(folder) else {
            return Vec::new();
        };
        let all = self.own.keys().chain(self.staff.files.keys());
        // Most paths are elsewhere, which their first bytes tell.
        let begin = folder.as_os_str().as_encoded_bytes();
        let inside = all.filter(|path| {
            let bytes = path.as_os_str().as_encoded_bytes();
            bytes.starts_with(begin) && path.parent() == Some(&folder)
        });
        let names = inside.filter_map(|path| path.file_name()?.to_str());
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort();
        names.dedup();
        names
    }
}

/// A path below the root, without `.` and `..`; none if it leads out of it.
fn below_root(path: &Path) -> Option<PathBuf> {
    let path = assembler::tidy(path);
    path.starts_with(ROOT).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> SubmissionView {
        let file = |text: &str, hidden| StaffFile {
            text: text.as_bytes().into(),
            hidden,
        };
        let mut staff = Staff::default();
        let mut add = |path: &str, file| staff.files.insert(Path::new(ROOT).join(path), file);
        add("src/main.s", file("main", false));
        add("tests/eval/secret.s", file("secret", true));
        let own = [("src/merge.s".to_owned(), b"merge".to_vec())];
        SubmissionView::new(&Arc::new(staff), &own.into())
    }

    #[track_caller]
    fn check(path: &str, importer: Option<&str>, expected: Result<&str, LoadFailure>) {
        let found = view().read(Path::new(path), importer, 100);
        let found = found.map(|file| String::from_utf8(file.text.to_vec()).unwrap());
        assert_eq!(found, expected.map(str::to_owned));
    }

    #[test]
    fn hidden_tests_are_for_the_staff_alone() {
        let student = Some("/course/src/merge.s");
        check("/course/src/merge.s", None, Ok("merge"));
        check("/course/tests/eval/secret.s", None, Ok("secret"));
        check("/course/src/../src/main.s", student, Ok("main"));
        check(
            "/course/src/../tests/eval/secret.s",
            student,
            Err(LoadFailure::NotFound),
        );
        check(
            "/course/tests/eval/secret.s",
            Some("/course/src/main.s"),
            Ok("secret"),
        );
    }

    #[test]
    fn links_in_a_course_lead_to_files_and_never_in_circles() {
        let folder = std::env::temp_dir().join(format!("jal-course-{}", std::process::id()));
        fs::create_dir_all(folder.join("course/src")).unwrap();
        fs::write(folder.join("utils.s"), "utils").unwrap();
        let link = |target: &str, name: &str| {
            std::os::unix::fs::symlink(target, folder.join("course").join(name)).unwrap();
        };
        link("../../utils.s", "src/utils.s");
        link("..", "src/around");
        link("nowhere", ".#course.toml");
        fs::create_dir_all(folder.join("course/src/lib")).unwrap();
        fs::create_dir_all(folder.join("course/report")).unwrap();
        for file in ["src/lib/shared.s", "src/merge.s", "report/report.html"] {
            fs::write(folder.join("course").join(file), "text").unwrap();
        }
        let sorting = Sorting {
            apart: &|folder| folder.ends_with("report"),
            handed_in: &|path| path.starts_with("src/") && path.ends_with("e.s"),
            hidden: &|_| false,
        };
        let read = Staff::read(&folder.join("course"), &sorting);
        fs::remove_dir_all(&folder).unwrap();
        let (mut staff, own) = read.unwrap();
        assert_eq!(own.keys().collect::<Vec<_>>(), ["src/merge.s"]);
        let shared = Path::new(ROOT).join("src/lib/shared.s");
        assert!(staff.files.remove(&shared).is_some());
        let files: Vec<_> = staff.files.into_iter().collect();
        assert_eq!(files.len(), 1, "{files:?}");
        assert_eq!(files[0].0, Path::new(ROOT).join("src/utils.s"));
        assert_eq!(&*files[0].1.text, b"utils");
    }

    #[test]
    fn there_is_nothing_outside() {
        for path in ["/etc/passwd", "/course/../etc/passwd", "/course/../../x"] {
            check(path, None, Err(LoadFailure::NotAllowed));
        }
        check("/course/src/place.s", None, Err(LoadFailure::NotFound));
        assert_eq!(view().list(Path::new("/course/src")), ["main.s", "merge.s"]);
    }
}
