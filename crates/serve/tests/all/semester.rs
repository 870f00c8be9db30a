//! A semester in a minute: students push at random, also what is broken, huge and hostile; the server is
//! killed at random moments, a worker is cut off. At the end, nothing is missing and nothing is there
//! twice.

use crate::class::{Class, FILES, course, git};
use crate::post::{PostOffice, header};
use crate::server::{PROGRAM, Server, TestFolder, jal, run};
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyPool, Row};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const STUDENTS: usize = 60;
const KILLS: usize = 20;
const PUSHES_BETWEEN: usize = 9;
const SEED: u64 = 0x5eed;

/// Numbers that look random and are the same in every run.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

/// Changes the work of a student at random.
fn work(class: &Class, name: &str, chance: &mut Chance) {
    let file = format!("src/{}.s", FILES[chance.next(FILES.len())]);
    match chance.next(12) {
        0..=3 => class.solve(name),
        4 | 5 => class.begin(name),
        6 => {
            class.solve(name);
            class.write(name, &file, "this does not assemble\n");
        }
        7 => {
            class.solve(name);
            // A loop without an end.
            let label = file.trim_start_matches("src/").trim_end_matches(".s");
            class.write(
                name,
                &file,
                format!(".globl {label}\n.text\n{label}:\n    j {label}\n"),
            );
        }
        // Larger than any file may be.
        8 => class.write(name, &file, vec![b'#'; 2 << 20]),
        9 => class.write(name, &file, b"\xff\xfe\0\0<script>alert(1)</script>\r\n"),
        10 => class.write(name, "src/<img src=x onerror=alert(1)>.s", "nop\n"),
        _ => {
            class.solve(name);
            let link = class.work(name).join(&file);
            let _ = fs::remove_file(&link);
            std::os::unix::fs::symlink("/etc/passwd", link).unwrap();
        }
    }
}

async fn open(data: &Path) -> AnyPool {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}", data.join("jal.sqlite").display());
    AnyPoolOptions::new()
        .max_connections(1)
        .connect(&url)
        .await
        .unwrap()
}

