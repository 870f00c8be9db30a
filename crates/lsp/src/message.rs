//! Messages, and how to read and write their parts.

use serde_json::{Value, json};

/// Why a request was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    code: i64,
    message: String,
}

/// What comes of a request.
pub(crate) type Answer = Result<Value, Refusal>;

impl Refusal {
    fn new(code: i64, message: impl Into<String>) -> Self {
        let message = message.into();
        Refusal { code, message }
    }

    /// The message is not a request.
    pub(crate) fn invalid_request(why: &str) -> Self {
        Refusal::new(-32600, why)
    }

    /// There is no such request.
    pub(crate) fn unknown(method: &str) -> Self {
        Refusal::new(-32601, format!("there is no request `{method}`"))
    }

    /// The request lacks something.
    pub(crate) fn params(what: &str) -> Self {
        Refusal::new(-32602, format!("the request has no valid `{what}`"))
    }

    /// The first request must be another.
    pub(crate) fn not_initialized() -> Self {
        Refusal::new(-32002, "the first request must be `initialize`")
    }

    /// Nobody wants to know any more.
    pub(crate) fn cancelled() -> Self {
        Refusal::new(-32800, "the request was cancelled")
    }

    /// It cannot be done, for a reason that people should read.
    pub(crate) fn failed(why: impl Into<String>) -> Self {
        Refusal::new(-32803, why)
    }
}

/// The response to a request.
pub(crate) fn response(id: &Value, answer: Answer) -> Value {
    match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Refusal { code, message }) => {
            let error = json!({ "code": code, "message": message });
            json!({ "jsonrpc": "2.0", "id": id, "error": error })
        }
    }
}

/// A notification.
pub(crate) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// A request to the editor.
pub(crate) fn request(id: &str, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// The text at a path of keys.
pub(crate) fn text<'v>(value: &'v Value, pointer: &str) -> Option<&'v str> {
    value.pointer(pointer)?.as_str()
}

/// Whether there is `true` at a path of keys.
pub(crate) fn flag(value: &Value, pointer: &str) -> bool {
    value.pointer(pointer).and_then(Value::as_bool) == Some(true)
}
