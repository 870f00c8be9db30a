//! The host of the drop-in command lines: standard streams, files below one directory however
//! their paths are written, and output that can be held back or kept.

use assembler::tidy;
use machine::env::{Answer, Request};
use runtime::Host;
use runtime::files::Files;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use terminal::console::StdHost;

/// Answers the program's requests.
pub(crate) struct FolderHost {
    host: StdHost,
    dir: PathBuf,
    /// Nothing that the program prints is shown.
    quiet: bool,
    /// What the program has printed since this was last taken, if it is wanted.
    pub captured: Option<Vec<u8>>,
    told: bool,
    /// How to choose the directory, for the message about a file outside of it.
    advice: &'static str,
}

impl FolderHost {
    /// A host that reaches files below `dir`. `advice` says how to choose another.
    pub(crate) fn new(dir: &Path, quiet: bool, advice: &'static str) -> io::Result<Self> {
        let dir = dir.canonicalize()?;
        let files = Files::below(&dir)?;
        Ok(FolderHost {
            host: StdHost::new(files),
            dir,
            quiet,
            captured: None,
            told: false,
            advice,
        })
    }

    /// Makes Ctrl-C stop the run.
    pub(crate) fn stop_on_interrupt(&mut self, interrupt: &Arc<AtomicBool>) {
        self.host.stop_on_interrupt(Arc::clone(interrupt));
    }

    /// Opens a file below the working directory, however its path is written.
    fn open(&mut self, request: &Request, path: &[u8]) -> Answer {
        let Request::Open { mode, .. } = request else {
            return Answer::Failed;
        };
        let text = String::from_utf8_lossy(path);
        let whole = tidy(&self.dir.join(&*text));
        let Ok(below) = whole.strip_prefix(&self.dir) else {
            return self.refuse(&text);
        };
        let path = below.to_string_lossy().into_owned().into_bytes();
        let answer = self.host.perform(&Request::Open { path, mode: *mode });
        let leads_out = |real: PathBuf| !real.starts_with(&self.dir);
        if answer == Answer::Failed && whole.canonicalize().is_ok_and(leads_out) {
            return self.refuse(&text);
        }
        answer
    }

    /// Says once that a file was not opened although it may be there.
    fn refuse(&mut self, path: &str) -> Answer {
        if !self.told {
            self.told = true;
            self.flush();
            let path = path.escape_debug();
            let _ = writeln!(
                io::stderr(),
                "File '{path}' was not opened: programs can use files below the working \
                 directory only ({}).",
                self.advice
            );
        }
        Answer::Failed
    }
}

impl Host for FolderHost {
    fn perform(&mut self, request: &Request) -> Answer {
        match request {
            Request::Print { bytes, stream } => {
                if let (Some(captured), 1) = (&mut self.captured, stream) {
                    captured.extend_from_slice(bytes);
                }
                if self.quiet && *stream == 1 {
                    Answer::Done
                } else {
                    self.host.perform(request)
                }
            }
            Request::Open { path, .. } => self.open(request, path),
            _ => self.host.perform(request),
        }
    }

    fn flush(&mut self) {
        self.host.flush();
    }

    fn tick(&mut self) {
        self.host.tick();
    }

    fn output_error(&self) -> Option<io::ErrorKind> {
        self.host.output_error()
    }
}
