//! What people may have meant by a file that is not there, or is no program by itself.

use crate::error::ExpectedError;
use anyhow::Context;
use assembler::Program;
use diag::number::count;
use diag::shell_path;
use harness::fuzz::sealed;
use harness::targets::near_file;
use harness::uses::SourceUses;
use harness::{Project, TestKind};
use runtime::load::LoadedProgram;
use std::ffi::OsStr;
use std::path::Path;

/// The labels with which a program begins.
const BEGINNINGS: [&str; 2] = ["main", "_start"];

/// Advises about a main file that is not there.
pub(super) fn advise(file: &str, loaded: &mut LoadedProgram, here: &Path) {
    if here.join(file).exists() {
        return;
    }
    let is_missing = |d: &&mut diag::Diagnostic| d.code == assembler::codes::FILE_MISSING;
    let Some(missing) = loaded.diagnostics.iter_mut().find(is_missing) else {
        return;
    };
    if let Some(advice) = instead(file, here) {
        *missing = missing.clone().help(advice);
    }
}

/// What to type in place of a file that is not there.
fn instead(file: &str, here: &Path) -> Option<String> {
    let path = Path::new(file);
    let is_word = path.components().count() == 1;
    let root = Project::root_of(Path::new(""), here).filter(|_| is_word);
    if let Some(project) = root.map(|root| Project::open(&root, here)) {
        let mut tests = project.tests();
        let test = tests.find(|test| test.name == file && test.kind == TestKind::Program);
        if let Some(test) = test {
            let source = shell_path(&test.source.to_string_lossy());
            return Some(format!("the test of this name is `{source}`"));
        }
        if let Some(source) = SourceUses::new(&project, here).source_of(file) {
            let source = shell_path(&source.to_string_lossy());
            return Some(format!(
                "the function of this name is in `{source}`; `jal test {file}` runs its tests"
            ));
        }
    }
    near_file(path, here).map(|near| format!("did you mean `{}`?", shell_path(&near)))
}

/// Refuses a sealed reference: only `jal fuzz` runs it.
pub(super) fn refuse_sealed(file: &str) -> Result<(), ExpectedError> {
    let is_sealed = Path::new(file).file_name() == Some(OsStr::new(sealed::FILE));
    match is_sealed {
        false => Ok(()),
        true => Err(ExpectedError::Usage(format!(
            "`{}` can be run, but not read: `jal fuzz` compares your functions with it",
            shell_path(file)
        ))),
    }
}

/// Refuses to run a source that is only a part of programs: it has no beginning of its own, and
/// tests import it.
pub(super) fn refuse_part(file: &str, program: &Program) -> Result<(), ExpectedError> {
    let mut beginnings = BEGINNINGS.into_iter();
    let is_whole = beginnings.any(|name| program.image.symbol(name).is_some());
    if is_whole || program.lines.is_empty() {
        return Ok(());
    }
    let here = std::env::current_dir().context("there is no working directory")?;
    let path = Path::new(file);
    let folder = path.parent().unwrap_or(Path::new(""));
    let Some(root) = Project::root_of(folder, &here) else {
        return Ok(());
    };
    let project = Project::open(&root, &here);
    let mut tests = SourceUses::new(&project, &here).direct(path);
    tests.retain(|test| test.kind == TestKind::Program);
    let Some(first) = tests.first() else {
        return Ok(());
    };
    let first = format!("jal debug {}", shell_path(&first.source.to_string_lossy()));
    let tests = count(tests.len() as u64, "test");
    let file = shell_path(file);
    let all = format!("jal test {file}");
    let width = first.len().max(all.len());
    Err(ExpectedError::Usage(format!(
        "`{file}` has no `main`: it is a part of other programs. {tests} of this project call it:\n\n    \
         {all:width$}  runs the tests\n    {first:width$}  steps through the first one\n"
    )))
}
