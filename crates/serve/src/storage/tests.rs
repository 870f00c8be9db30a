//! What the service needs of its database, on SQLite and on a real PostgreSQL.

use super::backend::{Backend, Postgres, Sqlite};
use super::*;
use crate::outcome::{Changes, Outcome};
use crate::secret::Secret;
use crate::testing::{TestFolder, folder};
use harness::grading::Tier;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A PostgreSQL server of our own, from Debian's package; none where it is not installed.
pub(crate) struct TestPostgres {
    child: Child,
    _folder: TestFolder,
    url: String,
}

impl TestPostgres {
    pub(crate) fn start() -> Option<Self> {
        let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path().join("bin"))
            .filter(|folder| folder.join("initdb").is_file())
            .collect();
        versions.sort();
        let Some(programs) = versions.pop() else {
            eprintln!("SKIPPED: PostgreSQL is not installed (apt-get install postgresql)");
            assert!(
                std::env::var_os("JAL_NEEDS_POSTGRES").is_none(),
                "PostgreSQL is not installed"
            );
            return None;
        };
        let folder = folder();
        let (data, sockets) = (folder.path().join("data"), folder.path().join("s"));
        std::fs::create_dir_all(&sockets).unwrap();
        // PostgreSQL does not run as root.
        let is_root =
            String::from_utf8_lossy(&Command::new("id").arg("-u").output().unwrap().stdout).trim()
                == "0";
        let run = |program: &str| match is_root {
            true => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]);
                command.arg(programs.join(program));
                command
            }
            false => Command::new(programs.join(program)),
        };
        if is_root {
            let owned = Command::new("chown")
                .args(["-R", "nobody"])
                .arg(folder.path())
                .status();
            assert!(owned.unwrap().success());
        }
        let made = run("initdb")
            .arg("-D")
            .arg(&data)
            .args(["-U", "jal", "-A", "trust", "--no-sync"])
            .output()
            .unwrap();
        assert!(made.status.success(), "{made:?}");
        let port = free_port();
        let child = run("postgres")
            .arg("-D")
            .arg(&data)
            .args([
                "-p",
                &port.to_string(),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "fsync=off",
            ])
            .arg("-k")
            .arg(&sockets)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let url = format!("postgres://jal@127.0.0.1:{port}/postgres");
        Some(TestPostgres {
            child,
            _folder: folder,
            url,
        })
    }

    async fn backend(&self) -> Box<dyn Backend> {
        // It takes a moment to start: the first connection that works says so.
        for _ in 0..600 {
            if std::net::TcpStream::connect(
                self.url
                    .split('@')
                    .nth(1)
                    .unwrap()
                    .split('/')
                    .next()
                    .unwrap(),
            )
            .is_ok()
                && backend::connect(&Postgres::at(&self.url)).await.is_ok()
            {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        Box::new(Postgres::at(&self.url))
    }
}

impl Drop for TestPostgres {
    fn drop(&mut self) {
        // SIGINT: a fast end.
        let _ = Command::new("kill")
            .args(["-INT", &self.child.id().to_string()])
            .status();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}

struct Case {
    storage: Storage,
    secret: Secret,
    _folder: TestFolder,
}

async fn case(backend: Box<dyn Backend>) -> Case {
    let folder = folder();
    let secret = Secret::open(folder.path()).unwrap();
    let storage = Storage::open(backend).await.unwrap();
    Case {
        storage,
        secret,
        _folder: folder,
    }
}

fn entry(name: &str) -> RosterEntry {
    RosterEntry {
        name: name.to_owned(),
        email: format!("{name}@example.org"),
        repository: format!("/srv/{name}.git"),
    }
}

async fn push(case: &Case, student: i64, commit: &str, at: i64) -> Push {
    let received = ReceivedPush {
        student,
        commit,
        origin: "test",
        received_at: at,
        submission: Some(commit.as_bytes()),
    };
    let id = case.storage.receive(&received).await.unwrap().unwrap();
    let push = case.storage.push(id).await.unwrap().unwrap();
    case.storage
        .queue_run(&push, Tier::Daily, at)
        .await
        .unwrap();
    push
}

fn finished<'a>(
    leased: &'a Leased,
    outcome: &'a Outcome,
    letters: &'a [NewLetter],
) -> FinishedRun<'a> {
    FinishedRun {
        run: leased.run,
        lease: &leased.lease,
        record: b"record",
        outcome,
        now: 50,
        letters,
    }
}

