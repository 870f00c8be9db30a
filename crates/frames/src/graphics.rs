//! Pictures as terminals with graphics take them: the protocol of kitty, and sixels.

use crate::palette::Indexed;
use crate::png;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use machine::screen::Picture;
use std::fmt::Write as _;

/// The number of our picture: another one with it is replaced.
const IMAGE: u32 = 2048;
/// The most bytes of a picture in one sequence.
const CHUNK: usize = 4096;

/// Shows a picture at the cursor on so many columns and lines of text, in place of the one before.
pub fn kitty(picture: &Picture, columns: u16, lines: u16) -> String {
    let data = STANDARD.encode(png::encode(picture));
    let mut out = String::with_capacity(data.len() + 256);
    let mut rest = data.as_str();
    let mut first = true;
    loop {
        let (chunk, more) = rest.split_at(rest.len().min(CHUNK));
        let goes_on = u8::from(!more.is_empty());
        out.push_str("\x1b_G");
        if first {
            // Writing to memory does not fail.
            let _ = write!(
                out,
                "a=T,f=100,i={IMAGE},p=1,c={columns},r={lines},C=1,q=2,"
            );
        }
        let _ = write!(out, "m={goes_on};{chunk}\x1b\\");
        (rest, first) = (more, false);
        if rest.is_empty() {
            return out;
        }
    }
}

/// Takes the picture away.
pub fn kitty_end() -> String {
    format!("\x1b_Ga=d,d=I,i={IMAGE},q=2\x1b\\")
}

/// Draws a picture at the cursor with sixels: one pixel of the picture is one of the screen.
pub fn sixel(picture: &Picture) -> String {
    let (columns, rows) = (picture.columns as usize, picture.rows as usize);
    let indexed = Indexed::new(&picture.pixels);
    let mut out = format!("\x1bP0;1q\"1;1;{columns};{rows}");
    for (index, color) in indexed.colors.iter().enumerate() {
        let [_, red, green, blue] = color.to_be_bytes().map(|c| u32::from(c) * 100 / 255);
        let _ = write!(out, "#{index};2;{red};{green};{blue}");
    }
    for band in indexed.pixels.chunks(6 * columns.max(1)) {
        let mut used = [false; 256];
        for index in band {
            used[usize::from(*index)] = true;
        }
        for color in (0..=255_u8).filter(|color| used[usize::from(*color)]) {
            let _ = write!(out, "#{color}");
            let mut run = (0, 0);
            for x in 0..columns {
                let column = band.iter().skip(x).step_by(columns);
                let bits = column.enumerate().filter(|(_, index)| **index == color);
                let bits = bits.fold(0_u8, |bits, (row, _)| bits | 1 << row);
                if bits != run.0 {
                    push_run(&mut out, run);
                    run = (bits, 0);
                }
                run.1 += 1;
            }
            push_run(&mut out, run);
            out.push('$');
        }
        out.push('-');
    }
    out.push_str("\x1b\\");
    out
}

/// The same six pixels so many times.
fn push_run(out: &mut String, (bits, times): (u8, usize)) {
    let letter = char::from(b'?' + bits);
    match times {
        0..=3 => out.extend(std::iter::repeat_n(letter, times)),
        _ => {
            let _ = write!(out, "!{times}{letter}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_for_kitty_comes_in_parts() {
        let small = kitty(&Picture::black(1, 1), 3, 2);
        assert!(small.starts_with("\x1b_Ga=T,f=100,i=2048,p=1,c=3,r=2,C=1,q=2,m=0;iVBORw0KGgo"));
        assert_eq!(small.matches("\x1b_G").count(), 1);
        let mut noise = Picture::black(100, 100);
        for (k, pixel) in (1_u32..).zip(&mut noise.pixels) {
            *pixel = k.wrapping_mul(0x9e37_79b9) >> 8;
        }
        let large = kitty(&noise, 3, 2);
        let parts: Vec<&str> = large.split("\x1b\\").filter(|p| !p.is_empty()).collect();
        assert!(parts.len() > 5 && parts.iter().all(|part| part.len() <= CHUNK + 100));
        assert!(
            parts[1].starts_with("\x1b_Gm=1;")
                && parts.last().is_some_and(|p| p.starts_with("\x1b_Gm=0;"))
        );
        let data: String = parts
            .iter()
            .filter_map(|p| Some(p.split_once(';')?.1))
            .collect();
        let file = STANDARD.decode(data).expect("base64");
        assert_eq!(png::decode(&file).ok(), Some(noise));
    }

    #[test]
    fn sixels_are_columns_of_six_pixels() {
        let mut picture = Picture::black(5, 7);
        picture.set(0, 0, 0xff_0000);
        picture.set(4, 6, 0xff_0000);
        let expected = "\x1bP0;1q\"1;1;5;7#0;2;100;0;0#1;2;0;0;0\
                        #0@!4?$#1}!4~$-#0!4?@$#1!4@?$-\x1b\\";
        assert_eq!(sixel(&picture), expected);
    }
}
