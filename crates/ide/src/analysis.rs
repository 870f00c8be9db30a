//! What is known about a program: it is assembled with everything that it imports, and checked as
//! `jal check` does it.

use crate::files::{EditorFiles, ProgramLoader};
use crate::findings::Findings;
use crate::settings::LanguageSettings;
use callconv::agreement::names_code;
use harness::lints;
use runtime::Language;
use runtime::load::{LoadRequest, LoadedProgram};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// A program that begins with a document.
pub struct Analysis {
    /// The program, its sources, and the language that it is written in.
    pub loaded: LoadedProgram,
    /// Everything that is wrong.
    pub findings: Rc<Findings>,
}

impl Analysis {
    pub(crate) fn new(
        path: &Path,
        files: &Arc<EditorFiles>,
        roots: &[PathBuf],
        settings: &LanguageSettings,
        course: Option<Language>,
    ) -> Analysis {
        let folder = path.parent().unwrap_or(Path::new(""));
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        let options = settings.load_options(folder.to_owned(), course);
        let mut loader = ProgramLoader::new(files, folder, roots);
        let loaded = LoadRequest::new(&name, &options)
            .from_loader(&mut loader)
            .load();
        let (loaded, _) = lints::as_library(loaded, |more| {
            let request = LoadRequest {
                more: Some(more),
                ..LoadRequest::new(&name, &options)
            };
            Some(request.from_loader(&mut loader).load())
        });
        // Nobody follows delayed branches without running the program.
        let mut findings = match settings.delay_slots {
            true => loaded.diagnostics.clone(),
            false => lints::findings(&loaded, &settings.global)
                .unwrap_or_else(|_| loaded.diagnostics.clone()),
        };
        findings.retain(|finding| !names_code(&settings.allow, finding.code));
        let path_of = |file| {
            let name = loaded.sources.name(file);
            let mut found = loader.found.iter();
            found.find(|(known, _)| known == name)
        };
        let paths = loaded.sources.files().map(path_of);
        let paths = paths.map(|found| found.map(|(_, path)| path.clone()));
        let findings = Findings {
            document: path.to_owned(),
            list: findings,
            paths: paths.collect(),
            sources: loaded.sources.clone(),
        };
        Analysis {
            loaded,
            findings: Rc::new(findings),
        }
    }
}
