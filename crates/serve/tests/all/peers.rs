//! Real git, and the messages of three forges in the form in which they send them.

use crate::class::{Class, course, git};
use crate::server::{Request, Response, Server, TestFolder, run};
use std::fs;
use std::process::Command;
use std::time::Instant;

const SECRET: &str = "a secret of the forge";

fn setting() -> (TestFolder, Class, Server) {
    let folder = TestFolder::new();
    let class = Class::new(folder.path(), &["alice", "bob"]);
    let settings = class
        .settings(&folder.path().join("data"))
        .replace("1s", "1h")
        + &format!(
            "[queue]\ninterval = 0\n[tokens]\ngitlab = \"{SECRET}\"\nforgejo = \"{SECRET}\"\ngithub = \"{SECRET}\"\n"
        );
    let mut server = Server::new(folder.path(), &course(), &settings);
    server.start();
    (folder, class, server)
}

#[test]
fn a_push_is_announced_and_never_held_up() {
    let (_folder, class, mut server) = setting();
    run(&mut server.command(&["hook"]));
    let link = server.link("alice");
    class.begin("alice");
    class.push("alice");
    server.until_page(&link, "What the tests say");
    assert!(server.log().contains("origin=\"hook\""));
    // A server that does not answer at all: it is stopped, and its port is still open.
    run(Command::new("kill").args(["-STOP", &server.pid().to_string()]));
    class.solve("alice");
    let began = Instant::now();
    class.push("alice");
    let took = began.elapsed();
    run(Command::new("kill").args(["-CONT", &server.pid().to_string()]));
    assert!(took.as_secs() < 3, "a push took {took:?}");
    server.until_page(&link, "newly pass");
    // A server that is down: the next start finds the push.
    server.kill();
    class.begin("alice");
    class.push("alice");
    server.start();
    server.until_page(&link, "newly fail");
    // Other branches are of no interest, nor is one that is removed.
    git(
        &class.work("alice"),
        &["push", "--quiet", "origin", "HEAD:refs/heads/idea"],
    );
    git(
        &class.work("alice"),
        &["push", "--quiet", "origin", ":refs/heads/idea"],
    );
    assert_eq!(server.figure("jal_pushes_total"), 1);
    server.end();
}

#[test]
fn a_hook_that_is_there_already_is_kept() {
    let (_folder, class, mut server) = setting();
    let hook = class.repository("alice").join("hooks/post-receive");
    fs::write(&hook, "#!/bin/sh\necho mine\n").unwrap();
    let output = server.command(&["hook"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && said.contains("alice: ") && said.contains("is another hook"),
        "{said}"
    );
    assert!(fs::read_to_string(&hook).unwrap().contains("mine"));
    assert!(class.repository("bob").join("hooks/post-receive").is_file());
    server.end();
}

#[test]
fn repositories_elsewhere_are_fetched() {
    let folder = TestFolder::new();
    let class = Class::new(folder.path(), &["alice"]);
    let settings = class
        .settings(&folder.path().join("data"))
        .replace("path = \"", "path = \"file://")
        + "[queue]\ninterval = 0\n";
    let mut server = Server::new(folder.path(), &course(), &settings);
    class.begin("alice");
    class.push("alice");
    server.start();
    let link = server.link("alice");
    server.until_page(&link, "What the tests say");
    class.solve("alice");
    class.push("alice");
    server.until_page(&link, "newly pass");
    server.end();
}

fn signature(body: &str) -> String {
    let script = "import hmac,hashlib,sys; print(hmac.new(sys.argv[1].encode(), sys.stdin.read().encode(), hashlib.sha256).hexdigest())";
    let mut child = Command::new("python3")
        .args(["-c", script, SECRET])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), body.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout)
        .unwrap()
        .trim()
        .to_owned()
}

/// Sends a message of a forge, from tests/all/forges, about the repository of a student.
fn send(server: &Server, forge: &str, student: &str, number: u32) -> Response {
    let file = format!(
        "{}/tests/all/forges/{forge}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = fs::read_to_string(file).unwrap();
    let body = text
        .replace("STUDENT", student)
        .replace("NUMBER", &format!("{number:040x}"));
    let delivery = format!("delivery-{number}");
    let request = Request::post(&format!("/hook/{forge}"), "application/json", body.clone());
    let request = match forge {
        "gitlab" => request
            .with("x-gitlab-event", "Push Hook")
            .with("x-gitlab-token", SECRET)
            .with("x-gitlab-event-uuid", &delivery),
        "forgejo" => request
            .with("x-forgejo-event", "push")
            .with("x-gitea-event", "push")
            .with("x-forgejo-delivery", &delivery)
            .with("x-forgejo-signature", &signature(&body)),
        "gitea" => request
            .with("x-gitea-event", "push")
            .with("x-gitea-delivery", &delivery)
            .with("x-gitea-signature", &signature(&body)),
        _ => request
            .with("x-github-event", "push")
            .with("x-github-delivery", &delivery)
            .with(
                "x-hub-signature-256",
                &format!("sha256={}", signature(&body)),
            ),
    };
    server.ask(&request)
}

#[test]
fn forges_announce_pushes() {
    let (_folder, class, mut server) = setting();
    let link = server.link("alice");
    for (number, forge) in ["gitlab", "gitea", "forgejo", "github"].iter().enumerate() {
        let number = number as u32;
        match number % 2 {
            0 => class.begin("alice"),
            _ => class.solve("alice"),
        }
        let commit = class.push("alice");
        let answer = send(&server, forge, "alice", number);
        assert_eq!(
            (answer.status, answer.text().trim()),
            (202, "taken"),
            "{forge}"
        );
        server.until("the run", || {
            let page = server.get(&link).text();
            let row = page
                .split("<tr>")
                .find(|row| row.contains(&commit[..10]))
                .map(str::to_owned);
            row.filter(|row| row.contains("/run/"))
        });
        let answer = send(&server, forge, "alice", number);
        assert_eq!(
            answer.text().trim(),
            "ignored: it was delivered before",
            "{forge}"
        );
        let answer = send(&server, forge, "mallory", number + 100);
        assert_eq!(
            answer.text().trim(),
            "ignored: the roster has no such repository",
            "{forge}"
        );
    }
    server.end();
}
