//! A mail server in this process, and what students read.

use crate::class::{Class, course};
use crate::server::{Request, Server, TestFolder};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A mail server that keeps what it gets.
#[derive(Clone)]
pub(crate) struct PostOffice {
    pub(crate) port: u16,
    letters: Arc<Mutex<Vec<String>>>,
    /// So many letters are refused for now, by which number of a letter.
    refuse_each: Option<usize>,
    count: Arc<Mutex<usize>>,
}

impl PostOffice {
    pub(crate) fn open(refuse_each: Option<usize>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let office = PostOffice {
            port: listener.local_addr().unwrap().port(),
            letters: Arc::default(),
            refuse_each,
            count: Arc::default(),
        };
        let own = office.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let own = own.clone();
                std::thread::spawn(move || own.talk(&stream));
            }
        });
        office
    }

    /// The letters so far.
    pub(crate) fn letters(&self) -> Vec<String> {
        self.letters.lock().unwrap().clone()
    }

    /// The settings that name it.
    pub(crate) fn settings(&self) -> String {
        format!(
            "[mail]\nhost = \"127.0.0.1\"\nport = {}\nencryption = \"none\"\nfrom = \"Course <course@example.org>\"\n",
            self.port
        )
    }

    fn talk(&self, stream: &TcpStream) -> Option<()> {
        let mut out = stream.try_clone().ok()?;
        let mut say = move |line: &str| out.write_all(format!("{line}\r\n").as_bytes()).ok();
        let mut lines = BufReader::new(stream).lines();
        say("220 test")?;
        while let Some(Ok(line)) = lines.next() {
            match line.get(..4).unwrap_or_default().to_uppercase().as_str() {
                "EHLO" | "HELO" => say("250-test\r\n250 8BITMIME")?,
                "DATA" => {
                    say("354 go on")?;
                    let mut letter = String::new();
                    for line in lines.by_ref().map_while(Result::ok) {
                        if line == "." {
                            break;
                        }
                        letter += line.strip_prefix('.').unwrap_or(&line);
                        letter.push('\n');
                    }
                    let mut count = self.count.lock().unwrap();
                    *count += 1;
                    match self.refuse_each {
                        Some(each) if (*count).is_multiple_of(each) => say("451 later")?,
                        _ => {
                            self.letters.lock().unwrap().push(letter);
                            say("250 taken")?
                        }
                    }
                }
                "QUIT" => {
                    say("221 bye");
                    return None;
                }
                _ => say("250 ok")?,
            }
        }
        None
    }
}

/// A header of a letter.
pub(crate) fn header<'a>(letter: &'a str, name: &str) -> &'a str {
    let line = letter
        .lines()
        .find(|line| line.starts_with(&format!("{name}: ")));
    line.map_or("", |line| line.split_at(name.len() + 2).1)
}

#[test]
fn letters_come_when_something_changed_until_they_are_unwanted() {
    let folder = TestFolder::new();
    let class = Class::new(folder.path(), &["alice"]);
    let office = PostOffice::open(None);
    let settings = class.settings(&folder.path().join("data"))
        + &office.settings()
        + "[queue]\ninterval = 0\n";
    let mut server = Server::new(folder.path(), &course(), &settings);
    server.start();
    let link = server.link("alice");
    class.begin("alice");
    class.push("alice");
    server.until("a letter", || (office.letters().len() == 1).then_some(()));
    let letter = office.letters().remove(0);
    assert!(header(&letter, "Subject").starts_with("2048: "), "{letter}");
    assert_eq!(header(&letter, "To"), "alice@example.org");
    assert_eq!(
        header(&letter, "List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    // The same again changes nothing, and nothing is sent.
    class.push("alice");
    server.until("the second run", || {
        (server.figure("jal_runs_total") == 2).then_some(())
    });
    class.solve("alice");
    class.push("alice");
    server.until("the next letter", || {
        (office.letters().len() == 2).then_some(())
    });
    assert!(
        office.letters()[1].contains("newly pass"),
        "{}",
        office.letters()[1]
    );
    // One click, as mail programs do it.
    let unsubscribe = header(&letter, "List-Unsubscribe")
        .trim_matches(['<', '>'])
        .to_owned();
    let path = unsubscribe
        .split_at(unsubscribe.find("/unsubscribe").unwrap())
        .1
        .to_owned();
    // Looking at it alone does nothing: programs look at all links.
    assert!(server.get(&path).text().contains("Stop all e-mail"));
    assert!(server.get(&link).text().contains("Stop e-mail"));
    let kind = "application/x-www-form-urlencoded";
    let wrong = format!("{}x", path);
    assert_eq!(
        server
            .ask(&Request::post(&wrong, kind, "List-Unsubscribe=One-Click"))
            .status,
        404
    );
    assert_eq!(
        server
            .ask(&Request::post(&path, kind, "List-Unsubscribe=One-Click"))
            .status,
        200
    );
    assert!(server.get(&link).text().contains("You get no e-mail"));
    class.begin("alice");
    class.push("alice");
    server.until("the fourth run", || {
        (server.figure("jal_runs_total") == 4).then_some(())
    });
    server.end();
    assert_eq!(office.letters().len(), 2);
}
