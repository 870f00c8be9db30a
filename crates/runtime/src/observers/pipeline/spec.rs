//! How a pipeline is built: `--pipeline=no-forwarding,branch-id`.

use super::super::settings::{Part, SettingError, SettingRow};
use std::fmt;

/// Where branches and jumps are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BranchStage {
    /// In ID: registers are compared as soon as they are read.
    Id,
    /// In EX.
    Ex,
}

/// What is fetched after a branch before it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prediction {
    /// What follows it in memory.
    NotTaken,
    /// Its target, as soon as ID has computed that.
    Taken,
    /// Nothing.
    Stall,
}

/// A pipeline of five stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PipelineSpec {
    /// Results go to the instructions that need them before they are in a register.
    pub forwarding: bool,
    /// Where branches are decided.
    pub decides: BranchStage,
    /// What is fetched after a branch.
    pub predicts: Prediction,
    /// The cycles in EX of a multiplication, a division and floating-point arithmetic.
    pub multiply: u32,
    /// See `multiply`.
    pub divide: u32,
    /// See `multiply`.
    pub float: u32,
}

impl Default for PipelineSpec {
    fn default() -> Self {
        PipelineSpec {
            forwarding: true,
            decides: BranchStage::Ex,
            predicts: Prediction::NotTaken,
            multiply: 1,
            divide: 1,
            float: 1,
        }
    }
}

/// Pipelines with names.
pub static PIPELINE_PRESETS: &[(&str, &str, &str)] = &[
    (
        "ripes",
        "forwarding,branch-ex,not-taken",
        "The 5-stage processor of Ripes; also what holds without settings.",
    ),
    (
        "textbook",
        "forwarding,branch-id,not-taken",
        "Branches are compared in ID, so that a taken one costs one cycle.",
    ),
];

/// The words of a pipeline's setting.
pub static PIPELINE_WORDS: &[SettingRow] = &[
    SettingRow {
        name: "forwarding",
        doc: "Results are forwarded to EX; only a load makes the next instruction wait. This is the default.",
    },
    SettingRow {
        name: "no-forwarding",
        doc: "An instruction waits in ID until its registers are written, in the first half of WB.",
    },
    SettingRow {
        name: "branch-id",
        doc: "Branches and jumps are decided in ID; they wait there for what they compare.",
    },
    SettingRow {
        name: "branch-ex",
        doc: "Branches and jumps are decided in EX. This is the default.",
    },
    SettingRow {
        name: "not-taken",
        doc: "Fetches on after a branch; what was fetched is dropped if it is taken. This is the default.",
    },
    SettingRow {
        name: "taken",
        doc: "Fetches from the target of a branch or jump once ID has computed it.",
    },
    SettingRow {
        name: "stall",
        doc: "Fetches nothing after a branch until it is decided.",
    },
    SettingRow {
        name: "mul=N",
        doc: "A multiplication takes N cycles in EX, up to 99.",
    },
    SettingRow {
        name: "div=N",
        doc: "A division takes N cycles in EX, up to 99.",
    },
    SettingRow {
        name: "float=N",
        doc: "Floating-point arithmetic takes N cycles in EX, up to 99.",
    },
];

/// The most cycles of one instruction in EX, plus one.
const CYCLES: u32 = 100;

impl PipelineSpec {
    /// Reads what follows `--pipeline=`.
    pub fn read(text: &str) -> Result<Self, SettingError> {
        let mut spec = PipelineSpec::default();
        for part in Part::whole(text, "pipeline").split(',') {
            spec.take(part)?;
        }
        Ok(spec)
    }

    fn take(&mut self, part: Part<'_>) -> Result<(), SettingError> {
        let (word, number) = match part.split_once('=') {
            Some((word, number)) => (word, Some(number)),
            None => (part, None),
        };
        let lower = word.text.to_ascii_lowercase();
        let named = |(name, _, _): &&(&str, &str, &str)| *name == lower;
        if let (Some(preset), None) = (PIPELINE_PRESETS.iter().find(named), number) {
            *self = PipelineSpec::read(preset.1)?;
            return Ok(());
        }
        let is_counted = matches!(lower.as_str(), "mul" | "div" | "float");
        let cycles = match (number, is_counted) {
            (Some(number), true) => number.number(1..CYCLES)?,
            (Some(number), false) => {
                return Err(number.error(format!("`{}` takes no number", word.text)));
            }
            (None, true) => {
                return Err(word.error(format!("`{}` needs a number: {0}=4", word.text)));
            }
            (None, false) => 1,
        };
        match lower.as_str() {
            "forwarding" => self.forwarding = true,
            "no-forwarding" => self.forwarding = false,
            "branch-id" => self.decides = BranchStage::Id,
            "branch-ex" => self.decides = BranchStage::Ex,
            "not-taken" => self.predicts = Prediction::NotTaken,
            "taken" => self.predicts = Prediction::Taken,
            "stall" => self.predicts = Prediction::Stall,
            "mul" => self.multiply = cycles,
            "div" => self.divide = cycles,
            "float" => self.float = cycles,
            _ => {
                let words = PIPELINE_WORDS.iter().map(SettingRow::word);
                let words = words.chain(PIPELINE_PRESETS.iter().map(|row| row.0));
                return Err(word.unknown("a setting of a pipeline", words));
            }
        }
        Ok(())
    }
}

/// As a heading says it.
impl fmt::Display for PipelineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let forwarding = match self.forwarding {
            true => "forwarding",
            false => "no forwarding",
        };
        let decides = match self.decides {
            BranchStage::Id => "branches decided in ID",
            BranchStage::Ex => "branches decided in EX",
        };
        let predicts = match self.predicts {
            Prediction::NotTaken => "predicted not taken",
            Prediction::Taken => "predicted taken",
            Prediction::Stall => "not predicted",
        };
        write!(f, "{forwarding}, {decides}, {predicts}")?;
        let long = [
            ("mul", self.multiply),
            ("div", self.divide),
            ("float", self.float),
        ];
        for (name, cycles) in long.iter().filter(|(_, cycles)| *cycles > 1) {
            write!(f, ", {name} {cycles} cycles")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let said = match PipelineSpec::read(text) {
            Ok(spec) => spec.to_string(),
            Err(error) => error
                .to_string()
                .lines()
                .take(4)
                .collect::<Vec<_>>()
                .join("|"),
        };
        assert_eq!(said, expect);
    }

    #[test]
    fn settings_are_read() {
        check(
            "ripes",
            "forwarding, branches decided in EX, predicted not taken",
        );
        check(
            "textbook,stall",
            "forwarding, branches decided in ID, not predicted",
        );
        check(
            "no-forwarding,taken,mul=4,div=32",
            "no forwarding, branches decided in EX, predicted taken, mul 4 cycles, div 32 cycles",
        );
    }

    #[test]
    fn mistakes_are_pointed_at() {
        check(
            "forwarding,not-takken",
            "`not-takken` is not a setting of a pipeline; did you mean `not-taken`?||  forwarding,not-takken|             ^^^^^^^^^^",
        );
        check("mul", "`mul` needs a number: mul=4||  mul|  ^^^");
        check("div=0", "`0` is not a number from 1 to 99||  div=0|      ^");
        check("stall=1", "`stall` takes no number||  stall=1|        ^");
        check("", "a setting of a pipeline is missing here||  |  ^");
    }
}
