//! The machines in a browser page, for a worker there.
//!
//! [`Studio`] is all that the worker sees: files go in, messages of the language server and debug adapter
//! protocols go in and out as JSON, and pictures and memory come as bytes. Nothing is decided here:
//! this crate hands over what `dap`, `debug`, `harness` and `play` answer. Nothing blocks, either:
//! whoever calls [`Studio::tick`] decides how long the program runs until the next message.

#[cfg(feature = "course")]
mod bundled;
mod files;
#[cfg(feature = "course")]
mod games;
mod launch;
mod messages;
mod screens;
mod state;
#[cfg(feature = "course")]
mod suite;

pub use screens::ScreenView;

use assembler::{FileSource, VirtualFiles};
use dap::Adapter;
use launch::PageLauncher;
use lsp::Server;
use serde_json::Value;
use std::sync::Arc;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The largest file of a project.
const LARGEST_FILE: usize = 32 << 20;
/// The longest path of one.
const LONGEST_PATH: usize = 4096;

/// One project, and at most one program of it that runs.
#[wasm_bindgen]
pub struct Studio {
    files: Arc<VirtualFiles>,
    adapter: Adapter<PageLauncher>,
    server: Server,
    #[cfg(feature = "course")]
    suite: Option<suite::SuiteRun>,
    #[cfg(feature = "course")]
    game: games::GameRun,
}

#[wasm_bindgen]
impl Studio {
    /// A project without files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Studio {
        let files: Arc<VirtualFiles> = Arc::default();
        let adapter = Adapter::new(PageLauncher::new(&files));
        let source: Arc<dyn FileSource> = Arc::<VirtualFiles>::clone(&files);
        Studio {
            files,
            adapter,
            server: Server::new(source),
            #[cfg(feature = "course")]
            suite: None,
            #[cfg(feature = "course")]
            game: games::GameRun::default(),
        }
    }

    /// The version of the program that this is part of.
    pub fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    /// The machine that this module can run programs for, or `all`.
    pub fn machine(&self) -> String {
        files::machine().to_owned()
    }

    /// Puts a file into the project, unless it is too large for one.
    pub fn put(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), JsError> {
        if bytes.len() > LARGEST_FILE || path.len() > LONGEST_PATH {
            return Err(JsError::new("the file is too large"));
        }
        self.files.put(path, bytes);
        Ok(())
    }

    /// Takes a file out of the project.
    pub fn delete(&mut self, path: &str) {
        self.files.delete(path);
    }

    /// Takes all files out of the project.
    pub fn clear(&mut self) {
        self.files.clear();
    }

    /// Which machine a file is for, and in which language it is written, as JSON.
    pub fn detect(&self, path: &str) -> String {
        files::detect(&self.files, path).to_string()
    }

    /// What the assembler says about a program, as JSON: an array of diagnostics as
    /// `jal check --message-format json` has them.
    pub fn diagnostics(&self, path: &str) -> String {
        files::diagnostics(&self.files, path).to_string()
    }

    /// What the assembler says about a program, as text for people.
    pub fn diagnostics_text(&self, path: &str) -> String {
        files::diagnostics_text(&self.files, path)
    }

    /// Answers a message of the language server protocol: an array of messages, as JSON.
    pub fn lsp(&mut self, message: &str) -> String {
        let message: Value = serde_json::from_str(message).unwrap_or(Value::Null);
        Value::Array(self.server.handle(&message)).to_string()
    }

    /// Answers a message of the debug adapter protocol: an array of messages, as JSON.
    pub fn dap(&mut self, message: &str) -> String {
        let message: Value = serde_json::from_str(message).unwrap_or(Value::Null);
        Value::Array(self.adapter.handle(&message)).to_string()
    }

    /// Lets the program run for about so many instructions: an array of messages, as JSON.
    pub fn tick(&mut self, fuel: f64) -> String {
        let messages = self.adapter.tick(fuel as u64);
        match messages.is_empty() {
            true => String::new(),
            false => Value::Array(messages).to_string(),
        }
    }

    /// Whether the program runs, so that [`Studio::tick`] should be called.
    pub fn is_running(&self) -> bool {
        self.adapter.is_running()
    }

    /// The milliseconds that the program has slept since this was last asked: to be let pass before the
    /// next [`Studio::tick`].
    pub fn take_slept(&mut self) -> f64 {
        let engine = self.adapter.engine();
        engine.map_or(0.0, |engine| engine.take_slept() as f64)
    }

    /// How many instructions have run.
    pub fn step(&mut self) -> f64 {
        self.adapter
            .engine()
            .map_or(0.0, |engine| engine.step() as f64)
    }

    /// Gives the program input; `end`: there is no more after it. An array of messages, as JSON.
    pub fn input(&mut self, bytes: &[u8], end: bool) -> String {
        Value::Array(self.adapter.give_input(bytes, end)).to_string()
    }

    /// Everything that is shown at a stop, as JSON.
    pub fn state(&mut self) -> String {
        let running = self.adapter.is_running();
        let state = self
            .adapter
            .engine()
            .map(|engine| state::view(engine, running));
        serde_json::to_string(&state).unwrap_or_default()
    }

    /// How the program has ended, as JSON: `exit` with its code, or `fault` with the report; null: it has
    /// not.
    pub fn end(&mut self) -> String {
        let end = self.adapter.engine().and_then(state::end);
        serde_json::to_string(&end).unwrap_or_default()
    }

    /// What the program has printed, from this byte on.
    pub fn output(&mut self, from: f64) -> Vec<u8> {
        let engine = self.adapter.engine();
        engine.map_or(Vec::new(), |engine| engine.output(from as u64).to_vec())
    }

    /// A number that changes with what the program's devices show; 0 without devices.
    pub fn screen_version(&mut self) -> f64 {
        let engine = self.adapter.engine();
        let engine = engine.filter(|engine| screens::is_any(engine));
        engine.map_or(0.0, |engine| screens::version(engine) as f64)
    }

    /// Pictures of the program's devices.
    pub fn screens(&mut self) -> Vec<ScreenView> {
        let engine = self.adapter.engine();
        engine.map_or(Vec::new(), |engine| screens::views(engine))
    }

    /// Memory from an address on; shorter where memory ends.
    pub fn memory(&mut self, address: u32, length: u32) -> Vec<u8> {
        let engine = self.adapter.engine();
        engine.map_or(Vec::new(), |engine| state::memory(engine, address, length))
    }
}

