//! Every request that the server answers, and every notification that it takes.

use crate::message::Answer;
use crate::server::Server;
use crate::{actions, diagnostics, sync};
use serde_json::{Map, Value, json};

/// A request.
pub(crate) struct RequestRow {
    /// Its name.
    pub(crate) method: &'static str,
    /// Answers it.
    pub(crate) answer: fn(&mut Server, &Value) -> Answer,
    /// What the server says about it when it starts: a key and its value.
    capability: fn(&Server) -> Option<(&'static str, Value)>,
}

/// All requests.
static REQUESTS: &[RequestRow] = &[
    RequestRow {
        method: "textDocument/codeAction",
        answer: actions::code_actions,
        capability: |_| {
            Some((
                "codeActionProvider",
                json!({ "codeActionKinds": actions::KINDS }),
            ))
        },
    },
    RequestRow {
        method: "textDocument/diagnostic",
        answer: diagnostics::pull,
        capability: |server| {
            let provider = json!({
                "identifier": "jal",
                "interFileDependencies": true,
                "workspaceDiagnostics": false,
            });
            (server.abilities.pulls).then_some(("diagnosticProvider", provider))
        },
    },
];

/// What a notification does; nothing if it cannot be read.
type Notice = fn(&mut Server, &Value) -> Option<()>;

/// All notifications.
pub(crate) static NOTICES: &[(&str, Notice)] = &[
    ("initialized", initialized),
    ("textDocument/didOpen", sync::did_open),
    ("textDocument/didChange", sync::did_change),
    ("textDocument/didSave", sync::did_save),
    ("textDocument/didClose", sync::did_close),
    ("workspace/didChangeWatchedFiles", sync::did_change_files),
    ("workspace/didChangeConfiguration", did_change_configuration),
    (
        "workspace/didChangeWorkspaceFolders",
        sync::did_change_folders,
    ),
];

/// The request of this name.
pub(crate) fn find(method: &str) -> Option<&'static RequestRow> {
    REQUESTS.iter().find(|row| row.method == method)
}

/// What the server can do for this editor.
pub(crate) fn capabilities(server: &Server) -> Value {
    let mut all = Map::new();
    all.insert("positionEncoding".to_owned(), server.unit.name().into());
    let sync = json!({ "openClose": true, "change": 2, "save": { "includeText": false } });
    all.insert("textDocumentSync".to_owned(), sync);
    let folders = json!({ "supported": true, "changeNotifications": true });
    let workspace = json!({ "workspaceFolders": folders });
    all.insert("workspace".to_owned(), workspace);
    let known = REQUESTS.iter().filter_map(|row| (row.capability)(server));
    all.extend(known.map(|(key, value)| (key.to_owned(), value)));
    Value::Object(all)
}

/// The files that programs and settings are made of.
const WATCHED: &str = "**/*.{s,S,asm,mips,inc,h,toml}";

/// The editor is ready: it is asked to watch files.
fn initialized(server: &mut Server, _: &Value) -> Option<()> {
    if server.abilities.watches {
        let watchers = json!({ "watchers": [{ "globPattern": WATCHED }] });
        let registration = json!({
            "id": "jal.files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": watchers,
        });
        let params = json!({ "registrations": [registration] });
        server.ask("jal.files", "client/registerCapability", params);
    }
    Some(())
}

fn did_change_configuration(server: &mut Server, params: &Value) -> Option<()> {
    server.read_options(params.get("settings"));
    Some(())
}
