//! Settings files that people write, in TOML.
//!
//! A key is described once, as a row of a [`section!`]: its name, its type, what holds without it,
//! and one sentence. The struct that holds the values, the reader with its messages, the tables in
//! docs/ and the JSON schema for editors ([`schema`]) all follow from the row.
//!
//! Owns TOML with places ([`Reader`]), the common forms of values ([`forms`]), numbers with units
//! ([`units`]) and patterns for names ([`glob`]). Must not know what any key means.
//!
//! ```
//! use keys::{Reader, forms::CountForm};
//!
//! keys::section! {
//!     /// How long a service may take.
//!     #[derive(Debug)]
//!     pub struct ServiceLimits, "[limits]" {
//!         /// The most instructions.
//!         pub steps: Option<u64> as Option<CountForm> { default: "\"5M\"" };
//!         /// Whether to log every request.
//!         pub log: bool;
//!     }
//! }
//!
//! let text = "steps = \"10k\"\nlgo = true\n";
//! let file = diag::SourceMap::default().add("serve.toml", text);
//! let (mut reader, table) = Reader::open(file, text);
//! let pairs = reader.pairs(&table);
//! let limits = ServiceLimits::read(&mut reader, &pairs);
//! assert_eq!(limits.steps, Some(10_000));
//! assert_eq!(reader.diagnostics[0].title, "unknown key `lgo` in [limits]");
//! ```

pub mod codes;
pub mod docs;
pub mod forms;
pub mod glob;
mod reader;
mod row;
pub mod schema;
pub mod units;

pub use reader::{KeyPair, Reader, TomlValue};
pub use row::{KeyRow, KeyTable, Refused, ValueForm, ValueShape};

#[doc(hidden)]
pub use diag::Span as __Span;
#[doc(hidden)]
pub use toml::de::DeValue as __DeValue;
