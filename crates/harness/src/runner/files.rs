//! The files of one test, read: rules, expected output, input and arguments.

use super::picture::unreadable;
use super::{Job, RunOptions};
use crate::codes;
use crate::course::read_overrides;
use crate::settings::{ExitRule, Settings};
use assembler::FileSource;
use assembler::error::LoadFailure;
use diag::{Diagnostic, Severity, SourceMap};
use machine::screen::Picture;

/// What the names of tests end with that check the calling convention.
const CHECKED: &str = "_cc";
/// The largest file of a test that is read.
pub(super) const LARGEST: u64 = 64 << 20;

/// What a test says about itself.
pub(super) struct TestFiles {
    pub(super) settings: Settings,
    /// The most instructions, if the test's own file says so.
    pub(super) max_steps: Option<u64>,
    pub(super) expected: Option<Vec<u8>>,
    /// The last picture, if that counts and is there.
    pub(super) picture: Option<Picture>,
    pub(super) input: Vec<u8>,
    /// Its arguments, without its own name.
    pub(super) args: Vec<Vec<u8>>,
    /// Why the test cannot be carried out.
    pub(super) wrong: Vec<Diagnostic>,
    pub(super) sources: SourceMap,
}

impl TestFiles {
    /// Reads the files beside a test's source.
    pub(super) fn read(job: &Job<'_>, options: &RunOptions, source: &dyn FileSource) -> Self {
        let mut files = TestFiles {
            settings: Settings::default(),
            max_steps: None,
            expected: None,
            picture: None,
            input: Vec::new(),
            args: Vec::new(),
            wrong: Vec::new(),
            sources: SourceMap::default(),
        };
        let reader = Reader {
            job,
            options,
            source,
        };
        job.project.course.tests.apply(&mut files.settings);
        if job.test.name.ends_with(CHECKED) {
            files.settings.check = true;
        }
        files.expected = files.kept(reader.bytes("ref"));
        files.input = files.kept(reader.bytes("in")).unwrap_or_default();
        let args = files.kept(reader.bytes("args")).unwrap_or_default();
        files.args = lines(&args).map(<[u8]>::to_vec).collect();
        files.read_code(&reader);
        files.read_options(&reader);
        files.read_settings(&reader);
        files.read_picture(&reader);
        options.overrides.apply(&mut files.settings);
        files.settings.check |= options.check;
        files
    }

    /// Whether the test cannot be carried out.
    pub(super) fn is_wrong(&self) -> bool {
        self.wrong.iter().any(|d| d.severity == Severity::Error)
    }

    /// What was read, if it was; a failure is kept as a message.
    fn kept<T>(&mut self, read: Result<Option<T>, Box<Diagnostic>>) -> Option<T> {
        read.unwrap_or_else(|wrong| {
            self.wrong.push(*wrong);
            None
        })
    }

    /// `NAME.png`: the last picture.
    fn read_picture(&mut self, reader: &Reader<'_>) {
        let Some(bytes) = self.kept(reader.bytes("png")) else {
            return;
        };
        match frames::png::decode(&bytes) {
            Ok(picture) => self.picture = Some(picture),
            Err(why) => self.wrong.push(unreadable(&reader.shown("png"), &why)),
        }
    }

    /// `NAME.code`: the exit code.
    fn read_code(&mut self, reader: &Reader<'_>) {
        let Some(bytes) = self.kept(reader.bytes("code")) else {
            return;
        };
        match String::from_utf8_lossy(&bytes).trim().parse() {
            Ok(code) => self.settings.exit = ExitRule::Code(code),
            Err(_) => {
                let title = format!("`{}` is not an exit code", reader.shown("code"));
                let wrong = Diagnostic::error(codes::UNREADABLE, title);
                self.wrong
                    .push(wrong.help("the file must contain one whole number, such as 0 or 255"));
            }
        }
    }

    /// `NAME.options`: options as for `jal run`, one a line, as far as they are rules of a test.
    fn read_options(&mut self, reader: &Reader<'_>) {
        let Some(bytes) = self.kept(reader.bytes("options")) else {
            return;
        };
        let text = String::from_utf8_lossy(&bytes);
        for option in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let known = match option.split_once(['=', ' ']) {
                Some(("--seed", seed)) => {
                    let seed = seed.trim().parse::<i64>();
                    seed.map(|seed| self.settings.seed = seed as u64).is_ok()
                }
                Some(("--files", _)) => {
                    self.settings.files = true;
                    true
                }
                None if option == "--check" => {
                    self.settings.check = true;
                    true
                }
                // Time is always virtual in tests.
                None => option == "--virtual-time",
                Some(_) => false,
            };
            if !known {
                let title = format!(
                    "`{}` has the option `{option}`, which tests do not have",
                    reader.shown("options")
                );
                let wrong = Diagnostic::error(codes::UNREADABLE, title);
                self.wrong.push(wrong.help(format!(
                    "put limits, the seed and so on into `{}`, as keys",
                    reader.shown("toml")
                )));
            }
        }
    }

    /// `NAME.toml`: rules of this test alone.
    fn read_settings(&mut self, reader: &Reader<'_>) {
        let Some(bytes) = self.kept(reader.bytes("toml")) else {
            return;
        };
        let text = String::from_utf8_lossy(&bytes);
        let name = reader.shown("toml");
        let overrides = read_overrides(&name, &text, &mut self.sources, &mut self.wrong);
        overrides.apply(&mut self.settings);
        self.max_steps = overrides.max_steps;
    }
}

/// Reads files beside a test's source.
struct Reader<'a> {
    job: &'a Job<'a>,
    options: &'a RunOptions,
    source: &'a dyn FileSource,
}

impl Reader<'_> {
    /// The file's path as shown to people.
    fn shown(&self, ending: &str) -> String {
        self.job.test.beside(ending).display().to_string()
    }

    /// The contents of a file; nothing if it is not there.
    fn bytes(&self, ending: &str) -> Result<Option<Vec<u8>>, Box<Diagnostic>> {
        let test = &self.job.test;
        // What is not in the listing of the folder is not there: no need to ask the disk.
        if let Some(folder) = self.job.project.folder(&test.folder)
            && test.source.parent() == Some(&folder.path)
            && !folder.files.contains(&format!("{}.{ending}", test.name))
        {
            return Ok(None);
        }
        let path = self.options.here.join(test.beside(ending));
        match self.source.read(&path, None, LARGEST) {
            Ok(file) => Ok(Some(file.text.to_vec())),
            Err(LoadFailure::NotFound) => Ok(None),
            Err(error) => {
                let title = format!("cannot read `{}`: {error}", self.shown(ending));
                Err(Box::new(Diagnostic::error(codes::UNREADABLE, title)))
            }
        }
    }
}

/// The lines of a text, whichever way they end.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let lines = (!text.is_empty()).then(|| text.split(|byte| *byte == b'\n'));
    lines
        .into_iter()
        .flatten()
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}
