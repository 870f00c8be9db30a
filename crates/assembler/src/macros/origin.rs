//! Where the pieces of an expanded text come from.
//!
//! The expander writes a text without macros, includes and `.eqv`; all later stages read that
//! text, and their spans point into it. Before people see a span, it goes back to the source
//! through [`Origins`], together with the calls and includes that led to it.

use diag::{Diagnostic, FileId, Span};

/// One reason why text stands where it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpansionFrame {
    /// The frame of the call itself.
    parent: FrameId,
    /// The call or the `.include`, in the source.
    call: Span,
    cause: ExpansionCause,
}

/// Why there is a [`ExpansionFrame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpansionCause {
    /// A macro was called.
    Macro,
    /// A file was included.
    Include,
}

/// Which [`ExpansionFrame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameId(u32);

impl FrameId {
    /// What stands in the main file itself.
    pub(crate) const MAIN: FrameId = FrameId(u32::MAX);
}

/// The frames of one expanded text.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExpansionFrames(Vec<ExpansionFrame>);

impl ExpansionCause {
    /// What people read at the place where it happened.
    pub const fn words(self) -> &'static str {
        match self {
            ExpansionCause::Macro => "expanded from here",
            ExpansionCause::Include => "included here",
        }
    }
}

/// Steps that led to a place, nearest first: the place of each and what happened there.
pub(crate) type Trail = Vec<(Span, ExpansionCause)>;

impl ExpansionFrames {
    /// Adds a frame for text that stands at `call`.
    pub(crate) fn push(&mut self, parent: FrameId, call: Span, cause: ExpansionCause) -> FrameId {
        let id = FrameId(self.0.len() as u32);
        self.0.push(ExpansionFrame {
            parent,
            call,
            cause,
        });
        id
    }

    /// How a frame came about, nearest first.
    pub(crate) fn trail(&self, frame: FrameId) -> Trail {
        let mut trail = Trail::new();
        let mut next = self.0.get(frame.0 as usize);
        while let Some(frame) = next {
            trail.push((frame.call, frame.cause));
            next = self.0.get(frame.parent.0 as usize);
        }
        trail
    }
}

/// A run of expanded text.
#[derive(Clone, Copy, Debug)]
struct Piece {
    at: u32,
    len: u32,
    source: Span,
    frame: FrameId,
}

impl Piece {
    /// Whether it is a copy, so that every byte has its own place.
    fn is_copy(&self) -> bool {
        self.len == self.source.len()
    }

    fn end(&self) -> u32 {
        self.at + self.len
    }
}

/// The sources of one expanded text, by ascending offset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    pieces: Vec<Piece>,
    /// How the pieces got there.
    pub frames: ExpansionFrames,
}

impl Origins {
    /// No text yet, with the frames of its includes.
    pub(crate) fn new(frames: ExpansionFrames) -> Self {
        Origins {
            pieces: Vec::new(),
            frames,
        }
    }

    /// Notes that `len` bytes at offset `at`, behind all others, come from `source`.
    pub(crate) fn push(&mut self, at: u32, len: u32, source: Span, frame: FrameId) {
        let piece = Piece {
            at,
            len,
            source,
            frame,
        };
        if let Some(last) = self.pieces.last_mut()
            && last.is_copy()
            && piece.is_copy()
            && last.frame == frame
            && last.source.file == source.file
            && last.source.end == source.start
            && last.end() == at
        {
            last.len += len;
            last.source.end = source.end;
            return;
        }
        self.pieces.push(piece);
    }

    /// Drops all pieces but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.pieces.truncate(len);
    }

    /// How many pieces there are.
    pub(crate) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The source of a span of the expanded text.
    pub(crate) fn source(&self, span: Span) -> Option<(Span, FrameId)> {
        let first = self.piece(span.start)?;
        let start = match first.is_copy() {
            true => (first.source.start + (span.start - first.at)).min(first.source.end),
            false => first.source.start,
        };
        let last = self.piece(span.end.saturating_sub(1).max(span.start))?;
        let end = match last.is_copy() {
            true => (last.source.start + (span.end - last.at)).min(last.source.end),
            false => last.source.end,
        };
        let file = first.source.file;
        let end = if last.source.file == file {
            end
        } else {
            first.source.end
        };
        Some((Span::new(file, start, end.max(start)), first.frame))
    }

    /// The last piece that begins at or before an offset.
    fn piece(&self, offset: u32) -> Option<&Piece> {
        let after = self.pieces.partition_point(|p| p.at <= offset);
        self.pieces.get(after.checked_sub(1)?)
    }
}

/// The expanded texts of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expansions(Vec<(FileId, Origins)>);

impl Expansions {
    /// Adds the origins of the expanded text `file`.
    pub(crate) fn push(&mut self, file: FileId, origins: Origins) {
        self.0.push((file, origins));
    }

    /// The place in the source of a piece of expanded text, and the way to it.
    pub(crate) fn find(&self, span: Span) -> Option<(Span, Trail)> {
        let (_, origins) = self.0.iter().find(|(file, _)| *file == span.file)?;
        let (source, frame) = origins.source(span)?;
        Some((source, origins.frames.trail(frame)))
    }

    /// The span as people know it.
    pub(crate) fn source(&self, span: Span) -> Span {
        let found = self.0.iter().find(|(file, _)| *file == span.file);
        let source = found.and_then(|(_, origins)| origins.source(span));
        source.map_or(span, |(source, _)| source)
    }

    /// Makes a diagnostic speak of the source, and of the way to the expanded text.
    /// `same` says whether two places have the same text.
    pub(crate) fn place(&self, mut d: Diagnostic, same: impl Fn(Span, Span) -> bool) -> Diagnostic {
        let way = d.primary_span().and_then(|span| self.find(span));
        for label in d.labels.iter_mut().chain(&mut d.trail) {
            label.span = self.source(label.span);
        }
        for (span, cause) in way.into_iter().flat_map(|(_, trail)| trail) {
            d = d.trail(span, cause.words());
        }
        // What a macro put there cannot be corrected in one place.
        d.patch = d.patch.take().and_then(|mut patch| {
            let source = self.source(patch.span);
            let fits = source == patch.span || same(source, patch.span);
            patch.span = source;
            fits.then_some(patch)
        });
        d
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceMap;

    #[test]
    fn spans_go_back_to_their_source() {
        let mut map = SourceMap::default();
        let (main, other) = (map.add("a", "0123456789"), map.add("b", ""));
        let mut origins = Origins::default();
        let span = |start, end| Span::new(main, start, end);
        origins.push(0, 4, span(0, 4), FrameId::MAIN);
        origins.push(4, 3, span(4, 7), FrameId::MAIN);
        let frame = origins
            .frames
            .push(FrameId::MAIN, span(8, 9), ExpansionCause::Macro);
        origins.push(7, 5, span(2, 4), frame);
        assert_eq!(origins.len(), 2, "copies are joined");
        let source = |start, end| origins.source(Span::new(other, start, end)).map(|s| s.0);
        assert_eq!(source(1, 6), Some(span(1, 6)));
        assert_eq!(source(3, 3), Some(span(3, 3)));
        assert_eq!(source(8, 9), Some(span(2, 4)));
        assert_eq!(source(99, 100), Some(span(2, 4)));
        assert_eq!(Origins::default().source(span(0, 1)), None);
        assert_eq!(
            origins.frames.trail(frame),
            [(span(8, 9), ExpansionCause::Macro)]
        );
    }
}
