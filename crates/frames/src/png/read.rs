//! Reads PNG files, whoever wrote them.

use super::SIGNATURE;
use flate2::bufread::ZlibDecoder;
use machine::screen::Picture;
use std::io::Read as _;

/// The most pixels in one direction.
const LARGEST: u32 = 4096;

/// Why a file is not a picture to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPng {
    /// It does not begin as one.
    #[error("it is not a PNG file")]
    Signature,
    /// It ends early, or says what cannot be.
    #[error("the PNG file is damaged")]
    Damaged,
    /// Its rows are not in order.
    #[error("the PNG file is interlaced; save it without that")]
    Interlaced,
    /// It is too large.
    #[error("the picture has {0}x{1} pixels; at most {LARGEST}x{LARGEST} are possible")]
    Large(u32, u32),
}

/// What a file says about its pixels.
struct Header {
    columns: u32,
    rows: u32,
    depth: u32,
    kind: u8,
}

impl Header {
    /// Values of a pixel.
    fn samples(&self) -> usize {
        match self.kind {
            2 => 3,
            4 => 2,
            6 => 4,
            _ => 1,
        }
    }

    fn read(data: &[u8]) -> Result<Self, NotPng> {
        let data: &[u8; 13] = data.try_into().map_err(|_| NotPng::Damaged)?;
        let number =
            |at: usize| u32::from_be_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
        let header = Header {
            columns: number(0),
            rows: number(4),
            depth: data[8].into(),
            kind: data[9],
        };
        let depths: &[u32] = match header.kind {
            0 => &[1, 2, 4, 8, 16],
            3 => &[1, 2, 4, 8],
            2 | 4 | 6 => &[8, 16],
            _ => &[],
        };
        if !depths.contains(&header.depth) || header.columns == 0 || header.rows == 0 {
            return Err(NotPng::Damaged);
        }
        if header.columns.max(header.rows) > LARGEST {
            return Err(NotPng::Large(header.columns, header.rows));
        }
        match data[12] {
            0 => Ok(header),
            _ => Err(NotPng::Interlaced),
        }
    }
}

/// The picture in a file. What is transparent is drawn on black.
pub fn decode(file: &[u8]) -> Result<Picture, NotPng> {
    let mut rest = file.strip_prefix(&SIGNATURE).ok_or(NotPng::Signature)?;
    let mut header = None;
    let (mut palette, mut clear, mut compressed) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let (kind, data) = chunk(&mut rest).ok_or(NotPng::Damaged)?;
        match &kind {
            b"IHDR" => header = Some(Header::read(data)?),
            b"PLTE" => palette = data.as_chunks().0.to_vec(),
            b"tRNS" => clear = data.to_vec(),
            b"IDAT" => compressed.extend(data),
            b"IEND" => break,
            // A letter is small for what may be passed over.
            _ if kind[0].is_ascii_lowercase() => {}
            _ => return Err(NotPng::Damaged),
        }
    }
    let header = header.ok_or(NotPng::Damaged)?;
    let pixel_bits = header.samples() * header.depth as usize;
    let width = (header.columns as usize * pixel_bits).div_ceil(8);
    let size = header.rows as usize * (1 + width);
    let mut bytes = Vec::with_capacity(size);
    let unpacked = ZlibDecoder::new(&compressed[..]);
    let read = unpacked.take(size as u64).read_to_end(&mut bytes);
    if read.ok() != Some(size) {
        return Err(NotPng::Damaged);
    }
    let mut pixels = Vec::with_capacity(header.columns as usize * header.rows as usize);
    let mut above = vec![0; width];
    for line in bytes.chunks_exact_mut(1 + width) {
        let (filter, row) = line.split_first_mut().ok_or(NotPng::Damaged)?;
        unfilter(*filter, row, &above, pixel_bits.div_ceil(8))?;
        for x in 0..header.columns as usize {
            pixels.push(color(&header, row, x, &palette, &clear)?);
        }
        above.copy_from_slice(row);
    }
    Ok(Picture {
        columns: header.columns,
        rows: header.rows,
        pixels,
    })
}

