//! The rules that a test runs by: those of jal, changed by the course, changed by the test itself.

use crate::boundary::MayExit;
use crate::compare::Compare;
use assembler::SourceLimits;
use keys::forms::{BitsForm, CountForm, SizeForm, TimeForm};
use keys::{KeyPair, Reader, Refused, ValueForm, ValueShape};
use machine::screen::BitmapSetting;
use runtime::{End, Limits};
use std::time::Duration;

/// Bytes that the sources of a test's program may have, and as many what they expand to. Those of a
/// course have a hundred thousand; a submission must not take seconds each time it is assembled.
const MOST_SOURCE: u64 = 8 << 20;

/// How much source a test's program may have.
pub fn source_limits() -> SourceLimits {
    SourceLimits::of_bytes(MOST_SOURCE)
}

/// How a program must end for its test to pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExitRule {
    /// In any way, as long as it ends itself.
    #[default]
    Any,
    /// With this code.
    Code(i32),
    /// With a run-time fault: the test is about that.
    Fault,
}

impl ExitRule {
    /// Whether a program may end so. A code below 256 also stands for what a shell makes of a
    /// larger one, and a negative one for what it makes of that: -1 is 255.
    pub fn accepts(self, end: &End) -> bool {
        match (self, end) {
            (ExitRule::Any, End::Exit(_)) | (ExitRule::Fault, End::Fault(_)) => true,
            (ExitRule::Code(wanted), End::Exit(code)) => {
                let as_seen = u8::try_from(wanted) == Ok(*code as u8);
                let as_negative = i8::try_from(wanted) == Ok(*code as i8);
                wanted == *code || as_seen || as_negative
            }
            _ => false,
        }
    }

    /// What the rule asks for, in words.
    pub fn words(self) -> String {
        match self {
            ExitRule::Code(code) => format!("exit code {code}"),
            ExitRule::Fault => "a run-time fault".to_owned(),
            ExitRule::Any => "any exit code".to_owned(),
        }
    }
}

impl ValueForm for ExitRule {
    type Value = Self;
    const EXPECTS: &'static str = "\"any\", \"zero\", \"fault\" or an exit code";

    fn shape() -> ValueShape {
        ValueShape::Either(vec![
            ValueShape::Words(&["any", "zero", "fault"]),
            i32::shape(),
        ])
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Self, Refused> {
        Ok(match pair.value.get_ref().as_str() {
            Some("any") => ExitRule::Any,
            Some("zero") => ExitRule::Code(0),
            Some("fault") => ExitRule::Fault,
            Some(_) => return Err(Refused::ValueForm),
            None => ExitRule::Code(<i32 as ValueForm>::read(pair, reader)?),
        })
    }
}

/// How a bitmap display is set.
pub struct BitmapForm;

impl ValueForm for BitmapForm {
    type Value = BitmapSetting;
    const EXPECTS: &'static str = "a setting such as \"512x512,unit=8,base=gp\"";

    fn shape() -> ValueShape {
        String::shape()
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<BitmapSetting, Refused> {
        let text = <String as ValueForm>::read(pair, reader)?;
        text.parse().map_err(|_| Refused::ValueForm)
    }
}

/// The rules that a test runs by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What counts in the output.
    pub compare: Compare,
    /// How the program must end.
    pub exit: ExitRule,
    /// Whether the calling convention is checked.
    pub check: bool,
    /// How far the program may go.
    pub limits: Limits,
    /// Files that belong to every test, as patterns from the project's folder; without, they
    /// follow from the folders.
    pub link: Option<Vec<String>>,
    /// Seed of the random numbers that the environment hands out.
    pub seed: u64,
    /// Whether the program may use files, in an empty folder of its own.
    pub files: bool,
    /// Whether the program may change its own instructions; without, it may not if the course says
    /// which files students write: they would change those of the staff.
    pub self_modifying: Option<bool>,
    /// Whether the program may read its own instructions; without, it may not if the course says
    /// which files students write: they could tell the tests apart.
    pub readable_code: Option<bool>,
    /// Which functions that were handed in may end the program.
    pub may_exit: MayExit,
    /// What the test is about, for students who cannot see it.
    pub hint: Option<String>,
    /// The bitmap display, if it is not declared in the source.
    pub bitmap: Option<BitmapSetting>,
    /// Whether there must be a picture to compare with.
    pub picture: bool,
}

impl Settings {
    /// The limits unless told otherwise. A test that needs more is rare, and a program that never
    /// ends must not keep a student waiting.
    pub const LIMITS: Limits = Limits {
        steps: Some(20_000_000),
        output: Some(1 << 20),
        memory: 256 << 20,
        time: Some(Duration::from_secs(10)),
        free_calls: false,
    };
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            compare: Compare::default(),
            exit: ExitRule::default(),
            check: false,
            limits: Settings::LIMITS,
            link: None,
            seed: 0,
            files: false,
            self_modifying: None,
            readable_code: None,
            may_exit: MayExit::None,
            hint: None,
            bitmap: None,
            picture: false,
        }
    }
}

