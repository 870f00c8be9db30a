//! The files of the project, loaded.

use crate::launch::{load, rendered};
use assembler::VirtualFiles;
use runtime::Target;
use runtime::load::{LoadOptions, shown_language};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// The name of the machine that this module can run programs for.
pub(crate) fn machine() -> &'static str {
    let mut here = Target::ALL.into_iter().filter(|target| target.runs_here());
    match (here.next(), here.next()) {
        (Some(only), None) => only.desc().name,
        _ => "all",
    }
}

/// Which machine a file is for.
pub(crate) fn detect(files: &Arc<VirtualFiles>, path: &str) -> Value {
    let loaded = load(files, path, &LoadOptions::new("/".into()));
    let text = files.get(Path::new(path));
    json!({
        "machine": loaded.desc().name,
        "dialect": loaded.language.dialect().name,
        "certain": text.is_some_and(|text| shown_language(&text, path).is_some()),
    })
}

/// What the assembler says about a program.
pub(crate) fn diagnostics(files: &Arc<VirtualFiles>, path: &str) -> Value {
    let loaded = load(files, path, &LoadOptions::new("/".into()));
    let all = loaded.diagnostics.iter();
    all.map(|diagnostic| diag::to_json(&loaded.sources, diagnostic))
        .collect()
}

/// The same for people.
pub(crate) fn diagnostics_text(files: &Arc<VirtualFiles>, path: &str) -> String {
    let loaded = load(files, path, &LoadOptions::new("/".into()));
    rendered(&loaded.sources, &loaded.diagnostics)
}
