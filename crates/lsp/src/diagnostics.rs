//! Diagnostics: what is wrong with open documents, and with files that their programs read.

use crate::message::{Answer, Refusal, text};
use crate::position::TextLines;
use crate::server::Server;
use diag::{Diagnostic, Severity, Span, one_line};
use ide::Findings;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What the editor knows.
#[derive(Default)]
pub(crate) struct Published {
    /// What was sent for each file.
    sent: BTreeMap<PathBuf, Vec<Value>>,
    /// What each open document's program says, by file.
    known: BTreeMap<PathBuf, KnownFindings>,
}

/// What a program says, by file.
struct KnownFindings {
    findings: Rc<Findings>,
    by_file: Vec<(PathBuf, ShownFinding)>,
}

/// A finding as it is sent.
#[derive(Clone, PartialEq)]
struct ShownFinding {
    is_error: bool,
    value: Value,
}

impl Server {
    /// Sends the diagnostics of everything that has changed.
    pub(crate) fn publish(&mut self) {
        let changed = self.renew();
        if self.abilities.pulls && !self.settings.pushes {
            if self.abilities.pulls_again && changed.len() > 1 {
                self.ask("jal.refresh", "workspace/diagnostic/refresh", Value::Null);
            }
            return;
        }
        if changed.is_empty() && self.published.known.len() == self.workspace.open().count() {
            return;
        }
        let open: Vec<PathBuf> = self.workspace.open().map(Path::to_owned).collect();
        self.published.known.retain(|path, _| open.contains(path));
        let mut new = self.all();
        let closed = self.published.sent.keys();
        let closed: Vec<_> = closed.filter(|path| !new.contains_key(*path)).collect();
        new.extend(
            closed
                .into_iter()
                .map(|path| (path.clone(), Vec::new()))
                .collect::<Vec<_>>(),
        );
        for (path, list) in &new {
            if changed.contains(path) || self.published.sent.get(path) != Some(list) {
                let mut params = json!({ "uri": self.uri(path), "diagnostics": list });
                if let Some(document) = self.workspace.document(path) {
                    params["version"] = document.version.into();
                }
                self.send("textDocument/publishDiagnostics", params);
            }
        }
        new.retain(|path, list| !list.is_empty() || open.contains(path));
        self.published.sent = new;
    }

    /// Looks at all documents again that have changed; which these are.
    fn renew(&mut self) -> Vec<PathBuf> {
        let open: Vec<PathBuf> = self.workspace.open().map(Path::to_owned).collect();
        let mut changed = Vec::new();
        for path in open {
            let Some(findings) = self.workspace.findings(&path) else {
                continue;
            };
            let known = self.published.known.get(&path);
            if known.is_some_and(|known| Rc::ptr_eq(&known.findings, &findings)) {
                continue;
            }
            let by_file = self.shown(&findings);
            let known = KnownFindings { findings, by_file };
            self.published.known.insert(path.clone(), known);
            changed.push(path);
        }
        changed
    }

    /// The diagnostics of all files. An open document has those of its own program, and errors that only
    /// another program meets in it.
    fn all(&self) -> BTreeMap<PathBuf, Vec<Value>> {
        let mut all: BTreeMap<PathBuf, Vec<Value>> = BTreeMap::new();
        for (document, known) in &self.published.known {
            let own = all.entry(document.clone()).or_default();
            let mine = known.by_file.iter().filter(|(path, _)| path == document);
            let mut mine: Vec<Value> = mine.map(|(_, shown)| shown.value.clone()).collect();
            own.append(&mut mine);
        }
        for (document, known) in &self.published.known {
            for (path, shown) in known.by_file.iter().filter(|(path, _)| path != document) {
                let is_open = self.published.known.contains_key(path);
                let list = all.entry(path.clone()).or_default();
                if (shown.is_error || !is_open) && !list.contains(&shown.value) {
                    list.push(shown.value.clone());
                }
            }
        }
        all
    }

