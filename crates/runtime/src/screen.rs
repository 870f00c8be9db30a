//! What a program shows on its devices, and when a host looks at it.
//!
//! A run pays nothing for devices: a host that wants to see them says so ([`Host::attention`]), and
//! the session lets it look at certain moments. [`DeviceScreen`] says what there is to see, and makes a
//! picture of it.
//!
//! [`Host::attention`]: crate::Host::attention

use diag::SourceMap;
use machine::env::{Environment, MarsMap};
use machine::image::Image;
use machine::run::Machine;
use machine::screen::{Bitmap, BitmapMistake, BitmapSetting, Panel, Picture};

/// How closely a host looks at the devices of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// Not at all.
    None,
    /// Whenever the session looks at the clock, for people.
    Live,
    /// At moments that depend on the program alone: each time so many instructions have run, when it
    /// sleeps, when it waits for input, and at its end.
    Exact(u64),
}

/// When a host looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookMoment {
    /// The session looks at the clock.
    Round,
    /// So many instructions have run as the host wanted.
    Steps,
    /// The program is about to sleep.
    Sleep {
        /// How long.
        milliseconds: u32,
    },
    /// The program is about to wait for input.
    Input,
    /// The run has ended.
    End,
}

/// The devices of a program at one moment.
pub struct Devices<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// Its environment.
    pub environment: &'a dyn Environment,
}

/// What there is to see.
#[derive(Clone, Debug, Default)]
pub struct DeviceScreen {
    /// The bitmap display, if the program has one.
    pub bitmap: Option<Bitmap>,
}

/// Rows between two devices, in pixels of a file.
const GAP: u32 = 8;

impl DeviceScreen {
    /// What a program shows that runs in this memory configuration.
    pub fn new(bitmap: Option<BitmapSetting>, map: &MarsMap, image: &Image) -> Self {
        let bitmap = bitmap.map(|setting| Bitmap::new(setting, map, image));
        DeviceScreen { bitmap }
    }

    /// All devices below each other, in which a pixel is the smallest thing to see: for a terminal.
    pub fn small(&self, devices: &Devices<'_>) -> Picture {
        self.stacked(devices, |_| (1, 1), 1, 1)
    }

    /// All devices below each other, as large as they were set: for files.
    pub fn full(&self, devices: &Devices<'_>) -> Picture {
        let unit = |setting: &BitmapSetting| (setting.unit_width, setting.unit_height);
        self.stacked(devices, unit, Panel::ENLARGED, GAP)
    }

    fn stacked(
        &self,
        devices: &Devices<'_>,
        unit: impl Fn(&BitmapSetting) -> (u32, u32),
        panel_unit: u32,
        gap: u32,
    ) -> Picture {
        let bitmap = self.bitmap.as_ref().map(|bitmap| {
            let (width, height) = unit(&bitmap.setting);
            bitmap
                .picture(&devices.machine.memory)
                .enlarged(width, height)
        });
        let panels = devices.environment.panels();
        let panels = panels.iter().map(Panel::picture);
        let panels = panels.map(|panel| panel.enlarged(panel_unit, panel_unit));
        let all = bitmap.into_iter().chain(panels);
        all.fold(Picture::default(), |above, below| above.above(&below, gap))
    }
}

/// The setting of the bitmap that a program's sources declare: `# jal: bitmap 512x256,unit=8`.
pub fn declared_bitmap(sources: &SourceMap) -> Option<Result<BitmapSetting, BitmapMistake>> {
    let texts = sources.files().map(|file| sources.text(file));
    let mut lines = texts
        .filter(|text| text.contains("jal:"))
        .flat_map(str::lines);
    lines.find_map(|line| {
        let comment = line.trim_start().strip_prefix('#')?.trim_start_matches('#');
        let words = comment.trim_start().strip_prefix("jal:")?.trim();
        let setting = words.strip_prefix("bitmap")?;
        // `bitmapped` is another word.
        let ends = setting.is_empty() || setting.starts_with(char::is_whitespace);
        ends.then(|| setting.trim().parse())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_declares_its_bitmap() {
        let declared = |text: &str| {
            let mut sources = SourceMap::default();
            sources.add("a.s", text);
            let found = declared_bitmap(&sources);
            found.map(|found| found.map_or_else(|_| "wrong".to_owned(), |s| s.to_string()))
        };
        let text = "nop\n# jal: bitmap 64x64,unit=2\n";
        assert_eq!(declared(text).as_deref(), Some("64x64,unit=2,base=static"));
        assert_eq!(
            declared("## jal: bitmap").as_deref(),
            Some("512x256,base=static")
        );
        assert_eq!(declared("# jal: bitmap 9").as_deref(), Some("wrong"));
        assert_eq!(declared("# jal: bitmapped\n# bitmap 64x64"), None);
    }
}
