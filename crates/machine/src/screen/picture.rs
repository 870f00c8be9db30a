//! A picture: rows of colours.

/// Rows of pixels, each `0x00RRGGBB`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub columns: u32,
    /// How many rows.
    pub rows: u32,
    /// The pixels, row by row from the top.
    pub pixels: Vec<u32>,
}

/// How two pictures differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureDifference {
    /// They are not equally large: columns and rows of each.
    Size {
        /// Of the first picture.
        found: (u32, u32),
        /// Of the second.
        wanted: (u32, u32),
    },
    /// Some pixels have other colours.
    Pixels {
        /// How many.
        count: u64,
        /// Column and row of the first, row by row from the top.
        first: (u32, u32),
        /// Its colour in the first picture.
        found: u32,
        /// Its colour in the second picture.
        wanted: u32,
    },
}

/// The bits of a colour; what is above them does not show.
const COLOR: u32 = 0x00ff_ffff;

impl Picture {
    /// A black picture.
    pub fn black(columns: u32, rows: u32) -> Self {
        let count = columns as usize * rows as usize;
        Picture {
            columns,
            rows,
            pixels: vec![0; count],
        }
    }

    /// The colour of a pixel; outside, black.
    pub fn get(&self, x: u32, y: u32) -> u32 {
        self.index(x, y).map_or(0, |at| self.pixels[at])
    }

    /// Colours a pixel. Outside, nothing happens.
    pub fn set(&mut self, x: u32, y: u32, color: u32) {
        if let Some(at) = self.index(x, y) {
            self.pixels[at] = color & COLOR;
        }
    }

    /// Colours all pixels.
    pub fn fill(&mut self, color: u32) {
        self.pixels.fill(color & COLOR);
    }

    /// Colours the pixels of a rectangle.
    pub(super) fn fill_area(&mut self, place: (u32, u32), size: (u32, u32), color: u32) {
        for y in place.1..place.1 + size.1 {
            for x in place.0..place.0 + size.0 {
                self.set(x, y, color);
            }
        }
    }

    fn index(&self, x: u32, y: u32) -> Option<usize> {
        let inside = x < self.columns && y < self.rows;
        inside.then_some(y as usize * self.columns as usize + x as usize)
    }

    /// Every pixel as a rectangle of this width and height.
    pub fn enlarged(&self, width: u32, height: u32) -> Picture {
        if (width, height) == (1, 1) {
            return self.clone();
        }
        let mut pixels = Vec::with_capacity(self.pixels.len() * (width * height) as usize);
        for row in self.pixels.chunks(self.columns.max(1) as usize) {
            let start = pixels.len();
            let wide = row
                .iter()
                .flat_map(|&p| std::iter::repeat_n(p, width as usize));
            pixels.extend(wide);
            let end = pixels.len();
            for _ in 1..height {
                pixels.extend_from_within(start..end);
            }
        }
        Picture {
            columns: self.columns * width,
            rows: self.rows * height,
            pixels,
        }
    }

    /// One picture below the other, with `gap` rows between them.
    #[must_use]
    pub fn above(self, below: &Picture, gap: u32) -> Picture {
        if self.pixels.is_empty() {
            return below.clone();
        }
        let columns = self.columns.max(below.columns);
        let mut both = Picture::black(columns, self.rows + gap + below.rows);
        for (picture, top) in [(&self, 0), (below, self.rows + gap)] {
            let width = picture.columns.max(1) as usize;
            for (row, y) in picture.pixels.chunks(width).zip(top..) {
                let at = y as usize * columns as usize;
                both.pixels[at..at + row.len()].copy_from_slice(row);
            }
        }
        both
    }

    /// How this picture differs from the one that is wanted, if it does.
    pub fn difference(&self, wanted: &Picture) -> Option<PictureDifference> {
        let size = |picture: &Picture| (picture.columns, picture.rows);
        if size(self) != size(wanted) {
            return Some(PictureDifference::Size {
                found: size(self),
                wanted: size(wanted),
            });
        }
        let pairs = self.pixels.iter().zip(&wanted.pixels);
        let mut others = pairs
            .enumerate()
            .filter(|(_, (found, wanted))| found != wanted);
        let (at, (&found, &wanted)) = others.next()?;
        let columns = self.columns as usize;
        Some(PictureDifference::Pixels {
            count: 1 + others.count() as u64,
            first: ((at % columns) as u32, (at / columns) as u32),
            found,
            wanted,
        })
    }

