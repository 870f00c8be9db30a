//! `jal serve`, which starts another program.

use crate::folder::Folder;

/// A folder with `jal` in it, and nothing beside it.
#[cfg(unix)]
fn alone() -> (Folder, std::path::PathBuf) {
    let folder = Folder::new();
    let jal = folder.path().join("jal");
    std::fs::copy(env!("CARGO_BIN_EXE_jal"), &jal).unwrap();
    (folder, jal)
}

#[cfg(unix)]
#[test]
fn a_missing_program_is_said_with_how_to_get_it() {
    let (_folder, jal) = alone();
    let mut command = std::process::Command::new(jal);
    let output = command.args(["serve", "--help"]).env("PATH", "").output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("`jal-serve` is not installed"), "{said}");
    assert!(said.contains("cargo install --path crates/serve"), "{said}");
}

#[cfg(unix)]
#[test]
fn arguments_and_exit_code_are_passed_on() {
    let (folder, jal) = alone();
    let program = folder.path().join("jal-serve");
    std::fs::write(&program, "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 7\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, mode).unwrap();
    let mut command = std::process::Command::new(jal);
    let output = command.args(["serve", "--listen", "a b", "links", "--help", "-x"]);
    let output = output.output().unwrap();
    assert_eq!(output.status.code(), Some(7));
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said, "<--listen><a b><links><--help><-x>");
}
