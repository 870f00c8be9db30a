//! The program as a file that gdb opens: so it knows labels and lines without being given a file.

use crate::packet::{LONGEST, escaped, hex, number};
use crate::server::GdbServer;

/// The number of the only file.
const FILE: u32 = 3;
/// Nothing of this name.
const NOT_FOUND: &[u8] = b"F-1,2";
/// This cannot be done with files here.
const NOT_ALLOWED: &[u8] = b"F-1,1";

impl GdbServer {
    /// The name under which gdb opens the program.
    pub(crate) fn file_name(&self) -> String {
        let name = &self.program.name;
        match name.starts_with('/') {
            true => name.clone(),
            false => format!("/{name}"),
        }
    }

    /// Answers a request about files.
    pub(crate) fn file(&self, request: &[u8]) -> Vec<u8> {
        let Ok(request) = std::str::from_utf8(request) else {
            return NOT_ALLOWED.to_vec();
        };
        let (verb, rest) = request.split_once(':').unwrap_or((request, ""));
        let mut words = rest.split(',');
        let mut next = || words.next().and_then(number);
        match verb {
            "setfs" => b"F0".to_vec(),
            "open" => {
                let wanted = rest.split(',').next().unwrap_or("");
                match wanted == hex(self.file_name().as_bytes()) && !self.program.elf.is_empty() {
                    true => format!("F{FILE:x}").into_bytes(),
                    false => NOT_FOUND.to_vec(),
                }
            }
            "pread" => match (next(), next(), next()) {
                (Some(FILE), Some(count), Some(offset)) => self.read_file(count, offset),
                _ => NOT_ALLOWED.to_vec(),
            },
            "fstat" if next() == Some(FILE) => self.file_status(),
            "close" if next() == Some(FILE) => b"F0".to_vec(),
            _ => NOT_ALLOWED.to_vec(),
        }
    }

    fn read_file(&self, count: u32, offset: u32) -> Vec<u8> {
        let whole = &self.program.elf;
        let first = whole.len().min(offset as usize);
        let count = (count as usize).min(LONGEST / 4);
        let part = &whole[first..whole.len().min(first + count)];
        let mut said = format!("F{:x};", part.len()).into_bytes();
        said.extend(escaped(part));
        said
    }

    /// The length of the file, in the form that the protocol gives to what `fstat` says.
    fn file_status(&self) -> Vec<u8> {
        const MODE_OF_A_FILE: u32 = 0o100_444;
        let mut status = Vec::new();
        for word in [0, 0, MODE_OF_A_FILE, 1, 0, 0, 0] {
            status.extend(word.to_be_bytes());
        }
        status.extend((self.program.elf.len() as u64).to_be_bytes());
        status.extend(512_u64.to_be_bytes());
        status.extend((self.program.elf.len().div_ceil(512) as u64).to_be_bytes());
        status.extend([0; 12]);
        let mut said = format!("F{:x};", status.len()).into_bytes();
        said.extend(escaped(&status));
        said
    }
}