    /// This picture in grey, with red wherever it differs from the one that is wanted.
    pub fn marked(&self, wanted: &Picture) -> Picture {
        const RED: u32 = 0xff_0000;
        let columns = self.columns.max(wanted.columns);
        let rows = self.rows.max(wanted.rows);
        let mut marked = Picture::black(columns, rows);
        let inside = |picture: &Picture, x, y| x < picture.columns && y < picture.rows;
        for y in 0..rows {
            for x in 0..columns {
                let both = inside(self, x, y) && inside(wanted, x, y);
                let same = both && self.get(x, y) == wanted.get(x, y);
                let color = if same { faint(self.get(x, y)) } else { RED };
                marked.set(x, y, color);
            }
        }
        marked
    }

    /// The columns and rows in which this picture differs from an equally large one: left, top,
    /// width and height.
    pub fn changed_area(&self, before: &Picture) -> Option<(u32, u32, u32, u32)> {
        let width = self.columns.max(1) as usize;
        let rows = self.pixels.chunks(width).zip(before.pixels.chunks(width));
        let (mut left, mut right) = (u32::MAX, 0);
        let (mut top, mut bottom) = (u32::MAX, 0);
        for ((new, old), y) in rows.zip(0..) {
            if new == old {
                continue;
            }
            let differs = |(a, b): (&u32, &u32)| a != b;
            let first = new.iter().zip(old).position(differs).unwrap_or(0);
            let last = new.iter().zip(old).rposition(differs).unwrap_or(0);
            (left, right) = (left.min(first as u32), right.max(last as u32));
            (top, bottom) = (top.min(y), y);
        }
        (top != u32::MAX).then(|| (left, top, right - left + 1, bottom - top + 1))
    }
}

/// A dark grey that is as bright as the colour, for pixels that do not matter.
fn faint(color: u32) -> u32 {
    let [_, red, green, blue] = color.to_be_bytes().map(u32::from);
    let grey = (2 * red + 5 * green + blue) / 8 / 3;
    grey << 16 | grey << 8 | grey
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(columns: u32, pixels: &[u32]) -> Picture {
        Picture {
            columns,
            rows: pixels.len() as u32 / columns,
            pixels: pixels.to_vec(),
        }
    }

    #[test]
    fn pixels_outside_are_black_and_stay_so() {
        let mut dot = Picture::black(2, 2);
        dot.set(1, 1, 0xff12_3456);
        dot.set(2, 0, 7);
        dot.set(0, 2, 7);
        assert_eq!(dot.pixels, [0, 0, 0, 0x12_3456]);
        assert_eq!((dot.get(1, 1), dot.get(2, 0)), (0x12_3456, 0));
    }

    #[test]
    fn a_unit_is_a_rectangle() {
        let large = picture(2, &[1, 2]).enlarged(2, 3);
        assert_eq!((large.columns, large.rows), (4, 3));
        assert_eq!(large.pixels, [[1, 1, 2, 2]; 3].concat());
    }

    #[test]
    fn pictures_are_stacked_from_the_left() {
        let both = picture(1, &[5]).above(&picture(2, &[6, 7]), 1);
        assert_eq!(both, picture(2, &[5, 0, 0, 0, 6, 7]));
        assert_eq!(Picture::default().above(&both, 3), both);
    }

    #[test]
    fn differences_are_counted_and_the_first_is_named() {
        let wanted = picture(2, &[1, 2, 3, 4]);
        assert_eq!(wanted.difference(&wanted), None);
        let found = picture(2, &[1, 9, 3, 8]);
        let different = PictureDifference::Pixels {
            count: 2,
            first: (1, 0),
            found: 9,
            wanted: 2,
        };
        assert_eq!(found.difference(&wanted), Some(different));
        assert_eq!(found.changed_area(&wanted), Some((1, 0, 1, 2)));
        assert_eq!(wanted.changed_area(&wanted), None);
        let other = PictureDifference::Size {
            found: (1, 4),
            wanted: (2, 2),
        };
        assert_eq!(picture(1, &[1, 2, 3, 4]).difference(&wanted), Some(other));
    }

    #[test]
    fn what_differs_is_red() {
        let found = picture(2, &[0xff_ffff, 0]);
        let marked = found.marked(&picture(1, &[0xff_ffff]));
        assert_eq!(marked.pixels, [0x55_5555, 0xff_0000]);
    }
}
