//! An editor: it sends requests, keeps what comes, and has a small disk.

use assembler::{FileSource, LoadError, RealFile};
use lsp::{Server, uri};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Files that are there without a disk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk(Arc<Mutex<BTreeMap<PathBuf, String>>>);

impl Disk {
    pub(crate) fn put(&self, path: &str, text: &str) {
        let mut files = self.0.lock().expect("nobody else panics");
        files.insert(PathBuf::from(path), text.to_owned());
    }
}

impl FileSource for Disk {
    fn read(&self, path: &Path, _: Option<&str>, _: u64) -> Result<RealFile, LoadError> {
        let files = self.0.lock().expect("nobody else panics");
        let text = files.get(path).ok_or(LoadError::NotFound)?;
        Ok(RealFile {
            path: path.to_owned(),
            text: text.as_bytes().into(),
        })
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        let files = self.0.lock().expect("nobody else panics");
        let here = files.keys().filter(|path| path.parent() == Some(folder));
        let names = here.filter_map(|path| path.file_name()?.to_str());
        names.map(str::to_owned).collect()
    }
}

/// An editor with a server.
pub(crate) struct Editor {
    pub(crate) server: Server,
    pub(crate) disk: Disk,
    /// Notifications and requests that the server has sent.
    pub(crate) heard: Vec<Value>,
    id: u64,
}

impl Editor {
    /// An editor that can do everything, and counts in UTF-16.
    pub(crate) fn new() -> Self {
        Self::with(json!({}), json!({}))
    }

    /// An editor that can do this, too, and whose user has these settings.
    pub(crate) fn with(capabilities: Value, options: Value) -> Self {
        let disk = Disk::default();
        let mut editor = Editor {
            server: Server::new(Arc::new(disk.clone())),
            disk,
            heard: Vec::new(),
            id: 0,
        };
        let params = json!({
            "capabilities": capabilities,
            "initializationOptions": options,
            "workspaceFolders": [{ "uri": "file:///work", "name": "work" }],
        });
        editor.ask("initialize", params);
        editor.say("initialized", json!({}));
        editor
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: &Value) -> Vec<Value> {
        let answers = self.server.handle(message);
        let others = answers
            .iter()
            .filter(|answer| answer.get("method").is_some());
        self.heard.extend(others.cloned());
        answers
    }

    /// Sends a notification.
    pub(crate) fn say(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; its result.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.response(method, params);
        let error = answer.get("error");
        assert_eq!(error, None, "{method}");
        answer["result"].clone()
    }

    /// Sends a request; the whole response.
    pub(crate) fn response(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        let id = json!(self.id);
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let answers = self.send(&message);
        let answer = answers.into_iter().find(|answer| answer["id"] == id);
        answer.expect("there is a response")
    }

    /// Opens a document.
    pub(crate) fn open(&mut self, path: &str, text: &str) {
        let document = json!({
            "uri": uri::from_path(Path::new(path)),
            "languageId": "asm",
            "version": 1,
            "text": text,
        });
        self.say("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The diagnostics that were sent last for a file.
    pub(crate) fn diagnostics(&self, path: &str) -> Vec<Value> {
        let uri = uri::from_path(Path::new(path));
        let mut heard = self.heard.iter().rev();
        let last = heard.find(|m| {
            m["method"] == "textDocument/publishDiagnostics" && m["params"]["uri"] == uri
        });
        let list = last.map(|m| {
            m["params"]["diagnostics"]
                .as_array()
                .expect("a list")
                .clone()
        });
        list.unwrap_or_default()
    }

    /// The same, one line each: where, which, what.
    pub(crate) fn problems(&self, path: &str) -> Vec<String> {
        let list = self.diagnostics(path);
        let line = |d: &Value| {
            let message = d["message"].as_str().expect("a text");
            let title = message.lines().next().expect("a line");
            let (range, code) = (place(&d["range"]), d["code"].as_str().expect("a text"));
            format!("{range} {code} {title}")
        };
        list.iter().map(line).collect()
    }
}

/// A range, as `line:column-line:column` from 0.
pub(crate) fn place(range: &Value) -> String {
    let point = |key: &str| format!("{}:{}", range[key]["line"], range[key]["character"]);
    format!("{}-{}", point("start"), point("end"))
}
