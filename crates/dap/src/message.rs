//! Messages, numbered in the order in which they are sent.

use serde::Deserialize;
use serde_json::{Value, json};

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

/// Messages to send.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    seq: i64,
    waiting: Vec<Value>,
}

impl Outbox {
    fn push(&mut self, mut message: Value) {
        self.seq += 1;
        message["seq"] = self.seq.into();
        self.waiting.push(message);
    }

    /// Answers a request.
    pub(crate) fn respond(&mut self, request: &Request, body: Value) {
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
    pub(crate) fn refuse(&mut self, request: &Request, why: &str) {
        // Whoever hovers over a word did not ask for a message.
        let is_asked = request.command != "evaluate";
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
    pub(crate) fn event(&mut self, event: &str, body: Value) {
        let mut message = json!({ "type": "event", "event": event });
        if !body.is_null() {
            message["body"] = body;
        }
        self.push(message);
    }

    /// Shows text in the console.
    pub(crate) fn output(&mut self, category: &str, text: &str) {
        if !text.is_empty() {
            self.event("output", json!({ "category": category, "output": text }));
        }
    }

    /// All messages since this was last called.
    pub(crate) fn take(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.waiting)
    }
}

/// Braces would be taken for the names of variables.
fn escaped(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}
