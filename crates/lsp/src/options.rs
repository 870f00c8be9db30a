//! What an editor says about itself and its user: what it can do, and settings.

use crate::message::{flag, text};
use ide::LanguageSettings;
use serde_json::Value;

/// What the editor can do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abilities {
    /// It asks for diagnostics itself.
    pub(crate) pulls: bool,
    /// It asks again when it is told to.
    pub(crate) pulls_again: bool,
    /// It takes edits with the versions of documents.
    pub(crate) versioned_edits: bool,
    /// It fills in placeholders of completions.
    pub(crate) snippets: bool,
    /// It shows trees of symbols.
    pub(crate) symbol_trees: bool,
    /// It can watch files if it is asked to.
    pub(crate) watches: bool,
}

impl Abilities {
    /// From the parameters of `initialize`.
    pub(crate) fn read(params: &Value) -> Self {
        let nothing = Value::Null;
        let all = params.get("capabilities").unwrap_or(&nothing);
        let has = |pointer: &str| all.pointer(pointer).is_some_and(|value| !value.is_null());
        let document = |key: &str| format!("/textDocument/{key}");
        Abilities {
            pulls: has(&document("diagnostic")),
            pulls_again: flag(all, "/workspace/diagnostics/refreshSupport"),
            versioned_edits: flag(all, "/workspace/workspaceEdit/documentChanges"),
            snippets: flag(all, &document("completion/completionItem/snippetSupport")),
            symbol_trees: flag(
                all,
                &document("documentSymbol/hierarchicalDocumentSymbolSupport"),
            ),
            watches: flag(all, "/workspace/didChangeWatchedFiles/dynamicRegistration"),
        }
    }
}

/// Settings of the server, beside those of the language.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServerSettings {
    /// Where the pages of codes are: `CODE.md` or what `{code}` says is put after it.
    pub(crate) pages: Option<String>,
    /// The commands of lenses that the editor knows.
    pub(crate) commands: Vec<String>,
    /// Diagnostics are sent although the editor could ask for them.
    pub(crate) pushes: bool,
}

/// Reads settings, in an object of their own or below `jal`; sentences about what cannot be read.
pub(crate) fn settings(value: &Value) -> (LanguageSettings, ServerSettings, Vec<String>) {
    let mut language = LanguageSettings::default();
    let (mut own, mut wrong) = (ServerSettings::default(), Vec::new());
    let value = value.get("jal").unwrap_or(value);
    for (name, value) in value.as_object().into_iter().flatten() {
        match name.as_str() {
            "pages" => own = with_pages(own, value),
            "commands" => {
                let names = value.as_array().into_iter().flatten();
                let names = names.filter_map(Value::as_str).map(str::to_owned);
                own.commands = names.collect();
            }
            "diagnostics" => {
                let is_push = value.as_str() == Some("push");
                own = ServerSettings {
                    pushes: is_push,
                    ..own
                };
            }
            _ => wrong.extend(set(&mut language, name, value).err()),
        }
    }
    (language, own, wrong)
}

fn with_pages(own: ServerSettings, value: &Value) -> ServerSettings {
    let pages = text(value, "").filter(|pages| !pages.is_empty());
    ServerSettings {
        pages: pages.map(str::to_owned),
        ..own
    }
}

/// Makes one setting. Null, and what editors write for "nothing", leave it as it is.
fn set(language: &mut LanguageSettings, name: &str, value: &Value) -> Result<(), String> {
    let words: Vec<String> = match value {
        Value::Null | Value::Object(_) => return Ok(()),
        Value::String(text) if text.is_empty() || text == "auto" => return Ok(()),
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => {
            let texts = items.iter().filter_map(Value::as_str);
            texts.map(str::to_owned).collect()
        }
        other => vec![other.to_string()],
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    language.set(name, &words)
}