keys::section! {
    /// Changes of the rules, as a course, a test or a command makes them.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Overrides, "a test's settings" {
        /// What counts when the output is compared.
        pub compare: Option<Compare> { default: "\"exact\"" };
        /// How the program must end.
        pub exit: Option<ExitRule> { default: "\"any\"" };
        /// Whether the calling convention is checked.
        pub check: Option<bool> { default: "false" };
        /// The maximum number of instructions.
        pub max_steps: Option<u64> as Option<CountForm> { default: "\"20M\"" };
        /// The maximum number of bytes of output.
        pub max_output: Option<u64> as Option<SizeForm> { default: "\"1M\"" };
        /// The maximum memory.
        pub max_memory: Option<u64> as Option<SizeForm> {
            expects: "a number of bytes such as 4096 or \"64M\"", default: "\"256M\""
        };
        /// The maximum time.
        pub timeout: Option<Duration> as Option<TimeForm> { default: "\"10s\"" };
        /// Files that belong to every test, as patterns relative to the project's folder.
        pub link: Option<Vec<String>> {
            expects: "a list of files such as [\"src/*.asm\"]", default: "found by their names"
        };
        /// The seed for the environment's random numbers.
        pub seed: Option<u64> as Option<BitsForm> { default: "0" };
        /// Whether the program may use files, in an empty folder of its own.
        pub files: Option<bool> { default: "false" };
        /// Whether the program may change its own instructions.
        pub self_modifying: Option<bool> {
            default: "`false` if a task names files, otherwise `true`"
        };
        /// Whether the program may read its own instructions as data.
        pub readable_code: Option<bool> {
            default: "`false` if a task names files, otherwise `true`"
        };
        /// Which handed-in functions may end the program instead of returning: all, or those named.
        pub may_exit: Option<MayExit> { default: "false" };
        /// What the test is about, for students who cannot see it.
        pub hint: Option<String>;
        /// The bitmap display, as `jal run --bitmap` has it.
        pub bitmap: Option<BitmapSetting> as Option<BitmapForm> {
            default: "what `# jal: bitmap` says in the source, or `512x256`"
        };
        /// Whether the last picture must be that of `NAME.png`.
        pub picture: Option<bool> { default: "`true` if there is such a file" };
    }
}

impl Overrides {
    /// Changes `settings`.
    pub fn apply(&self, settings: &mut Settings) {
        fn put<T: Clone>(to: &mut T, from: &Option<T>) {
            if let Some(value) = from {
                to.clone_from(value);
            }
        }
        fn put_some<T: Clone>(to: &mut Option<T>, from: &Option<T>) {
            if from.is_some() {
                to.clone_from(from);
            }
        }
        // All by name: whoever adds a key is told here that it does nothing yet.
        let Overrides {
            compare,
            exit,
            check,
            max_steps,
            max_output,
            max_memory,
            timeout,
            link,
            seed,
            files,
            self_modifying,
            readable_code,
            may_exit,
            hint,
            bitmap,
            picture,
        } = self;
        put(&mut settings.compare, compare);
        put(&mut settings.exit, exit);
        put(&mut settings.check, check);
        put(&mut settings.seed, seed);
        put(&mut settings.files, files);
        put(&mut settings.limits.memory, max_memory);
        put(&mut settings.may_exit, may_exit);
        put_some(&mut settings.self_modifying, self_modifying);
        put_some(&mut settings.readable_code, readable_code);
        put_some(&mut settings.limits.steps, max_steps);
        put_some(&mut settings.limits.output, max_output);
        put_some(&mut settings.limits.time, timeout);
        put_some(&mut settings.hint, hint);
        put_some(&mut settings.bitmap, bitmap);
        put(&mut settings.picture, picture);
        put_some(&mut settings.link, link);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The defaults that documentation and editors show are those that hold.
    #[test]
    fn defaults_are_what_the_rows_say() {
        let rows = Overrides::ROWS.iter();
        let said =
            rows.filter(|row| serde_json::from_str::<serde_json::Value>(row.default).is_ok());
        let text: String = said
            .map(|row| format!("{} = {}\n", row.name, row.default))
            .collect();
        let file = diag::SourceMap::default().add("", "");
        let (mut reader, table) = Reader::open(file, &text);
        let pairs = reader.pairs(&table);
        let defaults = Overrides::read(&mut reader, &pairs);
        assert!(reader.diagnostics.is_empty() && defaults.timeout.is_some());
        let mut settings = Settings::default();
        defaults.apply(&mut settings);
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn exit_codes_are_what_a_shell_sees() {
        let accepts = |wanted, code| ExitRule::Code(wanted).accepts(&End::Exit(code));
        assert!(accepts(0, 0) && accepts(44, 300) && accepts(300, 300));
        assert!(accepts(-1, 255) && accepts(255, -1));
        assert!(!accepts(256, 0) && !accepts(-256, 0) && !accepts(300, 44));
    }
}
