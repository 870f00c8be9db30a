//! Owns the rendering for people, in rustc's style, plain or in colour.
//!
//! Order: title, labels (the file of the primary label first), trail, notes, help, patch.
//! Source text and messages pass through `excerpt` and `clean` before `annotate-snippets` sees
//! them, so that it only gets small, harmless and valid input.

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Patch as Change, Renderer, Snippet,
};

use crate::clean::{self, MARK};
use crate::diagnostic::{Diagnostic, Label, Patch, Severity};
use crate::excerpt::{Excerpt, Place, SPREAD};
use crate::source::{SourceMap, Span};

/// More labels than this help nobody; the rest is counted.
const LABEL_LIMIT: usize = 24;
/// Of a long trail the steps nearest to the fault are shown, …
const TRAIL_HEAD: usize = 6;
/// … and those where it began.
const TRAIL_TAIL: usize = 2;
/// In a narrower terminal than this, nothing readable would be left of the source.
const MIN_WIDTH: usize = 40;

/// How to render.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RenderOptions {
    /// Whether to use ANSI colours; without, there are no escape codes at all.
    pub color: bool,
    /// Width of the terminal, to which source lines are cut; 140 if not known.
    pub width: Option<usize>,
}

/// Renders a diagnostic for people. Ends with a newline.
#[must_use]
pub fn render(map: &SourceMap, d: &Diagnostic, o: &RenderOptions) -> String {
    let mut report = Report {
        map,
        origins: Vec::new(),
    };
    let groups = report.groups(d);
    let mut out = fill_origins(&renderer(o).render(&groups), &report.origins);
    out.push('\n');
    out
}

fn renderer(o: &RenderOptions) -> Renderer {
    let renderer = if o.color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    match o.width {
        Some(width) => renderer.term_width(width.max(MIN_WIDTH)),
        None => renderer,
    }
}

/// Collects the parts of one message.
struct Report<'a> {
    map: &'a SourceMap,
    /// `name:line:column` of each snippet, in the order of the placeholders in their paths.
    ///
    /// The renderer works out positions itself, but it sees only a cleaned excerpt, where the
    /// columns are not those of the file.
    origins: Vec<String>,
}

/// Labels that share one snippet.
struct Cluster<'a> {
    places: Vec<Place>,
    labels: Vec<&'a Label>,
}

impl Report<'_> {
    fn groups(&mut self, d: &Diagnostic) -> Vec<Group<'static>> {
        let title = level(d.severity)
            .primary_title(clean::line(&d.title))
            .id(clean::line(d.code.0));
        let suggestion = d.patch.as_ref().map(|p| Suggestion::new(self.map, d, p));
        let main = Group::with_title(title)
            .elements(self.label_snippets(&d.labels))
            .elements(self.trail_snippets(&d.trail))
            .elements(messages(d, suggestion.as_ref()));
        let mut groups = vec![main];
        groups.extend(suggestion.and_then(|s| self.suggestion_group(d, s)));
        groups
    }

    fn label_snippets(&mut self, labels: &[Label]) -> Vec<Element<'static>> {
        let primary_first = labels
            .iter()
            .filter(|l| l.primary)
            .chain(labels.iter().filter(|l| !l.primary));
        let mut clusters: Vec<Cluster<'_>> = Vec::new();
        for label in primary_first.take(LABEL_LIMIT) {
            let place = Place::new(self.map, label.span);
            match clusters.iter_mut().find(|c| c.takes(&place)) {
                Some(cluster) => cluster.push(place, label),
                None => clusters.push(Cluster::new(place, label)),
            }
        }
        clusters.iter().map(|c| self.snippet(c)).collect()
    }

    fn trail_snippets(&mut self, trail: &[Label]) -> Vec<Element<'static>> {
        let steps = trail.iter().enumerate();
        steps
            .filter(|(index, _)| is_shown_step(*index, trail.len()))
            .map(|(_, step)| {
                let place = Place::new(self.map, step.span);
                self.snippet(&Cluster::new(place, step))
            })
            .collect()
    }

    fn snippet(&mut self, cluster: &Cluster<'_>) -> Element<'static> {
        let excerpt = Excerpt::new(self.map, &cluster.places);
        let span = cluster.labels.first().map(|l| l.span);
        let path = span.map(|span| self.path(span));
        let annotations = cluster.places.iter().zip(&cluster.labels).map(|(p, l)| {
            let range = excerpt.range(self.map, p);
            kind(l).span(range).label(label_text(l))
        });
        let annotations: Vec<Annotation<'static>> = annotations.collect();
        Snippet::source(excerpt.text)
            .line_start(excerpt.first_line as usize)
            .path(path)
            .annotations(annotations)
            .into()
    }

    fn suggestion_group(&mut self, d: &Diagnostic, s: Suggestion) -> Option<Group<'static>> {
        let Shape::Change { excerpt, change } = s.shape else {
            return None;
        };
        // With the path of the first snippet, the renderer knows not to repeat the file's name.
        let same_file = d.primary_span().map(|p| p.file) == Some(s.span.file);
        let path = if same_file && !self.origins.is_empty() {
            placeholder(0)
        } else {
            self.path(s.span)
        };
        let snippet = Snippet::source(excerpt.text)
            .line_start(excerpt.first_line as usize)
            .path(path)
            .patch(change);
        let title = Level::HELP.secondary_title(s.title);
        Some(Group::with_title(title).element(snippet))
    }

    /// Notes a place and returns the path that stands for it.
    fn path(&mut self, span: Span) -> String {
        let position = self.map.position(span.file, span.start);
        let name = clean::line(self.map.name(span.file));
        let origin = format!("{name}:{}:{}", position.line, position.column);
        self.origins.push(origin);
        placeholder(self.origins.len() - 1)
    }
}

