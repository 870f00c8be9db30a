//! `jal new`: writes the hand-out of a course.

use super::args::NewArgs;
use super::say::Voice;
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use diag::number::count;
use harness::handout::{self, HandoutError, HandoutFiles};
use play::{bundle, games};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// What a hand-out does not need although it is in the course's folder: what others make there.
const MADE: [&str; 2] = ["target", "__pycache__"];

/// Writes the hand-out; the exit code.
pub(super) fn new(args: &NewArgs) -> Result<u8, ExpectedError> {
    let files = match &args.course {
        Some(course) => read(course)?,
        None => bundled(args),
    };
    let files = handout::of_course(&files).map_err(|error| refused(args, error))?;
    write(&files, &args.dir)?;
    say(args, &files)?;
    Ok(exit::SUCCESS)
}

/// The files of the bundled course.
fn bundled(args: &NewArgs) -> HandoutFiles {
    let files = bundle::course(args.isa.target()).into_iter();
    files
        .map(|(path, contents)| (path, contents.into()))
        .collect()
}

/// The files of a course's folder.
fn read(course: &Path) -> Result<HandoutFiles, ExpectedError> {
    // Its course.toml may be named, too.
    let folder = match course.file_name() == Some(OsStr::new(harness::course::FILE)) {
        true => course.parent().unwrap_or(course),
        false => course,
    };
    let mut files = HandoutFiles::new();
    add(folder, "", &mut files)
        .with_context(|| format!("cannot read the course in `{}`", folder.display()))?;
    Ok(files)
}

/// Adds the files of a folder and below. What is linked there lies elsewhere.
fn add(folder: &Path, below: &str, files: &mut HandoutFiles) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        let name = name.to_string_lossy();
        if name.starts_with('.') || MADE.contains(&&*name) {
            continue;
        }
        let path = format!("{below}{name}");
        if kind.is_dir() {
            add(&entry.path(), &format!("{path}/"), files)?;
        } else if kind.is_file() {
            files.insert(path, fs::read(entry.path())?.into());
        }
    }
    Ok(())
}

/// Why there is no hand-out of this course.
fn refused(args: &NewArgs, error: HandoutError) -> ExpectedError {
    let course = args.course.as_deref().unwrap_or(Path::new("2048"));
    match error {
        HandoutError::Mistakes {
            sources,
            diagnostics,
        } => {
            let voice = Voice::new(&args.messages);
            voice.say_all(&sources, &diagnostics, &course.to_string_lossy());
            ExpectedError::CourseMistakes
        }
        error => ExpectedError::NoCourse(format!("`{}`: {error}", course.display())),
    }
}

/// Writes files into a folder that must be new or empty.
fn write(files: &HandoutFiles, folder: &Path) -> Result<(), ExpectedError> {
    let cannot = || format!("cannot write into `{}`", folder.display());
    let is_free = || -> io::Result<bool> {
        fs::create_dir_all(folder)?;
        Ok(fs::read_dir(folder)?.next().is_none())
    };
    let free = is_free();
    let exists = |error: &io::Error| error.kind() == io::ErrorKind::AlreadyExists;
    if matches!(free, Ok(false)) || free.as_ref().is_err_and(exists) {
        return Err(ExpectedError::Usage(format!(
            "`{}` already exists; name a new or an empty folder",
            folder.display()
        )));
    }
    free.with_context(cannot)?;
    for (path, contents) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(cannot)?;
        }
        fs::write(&path, contents).with_context(cannot)?;
        if contents.starts_with(b"#!") {
            platform::make_executable(&path).with_context(cannot)?;
        }
    }
    Ok(())
}

/// Says what there is, and what to type next.
fn say(args: &NewArgs, files: &HandoutFiles) -> Result<(), ExpectedError> {
    let mut out = io::stdout().lock();
    let dir = args.dir.display();
    let files = count(files.len() as u64, "file");
    if let Some(course) = &args.course {
        let course = course.display();
        writeln!(out, "`{dir}` has the hand-out of `{course}` in {files}.")?;
        return Ok(());
    }
    let target = args.isa.target();
    let main = games::named("2048", Some(target)).map_or("src/main.s", |game| game.main);
    writeln!(
        out,
        "`{dir}` has the project 2048 for {} in {files}. Next:\n\n    cd {}",
        target.desc().title,
        diag::shell_path(&args.dir.to_string_lossy())
    )?;
    let commands = [
        (format!("{} README.md", platform::PAGER), "read what to do"),
        ("jal test".to_owned(), "run all public tests"),
        ("jal test merge".to_owned(), "run those of one subroutine"),
        (
            "jal fuzz merge".to_owned(),
            "compare it with the course's own on thousands of inputs",
        ),
        (format!("jal run {main}"), "run the game"),
        ("jal play .".to_owned(), "play it full screen"),
    ];
    for (command, what) in commands {
        writeln!(out, "    {command:<24}{what}")?;
    }
    Ok(())
}
