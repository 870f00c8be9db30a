//! The terminal of the process: `console` is the host of programs that run on its standard
//! streams, `screen` is what a full screen needs of it, `stage` is the host of programs that draw.
//!
//! ```
//! use machine::env::{Answer, Request};
//! use runtime::{Host, files::Files};
//! use terminal::console::StdHost;
//!
//! let mut host = StdHost::new(Files::none());
//! let bytes = b"hello\n".to_vec();
//! assert_eq!(host.perform(&Request::Print { bytes, stream: 1 }), Answer::Done);
//! host.flush();
//! assert!(host.output_error().is_none());
//! ```

pub mod console;
#[cfg(feature = "screen")]
pub mod screen;
#[cfg(feature = "screen")]
pub mod stage;
