//! Workers on other machines.

use crate::class::{Class, course};
use crate::server::{PROGRAM, Request, Server, TestFolder, jal, output, run};
use std::process::{Command, Stdio};

const TOKEN: &str = "0123456789abcdef";

fn setting(folder: &TestFolder) -> (Class, Server) {
    let class = Class::new(folder.path(), &["alice", "bob"]);
    let settings = class.settings(&folder.path().join("data"))
        + &format!(
            "[queue]\nworkers = 0\ninterval = 0\nlease = \"1s\"\n[tokens]\nworker = \"{TOKEN}\"\n"
        );
    let server = Server::new(folder.path(), &course(), &settings);
    (class, server)
}

fn worker(server: &Server, token: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args([
        "worker", "--once", "--jobs", "1", "--name", "far", "--token", token,
    ]);
    command
        .args(["--url", &format!("http://{}", server.address)])
        .stdout(Stdio::null());
    command
}

fn api(server: &Server, path: &str, body: &str) -> (u16, String) {
    let request = Request::post(&format!("/api/worker/{path}"), "application/json", body);
    let answer = server.ask(&request.with("authorization", &format!("Bearer {TOKEN}")));
    (answer.status, answer.text())
}

#[test]
fn a_worker_elsewhere_gets_the_course_and_delivers_results() {
    let folder = TestFolder::new();
    let (class, mut server) = setting(&folder);
    server.start();
    class.solve("alice");
    class.push("alice");
    let link = server.link("alice");
    server.until_page(&link, "Waiting");
    let wrong = output(&mut worker(&server, "another token 123"));
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert!(
        !wrong.status.success() && said.contains("does not know this token"),
        "{said}"
    );
    let done = output(&mut worker(&server, TOKEN));
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    server.until_page(&link, "69 of 69");
    server.end();
}

#[test]
fn what_a_worker_may_not_do_is_refused() {
    let folder = TestFolder::new();
    let (class, mut server) = setting(&folder);
    server.start();
    for name in ["alice", "bob"] {
        class.solve(name);
        class.push(name);
    }
    let link = server.link("bob");
    server.until_page(&link, "Waiting");
    // Another version would give other results.
    let (_, answer) = api(
        &server,
        "lease",
        r#"{"worker":"w","version":"0.0.1","rules":""}"#,
    );
    assert!(answer.contains("other-version"), "{answer}");
    let version = env!("CARGO_PKG_VERSION");
    let ask = |rules: &str| format!(r#"{{"worker":"w","version":"{version}","rules":"{rules}"}}"#);
    let (_, answer) = api(&server, "lease", &ask("0000"));
    assert!(answer.contains("other-course"), "{answer}");
    let no_token = server.ask(&Request::post(
        "/api/worker/lease",
        "application/json",
        ask(""),
    ));
    assert_eq!(no_token.status, 401);
    assert_eq!(server.get("/api/worker/course").status, 401);
    // A result that follows from something else than what was handed in, or from nothing.
    assert_eq!(
        api(&server, "result", r#"{"run":1,"lease":"x","record":{}}"#).0,
        400
    );
    let copy = folder.path().join("own");
    run(Command::new(jal())
        .arg("grade")
        .arg(class.folder.join("git"))
        .arg("--course")
        .arg(course())
        .args(["--through", "daily", "-o"])
        .arg(&copy));
    let record =
        |name: &str| std::fs::read_to_string(copy.join(format!("records/{name}.json"))).unwrap();
    let result = |record: &str| {
        let body = format!(r#"{{"run":1,"lease":"guessed","record":{record}}}"#);
        api(&server, "result", &body).1
    };
    // Of another student, by other rules, from something else, and without the lease.
    let own = record("alice");
    assert_eq!(result(&record("bob")), "\"refused\"");
    let rules = own
        .split("\"rules\": \"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert_eq!(result(&own.replace(rules, "0000")), "\"refused\"");
    let key = own
        .split("\"key\": \"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert_eq!(result(&own.replace(key, "0000-daily")), "\"refused\"");
    assert_eq!(result(&own), "\"lost\"");
    let (status, said) = api(&server, "renew", r#"{"run":1,"lease":"guessed"}"#);
    assert_eq!((status, said.as_str()), (200, "false"));
    assert!(server.get(&link).text().contains("Waiting"));
    server.end();
}
