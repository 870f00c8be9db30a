//! From places in requests to places in texts, and back.

use crate::message::{Refusal, text};
use crate::position::TextLines;
use crate::server::Server;
use assembler::outline::ByteRange;
use ide::SourcePlace;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A place that a request is about.
pub(crate) struct AskedPlace {
    pub(crate) path: PathBuf,
    pub(crate) offset: usize,
}

impl Server {
    /// The document that a request is about.
    pub(crate) fn asked_document(&self, params: &Value) -> Result<PathBuf, Refusal> {
        let uri = text(params, "/textDocument/uri").ok_or(Refusal::params("textDocument"))?;
        self.path(uri).ok_or(Refusal::params("textDocument"))
    }

    /// The place that a request is about; nothing if the document is not open.
    pub(crate) fn asked_place(&self, params: &Value) -> Result<Option<AskedPlace>, Refusal> {
        let path = self.asked_document(params)?;
        let position = params.get("position").ok_or(Refusal::params("position"))?;
        let Some(document) = self.workspace.document(&path) else {
            return Ok(None);
        };
        let lines = TextLines::new(&document.text, self.unit);
        let offset = lines
            .offset_of(position)
            .ok_or(Refusal::params("position"))?;
        Ok(Some(AskedPlace { path, offset }))
    }

    /// The part of a document that a request is about.
    pub(crate) fn asked_part(
        &self,
        params: &Value,
    ) -> Result<Option<(PathBuf, ByteRange)>, Refusal> {
        let path = self.asked_document(params)?;
        let range = params.get("range").ok_or(Refusal::params("range"))?;
        let Some(document) = self.workspace.document(&path) else {
            return Ok(None);
        };
        let lines = TextLines::new(&document.text, self.unit);
        let range = lines.range_of(range).ok_or(Refusal::params("range"))?;
        Ok(Some((path, ByteRange::new(range.start, range.end))))
    }

    /// Ranges of a file as the protocol writes them.
    pub(crate) fn ranges(
        &self,
        path: &Path,
        ranges: impl Iterator<Item = ByteRange>,
    ) -> Vec<Value> {
        let text = self.workspace.text(path).unwrap_or_else(|| "".into());
        let lines = TextLines::new(&text, self.unit);
        ranges.map(|range| lines.range(range.range())).collect()
    }

    /// One range of a file.
    pub(crate) fn range(&self, path: &Path, range: ByteRange) -> Value {
        self.ranges(path, std::iter::once(range)).remove(0)
    }

    /// Places with their files.
    pub(crate) fn locations(&self, places: &[SourcePlace]) -> Vec<Value> {
        let mut located = Vec::new();
        for (path, ranges) in by_file(places) {
            let uri = self.uri(path);
            let ranges = self.ranges(path, ranges.into_iter());
            let here = ranges.into_iter();
            located.extend(here.map(|range| json!({ "uri": uri, "range": range })));
        }
        located
    }
}

/// Places by their files, in order.
pub(crate) fn by_file(places: &[SourcePlace]) -> BTreeMap<&Path, Vec<ByteRange>> {
    let mut files: BTreeMap<&Path, Vec<ByteRange>> = BTreeMap::new();
    for place in places {
        files.entry(&place.path).or_default().push(place.at);
    }
    files
}
