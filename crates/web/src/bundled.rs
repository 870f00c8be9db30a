//! What comes with a machine: programs, games, and the hand-out of the course.

use crate::launch::load;
use assembler::{FileSource, VirtualFiles, elf};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use harness::handout::{self, HandoutFiles};
use play::drawn::DRAWN;
use play::games::GAMES;
use runtime::Target;
use runtime::load::{LoadOptions, shown_language};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of all of it, as the repository has it.
const FOLDER: &str = "/asm";

/// What a project is called among all of them.
pub(crate) fn id(target: Target, title: &str) -> String {
    format!("{}-{title}", target.desc().name)
}

/// Where the page puts the program of a game to play it.
pub(crate) fn file_of(id: &str) -> PathBuf {
    PathBuf::from(format!(".bundle/{id}.elf"))
}

/// The projects for the machine of this module.
pub(crate) fn projects(files: &Arc<VirtualFiles>) -> Value {
    let here = |target: &Target| target.runs_here();
    let games = GAMES.iter().filter(|game| here(&game.target));
    let mut all: Vec<Value> = games
        .map(|game| {
            let own = below(files, &format!("{FOLDER}/{}", game.folder));
            let (kind, own) = match own.contains_key(harness::course::FILE) {
                true => ("course", handout::of_course(&own).unwrap_or(own)),
                false => ("game", own),
            };
            let mut told = project(kind, game.name, game.summary, game.target, game.main, &own);
            told["program"] = program(files, &game.path(), game.target);
            told
        })
        .collect();
    for game in DRAWN.iter().filter(|game| here(&game.target)) {
        let (folder, main) = game.file.rsplit_once('/').unwrap_or(("", game.file));
        let own = below(files, &format!("{FOLDER}/{folder}"));
        all.push(project(
            "game",
            game.name,
            game.summary,
            game.target,
            main,
            &own,
        ));
    }
    all.extend(programs(files));
    Value::Array(all)
}

/// A game as it is played: of the course, the hand-out has only a part.
fn program(files: &Arc<VirtualFiles>, path: &str, target: Target) -> Value {
    let options = LoadOptions {
        target: Some(target),
        ..LoadOptions::new(FOLDER.into())
    };
    let loaded = load(files, path, &options);
    let elf = loaded.program.as_ref().and_then(|program| {
        let note = loaded.note(program);
        elf::write(program, loaded.desc(), &(&note).into()).ok()
    });
    elf.map_or(Value::Null, |elf| json!({ "base64": STANDARD.encode(elf) }))
}

/// The programs that are one file each.
fn programs(files: &VirtualFiles) -> Vec<Value> {
    let names = files.list(Path::new(FOLDER)).into_iter();
    let programs = names.filter_map(|name| {
        let text = files.get(&Path::new(FOLDER).join(&name))?;
        let language = shown_language(&text, &name)?;
        let target = language.target();
        let words = std::str::from_utf8(&text).ok()?.lines().next()?;
        let summary = words.trim_start_matches(['#', ' ']).to_owned();
        let own = [(name.clone(), text)].into();
        let is_program = name.ends_with(".s") || name.ends_with(".asm");
        (target.runs_here() && is_program)
            .then(|| project("program", &name, &summary, target, &name, &own))
    });
    programs.collect()
}

fn below(files: &VirtualFiles, folder: &str) -> HandoutFiles {
    let all = files.all().into_iter();
    let below = all.filter_map(|(path, bytes)| {
        let path = path.strip_prefix(folder).ok()?.to_str()?.to_owned();
        Some((path, bytes))
    });
    below.collect()
}

fn project(
    kind: &str,
    title: &str,
    summary: &str,
    target: Target,
    main: &str,
    files: &HandoutFiles,
) -> Value {
    let files = files
        .iter()
        .map(|(path, bytes)| (path.clone(), file(bytes)));
    json!({
        "id": id(target, title),
        "machine": target.desc().name,
        "title": title,
        "summary": summary,
        "kind": kind,
        "main": main,
        "files": files.collect::<Map<String, Value>>(),
    })
}

/// A text as it is, anything else as base64.
fn file(bytes: &Arc<[u8]>) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => json!({ "base64": STANDARD.encode(bytes) }),
    }
}
