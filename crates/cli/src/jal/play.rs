//! `jal play` and `jal games`: the bundled games on the terminal.

use super::args::{IsaName, PlayArgs};
use super::devices::{DeviceArgs, HouseRules, Shown};
use super::say::Voice;
use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use diag::number::count;
use machine::observe::Off;
use play::app::{GameOptions, GameScreen};
use play::best::Best;
use play::command::{self, USUAL_SIZE};
use play::drawn::{DRAWN, DrawnGame};
use play::games::{self, GAMES, Game};
use play::recording::Recording;
use play::table::{GameProgram, GameSetup, StopSwitch};
use runtime::files::Files;
use runtime::report::Reporter;
use runtime::{End, EnvironmentSetup, Limits, Session, Target};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a game may take to notice a signal.
const NOTICE: Duration = Duration::from_secs(3);

/// Plays; the exit code.
pub(super) fn play(args: &PlayArgs) -> Result<u8, ExpectedError> {
    let name = args.what.as_deref().unwrap_or_default().to_string_lossy();
    if let Some(game) = DrawnGame::named(&name, args.isa.map(IsaName::target)) {
        return play_drawn(args, game);
    }
    let replay = match &args.replay {
        None => None,
        Some(file) => Some(Recording::read(file).map_err(|error| {
            let file = file.display();
            ExpectedError::Usage(format!("cannot replay `{file}`: {error}"))
        })?),
    };
    let program = find(args, replay.as_ref()).map_err(ExpectedError::Usage)?;
    if args.size.is_some() && !program.game.has_sizes() {
        let wrong = format!(
            "--size is for mp8: the board of {} has a fixed size",
            program.game.name
        );
        return Err(ExpectedError::Usage(wrong));
    }
    let voice = Voice::new(&args.messages);
    voice.say_all(
        &program.loaded.sources,
        &program.loaded.diagnostics,
        &program.file,
    );
    if !program.runs() {
        return Err(ExpectedError::NotLoaded);
    }
    if let Some(why) = terminal::screen::missing() {
        let instead = without_terminal(&program);
        return Err(ExpectedError::Usage(format!(
            "jal play needs a terminal, but {why}; {instead}"
        )));
    }
    if let Some(file) = &args.record {
        // A player shall not learn after the game that it cannot be written down.
        let opened = fs::File::options().append(true).create(true).open(file);
        opened.with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    let options = GameOptions {
        setup: GameSetup {
            seed: args.seed.unwrap_or_else(any_seed),
            size: args.size.unwrap_or(USUAL_SIZE),
        },
        replay,
        best: Best::of_user(),
        color: args.messages.color.is_wanted(&io::stdout()),
        stop: StopSwitch::default(),
    };
    on_screen(args, program, options)
}

/// Plays a game that draws by itself: runs it, with what it draws on the screen.
fn play_drawn(args: &PlayArgs, game: &DrawnGame) -> Result<u8, ExpectedError> {
    let name = game.name;
    let board_options = [
        ("--size", args.size.is_some()),
        ("--record", args.record.is_some()),
        ("--replay", args.replay.is_some()),
    ];
    if let Some((option, _)) = board_options.iter().find(|(_, given)| *given) {
        return Err(ExpectedError::Usage(format!(
            "{option} is for games with a board of tiles, and {name} draws by itself; `jal run \
             --gif FILE` films a program"
        )));
    }
    if let Some(why) = terminal::screen::missing() {
        return Err(ExpectedError::Usage(format!(
            "jal play needs a terminal, but {why}; to film the game, take its source from the \
             repository of jal and use `jal run --gif FILE asm/{}`",
            game.file
        )));
    }
    let voice = Voice::new(&args.messages);
    let loaded = game.load();
    let Some(program) = loaded.program.as_ref().filter(|_| !loaded.has_errors()) else {
        voice.say_all(&loaded.sources, &loaded.diagnostics, game.file);
        return Err(ExpectedError::NotLoaded);
    };
    let setup = EnvironmentSetup {
        seed: args.seed.unwrap_or_else(any_seed).into(),
        map: loaded.map,
    };
    let devices = DeviceArgs {
        bitmap: Some(String::new()),
        ..DeviceArgs::default()
    };
    let shown = Shown::of(&devices, &loaded, program, loaded.environment)?;
    let mut environment = loaded.environment.make(loaded.target, &setup);
    environment.set_devices(&shown.setup);
    let (image, limits) = (Arc::new(program.image.clone()), Limits::default());
    let words = vec![name.as_bytes().to_vec()];
    let session = Session::new(loaded.target, image, environment, words, limits);
    let mut session = session.map_err(|_| ExpectedError::TooLarge)?;
    let rules = HouseRules {
        title: name.to_owned(),
        timeout: None,
        virtual_time: false,
        color: args.messages.color,
    };
    let mut house = shown.house(&rules, Files::none(), &session.interrupt)?;
    super::native::translate(&mut session);
    let outcome = session.run(&mut Off, &mut house);
    house.close(&outcome, &voice)?;
    let reporter = Reporter {
        desc: loaded.desc(),
        program,
        sources: &loaded.sources,
    };
    // Whoever ends a game knows that.
    let interrupted = outcome.end == End::Interrupted;
    if let Some(diagnostic) = reporter
        .end(&mut session, &outcome)
        .filter(|_| !interrupted)
    {
        voice.say(&loaded.sources, &diagnostic);
        return Ok(exit::FAULT);
    }
    Ok(exit::SUCCESS)
}

/// The program that is meant.
fn find(args: &PlayArgs, replay: Option<&Recording>) -> Result<GameProgram, String> {
    let wanted = Wanted {
        target: args.isa.map(IsaName::target),
        recorded: replay.and_then(|recording| Target::named(&recording.isa)),
    };
    let Some(recording) = replay else {
        let what = args.what.as_deref();
        return wanted.program(what.unwrap_or(OsStr::new(GAMES[0].name)));
    };
    let file = args.replay.as_deref().unwrap_or(Path::new(""));
    let program = match (&args.what, &recording.folder) {
        (Some(what), _) => wanted.program(what)?,
        (None, None) => wanted.program(OsStr::new(&recording.game))?,
        (None, Some(folder)) if Path::new(folder).is_dir() => {
            wanted.in_folder(Path::new(folder))?
        }
        (None, Some(folder)) => {
            return Err(format!(
                "the game was played in `{folder}`, which does not exist; name the folder of the \
                 project: jal play DIR --replay {}",
                diag::shell_path(&file.to_string_lossy())
            ));
        }
    };
    match program.game.name == recording.game {
        true => Ok(program),
        false => Err(format!(
            "`{}` is a recording of {}, not of {}",
            file.display(),
            recording.game,
            program.game.name
        )),
    }
}

/// What is known of the program besides its name.
struct Wanted {
    /// The machine that was chosen.
    target: Option<Target>,
    /// The machine of a recording, which need not be there.
    recorded: Option<Target>,
}

impl Wanted {
    /// The bundled game of this name, or the game in this folder.
    fn program(&self, what: &OsStr) -> Result<GameProgram, String> {
        let folder = Path::new(what);
        let name = what.to_string_lossy();
        if let Some(game) = self.choose(|target| games::named(&name, target)) {
            return Ok(GameProgram::bundled(game));
        }
        match folder.is_dir() && games::named(&name, None).is_none() {
            true => self.in_folder(folder),
            false => Err(unknown(&name, self.target)),
        }
    }

    fn in_folder(&self, folder: &Path) -> Result<GameProgram, String> {
        match self.choose(|target| games::in_folder(folder, target)) {
            Some(game) => Ok(GameProgram::in_folder(game, folder)),
            None => Err(format!(
                "there is no game in `{}`: a project contains `{}` or `{}`; `jal new DIR` writes \
                 one, and `jal run FILE` runs any program",
                folder.display(),
                GAMES[0].main,
                GAMES[1].main
            )),
        }
    }

    /// The first that is found for the machine: the chosen one, the recorded one, or any.
    fn choose(
        &self,
        find: impl Fn(Option<Target>) -> Option<&'static Game>,
    ) -> Option<&'static Game> {
        match self.target {
            Some(_) => find(self.target),
            None => find(self.recorded).or_else(|| find(None)),
        }
    }
}

