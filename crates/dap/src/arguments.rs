//! What requests bring with them.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// What may be written as text or as a number.
fn text_or_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(match Option::<Value>::deserialize(from)? {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text),
        Some(Value::Number(number)) => Some(number.to_string()),
        Some(other) => {
            let wanted = &"text or a number";
            return Err(D::Error::invalid_type(unexpected(&other), wanted));
        }
    })
}

fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Bool(known) => Unexpected::Bool(*known),
        Value::Array(_) => Unexpected::Seq,
        _ => Unexpected::Map,
    }
}

/// A launch configuration.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LaunchArguments {
    /// The program: a source, an ELF file, a test, or a file of unit tests.
    pub program: String,
    /// The folder that paths begin in.
    pub cwd: Option<String>,
    /// Its arguments.
    pub args: Vec<String>,
    /// A file with its standard input; otherwise input is typed in the console.
    pub stdin: Option<String>,
    /// Where random numbers begin.
    #[serde(deserialize_with = "text_or_number")]
    pub seed: Option<String>,
    /// Stop where the calling convention is broken.
    pub check: bool,
    /// The folder whose files it may use.
    pub files: Option<String>,
    /// The language that it is written in.
    pub dialect: Option<String>,
    /// The environment that it runs in.
    pub env: Option<String>,
    /// The case of a unit test.
    #[serde(deserialize_with = "text_or_number")]
    pub case: Option<String>,
    /// The most memory that it may have.
    #[serde(deserialize_with = "text_or_number")]
    pub max_memory: Option<String>,
    /// The most memory that its history may use.
    #[serde(deserialize_with = "text_or_number")]
    pub history: Option<String>,
    /// Run a test as it is graded.
    pub graded: bool,
    /// Time passes by sleeping only.
    pub virtual_time: bool,
    /// Stop before the first instruction.
    pub stop_on_entry: bool,
    /// Stay at the end of the program, to go back from there.
    pub stop_at_end: bool,
    /// Run without breakpoints.
    pub no_debug: bool,
    /// The most instructions that it may run: there it is paused, and can go on.
    pub max_steps: Option<u64>,
    /// The most bytes that it may print: likewise.
    pub max_output: Option<u64>,
}

/// A source file.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Source {
    pub(crate) path: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) source_reference: Option<i64>,
}

/// A breakpoint, of whatever kind.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct WantedBreakpoint {
    /// In a source.
    pub(crate) line: i64,
    /// At a function.
    pub(crate) name: String,
    /// At an instruction.
    pub(crate) instruction_reference: String,
    pub(crate) offset: i64,
    /// On data.
    pub(crate) data_id: String,
    pub(crate) access_type: Option<String>,
    pub(crate) condition: Option<String>,
    pub(crate) hit_condition: Option<String>,
    pub(crate) log_message: Option<String>,
}

/// `setBreakpoints` and its relatives.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SetBreakpoints {
    pub(crate) source: Source,
    pub(crate) breakpoints: Vec<WantedBreakpoint>,
    /// Of `setExceptionBreakpoints`.
    pub(crate) filters: Vec<String>,
}

/// Everything that other requests say.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Details {
    pub(crate) granularity: Option<String>,
    pub(crate) frame_id: Option<i64>,
    pub(crate) variables_reference: i64,
    pub(crate) start: Option<i64>,
    pub(crate) count: Option<i64>,
    pub(crate) start_frame: Option<i64>,
    pub(crate) levels: Option<i64>,
    pub(crate) expression: String,
    pub(crate) context: Option<String>,
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) text: String,
    pub(crate) column: i64,
    pub(crate) memory_reference: String,
    pub(crate) offset: i64,
    pub(crate) instruction_offset: i64,
    pub(crate) instruction_count: i64,
    pub(crate) data: String,
    pub(crate) source: Source,
    pub(crate) source_reference: i64,
    pub(crate) line: i64,
    pub(crate) end_line: Option<i64>,
    pub(crate) target_id: i64,
    pub(crate) restart: bool,
    /// How far `jal/goTo` goes.
    pub(crate) step: u64,
    /// Of `dataBreakpointInfo`: the name is an address, and so many bytes are meant.
    pub(crate) as_address: bool,
    pub(crate) bytes: Option<u32>,
    pub(crate) supports_progress_reporting: bool,
    pub(crate) supports_memory_event: bool,
    pub(crate) lines_start_at1: Option<bool>,
    pub(crate) columns_start_at1: Option<bool>,
}
