//! Submissions that look alike: groups of them, and a page for each pair with both sources side by
//! side. All of this is for the staff.

use super::page::Pages;
use super::words::{clean, link};
use super::{ReportError, on_all_cores};
use crate::record::Record;
use crate::similarity::{self, Excerpt, FunctionMatch, Prints, Side, SimilarPair, side_by_side};
use crate::store::Store;
use crate::submission::SubmissionFiles;
use minijinja::{Value, context};
use serde::Serialize;

/// The folder of the pages.
pub(super) const FOLDER: &str = "alike";
/// The most files that are named in one line.
const MOST_FILES: usize = 12;

/// Submissions that look alike, by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AlikeGroup {
    /// All of them, in order.
    pub members: Vec<String>,
    /// Pairs that connect them, the most surprising first.
    pub pairs: Vec<Alike>,
}

/// Two submissions that look alike, by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alike {
    /// One of them.
    pub first: String,
    /// The other one.
    pub second: String,
    /// How much of the smaller one is in the other, from 0 to 100.
    pub score: u32,
    /// The files of the first with functions that are in the second.
    pub files: Vec<String>,
    /// These functions.
    pub functions: Vec<String>,
    /// The page with both sources, from the report's folder.
    pub page: String,
}

impl AlikeGroup {
    /// The groups among submissions of these names.
    pub(super) fn of(names: &[String], prints: &[Prints]) -> Vec<Self> {
        let groups = similarity::groups(similarity::pairs(prints), names.len());
        let groups = groups.into_iter().enumerate().map(|(number, group)| {
            let pairs = group.pairs.into_iter().enumerate();
            let pairs = pairs.map(|(k, pair)| {
                let page = format!("{FOLDER}/{}-{}.html", number + 1, k + 1);
                Alike::new(names, pair, page)
            });
            AlikeGroup {
                members: group.members.iter().map(|m| names[*m].clone()).collect(),
                pairs: pairs.collect(),
            }
        });
        groups.collect()
    }

    /// What the table of the class shows of it.
    pub(super) fn shown(&self) -> Value {
        let members = self.members.iter().map(|name| {
            context! { name => clean(name), link => link(name) }
        });
        let pairs = self.pairs.iter().map(|pair| {
            context! {
                first => clean(&pair.first),
                second => clean(&pair.second),
                page => pair.page.as_str(),
                score => pair.score,
                functions => pair.named(),
            }
        });
        context! { members => members.collect::<Vec<_>>(), pairs => pairs.collect::<Vec<_>>() }
    }
}

impl Alike {
    fn new(names: &[String], pair: SimilarPair, page: String) -> Self {
        let mut files: Vec<String> = pair
            .functions
            .iter()
            .map(|(file, _)| file.clone())
            .collect();
        files.dedup();
        Alike {
            first: names[pair.first].clone(),
            second: names[pair.second].clone(),
            score: pair.score,
            files,
            functions: pair.functions.into_iter().map(|(_, name)| name).collect(),
            page,
        }
    }

    /// The other one, if this is one of them.
    pub(super) fn other(&self, name: &str) -> Option<&str> {
        match (self.first == name, self.second == name) {
            (true, _) => Some(&self.second),
            (_, true) => Some(&self.first),
            _ => None,
        }
    }

    /// The functions in one line.
    pub(super) fn named(&self) -> String {
        let some: Vec<String> = self
            .functions
            .iter()
            .take(MOST_FILES)
            .map(|f| clean(f))
            .collect();
        match self.functions.len().saturating_sub(MOST_FILES) {
            0 => some.join(", "),
            more => format!("{} and {more} more", some.join(", ")),
        }
    }
}

/// Writes a page for each pair, in place of those of an earlier report.
pub(super) fn write(
    store: &Store,
    pages: &Pages,
    groups: &[AlikeGroup],
) -> Result<(), ReportError> {
    store.remove_folder(FOLDER)?;
    let pairs: Vec<&Alike> = groups.iter().flat_map(|group| &group.pairs).collect();
    on_all_cores(&pairs, |pairs| write_pairs(store, pages, pairs)).map(|_| ())
}

fn write_pairs(store: &Store, pages: &Pages, pairs: &[&Alike]) -> Result<(), ReportError> {
    // Most pairs of a group have the same first one.
    let mut last: Option<Shown> = None;
    for pair in pairs {
        let known = last.take().filter(|shown| shown.record.name == pair.first);
        let first = match known {
            Some(known) => known,
            None => Shown::read(store, &pair.first)?,
        };
        let second = Shown::read(store, &pair.second)?;
        let matches = side_by_side(&first.side, &second.side);
        let text = pages.pair(pair, &first.record, &matches)?;
        store.write(&pair.page, text.as_bytes())?;
        last = Some(first);
    }
    Ok(())
}

/// A submission of a pair.
struct Shown {
    record: Record,
    side: Side,
}

impl Shown {
    fn read(store: &Store, name: &str) -> Result<Self, ReportError> {
        let mut record = store.record(name)?;
        let sources = std::mem::take(&mut record.sources).into_iter();
        let files: SubmissionFiles = sources
            .map(|(path, text)| (path, text.into_bytes()))
            .collect();
        let side = Side::new(files, &record.prints);
        Ok(Shown { record, side })
    }
}

/// What the page of a pair shows.
pub(super) fn shown(pair: &Alike, first: &Record, matches: &[FunctionMatch]) -> Value {
    let functions = matches.iter().map(|pair| {
        context! { score => pair.score, sides => [excerpt(&pair.first), excerpt(&pair.second)] }
    });
    context! {
        course => first.course.as_str(),
        first => clean(&pair.first),
        second => clean(&pair.second),
        first_link => link(&pair.first),
        second_link => link(&pair.second),
        score => pair.score,
        functions => functions.collect::<Vec<_>>(),
    }
}

fn excerpt(excerpt: &Excerpt) -> Value {
    let lines = excerpt.lines.iter().zip(excerpt.line..);
    let lines = lines.map(|((text, is_shared), number)| {
        let text = text.replace('\t', "    ");
        let text: String = text.chars().map(diag::visible_char).collect();
        context! { number, text, is_shared => *is_shared }
    });
    context! {
        file => clean(&excerpt.file),
        name => clean(&excerpt.name),
        lines => lines.collect::<Vec<_>>(),
    }
}
