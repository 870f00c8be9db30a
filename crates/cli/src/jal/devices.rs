//! Options about devices, and the host of a run: standard streams, or the screen that a program draws
//! on; filmed, if that was asked for.

use super::args::Color;
use super::say::Voice;
use crate::error::ExpectedError;
use anyhow::Context;
use assembler::Program;
use clap::{Args, ValueEnum};
use frames::film::{Film, GifFile, PngFolder, Reel};
use keys::units;
use machine::env::{Answer, Request};
use machine::screen::{BitmapSetting, DeviceSetup};
use runtime::files::Files;
use runtime::load::LoadedProgram;
use runtime::screen::declared_bitmap;
use runtime::{Attention, DeviceScreen, Devices, EnvironmentKind, Host, LookMoment, Outcome};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use terminal::console::StdHost;
#[cfg(feature = "screen")]
use terminal::stage::{ColorDepth, Graphics, Stage, StageOptions};

// Options about devices.
#[derive(Debug, Default, Args)]
pub(super) struct DeviceArgs {
    /// MARS and RARS programs: show the bitmap display; SETTING is what `# jal: bitmap` says in the source, or 512x256,unit=1,base=static
    #[arg(long, value_name = "SETTING", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub bitmap: Option<String>,
    /// Show the LEDs and digits that the program uses
    #[arg(long)]
    pub devices: bool,
    /// How to draw on the terminal
    #[arg(long, value_enum, default_value = "auto", value_name = "HOW")]
    pub graphics: GraphicsName,
    /// Write what the program draws into this folder, a PNG file for each change
    #[arg(long, value_name = "DIR")]
    pub frames: Option<PathBuf>,
    /// Write what the program draws into this file, as an animation
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// The most pictures that --frames and --gif write
    #[arg(long, value_name = "N", value_parser = units::count, default_value = "1000", allow_negative_numbers = true)]
    pub max_frames: u64,
    /// Venus programs: columns and rows of the LED matrix, 10x10 by default
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = matrix_size)]
    pub led_matrix: Option<(u32, u32)>,
    /// MARS and RARS programs: how many instructions the display in memory is busy with a character, 5 by default
    #[arg(long, value_name = "N", value_parser = units::count, allow_negative_numbers = true)]
    pub display_delay: Option<u64>,
}

/// How to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum GraphicsName {
    /// As images if the terminal says that it shows them, otherwise with half blocks
    #[default]
    Auto,
    /// Two pixels in each letter
    HalfBlocks,
    /// As images of the kitty protocol, if the terminal says that it has them
    Kitty,
    /// As sixels, if the terminal says that it has them
    Sixel,
    /// Not at all
    None,
}

fn matrix_size(text: &str) -> Result<(u32, u32), String> {
    let most = DeviceSetup::MOST_LEDS;
    let side = |text: &str| text.parse().ok().filter(|n| (1..=most).contains(n));
    let size = text
        .split_once('x')
        .and_then(|(columns, rows)| Some((side(columns)?, side(rows)?)));
    size.ok_or_else(|| {
        format!("an LED matrix has columns and rows, such as 16x8, at most {most} of each")
    })
}

/// What a run shows of its devices, and where.
#[derive(Debug)]
pub(super) struct Shown {
    /// What was chosen about devices.
    pub setup: DeviceSetup,
    screen: DeviceScreen,
    /// On the terminal, if there is one.
    on_stage: bool,
    graphics: GraphicsName,
    frames: Option<PathBuf>,
    gif: Option<PathBuf>,
    most: u64,
}

