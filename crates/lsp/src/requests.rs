//! Every request that the server answers, and every notification that it takes.

use crate::message::Answer;
use crate::server::Server;
use crate::{actions, diagnostics, layout, navigation, sync, words};
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
        method: "textDocument/hover",
        answer: words::hover,
        capability: |_| Some(("hoverProvider", true.into())),
    },
    RequestRow {
        method: "textDocument/completion",
        answer: words::completion,
        capability: |_| {
            Some((
                "completionProvider",
                json!({ "triggerCharacters": [".", "%", "$", "(", ","], "resolveProvider": true }),
            ))
        },
    },
    RequestRow {
        method: "completionItem/resolve",
        answer: words::resolve,
        capability: |_| None,
    },
    RequestRow {
        method: "textDocument/signatureHelp",
        answer: words::signature,
        capability: |_| {
            Some((
                "signatureHelpProvider",
                json!({ "triggerCharacters": [" ", ","] }),
            ))
        },
    },
    RequestRow {
        method: "textDocument/definition",
        answer: navigation::definition,
        capability: |_| Some(("definitionProvider", true.into())),
    },
    RequestRow {
        method: "textDocument/declaration",
        answer: navigation::definition,
        capability: |_| Some(("declarationProvider", true.into())),
    },
    RequestRow {
        method: "textDocument/references",
        answer: navigation::references,
        capability: |_| Some(("referencesProvider", true.into())),
    },
    RequestRow {
        method: "textDocument/documentHighlight",
        answer: navigation::highlight,
        capability: |_| Some(("documentHighlightProvider", true.into())),
    },
    RequestRow {
        method: "textDocument/prepareRename",
        answer: navigation::prepare_rename,
        capability: |_| None,
    },
    RequestRow {
        method: "textDocument/rename",
        answer: navigation::rename,
        capability: |_| Some(("renameProvider", json!({ "prepareProvider": true }))),
    },
    RequestRow {
        method: "textDocument/documentSymbol",
        answer: navigation::symbols,
        capability: |_| Some(("documentSymbolProvider", true.into())),
    },
    RequestRow {
        method: "workspace/symbol",
        answer: navigation::workspace_symbols,
        capability: |_| {
            Some((
                "workspaceSymbolProvider",
                json!({ "workDoneProgress": true }),
            ))
        },
    },
    RequestRow {
        method: "textDocument/prepareCallHierarchy",
        answer: navigation::prepare_calls,
        capability: |_| Some(("callHierarchyProvider", true.into())),
    },
    RequestRow {
        method: "callHierarchy/incomingCalls",
        answer: navigation::incoming_calls,
        capability: |_| None,
    },
    RequestRow {
        method: "callHierarchy/outgoingCalls",
        answer: navigation::outgoing_calls,
        capability: |_| None,
    },
    RequestRow {
        method: "textDocument/semanticTokens/full",
        answer: layout::tokens,
        capability: |_| Some(("semanticTokensProvider", token_provider())),
    },
    RequestRow {
        method: "textDocument/semanticTokens/range",
        answer: layout::tokens_of_part,
        capability: |_| None,
    },
    RequestRow {
        method: "textDocument/foldingRange",
        answer: layout::folds,
        capability: |_| Some(("foldingRangeProvider", true.into())),
    },
    RequestRow {
        method: "textDocument/selectionRange",
        answer: layout::selections,
        capability: |_| Some(("selectionRangeProvider", true.into())),
    },
    RequestRow {
        method: "textDocument/inlayHint",
        answer: layout::hints,
        capability: |_| Some(("inlayHintProvider", true.into())),
    },
    RequestRow {
        method: "textDocument/formatting",
        answer: layout::format_all,
        capability: |_| Some(("documentFormattingProvider", true.into())),
    },
    RequestRow {
        method: "textDocument/rangeFormatting",
        answer: layout::format_part,
        capability: |_| Some(("documentRangeFormattingProvider", true.into())),
    },
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
        method: "textDocument/codeLens",
        answer: actions::lenses,
        capability: |_| Some(("codeLensProvider", json!({}))),
    },
    RequestRow {
        method: "workspace/executeCommand",
        answer: actions::execute,
        capability: |_| {
            let commands = json!({ "commands": [actions::EXPLAIN] });
            Some(("executeCommandProvider", commands))
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

/// The colours of words.
fn token_provider() -> Value {
    let types: Vec<&str> = layout::TOKEN_TYPES.iter().map(|(name, _)| *name).collect();
    let modifiers = layout::TOKEN_MODIFIERS;
    json!({
        "legend": { "tokenTypes": types, "tokenModifiers": modifiers },
        "full": true,
        "range": true,
    })
}

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
