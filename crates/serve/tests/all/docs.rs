//! docs/serving.md, as somebody types it: every command, one after the other, in one shell.

use crate::class::course;
use crate::server::{PROGRAM, ROOT, TestFolder, jal};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

const MARK: &str = "--- done:";

/// The commands of the page, each with what it prints.
fn commands(page: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut is_inside = false;
    for line in page.lines() {
        match line {
            "```console" => is_inside = true,
            "```" => is_inside = false,
            _ if !is_inside => {}
            _ => match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_owned(), String::new())),
                (None, Some((_, printed))) => *printed += &format!("{line}\n"),
                (None, None) => panic!("{line}"),
            },
        }
    }
    assert!(
        commands.len() > 25,
        "the page has only {} commands",
        commands.len()
    );
    commands
}

/// Whether a text is as expected, where `[..]` stands for anything within a line.
fn fits(expected: &str, found: &str) -> bool {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (expected, found) = (lines(expected), lines(found));
    let fits = |expected: &str, found: &str| {
        let mut rest = found;
        let parts: Vec<&str> = expected.split("[..]").collect();
        let is_first = |k: usize| k == 0;
        for (k, part) in parts.iter().enumerate() {
            match rest.find(part) {
                Some(at) if !is_first(k) || at == 0 => rest = &rest[at + part.len()..],
                _ => return false,
            }
        }
        rest.is_empty() || parts.last() == Some(&"")
    };
    expected.len() == found.len() && expected.iter().zip(&found).all(|(e, f)| fits(e, f))
}

#[test]
fn every_command_of_the_guide_works() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/serving.md")).unwrap();
    let folder = TestFolder::new();
    let programs = folder.path().join("bin");
    fs::create_dir(&programs).unwrap();
    for (name, place) in [("jal", jal()), ("jal-serve", PROGRAM.into())] {
        std::os::unix::fs::symlink(place, programs.join(name)).unwrap();
    }
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    // Another server may run on this machine: ours gets a free port in place of the one in the text.
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let page = page.replace("8080", &port.to_string());
    let mut shell = Command::new("bash")
        .current_dir(folder.path())
        .env("PATH", path)
        .env("COURSE", course())
        .env("HOME", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = shell.stdin.take().unwrap();
    let mut output = BufReader::new(shell.stdout.take().unwrap()).lines();
    writeln!(input, "exec 2>&1; trap 'kill $(jobs -p)' EXIT").unwrap();
    for (command, expected) in commands(&page) {
        // `--init` writes the usual port.
        let more = if command.contains("serve --init") {
            format!(
                "; echo 'listen = \"127.0.0.1:{port}\"' | cat - data/serve.toml > x && mv x data/serve.toml"
            )
        } else {
            String::new()
        };
        writeln!(
            input,
            "{command}{}\necho \"{MARK} $?\"",
            if more.is_empty() { String::new() } else { more }
        )
        .unwrap();
        let mut printed = String::new();
        let code = loop {
            let line = output
                .next()
                .unwrap_or_else(|| panic!("the shell has ended at `{command}`"))
                .unwrap();
            // What is printed may not end its line.
            if let Some((before, code)) = line.split_once(MARK) {
                printed += before;
                break code.trim().to_owned();
            }
            printed += &format!("{line}\n");
        };
        assert_eq!(
            code,
            "0",
            "`{command}`: {printed}{}",
            fs::read_to_string(folder.path().join("course-server/server.log")).unwrap_or_default()
        );
        assert!(
            fits(&expected, &printed),
            "`{command}` prints\n{printed}\nexpected\n{expected}"
        );
    }
    drop(input);
    shell.wait().unwrap();
}