impl Shown {
    /// What was asked for.
    pub(super) fn of(
        args: &DeviceArgs,
        loaded: &LoadedProgram,
        program: &Program,
        kind: EnvironmentKind,
    ) -> Result<Self, ExpectedError> {
        let draws = matches!(kind, EnvironmentKind::Mars | EnvironmentKind::Rars);
        if let (Some(_), false) = (&args.bitmap, draws) {
            return Err(ExpectedError::Usage(format!(
                "--bitmap is for programs of MARS and RARS, and this one runs in the environment \
                 {}; --devices shows LEDs and digits",
                kind.name()
            )));
        }
        let watches = args.frames.is_some() || args.gif.is_some() || args.devices;
        let bitmap = match &args.bitmap {
            Some(setting) if !setting.is_empty() => Some(parsed(setting)?),
            Some(_) => Some(declared(loaded)?.unwrap_or_default()),
            None if watches && draws => declared(loaded)?,
            None => None,
        };
        let usual = DeviceSetup::default();
        let setup = DeviceSetup {
            plain_memory: bitmap.is_some_and(|bitmap| bitmap.covers_devices(loaded.map)),
            display_delay: args.display_delay.unwrap_or(usual.display_delay),
            led_matrix: args.led_matrix.unwrap_or(usual.led_matrix),
        };
        Ok(Shown {
            setup,
            screen: DeviceScreen::new(bitmap, loaded.map, &program.image),
            on_stage: args.bitmap.is_some() || args.devices,
            graphics: args.graphics,
            frames: args.frames.clone(),
            gif: args.gif.clone(),
            most: args.max_frames,
        })
    }

