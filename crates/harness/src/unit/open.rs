//! From a file of cases to its program.

use super::link::{Missing, Sources};
use super::{Test, UnitFile, UnitOptions, UnitResult, codes};
use crate::verdict::Verdict;
use assembler::{Assembler, FileSource, Loader};
use callconv::CheckOptions;
use diag::{Diagnostic, SourceMap, Span};
use runtime::load::LoadedProgram;
use web_time::Instant;

impl<'a> Test<'a> {
    /// Reads a file and assembles its program.
    pub(super) fn open(
        name: &str,
        text: &str,
        options: &'a UnitOptions,
        files: &dyn FileSource,
        loader: &mut dyn Loader,
        assembler: &mut Assembler,
    ) -> Result<Self, Box<UnitResult>> {
        let stopped = |verdict, diagnostics, sources| {
            Err(Box::new(UnitResult::stopped(verdict, diagnostics, sources)))
        };
        // However lines end, texts of several lines are the same.
        let text = &text.replace("\r\n", "\n");
        let mut sources = SourceMap::default();
        let file = sources.add(name, text.as_str());
        let (unit, diagnostics) = UnitFile::read(file, text);
        if !diagnostics.is_empty() {
            return stopped(Verdict::Unreadable, diagnostics, sources);
        }
        let loaded = match self::sources(&unit, options, files) {
            Ok(found) => found.load_by(assembler, &options.here, loader),
            Err((verdict, diagnostic)) => return stopped(verdict, vec![*diagnostic], sources),
        };
        if loaded.has_errors() {
            return stopped(Verdict::DoesNotAssemble, loaded.diagnostics, loaded.sources);
        }
        if let Some(overlay) = options
            .handed_in
            .owners(&loaded)
            .and_then(|owners| owners.overlays())
        {
            return stopped(Verdict::DoesNotAssemble, vec![overlay], loaded.sources);
        }
        Ok(Test::new(name, text, unit, loaded, options))
    }

    pub(super) fn new(
        name: &str,
        text: &str,
        mut unit: UnitFile,
        mut loaded: LoadedProgram,
        options: &'a UnitOptions,
    ) -> Self {
        let file = loaded.sources.add(name, text);
        unit.each_place(|place| place.file = file);
        let convention = options.handed_in.check(&options.agreement, &loaded);
        let mut check = convention.map_or_else(CheckOptions::default, |c| c.options());
        rely_on_results(&mut check, &unit, &loaded);
        Test {
            unit,
            loaded,
            name: name.to_owned(),
            file,
            options,
            check,
            deadline: options
                .limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
        }
    }
}

/// Finds the sources.
pub(super) fn sources(
    unit: &UnitFile,
    options: &UnitOptions,
    files: &dyn FileSource,
) -> Result<Sources, (Verdict, Box<Diagnostic>)> {
    let unreadable = |diagnostic| (Verdict::Unreadable, diagnostic);
    let calls = unit.cases.iter().flat_map(|case| &case.calls);
    let mut functions: Vec<&(String, Span)> = Vec::new();
    for call in calls {
        if !functions.iter().any(|(name, _)| *name == call.function.0) {
            functions.push(&call.function);
        }
    }
    let sources = match (unit.link.is_empty(), functions.first()) {
        (false, _) => Sources::named(&options.project, &options.here, &unit.link, files)
            .map_err(unreadable)?,
        (true, Some((name, at))) => {
            let (project, here) = (&options.project, &options.here);
            Sources::of_function(project, here, name, files).ok_or_else(|| {
                let missing = Missing::new(project, here, name, files);
                // A source that is not written yet is not the test's mistake.
                let verdict = match missing.file {
                    Some(_) => Verdict::DoesNotAssemble,
                    None => Verdict::Unreadable,
                };
                let help = "name the sources: `link = [\"src/FILE\"]`";
                (verdict, Box::new(missing.diagnostic(Some(*at)).help(help)))
            })?
        }
        (true, None) => {
            let title = "the file has no case";
            let help = "start a case with `[[case]]`";
            let diagnostic = Diagnostic::error(codes::VALUE, title).help(help);
            return Err(unreadable(Box::new(diagnostic)));
        }
    };
    let sources = sources.in_language(options.language);
    Ok(sources.with(options.link.clone()))
}

/// The results that the cases expect are read, although not by the program.
fn rely_on_results(check: &mut CheckOptions, unit: &UnitFile, loaded: &LoadedProgram) {
    let Some(program) = &loaded.program else {
        return;
    };
    for call in unit.cases.iter().flat_map(|case| &case.calls) {
        if let Some(symbol) = program.image.symbol(&call.function.0) {
            let results = call.returns.len() as u32;
            check.contract.rely_on(symbol.address, results);
        }
    }
}
