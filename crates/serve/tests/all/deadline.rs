//! The deadline: what counts is when this server received a push.

use crate::class::{Class, course, git};
use crate::server::{Server, TestFolder, jal, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs() as i64
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut found, mut open) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(inside) = open.pop() {
        for entry in fs::read_dir(inside).unwrap().flatten() {
            match entry.file_type().unwrap().is_dir() {
                true => open.push(entry.path()),
                false => {
                    let name = entry.path().strip_prefix(folder).unwrap().to_owned();
                    found.insert(name, fs::read(entry.path()).unwrap());
                }
            }
        }
    }
    found
}

#[test]
fn what_was_received_in_time_is_graded_as_jal_grade_does() {
    let folder = TestFolder::new();
    let class = Class::new(folder.path(), &["alice", "bob", "carol", "dave"]);
    let deadline = run(Command::new("date").args([
        "-u",
        "+%Y-%m-%dT%H:%M:%SZ",
        "-d",
        &format!("@{}", now() + 15),
    ]));
    let settings = class.settings(&folder.path().join("data"))
        + &format!(
            "[queue]\ninterval = 0\n[times]\ndeadline = {}\n",
            deadline.trim()
        );
    let mut server = Server::new(folder.path(), &course(), &settings);
    server.start();
    run(&mut server.command(&["hook"]));
    let mut counts = BTreeMap::new();
    for name in ["alice", "bob", "carol"] {
        class.solve(name);
        if name == "bob" {
            class.begin(name);
        }
        counts.insert(name, class.push(name));
    }
    let links = ["alice", "bob", "carol"].map(|name| server.link(name));
    for link in &links {
        server.until_page(link, "What the tests say");
    }
    let said = run(&mut server.command(&["extend", "carol", "--by", "1h"]));
    assert!(said.starts_with("carol has time until "), "{said}");
    let early = server.command(&["close"]).output().unwrap();
    let said = String::from_utf8_lossy(&early.stderr);
    assert!(
        !early.status.success() && said.contains("pass --early"),
        "{said}"
    );
    server.until("the deadline", || {
        server
            .get(&links[0])
            .text()
            .contains("The deadline was")
            .then_some(())
    });
    // A date in a commit says nothing: this one claims to be years old.
    class.solve("alice");
    class.write("alice", "src/merge.s", "late\n");
    git(&class.work("alice"), &["add", "-A"]);
    run(Command::new("git")
        .args([
            "-c",
            "user.name=T",
            "-c",
            "user.email=t@x.org",
            "commit",
            "-qm",
            "late",
        ])
        .env("GIT_COMMITTER_DATE", "2020-01-01T00:00:00Z")
        .env("GIT_AUTHOR_DATE", "2020-01-01T00:00:00Z")
        .current_dir(class.work("alice")));
    class.push("alice");
    server.until_page(&links[0], "does not count");
    // Who has an extension goes on.
    class.write("carol", "LLM.txt", "more\n");
    counts.insert("carol", class.push("carol"));
    server.until_page(&links[2], "no change");
    let said = run(&mut server.command(&["close", "--early"]));
    assert!(said.starts_with("4 submissions: 4 graded"), "{said}");
    // The same commits, by hand.
    let submissions = folder.path().join("frozen");
    for (name, commit) in &counts {
        let clone = submissions.join(format!("{name}.git"));
        let bare = class.repository(name);
        git(
            folder.path(),
            &[
                "clone",
                "--quiet",
                "--bare",
                &bare.display().to_string(),
                &clone.display().to_string(),
            ],
        );
        git(&clone, &["update-ref", "refs/heads/main", commit]);
    }
    let own = folder.path().join("own");
    let ours = server.data.join("final");
    run(Command::new(jal())
        .arg("grade")
        .arg(&submissions)
        .arg("--course")
        .arg(course())
        .arg("-o")
        .arg(&own));
    for part in ["records", "feedback", "submissions"] {
        let (ours, own) = (files(&ours.join(part)), files(&own.join(part)));
        for (name, bytes) in &own {
            assert!(
                ours.get(name) == Some(bytes),
                "{part}/{} differs",
                name.display()
            );
        }
        // Dave has handed in nothing, and is named.
        let more: Vec<_> = ours
            .keys()
            .filter(|name| !own.contains_key(*name))
            .collect();
        assert!(
            more.iter()
                .all(|name| name.display().to_string().starts_with("dave")),
            "{more:?}"
        );
    }
    assert!(
        fs::read_to_string(ours.join("scores.csv"))
            .unwrap()
            .contains("dave")
    );
    // Students see the end when the staff wants them to.
    assert!(!server.get(&links[0]).text().contains("Final result"));
    let login = server.log_in();
    assert_eq!(server.act(&login, "publish", "").status, 303);
    let page = server.until_page(&links[0], "Final result");
    assert!(page.contains(&counts["alice"][..10]), "{page}");
    server.end();
}

#[test]
fn a_push_is_found_with_its_time_after_the_server_was_down() {
    let folder = TestFolder::new();
    let class = Class::new(folder.path(), &["alice"]);
    let settings =
        class.settings(&folder.path().join("data")) + "[times]\ndeadline = 2024-01-02T00:00:00Z\n";
    let mut server = Server::new(folder.path(), &course(), &settings);
    class.solve("alice");
    class.push("alice");
    // The repository was last changed before the deadline, and the server starts after it.
    let tip = class.repository("alice").join("refs/heads/main");
    run(Command::new("touch")
        .args(["-d", "2024-01-01T12:00:00Z"])
        .arg(tip));
    server.start();
    let link = server.link("alice");
    let page = server.until_page(&link, "What the tests say");
    assert!(page.contains("2024-01-01 12:00"), "{page}");
    server.end();
}
