//! Attacks, each of which is refused.

use crate::class::{Class, course};
use crate::server::{Login, Request, Response, STAFF, Server, TestFolder, run};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

const FORM: &str = "application/x-www-form-urlencoded";
const GITHUB: &str = "github-secret-0123";

/// A class of two, of whom one has a result.
fn setting(more: &str) -> (TestFolder, Class, Server) {
    let folder = TestFolder::new();
    let class = Class::new(folder.path(), &["alice", "bob"]);
    let settings = class.settings(&folder.path().join("data"))
        + &format!(
            "upload_limit = \"64K\"\n[queue]\ninterval = 0\n[tokens]\ngithub = \"{GITHUB}\"\n{more}"
        );
    let mut server = Server::new(folder.path(), &course(), &settings);
    server.start();
    (folder, class, server)
}

fn headers_are_strict(answer: &Response) {
    let policy = answer.header("content-security-policy").unwrap();
    assert!(
        policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
        "{policy}"
    );
    assert!(
        !policy.contains("unsafe-inline") && !policy.contains("unsafe-eval"),
        "{policy}"
    );
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
    ] {
        assert_eq!(answer.header(name), Some(value));
    }
}

#[test]
fn links_are_neither_guessed_nor_leaked() {
    let (_folder, class, mut server) = setting("");
    class.solve("alice");
    class.push("alice");
    let (alice, bob) = (server.link("alice"), server.link("bob"));
    let page = server.until_page(&alice, "What the tests say");
    // A link that is nearly right is as wrong as any other.
    let near = format!("{}{}", alice, "A");
    for wrong in [
        near.as_str(),
        "/s/",
        "/s/%00",
        "/s/..",
        "/s/x' OR 1=1 --",
        &format!("/s/{}", "a".repeat(5000)),
    ] {
        let answer = server.get(&wrong.replace(' ', "%20"));
        assert_eq!(answer.status, 404, "{wrong}");
        headers_are_strict(&answer);
        assert!(
            answer.text().contains("There is no such page"),
            "{}",
            answer.text()
        );
    }
    // Another student's results.
    let run = page
        .split("/run/")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert_eq!(server.get(&format!("{alice}/run/{run}")).status, 200);
    assert_eq!(server.get(&format!("{bob}/run/{run}")).status, 404);
    assert_eq!(server.get(&format!("{bob}/run/-1")).status, 404);
    // In no log, and in no file but by its hash.
    let secret = alice.trim_start_matches("/s/");
    assert!(!server.log().contains(secret), "the log has a link");
    assert!(
        server.log().contains("/s/{link}"),
        "the log has no requests"
    );
    server.end();
    for entry in fs::read_dir(&server.data)
        .unwrap()
        .flatten()
        .filter(|e| e.path().is_file())
    {
        let bytes = fs::read(entry.path()).unwrap();
        let has = bytes
            .windows(secret.len())
            .any(|bytes| bytes == secret.as_bytes());
        assert!(!has, "{:?} has a link", entry.path());
    }
}

#[test]
fn every_page_has_strict_headers() {
    let (_folder, class, mut server) = setting("");
    class.begin("alice");
    class.push("alice");
    let alice = server.link("alice");
    server.until_page(&alice, "What the tests say");
    let login = server.log_in();
    assert_eq!(server.act(&login, "report", "").status, 303);
    let run = format!("{alice}/run/1");
    let feed = format!("{alice}/feed.atom");
    let badge = format!("{alice}/badge.svg");
    for path in [
        "/",
        "/health",
        "/metrics",
        "/staff/login",
        "/static/style.css",
        "/static/live.js",
        "/nothing",
        &alice,
        &run,
        &feed,
        &badge,
    ] {
        headers_are_strict(&server.get(path));
    }
    for path in [
        "/staff",
        "/staff/queue",
        "/staff/tests",
        "/staff/audit",
        "/staff/report",
        "/staff/student/1",
        "/staff/student/1/run/1",
        "/staff/report/report/report.html",
        "/staff/report/report/submissions/alice.html",
        "/staff/report/report/scores.csv",
    ] {
        // Nobody sees it without a login, and a guessed cookie is none.
        for request in [
            Request::get(path),
            Request::get(path).with("cookie", "jal_session=guessed"),
        ] {
            let answer = server.ask(&request);
            assert_eq!(
                (answer.status, answer.header("location")),
                (303, Some("/staff/login")),
                "{path}"
            );
        }
        let answer = server.ask(&Request::get(path).with("cookie", &login.cookie));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        headers_are_strict(&answer);
        assert!(
            !answer.text().contains("http://") || path.contains("report"),
            "{path} leads elsewhere"
        );
    }
    server.end();
}

