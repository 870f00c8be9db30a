//! The bitmap display of MARS and RARS: memory that is shown as a picture.
//!
//! The setting is written `512x256,unit=8,base=gp`; its parts are rows of [`BITMAP_PARTS`], and the
//! addresses with a name are rows of [`BITMAP_BASES`].

use super::Picture;
use crate::env::MarsMap;
use crate::image::Image;
use crate::memory::Memory;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The most pixels of a display in one direction.
const MOST_PIXELS: u32 = 1024;
/// The most pixels of a unit in one direction.
const MOST_UNIT: u32 = 64;

/// An address with a name.
#[derive(Debug)]
pub struct BaseRow {
    /// What users write.
    pub name: &'static str,
    /// What MARS calls it.
    pub title: &'static str,
    /// Where it is.
    address: fn(&MarsMap) -> u32,
}

/// The addresses with names, as MARS offers them.
pub static BITMAP_BASES: [BaseRow; 5] = [
    BaseRow {
        name: "global",
        title: "global data",
        address: |map| map.data_first,
    },
    BaseRow {
        name: "gp",
        title: "$gp",
        address: |map| map.gp,
    },
    BaseRow {
        name: "static",
        title: "static data",
        address: |map| map.data,
    },
    BaseRow {
        name: "heap",
        title: "heap",
        address: |map| map.heap,
    },
    BaseRow {
        name: "mmio",
        title: "memory map",
        address: |map| map.devices,
    },
];

/// A part of the setting.
#[derive(Debug)]
pub struct PartRow {
    /// What users write before `=`; empty for the part that has no name.
    pub name: &'static str,
    /// What its value looks like.
    pub form: &'static str,
    /// What holds without it.
    pub default: &'static str,
    /// What it is.
    pub doc: &'static str,
    read: fn(&mut BitmapSetting, &str) -> Option<()>,
}

/// The parts of the setting.
pub static BITMAP_PARTS: [PartRow; 3] = [
    PartRow {
        name: "",
        form: "WIDTHxHEIGHT",
        default: "512x256",
        doc: "size of the display in pixels, at most 1024x1024",
        read: |setting, value| {
            (setting.width, setting.height) = size(value, MOST_PIXELS)?;
            Some(())
        },
    },
    PartRow {
        name: "unit",
        form: "N or WIDTHxHEIGHT",
        default: "1",
        doc: "pixels that one word of memory colours, at most 64x64",
        read: |setting, value| {
            let square = value.parse().ok().filter(|n| (1..=MOST_UNIT).contains(n));
            let size = square.map(|n| (n, n)).or_else(|| size(value, MOST_UNIT));
            (setting.unit_width, setting.unit_height) = size?;
            Some(())
        },
    },
    PartRow {
        name: "base",
        form: "NAME or ADDRESS",
        default: "static",
        doc: "address of the first word: global, gp, static, heap, mmio or a number",
        read: |setting, value| {
            let mut known = BITMAP_BASES.iter();
            let named = known.position(|row| row.name == value);
            setting.base = match named {
                Some(row) => BitmapBase::Named(row as u8),
                None => BitmapBase::At(address(value)?),
            };
            Some(())
        },
    },
];

/// Where the first word of a bitmap is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitmapBase {
    /// A row of [`BITMAP_BASES`].
    Named(u8),
    /// This address.
    At(u32),
}

impl BitmapBase {
    /// The address, in this memory configuration.
    pub fn address(self, map: &MarsMap) -> u32 {
        match self {
            BitmapBase::Named(row) => (BITMAP_BASES[usize::from(row)].address)(map),
            BitmapBase::At(address) => address,
        }
    }
}

/// How a bitmap display is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitmapSetting {
    /// Pixels of the display from left to right.
    pub width: u32,
    /// Pixels of the display from top to bottom.
    pub height: u32,
    /// Pixels of a unit from left to right; a unit is what a word colours.
    pub unit_width: u32,
    /// Pixels of a unit from top to bottom.
    pub unit_height: u32,
    /// Where the first word is.
    pub base: BitmapBase,
}

impl Default for BitmapSetting {
    fn default() -> Self {
        BitmapSetting {
            width: 512,
            height: 256,
            unit_width: 1,
            unit_height: 1,
            base: BitmapBase::Named(2),
        }
    }
}

impl fmt::Display for BitmapSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        match (self.unit_width, self.unit_height) {
            (1, 1) => {}
            (width, height) if width == height => write!(f, ",unit={width}")?,
            (width, height) => write!(f, ",unit={width}x{height}")?,
        }
        match self.base {
            BitmapBase::Named(row) => {
                write!(f, ",base={}", BITMAP_BASES[usize::from(row)].name)
            }
            BitmapBase::At(address) => write!(f, ",base=0x{address:08x}"),
        }
    }
}

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitmapMistake {
    /// Which bytes of the text.
    pub at: Range<usize>,
    /// What is wrong there.
    pub title: String,
    /// What to write instead.
    pub help: String,
}

impl fmt::Display for BitmapMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.title, self.help)
    }
}