    /// Findings as the protocol writes them, each with its file.
    fn shown(&self, findings: &Findings) -> Vec<(PathBuf, ShownFinding)> {
        let mut places = Places::new(self, findings);
        let shown = findings.list.iter().map(|finding| {
            let place = findings.place(finding);
            let path = place.and_then(|span| findings.path(span.file));
            let path = path.unwrap_or(&findings.document).to_owned();
            let is_error = finding.severity == Severity::Error;
            let value = places.diagnostic(finding, place);
            (path, ShownFinding { is_error, value })
        });
        shown.collect()
    }
}

/// Answers an editor that asks for the diagnostics of a document.
pub(crate) fn pull(server: &mut Server, params: &Value) -> Answer {
    let uri = text(params, "/textDocument/uri").ok_or(Refusal::params("textDocument"))?;
    let path = server.path(uri).ok_or(Refusal::params("textDocument"))?;
    server.renew();
    let items = server.all().remove(&path).unwrap_or_default();
    Ok(json!({ "kind": "full", "items": items }))
}

/// Places of the files of a program, as the protocol writes them.
pub(crate) struct Places<'a> {
    server: &'a Server,
    findings: &'a Findings,
    lines: BTreeMap<usize, TextLines<'a>>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(server: &'a Server, findings: &'a Findings) -> Self {
        Places {
            server,
            findings,
            lines: BTreeMap::new(),
        }
    }

    /// The range of a place.
    pub(crate) fn range(&mut self, span: Span) -> Value {
        let text = self.findings.sources.text(span.file);
        let unit = self.server.unit;
        let lines = self.lines.entry(span.file.index());
        let lines = lines.or_insert_with(|| TextLines::new(text, unit));
        lines.range(span.start as usize..span.end as usize)
    }

    /// A place with its file, if a file has it.
    pub(crate) fn location(&mut self, span: Span) -> Option<Value> {
        let path = self.findings.path(span.file)?;
        let uri = self.server.uri(path);
        Some(json!({ "uri": uri, "range": self.range(span) }))
    }

    /// A finding as the protocol writes it.
    pub(crate) fn diagnostic(&mut self, finding: &Diagnostic, place: Option<Span>) -> Value {
        let range = match place {
            Some(span) => self.range(span),
            None => json!({
                "start": { "line": 0, "character": 0 },
                "end": { "line": 0, "character": 0 },
            }),
        };
        let severity = match finding.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
            Severity::Note => 3,
        };
        let mut value = json!({
            "range": range,
            "severity": severity,
            "code": finding.code.0,
            "source": "jal",
            "message": message(finding),
        });
        if let Some(pages) = &self.server.settings.pages {
            value["codeDescription"] = json!({ "href": page(pages, finding.code.0) });
        }
        let related = self.related(finding, place);
        if !related.is_empty() {
            value["relatedInformation"] = related.into();
        }
        if ide::is_about_unused_code(finding.code) {
            value["tags"] = json!([1]);
        }
        value
    }

    /// Other places that a finding names, and the way to it.
    fn related(&mut self, finding: &Diagnostic, place: Option<Span>) -> Vec<Value> {
        let others = finding.labels.iter().chain(&finding.trail);
        let others = others.filter(|label| Some(label.span) != place && !label.text.is_empty());
        let located = others.filter_map(|label| {
            let location = self.location(label.span)?;
            Some(json!({ "location": location, "message": one_line(&label.text) }))
        });
        located.collect()
    }
}

/// What is wrong, the facts, and what to do.
fn message(finding: &Diagnostic) -> String {
    let mut lines = vec![one_line(&finding.title)];
    let notes = finding.notes.iter().map(|note| one_line(note));
    lines.extend(notes);
    let help = finding.help.iter();
    lines.extend(help.map(|help| format!("help: {}", one_line(help))));
    lines.join("\n")
}

/// The address of the page of a code.
fn page(pages: &str, code: &str) -> String {
    match pages.contains("{code}") {
        true => pages.replace("{code}", code),
        false => format!("{}/{code}.md", pages.trim_end_matches('/')),
    }
}
