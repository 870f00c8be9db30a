//! `jal play`, `jal games` and `jal new`: the bundled games on the terminal.

use super::args::{Color, IsaName, NewArgs, PlayArgs};
use super::run::usage;
use super::say::Voice;
use crate::exit;
use anyhow::Context;
use play::app::{App, Options};
use play::best::Best;
use play::bundle;
use play::games::{self, GAMES, Game};
use play::recording::Recording;
use play::table::{Program, Setup};
use runtime::Target;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The board of a game that asks for its size, if nobody chooses.
const USUAL_SIZE: (usize, usize) = (4, 4);

/// The time that a game has to end by itself after a signal.
const GRACE: Duration = Duration::from_secs(1);

/// Plays; the exit code.
pub fn play(args: &PlayArgs) -> anyhow::Result<u8> {
    let replay = match args
        .replay
        .as_ref()
        .map(|file| (file, Recording::read(file)))
    {
        None => None,
        Some((_, Ok(recording))) => Some(recording),
        Some((file, Err(error))) => {
            return Ok(usage(&format!(
                "cannot replay `{}`: {error}",
                file.display()
            )));
        }
    };
    let program = match find(args, replay.as_ref()) {
        Ok(program) => program,
        Err(wrong) => return Ok(usage(&wrong)),
    };
    if args.size.is_some() && !program.game.has_sizes() {
        let wrong = format!(
            "--size is for mp8: the board of {} has one size",
            program.game.name
        );
        return Ok(usage(&wrong));
    }
    let voice = Voice::new(&args.messages);
    voice.say_all(
        &program.loaded.sources,
        &program.loaded.diagnostics,
        &program.file,
    );
    if !program.runs() {
        return Ok(exit::NOT_LOADED);
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Ok(usage(&no_terminal(args, &program)));
    }
    let options = Options {
        setup: Setup {
            seed: args.seed.unwrap_or_else(any_seed),
            size: args.size.unwrap_or(USUAL_SIZE),
        },
        replay,
        best: Best::of_user(),
        color: wants_color(args),
    };
    on_screen(args, program, options)
}

/// The program that is meant.
fn find(args: &PlayArgs, replay: Option<&Recording>) -> Result<Program, String> {
    let mut target = args.isa.map(IsaName::target);
    let what = match (&args.what, replay) {
        (Some(what), _) => what.as_str(),
        (None, Some(recording)) => {
            target = target.or(Target::named(&recording.isa));
            recording.game.as_str()
        }
        (None, None) => GAMES[0].name,
    };
    let folder = Path::new(what);
    if let Some(game) = games::named(what, target).filter(|_| !folder.is_dir()) {
        return Ok(Program::bundled(game));
    }
    if !folder.is_dir() {
        return Err(unknown(what, target));
    }
    let Some(game) = games::in_folder(folder, target) else {
        return Err(format!(
            "there is no game in `{what}`: a project has `{}` or `{}` in it; `jal new DIR` writes \
             one, and `jal run FILE` runs any program",
            GAMES[0].main, GAMES[1].main
        ));
    };
    Ok(Program::in_folder(game, folder))
}

fn unknown(what: &str, target: Option<Target>) -> String {
    let names = known(target);
    match games::named(what, None) {
        Some(game) => format!(
            "{what} is there for {} only; for {} there is {names}",
            game.target.desc().title,
            target.map_or("", |target| target.desc().title)
        ),
        None => format!("there is no game and no folder `{what}`; the games are {names}"),
    }
}

fn known(target: Option<Target>) -> String {
    let fits = |game: &&Game| target.is_none_or(|target| game.target == target);
    let mut names: Vec<_> = GAMES.iter().filter(fits).map(|game| game.name).collect();
    names.dedup();
    names.join(", ")
}

fn no_terminal(args: &PlayArgs, program: &Program) -> String {
    let run = match args.what.as_ref().map(Path::new) {
        Some(folder) if folder.is_dir() => format!("jal run {}", program.file),
        _ => "jal new DIR` and `jal run DIR/src/main.s".to_string(),
    };
    format!(
        "jal play needs a terminal, and its input or output is a file or a pipe; to drive the \
         program itself, use `{run}`"
    )
}

