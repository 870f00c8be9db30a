//! Pictures of the devices of a program.

use debug::Engine;
use machine::screen::{Bitmap, Panel, Picture};
use runtime::screen::declared_bitmap;
use std::hash::{BuildHasher, Hasher};
use wasm_bindgen::prelude::wasm_bindgen;

/// A picture of a device.
#[wasm_bindgen(getter_with_clone)]
pub struct ScreenView {
    /// Which device it is of.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Pixels in a row.
    pub width: u32,
    /// How many rows.
    pub height: u32,
    pixels: Vec<u8>,
}

#[wasm_bindgen]
impl ScreenView {
    /// The pixels as red, green, blue and opacity, row by row. They are taken away.
    pub fn take_pixels(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.pixels)
    }
}

/// What the devices of a program show.
pub(crate) fn views(engine: &Engine) -> Vec<ScreenView> {
    let mut views = Vec::new();
    if let Some(bitmap) = bitmap(engine) {
        let picture = bitmap.picture(engine.memory());
        views.push(view("bitmap", "Bitmap display", &picture));
    }
    for (index, panel) in engine.devices().environment.panels().iter().enumerate() {
        let picture = panel.picture().enlarged(Panel::ENLARGED, Panel::ENLARGED);
        views.push(view(&format!("panel-{index}"), "Panel", &picture));
    }
    views
}

/// A number that changes with what the devices show.
pub(crate) fn version(engine: &Engine) -> u64 {
    let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
    for screen in views(engine) {
        hasher.write(&screen.pixels);
    }
    // A number that JavaScript can hold, and not that of no screen.
    (hasher.finish() >> 12) | 1
}

/// Whether there is anything to see.
pub(crate) fn is_any(engine: &Engine) -> bool {
    bitmap(engine).is_some() || !engine.devices().environment.panels().is_empty()
}

fn bitmap(engine: &Engine) -> Option<Bitmap> {
    let loaded = engine.loaded();
    let setting = declared_bitmap(&loaded.sources)?.ok()?;
    let image = &loaded.program.as_ref()?.image;
    Some(Bitmap::new(setting, loaded.map, image))
}

fn view(id: &str, name: &str, picture: &Picture) -> ScreenView {
    let pixels = picture.pixels.iter();
    ScreenView {
        id: id.to_owned(),
        name: name.to_owned(),
        width: picture.columns,
        height: picture.rows,
        pixels: pixels
            .flat_map(|pixel| [(pixel >> 16) as u8, (pixel >> 8) as u8, *pixel as u8, 255])
            .collect(),
    }
}