/// All laws, one after the other, on one database.
async fn laws(backend: Box<dyn Backend>) {
    let case = case(backend).await;
    let storage = &case.storage;
    storage
        .take_roster(&[entry("alice"), entry("bob")], &case.secret)
        .await
        .unwrap();
    let students = storage.students().await.unwrap();
    let (alice, bob) = (students[0].clone(), students[1].clone());
    roster(&case, &alice).await;
    let first = queue(&case, &alice, &bob).await;
    results(&case, &alice, &first).await;
    lost_workers(&case, &bob).await;
    letters(&case, &alice).await;
    staff(&case).await;
}

async fn roster(case: &Case, alice: &Student) {
    let storage = &case.storage;
    let hash = |number| crate::secret::hash(case.secret.link("alice", number).as_bytes());
    assert_eq!(
        storage
            .student_with_link(&hash(0))
            .await
            .unwrap()
            .unwrap()
            .id,
        alice.id
    );
    // A link that was replaced leads nowhere.
    storage.replace_link(alice, &case.secret).await.unwrap();
    assert_eq!(storage.student_with_link(&hash(0)).await.unwrap(), None);
    assert_eq!(
        storage
            .student_with_link(&hash(1))
            .await
            .unwrap()
            .unwrap()
            .id,
        alice.id
    );
    // Who leaves the roster has no page, and who comes back is the same.
    storage
        .take_roster(&[entry("bob")], &case.secret)
        .await
        .unwrap();
    assert_eq!(storage.student_with_link(&hash(1)).await.unwrap(), None);
    storage
        .take_roster(&[entry("alice"), entry("bob")], &case.secret)
        .await
        .unwrap();
    assert_eq!(
        storage
            .student_with_link(&hash(1))
            .await
            .unwrap()
            .unwrap()
            .id,
        alice.id
    );
    assert_eq!(storage.students().await.unwrap().len(), 2);
}

async fn queue(case: &Case, alice: &Student, bob: &Student) -> Leased {
    let storage = &case.storage;
    let one = push(case, alice.id, "a1", 10).await;
    // Reported again, by whomever: it is the same.
    let again = ReceivedPush {
        student: alice.id,
        commit: "a1",
        origin: "scan",
        received_at: 11,
        submission: None,
    };
    assert_eq!(storage.receive(&again).await.unwrap(), None);
    // An archive in between does not make the repository new.
    let archive = ReceivedPush {
        student: bob.id,
        commit: "zip",
        origin: UPLOAD,
        received_at: 12,
        submission: Some(b"z"),
    };
    push(case, bob.id, "b0", 9).await;
    assert!(storage.receive(&archive).await.unwrap().is_some());
    assert_eq!(storage.receive(&archive).await.unwrap(), None);
    let same = ReceivedPush {
        student: bob.id,
        commit: "b0",
        origin: "scan",
        ..again
    };
    assert_eq!(storage.receive(&same).await.unwrap(), None);
    // A newer push takes the place of the one that waits, and keeps its place.
    let two = push(case, alice.id, "a2", 20).await;
    push(case, bob.id, "b1", 15).await;
    let waiting = storage.waiting().await.unwrap();
    let own: Vec<_> = waiting
        .iter()
        .filter(|run| run.student == alice.id)
        .collect();
    assert_eq!((waiting.len(), own.len(), own[0].queued_at), (2, 1, 10));
    // An older one does not push out a newer one.
    storage.queue_run(&one, Tier::Daily, 21).await.unwrap();
    let leased = storage
        .lease(own[0].id, "w", 30, 90)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (leased.student.as_str(), leased.through, leased.attempts),
        ("alice", Tier::Daily, 1)
    );
    assert_eq!(storage.chunk(&leased.submission).await.unwrap(), b"a2");
    assert_eq!(
        storage.submission_of(leased.run).await.unwrap(),
        two.submission.unwrap()
    );
    // Nobody else gets it, and no second run of the same student.
    assert!(
        storage
            .lease(leased.run, "v", 30, 90)
            .await
            .unwrap()
            .is_none()
    );
    push(case, alice.id, "a3", 31).await;
    let waiting = storage.waiting().await.unwrap();
    let next = waiting.iter().find(|run| run.student == alice.id).unwrap();
    assert!(next.is_running);
    assert!(storage.lease(next.id, "v", 31, 90).await.unwrap().is_none());
    assert_eq!(
        storage
            .last_push_until(alice.id, 25)
            .await
            .unwrap()
            .unwrap()
            .commit,
        "a2"
    );
    leased
}