    /// The host of the run.
    pub(super) fn house(
        self,
        rules: &HouseRules,
        files: Files,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<House, ExpectedError> {
        let film = self.film()?;
        // Nobody watches: there is no reason to wait.
        let mut virtual_time = rules.virtual_time;
        #[cfg(feature = "screen")]
        if self.on_stage
            && self.graphics != GraphicsName::None
            && terminal::screen::missing().is_none()
        {
            let host = self.stage(rules, files, interrupt)?;
            return Ok(House { host, film });
        }
        virtual_time |= film.is_some();
        let mut host = StdHost::new(files);
        host.stop_on_interrupt(Arc::clone(interrupt));
        if let Some(time) = rules.timeout {
            host.stop_waiting_after(time);
        }
        if virtual_time {
            host.use_virtual_time();
        }
        let host = RunPlace::Streams(Box::new(host));
        Ok(House { host, film })
    }

    fn film(&self) -> Result<Option<Film>, ExpectedError> {
        let mut reels: Vec<Box<dyn Reel>> = Vec::new();
        if let Some(folder) = &self.frames {
            let reel = PngFolder::new(folder);
            let reel = reel.with_context(|| format!("cannot write to `{}`", folder.display()))?;
            reels.push(Box::new(reel));
        }
        if let Some(file) = &self.gif {
            let reel = GifFile::new(file);
            let reel = reel.with_context(|| format!("cannot write `{}`", file.display()))?;
            reels.push(Box::new(reel));
        }
        let films = !reels.is_empty();
        Ok(films.then(|| Film::new(self.screen.clone(), reels, self.most)))
    }

    #[cfg(feature = "screen")]
    fn stage(
        self,
        rules: &HouseRules,
        files: Files,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<RunPlace, ExpectedError> {
        let options = StageOptions {
            screen: self.screen,
            title: rules.title.clone(),
            graphics: match self.graphics {
                GraphicsName::Auto => Graphics::Auto,
                GraphicsName::Kitty => Graphics::Kitty,
                GraphicsName::Sixel => Graphics::Sixel,
                GraphicsName::HalfBlocks | GraphicsName::None => Graphics::HalfBlocks,
            },
            depth: ColorDepth::of_terminal(rules.color.is_wanted(&io::stdout())),
            interrupt: Arc::clone(interrupt),
        };
        let stage = Stage::open(options, files).context("the terminal cannot be used")?;
        let mut stage = Box::new(stage);
        if let Some(time) = rules.timeout {
            stage.stop_waiting_after(time);
        }
        if rules.virtual_time {
            stage.use_virtual_time();
        }
        Ok(RunPlace::Stage(stage))
    }
}

fn parsed(setting: &str) -> Result<BitmapSetting, ExpectedError> {
    setting
        .parse()
        .map_err(|wrong| ExpectedError::Usage(format!("--bitmap={setting}: {wrong}")))
}

/// What the source says about its bitmap.
fn declared(loaded: &LoadedProgram) -> Result<Option<BitmapSetting>, ExpectedError> {
    let wrong = |wrong| ExpectedError::Usage(format!("the comment `# jal: bitmap`: {wrong}"));
    declared_bitmap(&loaded.sources).transpose().map_err(wrong)
}

/// What else a host needs to know.
pub(super) struct HouseRules {
    /// What to call the program.
    pub title: String,
    /// When waiting makes no sense any more.
    pub timeout: Option<Duration>,
    /// Time passes by sleeping alone.
    pub virtual_time: bool,
    /// Whether colour is wanted.
    pub color: Color,
}

/// The host of a run.
pub(super) trait RunHost: Host {
    /// Whether what comes next on the screen continues a line of the program.
    fn is_line_open(&self) -> bool;
}

/// Where a program runs.
enum RunPlace {
    Streams(Box<StdHost>),
    #[cfg(feature = "screen")]
    Stage(Box<Stage>),
}

/// The host of a run, and the film of it.
pub(super) struct House {
    host: RunPlace,
    film: Option<Film>,
}

impl House {
    fn host(&self) -> &dyn Host {
        match &self.host {
            RunPlace::Streams(host) => &**host,
            #[cfg(feature = "screen")]
            RunPlace::Stage(stage) => &**stage,
        }
    }

    fn host_mut(&mut self) -> &mut dyn Host {
        match &mut self.host {
            RunPlace::Streams(host) => &mut **host,
            #[cfg(feature = "screen")]
            RunPlace::Stage(stage) => &mut **stage,
        }
    }

    /// The run has ended: gives the screen back, and says what became of the film. The file that the
    /// program was refused, and why its output was lost.
    pub(super) fn close(
        mut self,
        outcome: &Outcome,
        voice: &Voice,
    ) -> Result<(Option<String>, Option<io::ErrorKind>), ExpectedError> {
        let lost = self.output_error();
        let refusal = match self.host {
            RunPlace::Streams(mut host) => host.take_refusal(),
            #[cfg(feature = "screen")]
            RunPlace::Stage(mut stage) => {
                let refusal = stage.take_refusal();
                let words = outcome.end.words();
                let closed = stage.close(words);
                closed.context("the program's output could not be written")?;
                refusal
            }
        };
        if let Some(film) = &mut self.film {
            tell_film(film, voice)?;
        }
        Ok((refusal, lost))
    }
}

/// Says what became of a film, if something did not.
fn tell_film(film: &mut Film, voice: &Voice) -> Result<(), ExpectedError> {
    if let Some(error) = film.take_error() {
        return Ok(Err(error).context("the pictures could not be written")?);
    }
    if film.count() == 0 {
        voice.note(
            "No picture was written: no device showed anything. --bitmap shows the memory of a MARS \
             or RARS program.",
        );
    }
    if film.left_out > 0 {
        voice.note(&format!(
            "{} pictures were written; {} more were left out. --max-frames allows more.",
            film.count(),
            film.left_out
        ));
    }
    Ok(())
}

impl RunHost for House {
    fn is_line_open(&self) -> bool {
        match &self.host {
            RunPlace::Streams(host) => host.is_line_open(),
            #[cfg(feature = "screen")]
            RunPlace::Stage(stage) => stage.is_line_open(),
        }
    }
}

impl Host for House {
    fn is_ready(&self, request: &Request) -> bool {
        self.host().is_ready(request)
    }

    fn perform(&mut self, request: &Request) -> Answer {
        self.host_mut().perform(request)
    }

    fn flush(&mut self) {
        self.host_mut().flush();
    }

    fn tick(&mut self) {
        self.host_mut().tick();
    }

    fn attention(&self) -> Attention {
        match &self.film {
            Some(_) => Film::ATTENTION,
            None => self.host().attention(),
        }
    }

    fn look(&mut self, moment: LookMoment, devices: &Devices<'_>) {
        self.host_mut().look(moment, devices);
        if let Some(film) = &mut self.film {
            film.look(moment, devices);
        }
    }

    fn output_error(&self) -> Option<io::ErrorKind> {
        self.host().output_error()
    }
}
