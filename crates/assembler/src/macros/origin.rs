//! Where the pieces of an expanded text come from.
//!
//! The expander writes a text without macros, includes and `.eqv`; all later stages read that
//! text, and their spans point into it. Before people see a span, it goes back to the source
//! through [`Origins`], together with the calls and includes that led to it.

use diag::{Diagnostic, FileId, Patch, Span};

/// One reason why text stands where it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpansionFrame {
    /// The frame of the call itself.
    parent: FrameId,
    /// The call or the `.include`, in the source.
    call: Span,
    cause: ExpansionCause,
    /// How long the way to it is.
    depth: u16,
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
pub(crate) struct ExpansionFrames {
    all: Vec<ExpansionFrame>,
    /// How long the ways to all of them are together.
    steps: usize,
}

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
        let id = FrameId(self.all.len() as u32);
        let before = self
            .all
            .get(parent.0 as usize)
            .map_or(0, |frame| frame.depth);
        let depth = before.saturating_add(1);
        self.steps += usize::from(depth);
        self.all.push(ExpansionFrame {
            parent,
            call,
            cause,
            depth,
        });
        id
    }

    /// How a frame came about, nearest first.
    pub(crate) fn trail(&self, frame: FrameId) -> Trail {
        let mut trail = Trail::new();
        let mut next = self.all.get(frame.0 as usize);
        while let Some(frame) = next {
            trail.push((frame.call, frame.cause));
            next = self.all.get(frame.parent.0 as usize);
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

/// How many pieces are tried before all are searched.
const NEXT_FEW: usize = 8;

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
            && last.source.end <= source.start
            // What is between them is as long as in the source.
            && source.start - last.source.end == at - last.end()
        {
            last.len = at + len - last.at;
            last.source.end = source.end;
            return;
        }
        self.pieces.push(piece);
    }

    /// Drops all pieces but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.pieces.truncate(len);
    }

    /// How many bytes of memory it takes, with the ways that a program has in the end.
    pub(crate) fn memory(&self) -> u64 {
        let ExpansionFrames { all, steps } = &self.frames;
        let pieces = self.pieces.len() * size_of::<Piece>();
        let frames = all.len() * size_of::<ExpansionFrame>();
        (pieces + frames + steps * size_of::<(Span, ExpansionCause)>()) as u64
    }

    /// The source of a span of the expanded text.
    pub(crate) fn source(&self, span: Span) -> Option<(Span, FrameId)> {
        self.source_near(span, &mut 0)
    }

    /// The same, for one span after the other: `near` is where the last one was found.
    fn source_near(&self, span: Span, near: &mut usize) -> Option<(Span, FrameId)> {
        *near = self.index(span.start, *near)?;
        let first = self.pieces.get(*near)?;
        let start = match first.is_copy() {
            true => (first.source.start + (span.start - first.at)).min(first.source.end),
            false => first.source.start,
        };
        let last = self.index(span.end.saturating_sub(1).max(span.start), *near)?;
        let last = self.pieces.get(last)?;
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

    /// The last piece that begins at or before an offset. It is often one of the next few.
    fn index(&self, offset: u32, near: usize) -> Option<usize> {
        let holds = |k: usize| {
            let begins = self.pieces.get(k).is_some_and(|p| p.at <= offset);
            begins && self.pieces.get(k + 1).is_none_or(|next| next.at > offset)
        };
        if let Some(found) = (near..near.saturating_add(NEXT_FEW)).find(|k| holds(*k)) {
            return Some(found);
        }
        self.pieces
            .partition_point(|p| p.at <= offset)
            .checked_sub(1)
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

    /// The sources of one place after the other, and the ways to them.
    pub(crate) fn finder(&self) -> SourceFinder<'_> {
        SourceFinder {
            expansions: self,
            file: 0,
            near: 0,
        }
    }

    /// The span as people know it.
    pub(crate) fn source(&self, span: Span) -> Span {
        let found = self.0.iter().find(|(file, _)| *file == span.file);
        let source = found.and_then(|(_, origins)| origins.source(span));
        source.map_or(span, |(source, _)| source)
    }

    /// Makes a diagnostic speak of the source, and of the way to the expanded text.
    /// `same` says whether two places have the same text.
    pub(crate) fn place(
        &self,
        mut d: Diagnostic,
        same: impl Fn(Span, Span) -> bool + Copy,
    ) -> Diagnostic {
        let way = d.primary_span().and_then(|span| self.find(span));
        for label in d.labels.iter_mut().chain(&mut d.trail) {
            label.span = self.source(label.span);
        }
        for (span, cause) in way.into_iter().flat_map(|(_, trail)| trail) {
            d = d.trail(span, cause.words());
        }
        d.patch = d.patch.take().and_then(|patch| {
            let span = self.patched(patch.span, same)?;
            Some(Patch { span, ..patch })
        });
        d
    }

    /// Where to correct a place of the expanded text. What a macro put there cannot be corrected in
    /// one place. `same` says whether two places have the same text.
    pub(crate) fn patched(&self, span: Span, same: impl Fn(Span, Span) -> bool) -> Option<Span> {
        let source = self.source(span);
        (source == span || same(source, span)).then_some(source)
    }
}

/// Finds the sources of places that come in about the order of the texts.
pub(crate) struct SourceFinder<'a> {
    expansions: &'a Expansions,
    /// The text that the last place was in, and the piece of it.
    file: usize,
    near: usize,
}

impl<'a> SourceFinder<'a> {
    /// The source of a place in an expanded text, and the frame it is in.
    pub(crate) fn find(&mut self, span: Span) -> Option<(Span, ExpansionPlace<'a>)> {
        let texts = &self.expansions.0;
        if texts
            .get(self.file)
            .is_none_or(|(file, _)| *file != span.file)
        {
            self.file = texts.iter().position(|(file, _)| *file == span.file)?;
            self.near = 0;
        }
        let (file, origins) = texts.get(self.file)?;
        let (source, frame) = origins.source_near(span, &mut self.near)?;
        let frames = &origins.frames;
        let file = *file;
        let place = ExpansionPlace {
            file,
            frame,
            frames,
        };
        Some((source, place))
    }
}

/// How a place of an expanded text came about.
#[derive(Clone, Copy)]
pub(crate) struct ExpansionPlace<'a> {
    file: FileId,
    frame: FrameId,
    frames: &'a ExpansionFrames,
}

impl ExpansionPlace<'_> {
    /// What tells it from others.
    pub(crate) fn key(self) -> (FileId, FrameId) {
        (self.file, self.frame)
    }

    /// The way to it, nearest first.
    pub(crate) fn trail(self) -> Trail {
        self.frames.trail(self.frame)
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
        assert_eq!(origins.pieces.len(), 2, "copies are joined");
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
