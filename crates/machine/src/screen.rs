//! What devices show, as values: pictures, and the setting of a bitmap display.
//!
//! A bitmap is plain memory, which the run loop knows nothing of: whoever wants to see it reads it
//! ([`Bitmap::picture`]). What other devices show, their environment says ([`Panel`]). Both end as a
//! [`Picture`], so that a terminal, a file, a test and a page show the same.

mod bitmap;
mod panel;
mod picture;

pub use bitmap::{
    BITMAP_BASES, BITMAP_PARTS, BaseRow, Bitmap, BitmapBase, BitmapMistake, BitmapSetting, PartRow,
};
pub use panel::Panel;
pub use picture::{Picture, PictureDifference};

/// What can be chosen about the devices of an environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceSetup {
    /// The words of devices are plain memory: something else lies there.
    pub plain_memory: bool,
    /// How many instructions the display is busy with a character.
    pub display_delay: u64,
    /// Columns and rows of the LED matrix.
    pub led_matrix: (u32, u32),
}

impl DeviceSetup {
    /// The most columns or rows of an LED matrix.
    pub const MOST_LEDS: u32 = 256;
}

impl Default for DeviceSetup {
    fn default() -> Self {
        DeviceSetup {
            plain_memory: false,
            display_delay: 5,
            led_matrix: (10, 10),
        }
    }
}
