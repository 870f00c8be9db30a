//! Load: a class of a thousand pushes in a minute, students look at their pages, and the queue is worked
//! off. Prints the tables of docs/serving.md; `UPDATE_DOCS=1` writes them there. `LOAD_STUDENTS` and
//! `LOAD_RUNS` make a smaller one.

#![expect(
    clippy::unwrap_used,
    reason = "a bench ends when something is not as expected"
)]

#[path = "../tests/all/class.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod class;

#[path = "../tests/all/server.rs"]
#[expect(dead_code, reason = "tests use more of it")]
mod server;

use class::{Class, course};
use server::{Login, Request, Server, TestFolder, jal, run};
use sqlx::Row;
use sqlx::any::AnyPoolOptions;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const WATCHERS: usize = 200;
const STORED: usize = 50_000;
const TOKEN: &str = "0123456789abcdef";

fn main() {
    let number = |name: &str, usual| {
        std::env::var(name)
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(usual)
    };
    let (students, runs): (usize, usize) =
        (number("LOAD_STUDENTS", 1000), number("LOAD_RUNS", 10_000));
    let folder = TestFolder::new();
    let class = make_class(&folder, students);
    let settings = class
        .settings(&folder.path().join("data"))
        .replace("1s", "1h")
        + &format!("[queue]\ninterval = 0\nper_day = 1000000\n[tokens]\nworker = \"{TOKEN}\"\n");
    let mut server = Server::new(folder.path(), &course(), &settings);
    server.start();
    run(&mut server.command(&["hook"]));
    let login = server.log_in();
    let mut rows: Vec<(String, String, &str)> = Vec::new();
    pushes(&server, &class, &login, &mut rows);
    queue(&server, &class, &login, &folder, &mut rows);
    watchers(&server, &mut rows);
    memory(&mut server, runs, &mut rows);
    start(&mut server, &mut rows);
    let mut table = String::from("| what | figure | bar |\n|---|---|---|\n");
    for (what, figure, bar) in rows {
        let _ = writeln!(table, "| {what} | {figure} | {bar} |");
    }
    print!("{table}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let path = Path::new(server::ROOT).join("docs/serving.md");
        let page = fs::read_to_string(&path).unwrap();
        let (before, _) = page.split_once("<!-- load -->").unwrap();
        fs::write(
            path,
            format!("{before}<!-- load -->\n\n{table}\n<!-- end -->\n"),
        )
        .unwrap();
    }
}

/// A class in which everybody has pushed the same: one repository, copied.
fn make_class(folder: &TestFolder, students: usize) -> Class {
    let names: Vec<String> = (0..students).map(|k| format!("s{k:04}")).collect();
    let mut class = Class::new(folder.path(), &[&names[0]]);
    class.solve(&names[0]);
    class.push(&names[0]);
    let first = class.repository(&names[0]);
    let _ = fs::remove_dir_all(first.join("hooks"));
    // Nobody has pushed yet: what is pushed is there, and the branch is not.
    fs::rename(first.join("refs/heads/main"), first.join("pushed")).unwrap();
    for name in &names[1..] {
        run(Command::new("cp")
            .arg("-r")
            .arg(&first)
            .arg(class.repository(name)));
    }
    class.names = names;
    class
}

fn percentile(times: &mut [f64], part: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times[((times.len() - 1) as f64 * part) as usize]
}

fn ms(seconds: f64) -> String {
    format!("{:.1} ms", seconds * 1000.0)
}

