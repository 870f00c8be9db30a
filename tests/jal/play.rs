//! `jal play`, `jal games` and `jal new`: what they say where there is no screen.

use crate::folder::{Folder, Ran};

#[test]
fn games_are_listed() {
    insta::assert_snapshot!("games", Folder::new().jal(&["games"]).transcript());
}

#[test]
fn new_writes_a_project_that_runs() {
    let folder = Folder::new();
    insta::assert_snapshot!("new", folder.jal(&["new", "project"]).transcript());
    let ran = folder.jal_with_input(&["run", "project/src/main.s"], b"nq");
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
    let test = folder.jal(&["run", "project/tests/pub/test_merge_1.s"]);
    assert_eq!((test.stdout.as_str(), test.code), ("2 2 4 4\n", Some(0)));
}

#[test]
fn new_writes_a_project_for_mips() {
    let folder = Folder::new();
    let ran = folder.jal(&["new", "--isa", "mips32", "a/b"]);
    insta::assert_snapshot!("new_mips", ran.transcript());
    let ran = folder.jal_with_input(&["run", "a/b/src/main.asm"], b"nq");
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
}

#[test]
fn new_takes_an_empty_folder_and_no_other_place() {
    let folder = Folder::new().with("full/notes.txt", "mine");
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    assert_eq!(folder.jal(&["new", "empty"]).code, Some(0));
    insta::assert_snapshot!("new_not_empty", folder.jal(&["new", "full"]).transcript());
    let notes = folder.path().join("full/notes.txt");
    assert_eq!(std::fs::read_to_string(notes).unwrap(), "mine");
    let file = folder.jal(&["new", "full/notes.txt"]);
    insta::assert_snapshot!("new_file", file.transcript());
    let below_a_file = folder.jal(&["new", "full/notes.txt/project"]);
    insta::assert_snapshot!("new_cannot_write", below_a_file.transcript());
}

#[test]
fn play_needs_a_terminal() {
    let folder = Folder::new();
    insta::assert_snapshot!("play_no_terminal", folder.jal(&["play"]).transcript());
    assert_eq!(folder.jal(&["new", "project"]).code, Some(0));
    let own = folder.jal(&["play", "project"]);
    insta::assert_snapshot!("play_no_terminal_own", own.transcript());
}

/// What `jal play` says in a folder with things that are no games.
fn play(args: &[&str]) -> Ran {
    let folder = Folder::new()
        .with("notes/readme.txt", "no project")
        .with("program.s", "main: ret\n")
        .with("toml.txt", "name = \"x\"\n")
        .with("text.txt", "w a s d\n")
        .with(
            "moves.txt",
            "game=\"2048\"\nisa=\"rv32\"\nseed=1\nsize=[4,4]\nmoves=\"wax\"\nboard=[]\n",
        );
    folder.jal(&[&["play"], args].concat())
}

#[test]
fn games_that_are_not_there() {
    insta::assert_snapshot!("play_unknown", play(&["chess"]).transcript());
    let other_machine = play(&["512", "--isa", "rv32"]);
    insta::assert_snapshot!("play_other_machine", other_machine.transcript());
    insta::assert_snapshot!("play_no_project", play(&["notes"]).transcript());
    insta::assert_snapshot!("play_file", play(&["program.s"]).transcript());
}

#[test]
fn sizes_that_cannot_be() {
    insta::assert_snapshot!("play_one_size", play(&["--size", "3x5"]).transcript());
    insta::assert_snapshot!("play_size_0", play(&["mp8", "--size", "0x4"]).transcript());
}

#[test]
fn recordings_that_are_none() {
    let replay = |file| play(&["--replay", file]).transcript();
    insta::assert_snapshot!("replay_missing", replay("nothing.toml"));
    insta::assert_snapshot!("replay_other_toml", replay("toml.txt"));
    insta::assert_snapshot!("replay_text", replay("text.txt"));
    insta::assert_snapshot!("replay_no_move", replay("moves.txt"));
}

#[test]
fn a_project_that_does_not_assemble_is_not_played() {
    let folder = Folder::new();
    assert_eq!(folder.jal(&["new", "project"]).code, Some(0));
    let folder = folder.with(
        "project/src/place.s",
        ".globl place\nplace: addi a0, a1\n ret\n",
    );
    let ran = folder.jal(&["play", "project"]);
    insta::assert_snapshot!("play_does_not_assemble", ran.transcript());
}
