//! The open calls at a step.

use super::Engine;
use crate::observers::{CallFrame, Frames};
use machine::isa::Reg;
use machine::run::Registers;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What stretches of the history did to the open calls: by first and last step, and by how many
/// changes by hand came before.
#[derive(Default)]
pub(super) struct Cache {
    known: FxHashMap<(u64, u64, usize), Rc<Frames>>,
}

impl Cache {
    /// Forgets what came after this step.
    pub(super) fn cut(&mut self, step: u64) {
        self.known.retain(|(_, end, _), _| *end <= step);
    }
}

/// An open call, with the registers of its function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameState {
    /// Counted from the innermost.
    pub index: usize,
    /// Where it is: the innermost at the next instruction, others at their call.
    pub pc: u32,
    /// Its registers: in others than the innermost, those that they held at the call.
    pub registers: Registers,
}

impl Engine {
    /// The state of an open call, of those that [`Engine::frames`] returns; the last is the main program.
    pub fn frame_state(&mut self, frames: &[CallFrame], index: usize) -> Option<FrameState> {
        let Some(inner) = index.checked_sub(1) else {
            return Some(FrameState {
                index,
                pc: self.pc(),
                registers: self.registers().clone(),
            });
        };
        let inner = frames.get(inner)?;
        let registers = self.and_back(|engine| {
            engine.replay_to(inner.step);
            engine.registers().clone()
        });
        Some(FrameState {
            index,
            pc: inner.call,
            registers,
        })
    }

    /// The registers with the results of a call that has just returned.
    pub(super) fn results_of(&mut self, frame: &CallFrame) -> Vec<Reg> {
        let (abi, step) = (self.desc().abi, frame.step);
        let before = self.and_back(|engine| {
            engine.replay_to(step);
            engine.registers().clone()
        });
        let is_set = |reg: &&Reg| self.registers().get(**reg) != before.get(**reg);
        let floats = abi.float_results.iter().take(1).filter(is_set);
        // Nothing shows whether there is a second word.
        let results = abi.results.iter().take(1).chain(floats);
        results.copied().collect()
    }

    /// The open calls, the innermost first. If the beginning of the history is forgotten, those
    /// since then.
    pub fn frames(&mut self) -> Vec<CallFrame> {
        let step = self.step();
        let mut stretches = Vec::new();
        self.and_back(|engine| {
            let mut begin = engine.timeline.first();
            while begin < step {
                let next = engine.timeline.next_step(begin).unwrap_or(u64::MAX);
                let end = next.min(step);
                stretches.push(engine.stretch(begin, end));
                begin = end;
                if engine.take_interrupt() {
                    break;
                }
            }
        });
        let mut frames = Frames::open(&stretches);
        frames.reverse();
        frames
    }

    fn stretch(&mut self, begin: u64, end: u64) -> Rc<Frames> {
        let edits = self.timeline.before(begin).map_or(0, |s| s.edits);
        let key = (begin, end, edits);
        if let Some(known) = self.calls.known.get(&key) {
            return Rc::clone(known);
        }
        self.restore(|timeline| timeline.before(begin));
        let stack_pointer = self.desc().abi.sp;
        let sp = self.session.machine.registers.get(stack_pointer) as u32;
        let mut frames = Frames::new(stack_pointer, sp);
        self.observe(&mut frames, end - begin);
        let frames = Rc::new(frames);
        self.calls.known.insert(key, Rc::clone(&frames));
        frames
    }
}