/// All push within a minute while pages are read.
fn pushes(
    server: &Server,
    class: &Class,
    login: &Login,
    rows: &mut Vec<(String, String, &'static str)>,
) {
    let links = run(&mut server.command(&["links"]));
    let links: HashMap<&str, &str> = links
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(','))
        .collect();
    let paths: Vec<String> = links
        .values()
        .map(|link| link[link.find("/s/").unwrap()..].to_owned())
        .collect();
    server.act(login, "pause", "");
    let is_over = AtomicBool::new(false);
    // A thousand in a minute.
    let each = Duration::from_millis(60);
    let (mut hooks, mut pages) = thread::scope(|scope| {
        let readers: Vec<_> = (0..4)
            .map(|reader| {
                let (paths, is_over) = (&paths, &is_over);
                scope.spawn(move || {
                    let mut times = Vec::new();
                    for path in paths.iter().cycle().skip(reader * 50) {
                        if is_over.load(Ordering::Relaxed) {
                            break;
                        }
                        let began = Instant::now();
                        assert_eq!(server.get(path).status, 200);
                        times.push(began.elapsed().as_secs_f64());
                        thread::sleep(Duration::from_millis(20));
                    }
                    times
                })
            })
            .collect();
        let began = Instant::now();
        let mut hooks = Vec::new();
        for (k, name) in class.names.iter().enumerate() {
            thread::sleep((each * k as u32).saturating_sub(began.elapsed()));
            let hook =
                fs::read_to_string(class.repository(name).join("hooks/post-receive")).unwrap();
            let token = hook
                .split("--token '")
                .nth(1)
                .unwrap()
                .split('\'')
                .next()
                .unwrap();
            let bare = class.repository(name);
            let commit = fs::read_to_string(bare.join("pushed")).unwrap();
            fs::rename(bare.join("pushed"), bare.join("refs/heads/main")).unwrap();
            let body = format!(
                r#"{{"student":"{name}","token":"{token}","commit":"{}"}}"#,
                commit.trim()
            );
            let pushed = Instant::now();
            let path = links[name.as_str()];
            let path = &path[path.find("/s/").unwrap()..];
            assert_eq!(
                server
                    .ask(&Request::post("/api/hook", "application/json", body))
                    .status,
                202
            );
            // Until the student's page says that it waits in the queue.
            while !server.get(path).text().contains("Waiting") {
                thread::sleep(Duration::from_millis(1));
            }
            hooks.push(pushed.elapsed().as_secs_f64());
        }
        is_over.store(true, Ordering::Relaxed);
        let pages: Vec<f64> = readers
            .into_iter()
            .flat_map(|reader| reader.join().unwrap())
            .collect();
        (hooks, pages)
    });
    let count = class.names.len();
    rows.push((
        format!("{count} pushes, a thousand in a minute: from the push to its place in the queue, median, 99th percentile"),
        format!("{}, {}", ms(percentile(&mut hooks, 0.5)), ms(percentile(&mut hooks, 0.99))),
        "100 ms",
    ));
    rows.push((
        format!(
            "a student's page meanwhile ({} of them), median, 99th percentile",
            pages.len()
        ),
        format!(
            "{}, {}",
            ms(percentile(&mut pages, 0.5)),
            ms(percentile(&mut pages, 0.99))
        ),
        "50 ms",
    ));
}