async fn results(case: &Case, alice: &Student, leased: &Leased) {
    let storage = &case.storage;
    let outcome = Outcome {
        is_broken: true,
        changes: Changes {
            is_first: true,
            ..Changes::default()
        },
        ..Outcome::default()
    };
    let letter = NewLetter {
        student: Some(alice.id),
        cause: format!("run {}", leased.run),
        kind: "mail",
        recipient: "alice@example.org".to_owned(),
        body: "{}".to_owned(),
        next_at: 40,
    };
    let letters = [letter];
    storage.see_worker("w", "1", "local", 40).await.unwrap();
    // A result is taken once, however often it is delivered, and only from who has the run.
    let stolen = Leased {
        lease: "guessed".to_owned(),
        ..leased.clone()
    };
    assert_eq!(
        storage
            .finish(&finished(&stolen, &outcome, &letters))
            .await
            .unwrap(),
        Finished::Lost
    );
    assert_eq!(
        storage
            .finish(&finished(leased, &outcome, &letters))
            .await
            .unwrap(),
        Finished::Taken
    );
    assert_eq!(
        storage
            .finish(&finished(leased, &outcome, &letters))
            .await
            .unwrap(),
        Finished::Repeated
    );
    let run = storage.last_done(alice.id).await.unwrap().unwrap();
    assert_eq!(
        (run.id, run.commit.as_str(), run.outcome),
        (leased.run, "a2", Some(outcome))
    );
    assert_eq!(
        storage.chunk(&run.record.unwrap()).await.unwrap(),
        b"record"
    );
    let alice = storage.student(alice.id).await.unwrap().unwrap();
    assert_eq!((alice.last_run_at, alice.is_broken), (Some(50), true));
    assert_eq!(storage.workers(0).await.unwrap()[0].finished, 1);
    assert_eq!(storage.started_since(0).await.unwrap(), [(alice.id, 1, 30)]);
    assert_eq!(
        storage.changed_since(49, 50).await.unwrap(),
        [(alice.id, leased.run)]
    );
}

async fn lost_workers(case: &Case, bob: &Student) {
    let storage = &case.storage;
    let waiting = storage.waiting().await.unwrap();
    let run = waiting.iter().find(|run| run.student == bob.id).unwrap().id;
    let lost = storage.lease(run, "far", 60, 70).await.unwrap().unwrap();
    assert!(storage.renew(run, &lost.lease, 80).await.unwrap());
    assert_eq!(storage.release(75, None).await.unwrap(), 0);
    assert_eq!(storage.release(81, None).await.unwrap(), 1);
    assert!(!storage.renew(run, &lost.lease, 99).await.unwrap());
    // Its result comes too late, when another has the run.
    let next = storage.lease(run, "near", 82, 99).await.unwrap().unwrap();
    assert_eq!(next.attempts, 2);
    let outcome = Outcome::default();
    assert_eq!(
        storage
            .finish(&finished(&lost, &outcome, &[]))
            .await
            .unwrap(),
        Finished::Lost
    );
    // After a restart the workers of this machine are gone, and a newer push is enough.
    push(case, bob.id, "b2", 83).await;
    assert_eq!(storage.release(84, Some("nea")).await.unwrap(), 1);
    let own = storage
        .waiting()
        .await
        .unwrap()
        .into_iter()
        .filter(|run| run.student == bob.id)
        .count();
    assert_eq!(own, 1);
    assert_eq!(
        storage
            .finish(&finished(&next, &outcome, &[]))
            .await
            .unwrap(),
        Finished::Lost
    );
    assert!(storage.pin(bob.id, true).await.unwrap());
    assert!(
        storage
            .waiting()
            .await
            .unwrap()
            .iter()
            .any(|run| run.is_pinned)
    );
    assert_eq!(storage.queue_all(Tier::Daily, 90).await.unwrap(), 2);
    assert_eq!(storage.waiting().await.unwrap().len(), 2);
}

