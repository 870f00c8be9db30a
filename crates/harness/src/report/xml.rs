//! JUnit XML, suite by suite: what `jal test` and `jal grade` write for servers and learning
//! platforms. Characters that XML cannot hold are left out, and so are colours.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::Duration;

/// What comes after the last suite.
pub const END: &str = "</testsuites>\n";

/// How many tests there are, and how many of them did not pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct XmlCounts {
    tests: usize,
    failures: usize,
    errors: usize,
}

impl XmlCounts {
    /// Counts one test.
    pub fn add(&mut self, status: XmlStatus) {
        self.tests += 1;
        match status {
            XmlStatus::Passed => {}
            XmlStatus::Failure => self.failures += 1,
            XmlStatus::Error => self.errors += 1,
        }
    }

    /// Counts the tests of a suite.
    pub(crate) fn add_suite(&mut self, suite: &XmlSuite) {
        self.tests += suite.counts.tests;
        self.failures += suite.counts.failures;
        self.errors += suite.counts.errors;
    }
}

/// What comes before the first suite.
pub fn head(name: &str, counts: XmlCounts, time: Option<Duration>) -> String {
    let XmlCounts {
        tests,
        failures,
        errors,
    } = counts;
    let name = escaped(name);
    let time = time_attribute(time);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\" tests=\"{tests}\" \
         skipped=\"0\" failures=\"{failures}\" errors=\"{errors}\"{time}>\n"
    )
}

/// What came of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XmlStatus {
    /// All was right.
    Passed,
    /// The wrong thing was done.
    Failure,
    /// Nothing can be said about what is done.
    Error,
}

/// Why a test did not pass.
#[derive(Clone, Debug, Default)]
pub struct XmlReason<'a> {
    /// One line.
    pub message: Cow<'a, str>,
    /// One word, if there is one.
    pub kind: Option<&'static str>,
    /// All that is known.
    pub story: Option<Cow<'a, str>>,
}

/// One test.
#[derive(Clone, Debug)]
pub struct XmlCase<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it belongs to.
    pub class: &'a str,
    /// How long it took, if that is known.
    pub time: Option<Duration>,
    /// Its file, if that is known.
    pub file: Option<Cow<'a, str>>,
    /// Numbers about it.
    pub properties: Vec<(&'static str, u64)>,
    /// What came of it.
    pub status: XmlStatus,
    /// Why it did not pass.
    pub reason: Option<XmlReason<'a>>,
    /// What was printed, if that is to be shown.
    pub output: Option<Cow<'a, str>>,
}

/// Tests that belong together, as they are added.
#[derive(Clone, Debug)]
pub struct XmlSuite {
    name: String,
    time: Option<Duration>,
    counts: XmlCounts,
    cases: String,
}

impl XmlSuite {
    /// A suite without tests.
    pub fn new(name: &str, time: Option<Duration>) -> Self {
        XmlSuite {
            name: escaped(name).into_owned(),
            time,
            counts: XmlCounts::default(),
            cases: String::new(),
        }
    }

    /// Adds a test.
    pub fn add(&mut self, case: &XmlCase<'_>) {
        self.counts.add(case.status);
        let tag = match case.status {
            XmlStatus::Passed => None,
            XmlStatus::Failure => Some("failure"),
            XmlStatus::Error => Some("error"),
        };
        let not_passed = tag.zip(case.reason.as_ref());
        let out = &mut self.cases;
        let (name, class) = (escaped(case.name), escaped(case.class));
        let time = time_attribute(case.time);
        let _ = write!(
            out,
            "        <testcase name=\"{name}\" classname=\"{class}\"{time}"
        );
        if let Some(file) = &case.file {
            let _ = write!(out, " file=\"{}\"", escaped(file));
        }
        if case.properties.is_empty() && not_passed.is_none() && case.output.is_none() {
            out.push_str("/>\n");
            return;
        }
        out.push_str(">\n");
        write_properties(out, &case.properties);
        if let Some((tag, reason)) = not_passed {
            write_reason(out, tag, reason);
        }
        if let Some(output) = &case.output {
            let output = escaped(output);
            let _ = writeln!(out, "            <system-out>{output}</system-out>");
        }
        out.push_str("        </testcase>\n");
    }

