//! Runs programs: chooses machine and environment, keeps limits, answers requests through a host,
//! attaches observers, and turns faults into diagnostics with source.
//!
//! Knows no command line and no terminal: the host that does input and output is passed in.
//!
//! ```
//! use assembler::{MainFile, MemoryLoader, assemble};
//! use machine::env::MarsMap;
//! use machine::observe::Off;
//! use runtime::{Console, End, EnvironmentSetup, Limits, Session, Target};
//!
//! let (target, map) = (Target::RiscV, &MarsMap::DEFAULT);
//! let text = b"li a0, 1\nli a1, 42\necall\nli a0, 10\necall\n".to_vec();
//! let main = MainFile::Text { name: "answer.s".to_owned(), text };
//! let assembly = assemble(main, &[], &target.options(map), &mut MemoryLoader::default());
//! let image = assembly.program.unwrap().image;
//! let environment = target.home().make(target, &EnvironmentSetup { seed: 0, map });
//! let mut session =
//!     Session::new(target, image.into(), environment, Vec::new(), Limits::default()).unwrap();
//! let mut host = Console::new(&b""[..], Vec::new(), Vec::new());
//! let outcome = session.run(&mut Off, &mut host);
//! assert_eq!((outcome.end, host.output.as_slice()), (End::Exit(0), &b"42"[..]));
//! ```

pub mod boundary;
pub mod clock;
pub mod files;
pub mod host;
pub mod load;
pub mod observers;
mod record;
pub mod report;
pub mod screen;
pub mod session;
pub mod subroutine;
pub mod target;

pub use boundary::{BoundaryFault, BoundaryFinding, BoundaryRules, MayEnd};
pub use clock::SLICE;
pub use host::{Console, Host};
pub use screen::{Attention, DeviceScreen, Devices, LookMoment};
pub use session::{End, Fault, FaultKind, Limit, Limits, Outcome, Session};
pub use subroutine::Subroutine;
pub use target::{EnvironmentKind, EnvironmentSetup, Language, Target};
