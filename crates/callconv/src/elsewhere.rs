//! Libraries: sources that use names of files which are not there.
//!
//! To be checked, a library must assemble. So whoever assembles it adds a file in which every
//! missing name is a function that does nothing. `flow` knows that file by its name
//! and sees no instructions in it.

use assembler::{AsmError, Located};
use machine::isa::IsaDesc;
use std::collections::BTreeSet;

/// The name of the added file.
pub const NAME: &str = "<other files>";

/// The names that a source lacks, if that is all that is wrong with it.
pub fn missing<'a>(errors: impl IntoIterator<Item = &'a Located>) -> Option<BTreeSet<&'a str>> {
    let name = |located: &'a Located| match &located.error {
        AsmError::UndefinedSymbol {
            name,
            local_in: None,
            ..
        } => Some(&**name),
        _ => None,
    };
    let names: Option<BTreeSet<&str>> = errors.into_iter().map(name).collect();
    names.filter(|names| !names.is_empty())
}

/// The text of a file that defines these names.
pub fn definitions(names: &BTreeSet<&str>, desc: &IsaDesc) -> String {
    let back = desc.idioms.ret;
    let functions = names
        .iter()
        .map(|name| format!(".globl {name}\n{name}: {back}\n"));
    format!(".text\n{}", functions.collect::<String>())
}
