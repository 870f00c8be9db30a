//! The pictures of a test whose last picture is wrong, small enough for a page of feedback.

use crate::record::{PictureRecord, ShownPicture, TestRecord};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use harness::TestResult;
use harness::grading::Tier;
use machine::screen::Picture;

/// The most columns and rows that are kept.
const MOST_PIXELS: u32 = 512;
/// The largest file that is kept: noise cannot be compressed.
const LARGEST_FILE: usize = 16 << 10;
/// Of how many tests of a tier the pictures are kept.
const MOST_TESTS: usize = 6;

/// The pictures of a test, if there is one that is wrong and one that is right.
pub(super) fn pictures(result: &TestResult) -> Option<PictureRecord> {
    let picture = result.picture.as_ref().filter(|p| p.is_wrong())?;
    let wanted = picture.wanted.as_ref()?;
    let difference = picture.found.marked(wanted);
    Some(PictureRecord {
        expected: shown(wanted, first),
        actual: shown(&picture.found, first),
        difference: shown(&difference, largest),
    })
}

/// Forgets the pictures of all but the first few tests of each tier.
pub(super) fn keep_few(tests: &mut [TestRecord]) {
    for tier in Tier::ALL {
        let wrong = tests.iter_mut().filter(|test| test.tier == tier);
        let wrong = wrong.filter(|test| test.pictures.is_some());
        for test in wrong.skip(MOST_TESTS) {
            test.pictures = None;
        }
    }
}

/// A picture with so few pixels that its file is small; none if it has no pixels.
fn shown(picture: &Picture, choose: fn(&[u32]) -> u32) -> Option<ShownPicture> {
    let (columns, rows) = (picture.columns, picture.rows);
    if picture.pixels.is_empty() {
        return None;
    }
    let mut by = columns.max(rows).div_ceil(MOST_PIXELS).max(1);
    loop {
        let file = frames::png::encode(&reduced(picture, by, choose));
        if file.len() <= LARGEST_FILE || by >= columns.max(rows) {
            let png = BASE64_STANDARD.encode(file);
            return Some(ShownPicture { columns, rows, png });
        }
        by *= 2;
    }
}

/// A picture in which one pixel stands for a square of `by` times `by`.
fn reduced(picture: &Picture, by: u32, choose: fn(&[u32]) -> u32) -> Picture {
    if by == 1 {
        return picture.clone();
    }
    let (columns, rows) = (picture.columns.div_ceil(by), picture.rows.div_ceil(by));
    let mut small = Picture::black(columns, rows);
    let mut square = Vec::new();
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
        let (left, top) = (x * by, y * by);
        let right = (left + by).min(picture.columns);
        let bottom = (top + by).min(picture.rows);
        square.clear();
        let places = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        square.extend(places.map(|(x, y)| picture.get(x, y)));
        small.set(x, y, choose(&square));
    }
    small
}

fn first(square: &[u32]) -> u32 {
    square.first().copied().unwrap_or(0)
}

/// Red, if any pixel differs: everything else is a dark grey.
fn largest(square: &[u32]) -> u32 {
    square.iter().copied().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(shown: &ShownPicture) -> (usize, Picture) {
        let file = BASE64_STANDARD.decode(&shown.png).unwrap();
        (file.len(), frames::png::decode(&file).unwrap())
    }

    #[test]
    fn a_small_picture_is_kept_as_it_is() {
        let mut dot = Picture::black(3, 2);
        dot.set(1, 1, 0x12_3456);
        let kept = shown(&dot, first).unwrap();
        assert_eq!((kept.columns, kept.rows), (3, 2));
        assert_eq!(decoded(&kept).1, dot);
        assert_eq!(shown(&Picture::default(), first), None);
    }

    #[test]
    fn noise_and_large_pictures_get_small_and_one_wrong_pixel_still_shows() {
        let mut noise = Picture::black(1000, 700);
        let mut state = 1u32;
        for pixel in &mut noise.pixels {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *pixel = state >> 8;
        }
        let kept = shown(&noise, first).unwrap();
        assert_eq!((kept.columns, kept.rows), (1000, 700));
        assert!(decoded(&kept).0 <= LARGEST_FILE);
        let mut wrong = noise.clone();
        wrong.set(999, 699, !wrong.get(999, 699));
        let kept = shown(&wrong.marked(&noise), largest).unwrap();
        let (size, picture) = decoded(&kept);
        assert!(size <= LARGEST_FILE);
        let last = (picture.columns - 1, picture.rows - 1);
        assert_eq!(picture.get(last.0, last.1), 0xff_0000);
        let red = picture.pixels.iter().filter(|p| **p == 0xff_0000);
        assert_eq!(red.count(), 1);
    }
}
