//! The command lines of other simulators: `venus`, `mars`, `rars` and `spim`, with the flags, messages, formats and
//! exit codes that scripts written for them expect.
//!
//! Owns what only the originals do: Venus' convention checker, memory checker and tracer, MARS'
//! dumps. Both run programs as `jal run` does, below one folder (`folder_host`).
//!
//! ```
//! // `venus -fa "…"` runs the program that it is given; this one exits with 7.
//! let program = "li a0, 17\nli a1, 7\necall\n";
//! let arguments = ["-fa", program].map(Into::into);
//! assert_eq!(dropin::venus::command(&arguments), 7);
//! ```

mod folder_host;
pub mod mars;
pub mod spim;
mod streams;
pub mod venus;

use machine::isa::{IsaDesc, Subset};
use std::sync::Arc;

/// The exit code of a process whose program ended with `code`.
fn exit_code(code: i32) -> u8 {
    code as u8
}

/// The part of an instruction set that the originals know, if it is not all that there is.
fn classic_processor(isa: &IsaDesc) -> Option<Arc<Subset>> {
    const RISCV: &str = "rv32gcn";
    (isa.subset)(RISCV).ok().map(Arc::new)
}
