//! The language server protocol: what editors say and hear about assembly languages.
//!
//! [`Server::handle`] answers one message with messages, and does nothing else: no input, no output, no
//! thread, no clock. Files come through the [`FileSource`](assembler::FileSource) that the server is made
//! with; open documents come from the editor. What is said comes from [`ide`]; this crate only translates,
//! places above all: [`uri`] has the names of files, and `position` lines and columns.
//!
//! ```
//! use serde_json::json;
//! use std::sync::Arc;
//!
//! let mut server = lsp::Server::new(Arc::new(lsp::NoFiles));
//! let hello = json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } });
//! let answer = server.handle(&hello);
//! assert_eq!(answer[0]["result"]["serverInfo"]["name"], "jal");
//! ```

mod actions;
mod diagnostics;
mod layout;
mod message;
mod navigation;
mod options;
mod places;
mod position;
mod requests;
mod server;
mod sync;
pub mod uri;
mod words;

pub use server::{NoFiles, Server};