async fn letters(case: &Case, alice: &Student) {
    let storage = &case.storage;
    let due = storage.due_letters(45, 9).await.unwrap();
    assert_eq!((due.len(), due[0].student), (1, Some(alice.id)));
    // Two servers see it, and one gets it.
    assert!(storage.claim(&due[0], 100).await.unwrap());
    assert!(!storage.claim(&due[0], 100).await.unwrap());
    assert!(storage.due_letters(99, 9).await.unwrap().is_empty());
    // Who claimed it was killed: it is due again.
    let again = storage.due_letters(100, 9).await.unwrap();
    assert_eq!(again[0].attempts, 1);
    storage.settle(&again[0], "sent", 101, 0, "").await.unwrap();
    assert!(storage.due_letters(i64::MAX, 9).await.unwrap().is_empty());
    assert_eq!(
        storage.letter_counts().await.unwrap(),
        [("sent".to_owned(), 1)]
    );
}

async fn staff(case: &Case) {
    let storage = &case.storage;
    storage.set_password("ann", "hash").await.unwrap();
    let session = Session {
        staff: "ann".to_owned(),
        csrf: "c".to_owned(),
    };
    storage.begin_session("h", &session, 0, 100).await.unwrap();
    assert_eq!(
        storage.session("h", 99).await.unwrap().unwrap().staff,
        "ann"
    );
    assert!(storage.session("h", 100).await.unwrap().is_none());
    // A new password ends all sessions.
    storage.set_password("ann", "other").await.unwrap();
    assert!(storage.session("h", 1).await.unwrap().is_none());
    assert!(storage.is_new_delivery("d", 1).await.unwrap());
    assert!(!storage.is_new_delivery("d", 2).await.unwrap());
    storage.set("a b", Some("1")).await.unwrap();
    storage.set("a b", Some("2")).await.unwrap();
    assert_eq!(
        storage.settings("a ").await.unwrap(),
        [("b".to_owned(), "2".to_owned())]
    );
    storage.audit(7, "ann", "x").await.unwrap();
    assert_eq!(storage.audits(5).await.unwrap()[0].who, "ann");
}

#[tokio::test(flavor = "multi_thread")]
async fn laws_hold_on_sqlite() {
    let folder = folder();
    laws(Box::new(Sqlite::at(&folder.path().join("a b%.sqlite")))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn laws_hold_on_postgres() {
    let Some(postgres) = TestPostgres::start() else {
        return;
    };
    laws(postgres.backend().await).await;
}

/// Many workers on several connections: each run is leased once, and no student has two.
async fn contention(backend: Box<dyn Backend>) {
    let case = case(backend).await;
    let names: Vec<RosterEntry> = (0..12).map(|k| entry(&format!("s{k}"))).collect();
    case.storage
        .take_roster(&names, &case.secret)
        .await
        .unwrap();
    for student in case.storage.students().await.unwrap() {
        push(&case, student.id, "c", 1).await;
    }
    let case = std::sync::Arc::new(case);
    let workers = (0..6).map(|worker| {
        let case = std::sync::Arc::clone(&case);
        tokio::spawn(async move {
            let mut taken = Vec::new();
            for run in case.storage.waiting().await.unwrap() {
                let leased = case
                    .storage
                    .lease(run.id, &format!("w{worker}"), 2, 9)
                    .await
                    .unwrap();
                taken.extend(leased.map(|leased| leased.run));
            }
            taken
        })
    });
    let mut all = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        all.extend(worker.await.unwrap());
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 12);
    assert_eq!(case.storage.at_work().await.unwrap().len(), 12);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_run_is_leased_once_on_sqlite() {
    let folder = folder();
    contention(Box::new(Sqlite::at(&folder.path().join("jal.sqlite")))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_run_is_leased_once_on_postgres() {
    let Some(postgres) = TestPostgres::start() else {
        return;
    };
    contention(postgres.backend().await).await;
}