#[test]
fn names_of_files_lead_nowhere() {
    let (_folder, _class, mut server) = setting("");
    let login = server.log_in();
    assert_eq!(server.act(&login, "report", "").status, 303);
    for path in [
        "../secret",
        "report/../secret",
        "report/..%2fsecret",
        "report/%2e%2e/jal.sqlite",
        "%2fetc/passwd",
        "final/../../x",
        "report/../serve.toml",
        "serve.toml",
        "report/records/alice.exe",
        "report//etc/passwd",
        "report/%00.html",
        "temporary/x.html",
    ] {
        let answer = server
            .ask(&Request::get(&format!("/staff/report/{path}")).with("cookie", &login.cookie));
        assert!(
            matches!(answer.status, 404 | 400),
            "{path}: {} {}",
            answer.status,
            answer.text()
        );
    }
    server.end();
}

#[test]
fn names_and_files_of_students_stay_text() {
    let folder = TestFolder::new();
    let evil = "<img src=x onerror=alert(1)>";
    let class = Class::new(folder.path(), &["alice"]);
    let settings = class.settings(&folder.path().join("data")) + "[queue]\ninterval = 0\n";
    let roster = format!(
        "name,email,repository\n\"{evil}\",,{}\n",
        class.repository("alice").display()
    );
    fs::write(folder.path().join("data/roster.csv"), roster).unwrap();
    let mut server = Server::new(folder.path(), &course(), &settings);
    server.start();
    class.begin("alice");
    class.write("alice", &format!("src/{evil}.s"), "nop\n");
    class.write(
        "alice",
        "src/merge.s",
        "<script>alert(2)</script>\n\"><svg onload=alert(3)>\n",
    );
    class.push("alice");
    let link = server.link(evil);
    server.until_page(&link, "What the tests say");
    let login = server.log_in();
    assert_eq!(server.act(&login, "report", "").status, 303);
    let staff = |path: &str| {
        server
            .ask(&Request::get(path).with("cookie", &login.cookie))
            .text()
    };
    let pages = [
        server.get(&link).text(),
        server.get(&format!("{link}/run/1")).text(),
        server.get(&format!("{link}/feed.atom")).text(),
        server.get(&format!("{link}/badge.svg")).text(),
        staff("/staff"),
        staff("/staff/queue"),
        staff("/staff/audit"),
        staff("/staff/student/1"),
        staff("/staff/student/1/run/1"),
        staff("/staff/report/report/report.html"),
    ];
    for page in pages {
        for tag in ["<img", "<script>alert", "<svg onload"] {
            assert!(!page.contains(tag), "{tag} in {page}");
        }
    }
    // What an address carries is not repeated on the page, and starts no header.
    let page = server
        .get(&format!("{link}?said=%3Cscript%3Ealert(4)%3C/script%3E"))
        .text();
    assert!(!page.contains("alert(4)"));
    let answer = server.act(&login, "pause%0d%0aset-cookie:x=y", "");
    assert_eq!((answer.status, answer.header("set-cookie")), (400, None));
    let form = format!("csrf={}&act=pause&back=//evil.example.org", login.csrf);
    let answer = server.ask(&Request::post("/staff/act", FORM, form).with("cookie", &login.cookie));
    assert_eq!(answer.header("location"), Some("/staff?said=pause"));
    server.end();
}

fn github(server: &Server, body: &str, secret: &str, delivery: &str) -> Response {
    let digest = run(Command::new("sh").arg("-c").arg(format!(
        "printf %s '{body}' | openssl dgst -sha256 -hmac '{secret}' -r | cut -d' ' -f1"
    )));
    let request = Request::post("/hook/github", "application/json", body)
        .with("x-github-event", "push")
        .with("x-github-delivery", delivery)
        .with("x-hub-signature-256", &format!("sha256={}", digest.trim()));
    server.ask(&request)
}