/// The whole queue, compared with `jal grade` on the same class.
fn queue(
    server: &Server,
    class: &Class,
    login: &Login,
    folder: &TestFolder,
    rows: &mut Vec<(String, String, &'static str)>,
) {
    let began = Instant::now();
    server.act(login, "resume", "");
    let count = class.names.len() as i64;
    while server.figure("jal_runs_total") < count {
        thread::sleep(Duration::from_millis(50));
    }
    let ours = began.elapsed().as_secs_f64();
    let began = Instant::now();
    run(Command::new(jal())
        .arg("grade")
        .arg(class.folder.join("git"))
        .arg("--course")
        .arg(course())
        .args(["--through", "daily", "-o"])
        .arg(folder.path().join("own")));
    let own = began.elapsed().as_secs_f64();
    rows.push((
        format!("a queue of {count}, compared with `jal grade --through daily` on the same class"),
        format!(
            "{:.1} runs/s, {:.1} with `jal grade` (which also writes reports)",
            count as f64 / ours,
            count as f64 / own
        ),
        "the same rate",
    ));
}

fn resident(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

/// Students who leave their pages open.
fn watchers(server: &Server, rows: &mut Vec<(String, String, &'static str)>) {
    let before = resident(server);
    let path = server.link("s0000");
    let watching: Vec<TcpStream> = (0..WATCHERS)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            let request = format!("GET {path}/events HTTP/1.1\r\nhost: x\r\n\r\n");
            std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            stream
        })
        .collect();
    let after = resident(server);
    drop(watching);
    rows.push((
        format!("memory of the server, and with {WATCHERS} live pages open"),
        format!("{before} MB, {after} MB"),
        "100 MB more",
    ));
}

fn api(server: &Server, path: &str, body: String) -> serde_json::Value {
    let request = Request::post(&format!("/api/worker/{path}"), "application/json", body);
    let answer = server.ask(&request.with("authorization", &format!("Bearer {TOKEN}")));
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_slice(&answer.body).unwrap()
}

/// Thousands of runs, whose results a worker delivers that knows them already.
fn memory(server: &mut Server, runs: usize, rows: &mut Vec<(String, String, &'static str)>) {
    server.end();
    let file = server.data.join("serve.toml");
    let settings = fs::read_to_string(&file)
        .unwrap()
        .replace("interval = 0\n", "interval = 0\nworkers = 0\n");
    fs::write(&file, settings).unwrap();
    server.start();
    let login = server.log_in();
    server.act(&login, "report", "");
    let records = server.data.join("report/records");
    let record = |name: &str| -> serde_json::Value {
        serde_json::from_slice(&fs::read(records.join(format!("{name}.json"))).unwrap()).unwrap()
    };
    let rules = record("s0000")["rules"].as_str().unwrap().to_owned();
    let ask = format!(
        r#"{{"worker":"w","version":"{}","rules":"{rules}"}}"#,
        env!("CARGO_PKG_VERSION")
    );
    let (mut done, mut early, began) = (0, 0, Instant::now());
    while done < runs {
        let leased = api(server, "lease", ask.clone());
        if leased["is"] == "nothing" {
            server.act(&login, "rerun-all", "");
            continue;
        }
        let name = leased["student"].as_str().unwrap();
        let result = serde_json::json!({ "run": leased["run"], "lease": leased["lease"], "record": record(name) });
        assert_eq!(api(server, "result", result.to_string()), "taken");
        done += 1;
        if done == runs / 10 {
            early = resident(server);
        }
    }
    rows.push((
        format!(
            "memory after {} and after {runs} runs ({:.0} runs/s delivered)",
            runs / 10,
            runs as f64 / began.elapsed().as_secs_f64()
        ),
        format!("{early} MB, {} MB", resident(server)),
        "flat",
    ));
}

/// A start with a database of many runs.
fn start(server: &mut Server, rows: &mut Vec<(String, String, &'static str)>) {
    server.end();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let stored: i64 = runtime.block_on(async {
        sqlx::any::install_default_drivers();
        let url = format!("sqlite://{}", server.data.join("jal.sqlite").display());
        let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
        loop {
            let count: i64 = sqlx::query("SELECT COUNT(*) FROM run").fetch_one(&pool).await.unwrap().get(0);
            if count >= STORED as i64 {
                break count;
            }
            sqlx::query(
                "INSERT INTO run (student, push, through, state, queued_at, started_at, finished_at, record, outcome) \
                 SELECT student, push, through, state, queued_at, started_at, finished_at, record, outcome \
                 FROM run WHERE state = 'done' LIMIT 10000",
            ).execute(&pool).await.unwrap();
        }
    });
    let began = Instant::now();
    server.start();
    let took = began.elapsed().as_secs_f64();
    rows.push((
        format!("start with a database of {stored} runs, until it listens"),
        ms(took),
        "200 ms",
    ));
    server.end();
}
