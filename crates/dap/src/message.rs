//! Messages, numbered in the order in which they are sent.

use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// What an editor asks for.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Request {
    /// Its number.
    #[serde(default)]
    pub(crate) seq: i64,
    /// What it asks for.
    #[serde(default)]
    pub(crate) command: String,
    /// The details.
    #[serde(default)]
    pub(crate) arguments: Value,
}

/// Takes messages at once.
pub(crate) type Sink = Box<dyn FnMut(&[Value])>;

/// Messages to send. A copy is the same box: what reports progress puts its messages there while a
/// request is still being answered.
#[derive(Clone, Default)]
pub(crate) struct Outbox {
    posted: Rc<RefCell<Posted>>,
}

#[derive(Default)]
struct Posted {
    seq: i64,
    waiting: Vec<Value>,
    /// Who takes messages about progress at once.
    hasty: Option<Sink>,
}

impl Outbox {
    fn push(&self, mut message: Value) {
        let mut posted = self.posted.borrow_mut();
        posted.seq += 1;
        message["seq"] = posted.seq.into();
        posted.waiting.push(message);
    }

    /// From now on [`Outbox::hurry`] gives messages to this.
    pub(crate) fn hurry_to(&self, hasty: Sink) {
        self.posted.borrow_mut().hasty = Some(hasty);
    }

    /// Sends what waits at once, if somebody takes it.
    pub(crate) fn hurry(&self) {
        let posted = &mut *self.posted.borrow_mut();
        if let Some(hasty) = &mut posted.hasty {
            hasty(&std::mem::take(&mut posted.waiting));
        }
    }

    /// Answers a request.
    pub(crate) fn respond(&self, request: &Request, body: Value) {
        let mut message = json!({
            "type": "response",
            "request_seq": request.seq,
            "command": request.command,
            "success": true,
        });
        if !body.is_null() {
            message["body"] = body;
        }
        self.push(message);
    }

    /// Refuses a request, in words for the user.
    pub(crate) fn refuse(&self, request: &Request, why: &str) {
        // What views ask for by themselves, or whoever hovers over a word, wants no message.
        let quiet = [
            "evaluate",
            "scopes",
            "variables",
            "stackTrace",
            "readMemory",
            "jal/timeline",
            "jal/goTo",
            "jal/board",
        ];
        let is_asked = !quiet.contains(&request.command.as_str());
        let error = json!({ "id": 1, "format": escaped(why), "showUser": is_asked });
        self.push(json!({
            "type": "response",
            "request_seq": request.seq,
            "command": request.command,
            "success": false,
            "message": why,
            "body": { "error": error },
        }));
    }

    /// Says that something has happened.
    pub(crate) fn event(&self, event: &str, body: Value) {
        let mut message = json!({ "type": "event", "event": event });
        if !body.is_null() {
            message["body"] = body;
        }
        self.push(message);
    }

    /// Shows text in the console.
    pub(crate) fn output(&self, category: &str, text: &str) {
        if !text.is_empty() {
            self.event("output", json!({ "category": category, "output": text }));
        }
    }

    /// All messages since this was last called.
    pub(crate) fn take(&self) -> Vec<Value> {
        std::mem::take(&mut self.posted.borrow_mut().waiting)
    }
}

/// Braces would be taken for the names of variables.
fn escaped(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}
