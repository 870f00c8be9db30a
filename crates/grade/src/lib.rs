//! Grades a class: reads what was handed in, runs the course's tests on it, and writes scores and
//! feedback.
//!
//! What students hand in is read, never run natively and never unpacked to disk. Knows no command
//! line and no terminal.
//!
//! ```
//! use assembler::Assembler;
//! use grade::grader::Grader;
//! use grade::submission::{SubmissionCandidate, SubmissionForm};
//! use std::path::Path;
//!
//! let course = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../asm/rv32/2048"));
//! let grader = Grader::open(course, &[])?;
//! let candidate = SubmissionCandidate {
//!     name: "alice".to_owned(),
//!     place: course.join("handout"),
//!     form: SubmissionForm::Folder,
//! };
//! let looked = grader.look(&candidate);
//! let record = grader.grade(&candidate.name, looked, &mut Assembler::default());
//! assert_eq!((record.score, record.points > 0.0), (0.0, true));
//! # Ok::<(), grade::grader::CourseError>(())
//! ```

pub mod grader;
pub mod merge;
pub mod process;
pub mod record;
pub mod report;
pub mod similarity;
pub mod store;
pub mod submission;
pub mod view;