#[test]
fn a_semester_loses_nothing() {
    let began = std::time::Instant::now();
    let folder = TestFolder::new();
    let names: Vec<String> = (0..STUDENTS).map(|k| format!("s{k:02}")).collect();
    let class = Class::new(
        folder.path(),
        &names.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    let office = PostOffice::open(Some(7));
    let settings = class.settings(&folder.path().join("data"))
        + "[queue]\ninterval = 0\nper_day = 100000\nlease = \"2s\"\n[tokens]\nworker = \"0123456789abcdef\"\n"
        + &office.settings();
    let mut server = Server::new(folder.path(), &course(), &settings);
    server.start();
    run(&mut server.command(&["hook"]));
    let mut chance = Chance(SEED);
    let mut worker = Some(remote_worker(&server));
    for round in 0..KILLS {
        for _ in 0..PUSHES_BETWEEN {
            let name = &names[chance.next(STUDENTS)];
            work(&class, name, &mut chance);
            class.push(name);
        }
        std::thread::sleep(Duration::from_millis(chance.next(400) as u64));
        if round == KILLS / 2 {
            // It never says goodbye.
            let mut lost = worker.take().unwrap();
            lost.kill().unwrap();
            lost.wait().unwrap();
        }
        server.kill();
        server.start();
    }
    // Who has not pushed yet does so now.
    for name in &names {
        let tip = class.repository(name).join("refs/heads/main");
        if !tip.exists() {
            work(&class, name, &mut chance);
            class.push(name);
        }
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    settle(&runtime, &server, &class, &names);
    let (letters, doubled) = check_letters(&runtime, &server, &office);
    check_records(&server, &class, &folder);
    server.end();
    println!(
        "a semester of {STUDENTS} students with {KILLS} kills: {letters} letters, {doubled} sent twice \
         by a kill between sending and writing that down, {:.0} s",
        began.elapsed().as_secs_f64()
    );
}

fn remote_worker(server: &Server) -> std::process::Child {
    Command::new(PROGRAM)
        .args(["worker", "--url", &format!("http://{}", server.address)])
        .args([
            "--token",
            "0123456789abcdef",
            "--name",
            "far",
            "--jobs",
            "1",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the newest push of each student has its result, and nothing else is to be done.
fn settle(runtime: &tokio::runtime::Runtime, server: &Server, class: &Class, names: &[String]) {
    let wanted: BTreeMap<&str, String> = names
        .iter()
        .map(|name| {
            (
                name.as_str(),
                git(&class.repository(name), &["rev-parse", "main"])
                    .trim()
                    .to_owned(),
            )
        })
        .collect();
    let results = "SELECT student.name, push.commit_id, \
        (SELECT COUNT(*) FROM run WHERE run.push = push.id AND run.state = 'done'), \
        (SELECT COUNT(*) FROM run WHERE run.student = student.id AND run.state IN ('waiting', 'leased')) \
        FROM student JOIN push ON push.id = (SELECT MAX(id) FROM push WHERE student = student.id)";
    server.until("all results", || {
        runtime.block_on(async {
            let pool = open(&server.data).await;
            let rows = sqlx::query(results).fetch_all(&pool).await.unwrap();
            let due: i64 = sqlx::query("SELECT COUNT(*) FROM letter WHERE state = 'waiting'")
                .fetch_one(&pool).await.unwrap().try_get(0).unwrap();
            // Letters that were refused for now do not wait for their time here.
            sqlx::query("UPDATE letter SET next_at = 0 WHERE state = 'waiting' AND attempts > 0 AND said <> ''")
                .execute(&pool).await.unwrap();
            pool.close().await;
            let is_done = rows.iter().all(|row| {
                let (name, commit): (String, String) = (row.get(0), row.get(1));
                let (done, open): (i64, i64) = (row.get(2), row.get(3));
                wanted[name.as_str()] == commit && done >= 1 && open == 0
            });
            (rows.len() == names.len() && is_done && due == 0).then(|| {
                for row in &rows {
                    assert_eq!(row.get::<i64, _>(2), 1, "{} has a result twice", row.get::<String, _>(0));
                }
            })
        })
    });
}

/// Each change was told once: how many letters there were, and how many of them came twice.
fn check_letters(
    runtime: &tokio::runtime::Runtime,
    server: &Server,
    office: &PostOffice,
) -> (usize, usize) {
    let (changed, letters): (i64, i64) = runtime.block_on(async {
        let pool = open(&server.data).await;
        let count = |text: &'static str| {
            let pool = pool.clone();
            async move {
                sqlx::query(text)
                    .fetch_one(&pool)
                    .await
                    .unwrap()
                    .get::<i64, _>(0)
            }
        };
        let changed = count("SELECT COUNT(*) FROM run WHERE changed = 1 AND state = 'done'").await;
        let letters = count("SELECT COUNT(*) FROM letter WHERE state = 'sent'").await;
        pool.close().await;
        (changed, letters)
    });
    let received = office.letters();
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for letter in &received {
        *by_name.entry(header(letter, "Message-ID")).or_default() += 1;
    }
    assert_eq!(
        (by_name.len() as i64, letters),
        (changed, changed),
        "letters are missing"
    );
    let doubled = by_name.values().filter(|count| **count > 1).count();
    assert!(doubled <= KILLS, "{doubled} letters came twice");
    (by_name.len(), doubled)
}

/// The records are those of `jal grade`, byte for byte.
fn check_records(server: &Server, class: &Class, folder: &TestFolder) {
    let login = server.log_in();
    assert_eq!(server.act(&login, "report", "").status, 303);
    let own = folder.path().join("jal-grade");
    run(Command::new(jal())
        .arg("grade")
        .arg(class.folder.join("git"))
        .arg("--course")
        .arg(course())
        .args(["--through", "daily", "-o"])
        .arg(&own));
    let records = |folder: &Path| -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(folder.join("records")).unwrap().flatten();
        entries
            .map(|entry| {
                (
                    entry.file_name().into_string().unwrap(),
                    fs::read(entry.path()).unwrap(),
                )
            })
            .collect()
    };
    let (ours, expected) = (records(&server.data.join("report")), records(&own));
    assert_eq!(
        ours.keys().collect::<Vec<_>>(),
        expected.keys().collect::<Vec<_>>()
    );
    for (name, record) in &expected {
        assert!(ours[name] == *record, "{name} is not what jal grade says");
    }
    for page in ["report.html", "scores.csv", "report.json", "junit.xml"] {
        let (ours, expected) = (server.data.join("report").join(page), own.join(page));
        assert!(
            fs::read(ours).unwrap() == fs::read(expected).unwrap(),
            "{page} differs"
        );
    }
}
