//! The terminal of the process: [`console`] is the host of programs that run on its standard
//! streams, [`screen`] is what a full screen needs of it. Knows nothing of what is shown.

pub mod console;
#[cfg(feature = "screen")]
pub mod screen;
