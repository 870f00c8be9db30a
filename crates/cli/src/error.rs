//! How a command of `jal` ends if it does not do its work: what is said, and the exit code.

use crate::exit;
use std::io;
use thiserror::Error;

/// Why a command did not do its work. [`ExpectedError::say`] is the one place that prints it.
#[derive(Debug, Error)]
pub enum ExpectedError {
    /// The command line asks for what cannot be done; this says what, and what can be.
    #[error("{0}")]
    Usage(String),
    /// `jal explain` knows nothing of this name.
    #[error("{0}")]
    Unknown(String),
    /// The program does not assemble or load. Its diagnostics were said.
    #[error("the program does not load")]
    NotLoaded,
    /// The program does not fit into the memory that it may have, which was said.
    #[error("the program is too large")]
    TooLarge,
    /// The course has mistakes, which were said.
    #[error("the course has mistakes")]
    CourseMistakes,
    /// There is no course to be had.
    #[error("{0}")]
    NoCourse(String),
    /// Files that were asked for could not be written.
    #[error("{}", .0.join("\njal: "))]
    Unwritten(Vec<String>),
    /// `jal` itself could not work.
    #[error("{0:#}")]
    Broken(#[from] anyhow::Error),
}

impl ExpectedError {
    /// The exit code of the process.
    pub fn exit_code(&self) -> u8 {
        match self {
            ExpectedError::Usage(_) => exit::USAGE,
            ExpectedError::Unknown(_) => exit::FINDINGS,
            ExpectedError::NotLoaded => exit::NOT_LOADED,
            ExpectedError::TooLarge => exit::LIMIT,
            ExpectedError::Broken(error) if is_closed_pipe(error) => exit::SUCCESS,
            ExpectedError::CourseMistakes
            | ExpectedError::NoCourse(_)
            | ExpectedError::Unwritten(_)
            | ExpectedError::Broken(_) => exit::BROKEN,
        }
    }

    /// Says what is not said yet.
    pub fn say(&self) {
        match self {
            ExpectedError::NotLoaded | ExpectedError::TooLarge | ExpectedError::CourseMistakes => {}
            ExpectedError::Broken(error) if is_closed_pipe(error) => {}
            _ => crate::jal::say::failure(&self.to_string()),
        }
    }
}

impl From<io::Error> for ExpectedError {
    fn from(error: io::Error) -> Self {
        ExpectedError::Broken(error.into())
    }
}

#[cfg(feature = "grade")]
impl From<grade::store::StoreError> for ExpectedError {
    fn from(error: grade::store::StoreError) -> Self {
        ExpectedError::Broken(error.into())
    }
}

#[cfg(feature = "grade")]
impl From<grade::report::ReportError> for ExpectedError {
    fn from(error: grade::report::ReportError) -> Self {
        ExpectedError::Broken(error.into())
    }
}

/// Whether nobody reads the output any more, which is no mistake.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut kinds = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    kinds.any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