fn unknown(what: &str, target: Option<Target>) -> String {
    let names = known(target);
    let board = games::named(what, None).map(|game| game.target);
    let only = board.or_else(|| Some(DrawnGame::named(what, None)?.target));
    match only {
        Some(only) => format!(
            "{what} exists only for {}; for {} there is {names}",
            only.desc().title,
            target.map_or("", |target| target.desc().title)
        ),
        None => format!("there is no game or folder `{what}`; the games are {names}"),
    }
}

fn known(target: Option<Target>) -> String {
    let fits = |game: &&Game| target.is_none_or(|target| game.target == target);
    let drawn = DRAWN
        .iter()
        .filter(|game| target.is_none_or(|target| game.target == target));
    let mut names: Vec<_> = GAMES.iter().filter(fits).map(|game| game.name).collect();
    names.extend(drawn.map(|game| game.name));
    names.dedup();
    names.join(", ")
}

/// What to do without a screen.
fn without_terminal(program: &GameProgram) -> String {
    let game = program.game;
    match &program.folder {
        Some(_) => format!(
            "to run the program without a screen, use `jal run {}`",
            diag::shell_path(&program.file)
        ),
        None if game.name == GAMES[0].name => {
            let isa = match game.target == GAMES[0].target {
                true => String::new(),
                false => format!(" --isa {}", game.target.desc().name),
            };
            format!(
                "to run a program of your own without a screen, write the project with `jal new \
                 DIR{isa}` and use `jal run DIR/{}`",
                game.main
            )
        }
        None => format!(
            "to run the program without a screen, take the sources of {} from the repository of \
             jal",
            game.name
        ),
    }
}

