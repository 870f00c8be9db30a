//! Writes the reports of a class from its records: a page for the staff, one for each submission,
//! feedback for each student, and tables for other programs. The same records give the same bytes.

mod alike;
mod class;
mod classroom;
mod gradescope;
mod groups;
mod junit;
mod page;
mod student;
mod table;
#[cfg(test)]
mod tests;
mod words;

pub use alike::{Alike, AlikeGroup};
pub use classroom::classroom;
pub use gradescope::gradescope;

use crate::record::Record;
use crate::store::{self, Store, StoreError, StoredRecord};
use crate::submission::file_name;
use class::Class;
use harness::report::xml::XmlCounts;
use junit::Junit;
use page::Pages;
use std::num::NonZero;
use thiserror::Error;

/// So many records are in memory at once.
const AT_ONCE: usize = 256;
/// A thread is started for no less than this.
const LEAST_FOR_A_THREAD: usize = 4;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum ReportError {
    /// A file cannot be written or read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A page cannot be made.
    #[error("cannot write a page: {0:#}")]
    Page(#[from] minijinja::Error),
    /// The results cannot be written as JSON.
    #[error("the results cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// There is nothing to report.
    #[error("there are no records of submissions")]
    Empty,
}

/// What a class has achieved, in short.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Submissions.
    pub submissions: usize,
    /// How many have which standing, the most first.
    pub standings: Vec<(&'static str, usize)>,
    /// Those on which the grader failed.
    pub errors: usize,
    /// The mean of all scores.
    pub mean: f64,
    /// What all tasks are worth.
    pub points: f64,
    /// Submissions that look like another one.
    pub alike: usize,
    /// How many groups these are.
    pub groups: usize,
    /// Those that the staff should look at.
    pub suspected: usize,
}

/// Writes all reports; results for Gradescope only if these are wanted.
pub fn write(store: &Store, for_gradescope: bool) -> Result<Summary, ReportError> {
    let (alike, counts) = survey(store)?;
    let pages = Pages::new()?;
    alike::write(store, &pages, &alike)?;
    let mut class = Class::new(alike);
    let mut junit = Junit::begin(store, counts)?;
    let mut table = table::Table::default();
    for some in store.stored()?.chunks(AT_ONCE) {
        let written = on_all_cores(some, |some| {
            let records = some.iter().map(|record| {
                let record = record.read()?;
                write_submission(store, &pages, &record, &class, for_gradescope)?;
                Ok(record)
            });
            records.collect::<Result<Vec<Record>, ReportError>>()
        })?;
        for record in written.into_iter().flatten() {
            junit.add(&record)?;
            table.add(&record);
            class.add(record);
        }
    }
    if class.is_empty() {
        return Err(ReportError::Empty);
    }
    store.write("report.html", pages.class(&class)?.as_bytes())?;
    store.write("report.json", &class.json()?)?;
    store.write("scores.csv", table.csv().as_bytes())?;
    junit.finish()?;
    Ok(class.summary())
}

/// What the student sees, as a page.
pub fn student_page(record: &Record) -> Result<String, ReportError> {
    Pages::new()?.student(record)
}

/// What the staff sees of one submission, as a page. Without the class, nothing is said about others.
pub fn staff_page(record: &Record) -> Result<String, ReportError> {
    Pages::new()?.staff(record, &[])
}

/// What the student sees, as Markdown.
pub fn feedback(record: &Record) -> Result<String, ReportError> {
    Pages::new()?.markdown(record)
}

/// Does some work on all of these, a part on each core; what came of the parts, in order.
fn on_all_cores<T: Sync, R: Send>(
    all: &[T],
    work: impl Fn(&[T]) -> Result<R, ReportError> + Sync,
) -> Result<Vec<R>, ReportError> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let size = all.len().div_ceil(cores).max(LEAST_FOR_A_THREAD);
    std::thread::scope(|scope| {
        let parts: Vec<_> = all.chunks(size).collect();
        let (first, others) = parts
            .split_first()
            .map_or((&[][..], &[][..]), |(f, o)| (*f, o));
        let work = &work;
        let others: Vec<_> = others
            .iter()
            .map(|part| scope.spawn(|| work(part)))
            .collect();
        let mut done = vec![work(first)?];
        for other in others {
            let other = other.join();
            done.push(other.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(done)
    })
}

/// Writes what there is about one submission.
fn write_submission(
    store: &Store,
    pages: &Pages,
    record: &Record,
    class: &Class,
    for_gradescope: bool,
) -> Result<(), ReportError> {
    let texts = [
        pages.staff(record, &class.flags(&record.name))?,
        pages.student(record)?,
        pages.markdown(record)?,
    ];
    let paths = store::pages(&file_name(&record.name));
    for (path, text) in paths.iter().zip(texts) {
        store.write(path, text.as_bytes())?;
    }
    let for_it = store::gradescope(&file_name(&record.name));
    // What an earlier run wrote is kept up to date.
    if for_gradescope || store.has_file(&for_it) {
        let text = format!("{:#}\n", gradescope(record));
        store.write(&for_it, text.as_bytes())?;
    }
    Ok(())
}

/// What must be known about all submissions before anything is written about one: which look alike,
/// and how many tests there are.
fn survey(store: &Store) -> Result<(Vec<AlikeGroup>, XmlCounts), ReportError> {
    let (mut names, mut prints) = (Vec::new(), Vec::new());
    let mut counts = XmlCounts::default();
    for some in store.stored()?.chunks(AT_ONCE) {
        let read = |some: &[StoredRecord]| {
            let records = some.iter().map(StoredRecord::read);
            Ok(records.collect::<Result<Vec<Record>, StoreError>>()?)
        };
        for record in on_all_cores(some, read)?.into_iter().flatten() {
            junit::count(&mut counts, &record);
            names.push(record.name);
            prints.push(record.prints);
        }
    }
    Ok((AlikeGroup::of(&names, &prints), counts))
}
