//! The last picture of a test, compared with `NAME.png`.

use super::execute::Ready;
use super::files::TestFiles;
use crate::codes;
use crate::result::{PictureResult, TestResult};
use crate::verdict::Verdict;
use diag::{Diagnostic, SourceMap};
use machine::screen::{BitmapSetting, DeviceSetup};
use runtime::load::LoadedProgram;
use runtime::screen::declared_bitmap;
use runtime::{DeviceScreen, Devices, EnvironmentKind, Session};

/// The bitmap of a test: what its settings say, or else its sources.
pub(super) fn bitmap(files: &TestFiles, sources: &SourceMap) -> Option<BitmapSetting> {
    // A comment that makes no sense is reported by whoever checks the program.
    let declared = || declared_bitmap(sources)?.ok();
    files.settings.bitmap.or_else(declared)
}

/// How devices have to be for this bitmap.
pub(super) fn setup(files: &TestFiles, loaded: &LoadedProgram) -> DeviceSetup {
    let bitmap = bitmap(files, &loaded.sources);
    DeviceSetup {
        plain_memory: bitmap.is_some_and(|bitmap| bitmap.covers_devices(loaded.map)),
        ..DeviceSetup::default()
    }
}

/// Why the file of a picture cannot be read.
pub(super) fn unreadable(file: &str, why: &frames::png::NotPng) -> Diagnostic {
    let title = format!("cannot read `{file}`: {why}");
    Diagnostic::error(codes::UNREADABLE, title)
}

/// What a wrong picture makes of a test that is right so far.
pub(super) fn verdict(result: &TestResult) -> Option<Verdict> {
    let picture = result
        .picture
        .as_ref()
        .filter(|picture| picture.is_wrong())?;
    Some(match picture.wanted {
        Some(_) => Verdict::WrongPicture,
        None => Verdict::NoReference,
    })
}

impl Ready<'_> {
    /// What the program shows now, beside what it should show, if the test is about that.
    pub(super) fn picture(&self, session: &Session) -> Option<PictureResult> {
        let wanted = self.files.picture.as_ref();
        if wanted.is_none() && !self.files.settings.picture {
            return None;
        }
        let devices = Devices {
            machine: &session.machine,
            environment: &*session.environment,
        };
        let (loaded, map) = (self.loaded, self.loaded.map);
        let draws = matches!(
            loaded.environment,
            EnvironmentKind::Mars | EnvironmentKind::Rars
        );
        // A program without a bitmap of its own, and without other devices, has the usual one.
        let usual = || {
            devices
                .environment
                .panels()
                .is_empty()
                .then(BitmapSetting::default)
        };
        let bitmap = bitmap(self.files, &loaded.sources).or_else(usual);
        let screen = DeviceScreen::new(bitmap.filter(|_| draws), map, session.image());
        Some(PictureResult::new(screen.full(&devices), wanted.cloned()))
    }
}
