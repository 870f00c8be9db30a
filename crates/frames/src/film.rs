//! Which pictures of a run are kept, and where they go.
//!
//! The program's devices are looked at when it sleeps, when it waits for input, after every million
//! instructions, and at the end. A picture is kept if it is not the same as the one before. Its time is
//! what the program has slept so far, and a millisecond for each 30,000 instructions: so a film does not
//! depend on the machine that it was made on.

use crate::gif::GifAnimation;
use crate::png;
use machine::screen::Picture;
use runtime::{Attention, DeviceScreen, Devices, LookMoment};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// Instructions between two looks at a program that does not sleep.
const EVERY: u64 = 1_000_000;
/// Instructions of a millisecond.
const PER_MILLISECOND: u64 = 30_000;
/// The most bytes of all pictures together.
const MOST_BYTES: u64 = 256 << 20;

/// Takes the pictures of a run.
pub trait Reel {
    /// A new picture, at this time in milliseconds; how many bytes it took.
    fn add(&mut self, picture: &Picture, number: u64, time: u64) -> io::Result<u64>;

    /// The run has ended.
    fn finish(&mut self, time: u64) -> io::Result<()>;
}

/// A film of a run.
pub struct Film {
    screen: DeviceScreen,
    reels: Vec<Box<dyn Reel>>,
    /// How long the program has slept.
    slept: u64,
    /// When the devices were looked at last.
    looked_at: Option<u64>,
    last: Picture,
    count: u64,
    most: u64,
    bytes: u64,
    /// How many pictures came after the last that was kept.
    pub left_out: u64,
    error: Option<io::Error>,
}

impl Film {
    /// How closely a film looks.
    pub const ATTENTION: Attention = Attention::Exact(EVERY);

    /// A film of at most so many pictures.
    pub fn new(screen: DeviceScreen, reels: Vec<Box<dyn Reel>>, most: u64) -> Self {
        Film {
            screen,
            reels,
            slept: 0,
            looked_at: None,
            last: Picture::default(),
            count: 0,
            most,
            bytes: 0,
            left_out: 0,
            error: None,
        }
    }

    /// How many pictures were kept.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Looks at the devices.
    pub fn look(&mut self, moment: LookMoment, devices: &Devices<'_>) {
        if moment == LookMoment::Round || self.error.is_some() {
            return;
        }
        let time = self.slept + devices.machine.steps / PER_MILLISECOND;
        let is_end = moment == LookMoment::End;
        // However often a program sleeps for no time, a picture has at least a millisecond.
        if self.looked_at != Some(time) || is_end {
            self.looked_at = Some(time);
            let picture = self.screen.full(devices);
            if picture != self.last && !picture.pixels.is_empty() {
                self.keep(picture, time, is_end);
            }
        }
        if let LookMoment::Sleep { milliseconds } = moment {
            self.slept += u64::from(milliseconds);
        }
        if is_end {
            let finished = self.reels.iter_mut().try_for_each(|reel| reel.finish(time));
            self.error = finished.err();
        }
    }

    fn keep(&mut self, picture: Picture, time: u64, is_last: bool) {
        let is_full = self.count >= self.most || self.bytes >= MOST_BYTES;
        if is_full && !is_last {
            self.left_out += 1;
            return;
        }
        self.count += 1;
        for reel in &mut self.reels {
            match reel.add(&picture, self.count, time) {
                Ok(bytes) => self.bytes += bytes,
                Err(error) => self.error = Some(error),
            }
        }
        self.last = picture;
    }

    /// Why pictures could not be written, if so.
    pub fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }
}

/// PNG files in a folder: `frame-00001.png` and so on.
pub struct PngFolder(PathBuf);

impl PngFolder {
    /// Files in this folder, which is made if it does not exist.
    pub fn new(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(PngFolder(folder.to_owned()))
    }
}

impl Reel for PngFolder {
    fn add(&mut self, picture: &Picture, number: u64, _time: u64) -> io::Result<u64> {
        let file = png::encode(picture);
        std::fs::write(self.0.join(format!("frame-{number:05}.png")), &file)?;
        Ok(file.len() as u64)
    }

    fn finish(&mut self, _time: u64) -> io::Result<()> {
        Ok(())
    }
}

/// A GIF file.
pub struct GifFile(Option<GifAnimation<BufWriter<File>>>);

impl GifFile {
    /// The file, which is replaced.
    pub fn new(file: &Path) -> io::Result<Self> {
        let file = BufWriter::new(File::create(file)?);
        Ok(GifFile(Some(GifAnimation::new(file)?)))
    }
}

impl Reel for GifFile {
    fn add(&mut self, picture: &Picture, _number: u64, time: u64) -> io::Result<u64> {
        if let Some(animation) = &mut self.0 {
            animation.show(picture, time)?;
        }
        // A byte a pixel is the most that a frame has.
        Ok(picture.pixels.len() as u64)
    }

    fn finish(&mut self, time: u64) -> io::Result<()> {
        self.0
            .take()
            .map_or(Ok(()), |animation| animation.finish(time))
    }
}
