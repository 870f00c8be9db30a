//! Everything that can be wrong with a program: one row a fault.
//!
//! A row begins with a sentence, the name of the fault and its facts, which become a variant of
//! [`AsmError`]. Its columns, in this order:
//!
//! | column | what it gives |
//! |---|---|
//! | `Error`, `Warning`, `Note` | the severity, and the code (see below) |
//! | `title` | what is wrong, in one line |
//! | `label` | what is written under the place; `""` only underlines it |
//! | `advice` | notes, help and the patch, added to the diagnostic; `\|d, _\| d` for none |
//! | `venus` | the classic message of Venus, where it has one |
//! | `mars` | in which step MARS finds it, and its message, where it has one |
//!
//! A code that is new has its number (`OPEN_STRING "E0103"`), one that another row or table has is
//! written without (`STRAY_CHARACTER`), and one that depends on the facts is an expression in
//! parentheses.
//!
//! The columns see the facts by reference, and `advice` also an `Advisor`, `mars` a `Scene`. A row
//! without a title, label or advice does not compile, nor does a code without its page in
//! docs/diagnostics. The two drop-ins report a warning only if its row has their column.
//!
//! The rows are in one file a topic. Each of these macros hands its rows on to the next, and the
//! last makes of them the enum and its words.

#[macro_use]
mod lexical;
#[macro_use]
mod directives;
#[macro_use]
mod operands;
#[macro_use]
mod symbols;
#[macro_use]
mod macros;
#[macro_use]
mod limits;

use diag::{Code, Diagnostic, Severity, Span, Unshown};
use machine::isa::Bank;

use crate::messages::advice::{
    Advisor, directive_example, is_address_part, load_advice, missing_local_advice, refusal_advice,
};
use crate::messages::error::{Importer, LabelDirection, LoadFailure, WantedOperand};
use crate::messages::mars_text::{self, MarsStep, Scene};
use crate::messages::venus_text;
use crate::messages::words::{
    CONSTANT, LABEL, counts, is_fraction, is_numeric, load_title, plural, quoted, too_many,
    wanted_name,
};
use crate::text::escape;

/// A word that a row may leave out.
macro_rules! optional {
    () => {
        None
    };
    ($word:expr) => {
        Some($word)
    };
}

macro_rules! define {
    (; $(
        $(#[$doc:meta])*
        $fault:ident $({ $($(#[$about:meta])* $fact:ident: $kind:ty),* $(,)? })? =>
        $severity:ident $code:tt $($number:literal)? {
            title $title:expr;
            label $label:expr;
            advice |$d:ident, $at:pat_param| $advice:expr;
            $(venus $venus:expr;)?
            $(mars $step:ident |$scene:pat_param| $mars:expr;)?
        }
    )*) => {
        /// Something wrong with a program.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[expect(
            missing_docs,
            reason = "the fields are the facts that each variant's line names"
        )]
        pub enum AsmError {
            $($(#[$doc])* $fault $({ $($(#[$about])* $fact: $kind),* })?,)*
        }

        /// The codes of the faults; each row's number is that of its page.
        pub mod codes {
            diag::codes! {
                $($(#[doc = concat!("See docs/diagnostics/", $number, ".md.")] $code = $number;)?)*
            }
        }

        #[expect(unused_variables, reason = "the words of a fault use some of its facts")]
        impl AsmError {
            /// The code that people look up.
            pub fn code(&self) -> Code {
                use crate::messages::codes::*;
                match self {
                    $(AsmError::$fault { $($($fact),*)? } => $code,)*
                }
            }

            /// How bad it is.
            pub fn severity(&self) -> Severity {
                match self {
                    $(AsmError::$fault { .. } => Severity::$severity,)*
                }
            }

            /// What is wrong, in one line for people.
            pub fn title(&self) -> String {
                match self {
                    $(AsmError::$fault { $($($fact),*)? } => $title.into(),)*
                }
            }

            /// The words under the place.
            pub(crate) fn label(&self) -> String {
                match self {
                    $(AsmError::$fault { $($($fact),*)? } => $label.into(),)*
                }
            }

            /// Adds facts, what to do about it, and the patch.
            pub(crate) fn advise(&self, d: Diagnostic, at: &Advisor<'_>) -> Diagnostic {
                match self {
                    $(AsmError::$fault { $($($fact),*)? } => {
                        let ($d, $at) = (d, at);
                        $advice
                    })*
                }
            }

            /// The message of Venus, if it has one of its own.
            pub(crate) fn venus(&self) -> Option<String> {
                match self {
                    $(AsmError::$fault { $($($fact),*)? } => optional!($($venus.into())?),)*
                }
            }

            /// The message of MARS, if it has one of its own, and when it comes.
            pub(crate) fn mars(&self, scene: &Scene<'_>) -> Option<String> {
                match self {
                    $(AsmError::$fault { $($($fact),*)? } => {
                        optional!($({
                            let $scene = scene;
                            $mars.into()
                        })?)
                    })*
                }
            }

            /// The step in which MARS finds it, if it has words for it.
            pub(crate) fn mars_step(&self) -> Option<MarsStep> {
                match self {
                    $(AsmError::$fault { .. } => optional!($(MarsStep::$step)?),)*
                }
            }
        }
    };
}

lexical_faults! { directive_faults operand_faults symbol_faults macro_faults limit_faults define; }

impl AsmError {
    /// Whether a simulator refuses what this assembler accepts.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            AsmError::RefusedWord { .. } | AsmError::RefusedStatement { .. }
        )
    }

    /// Whether this is only a warning.
    pub fn is_warning(&self) -> bool {
        self.severity() == Severity::Warning
    }
}
