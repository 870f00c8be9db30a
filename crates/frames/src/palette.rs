//! Pictures of at most 256 colours, as some formats want them.

use rustc_hash::FxHashMap;

/// Colours, and for each pixel which of them it has.
pub(crate) struct Indexed {
    pub(crate) colors: Vec<u32>,
    pub(crate) pixels: Vec<u8>,
}

/// The most colours.
const MOST: usize = 256;
/// Shades of red, green and blue where there are more colours than that.
const SHADES: [u32; 3] = [6, 7, 6];

impl Indexed {
    /// These pixels, exactly if they have few enough colours, or with similar ones.
    pub(crate) fn new(pixels: &[u32]) -> Self {
        Indexed::exact(pixels).unwrap_or_else(|| Indexed::similar(pixels))
    }

    fn exact(pixels: &[u32]) -> Option<Self> {
        let mut known: FxHashMap<u32, u8> = FxHashMap::default();
        let mut colors = Vec::new();
        let mut indices = Vec::with_capacity(pixels.len());
        for &pixel in pixels {
            let index = match known.get(&pixel) {
                Some(index) => *index,
                None if colors.len() == MOST => return None,
                None => {
                    let index = colors.len() as u8;
                    colors.push(pixel);
                    known.insert(pixel, index);
                    index
                }
            };
            indices.push(index);
        }
        Some(Indexed {
            colors,
            pixels: indices,
        })
    }

    fn similar(pixels: &[u32]) -> Self {
        let [reds, greens, blues] = SHADES;
        let shade = |level: u32, shades: u32| (level * 255 + (shades - 1) / 2) / (shades - 1);
        let colors = (0..reds * greens * blues).map(|index| {
            let (red, rest) = (index / (greens * blues), index % (greens * blues));
            let (green, blue) = (rest / blues, rest % blues);
            shade(red, reds) << 16 | shade(green, greens) << 8 | shade(blue, blues)
        });
        let level = |value: u8, shades: u32| (u32::from(value) * (shades - 1) + 127) / 255;
        let pixels = pixels.iter().map(|pixel| {
            let [_, red, green, blue] = pixel.to_be_bytes();
            let (red, green, blue) = (level(red, reds), level(green, greens), level(blue, blues));
            ((red * greens + green) * blues + blue) as u8
        });
        Indexed {
            colors: colors.collect(),
            pixels: pixels.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_and_many_become_similar() {
        let few: Vec<u32> = (0..1000).map(|k| k % 256 * 0x01_0203).collect();
        let exact = Indexed::new(&few);
        let again = exact.pixels.iter().map(|&k| exact.colors[usize::from(k)]);
        assert!(again.eq(few));
        let many: Vec<u32> = (0..5000).map(|k| (k * 0x0d05) & 0xff_ffff).collect();
        let similar = Indexed::new(&many);
        assert!(similar.colors.len() <= MOST);
        for (pixel, index) in many.iter().zip(&similar.pixels) {
            let color = similar.colors[usize::from(*index)];
            for (a, b) in pixel.to_be_bytes().into_iter().zip(color.to_be_bytes()) {
                assert!(a.abs_diff(b) <= 26, "{pixel:06x} {color:06x}");
            }
        }
    }
}