fn any_seed() -> u32 {
    let time = std::time::SystemTime::UNIX_EPOCH.elapsed();
    time.map_or(1, |time| time.subsec_nanos() ^ time.as_secs() as u32) % 1_000_000
}

fn wants_color(args: &PlayArgs) -> bool {
    match args.messages.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    }
}

/// Takes the screen, plays, and gives it back.
fn on_screen(args: &PlayArgs, program: Program, options: Options) -> anyhow::Result<u8> {
    let program = Arc::new(program);
    let mut app = match App::new(program, options) {
        Ok(app) => app,
        Err(why) => return Ok(usage(&format!("the game cannot begin: {why}"))),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let signalled = Arc::clone(&stop);
    // Without the handler a signal would leave the terminal as the game set it up.
    ctrlc::set_handler(move || {
        signalled.store(true, Ordering::Relaxed);
        // Reading from a terminal that is gone never comes back, so that nobody sees the wish.
        std::thread::sleep(GRACE);
        let _ = ratatui::try_restore();
        std::process::exit(exit::INTERRUPTED.into());
    })
    .context("signals cannot be handled")?;
    let mut terminal = ratatui::try_init().context("the terminal cannot be used")?;
    let played = app.run(&mut terminal, &stop);
    ratatui::restore();
    played.context("the terminal cannot be used")?;
    finish(args, &app)
}

/// What is left to say and to keep when the screen is gone.
fn finish(args: &PlayArgs, app: &App) -> anyhow::Result<u8> {
    let mut errors = io::stderr();
    if let Some(report) = app.report() {
        let _ = errors.write_all(report.as_bytes());
        let _ = writeln!(errors);
    }
    if let Some(file) = &args.record {
        let written = app.recording().write(file);
        written.with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    let what = match app.turn.score {
        Some(score) => format!("score {score}"),
        None => format!("largest tile {}", app.score()),
    };
    let game = args.what.as_deref().unwrap_or(app.program.game.name);
    let _ = writeln!(
        errors,
        "{game}: {what} after {}; the same game again: jal play {game} --seed {}",
        match app.moves() {
            1 => "1 move".to_string(),
            n => format!("{n} moves"),
        },
        app.seed()
    );
    Ok(match app.report() {
        Some(_) => exit::FAULT,
        None => exit::SUCCESS,
    })
}

/// Lists the games.
pub fn games() -> anyhow::Result<u8> {
    let mut out = io::stdout().lock();
    for game in &GAMES {
        let machine = game.target.desc().name;
        writeln!(out, "{:<8}{machine:<8}{}", game.name, game.summary)?;
    }
    writeln!(
        out,
        "\n`jal play NAME` plays one; of a name that is there twice, `--isa` chooses."
    )?;
    Ok(exit::SUCCESS)
}

/// Writes the hand-out.
pub fn new(args: &NewArgs) -> anyhow::Result<u8> {
    let target = args.isa.target();
    let dir = args.dir.display();
    let files = match bundle::write_handout(target, &args.dir) {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Ok(usage(&format!(
                "`{dir}` is there already; name a new or an empty folder"
            )));
        }
        Err(error) => return Err(error).with_context(|| format!("cannot write into `{dir}`")),
    };
    let main = games::named("2048", Some(target)).map_or("src/main.s", |game| game.main);
    let ending = Path::new(main).extension().unwrap_or_default();
    let test = format!("jal run tests/pub/test_merge_1.{}", ending.display());
    let next = [
        ("less README.md", "what there is to do"),
        (&test, "run one test"),
        (&format!("jal run {main}"), "run the game"),
        ("jal play .", "play it full screen"),
    ];
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "`{dir}` has the project 2048 for {} in {files} files. Next:\n\n    cd {dir}",
        target.desc().title,
    )?;
    for (command, does) in next {
        writeln!(out, "    {command:<37}{does}")?;
    }
    Ok(exit::SUCCESS)
}
