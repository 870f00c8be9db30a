//! A class of students, made up from the course's own solution by a script with a seed: right ones,
//! one for each kind of mistake, and those who try something.

use crate::repository::RepositoryWriter;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;

/// The subroutines that a student writes.
pub(crate) const SUBROUTINES: [&str; 8] = [
    "check_victory",
    "complete_move",
    "merge",
    "move_check",
    "move_left",
    "move_one",
    "place",
    "printboard",
];

/// What a submission must come to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expected {
    pub name: String,
    pub standing: &'static str,
    pub score: f64,
}

/// A class in a folder.
pub(crate) struct Class {
    pub folder: PathBuf,
    pub expected: Vec<Expected>,
    seed: u64,
}

/// The files of a submission, by path.
pub(crate) type Files = Vec<(String, String)>;

/// The bundled project.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm/rv32/2048")
}

/// The solution.
pub(crate) fn solution() -> Files {
    let sources = SUBROUTINES.map(|name| {
        let path = format!("src/{name}.s");
        let text = fs::read_to_string(project().join(&path)).unwrap();
        (path, text)
    });
    let mut files = sources.to_vec();
    files.push(("LLM.txt".to_owned(), "None.\n".to_owned()));
    files
}

/// The solution with another file in place of one.
pub(crate) fn with(path: &str, text: &str) -> Files {
    let mut files = solution();
    files.retain(|(other, _)| other != path);
    files.push((path.to_owned(), text.to_owned()));
    files
}

/// Wrong files of the same course: the subroutine, and its text as a student would have it.
pub(crate) fn mutants() -> Vec<(String, String, String)> {
    let folder = project().join("../../../tests/fuzz");
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension() == Some(OsStr::new("s")))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let (function, _) = name.split_once('-').unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let text = text.replace("../../asm/rv32/2048/src/", "");
            (function.to_owned(), name.clone(), text)
        })
        .collect();
    found.sort();
    found
}

/// What is left of the 11 points with one of these wrong files: all tasks whose tests use it are
/// lost, if they see the mistake.
pub(crate) fn points_by_tests(mutant: &str) -> f64 {
    let (function, _) = mutant.split_once('-').unwrap();
    match (function, mutant) {
        ("check_victory" | "place" | "move_check", _) => 10.0,
        ("printboard", _) => 9.0,
        // The tiles are right: only the score is not.
        (_, "merge-empty") => 10.0,
        // No test has sums beyond 16 bits.
        (_, "merge-wide") => 11.0,
        // Executing the move, and scoring.
        _ => 5.0,
    }
}

impl Class {
    pub(crate) fn new(folder: PathBuf, seed: u64) -> Self {
        fs::create_dir_all(&folder).unwrap();
        Class {
            folder,
            expected: Vec::new(),
            seed,
        }
    }

