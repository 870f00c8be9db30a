//! Devices with a look of their own: LEDs and digits.

use super::Picture;

/// What one device shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Panel {
    /// LEDs of any colour, one a pixel.
    Leds(Picture),
    /// Two digits of seven segments, left and right: bits 0 to 6 are the segments a to g, bit 7 is
    /// the point.
    Digits {
        /// The segments that are lit, left.
        left: u8,
        /// The segments that are lit, right.
        right: u8,
    },
}

const LIT: u32 = 0xff_3020;
const UNLIT: u32 = 0x30_1010;

/// Where each segment of a digit is: column, row, width and height. A digit has seven columns, the
/// point included, and nine rows.
const SEGMENTS: [(u32, u32, u32, u32); 8] = [
    (1, 0, 3, 1),
    (4, 1, 1, 3),
    (4, 5, 1, 3),
    (1, 8, 3, 1),
    (0, 5, 1, 3),
    (0, 1, 1, 3),
    (1, 4, 3, 1),
    (6, 8, 1, 1),
];
/// Columns from one digit to the next.
const DIGIT: u32 = 8;

impl Panel {
    /// The device as a picture, in which a pixel is the smallest thing to see.
    pub fn picture(&self) -> Picture {
        match self {
            Panel::Leds(picture) => picture.clone(),
            Panel::Digits { left, right } => {
                let mut picture = Picture::black(2 * DIGIT + 1, 11);
                for (segments, x) in [(left, 1), (right, 1 + DIGIT)] {
                    for (bit, (column, row, width, height)) in SEGMENTS.iter().enumerate() {
                        let lit = segments >> bit & 1 != 0;
                        let color = if lit { LIT } else { UNLIT };
                        picture.fill_area((x + column, 1 + row), (*width, *height), color);
                    }
                }
                picture
            }
        }
    }

    /// How many pixels of a file one pixel of the picture has in each direction.
    pub const ENLARGED: u32 = 12;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The picture as text: lit segments only.
    fn text(panel: &Panel) -> String {
        let picture = panel.picture();
        let rows = picture.pixels.chunks(picture.columns as usize).map(|row| {
            let row: String = row
                .iter()
                .map(|&p| if p == LIT { '#' } else { ' ' })
                .collect();
            format!("{}\n", row.trim_end())
        });
        rows.collect()
    }

    #[test]
    fn digits_look_like_digits() {
        let expected = [
            "",
            "          ###",
            " #   #       #",
            " #   #       #",
            " #   #       #",
            "  ###     ###",
            "     #   #",
            "     #   #",
            "     #   #",
            "          ###  #",
            "",
        ];
        let (left, right) = (0x66, 0x5b | 0x80);
        let shown = text(&Panel::Digits { left, right });
        assert!(shown.lines().eq(expected), "{shown}");
    }
}