impl<'a> Cluster<'a> {
    fn new(place: Place, label: &'a Label) -> Self {
        Self {
            places: vec![place],
            labels: vec![label],
        }
    }

    fn push(&mut self, place: Place, label: &'a Label) {
        self.places.push(place);
        self.labels.push(label);
    }

    fn takes(&self, place: &Place) -> bool {
        self.places.first().is_some_and(|first| {
            first.file == place.file && first.distance(place.first_line) <= SPREAD
        })
    }
}

/// A patch made ready to be shown.
struct Suggestion {
    title: String,
    span: Span,
    shape: Shape,
}

enum Shape {
    /// As a change of the source line.
    Change {
        excerpt: Excerpt,
        change: Change<'static>,
    },
    /// As a sentence, because the window of the line does not hold all of the place.
    Sentence,
}

impl Suggestion {
    fn new(map: &SourceMap, d: &Diagnostic, patch: &Patch) -> Self {
        let place = Place::new(map, patch.span);
        let excerpt = Excerpt::new(map, &[place]);
        let shape = if excerpt.shows_whole(&place) {
            let range = excerpt.range(map, &place);
            let change = Change::new(range, replacement(map, patch));
            Shape::Change { excerpt, change }
        } else {
            Shape::Sentence
        };
        let default = || default_title(patch).to_owned();
        Self {
            title: d.help.last().map_or_else(default, |t| clean::paragraph(t)),
            span: patch.span,
            shape,
        }
    }
}

/// A place leaves out the newline at its end, so what replaces it must do the same.
fn replacement(map: &SourceMap, patch: &Patch) -> String {
    let text = patch.replacement.as_str();
    let whole_lines = map.slice(patch.span).ends_with('\n');
    let kept = text.strip_suffix('\n').filter(|_| whole_lines);
    clean::paragraph(kept.unwrap_or(text))
}

fn default_title(patch: &Patch) -> &'static str {
    if patch.replacement.is_empty() {
        "remove this"
    } else if patch.span.is_empty() {
        "insert this"
    } else {
        "write this instead"
    }
}

/// The lines `= note:` and `= help:`. The last help text is not among them if it is the heading
/// of a suggestion.
fn messages(d: &Diagnostic, suggestion: Option<&Suggestion>) -> Vec<Element<'static>> {
    let mut notes: Vec<String> = Vec::new();
    notes.extend(left_out(d.trail.len(), TRAIL_HEAD + TRAIL_TAIL, "step"));
    notes.extend(left_out(d.labels.len(), LABEL_LIMIT, "place"));
    notes.extend(d.notes.iter().map(|n| clean::paragraph(n)));
    let mut help: Vec<String> = d.help.iter().map(|h| clean::paragraph(h)).collect();
    match suggestion.map(|s| &s.shape) {
        Some(Shape::Change { .. }) => drop(help.pop()),
        Some(Shape::Sentence) => help.extend(d.patch.as_ref().map(sentence)),
        None => {}
    }
    let notes = notes.into_iter().map(|n| Level::NOTE.message(n).into());
    let help = help.into_iter().map(|h| Level::HELP.message(h).into());
    notes.chain(help).collect()
}

fn left_out(count: usize, shown: usize, what: &str) -> Option<String> {
    match count.saturating_sub(shown) {
        0 => None,
        1 => Some(format!("1 more {what} is not shown")),
        more => Some(format!("{more} more {what}s are not shown")),
    }
}

fn sentence(patch: &Patch) -> String {
    let title = default_title(patch);
    let text = clean::line(&patch.replacement);
    if text.is_empty() {
        title.to_owned()
    } else {
        format!("{title}: `{text}`")
    }
}

fn is_shown_step(index: usize, count: usize) -> bool {
    index < TRAIL_HEAD || index + TRAIL_TAIL >= count
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

fn kind(label: &Label) -> AnnotationKind {
    if label.primary {
        AnnotationKind::Primary
    } else {
        AnnotationKind::Context
    }
}

fn label_text(label: &Label) -> Option<String> {
    (!label.text.is_empty()).then(|| clean::line(&label.text))
}

fn placeholder(index: usize) -> String {
    format!("{MARK}{index}")
}

/// Puts the true origins where the renderer wrote a placeholder and its own idea of a position.
fn fill_origins(rendered: &str, origins: &[String]) -> String {
    let mut pieces = rendered.split(MARK);
    let mut out = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
        let index = piece.split(|c: char| !c.is_ascii_digit()).next();
        let index: Option<usize> = index.and_then(|digits| digits.parse().ok());
        out.push_str(index.and_then(|i| origins.get(i)).map_or("", |o| o));
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests;
