//! The open calls at a step.

use super::Engine;
use crate::observers::{CallFollower, CallFrame, Frames};
use machine::isa::{IsaDesc, Reg};
use machine::observe::Off;
use machine::run::Registers;
use runtime::End;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is known about calls: what stretches of the history did to them, by how many changes by hand came
/// before and by first step, each with its last step.
pub(super) struct KnownCalls {
    stretches: BTreeMap<(usize, u64), (u64, Rc<Frames>)>,
    /// Follows runs forward, so that nothing has to be repeated when somebody asks where the program is.
    follower: CallFollower,
    /// Whether it is to.
    follows: bool,
    /// The stretch that it follows: from a kept state to the step that it has come to.
    followed: Option<(u64, u64)>,
}

impl KnownCalls {
    pub(super) fn new(desc: &'static IsaDesc) -> Self {
        KnownCalls {
            stretches: BTreeMap::new(),
            follower: CallFollower::new(desc),
            follows: false,
            followed: None,
        }
    }

    /// Forgets what came after this step.
    pub(super) fn cut(&mut self, step: u64) {
        self.stretches.retain(|_, (end, _)| *end <= step);
        self.followed = None;
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

    /// Whether runs forward follow calls: then they are slower, up to four times if they do little else than
    /// call, and [`Engine::frames`] answers at once after them.
    pub fn follow_calls(&mut self, follows: bool) {
        self.calls.follows = follows;
        self.calls.followed = None;
    }

    /// The open calls, the innermost first. If the beginning of the history is forgotten, those
    /// since then.
    pub fn frames(&mut self) -> Vec<CallFrame> {
        let step = self.step();
        let mut stretches = Vec::new();
        let mut begin = self.timeline.first();
        while begin < step {
            let (end, frames) = match self.known_stretch(begin, step) {
                Some(known) => known,
                None => self.and_back(|engine| engine.look_for_calls(begin, step)),
            };
            stretches.push(frames);
            begin = end;
            if self.take_interrupt() {
                break;
            }
        }
        let mut frames = Frames::open(&stretches);
        frames.reverse();
        frames
    }

    /// A stretch from this step that is known and ends no later than `last`.
    fn known_stretch(&self, begin: u64, last: u64) -> Option<(u64, Rc<Frames>)> {
        if self.calls.followed == Some((begin, last)) {
            let frames = self.calls.follower.frames().clone();
            return Some((last, Rc::new(frames)));
        }
        let edits = self.timeline.before(begin).map_or(0, |s| s.edits);
        let known = self.calls.stretches.get(&(edits, begin))?;
        Some(known.clone()).filter(|(end, _)| *end <= last)
    }

    /// Repeats the run from a step to the next kept state, or to `last` if that comes before.
    fn look_for_calls(&mut self, begin: u64, last: u64) -> (u64, Rc<Frames>) {
        let next = self.timeline.next_step(begin).unwrap_or(u64::MAX);
        let (end, edits) = (
            next.min(last),
            self.timeline.before(begin).map_or(0, |s| s.edits),
        );
        self.replay_to(begin);
        let mut follower = CallFollower::new(self.desc());
        self.observe(&mut follower, end - begin);
        let frames = Rc::new(follower.take());
        let stretch = (end, Rc::clone(&frames));
        self.calls.stretches.insert((edits, begin), stretch.clone());
        stretch
    }

    /// Runs on unwatched but for points, and follows calls if they were followed up to here.
    pub(super) fn run_following(&mut self, points: &[u32], fuel: u64) -> Option<End> {
        let step = self.step();
        let followed = self.calls.followed.filter(|(_, end)| *end == step);
        let Some((begin, _)) = followed else {
            let (session, world) = (&mut self.session, &mut self.world);
            return session.advance_to(points, &mut Off, world, fuel);
        };
        let follower = &mut self.calls.follower;
        let (session, world) = (&mut self.session, &mut self.world);
        let end = session.advance_to(points, follower, world, fuel);
        self.calls.followed = Some((begin, self.step()));
        end
    }

    /// A state was kept at the present step: a stretch ends there, and the next one begins.
    pub(super) fn follow_from_here(&mut self) {
        let step = self.step();
        let frames = self.calls.follower.take();
        if let Some((begin, end)) = self.calls.followed.filter(|(begin, end)| begin < end)
            && end == step
        {
            let edits = self.timeline.before(begin).map_or(0, |s| s.edits);
            let stretch = (end, Rc::new(frames));
            self.calls.stretches.insert((edits, begin), stretch);
        }
        self.calls.followed = self.calls.follows.then_some((step, step));
    }
}
