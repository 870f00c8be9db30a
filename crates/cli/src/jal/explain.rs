//! `jal explain`: what the tables say about whatever has a name: diagnostic codes, instructions,
//! calls of the environment, registers, directives, views of a run.

mod page;
mod pager;
mod topics;

use super::args::ExplainArgs;
use super::say::page_width;
use crate::error::ExpectedError;
use crate::exit;
use harness::codes::registry;
pub(super) use ide::explain::word;
use ide::explain::{calls, directives, explain, instruction_names, registers, views};
use page::PageStyle;
use runtime::Target;
use std::io::{self, Write as _};

/// Runs the command; the exit code.
pub(super) fn run(args: &ExplainArgs) -> Result<u8, ExpectedError> {
    let Some(what) = args.what.as_deref().map(str::trim) else {
        return show(args, &topics::overview());
    };
    // `jal explain "ecall 4"` means the same as without quotes.
    let (what, which) = match (what.split_once(' '), args.which.as_deref()) {
        (Some((what, which)), None) => (what, Some(which.trim())),
        (_, which) => (what, which),
    };
    if let Some(entry) = registry().explain(what) {
        return show(args, entry.page);
    }
    let machines = match args.isa {
        Some(isa) => vec![isa.target()],
        None => Target::ALL.to_vec(),
    };
    let text = explain(&machines, what, which);
    if !text.is_empty() {
        return show(args, &text);
    }
    if let Some(list) = topics::list(&machines, what).filter(|_| which.is_none()) {
        return show(args, &list);
    }
    Err(ExpectedError::Unknown(unknown(&machines, what, which)))
}

/// Shows a page: as it is to programs, laid out to people.
fn show(args: &ExplainArgs, page: &str) -> Result<u8, ExpectedError> {
    let columns = platform::columns(io::stdout());
    let color = args.color.is_wanted(&io::stdout());
    if columns.is_none() && !color {
        io::stdout().write_all(page.as_bytes())?;
        return Ok(exit::SUCCESS);
    }
    let width = page_width(columns).unwrap_or(WIDEST).min(WIDEST);
    pager::show(&PageStyle { color, width }.render(page))?;
    Ok(exit::SUCCESS)
}

/// Longer lines are hard to read.
const WIDEST: usize = 100;

/// Says that `what` is not known, and what is near it.
fn unknown(machines: &[Target], what: &str, which: Option<&str>) -> String {
    if let Some(which) = which {
        return format!(
            "there is no call `{what} {which}`. `jal explain ecall` and `jal explain syscall` list the calls."
        );
    }
    let mut near: Vec<&str> = registry().similar(what);
    let names = machines.iter().flat_map(|machine| {
        let desc = machine.desc();
        let registers = registers::names(desc);
        let directives = directives::names(*machine);
        instruction_names(desc).chain(registers).chain(directives)
    });
    let names = names.chain(calls::names(machines)).chain(views::names());
    near.extend(diag::similar(what, names));
    let hint = match near.as_slice() {
        [] => String::new(),
        near => format!(" Similar: {}.", near.join(", ")),
    };
    format!("nothing is named `{what}`.{hint} `jal explain` lists the topics.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_is_listed() {
        let overview = topics::overview();
        for (_, _, kind) in topics::KINDS {
            assert!(overview.contains(kind), "{kind}");
            let list = topics::list(&Target::ALL, kind).unwrap();
            assert!(list.lines().count() > 3, "{list}");
        }
        for page in registry().pages() {
            assert!(overview.contains(page.code));
        }
        assert!(topics::list(&Target::ALL, "everything").is_none());
    }
}
