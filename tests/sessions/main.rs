//! From red to green on a real terminal: a student has a hand-out with one mistake in it, types
//! `jal test`, and then only what the screen proposes, until all tests pass. What the screen showed
//! is kept as transcripts, at two sizes.
//!
//! `INSTA_UPDATE=always cargo test -p jal --test sessions` writes the transcripts anew. It needs
//! tmux; without it nothing is replayed.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod terminal;

use std::path::{Path, PathBuf};
use std::process::Command;
use terminal::Terminal;

/// The sizes of terminals: an old one, and a large window.
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// In so many lines, the screen must name the file with the mistake.
const FIRST_LINES: usize = 6;

/// What a student does next.
enum Step {
    /// Types the first command on the screen that begins so.
    Proposed(&'static str),
    /// Asks about the first code on the screen.
    Explain,
    /// Types a command of the debugger, which `help` lists or the screen shows.
    Ask(&'static str),
}

use Step::{Ask, Explain, Proposed};

/// A mistake, and the way to it.
struct Session {
    name: &'static str,
    isa: &'static str,
    /// The file with the mistake.
    file: &'static str,
    /// What is there, and what should be.
    wrong: &'static [(&'static str, &'static str)],
    steps: &'static [Step],
}

const SAVES_RA: &[(&str, &str)] = &[
    (
        "    sw   s0, 4(sp)\n",
        "    sw   ra, 0(sp)\n    sw   s0, 4(sp)\n",
    ),
    (
        "    lw   s0, 4(sp)\n",
        "    lw   ra, 0(sp)\n    lw   s0, 4(sp)\n",
    ),
];

const SESSIONS: [Session; 5] = [
    Session {
        name: "ra_not_saved",
        isa: "rv32",
        file: "src/move_left.s",
        wrong: SAVES_RA,
        steps: &[Proposed("jal test -t"), Explain],
    },
    Session {
        name: "missing_ret",
        isa: "rv32",
        file: "src/check_victory.s",
        wrong: &[("    li   a0, 0\n", "    li   a0, 0\n    ret\n")],
        steps: &[Explain],
    },
    Session {
        name: "wrong_size",
        isa: "rv32",
        file: "src/place.s",
        wrong: &[("    sw   a3, 0(t0)\n", "    sh   a3, 0(t0)\n")],
        steps: &[
            Proposed("jal debug"),
            Ask("help"),
            Ask("why a1"),
            Ask("quit"),
        ],
    },
    Session {
        name: "off_by_one",
        isa: "mips32",
        file: "src/merge.asm",
        wrong: &[(
            "        addu    $t0, $a0, $t0\n",
            "        addu    $t0, $a0, $t0\n        addiu   $t0, $t0, -4\n",
        )],
        steps: &[
            Proposed("jal debug"),
            Ask("help"),
            Ask("why $t2"),
            Ask("list"),
            Ask("quit"),
        ],
    },
    Session {
        name: "s_register_lost",
        isa: "mips32",
        file: "src/move_left.asm",
        wrong: &[(
            "        lw      $ra, 24($sp)\n",
            "        lw      $s1, 20($sp)\n        lw      $ra, 24($sp)\n",
        )],
        steps: &[Explain],
    },
];

/// A folder that is removed in the end.
struct Project(PathBuf);

impl Project {
    /// A hand-out with the solutions, and the mistake of a session.
    fn new(session: &Session, size: (u16, u16)) -> Self {
        let name = format!(
            "jal-session-{}-{}-{}",
            session.name,
            size.0,
            std::process::id()
        );
        let project = Project(std::env::temp_dir().join(name));
        let made = Command::new(env!("CARGO_BIN_EXE_jal"))
            .arg("new")
            .arg(&project.0)
            .args(["--isa", session.isa])
            .output()
            .unwrap();
        assert!(made.status.success(), "{made:?}");
        let asm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm");
        let solved = asm.join(session.isa).join("2048/src");
        for entry in std::fs::read_dir(solved).unwrap() {
            let path = entry.unwrap().path();
            let to = project.0.join("src").join(path.file_name().unwrap());
            // Comments that say how it is done would give the answer away.
            let text = std::fs::read_to_string(path).unwrap();
            std::fs::write(to, without_remarks(&text)).unwrap();
        }
        for (wrong, right) in session.wrong {
            project.change(session.file, right, wrong);
        }
        project
    }

    fn change(&self, file: &str, old: &str, new: &str) {
        let path = self.0.join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let place = text
            .rfind(old)
            .unwrap_or_else(|| panic!("{old:?} in {text}"));
        let text = format!("{}{new}{}", &text[..place], &text[place + old.len()..]);
        std::fs::write(path, text).unwrap();
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The source without remarks after instructions.
fn without_remarks(text: &str) -> String {
    let plain = |line: &str| match line.split_once(" #") {
        Some((code, _)) if !code.trim().is_empty() => format!("{}\n", code.trim_end()),
        _ => format!("{line}\n"),
    };
    text.lines().map(plain).collect()
}

/// The screen without what is different each time.
fn steady(shown: &str) -> String {
    let mut out = String::new();
    for line in shown.lines() {
        let line = match line.find(" passed, ").and_then(|_| line.rfind(" in ")) {
            Some(place) => format!("{} in TIME", &line[..place]),
            None => line.to_owned(),
        };
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Plays a session; what the screen showed.
fn play(session: &Session, size: (u16, u16)) -> String {
    let project = Project::new(session, size);
    let server = format!("{}-{}", session.name, size.0);
    let mut terminal = Terminal::open(&server, &project.0, size);
    let mut transcript = steady(&terminal.run("jal test"));
    let beginning = terminal.beginning(FIRST_LINES);
    assert!(
        beginning.contains(session.file),
        "the cause does not come first:\n{beginning}"
    );
    let mut add = |shown: &str| {
        transcript.push('\n');
        transcript.push_str(&steady(shown));
    };
    for step in session.steps {
        let shown = match step {
            Proposed(begin) => {
                let command = terminal.proposed(begin);
                terminal.run(&command)
            }
            Explain => {
                let code = terminal.first_code();
                terminal.run(&format!("jal explain {code}"))
            }
            Ask(command) => {
                for word in command.split(' ') {
                    assert!(
                        terminal.has_shown(word),
                        "nothing on the screen proposes {word}"
                    );
                }
                terminal.ask(command)
            }
        };
        add(&shown);
    }
    assert!(
        terminal.has_shown(session.file),
        "the screen never showed {}",
        session.file
    );
    for (wrong, right) in session.wrong {
        project.change(session.file, wrong, right);
        let line = |sign: char| move |line: &str| format!("{sign}{line}\n");
        let wrong: String = wrong.lines().map(line('-')).collect();
        let right: String = right.lines().map(line('+')).collect();
        add(&format!(
            "[the student changes {}]\n{wrong}{right}",
            session.file
        ));
    }
    let green = steady(&terminal.run("jal test"));
    add(&green);
    assert!(green.contains("69 passed, 0 failed"), "{green}");
    transcript
}

#[test]
fn every_mistake_leads_to_its_fix() {
    if !terminal::is_there() {
        eprintln!("skipped: tmux is not installed, so no session was replayed");
        return;
    }
    for session in &SESSIONS {
        for size in SIZES {
            let shown = play(session, size);
            let name = format!("{}_{}x{}", session.name, size.0, size.1);
            insta::assert_snapshot!(name, shown);
        }
    }
}