impl std::error::Error for BitmapMistake {}

impl FromStr for BitmapSetting {
    type Err = BitmapMistake;

    fn from_str(text: &str) -> Result<Self, BitmapMistake> {
        let mut setting = BitmapSetting::default();
        let mut start = 0;
        for part in text.split(',') {
            let place = start..start + part.len();
            start = place.end + 1;
            if !part.trim().is_empty() {
                read_part(&mut setting, part.trim(), place)?;
            }
        }
        if setting.columns() == 0 || setting.rows() == 0 {
            return Err(BitmapMistake {
                at: 0..text.len(),
                title: "a unit is larger than the display".to_owned(),
                help: "make `unit` smaller, or the display larger".to_owned(),
            });
        }
        Ok(setting)
    }
}

fn read_part(
    setting: &mut BitmapSetting,
    part: &str,
    at: Range<usize>,
) -> Result<(), BitmapMistake> {
    let (name, value) = part.split_once('=').unwrap_or(("", part));
    let (name, value) = (name.trim(), value.trim());
    let Some(row) = BITMAP_PARTS.iter().find(|row| row.name == name) else {
        let names = BITMAP_PARTS.iter().map(|row| row.name);
        let help = match nearest(name, names) {
            Some(known) => format!("did you mean `{known}={value}`?"),
            None => format!("write {}", forms()),
        };
        return Err(BitmapMistake {
            at,
            title: format!("a bitmap has no `{name}`"),
            help,
        });
    };
    (row.read)(setting, value).ok_or_else(|| {
        let names = BITMAP_BASES.iter().map(|row| row.name);
        let known = nearest(value, names).filter(|_| row.name == "base");
        // A word alone is the name of a part or a base, and not a size.
        let bare = nearest(value, BITMAP_PARTS.iter().map(|row| row.name));
        let help = match (known, bare.filter(|_| row.name.is_empty())) {
            (Some(known), _) => format!("did you mean `base={known}`?"),
            (_, Some(known)) => format!("did you mean `{known}=…`?"),
            _ => format!("write {}: {}", written(row), row.doc),
        };
        BitmapMistake {
            at,
            title: match row.name {
                "" => format!("`{value}` is not a size"),
                name => format!("`{value}` is not a value of `{name}`"),
            },
            help,
        }
    })
}

/// How a part is written.
fn written(row: &PartRow) -> String {
    match row.name {
        "" => row.form.to_owned(),
        name => format!("{name}={}", row.form),
    }
}

/// How all parts are written.
fn forms() -> String {
    let parts: Vec<String> = BITMAP_PARTS.iter().map(written).collect();
    parts.join(", ")
}

/// The known word that is most like this one, if one is like it.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let known = known.filter(|known| !known.is_empty());
    let rated = known.map(|known| (strsim::jaro_winkler(word, known), known));
    let best = rated.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= 0.75).then_some(best.1)
}

/// A width and a height.
fn size(text: &str, most: u32) -> Option<(u32, u32)> {
    let (width, height) = text.split_once(['x', 'X', '×'])?;
    let side = |text: &str| text.trim().parse().ok().filter(|n| (1..=most).contains(n));
    Some((side(width)?, side(height)?))
}

/// The address of a word.
fn address(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let address = match digits {
        Some(digits) => u32::from_str_radix(&digits.replace('_', ""), 16).ok()?,
        None => text.parse().ok()?,
    };
    address.is_multiple_of(4).then_some(address)
}

impl BitmapSetting {
    /// Units from left to right.
    pub fn columns(&self) -> u32 {
        self.width / self.unit_width
    }

    /// Whether it lies where the registers of devices are.
    pub fn covers_devices(&self, map: &MarsMap) -> bool {
        (map.devices..=map.devices_last).contains(&self.base.address(map))
    }

    /// Units from top to bottom.
    pub fn rows(&self) -> u32 {
        self.height / self.unit_height
    }
}

/// A bitmap display of a program.
#[derive(Clone, Debug)]
pub struct Bitmap {
    /// How it is set.
    pub setting: BitmapSetting,
    address: u32,
    big_endian: bool,
    /// Units on which data of the program lie, and their words at the start: they are black until
    /// something else is stored there.
    data: Vec<(usize, u32)>,
}

impl Bitmap {
    /// The display of a program.
    pub fn new(setting: BitmapSetting, map: &MarsMap, image: &Image) -> Self {
        let address = setting.base.address(map);
        let mut bitmap = Bitmap {
            setting,
            address,
            big_endian: image.big_endian,
            data: Vec::new(),
        };
        let mut start = Memory::default();
        let bytes = image.segments.iter().filter(|s| !s.bytes.is_empty());
        for segment in bytes {
            // Without a limit there is always room.
            let _ = start.write_host(segment.address, &segment.bytes);
        }
        let words = bitmap.words(&start).into_iter().enumerate();
        bitmap.data = words.filter(|(_, word)| *word != 0).collect();
        bitmap
    }

    /// The first address.
    pub fn address(&self) -> u32 {
        self.address
    }

