//! PNG files: written in true colour, read in every form but the interlaced one.
//!
//! The compression and the checksums are those of `flate2` and `crc32fast`, which are there anyway; a
//! crate for PNG would bring a second copy of both.

mod read;

pub use read::{NotPng, decode};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use machine::screen::Picture;
use std::io::Write as _;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// How the pixels of our files are: eight bits, red, green and blue, not interlaced.
const TRUE_COLOR: [u8; 5] = [8, 2, 0, 0, 0];
/// Each row says first how it was filtered: not at all, or as the difference to the row above.
const PLAIN: u8 = 0;
const LIKE_ABOVE: u8 = 2;

/// A picture as a file.
pub fn encode(picture: &Picture) -> Vec<u8> {
    let mut file = SIGNATURE.to_vec();
    let mut header = picture.columns.to_be_bytes().to_vec();
    header.extend(picture.rows.to_be_bytes());
    header.extend(TRUE_COLOR);
    push_chunk(&mut file, b"IHDR", &header);
    let mut compressed = ZlibEncoder::new(Vec::new(), Compression::default());
    let width = picture.columns.max(1) as usize;
    let mut above: &[u32] = &[];
    for row in picture.pixels.chunks(width) {
        let mut line = Vec::with_capacity(1 + 3 * width);
        // Units are several rows high: most rows are like those above.
        let is_same = row == above;
        line.push(if is_same { LIKE_ABOVE } else { PLAIN });
        match is_same {
            true => line.resize(1 + 3 * width, 0),
            false => line.extend(row.iter().flat_map(|pixel| rgb(*pixel))),
        }
        // Memory takes everything.
        let _ = compressed.write_all(&line);
        above = row;
    }
    push_chunk(&mut file, b"IDAT", &compressed.finish().unwrap_or_default());
    push_chunk(&mut file, b"IEND", &[]);
    file
}

/// Red, green and blue.
fn rgb(color: u32) -> [u8; 3] {
    let [_, red, green, blue] = color.to_be_bytes();
    [red, green, blue]
}

fn push_chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = crc32fast::hash(&file[start..]);
    file.extend(sum.to_be_bytes());
}
