//! Messages as bytes: a header with their length, an empty line, and JSON.

use serde_json::Value;

/// The longest message that is read.
const LONGEST: usize = 64 << 20;
/// The longest header.
const LONGEST_HEADER: usize = 4096;

/// Bytes that cannot be read as messages; after them there is no way to tell where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garbled;

/// Puts messages together from bytes, as they come in.
#[derive(Debug, Default)]
pub struct MessageReader {
    bytes: Vec<u8>,
}

impl MessageReader {
    /// Adds bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message, if all of it is there. One that is not JSON is null.
    pub fn message(&mut self) -> Result<Option<Value>, Garbled> {
        let head = &self.bytes[..self.bytes.len().min(LONGEST_HEADER)];
        let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") else {
            return match self.bytes.len() < LONGEST_HEADER {
                true => Ok(None),
                false => Err(Garbled),
            };
        };
        let header = String::from_utf8_lossy(&head[..end]);
        let length = header.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let is_length = name.trim().eq_ignore_ascii_case("content-length");
            is_length.then(|| value.trim().parse::<usize>().ok())?
        });
        let length = length.filter(|length| *length <= LONGEST).ok_or(Garbled)?;
        let (begin, end) = (end + 4, end + 4 + length);
        if self.bytes.len() < end {
            return Ok(None);
        }
        let message = serde_json::from_slice(&self.bytes[begin..end]).unwrap_or(Value::Null);
        self.bytes.drain(..end);
        Ok(Some(message))
    }
}

/// A message as bytes.
pub fn bytes(message: &Value) -> Vec<u8> {
    let text = message.to_string();
    let mut bytes = format!("Content-Length: {}\r\n\r\n", text.len()).into_bytes();
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_may_come_in_any_pieces() {
        let messages = [json!({ "a": 1 }), json!({ "text": "ä\n" }), json!([])];
        let all: Vec<u8> = messages.iter().flat_map(bytes).collect();
        for size in 1..all.len() {
            let mut reader = MessageReader::default();
            let mut read = Vec::new();
            for piece in all.chunks(size) {
                reader.push(piece);
                while let Some(message) = reader.message().expect("they are well formed") {
                    read.push(message);
                }
            }
            assert_eq!(read, messages);
        }
    }

    #[test]
    fn what_is_not_a_message_is_refused() {
        let check = |text: &str| {
            let mut reader = MessageReader::default();
            reader.push(text.as_bytes());
            reader.message()
        };
        assert_eq!(check("Content-Length: x\r\n\r\n"), Err(Garbled));
        assert_eq!(check("Content-Length: 99999999999\r\n\r\n"), Err(Garbled));
        assert_eq!(check(&"x".repeat(5000)), Err(Garbled));
        assert_eq!(check("Content-Length: 2\r\n\r\n{x"), Ok(Some(Value::Null)));
        assert_eq!(check("Content-Length: 3\r\n\r\n{x"), Ok(None));
    }
}
