//! Man pages and shell completions of the release files: those that `jal` itself writes.

use crate::archive::Member;
use anyhow::Result;
use cli::jal::pages;

/// A page for `jal` and one for each of its commands.
pub(crate) fn man() -> Result<Vec<Member>> {
    let pages = pages::man_pages()?.into_iter();
    Ok(pages
        .map(|(name, bytes)| Member::text(name, bytes))
        .collect())
}

/// Completions, with the names that each shell looks for.
pub(crate) fn completions() -> Vec<Member> {
    let files = pages::completion_files().into_iter();
    files
        .map(|(name, bytes)| Member::text(name, bytes))
        .collect()
}
