//! The server: which message is answered how, and which messages follow from a change.

use crate::diagnostics::Published;
use crate::message::{self, Answer, Refusal, notification};
use crate::options::{self, Abilities, ServerSettings};
use crate::position::ColumnUnit;
use crate::{requests, uri};
use assembler::{FileSource, LoadError, RealFile};
use ide::Workspace;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A language server.
pub struct Server {
    pub(crate) workspace: Workspace,
    pub(crate) abilities: Abilities,
    pub(crate) settings: ServerSettings,
    pub(crate) unit: ColumnUnit,
    pub(crate) published: Published,
    /// The names that the editor gives to open documents.
    uris: BTreeMap<PathBuf, String>,
    stage: Stage,
    outbox: Vec<Value>,
}

/// How far a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing was said yet.
    New,
    /// The editor is at work.
    Open,
    /// It wants to end.
    ShutDown,
    /// It is gone; whether it had said so before.
    Gone(bool),
}

/// No files: there is nothing but what is open.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl FileSource for NoFiles {
    fn read(&self, _: &Path, _: Option<&str>, _: u64) -> Result<RealFile, LoadError> {
        Err(LoadError::NotFound)
    }

    fn list(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }
}

impl Server {
    /// A server that finds files which are not open in `files`. Paths are as [`uri::to_path`] makes them.
    pub fn new(files: Arc<dyn FileSource>) -> Self {
        Server {
            workspace: Workspace::new(files),
            abilities: Abilities::default(),
            settings: ServerSettings::default(),
            unit: ColumnUnit::default(),
            published: Published::default(),
            uris: BTreeMap::new(),
            stage: Stage::New,
            outbox: Vec::new(),
        }
    }

    /// Answers a message: what to send, in this order.
    pub fn handle(&mut self, message: &Value) -> Vec<Value> {
        self.handle_all(std::slice::from_ref(message))
    }

    /// Answers messages that have come together. Requests that a later one of them cancels are not
    /// carried out, and diagnostics are found once, after all changes.
    pub fn handle_all(&mut self, messages: &[Value]) -> Vec<Value> {
        for (at, message) in messages.iter().enumerate() {
            if self.is_done() {
                break;
            }
            let later = &messages[at + 1..];
            match message.get("method").and_then(Value::as_str) {
                // An answer to a request of ours: there is nothing to do.
                None if message.get("id").is_some() && message.get("method").is_none() => {}
                None => self.outbox.push(message::response(
                    &Value::Null,
                    Err(Refusal::invalid_request(
                        "this is not a message of the protocol",
                    )),
                )),
                Some(method) => self.receive(method, message, later),
            }
        }
        if self.stage == Stage::Open {
            self.publish();
        }
        std::mem::take(&mut self.outbox)
    }

    fn receive(&mut self, method: &str, message: &Value, later: &[Value]) {
        let nothing = Value::Null;
        let params = message.get("params").unwrap_or(&nothing);
        match message.get("id").filter(|id| !id.is_null()) {
            Some(id) if is_cancelled(id, later) => {
                self.outbox
                    .push(message::response(id, Err(Refusal::cancelled())));
            }
            Some(id) => {
                let answer = self.answer(method, params);
                self.outbox.push(message::response(id, answer));
                if method == "initialize" {
                    self.read_options(params.get("initializationOptions"));
                }
            }
            None => self.notice(method, params),
        }
    }

    fn answer(&mut self, method: &str, params: &Value) -> Answer {
        match (self.stage, method) {
            (Stage::New, "initialize") => Ok(self.initialize(params)),
            (Stage::New, _) => Err(Refusal::not_initialized()),
            (Stage::Open, "initialize") => {
                let why = "`initialize` can be said only once";
                Err(Refusal::invalid_request(why))
            }
            (Stage::Open, "shutdown") => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            (Stage::Open, _) => match requests::find(method) {
                Some(row) => (row.answer)(self, params),
                None => Err(Refusal::unknown(method)),
            },
            _ => {
                let why = "the session is over: only `exit` can follow";
                Err(Refusal::invalid_request(why))
            }
        }
    }

