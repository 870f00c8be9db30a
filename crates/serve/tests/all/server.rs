//! A server of our own, and what talks to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_jal-serve");
/// The repository.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// The name and password of the staff.
pub(crate) const STAFF: (&str, &str) = ("ann", "correct horse battery");

/// A folder that is removed at the end of a test.
pub(crate) struct TestFolder(PathBuf);

impl TestFolder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("jal-serve-all-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        TestFolder(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// The program `jal`, which these tests compare with.
pub(crate) fn jal() -> PathBuf {
    let place = std::env::var_os("JAL")
        .map_or_else(|| Path::new(ROOT).join("target/debug/jal"), PathBuf::from);
    assert!(
        place.is_file(),
        "{} is missing: `cargo build` builds it",
        place.display()
    );
    place
}

/// Runs a program that must succeed; what it prints.
#[track_caller]
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// A running server.
pub(crate) struct Server {
    pub(crate) data: PathBuf,
    pub(crate) course: PathBuf,
    pub(crate) address: String,
    child: Option<Child>,
    database: Option<String>,
}

impl Server {
    /// A server with this `serve.toml`, not started yet. It keeps its address over restarts.
    pub(crate) fn new(folder: &Path, course: &Path, settings: &str) -> Self {
        let data = folder.join("data");
        std::fs::create_dir_all(&data).unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let settings = format!("listen = \"127.0.0.1:{port}\"\n{settings}");
        std::fs::write(data.join("serve.toml"), settings).unwrap();
        Server {
            data,
            course: course.to_owned(),
            address: format!("127.0.0.1:{port}"),
            child: None,
            database: None,
        }
    }

    /// A command of `jal serve` with the folders of this server.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .args(arguments)
            .arg("--data")
            .arg(&self.data)
            .arg("--course")
            .arg(&self.course);
        if let Some(database) = &self.database {
            command.arg("--database").arg(database);
        }
        command.env("JAL_LOG", "warn");
        command
    }

    pub(crate) fn start(&mut self) {
        assert!(self.child.is_none());
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.data.join("log"))
            .unwrap();
        let mut command = self.command(&[]);
        command.env(
            "JAL_LOG",
            std::env::var("JAL_LOG").unwrap_or_else(|_| "debug".to_owned()),
        );
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        assert!(line.contains(&self.address), "{line}{}", self.log());
        self.child = Some(child);
    }

    /// SIGKILL: nothing is finished, nothing is written.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    /// SIGTERM, as systemd sends it.
    pub(crate) fn end(&mut self) {
        if let Some(mut child) = self.child.take() {
            run(Command::new("kill").args(["-TERM", &child.id().to_string()]));
            child.wait().unwrap();
        }
    }

    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.data.join("log")).unwrap_or_default()
    }

    pub(crate) fn ask(&self, request: &Request) -> Response {
        request.send(&self.address)
    }

    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Response {
        self.ask(&Request::get(path))
    }

    /// The path of a student's page.
    #[track_caller]
    pub(crate) fn link(&self, student: &str) -> String {
        let links = run(&mut self.command(&["links", student]));
        let line = links.lines().nth(1).unwrap();
        let (_, link) = line.split_once(',').unwrap();
        link.split_at(link.find("/s/").unwrap()).1.to_owned()
    }

    /// Makes a member of the staff; the cookie of a session, and the token of its forms.
    #[track_caller]
    pub(crate) fn log_in(&self) -> Login {
        let (name, password) = STAFF;
        let mut command = self.command(&["staff", name]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        writeln!(child.stdin.take().unwrap(), "{password}").unwrap();
        assert!(child.wait().unwrap().success());
        let form = format!("name={name}&password={}", password.replace(' ', "+"));
        let answer = self.ask(&Request::post(
            "/staff/login",
            "application/x-www-form-urlencoded",
            form,
        ));
        assert_eq!(answer.status, 303, "{}", answer.text());
        let cookie = answer
            .header("set-cookie")
            .unwrap()
            .split(';')
            .next()
            .unwrap()
            .to_owned();
        let page = self
            .ask(&Request::get("/staff").with("cookie", &cookie))
            .text();
        let csrf = page
            .split("name=\"csrf\" value=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned();
        Login { cookie, csrf }
    }

    /// Presses a button of the staff.
    #[track_caller]
    pub(crate) fn act(&self, login: &Login, act: &str, more: &str) -> Response {
        let form = format!("csrf={}&act={act}&back=/staff/queue{more}", login.csrf);
        let request = Request::post("/staff/act", "application/x-www-form-urlencoded", form);
        self.ask(&request.with("cookie", &login.cookie))
    }

    /// Waits until something holds.
    #[track_caller]
    pub(crate) fn until<T>(&self, what: &str, mut holds: impl FnMut() -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(value) = holds() {
                return value;
            }
            assert!(
                began.elapsed() < Duration::from_secs(120),
                "never: {what}\n{}",
                tail(&self.log())
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the page of a student shows a text.
    #[track_caller]
    pub(crate) fn until_page(&self, path: &str, text: &str) -> String {
        self.until(text, || {
            Some(self.get(path).text()).filter(|page| page.contains(text))
        })
    }

    /// A figure of `/metrics`.
    pub(crate) fn figure(&self, name: &str) -> i64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find_map(|line| {
            line.strip_prefix(name)?
                .strip_prefix(' ')
                .map(str::to_owned)
        });
        line.map_or(0, |value| value.parse().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        if std::thread::panicking() {
            eprintln!("{}", tail(&self.log()));
        }
    }
}

fn tail(log: &str) -> String {
    let lines: Vec<&str> = log.lines().filter(|line| !line.contains("DEBUG")).collect();
    lines[lines.len().saturating_sub(30)..].join("\n")
}

/// Somebody of the staff.
pub(crate) struct Login {
    pub(crate) cookie: String,
    pub(crate) csrf: String,
}

/// A request, byte for byte as we want it.
pub(crate) struct Request {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    pub(crate) fn get(path: &str) -> Self {
        Request {
            method: "GET".into(),
            path: path.into(),
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    pub(crate) fn post(path: &str, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        let request = Request {
            method: "POST".into(),
            body: body.into(),
            ..Request::get(path)
        };
        request.with("content-type", kind)
    }

    pub(crate) fn method(mut self, method: &str) -> Self {
        method.clone_into(&mut self.method);
        self
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn send(&self, address: &str) -> Response {
        let mut stream = TcpStream::connect(address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let mut head = format!(
            "{} {} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n",
            self.method, self.path
        );
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-length: {}\r\n\r\n", self.body.len());
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses does not read on.
        let _ = stream.write_all(&self.body);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Response::of(&bytes)
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    fn of(bytes: &[u8]) -> Self {
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines
            .next()
            .and_then(|line| line.split(' ').nth(1))
            .and_then(|code| code.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers: Vec<(String, String)> = headers
            .map(|(n, v)| (n.to_lowercase(), v.to_owned()))
            .collect();
        let mut body = bytes.get(end + 4..).unwrap_or_default().to_vec();
        if headers
            .iter()
            .any(|(name, value)| name == "transfer-encoding" && value == "chunked")
        {
            body = unchunked(&body);
        }
        Response {
            status: status.unwrap_or(0),
            headers,
            body,
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&body[..end]), 16).unwrap_or(0);
        if size == 0 || body.len() < end + 2 + size {
            break;
        }
        all.extend(&body[end + 2..end + 2 + size]);
        body = &body[(end + 4 + size).min(body.len())..];
    }
    all
}

/// What a command prints and how it ends, for commands that may fail.
pub(crate) fn output(command: &mut Command) -> Output {
    command.output().unwrap()
}