#[cfg(feature = "course")]
#[wasm_bindgen]
impl Studio {
    /// The tests of the project, as JSON: with `runs`, those of these names (a JSON array; the usual
    /// ones if it is empty), which [`Studio::tests_next`] runs one by one.
    pub fn tests_open(&mut self, names: &str, runs: bool, coverage: bool) -> String {
        let names = serde_json::from_str(names).unwrap_or_default();
        let suite = suite::SuiteRun::open(&self.files, names, coverage);
        let tests = match runs {
            true => suite.chosen(),
            false => suite.all(),
        };
        self.suite = Some(suite);
        tests.to_string()
    }

    /// Runs the next test: its result as JSON, or nothing if there is no more.
    pub fn tests_next(&mut self) -> String {
        let result = self.suite.as_mut().and_then(suite::SuiteRun::next);
        result.map_or(String::new(), |result| result.to_string())
    }

    /// What came of the tests that ran, with the probable causes of failures, as JSON.
    pub fn tests_summary(&mut self) -> String {
        let suite = self.suite.take();
        suite.map_or("null".to_owned(), |mut suite| suite.summary().to_string())
    }

    /// What comes with this machine, made of the folder `asm` among the files, as JSON: for the build of
    /// the page.
    pub fn bundled(&self) -> String {
        bundled::projects(&self.files).to_string()
    }

    /// Plays: a request as JSON, and the game as it is then.
    pub fn play(&mut self, request: &str) -> Result<String, JsError> {
        let request = serde_json::from_str(request)?;
        let view = self.game.act(&self.files, request);
        let view = view.map_err(|why| JsError::new(&why))?;
        Ok(serde_json::to_string(&view)?)
    }
}

impl Default for Studio {
    fn default() -> Self {
        Studio::new()
    }
}
