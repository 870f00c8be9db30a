//! What Venus says about a fault, for those who compare with it. Its messages are a column of the
//! [rows](super::faults); what it has no words for is reported in ours.

use diag::Severity;

use crate::messages::error::{AsmError, Importer, LabelDirection, LoadFailure, Located};

/// The classic message for a fault, without its place.
pub fn message(error: &AsmError) -> String {
    error
        .venus()
        .unwrap_or_else(|| error.title().replace('`', ""))
}

/// Whether the classic program reports this fault at all: it knows few warnings.
pub fn is_reported(fault: &Located) -> bool {
    match fault.error.severity() {
        Severity::Error => !matches!(fault.error, AsmError::FurtherRegister { .. }),
        Severity::Warning => fault.error.venus().is_some(),
        Severity::Note => false,
    }
}

pub(super) fn missing_local(number: &str, direction: LabelDirection, defined: bool) -> String {
    let way = match direction {
        LabelDirection::Forward => "forward",
        LabelDirection::Backward => "backward",
    };
    if defined {
        format!(
            "The number label '{number}' has been defined but couldn't be found in {way} direction."
        )
    } else {
        format!("The number label '{number}' has not been defined!")
    }
}

pub(super) fn load(
    path: &str,
    relative: bool,
    importer: Option<&Importer>,
    why: &LoadFailure,
) -> String {
    let Some(importer) = importer else {
        return format!("Could not find the file: {path}");
    };
    let by = format!(
        "This library was imported by Import(path={}, relative={}).",
        importer.name, importer.relative
    );
    match why {
        LoadFailure::NotFound => {
            let from = if relative {
                "relative path from the file"
            } else {
                "absolute path (CWD)"
            };
            format!("Could not find the library: {path} from the {from}. {by}")
        }
        _ => format!("Could not load the library: {path} {by}"),
    }
}
