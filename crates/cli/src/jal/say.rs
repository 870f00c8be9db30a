//! What `jal` says: diagnostics on standard error, for people or for programs.

use super::args::{Color, MessageArgs, MessageFormat};
use super::devices::RunHost;
use anstream::{AutoStream, ColorChoice, stream::RawStream};
use diag::{Diagnostic, RenderOptions, Severity, SourceMap, render, to_json};
use std::cell::{Cell, RefCell};
use std::io::{self, Write};

impl Color {
    /// Whether what is written to this stream is to be coloured.
    pub(crate) fn is_wanted(self, stream: &impl RawStream) -> bool {
        let wanted = match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => AutoStream::choice(stream) != ColorChoice::Never,
        };
        if wanted {
            platform::enable_colors();
        }
        wanted
    }
}

/// The width of a page on a terminal, if there is one that has room for messages.
pub(crate) fn page_width(columns: Option<usize>) -> Option<usize> {
    columns.filter(|columns| *columns >= 40)
}

/// The width of a page that is not on a terminal.
const WIDE: usize = 100;

/// Says things in the way the user asked for.
pub(crate) struct Voice {
    format: MessageFormat,
    options: RenderOptions,
    /// The last line on the screen is one of the program, and has no end yet.
    line_open: Cell<bool>,
    /// What was said, if it is not to be said on standard error.
    kept: Option<RefCell<String>>,
}

impl Voice {
    /// A voice for these options.
    pub(crate) fn new(args: &MessageArgs) -> Self {
        Voice {
            format: args.message_format,
            options: RenderOptions {
                color: args.color.is_wanted(&io::stderr()),
                width: page_width(platform::columns(io::stderr())),
            },
            line_open: Cell::new(false),
            kept: None,
        }
    }

    /// A voice that is not heard: what it says is kept.
    pub(crate) fn kept() -> Self {
        Voice {
            format: MessageFormat::Human,
            options: RenderOptions::default(),
            line_open: Cell::new(false),
            kept: Some(RefCell::default()),
        }
    }

    /// What was kept.
    pub(crate) fn said(self) -> String {
        self.kept.map(RefCell::into_inner).unwrap_or_default()
    }

    /// What is said next begins on a line of its own, wherever the program has left the screen.
    pub(super) fn follow(&self, host: &dyn RunHost) {
        self.line_open.set(host.is_line_open());
    }

    fn write(&self, text: &str) {
        if let Some(kept) = &self.kept {
            kept.borrow_mut().push_str(text);
            return;
        }
        let mut out = io::stderr();
        // Nobody is left to tell when standard error is closed.
        if self.line_open.take() {
            let _ = writeln!(out);
        }
        let _ = out.write_all(text.as_bytes());
    }

    /// Says one thing.
    pub(crate) fn say(&self, sources: &SourceMap, diagnostic: &Diagnostic) {
        let text = match self.format {
            MessageFormat::Human => render(sources, diagnostic, &self.options),
            MessageFormat::Json => format!("{}\n", to_json(sources, diagnostic)),
        };
        self.write(&text);
    }

    /// Says everything.
    pub(crate) fn say_each(&self, sources: &SourceMap, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            self.say(sources, diagnostic);
            if self.format == MessageFormat::Human {
                self.write("\n");
            }
        }
    }

    /// Says everything, and for people how many errors there were and where to read more.
    pub(crate) fn say_all(&self, sources: &SourceMap, diagnostics: &[Diagnostic], file: &str) {
        self.say_each(sources, diagnostics);
        let errors: Vec<_> = diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .collect();
        // A file that could not be read has no errors in it.
        let in_source = errors.first().filter(|first| !first.labels.is_empty());
        if let (Some(first), MessageFormat::Human) = (in_source, self.format) {
            let unshown = diagnostics.iter().map(|d| d.unshown);
            let (count, is_all) = unshown.fold((errors.len(), true), |(count, is_all), unshown| {
                (count + unshown.errors, is_all && !unshown.more)
            });
            let count = diag::number::count(count as u64, "error");
            let more = if is_all { "" } else { "more than " };
            self.write(&format!(
                "`{file}` has {more}{count}. `jal explain {}` explains the first.\n",
                first.code
            ));
        }
    }

    /// Says how it all ended, to people only: programs count for themselves.
    pub(crate) fn note(&self, text: &str) {
        if self.format == MessageFormat::Human {
            self.write(&format!("{text}\n"));
        }
    }

    /// Says what was seen of a run: to people as a page of a width, to programs as an object with one
    /// key.
    pub(crate) fn view(
        &self,
        key: &str,
        page: impl FnOnce(usize) -> String,
        value: impl FnOnce() -> serde_json::Value,
    ) {
        let text = match self.format {
            MessageFormat::Human => page(self.options.width.unwrap_or(WIDE)),
            MessageFormat::Json => format!("{}\n", serde_json::json!({ key: value() })),
        };
        self.write(&text);
    }

    /// Says something to programs only: people read it elsewhere.
    pub(crate) fn for_programs(&self, key: &str, value: impl FnOnce() -> serde_json::Value) {
        if self.format == MessageFormat::Json {
            self.view(key, |_| String::new(), value);
        }
    }
}

/// Says that `jal` itself could not work.
pub(crate) fn failure(text: &str) {
    let _ = writeln!(io::stderr(), "jal: {text}");
}

/// Something to know that is not a mistake.
#[cfg(feature = "grade")]
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "jal: note: {text}");
}

/// What stands before the number of these diagnostics if there are more than are shown.
pub(crate) fn more_than(diagnostics: &[Diagnostic]) -> &'static str {
    let is_cut = |d: &Diagnostic| d.code == assembler::codes::TOO_MANY;
    match diagnostics.iter().any(is_cut) {
        true => "more than ",
        false => "",
    }
}
