//! `jal lsp`: the language server on standard input and output.

use super::dap::listen;
use crate::error::ExpectedError;
use crate::exit;
use anyhow::anyhow;
use assembler::{FileCache, FileSource, LoadError, RealFile};
use dap::wire;
use lsp::Server;
use serde_json::Value;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Runs the command; the exit code.
pub(super) fn run() -> Result<u8, ExpectedError> {
    let messages = listen(|_| ());
    let mut server = Server::new(Arc::new(DiskFiles));
    while !server.is_done() {
        // Whoever does not speak any more does not want to hear anything either.
        let Ok(first) = messages.recv() else {
            break;
        };
        // Who types fast sends many changes: only the last text is looked at.
        let mut together = vec![first];
        together.extend(messages.try_iter());
        let garbled = together.iter().any(Result::is_err);
        let together: Vec<Value> = together.into_iter().flatten().collect();
        let mut out = io::stdout().lock();
        for answer in server.handle_all(&together) {
            out.write_all(&wire::bytes(&answer))?;
        }
        out.flush()?;
        if garbled {
            let what = "standard input is not a message of the language server protocol";
            let why = anyhow!("{what}: `jal lsp` is started by an editor");
            return Err(ExpectedError::Broken(why));
        }
    }
    // The protocol wants 1 after an exit without warning.
    Ok(match server.is_done() && !server.is_shut_down() {
        true => exit::FINDINGS,
        false => exit::SUCCESS,
    })
}

/// The files of the disk as they are at the moment.
#[derive(Debug)]
pub(super) struct DiskFiles;

impl FileSource for DiskFiles {
    fn read(&self, path: &Path, importer: Option<&str>, limit: u64) -> Result<RealFile, LoadError> {
        FileCache::default().read(path, importer, limit)
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        FileCache::default().list(folder)
    }
}
