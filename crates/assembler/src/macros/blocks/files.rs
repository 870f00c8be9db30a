//! `.include` and `.incbin`.

use std::fmt::Write;

use diag::Span;

use crate::macros::blocks::call::arguments;
use crate::macros::blocks::{BlockInput, BlockLine, Blocks, Places};
use crate::macros::origin::{ExpansionCause, FrameId};
use crate::messages::error::AsmError;

/// How many bytes one `.incbin` may store.
const MOST_BYTES: usize = 16 << 20;

impl Blocks<'_> {
    pub(super) fn include(&mut self, line: BlockLine<'_>, frame: FrameId, depth: usize) {
        let Some(path) = self.path(line, frame) else {
            return;
        };
        let limits = self.includes.limits();
        let limit = |what, limit| AsmError::SourceLimit { what, limit };
        self.included += 1;
        let error = if self.included > limits.max_files {
            Some(limit("included files", limits.max_files as u64))
        } else if self.files.len() > limits.max_import_depth.min(super::MAX_DEPTH) {
            Some(limit(
                "levels of includes",
                limits.max_import_depth.min(super::MAX_DEPTH) as u64,
            ))
        } else {
            None
        };
        if let Some(error) = error {
            return self.error(error, line.place, frame);
        }
        let Some(importer) = self.files.last().cloned() else {
            return;
        };
        let file = match self.includes.include(&path, &importer) {
            Ok(file) => file,
            Err(error) => return self.error(error, line.place, frame),
        };
        if self.files.iter().any(|open| open.key == file.key) {
            return self.error(AsmError::IncludeLoop { path }, line.place, frame);
        }
        self.charge(file.text.len());
        if self.full {
            return self.limit(line.place, frame);
        }
        let frames = &mut self.out.origins.frames;
        let frame = frames.push(frame, line.place, ExpansionCause::Include);
        let (text, places) = (file.text.clone(), Places::File(file.id));
        self.files.push(file);
        let input = BlockInput {
            text: &text,
            places: &places,
        };
        self.run(input, frame, depth + 1);
        self.files.pop();
    }

    /// The path that is written between quotation marks.
    fn path(&mut self, line: BlockLine<'_>, frame: FrameId) -> Option<String> {
        let text = arguments(line.rest).into_iter().next().map(|path| path.raw);
        let path = text
            .as_deref()
            .and_then(|text| text.strip_prefix('"')?.strip_suffix('"'));
        match path {
            Some(path) => Some(path.to_owned()),
            None => {
                let text = text.unwrap_or_default();
                self.error(AsmError::BadString { text }, line.place, frame);
                None
            }
        }
    }

    /// Stores the bytes of a file, as a string with an escape sequence for each.
    pub(super) fn binary(&mut self, line: BlockLine<'_>, frame: FrameId) {
        let (Some(path), Some(importer)) = (self.path(line, frame), self.files.last().cloned())
        else {
            return;
        };
        let bytes = match self.includes.bytes(&path, &importer) {
            Ok(bytes) => bytes,
            Err(error) => return self.error(error, line.place, frame),
        };
        let numbers: Vec<String> = arguments(line.rest).into_iter().map(|a| a.value).collect();
        let number = |index: usize| {
            let text = numbers.get(index).filter(|text| !text.is_empty())?;
            Some((text.clone(), self.number(text)))
        };
        let (skip, count) = (number(1), number(2));
        for (text, value) in skip.iter().chain(&count) {
            if value.is_none() {
                return self.not_constant(text, line.place, frame);
            }
        }
        let amount = |value: Option<(String, Option<i64>)>, usual: usize| {
            let value = value.and_then(|(_, value)| value);
            value.map_or(usual, |value| usize::try_from(value).unwrap_or(0))
        };
        let rest = bytes.get(amount(skip, 0)..).unwrap_or(&[]);
        let count = amount(count, rest.len());
        let bytes = rest.get(..count).unwrap_or(rest);
        if bytes.len() > MOST_BYTES {
            let (what, limit) = ("bytes of a file", MOST_BYTES as u64);
            return self.error(AsmError::SourceLimit { what, limit }, line.place, frame);
        }
        self.write_bytes(bytes, line.place, frame);
    }

    fn write_bytes(&mut self, bytes: &[u8], place: Span, frame: FrameId) {
        let at = self.out.text.len() as u32;
        self.out.text.push_str(".ascii \"");
        for byte in bytes {
            let _ = write!(self.out.text, "\\{byte:03o}");
        }
        self.out.text.push('"');
        let len = self.out.text.len() as u32 - at;
        self.out.origins.push(at, len, place, frame);
        self.out.text.push('\n');
        self.charge(bytes.len() * 4);
    }
}
