//! Memory in one piece of the host's address space, for code that finds a byte by adding its address
//! to where memory begins.
//!
//! Pages that are never touched take no room. The tables keep deciding who may access what: all that
//! changes is which frame a page has.

use super::{Memory, PAGES, PageFrame};

/// One frame for every page, after the first, which stays zero.
pub const FLAT_FRAMES: usize = PAGES + 1;

/// Flat memory, as native code sees it.
pub struct FlatMemory<'a> {
    /// For each page, whether loads are allowed: as a signed number, the entry is greater than zero.
    /// Otherwise the slow path knows.
    pub read: &'a [u32; PAGES],
    /// For each page, whether stores are: the entry is not zero.
    pub write: &'a [u32; PAGES],
    /// All 4 GiB.
    pub pages: &'a mut [PageFrame],
}

impl Memory {
    /// Makes memory flat, if it is not. `frames` gives [`FLAT_FRAMES`] frames that are zero, and should take no
    /// room until they are touched; or nothing, if the system has no addresses for them. Whether memory is flat.
    pub fn flatten(&mut self, frames: impl FnOnce() -> Option<Vec<PageFrame>>) -> bool {
        if self.is_flat {
            return true;
        }
        let frames = frames().filter(|frames| frames.len() == FLAT_FRAMES);
        let Some(mut frames) = frames else {
            return false;
        };
        for &page in &self.named {
            let entry = self.read[page as usize];
            let Some(old) = (self.entry(page) as usize).checked_sub(2) else {
                continue;
            };
            let frame = page as usize + 1;
            frames[frame] = self.frames[old + 1];
            let now = frame as u32 + 1;
            self.read[page as usize] = entry & super::ASK | now;
            if self.write[page as usize] != 0 {
                self.write[page as usize] = now;
            }
        }
        self.frames = frames;
        self.free = Vec::new();
        self.is_flat = true;
        true
    }

    /// Memory as native code sees it, if it is flat.
    pub fn flat(&mut self) -> Option<FlatMemory<'_>> {
        let pages = self.frames.get_mut(1..).filter(|_| self.is_flat)?;
        Some(FlatMemory {
            read: &self.read,
            write: &self.write,
            pages,
        })
    }

    /// A frame for a page, with these contents.
    pub(super) fn new_frame(&mut self, page: u32, contents: PageFrame) -> usize {
        self.used += 1;
        let free = match self.is_flat {
            true => Some(page + 1),
            false => self.free.pop(),
        };
        match free {
            Some(frame) => {
                self.frames[frame as usize] = contents;
                frame as usize
            }
            None => {
                self.frames.push(contents);
                self.frames.len() - 1
            }
        }
    }

    /// A page does without its frame from now on.
    pub(super) fn give_back(&mut self, frame: u32) {
        self.used -= 1;
        match self.is_flat {
            // It is found again by its address: a page that was never written is zero.
            true => self.frames[frame as usize].fill(0),
            false => self.free.push(frame),
        }
    }
}