    fn words(&self, memory: &Memory) -> Vec<u32> {
        let count = self.setting.columns() * self.setting.rows();
        let mut bytes = Vec::with_capacity(4 * count as usize);
        memory.peek_into(self.address, 4 * count, &mut bytes);
        let (words, _) = bytes.as_chunks();
        match self.big_endian {
            true => words.iter().map(|word| u32::from_be_bytes(*word)).collect(),
            false => words.iter().map(|word| u32::from_le_bytes(*word)).collect(),
        }
    }

    /// What it shows, one pixel a unit.
    pub fn picture(&self, memory: &Memory) -> Picture {
        let mut pixels = self.words(memory);
        for (unit, word) in &self.data {
            if pixels[*unit] == *word {
                pixels[*unit] = 0;
            }
        }
        for pixel in &mut pixels {
            *pixel &= 0x00ff_ffff;
        }
        Picture {
            columns: self.setting.columns(),
            rows: self.setting.rows(),
            pixels,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::{Access, Segment};

    fn parse(text: &str) -> Result<BitmapSetting, String> {
        text.parse()
            .map_err(|wrong: BitmapMistake| wrong.to_string())
    }

    #[track_caller]
    fn check(text: &str, shown: &str) {
        assert_eq!(parse(text).map(|s| s.to_string()).as_deref(), Ok(shown));
        // What is shown is a setting, and means the same.
        assert_eq!(parse(shown), parse(text));
    }

    #[test]
    fn a_setting_is_written_in_parts() {
        check("", "512x256,base=static");
        check("64x32", "64x32,base=static");
        check("512x512,unit=8,base=gp", "512x512,unit=8,base=gp");
        check("base=heap, unit=4x8", "512x256,unit=4x8,base=heap");
        check("base=0x10010000", "512x256,base=0x10010000");
    }

    #[track_caller]
    fn check_wrong(text: &str, words: &str) {
        assert_eq!(parse(text), Err(words.to_owned()));
    }

    #[test]
    fn mistakes_are_explained() {
        check_wrong(
            "512",
            "`512` is not a size; write WIDTHxHEIGHT: size of the display in pixels, at most \
             1024x1024",
        );
        check_wrong(
            "base=statics",
            "`statics` is not a value of `base`; did you mean `base=static`?",
        );
        check_wrong("units=8", "a bitmap has no `units`; did you mean `unit=8`?");
        check_wrong(
            "base=0x10010002",
            "`0x10010002` is not a value of `base`; write base=NAME or ADDRESS: address of the \
             first word: global, gp, static, heap, mmio or a number",
        );
        check_wrong(
            "16x16,unit=32",
            "a unit is larger than the display; make `unit` smaller, or the display larger",
        );
        for text in [
            "0x5",
            "2048x16",
            "64x64,unit=0",
            "color=3",
            "base=",
            "64x64x2",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bases_are_those_of_the_memory_configuration() {
        let addresses = |map| {
            let rows = 0..BITMAP_BASES.len() as u8;
            let rows = rows.map(|row| BitmapBase::Named(row).address(map));
            rows.collect::<Vec<_>>()
        };
        let default = [
            0x1000_0000,
            0x1000_8000,
            0x1001_0000,
            0x1004_0000,
            0xffff_0000,
        ];
        assert_eq!(addresses(&MarsMap::DEFAULT), default);
        let compact = [0, 0x1800, 0, 0x2000, 0x7f00];
        assert_eq!(addresses(&MarsMap::COMPACT_DATA_AT_ZERO), compact);
    }

    fn image(address: u32, bytes: &[u8]) -> Image {
        let segment = Segment {
            name: "data".to_owned(),
            address,
            bytes: bytes.to_vec(),
            size: bytes.len() as u32,
            access: Access {
                read: true,
                write: true,
                execute: false,
            },
        };
        Image {
            segments: vec![segment],
            ..Image::default()
        }
    }

    #[test]
    fn a_unit_shows_what_was_stored_and_not_what_was_there() {
        let setting = parse("4x2,unit=2").expect("a setting");
        let image = image(0x1001_0000, b"hi!\0");
        let bitmap = Bitmap::new(setting, &MarsMap::DEFAULT, &image);
        let mut memory = Memory::default();
        let mut show = |address: u32, word: u32| {
            memory
                .write_host(address, &word.to_le_bytes())
                .expect("room");
            bitmap.picture(&memory).pixels
        };
        assert_eq!(show(0x1001_0000, u32::from_le_bytes(*b"hi!\0")), [0, 0]);
        assert_eq!(show(0x1001_0004, 0xff00_00ff), [0, 0xff]);
        assert_eq!(show(0x1001_0000, 0x1234_5678), [0x34_5678, 0xff]);
    }

    #[test]
    fn a_bitmap_at_the_end_of_memory_wraps_and_survives() {
        let setting = parse("1024x1024,base=0xfffffffc").expect("a setting");
        let bitmap = Bitmap::new(setting, &MarsMap::DEFAULT, &image(0, b"abcd"));
        assert_eq!(bitmap.picture(&Memory::default()).pixels.len(), 1 << 20);
    }
}