fn any_seed() -> u32 {
    let time = std::time::SystemTime::UNIX_EPOCH.elapsed();
    time.map_or(1, |time| time.subsec_nanos() ^ time.as_secs() as u32) % 1_000_000
}

/// Takes the screen, plays, and gives it back.
fn on_screen(
    args: &PlayArgs,
    program: GameProgram,
    options: GameOptions,
) -> Result<u8, ExpectedError> {
    let stop = Arc::clone(&options.stop);
    end_with_signals(&stop)?;
    let mut app = GameScreen::new(Arc::new(program), options)
        .map_err(|why| ExpectedError::Usage(format!("the game cannot start: {why}")))?;
    let played = ratatui::try_init().and_then(|mut terminal| {
        terminal::screen::let_interrupts_through(true);
        let played = app.run(&mut terminal);
        if terminal.show_cursor().is_err() {
            // Dropping it would try again, and panic if there is nobody to tell.
            std::mem::forget(terminal);
        }
        played
    });
    // A terminal that is gone is no reason to say more.
    let _ = ratatui::try_restore();
    let code = finish(args, &app)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(exit::INTERRUPTED);
    }
    played.context("the terminal cannot be used")?;
    Ok(code)
}

/// Signals end the game, which then gives the terminal back as it was.
fn end_with_signals(stop: &StopSwitch) -> anyhow::Result<()> {
    let stop = Arc::clone(stop);
    let signalled = move || {
        stop.store(true, Ordering::Relaxed);
        std::thread::sleep(NOTICE);
        // Still here: a terminal that vanished in the wrong moment can hold a game for ever.
        let _ = ratatui::try_restore();
        std::process::exit(exit::INTERRUPTED.into());
    };
    ctrlc::set_handler(signalled).context("signals cannot be handled")
}

/// What is left to say and to keep when the screen is gone.
fn finish(args: &PlayArgs, app: &GameScreen) -> Result<u8, ExpectedError> {
    let mut errors = io::stderr();
    if let Some(report) = app.report() {
        let _ = errors.write_all(report.as_bytes());
        let _ = writeln!(errors);
    }
    if let Some(file) = &args.record {
        let written = app.recording().write(file);
        written.with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    let what = match app.sitting.turn.score {
        Some(score) => format!("score {score}"),
        None => format!("largest tile {}", app.score()),
    };
    let game = match &app.sitting.program.folder {
        Some(folder) => folder.to_string_lossy(),
        None => app.sitting.program.game.name.into(),
    };
    let _ = writeln!(
        errors,
        "{game}: {what} after {}; to play the same game again: {}",
        count(app.moves() as u64, "move"),
        command::again(&app.sitting.program, app.setup())
    );
    Ok(match app.report() {
        Some(_) => exit::FAULT,
        None => exit::SUCCESS,
    })
}

/// Lists the games.
pub(super) fn games() -> Result<u8, ExpectedError> {
    let mut out = io::stdout().lock();
    for game in &GAMES {
        let machine = game.target.desc().name;
        writeln!(out, "{:<8}{machine:<8}{}", game.name, game.summary)?;
    }
    for game in &DRAWN {
        let machine = game.target.desc().name;
        writeln!(out, "{:<8}{machine:<8}{}", game.name, game.summary)?;
    }
    writeln!(
        out,
        "\nPlay one with `jal play NAME`; if a name is listed twice, choose with `--isa`."
    )?;
    Ok(exit::SUCCESS)
}
