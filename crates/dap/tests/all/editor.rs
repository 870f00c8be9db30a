//! An editor, as far as it takes to ask for things, and a folder in memory.

use assembler::MemoryLoader;
use dap::{Adapter, DebuggedBoard, LaunchArguments, LaunchRefusal, Launcher};
use debug::repl::Explain;
use debug::{DebugSetup, Engine};
use diag::{RenderOptions, render};
use machine::isa::IsaDesc;
use runtime::load::{LoadOptions, LoadRequest};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Programs in memory.
pub(crate) struct Folder(pub(crate) Vec<(&'static str, String)>);

fn explain(_desc: &'static IsaDesc, word: &str) -> Option<String> {
    word.starts_with("F0")
        .then(|| format!("A page about {word}."))
}

/// A program of the folder, before its first instruction.
pub(crate) fn load(
    files: &[(&'static str, String)],
    program: &str,
) -> Result<Engine, LaunchRefusal> {
    let mut loader = MemoryLoader::default();
    for (name, text) in files {
        loader = loader.with(name, text.as_str());
    }
    let options = LoadOptions::new(".".into());
    let loaded = LoadRequest::new(program, &options)
        .from_loader(&mut loader)
        .load();
    let plain = RenderOptions::default();
    let report = loaded
        .diagnostics
        .iter()
        .map(|d| render(&loaded.sources, d, &plain));
    let report: String = report.collect();
    let setup = DebugSetup {
        memory: 8 << 20,
        ..DebugSetup::new(&loaded)
    };
    let title = format!("`{program}` does not assemble.");
    Engine::new(loaded, setup).map_err(|_| LaunchRefusal { title, report })
}

impl Launcher for Folder {
    fn launch(&mut self, arguments: &LaunchArguments) -> Result<Engine, LaunchRefusal> {
        load(&self.0, &arguments.program)
    }

    fn path(&self, name: &str) -> Option<String> {
        let known = self.0.iter().any(|(file, _)| *file == name);
        known.then(|| format!("/home/student/{name}"))
    }

    fn board(&self, engine: &Engine) -> Option<DebuggedBoard> {
        let map = engine.map();
        let board = map.program.image.symbol("board")?.address;
        let cells = (0..4).map(|k| engine.memory().peek(board + k).into());
        Some(DebuggedBoard {
            game: "tiny".to_owned(),
            columns: 2,
            values: cells.collect(),
            score: None,
        })
    }

    fn explain(&self) -> Explain {
        explain
    }
}

/// An editor with an adapter, and what they have said.
pub(crate) struct Editor {
    pub(crate) adapter: Adapter<Folder>,
    seq: i64,
    pub(crate) transcript: String,
}

impl Editor {
    pub(crate) fn new(files: &[(&'static str, &str)]) -> Self {
        let files = files.iter().map(|(name, text)| (*name, (*text).to_owned()));
        Editor {
            adapter: Adapter::new(Folder(files.collect())),
            seq: 0,
            transcript: String::new(),
        }
    }

    /// Asks for something, lets the program run until it stops, and returns the answer.
    pub(crate) fn ask(&mut self, command: &str, arguments: Value) -> Value {
        self.seq += 1;
        let _ = writeln!(self.transcript, "> {command} {arguments}");
        let request = json!({
            "seq": self.seq,
            "type": "request",
            "command": command,
            "arguments": arguments,
        });
        let mut messages = self.adapter.handle(&request);
        while self.adapter.is_running() {
            messages.extend(self.adapter.tick(7));
        }
        let mut answer = Value::Null;
        for message in messages {
            if message["type"] == "response" {
                assert_eq!(message["request_seq"], self.seq);
                answer = message.clone();
            }
            self.note(&message);
        }
        answer["body"].clone()
    }

    fn note(&mut self, message: &Value) {
        let what = match message["type"].as_str() {
            Some("response") if message["success"] == true => "<".to_owned(),
            Some("response") => format!("< refused: {}", message["message"].as_str().unwrap_or("")),
            _ => format!("! {}", message["event"].as_str().unwrap_or("")),
        };
        let body = &message["body"];
        let lists = [
            "stackFrames",
            "variables",
            "instructions",
            "scopes",
            "breakpoints",
            "targets",
        ];
        let list = lists.iter().find_map(|name| body[*name].as_array());
        match list {
            _ if message["success"] == false => _ = writeln!(self.transcript, "{what}"),
            Some(items) => {
                let _ = writeln!(self.transcript, "{what}");
                for item in items {
                    let _ = writeln!(self.transcript, "    {item}");
                }
            }
            None if body.is_null() => _ = writeln!(self.transcript, "{what}"),
            None => _ = writeln!(self.transcript, "{what} {body}"),
        }
    }

    /// Begins to debug a program.
    pub(crate) fn begin(&mut self, program: &str, more: Value) {
        self.ask("initialize", json!({ "adapterID": "jal" }));
        let mut arguments = json!({ "program": program });
        for (name, value) in more.as_object().into_iter().flatten() {
            arguments[name] = value.clone();
        }
        self.ask("launch", arguments);
        self.ask("setExceptionBreakpoints", json!({ "filters": ["fault"] }));
        self.ask("configurationDone", json!({}));
    }
}
