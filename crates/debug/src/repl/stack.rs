//! Open calls and what they have on the stack.

use super::stop::number_text;
use super::{Complaint, Done, Repl, complain};
use crate::engine::ChangedRegister;
use crate::observers::CallFrame;
use diag::number::count;

/// How many open calls are shown.
const SHOWN: u64 = 20;
/// How many frames of the stack are shown.
const FRAMES_SHOWN: u64 = 5;
/// The most words of one frame that are shown.
const MOST_WORDS: u32 = 16;

impl Repl<'_> {
    pub(super) fn backtrace(&mut self, rest: &str) -> Done {
        let most = if rest.is_empty() {
            SHOWN
        } else {
            self.whole(rest)?
        } as usize;
        let frames = self.engine.frames();
        for index in 0..(frames.len() + 1).min(most) {
            let line = self.frame_line(&frames, index);
            self.say(&line);
        }
        let hidden = (frames.len() + 1).saturating_sub(most);
        if hidden > 0 {
            self.say(&format!(
                "and {} outside these",
                count(hidden as u64, "call")
            ));
        }
        Ok(())
    }

    /// `#1 slide at slide.s:20, called at step 12`
    fn frame_line(&self, frames: &[CallFrame], index: usize) -> String {
        let map = self.engine.map();
        let pc = self.frame_pc(frames, index);
        let function = match frames.get(index) {
            Some(frame) => map.name(frame.function),
            None => "the main program".to_owned(),
        };
        let place = map.position(pc).unwrap_or_else(|| map.name(pc));
        let chosen = if index == self.chosen_index() {
            '>'
        } else {
            ' '
        };
        let text = match frames.get(index) {
            Some(frame) => format!(
                "{chosen} #{index} {function} at {place}, called at step {}",
                diag::number::grouped(frame.step)
            ),
            None => format!("{chosen} #{index} {function} at {place}"),
        };
        self.paint.frame(index, &text)
    }

    /// Where a frame is: the innermost at the next instruction, others at their call.
    fn frame_pc(&self, frames: &[CallFrame], index: usize) -> u32 {
        match index.checked_sub(1).and_then(|inner| frames.get(inner)) {
            Some(inner) => inner.call,
            None => self.engine.pc(),
        }
    }

    pub(super) fn choose_frame(&mut self, rest: &str) -> Done {
        let index = match rest.is_empty() {
            true => self.chosen_index() as u64,
            false => self.whole(rest)?,
        };
        self.show_frame(index)
    }

    pub(super) fn move_frame(&mut self, rest: &str, up: bool) -> Done {
        let by = self.whole(rest)?;
        let now = self.chosen_index() as u64;
        match up {
            true => self.show_frame(now.saturating_add(by)),
            false => match now.checked_sub(by) {
                Some(index) => self.show_frame(index),
                None => complain("This is the innermost call."),
            },
        }
    }

    fn show_frame(&mut self, index: u64) -> Result<(), Complaint> {
        let frames = self.engine.frames();
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        if index > frames.len() {
            return complain("This is the outermost call.");
        }
        self.chosen = match index {
            0 => None,
            _ => self.engine.frame_state(&frames, index),
        };
        self.listed = None;
        let line = self.frame_line(&frames, index);
        self.say(&line);
        let pc = self.frame_pc(&frames, index);
        self.say_source(pc);
        Ok(())
    }

    /// The open call that was chosen, from the innermost.
    fn chosen_index(&self) -> usize {
        self.chosen.as_ref().map_or(0, |frame| frame.index)
    }

    /// Where the chosen frame is.
    pub(crate) fn chosen_pc(&self) -> u32 {
        let chosen = self.chosen.as_ref();
        chosen.map_or_else(|| self.engine.pc(), |frame| frame.pc)
    }

    /// The registers of the chosen frame, with what has changed since the stop before.
    pub(crate) fn shown_registers(&self) -> Vec<ChangedRegister> {
        let all = self.engine.changed_registers();
        let Some(frame) = &self.chosen else {
            return all;
        };
        let all = all.into_iter().map(|known| ChangedRegister {
            value: frame.registers.get(known.register.reg),
            before: None,
            ..known
        });
        all.collect()
    }

    pub(super) fn stack(&mut self, rest: &str) -> Done {
        let most = if rest.is_empty() {
            FRAMES_SHOWN
        } else {
            self.whole(rest)?
        } as usize;
        let frames = self.engine.frames();
        let sp = self.engine.desc().abi.sp;
        let mut bottom = self.engine.registers().get(sp) as u32;
        for (index, frame) in frames.iter().enumerate().take(most) {
            self.say_frame(index, frame, bottom);
            bottom = frame.sp;
        }
        let hidden = frames.len().saturating_sub(most);
        if hidden > 0 {
            self.say(&format!(
                "and {} above these",
                count(hidden as u64, "frame")
            ));
            return Ok(());
        }
        let text = format!("#{} the main program, from 0x{bottom:08x} up", frames.len());
        let text = self.paint.frame(frames.len(), &text);
        self.say(&text);
        Ok(())
    }

    /// One frame: the words between the stack pointer and that of the caller.
    fn say_frame(&mut self, index: usize, frame: &CallFrame, bottom: u32) {
        let saved = self.engine.saved_registers(frame);
        let name = self.engine.map().name(frame.function);
        let size = frame.sp.saturating_sub(bottom);
        let title = format!(
            "#{index} {name}, {} from 0x{bottom:08x} up",
            count(size.into(), "byte")
        );
        let title = self.paint.frame(index, &title);
        self.say(&title);
        let words = (size / 4).min(MOST_WORDS);
        for k in 0..words {
            let address = bottom.wrapping_add(4 * k);
            let state = self.engine.state();
            let Ok(value) = state.load(crate::expr::Width::Word, address) else {
                continue;
            };
            let value = number_text(value as u32);
            let what = saved.iter().find(|saved| saved.address == address);
            let what = what.map_or(String::new(), |saved| {
                let reg = self.engine.desc().register_name(saved.reg);
                match saved.reg == self.engine.desc().abi.ra {
                    true => format!("saved {reg}: returns to {}", self.return_place(address)),
                    false => format!("saved {reg}"),
                }
            });
            let line = format!("   0x{address:08x} sp+{:<4} {value:>11}  {what}", 4 * k);
            let line = self.paint.frame(index, line.trim_end());
            self.say(&line);
        }
        if size / 4 > words {
            self.say(&format!(
                "   and {} more",
                count((size / 4 - words).into(), "word")
            ));
        }
    }

    fn return_place(&self, address: u32) -> String {
        let value = self.engine.state().load(crate::expr::Width::Word, address);
        let map = self.engine.map();
        let to = value.unwrap_or(0) as u32;
        map.position(to).unwrap_or_else(|| map.name(to))
    }
}