    fn notice(&mut self, method: &str, params: &Value) {
        if method == "exit" {
            self.stage = Stage::Gone(self.stage == Stage::ShutDown);
        } else if self.stage == Stage::Open
            && let Some((_, take)) = requests::NOTICES.iter().find(|(name, _)| *name == method)
        {
            // A notification that cannot be read has no effect: nobody can be told.
            let _ = take(self, params);
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.stage = Stage::Open;
        self.abilities = Abilities::read(params);
        let known = params.pointer("/capabilities/general/positionEncodings");
        let known = known.and_then(Value::as_array).map(Vec::as_slice);
        self.unit = ColumnUnit::agreed(known.unwrap_or_default());
        let folders = params.get("workspaceFolders").and_then(Value::as_array);
        let mut folders: Vec<&str> = folders
            .into_iter()
            .flatten()
            .filter_map(|folder| message::text(folder, "/uri"))
            .collect();
        if folders.is_empty() {
            folders.extend(message::text(params, "/rootUri"));
        }
        let folders = folders.into_iter().filter_map(uri::to_path);
        self.workspace.set_folders(folders.collect());
        json!({
            "capabilities": requests::capabilities(self),
            "serverInfo": { "name": "jal", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// Takes over settings, and says which of them it does not understand.
    pub(crate) fn read_options(&mut self, options: Option<&Value>) {
        let Some(options) = options.filter(|options| options.is_object()) else {
            return;
        };
        let (language, own, wrong) = options::settings(options);
        self.workspace.set_settings(language);
        self.settings = own;
        for sentence in wrong {
            self.show(&sentence);
        }
    }

    /// Shows a warning to the user.
    pub(crate) fn show(&mut self, sentence: &str) {
        let params = json!({ "type": 2, "message": format!("jal: {sentence}") });
        self.send("window/showMessage", params);
    }

    /// Sends a notification.
    pub(crate) fn send(&mut self, method: &str, params: Value) {
        self.outbox.push(notification(method, params));
    }

    /// Asks the editor for something; the answer is not waited for.
    pub(crate) fn ask(&mut self, id: &str, method: &str, params: Value) {
        self.outbox.push(message::request(id, method, params));
    }

    /// Whether the editor has gone.
    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Gone(_))
    }

    /// Whether it has gone as the protocol wants it.
    pub fn is_shut_down(&self) -> bool {
        self.stage == Stage::Gone(true)
    }

    /// Opens a document, or changes it.
    pub(crate) fn open(&mut self, uri: &str, content: String, version: i64) {
        let Some(path) = uri::to_path(uri) else {
            return;
        };
        let path = self.workspace.put(&path, content, version);
        self.uris.insert(path, uri.to_owned());
    }

    /// Closes a document.
    pub(crate) fn close(&mut self, path: &Path) {
        self.workspace.close(path);
        self.uris.remove(path);
    }

    /// The path of an open document.
    pub(crate) fn path(&self, uri: &str) -> Option<PathBuf> {
        let known = self.uris.iter().find(|(_, known)| *known == uri);
        match known {
            Some((path, _)) => Some(path.clone()),
            None => uri::to_path(uri),
        }
    }

    /// The name that the editor knows a file by.
    pub(crate) fn uri(&self, path: &Path) -> String {
        let known = self.uris.get(path).cloned();
        known.unwrap_or_else(|| uri::from_path(path))
    }
}

/// Whether one of these messages takes a request back.
fn is_cancelled(id: &Value, later: &[Value]) -> bool {
    later.iter().any(|message| {
        message.get("method").and_then(Value::as_str) == Some("$/cancelRequest")
            && message.pointer("/params/id") == Some(id)
    })
}