    /// A number below `end`; the next one of the seed.
    fn random(&mut self, end: u64) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed % end
    }

    pub(crate) fn expect(&mut self, name: &str, standing: &'static str, score: f64) {
        self.expected.push(Expected {
            name: name.to_owned(),
            standing,
            score,
        });
    }

    /// Where a file of a submission lies.
    pub(crate) fn path(&self, name: &str, file: &str) -> PathBuf {
        let path = self.folder.join(name).join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    /// A submission that is a folder.
    pub(crate) fn folder(&mut self, name: &str, files: &Files, score: f64) {
        for (path, text) in files {
            fs::write(self.path(name, path), text).unwrap();
        }
        self.expect(name, "graded", score);
    }

    /// Right ones: as they are, with other comments, in archives.
    pub(crate) fn add_right(&mut self) {
        self.folder("right", &solution(), 11.0);
        let mut files = solution();
        let salt = self.random(1_000_000);
        for (_, text) in &mut files {
            *text = text.replace('#', &format!("# {salt}"));
        }
        self.folder("right-comments", &files, 11.0);
        let zip = self.folder.join("right-zip.zip");
        write_zip(&zip, "project1/", &solution());
        self.expect("right-zip", "graded", 11.0);
        let tar = self.folder.join("right-tar.tar.gz");
        write_tar_gz(&tar, &solution());
        self.expect("right-tar", "graded", 11.0);
        // Own tests, and changed files of the staff, which do not count.
        let mut files = solution();
        for name in ["test_merge_three.s", "test_merge_three.ref"] {
            let path = format!("tests/student/{name}");
            files.push((
                path.clone(),
                fs::read_to_string(project().join(path)).unwrap(),
            ));
        }
        for path in [
            "src/main.s",
            "src/utils.s",
            "tests/test_utils.s",
            "tests/pub/test_merge_1.s",
        ] {
            files.push((path.to_owned(), "this is not assembly\n".to_owned()));
        }
        self.folder("right-protected", &files, 11.0);
    }

    /// One for each kind of mistake.
    pub(crate) fn add_wrong(&mut self) {
        for (function, name, text) in mutants() {
            let files = with(&format!("src/{function}.s"), &text);
            self.folder(&format!("wrong-{name}"), &files, points_by_tests(&name));
        }
        let broken = with(
            "src/place.s",
            ".globl place\nplace: bogus a0, a1\n    ret\n",
        );
        self.folder("wrong-does-not-assemble", &broken, 10.0);
        let mut few = solution();
        few.retain(|(path, _)| path == "src/place.s");
        self.folder("wrong-one-file", &few, 1.0);
        let body = |body: &str| {
            with(
                "src/place.s",
                &format!(".globl place\n.text\nplace:\n{body}"),
            )
        };
        self.folder("hog-loop", &body("j place\n"), 10.0);
        let flood = "li a0, 11\nli a1, 'x'\necall\nj place\n";
        self.folder("hog-output", &body(flood), 10.0);
        let memory = "li a0, 9\nli a1, 0x1000000\necall\nsw a0, 0(a0)\nj place\n";
        self.folder("hog-memory", &body(memory), 10.0);
        let deep = "addi sp, sp, -2000\nsw ra, 0(sp)\njal place\nret\n";
        self.folder("hog-stack", &body(deep), 10.0);
        self.folder(
            "hog-source",
            &with("src/place.s", &"nop\n".repeat(30_000)),
            10.0,
        );
        let file = self.path("hog-file", "src/place.s");
        File::create(file).unwrap().set_len(300 << 20).unwrap();
        let mut rest = solution();
        rest.retain(|(path, _)| path != "src/place.s");
        self.folder("hog-file", &rest, 10.0);
        fs::create_dir(self.folder.join("empty")).unwrap();
        self.expect("empty", "missing", 0.0);
        fs::write(self.path("empty-notes", "README.md"), "soon").unwrap();
        self.expect("empty-notes", "missing", 0.0);
    }

    /// Those that want out, or to the hidden tests.
    pub(crate) fn add_escapes(&mut self, secret: &Path, report: &Path) {
        let imports = [
            ("passwd", "/etc/passwd".to_owned()),
            ("up", "../../../../../../../../etc/passwd".to_owned()),
            ("secret", secret.display().to_string()),
            ("hidden", "../tests/eval/notes.txt".to_owned()),
            ("model", "../handout/src/place.s".to_owned()),
            ("device", "/dev/zero".to_owned()),
            ("self", "place.s".to_owned()),
            ("proc", "/proc/self/mem".to_owned()),
            ("other", "../../right/src/place.s".to_owned()),
            ("nul", "a\0b.s".to_owned()),
            ("long", "x".repeat(70_000)),
        ];
        for (name, path) in imports {
            let text = format!(".import {path}\n.globl place\nplace: ret\n");
            self.folder(&format!("import-{name}"), &with("src/place.s", &text), 10.0);
        }
        for (name, target) in [
            ("absolute", "/etc/passwd"),
            ("loop", "place.s"),
            ("up", "../../../secret"),
        ] {
            let name = format!("link-{name}");
            let mut files = solution();
            files.retain(|(path, _)| path != "src/place.s");
            self.folder(&name, &files, 10.0);
            symlink(target, self.path(&name, "src/place.s")).unwrap();
        }
        let mut files = solution();
        files.retain(|(path, _)| path != "src/place.s");
        self.folder("link-socket", &files, 10.0);
        drop(UnixListener::bind(self.path("link-socket", "src/place.s")).unwrap());
        self.folder("link-fifo", &files, 10.0);
        make_fifo(&self.path("link-fifo", "src/place.s"));
        self.folder("link-folders", &solution(), 11.0);
        symlink("..", self.path("link-folders", "again")).unwrap();
        symlink("/", self.path("link-folders", "root")).unwrap();
        // Writes a file where the grader may write.
        let open = format!(
            ".globl place\n.data\nname: .asciiz \"{}/evil\"\n.text\nplace:\nli a0, 13\nla a1, name\nli a2, 1\necall\nret\n",
            report.display()
        );
        self.folder("guest-writes", &with("src/place.s", &open), 10.0);
        // Changes the code that tests it.
        let patch =
            ".globl place\nplace: la t6, assert_eq_board\nli t5, 0x13\nsw t5, 24(t6)\nret\n";
        self.folder("guest-patches", &with("src/place.s", patch), 10.0);
        // Switches the check off, and needs it.
        let broken = ".globl place\nplace: beq t5, t6, on\non: ";
        let text = solution()
            .into_iter()
            .find(|(path, _)| path == "src/place.s");
        let text = text.unwrap().1.replace("\nplace:", &format!("\n{broken}"));
        let silent = format!("# jal: global t0-t6, s0-s11, a0-a7\n{text}");
        self.folder("guest-silent", &with("src/place.s", &silent), 10.0);
        // Would take hours without limits, or without knowing what was computed before.
        let doubled: String = (0..60)
            .map(|k| format!(".equ f{k}, f{0}+f{0}\n", k + 1))
            .collect();
        let doubled = format!(".globl place\n{doubled}.equ f60, 1\nplace: li a0, f0\nret\n");
        self.folder("hog-constants", &with("src/place.s", &doubled), 10.0);
        let comments = format!(
            ".globl place\nplace: ret\n{}",
            "# jal: args 1\n".repeat(60_000)
        );
        self.folder("hog-comments", &with("src/place.s", &comments), 10.0);
        let mut own = solution();
        own.push(("tests/student/big.s".to_owned(), "l: nop\n".repeat(20_000)));
        for k in 0..300 {
            own.push((
                format!("tests/student/t{k}.s"),
                ".import big.s\n".to_owned(),
            ));
        }
        self.folder("hog-own-tests", &own, 11.0);
        let odd = OsStr::from_bytes(b"odd\xff\x01name");
        for (path, text) in solution() {
            let path = self.folder.join(odd).join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let strange = self
            .folder
            .join(odd)
            .join(OsStr::from_bytes(b"src/\xfe\xff.s"));
        fs::write(strange, "junk").unwrap();
        self.expect("odd%FF%01name", "graded", 11.0);
        let long = "ä".repeat(120);
        self.folder(&long, &solution(), 11.0);
        symlink("/etc", self.folder.join("not-a-submission")).unwrap();
    }

    /// Archives that want out, or are larger than they look.
    pub(crate) fn add_archives(&mut self) {
        let mut evil = solution();
        for path in [
            "../../evil",
            "/tmp/evil",
            "../../../../tmp/evil.s",
            "C:/evil.s",
            "..\\..\\evil.s",
        ] {
            evil.push((path.to_owned(), "evil".to_owned()));
        }
        write_zip(&self.folder.join("zip-outside.zip"), "", &evil);
        self.expect("zip-outside", "graded", 11.0);
        write_tar_gz(&self.folder.join("tar-outside.tar.gz"), &evil);
        self.expect("tar-outside", "graded", 11.0);
        let mut long = solution();
        long.push((format!("../{}", "\u{1}".repeat(60_000)), "x".to_owned()));
        write_zip(&self.folder.join("zip-long-name.zip"), "", &long);
        self.expect("zip-long-name", "graded", 11.0);
        write_bomb_zip(&self.folder.join("zip-bomb.zip"));
        self.expect("zip-bomb", "graded", 10.0);
        write_bomb_tar(&self.folder.join("tar-bomb.tgz"));
        self.expect("tar-bomb", "unreadable", 0.0);
        write_links_tar(&self.folder.join("tar-links.tar"));
        self.expect("tar-links", "graded", 10.0);
        fs::write(
            self.folder.join("zip-damaged.zip"),
            b"PK\x03\x04 and no more",
        )
        .unwrap();
        self.expect("zip-damaged", "unreadable", 0.0);
        let large = File::create(self.folder.join("zip-large.zip")).unwrap();
        large.set_len(300 << 20).unwrap();
        self.expect("zip-large", "unreadable", 0.0);
    }

    /// Repositories: in time, with a late commit, all late, empty.
    pub(crate) fn add_repositories(&mut self, deadline: i64) {
        let right = solution();
        let wrong = with("src/place.s", ".globl place\nplace: ret\n");
        let (in_time, late) = ((deadline - 10, &right), (deadline + 1, &wrong));
        self.repository("git-good", &[in_time], "graded", 11.0);
        self.repository("git-spoilt", &[in_time, late], "graded", 11.0);
        self.repository("git-late", &[late], "late", 0.0);
        self.repository("git-empty", &[], "missing", 0.0);
    }

    fn repository(
        &mut self,
        name: &str,
        commits: &[(i64, &Files)],
        standing: &'static str,
        score: f64,
    ) {
        write_repository(&self.folder.join(name), commits);
        self.expect(name, standing, score);
    }
}

fn make_fifo(path: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

fn write_zip(place: &Path, below: &str, files: &Files) {
    let mut zip = zip::ZipWriter::new(File::create(place).unwrap());
    for (path, text) in files {
        let path = format!("{below}{path}");
        zip.start_file(path, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

/// A zip in which one small file becomes a large one, and another is a link.
fn write_bomb_zip(place: &Path) {
    let options = SimpleFileOptions::default();
    let mut zip = zip::ZipWriter::new(File::create(place).unwrap());
    for (path, text) in solution() {
        zip.start_file(&path, options).unwrap();
        match path.as_str() {
            "src/place.s" => zip.write_all(&vec![b'\n'; 20 << 20]).unwrap(),
            _ => zip.write_all(text.as_bytes()).unwrap(),
        }
    }
    zip.add_symlink("src/link.s", "/etc/passwd", options)
        .unwrap();
    zip.finish().unwrap();
}

fn entry(path: &str, kind: tar::EntryType, size: u64) -> tar::Header {
    let mut header = tar::Header::new_ustar();
    header.as_ustar_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(0o644);
    header.set_cksum();
    header
}

fn append(tar: &mut tar::Builder<impl Write>, files: &Files) {
    for (path, text) in files {
        let header = entry(path, tar::EntryType::Regular, text.len() as u64);
        tar.append(&header, text.as_bytes()).unwrap();
    }
}

fn write_tar_gz(place: &Path, files: &Files) {
    let file = File::create(place).unwrap();
    let gz = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    let mut tar = tar::Builder::new(gz);
    append(&mut tar, files);
    tar.into_inner().unwrap().finish().unwrap();
}

/// A small file that becomes more than is read.
fn write_bomb_tar(place: &Path) {
    let file = File::create(place).unwrap();
    let gz = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    let mut tar = tar::Builder::new(gz);
    let size = 65 << 20;
    let zeros = std::io::Read::take(std::io::repeat(0), size);
    tar.append(&entry("junk", tar::EntryType::Regular, size), zeros)
        .unwrap();
    append(&mut tar, &solution());
    tar.into_inner().unwrap().finish().unwrap();
}

fn write_links_tar(place: &Path) {
    let mut tar = tar::Builder::new(File::create(place).unwrap());
    let mut files = solution();
    files.retain(|(path, _)| path != "src/place.s");
    append(&mut tar, &files);
    for (path, kind) in [
        ("src/place.s", tar::EntryType::Symlink),
        ("src/hard.s", tar::EntryType::Link),
        ("src/device.s", tar::EntryType::Char),
        ("src/fifo.s", tar::EntryType::Fifo),
    ] {
        let mut header = entry(path, kind, 0);
        header.set_link_name("/etc/passwd").unwrap();
        header.set_cksum();
        tar.append(&header, &b""[..]).unwrap();
    }
    tar.into_inner().unwrap();
}

/// A repository with a commit at each of these times.
fn write_repository(folder: &Path, commits: &[(i64, &Files)]) {
    let repository = RepositoryWriter::init(folder);
    let mut parent = None;
    for (time, files) in commits {
        let tree = write_tree(&repository, files);
        let commit = repository.commit("refs/heads/main", &tree, parent.as_deref(), *time);
        parent = Some(commit);
    }
}

fn write_tree(repository: &RepositoryWriter, files: &Files) -> String {
    let blob = |text: &str| repository.object("blob", text.as_bytes());
    let (src, root): (Vec<_>, Vec<_>) =
        files.iter().partition(|(path, _)| path.starts_with("src/"));
    let entries = |files: Vec<&'_ (String, String)>| -> Vec<(&str, String, String)> {
        let name = |path: &str| path.trim_start_matches("src/").to_owned();
        let entry = |(path, text): &&(String, String)| ("100644", name(path), blob(text));
        files.iter().map(entry).collect()
    };
    let mut root = entries(root);
    root.push(("40000", "src".to_owned(), repository.tree(entries(src))));
    repository.tree(root)
}
