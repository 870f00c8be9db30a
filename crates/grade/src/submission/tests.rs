use super::*;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// A folder that is removed at the end.
struct Temp(PathBuf);

impl Temp {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("jal-hand-in-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Temp(folder)
    }

    fn write(&self, path: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Temp {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn wanted(path: &str) -> bool {
    path.starts_with("src/") && path.ends_with(".s") || path == "LLM.txt"
}

fn read_as(
    form: SubmissionForm,
    place: &Path,
    deadline: Option<i64>,
) -> Result<Submission, ReadError> {
    let candidate = SubmissionCandidate {
        name: "alice".to_owned(),
        place: place.to_owned(),
        form,
    };
    let limits = ReadLimits {
        entries: 100,
        file_bytes: 1000,
        total_bytes: 2000,
        archive_bytes: 100_000,
    };
    read(
        &candidate,
        &WantedFiles {
            file: &wanted,
            anywhere: true,
            apart: &[],
            commit: None,
            deadline,
            limits,
        },
    )
}

fn paths(submission: &Submission) -> Vec<&str> {
    submission.files.keys().map(String::as_str).collect()
}

fn refused(submission: &Submission) -> Vec<(&str, Refusal)> {
    let remarks = submission.remarks.iter();
    let refused = remarks.filter_map(|remark| match remark {
        SubmissionRemark::Refused { path, why } => Some((path.as_str(), *why)),
        _ => None,
    });
    refused.collect()
}

#[test]
fn submissions_are_found_whatever_form_they_have() {
    let temp = Temp::new("find");
    temp.write("bob/src/merge.s", b"");
    temp.write("carol.zip", b"");
    temp.write("carol/LLM.txt", b"");
    temp.write("dora.TAR.GZ", b"");
    temp.write("eve/.git/HEAD", b"");
    temp.write("frank.git/HEAD", b"");
    fs::create_dir_all(temp.0.join("frank.git/objects")).unwrap();
    fs::create_dir_all(temp.0.join("frank.git/refs")).unwrap();
    temp.write("notes.txt", b"");
    temp.write(".hidden", b"");
    temp.write(".git/HEAD", b"");
    temp.write(".grace/src/merge.s", b"");
    temp.write(".heidi.zip", b"");
    symlink("/etc", temp.0.join("link")).unwrap();
    let odd = temp.0.join(std::ffi::OsStr::from_bytes(b"odd\xff\n"));
    fs::create_dir(odd).unwrap();
    let found = find(&temp.0).unwrap();
    let names: Vec<_> = found
        .candidates
        .iter()
        .map(|c| (&c.name[..], c.form))
        .collect();
    assert_eq!(
        names,
        [
            ("bob", SubmissionForm::Folder),
            ("carol", SubmissionForm::Folder),
            ("carol (zip)", SubmissionForm::Zip),
            ("dora", SubmissionForm::Tar { compressed: true }),
            ("eve", SubmissionForm::Git),
            ("frank", SubmissionForm::Git),
            ("odd%FF%0A", SubmissionForm::Folder),
        ]
    );
    let passed: Vec<_> = found.passed.iter().map(|p| (&p.name[..], p.why)).collect();
    assert_eq!(
        passed,
        [
            (
                ".grace",
                "its name begins with a dot; rename it to have it graded"
            ),
            (
                ".heidi.zip",
                "its name begins with a dot; rename it to have it graded"
            ),
            ("link", "it is a link"),
            ("notes.txt", "it is not a folder, .zip, .tar or .tar.gz"),
        ]
    );
}

#[test]
fn a_folder_gives_the_files_that_are_asked_for() {
    let temp = Temp::new("folder");
    temp.write("src/merge.s", b"ret");
    temp.write("src/huge.s", &[0; 1001]);
    temp.write("secret", b"secret");
    temp.write("a.out", b"x");
    symlink(temp.0.join("secret"), temp.0.join("src/place.s")).unwrap();
    symlink(&temp.0, temp.0.join("loop")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(temp.0.join("LLM.txt")).unwrap();
    let submission = read_as(SubmissionForm::Folder, &temp.0, None).unwrap();
    assert_eq!(paths(&submission), ["src/merge.s"]);
    assert_eq!(
        refused(&submission),
        [
            ("LLM.txt", Refusal::NotAFile),
            ("src/huge.s", Refusal::TooLarge { limit: 1000 }),
            ("src/place.s", Refusal::Link),
        ]
    );
}

#[test]
fn the_project_may_lie_in_a_folder_of_the_submission() {
    let temp = Temp::new("inside");
    temp.write("me/project1/src/merge.s", b"ret");
    temp.write("me/project1/LLM.txt", b"none");
    temp.write("me/old/src/merge.s", b"nop");
    let submission = read_as(SubmissionForm::Folder, &temp.0, None).unwrap();
    assert_eq!(paths(&submission), ["LLM.txt", "src/merge.s"]);
    assert_eq!(submission.files["src/merge.s"], b"ret");
    assert_eq!(
        submission.remarks,
        [SubmissionRemark::Inside("me/project1/".to_owned())]
    );
}

#[test]
fn limits_hold_for_all_files_together_and_for_their_number() {
    let temp = Temp::new("limits");
    for name in ["a", "b", "c"] {
        temp.write(&format!("src/{name}.s"), &[b'#'; 900]);
    }
    let submission = read_as(SubmissionForm::Folder, &temp.0, None).unwrap();
    assert_eq!(paths(&submission), ["src/a.s", "src/b.s"]);
    assert_eq!(
        refused(&submission),
        [("src/c.s", Refusal::NoRoom { limit: 2000 })]
    );
    for k in 0..100 {
        temp.write(&format!("junk/{k}"), b"");
    }
    let error = read_as(SubmissionForm::Folder, &temp.0, None).unwrap_err();
    assert!(matches!(error, ReadError::TooMany { limit: 100 }));
}

#[test]
fn a_candidate_that_is_told_to_another_process_is_the_same_there() {
    let odd = std::ffi::OsStr::from_bytes(b"class/odd\xff\n");
    let candidate = SubmissionCandidate {
        name: "odd%FF%0A".to_owned(),
        place: odd.into(),
        form: SubmissionForm::Tar { compressed: true },
    };
    let line = serde_json::to_string(&candidate).unwrap();
    assert!(!line.contains('\n'), "{line}");
    let told: SubmissionCandidate = serde_json::from_str(&line).unwrap();
    assert_eq!(told, candidate);
}

#[test]
fn a_name_that_is_twice_in_a_zip_is_told() {
    let temp = Temp::new("twice");
    let place = temp.0.join("a.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&place).unwrap());
    for (path, text) in [
        ("src/merge.s", "one"),
        ("src/MERGE.s", "two"),
        ("src/x.s", ""),
    ] {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(path, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let bytes = fs::read(&place).unwrap();
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    let twice = text.replace("MERGE", "merge");
    fs::write(&place, twice.chars().map(|c| c as u8).collect::<Vec<_>>()).unwrap();
    let submission = read_as(SubmissionForm::Zip, &place, None).unwrap();
    assert_eq!(paths(&submission), ["src/merge.s", "src/x.s"]);
    assert_eq!(refused(&submission), [("src/merge.s", Refusal::Twice)]);
}

#[test]
fn nothing_in_a_zip_leads_outside() {
    let temp = Temp::new("zip");
    let place = temp.0.join("a.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&place).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    let mut add = |path: &str, bytes: &[u8]| {
        zip.start_file(path, options).unwrap();
        zip.write_all(bytes).unwrap();
    };
    add("src/merge.s", b"ret");
    add("../../src/evil.s", b"evil");
    add("/src/root.s", b"evil");
    add("src\\windows.s", b"nop");
    add("__MACOSX/src/x.s", b"junk");
    add("src/bomb.s", &[0; 50_000]);
    zip.add_symlink("src/link.s", "/etc/passwd", options)
        .unwrap();
    zip.finish().unwrap();
    let submission = read_as(SubmissionForm::Zip, &place, None).unwrap();
    assert_eq!(paths(&submission), ["src/merge.s", "src/windows.s"]);
    assert_eq!(
        refused(&submission),
        [
            ("../../src/evil.s", Refusal::Outside),
            ("/src/root.s", Refusal::Outside),
            ("src/bomb.s", Refusal::TooLarge { limit: 1000 }),
            ("src/link.s", Refusal::Link),
        ]
    );
}

fn tar_entry(path: &str, kind: tar::EntryType, bytes: &[u8]) -> tar::Header {
    let mut header = tar::Header::new_ustar();
    header.as_ustar_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
    header.set_entry_type(kind);
    header.set_size(bytes.len() as u64);
    header.set_cksum();
    header
}

#[test]
fn nothing_in_a_tar_leads_outside() {
    use tar::EntryType::{Link, Regular, Symlink};
    let temp = Temp::new("tar");
    let mut tar = tar::Builder::new(Vec::new());
    let entries: [(&str, tar::EntryType, &[u8]); 6] = [
        ("./alice/src/merge.s", Regular, b"ret"),
        ("alice/../../src/evil.s", Regular, b"evil"),
        ("alice/src/link.s", Symlink, b""),
        ("alice/src/hard.s", Link, b""),
        ("alice/src/pipe.s", tar::EntryType::Fifo, b""),
        ("alice/src/merge.s", Regular, b"second"),
    ];
    for (path, kind, bytes) in entries {
        tar.append(&tar_entry(path, kind, bytes), bytes).unwrap();
    }
    let bytes = tar.into_inner().unwrap();
    let place = temp.write("a.tar", &bytes);
    let submission = read_as(SubmissionForm::Tar { compressed: false }, &place, None).unwrap();
    assert_eq!(paths(&submission), ["src/merge.s"]);
    assert_eq!(submission.files["src/merge.s"], b"ret");
    assert_eq!(
        refused(&submission),
        [
            ("alice/../../src/evil.s", Refusal::Outside),
            ("src/hard.s", Refusal::Link),
            ("src/link.s", Refusal::Link),
            ("src/merge.s", Refusal::Twice),
            ("src/pipe.s", Refusal::NotAFile),
        ]
    );
}

#[test]
fn a_packed_flood_is_refused() {
    let temp = Temp::new("bomb");
    let gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let mut tar = tar::Builder::new(gz);
    let zeros = vec![0; 1 << 20];
    let header = tar_entry("junk", tar::EntryType::Regular, &zeros);
    tar.append(&header, &zeros[..]).unwrap();
    tar.append(
        &tar_entry("src/a.s", tar::EntryType::Regular, b""),
        &b""[..],
    )
    .unwrap();
    let bytes = tar.into_inner().unwrap().finish().unwrap();
    let place = temp.write("a.tar.gz", &bytes);
    let error = read_as(SubmissionForm::Tar { compressed: true }, &place, None).unwrap_err();
    assert!(
        matches!(error, ReadError::TooLarge { limit: 100_000 }),
        "{error}"
    );
}

#[test]
fn damaged_archives_are_told() {
    let temp = Temp::new("damaged");
    let place = temp.write("a.zip", b"PK\x03\x04 not really");
    for form in [
        SubmissionForm::Zip,
        SubmissionForm::Tar { compressed: true },
    ] {
        let error = read_as(form, &place, None).unwrap_err();
        assert!(matches!(error, ReadError::Archive(_)), "{error}");
    }
    let missing = read_as(SubmissionForm::Zip, &temp.0.join("none"), None).unwrap_err();
    assert!(matches!(missing, ReadError::Changed), "{missing}");
}

/// A repository with a commit at each of these times, the first on top of nothing: their names.
fn repository(folder: &Path, branch: &str, times: &[i64]) -> Vec<String> {
    let repository = git::tests::fixture::RepositoryWriter::init(folder);
    let mut commits: Vec<String> = Vec::new();
    for time in times {
        let blob = repository.object("blob", format!("# {time}\n").as_bytes());
        let link = repository.object("blob", b"/etc/passwd");
        let entry = |mode, name: &str, id| (mode, name.to_owned(), id);
        let src = vec![
            entry("120000", "link.s", link),
            entry("100644", "merge.s", blob),
        ];
        let src = entry("40000", "src", repository.tree(src));
        let root = repository.tree(vec![src]);
        let parent = commits.last().map(|id| &**id);
        commits.push(repository.commit(branch, &root, parent, *time));
    }
    commits
}

#[test]
fn of_a_repository_the_last_commit_before_the_deadline_counts() {
    let temp = Temp::new("git");
    repository(&temp.0, "refs/heads/main", &[100, 200, 300, 400]);
    let submission = read_as(SubmissionForm::Git, &temp.0, Some(250)).unwrap();
    assert_eq!(submission.files["src/merge.s"], b"# 200\n");
    assert_eq!(submission.commit.as_ref().unwrap().time, 200);
    assert_eq!(submission.remarks[0], SubmissionRemark::LateCommits(2));
    assert_eq!(refused(&submission), [("src/link.s", Refusal::Link)]);
    let all = read_as(SubmissionForm::Git, &temp.0, None).unwrap();
    assert_eq!(all.files["src/merge.s"], b"# 400\n");
    let late = read_as(SubmissionForm::Git, &temp.0, Some(99)).unwrap_err();
    assert!(matches!(late, ReadError::Late { commits: 4 }), "{late}");
}

#[test]
fn another_branch_is_told_and_an_empty_repository_too() {
    let temp = Temp::new("branch");
    repository(&temp.0, "refs/heads/master", &[100]);
    let submission = read_as(SubmissionForm::Git, &temp.0, None).unwrap();
    assert_eq!(
        submission.remarks[0],
        SubmissionRemark::Branch("master".to_owned())
    );
    let empty = Temp::new("empty");
    repository(&empty.0, "refs/heads/main", &[]);
    let error = read_as(SubmissionForm::Git, &empty.0, None).unwrap_err();
    assert!(matches!(error, ReadError::NoCommit), "{error}");
}

#[test]
fn a_repository_that_leads_elsewhere_is_not_opened() {
    let other = Temp::new("other");
    repository(&other.0, "refs/heads/main", &[100]);
    let objects = other.0.join("objects").display().to_string();
    let check = |name: &str, spoil: &dyn Fn(&Path), why: &str| {
        let temp = Temp::new(name);
        repository(&temp.0, "refs/heads/main", &[100]);
        spoil(&temp.0);
        let error = read_as(SubmissionForm::Git, &temp.0, None).unwrap_err();
        let expected = format!("the repository cannot be read: {why}");
        assert_eq!(error.to_string(), expected);
    };
    check(
        "alternates",
        &|repository| {
            fs::create_dir_all(repository.join("objects/info")).unwrap();
            fs::write(repository.join("objects/info/alternates"), &objects).unwrap();
        },
        "objects/info/alternates in it leads to another repository",
    );
    check(
        "commondir",
        &|repository| fs::write(repository.join("commondir"), &objects).unwrap(),
        "commondir in it leads to another repository",
    );
    check(
        "objects-link",
        &|repository| {
            fs::remove_dir_all(repository.join("objects")).unwrap();
            symlink(other.0.join("objects"), repository.join("objects")).unwrap();
        },
        "objects in it is neither a file nor a folder",
    );
    check(
        "main-link",
        &|repository| {
            let main = repository.join("refs/heads/main");
            fs::remove_file(&main).unwrap();
            symlink("/etc/passwd", main).unwrap();
        },
        "refs/heads/main in it is neither a file nor a folder",
    );
    // A helper of git listens there.
    let temp = Temp::new("socket");
    repository(&temp.0, "refs/heads/main", &[100]);
    let socket = temp.0.join("fsmonitor--daemon.ipc");
    drop(std::os::unix::net::UnixListener::bind(socket).unwrap());
    assert!(read_as(SubmissionForm::Git, &temp.0, None).is_ok());
}

#[test]
fn an_archive_or_a_repository_alone_in_a_folder_is_the_submission() {
    let temp = Temp::new("inside");
    temp.write("alice_1234_file_/project.zip", b"PK");
    fs::create_dir_all(temp.0.join("bob/work")).unwrap();
    repository(&temp.0.join("bob/work"), "refs/heads/main", &[100]);
    temp.write("carol/project.zip", b"PK");
    temp.write("carol/readme.txt", b"");
    let found = find(&temp.0).unwrap();
    let found: Vec<_> = found
        .candidates
        .iter()
        .map(|c| (&*c.name, c.form))
        .collect();
    assert_eq!(
        found,
        [
            ("alice_1234_file_", SubmissionForm::Zip),
            ("bob", SubmissionForm::Git),
            ("carol", SubmissionForm::Folder)
        ]
    );
    let class = |path: &str| path == "src/place.s" || path == "LLM.txt";
    assert!(!is_one(&temp.0, &class));
    temp.write("src/place.s", b"");
    temp.write("LLM.txt/src/place.s", b"");
    assert!(!is_one(&temp.0, &class));
    fs::remove_dir_all(temp.0.join("LLM.txt")).unwrap();
    temp.write("LLM.txt", b"");
    assert!(is_one(&temp.0, &class));
}

#[test]
fn what_is_not_asked_for_is_remembered_and_long_paths_are_cut() {
    let temp = Temp::new("passed");
    temp.write("work/src/merge.s", b"");
    temp.write("work/src/Place.asm", b"");
    temp.write("work/notes.txt", b"");
    temp.write("work/.git/config", b"");
    let submission = read_as(SubmissionForm::Folder, &temp.0, Some(100)).unwrap();
    assert_eq!(submission.passed, ["src/Place.asm"]);
    assert!(submission.remarks.contains(&SubmissionRemark::NoDeadline));
    let long = format!("../{}", "x".repeat(100_000));
    let collect::Inside::Refused(path, why) = collect::inside(long.as_bytes()) else {
        panic!("a long path was taken");
    };
    assert_eq!((path.len() < 600, why), (true, Refusal::LongPath));
}

#[test]
fn a_shallow_clone_says_what_is_missing() {
    let temp = Temp::new("shallow");
    let commits = repository(&temp.0, "refs/heads/main", &[100, 200]);
    let parent = &commits[0];
    let (folder, file) = parent.split_at(2);
    fs::remove_file(temp.0.join("objects").join(folder).join(file)).unwrap();
    let error = read_as(SubmissionForm::Git, &temp.0, Some(150)).unwrap_err();
    assert!(matches!(error, ReadError::Shallow), "{error}");
}