#[test]
fn forged_and_replayed_webhooks_do_nothing() {
    let (folder, class, mut server) = setting("");
    let name = format!("git/{}", "alice");
    let body =
        format!(r#"{{"ref":"refs/heads/main","after":"1","repository":{{"full_name":"{name}"}}}}"#);
    assert_eq!(github(&server, &body, "another secret 12", "1").status, 401);
    let unsigned = Request::post("/hook/github", "application/json", body.clone())
        .with("x-github-event", "push");
    assert_eq!(server.ask(&unsigned).status, 401);
    // A forge without a secret in serve.toml takes nothing, whatever the token is.
    for token in ["", "x"] {
        let request = Request::post("/hook/gitlab", "application/json", body.clone());
        assert_eq!(
            server.ask(&request.with("x-gitlab-token", token)).status,
            401
        );
    }
    assert_eq!(
        server
            .ask(&Request::post("/hook/other", "application/json", "{}"))
            .status,
        404
    );
    assert_eq!(github(&server, &body, GITHUB, "1").status, 202);
    // Again, also under another number.
    for delivery in ["1", "2"] {
        let answer = github(&server, &body, GITHUB, delivery);
        assert_eq!(
            (answer.status, answer.text().trim()),
            (200, "ignored: it was delivered before")
        );
    }
    let _ = (folder, class);
    server.end();
}

#[test]
fn nothing_of_a_message_is_fetched() {
    let (_folder, class, mut server) = setting("");
    let trap = TcpListener::bind("127.0.0.1:0").unwrap();
    trap.set_nonblocking(true).unwrap();
    let url = format!("http://{}/x.git", trap.local_addr().unwrap());
    for (k, repository) in [
        format!(
            r#"{{"full_name":"evil/x","clone_url":"{url}","ssh_url":"{url}","git_url":"{url}"}}"#
        ),
        format!(r#"{{"full_name":"git/alice","clone_url":"{url}"}}"#),
        r#"{"full_name":"../../etc/passwd","clone_url":"file:///etc"}"#.to_owned(),
    ]
    .iter()
    .enumerate()
    {
        let body = format!(r#"{{"ref":"refs/heads/main","n":{k},"repository":{repository}}}"#);
        assert!(matches!(
            github(&server, &body, GITHUB, &k.to_string()).status,
            200 | 202
        ));
    }
    class.solve("alice");
    class.push("alice");
    server.until_page(&server.link("alice"), "What the tests say");
    assert!(
        trap.accept().is_err(),
        "the server went where a message sent it"
    );
    server.end();
}

#[test]
fn large_and_slow_requests_end() {
    let (_folder, _class, mut server) = setting("");
    let link = server.link("alice");
    let large = vec![b'x'; 4 << 20];
    let upload =
        Request::post(&format!("{link}/upload"), "application/zip", large.clone()).method("PUT");
    assert!(matches!(server.ask(&upload).status, 413 | 0));
    for path in ["/api/hook", "/staff/login", "/api/worker/lease"] {
        let answer = server.ask(&Request::post(path, "application/json", large.clone()));
        assert!(
            matches!(answer.status, 413 | 415 | 401 | 0),
            "{path}: {}",
            answer.status
        );
    }
    let long = server.ask(&Request::get("/").with("x-long", &"y".repeat(100_000)));
    assert!(matches!(long.status, 431 | 0), "{}", long.status);
    // Heads that never end: others are served meanwhile, and these are ended.
    let began = Instant::now();
    let mut slow: Vec<TcpStream> = (0..50)
        .map(|_| TcpStream::connect(&server.address).unwrap())
        .collect();
    for stream in &mut slow {
        stream
            .write_all(b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ")
            .unwrap();
    }
    assert_eq!(server.get("/health").status, 200);
    for stream in &mut slow {
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    assert!(
        began.elapsed() < Duration::from_secs(25),
        "{:?}",
        began.elapsed()
    );
    // A zip that unpacks to more than memory, and one that is none.
    let bomb = run(Command::new("python3").arg("-c").arg(
        "import zipfile,io,sys\nb=io.BytesIO()\nz=zipfile.ZipFile(b,'w',zipfile.ZIP_DEFLATED)\n\
         z.writestr('src/merge.s',b'#'*(30<<20))\nz.close()\nsys.stdout.write(b.getvalue().hex())",
    ));
    let bytes: Vec<u8> = (0..bomb.len() / 2)
        .map(|k| u8::from_str_radix(&bomb[2 * k..2 * k + 2], 16).unwrap())
        .collect();
    let upload = |bytes: &[u8]| {
        server
            .ask(&Request::post(&format!("{link}/upload"), "application/zip", bytes).method("PUT"))
    };
    assert_eq!(upload(&bytes).status, 202);
    assert_eq!(upload(b"PK\x03\x04 not a zip").status, 422);
    server.until_page(&link, "What the tests say");
    server.end();
}

#[test]
fn the_staff_has_to_log_in_and_to_press_its_own_buttons() {
    let (_folder, _class, mut server) = setting("");
    let login = server.log_in();
    // A session that somebody else has prepared is not taken over.
    let prepared = "jal_session=prepared";
    let form = format!("name={}&password={}", STAFF.0, STAFF.1.replace(' ', "+"));
    let answer = server.ask(&Request::post("/staff/login", FORM, form).with("cookie", prepared));
    let cookie = answer.header("set-cookie").unwrap();
    assert!(!cookie.contains("prepared"), "{cookie}");
    for part in ["HttpOnly", "SameSite=Strict", "Path=/staff"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert_eq!(
        server
            .ask(&Request::get("/staff").with("cookie", prepared))
            .status,
        303
    );
    // Forms of other sites, or of another session.
    let press = |login: &Login, csrf: &str, site: Option<&str>| {
        let request = Request::post(
            "/staff/act",
            FORM,
            format!("csrf={csrf}&act=pause&back=/staff"),
        );
        let request = request.with("cookie", &login.cookie);
        server
            .ask(&match site {
                Some(site) => request.with("sec-fetch-site", site),
                None => request,
            })
            .status
    };
    assert_eq!(press(&login, "", None), 403);
    assert_eq!(press(&login, "guessed", None), 403);
    assert_eq!(press(&login, &login.csrf, Some("cross-site")), 403);
    assert_eq!(press(&login, &login.csrf, Some("same-origin")), 303);
    assert_eq!(
        server
            .ask(&Request::post(
                "/staff/act",
                FORM,
                format!("csrf={}&act=pause", login.csrf)
            ))
            .status,
        303
    );
    // After logging out, the cookie is worth nothing.
    let out = Request::post("/staff/logout", FORM, format!("csrf={}", login.csrf))
        .with("cookie", &login.cookie);
    assert_eq!(server.ask(&out).status, 303);
    assert_eq!(
        server
            .ask(&Request::get("/staff").with("cookie", &login.cookie))
            .header("location"),
        Some("/staff/login")
    );
    // Guessing passwords ends soon, also for names that do not exist.
    for name in ["nobody", STAFF.0] {
        let guess = || {
            server
                .ask(&Request::post(
                    "/staff/login",
                    FORM,
                    format!("name={name}&password=guess"),
                ))
                .status
        };
        let statuses: Vec<u16> = (0..11).map(|_| guess()).collect();
        assert_eq!(statuses[..10], [401; 10]);
        assert_eq!(statuses[10], 429);
    }
    server.end();
}

#[test]
fn the_hook_speaks_for_its_own_repository_alone() {
    let (_folder, class, mut server) = setting("");
    run(&mut server.command(&["hook"]));
    let hook = fs::read_to_string(class.repository("alice").join("hooks/post-receive")).unwrap();
    let token = hook
        .split("--token '")
        .nth(1)
        .unwrap()
        .split('\'')
        .next()
        .unwrap();
    let commit = "1".repeat(40);
    let send = |student: &str, token: &str, commit: &str| {
        let body = format!(r#"{{"student":"{student}","token":"{token}","commit":"{commit}"}}"#);
        server
            .ask(&Request::post("/api/hook", "application/json", body))
            .status
    };
    assert_eq!(send("bob", token, &commit), 401);
    assert_eq!(send("alice", "x", &commit), 401);
    assert_eq!(send("nobody", token, &commit), 401);
    assert_eq!(send("alice", token, "../../x"), 401);
    assert_eq!(send("alice", token, &"0".repeat(40)), 202);
    server.end();
}
