//! The examples of docs/grading.md for many machines, as they stand there: each gives the report of
//! one run. Programs that are not there are played by small scripts.

use super::class::{Class, solution, with};
use super::folder::Folder;
use super::{RULES, assert_same, one_of_each, write_course};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// Runs a command with each argument behind `:::` in place of `{}`.
const PARALLEL: &str = r#"#!/bin/sh
while [ "${1#--}" != "$1" ]; do
  case $1 in --sshloginfile|--workdir|--jobs) shift;; esac
  shift
done
command=
while [ "$1" != ":::" ]; do command="$command $1"; shift; done
shift
for argument; do
  sh -c "$(printf %s "$command" | sed "s/{}/$argument/g")" || exit 1
done
"#;
const SRUN: &str = "#!/bin/sh\nexec \"$@\"\n";

/// The first block of this kind behind some words of the page.
fn block<'a>(page: &'a str, after: &str, kind: &str) -> &'a str {
    let (_, rest) = page.split_once(after).unwrap();
    let (_, rest) = rest.split_once(&format!("```{kind}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

/// A folder with a course, a class, its report in `whole`, and the programs that examples use.
fn ready() -> Folder {
    let folder = Folder::new();
    let root = folder.path();
    write_course(&root.join("course"), RULES, &one_of_each);
    let mut class = Class::new(root.join("class"), 1);
    for name in ["alice", "bob", "carol"] {
        class.folder(name, &solution(), 11.0);
    }
    class.folder("dora", &with("src/place.s", "place: ret\n"), 10.0);
    let ran = folder.jal(&["grade", "class", "--course", "course", "-o", "whole"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    fs::create_dir(root.join("bin")).unwrap();
    symlink(env!("CARGO_BIN_EXE_jal"), root.join("bin/jal")).unwrap();
    for (name, script) in [("parallel", PARALLEL), ("srun", SRUN)] {
        let path = root.join("bin").join(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    // This machine and no other.
    fs::write(root.join("hosts.txt"), ":\n").unwrap();
    folder
}

#[track_caller]
fn shell(root: &Path, script: &str, variables: &[(&str, &str)]) {
    let path = std::env::var("PATH").unwrap();
    let ran = Command::new("sh")
        .args(["-e", "-c", script])
        .current_dir(root)
        .env("PATH", format!("{}:{path}", root.join("bin").display()))
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(ran.status.success(), "{script}\n{ran:#?}");
}

fn page() -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    fs::read_to_string(docs.join("grading.md")).unwrap()
}

#[test]
fn gnu_parallel() {
    let folder = ready();
    shell(
        folder.path(),
        block(&page(), "With GNU parallel", "sh"),
        &[],
    );
    assert_same(&folder.path().join("whole"), &folder.path().join("report"));
}

#[test]
fn a_slurm_array() {
    let folder = ready();
    let page = page();
    let script = block(&page, "As a Slurm array", "sh");
    assert!(script.contains("--array=1-8"));
    for task in 1..=8 {
        let task = task.to_string();
        let variables = [
            ("SLURM_ARRAY_TASK_ID", task.as_str()),
            ("SLURM_ARRAY_TASK_COUNT", "8"),
        ];
        shell(folder.path(), script, &variables);
    }
    let (_, merge) = page.split_once("Afterwards, run `").unwrap();
    shell(folder.path(), merge.split_once('`').unwrap().0, &[]);
    assert_same(&folder.path().join("whole"), &folder.path().join("report"));
}

#[test]
fn a_matrix_of_github_actions() {
    let folder = ready();
    let page = page();
    let workflow = block(&page, "As a matrix in GitHub Actions", "yaml");
    let mut commands = workflow
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- run: "));
    let grade = commands.next().unwrap();
    for part in ["1", "2", "3", "4"] {
        // What is uploaded from one machine is downloaded to another.
        let moved = format!("mkdir -p parts && mv part parts/part-{part}");
        let script = grade.replace("${{ matrix.part }}", part);
        shell(folder.path(), &format!("{script}\n{moved}"), &[]);
    }
    shell(folder.path(), commands.next().unwrap(), &[]);
    assert_same(&folder.path().join("whole"), &folder.path().join("report"));
}