    /// The suite as it is in a document.
    pub fn text(&self) -> String {
        let XmlCounts {
            tests,
            failures,
            errors,
        } = self.counts;
        let (name, time) = (&self.name, time_attribute(self.time));
        let head = format!(
            "    <testsuite name=\"{name}\" tests=\"{tests}\" skipped=\"0\" errors=\"{errors}\" \
             failures=\"{failures}\"{time}"
        );
        match self.cases.is_empty() {
            true => format!("{head}/>\n"),
            false => format!("{head}>\n{}    </testsuite>\n", self.cases),
        }
    }
}

fn write_properties(out: &mut String, properties: &[(&str, u64)]) {
    if properties.is_empty() {
        return;
    }
    out.push_str("            <properties>\n");
    for (name, value) in properties {
        let _ = writeln!(
            out,
            "                <property name=\"{name}\" value=\"{value}\"/>"
        );
    }
    out.push_str("            </properties>\n");
}

fn write_reason(out: &mut String, tag: &str, reason: &XmlReason<'_>) {
    let message = escaped(&reason.message);
    let _ = write!(out, "            <{tag} message=\"{message}\"");
    if let Some(kind) = reason.kind {
        let _ = write!(out, " type=\"{kind}\"");
    }
    let _ = match &reason.story {
        Some(story) => writeln!(out, ">{}</{tag}>", escaped(story)),
        None => writeln!(out, "/>"),
    };
}

fn time_attribute(time: Option<Duration>) -> String {
    let time = time.map(|time| format!(" time=\"{:.3}\"", time.as_secs_f64()));
    time.unwrap_or_default()
}

/// Text for XML and HTML: what means something to them is written so that it does not. Colours and
/// characters that XML cannot hold are left out. Text that is fine is not copied.
pub fn escaped(text: &str) -> Cow<'_, str> {
    let is_plain = |byte: &u8| match byte {
        b'\t' | b'\n' | b'\r' => true,
        b'<' | b'>' | b'&' | b'\'' | b'"' | 0..b' ' | 0x7f => false,
        // The only characters beyond ASCII that XML lacks are U+FFFE and U+FFFF.
        _ => *byte != 0xef,
    };
    if text.bytes().all(|byte| is_plain(&byte)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\'' => out.push_str("&apos;"),
            '"' => out.push_str("&quot;"),
            '\u{1b}' => skip_colour(&mut chars),
            '\t' | '\n' | '\r' | ' '..='~' | '\u{80}'..='\u{fffd}' | '\u{10000}'.. => out.push(c),
            _ => {}
        }
    }
    Cow::Owned(out)
}

/// Skips what a terminal takes as a command: `[`, parameters, and a letter.
fn skip_colour(chars: &mut std::str::Chars<'_>) {
    let mut rest = chars.clone();
    if rest.next() != Some('[') {
        return;
    }
    let end = rest.find(|c| !matches!(c, ' '..='?'));
    if end.is_some_and(|c| matches!(c, '@'..='~')) {
        *chars = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_markup_and_nothing_illegal() {
        assert_eq!(escaped("a b\tü\n"), Cow::Borrowed("a b\tü\n"));
        assert_eq!(
            escaped("a\0b\u{ffff}\u{1b}[1;31mc\u{1b}\u{fffd}"),
            "abc\u{fffd}"
        );
        assert_eq!(escaped("<&'\">]]>"), "&lt;&amp;&apos;&quot;&gt;]]&gt;");
        assert_eq!(escaped("\u{1b}[1\n"), "[1\n");
    }

    #[test]
    fn what_is_empty_closes_itself() {
        let mut suite = XmlSuite::new("a", None);
        assert_eq!(
            suite.text(),
            "    <testsuite name=\"a\" tests=\"0\" skipped=\"0\" errors=\"0\" failures=\"0\"/>\n"
        );
        suite.add(&XmlCase {
            name: "t",
            class: "a",
            time: None,
            file: None,
            properties: Vec::new(),
            status: XmlStatus::Passed,
            reason: None,
            output: None,
        });
        assert!(
            suite
                .text()
                .contains("<testcase name=\"t\" classname=\"a\"/>")
        );
    }
}