/// The kind and the data of the next part of a file.
fn chunk<'a>(rest: &mut &'a [u8]) -> Option<([u8; 4], &'a [u8])> {
    let (length, after) = rest.split_first_chunk()?;
    let (kind, after) = after.split_first_chunk()?;
    let (data, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    let (sum, after) = after.split_first_chunk()?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(kind);
    hasher.update(data);
    *rest = after;
    (hasher.finalize() == u32::from_be_bytes(*sum)).then_some((*kind, data))
}

/// Undoes what was done to a row so that it compresses better.
fn unfilter(filter: u8, row: &mut [u8], above: &[u8], step: usize) -> Result<(), NotPng> {
    if filter > 4 {
        return Err(NotPng::Damaged);
    }
    for at in 0..row.len() {
        let before = at.checked_sub(step);
        let left = before.map_or(0, |at| row[at]);
        let up = above[at];
        let corner = before.map_or(0, |at| above[at]);
        let guess = match filter {
            1 => left,
            2 => up,
            3 => ((u16::from(left) + u16::from(up)) / 2) as u8,
            4 => nearest(left, up, corner),
            _ => 0,
        };
        row[at] = row[at].wrapping_add(guess);
    }
    Ok(())
}

/// Which of three neighbours is nearest to what their slope says.
fn nearest(left: u8, up: u8, corner: u8) -> u8 {
    let slope = i16::from(left) + i16::from(up) - i16::from(corner);
    let far = |value: u8| (slope - i16::from(value)).abs();
    match (far(left), far(up), far(corner)) {
        (l, u, c) if l <= u && l <= c => left,
        (_, u, c) if u <= c => up,
        _ => corner,
    }
}

/// The colour of a pixel of a row.
fn color(
    header: &Header,
    row: &[u8],
    x: usize,
    palette: &[[u8; 3]],
    clear: &[u8],
) -> Result<u32, NotPng> {
    let samples = header.samples();
    let sample = |k: usize| -> u8 {
        let index = x * samples + k;
        match header.depth {
            8 => row[index],
            16 => row[2 * index],
            depth => {
                let bit = index * depth as usize;
                let shift = 8 - depth - (bit % 8) as u32;
                row[bit / 8] >> shift & ((1 << depth) - 1)
            }
        }
    };
    if header.kind == 3 {
        let index = usize::from(sample(0));
        let opaque = clear.get(index).copied().unwrap_or(255);
        let found = palette.get(index).ok_or(NotPng::Damaged)?;
        return Ok(mixed(*found, opaque));
    }
    let grey = |value: u8| match header.depth {
        8 | 16 => [value; 3],
        depth => [(u16::from(value) * 255 / ((1 << depth) - 1)) as u8; 3],
    };
    Ok(match header.kind {
        0 => mixed(grey(sample(0)), 255),
        4 => mixed(grey(sample(0)), sample(1)),
        2 => mixed([sample(0), sample(1), sample(2)], 255),
        _ => mixed([sample(0), sample(1), sample(2)], sample(3)),
    })
}

/// A colour on black.
fn mixed(rgb: [u8; 3], opaque: u8) -> u32 {
    let [red, green, blue] = rgb.map(|value| u32::from(value) * u32::from(opaque) / 255);
    red << 16 | green << 8 | blue
}

#[cfg(test)]
mod tests {
    use super::super::{encode, push_chunk};
    use super::*;
    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use std::io::Write as _;

    #[test]
    fn a_picture_survives_its_file() {
        let mut picture = Picture::black(61, 7);
        for (k, pixel) in (0_u32..).zip(&mut picture.pixels) {
            *pixel = (k / 122).wrapping_mul(0x9e_3779) & 0xff_ffff;
        }
        assert_eq!(decode(&encode(&picture)), Ok(picture));
    }

    /// A file with these parts.
    fn file(
        columns: u8,
        depth: u8,
        kind: u8,
        chunks: &[(&[u8; 4], &[u8])],
        lines: &[u8],
    ) -> Vec<u8> {
        let mut file = SIGNATURE.to_vec();
        let header = [0, 0, 0, columns, 0, 0, 0, 1, depth, kind, 0, 0, 0];
        push_chunk(&mut file, b"IHDR", &header);
        for (kind, data) in chunks {
            push_chunk(&mut file, kind, data);
        }
        let mut compressed = ZlibEncoder::new(Vec::new(), Compression::fast());
        compressed.write_all(lines).expect("room");
        push_chunk(&mut file, b"IDAT", &compressed.finish().expect("room"));
        push_chunk(&mut file, b"IEND", &[]);
        file
    }

    #[track_caller]
    fn check(file: &[u8], pixels: &[u32]) {
        assert_eq!(
            decode(file).map(|picture| picture.pixels),
            Ok(pixels.to_vec())
        );
    }

    #[test]
    fn every_kind_of_pixel_is_read() {
        let palette: &[u8] = &[0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255];
        let colors: (&[u8; 4], &[u8]) = (b"PLTE", palette);
        check(
            &file(
                4,
                2,
                3,
                &[colors, (b"tRNS", &[255, 51])],
                &[0, 0b00_01_10_11],
            ),
            &[0, 0x33_0000, 0x00_ff00, 0x00_00ff],
        );
        check(&file(2, 1, 0, &[], &[0, 0b1000_0000]), &[0xff_ffff, 0]);
        check(&file(1, 16, 0, &[], &[0, 0x12, 0x34]), &[0x12_1212]);
        check(&file(1, 8, 4, &[], &[0, 100, 255]), &[0x64_6464]);
        check(&file(1, 8, 6, &[], &[0, 255, 10, 20, 0]), &[0]);
        // The difference to the pixel on the left.
        check(
            &file(2, 8, 2, &[(b"tEXt", b"a note")], &[1, 9, 8, 7, 1, 1, 1]),
            &[0x09_0807, 0x0a_0908],
        );
        // The mean of left and above, and the nearest of the neighbours.
        check(&file(2, 8, 0, &[], &[3, 10, 10]), &[0x0a_0a0a, 0x0f_0f0f]);
        check(&file(2, 8, 0, &[], &[4, 10, 10]), &[0x0a_0a0a, 0x14_1414]);
    }

    #[test]
    fn what_is_not_a_picture_is_refused() {
        assert_eq!(decode(b"GIF89a"), Err(NotPng::Signature));
        let good = encode(&Picture::black(8, 8));
        for end in 0..good.len() {
            assert!(decode(&good[..end]).is_err(), "{end}");
        }
        for at in 8..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            assert!(decode(&bad).is_err(), "{at}");
        }
        let large = encode(&Picture::black(LARGEST + 1, 1));
        assert_eq!(decode(&large), Err(NotPng::Large(4097, 1)));
        let index = file(1, 8, 3, &[(b"PLTE", &[1, 2, 3])], &[0, 1]);
        assert_eq!(decode(&index), Err(NotPng::Damaged));
        assert_eq!(
            decode(&file(2, 8, 2, &[], &[0, 1, 2])),
            Err(NotPng::Damaged)
        );
        assert_eq!(decode(&file(1, 8, 0, &[], &[5, 1])), Err(NotPng::Damaged));
        let empty = encode(&Picture::default());
        assert_eq!(decode(&empty), Err(NotPng::Damaged));
    }
}
