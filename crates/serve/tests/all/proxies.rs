//! The unit of systemd and the snippets for proxies in docs/serving.md, tried as they are.

use crate::class::{Class, course};
use crate::server::{PROGRAM, ROOT, Request, Server, TestFolder, output, run};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The block that follows a mark in the guide.
fn block(mark: &str) -> String {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/serving.md")).unwrap();
    let rest = page.split(&format!("<!-- {mark} -->")).nth(1).unwrap();
    let block = rest.split("```").nth(1).unwrap();
    block.split_once('\n').unwrap().1.to_owned()
}

fn has(program: &str) -> bool {
    let found = Command::new("sh")
        .arg("-c")
        .arg(format!("command -v {program}"))
        .output()
        .unwrap();
    if !found.status.success() {
        eprintln!("SKIPPED: {program} is not installed");
    }
    found.status.success()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}

/// A program that ends with the test.
struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = Command::new("kill")
            .args(["-TERM", &self.0.id().to_string()])
            .status();
        let _ = self.0.wait();
    }
}

fn setting() -> (TestFolder, Class, Server) {
    let folder = TestFolder::new();
    let class = Class::new(folder.path(), &["alice"]);
    let settings = class.settings(&folder.path().join("data")) + "[queue]\ninterval = 0\n";
    let mut server = Server::new(folder.path(), &course(), &settings);
    server.start();
    (folder, class, server)
}

/// Pages, headers and live updates come through a proxy.
fn comes_through(server: &Server, class: &Class, port: u16) {
    let address = format!("127.0.0.1:{port}");
    server.until("the proxy", || TcpStream::connect(&address).ok());
    let health = server.until("an answer", || {
        Some(Request::get("/health").send(&address)).filter(|answer| answer.status == 200)
    });
    assert!(health.header("content-security-policy").is_some());
    // Figures are for this machine, not for those for whom a proxy asks.
    assert_eq!(Request::get("/metrics").send(&address).status, 404);
    let link = server.link("alice");
    let mut events = TcpStream::connect(&address).unwrap();
    events
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    write!(
        events,
        "GET {link}/events HTTP/1.1\r\nhost: {address}\r\n\r\n"
    )
    .unwrap();
    class.begin("alice");
    class.push("alice");
    let (mut text, mut bytes) = (String::new(), [0; 4096]);
    while !text.contains("data: result") {
        let count = events.read(&mut bytes).unwrap();
        assert!(count > 0, "{text}");
        text += &String::from_utf8_lossy(&bytes[..count]);
    }
    let page = server.until("the result", || {
        Some(Request::get(&link).send(&address).text())
            .filter(|page| page.contains("What the tests say"))
    });
    assert!(page.contains("alice"));
}

#[test]
fn caddy_passes_everything_on() {
    if !has("caddy") {
        return;
    }
    let (folder, class, mut server) = setting();
    let port = free_port();
    let text = block("caddy").replace("tests.example.org", &format!("http://127.0.0.1:{port}"));
    let text = text.replace("127.0.0.1:8080", &server.address);
    let file = folder.path().join("Caddyfile");
    fs::write(&file, format!("{{\n\tadmin off\n}}\n{text}")).unwrap();
    let mut command = Command::new("caddy");
    command
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(&file)
        .env("HOME", folder.path());
    let _proxy = Proxy(
        command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    comes_through(&server, &class, port);
    server.end();
}

#[test]
fn nginx_passes_everything_on() {
    if !has("nginx") {
        return;
    }
    let (folder, class, mut server) = setting();
    let port = free_port();
    let location = block("nginx").replace("127.0.0.1:8080", &server.address);
    let here = folder.path().display();
    let file = folder.path().join("nginx.conf");
    let text = format!(
        "daemon off; pid {here}/pid; error_log {here}/error; events {{}}\nhttp {{ access_log off; \
         client_body_temp_path {here}/a; proxy_temp_path {here}/b; fastcgi_temp_path {here}/c; \
         uwsgi_temp_path {here}/d; scgi_temp_path {here}/e;\n\
         server {{ listen 127.0.0.1:{port};\n{location}\n}} }}\n"
    );
    fs::write(&file, text).unwrap();
    let mut command = Command::new("nginx");
    command.arg("-c").arg(&file).arg("-p").arg(folder.path());
    let _proxy = Proxy(
        command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    comes_through(&server, &class, port);
    server.end();
}

#[test]
fn systemd_takes_the_unit() {
    if !has("systemd-analyze") {
        return;
    }
    let folder = TestFolder::new();
    let unit = block("systemd");
    let file = folder.path().join("jal-serve.service");
    let text = unit
        .replace("/usr/local/bin/jal-serve", PROGRAM)
        .replace("User=jal", "User=daemon");
    fs::write(&file, text).unwrap();
    let checked = output(
        Command::new("systemd-analyze")
            .args(["verify", "--man=no"])
            .arg(&file),
    );
    let said = String::from_utf8_lossy(&checked.stderr);
    let ours: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("jal-serve.service"))
        .collect();
    assert!(checked.status.success() && ours.is_empty(), "{said}");
    // Its command line is one that the program takes, and SIGTERM ends the server well.
    let command = unit
        .lines()
        .find_map(|line| line.strip_prefix("ExecStart="))
        .unwrap();
    assert_eq!(command, "/usr/local/bin/jal-serve --data /var/lib/jal");
    let (_folder, _class, mut server) = setting();
    server.end();
    assert!(
        server.log().contains("ending: what runs may finish"),
        "{}",
        server.log()
    );
    run(&mut server.command(&["links"]));
}
