//! `jal fmt`: one layout for all sources.

use crate::folder::Folder;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const WILD: &str = "main:\n li a0,10 # ends\r\n\tecall\n\n\n";
const TAME: &str = "main:\n    li   a0, 10                     # ends\r\n    ecall\n";

fn fmt(folder: &Folder, args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let child = Command::new(env!("CARGO_BIN_EXE_jal"))
        .arg("fmt")
        .args(args)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A command that refuses its arguments does not read.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let Output {
        stdout,
        stderr,
        status,
    } = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code())
}

#[test]
fn files_and_folders_are_formatted_in_place() {
    let folder = Folder::new()
        .with("src/a.s", WILD)
        .with("src/b.s", TAME)
        .with("src/x.txt", " x");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let (out, said, code) = fmt(&folder, &["--check", "src"], "");
    insta::assert_snapshot!(said);
    assert_eq!(
        (out.as_str(), code, read("src/a.s").as_str()),
        ("", Some(1), WILD)
    );
    let (_, said, code) = fmt(&folder, &["src"], "");
    assert_eq!((said.as_str(), code), ("src/a.s formatted\n", Some(0)));
    assert_eq!(read("src/a.s"), TAME);
    assert_eq!(read("src/x.txt"), " x");
    let (_, said, code) = fmt(&folder, &["--check", "src"], "");
    assert_eq!(
        (said.as_str(), code),
        ("2 files checked, nothing would change.\n", Some(0))
    );
}

#[test]
fn standard_input_comes_back_formatted() {
    let folder = Folder::new();
    assert_eq!(
        fmt(&folder, &["-"], WILD),
        (TAME.to_owned(), String::new(), Some(0))
    );
    let (out, _, code) = fmt(&folder, &["--check", "-"], WILD);
    assert_eq!((out.as_str(), code), ("", Some(1)));
    let mips = "f: jr $ra\n";
    let (out, _, _) = fmt(&folder, &["-"], mips);
    assert_eq!(out, "f:  jr   $ra\n");
    // A file with mistakes is formatted where that is safe.
    let (out, _, _) = fmt(&folder, &["-"], ".data\n.string \"x\n.text\n adi a0,a0,1\n");
    assert_eq!(out, ".data\n.string \"x\n.text\n    adi  a0, a0, 1\n");
}

#[test]
fn what_cannot_be_formatted_is_refused() {
    let folder = Folder::new()
        .with("mixed.s", "ecall\nsyscall\n")
        .with("empty/x.txt", "");
    std::fs::write(folder.path().join("latin.s"), b"# \xe4\n").unwrap();
    let mut seen = String::new();
    for file in ["mixed.s", "latin.s", "none.s", "empty"] {
        let (out, said, code) = fmt(&folder, &[file], "");
        assert_eq!((out.as_str(), code), ("", Some(2)), "{file}");
        seen.push_str(&said);
    }
    insta::assert_snapshot!(seen);
}
