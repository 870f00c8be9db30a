//! Animations as GIF files: each frame holds what has changed since the one before.

use crate::palette::Indexed;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use machine::screen::Picture;
use std::io::{self, Seek, SeekFrom, Write};

/// The shortest time of a frame, in hundredths of a second: viewers show shorter ones too slowly.
const SHORTEST: u64 = 2;
/// The longest time of a frame: nobody waits for more.
const LONGEST: u64 = 1000;
/// How long the last frame stays, at least.
const LAST: u64 = 100;
/// Where a file says how large it is.
const SIZE_AT: u64 = 6;

/// A GIF file that is being written. Only two pictures are in memory at a time.
pub struct GifAnimation<W: Write> {
    encoder: Encoder<W>,
    /// The frame that is shown until the next one comes, and since when, in hundredths of a second.
    present: Option<(Picture, u64)>,
    /// What the file shows so far.
    written: Picture,
    /// The largest picture.
    size: (u16, u16),
}

impl<W: Write + Seek> GifAnimation<W> {
    /// An animation in this file.
    pub fn new(file: W) -> io::Result<Self> {
        let mut encoder = Encoder::new(file, 1, 1, &[]).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(GifAnimation {
            encoder,
            present: None,
            written: Picture::default(),
            size: (1, 1),
        })
    }

    /// Shows a picture from this time on.
    pub fn show(&mut self, picture: &Picture, milliseconds: u64) -> io::Result<()> {
        let now = milliseconds / 10;
        match self.present.take() {
            // Too short to be seen: the next picture takes its place.
            Some((_, since)) if now < since + SHORTEST => {
                self.present = Some((picture.clone(), since));
            }
            Some((before, since)) => {
                self.write(&before, now - since)?;
                self.present = Some((picture.clone(), now));
            }
            None => self.present = Some((picture.clone(), now)),
        }
        Ok(())
    }

    /// Writes the rest. The animation has ended at this time.
    pub fn finish(mut self, milliseconds: u64) -> io::Result<()> {
        if let Some((last, since)) = self.present.take() {
            let time = (milliseconds / 10).saturating_sub(since);
            self.write(&last, time.max(LAST))?;
        }
        let mut file = self.encoder.into_inner().map_err(failed)?;
        file.seek(SeekFrom::Start(SIZE_AT))?;
        let (columns, rows) = self.size;
        file.write_all(&columns.to_le_bytes())?;
        file.write_all(&rows.to_le_bytes())?;
        file.flush()
    }

    fn write(&mut self, picture: &Picture, time: u64) -> io::Result<()> {
        let same_size =
            (picture.columns, picture.rows) == (self.written.columns, self.written.rows);
        let whole = (0, 0, picture.columns, picture.rows);
        let area = match same_size {
            true => picture.changed_area(&self.written).unwrap_or((0, 0, 1, 1)),
            false => whole,
        };
        let (left, top, width, height) = area;
        let rows = (top..top + height).flat_map(|y| {
            let start = y as usize * picture.columns as usize + left as usize;
            &picture.pixels[start..start + width as usize]
        });
        let pixels: Vec<u32> = rows.copied().collect();
        let indexed = Indexed::new(&pixels);
        let palette = indexed.colors.iter();
        let palette = palette.flat_map(|color| color.to_be_bytes().into_iter().skip(1));
        let frame = Frame {
            delay: time.clamp(SHORTEST, LONGEST) as u16,
            dispose: DisposalMethod::Keep,
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            palette: Some(palette.collect()),
            buffer: indexed.pixels.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(failed)?;
        let (columns, rows) = self.size;
        self.size = (
            columns.max(picture.columns as u16),
            rows.max(picture.rows as u16),
        );
        self.written.clone_from(picture);
        Ok(())
    }
}

fn failed(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gif::{ColorOutput, DecodeOptions};
    use std::io::Cursor;

    /// The pictures of a file as a viewer shows them, each with its time.
    fn play(file: &[u8]) -> Vec<(Vec<u32>, u16)> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file).expect("a file");
        let columns = usize::from(decoder.width());
        let mut canvas = vec![0; columns * usize::from(decoder.height())];
        let mut shown = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            let width = usize::from(frame.width);
            for (k, pixel) in frame.buffer.chunks(4).enumerate() {
                let x = usize::from(frame.left) + k % width;
                let y = usize::from(frame.top) + k / width;
                canvas[y * columns + x] = u32::from_be_bytes([0, pixel[0], pixel[1], pixel[2]]);
            }
            shown.push((canvas.clone(), frame.delay));
        }
        shown
    }

    fn dots(colors: &[u32]) -> Picture {
        Picture {
            columns: colors.len() as u32,
            rows: 1,
            pixels: colors.to_vec(),
        }
    }

    #[test]
    fn pictures_are_shown_as_long_as_they_should() {
        let mut file = Cursor::new(Vec::new());
        let mut film = GifAnimation::new(&mut file).expect("room");
        let pictures = [
            (dots(&[1, 2, 3]), 0),
            (dots(&[1, 9, 3]), 100),
            // Nobody would see this one.
            (dots(&[7, 7, 7]), 300),
            (dots(&[1, 2, 4]), 305),
            (dots(&[1, 2, 5]), 1_000_000),
        ];
        for (picture, time) in &pictures {
            film.show(picture, *time).expect("room");
        }
        film.finish(1_000_000).expect("room");
        let expected = [
            (vec![1, 2, 3], 10),
            (vec![1, 9, 3], 20),
            (vec![1, 2, 4], 1000),
            (vec![1, 2, 5], 100),
        ];
        assert_eq!(play(file.get_ref()), expected);
    }

    #[test]
    fn a_picture_that_grows_fits() {
        let mut file = Cursor::new(Vec::new());
        let mut film = GifAnimation::new(&mut file).expect("room");
        film.show(&dots(&[1]), 0).expect("room");
        film.show(&dots(&[1, 2]), 50).expect("room");
        film.finish(0).expect("room");
        let expected = [(vec![1, 0], 5), (vec![1, 2], 100)];
        assert_eq!(play(file.get_ref()), expected);
    }
}
