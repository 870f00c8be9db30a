//! One run of one program: machine, environment, limits, and a record of what the host answered,
//! so that the same run can be repeated with an observer when a report needs more than the plain
//! run kept.

mod again;
mod calls;
mod cycle;
mod kept;
mod outcome;
mod rounds;
mod start;

pub use kept::Kept;
pub use outcome::{End, Fault, FaultKind, Limit, Limits, Outcome};

use crate::boundary::{Boundary, BoundaryFinding, BoundaryRules};
use crate::host::Host;
use crate::record::Record;
use crate::screen::{Attention, LookMoment};
use crate::target::Target;
use calls::Call;
use machine::env::{Action, CallTable, DeviceAccess, Environment, MemoryPlace, Remark, Request};
use machine::image::Image;
use machine::observe::{Observer, TrippedAccess};
use machine::run::{Machine, Stop};
use machine::trap::Trap;
use rounds::Rounds;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::Instant;

/// Crossings of a boundary between two looks at the clock.
const CROSSINGS: u64 = 256;
/// Short calls of the environment between two looks at the clock. A call that asks for more than to
/// print, or does more, is not short.
const SHORT_CALLS: u64 = 64;

/// A program in a machine, ready to run.
pub struct Session {
    /// The machine.
    pub machine: Machine,
    /// Its environment.
    pub environment: Box<dyn Environment>,
    limits: Limits,
    /// Set from outside to stop the run.
    pub interrupt: Arc<AtomicBool>,
    start: Start,
    record: Record,
    output: u64,
    /// What calls count for beyond their instructions: they use up the limit of steps, too.
    charged: u64,
    /// Remarks that the user reads once, with the place they are about.
    pub remarks: Vec<(u32, Remark)>,
    /// Steps and program counters of a long run, taken now and then.
    samples: Vec<(u64, u32)>,
    /// When the run must end.
    deadline: Option<Instant>,
    /// A call ended the program, not its last instruction.
    pub ended_by_call: bool,
    /// The call that waits for input, and what it asks for.
    waiting: Option<(Call, Request)>,
    /// The instruction that has used the environment last, and its step.
    pub asked_at: (u32, u64),
    /// How much calls have done since the clock was looked at, in [`SHORT_CALLS`].
    unlooked: u64,
    /// How often the machine has stopped for something else than its fuel.
    stops_of_machine: u64,
    /// The run was ended by its time, or from outside: nobody wants to wait any longer.
    is_hurried: bool,
    /// What watches the boundary between a course's code and handed-in code.
    boundary: Option<Box<Boundary>>,
    /// Where a run by [`Session::advance_to`] pauses, ascending.
    stops: Vec<u32>,
}

/// What watches the boundary, while something happens that it must not see.
pub struct BoundaryAside(Option<Box<Boundary>>);

/// How far to run.
#[derive(Clone, Copy)]
struct Fuel {
    /// The step to run to.
    end: u64,
    /// Or a little less.
    is_rough: bool,
}

/// What a session began with, to begin again.
struct Start {
    target: Target,
    image: Arc<Image>,
    args: Vec<Vec<u8>>,
    environment: Box<dyn Environment>,
    boundary: Option<Arc<BoundaryRules>>,
}

impl Session {
    /// The calls of the environment.
    pub fn calls(&self) -> CallTable {
        self.environment.calls()
    }

    /// Whether a call that prints was answered.
    pub fn has_printed(&self) -> bool {
        self.environment.has_printed()
    }

    /// Gives the session up, so that starting the next one in this thread costs less.
    pub fn recycle(self) {
        self.machine.recycle();
    }

    /// Loads `image` into a machine of `target` and prepares its environment. `args[0]` is the
    /// program's name.
    pub fn new(
        target: Target,
        image: Arc<Image>,
        environment: Box<dyn Environment>,
        args: Vec<Vec<u8>>,
        limits: Limits,
    ) -> Result<Self, Limit> {
        let start = Start {
            target,
            image,
            args,
            environment,
            boundary: None,
        };
        Session::start(start, limits, Record::new()).map_err(|trap| Limit::Memory {
            bytes: limits.memory,
            address: match trap {
                Trap::MemoryLimit { address } => address,
                _ => 0,
            },
        })
    }

    /// A session at its beginning.
    fn start(start: Start, limits: Limits, record: Record) -> Result<Self, Trap> {
        let (mut machine, environment) = start.fresh(&limits)?;
        let rules = start.boundary.as_ref();
        let boundary = rules.map(|rules| Box::new(Boundary::new(rules, &mut machine)));
        Ok(Session {
            boundary,
            machine,
            environment,
            limits,
            interrupt: Arc::default(),
            start,
            record,
            output: 0,
            charged: 0,
            remarks: Vec::new(),
            samples: Vec::new(),
            deadline: None,
            ended_by_call: false,
            waiting: None,
            asked_at: (0, 0),
            unlooked: 0,
            stops_of_machine: 0,
            is_hurried: false,
            stops: Vec::new(),
        })
    }

    /// Makes the limits hold from here on, and forgets what was counted and said so far: what
    /// comes next is a run of its own. Answers of the host are not kept for a repetition.
    pub(crate) fn begin_anew(&mut self, limits: &Limits) {
        let steps = limits
            .steps
            .map(|steps| steps.saturating_add(self.machine.steps));
        self.limits = Limits { steps, ..*limits };
        self.output = 0;
        self.charged = 0;
        self.record = Record::default();
        self.remarks.clear();
        self.samples.clear();
        self.ended_by_call = false;
        self.forget_waiting();
    }

    /// Forgets a call that waits for input: the program does not go on from there.
    pub(crate) fn forget_waiting(&mut self) {
        self.waiting = None;
    }

    /// An address where no code can be and where no program ends, so that a jump to it differs from
    /// all others. The first of them is one that nobody computes by accident; the others are so far
    /// apart that no program covers all, and none lies where an environment lets programs write
    /// their own code.
    pub fn unused_address(&mut self) -> Option<u32> {
        const UNLIKELY: u32 = 0xc0de_0000;
        let (machine, environment) = (&mut self.machine, &self.environment);
        let mut candidates = (0..16).map(|k| UNLIKELY ^ (k << 28));
        candidates.find(|&address| {
            !machine.may_fetch(address) && environment.ends_at(machine, address).is_none()
        })
    }

    /// Watches the boundary between a course's code and handed-in code from here on: the program
    /// stands before its first instruction.
    pub fn watch_boundary(&mut self, rules: BoundaryRules) {
        let rules = Arc::new(rules);
        self.boundary = Some(Box::new(Boundary::new(&rules, &mut self.machine)));
        self.start.boundary = Some(rules);
    }

    /// What showed at that boundary.
    pub fn crossings(&self) -> &[BoundaryFinding] {
        self.boundary.as_ref().map_or(&[], |b| b.findings())
    }

    /// The run begins again. What handed-in code may not rely on has other values, by this seed.
    pub fn begin_boundary(&mut self, seed: u64) {
        if let Some(boundary) = &mut self.boundary {
            boundary.begin_again(seed);
            self.machine.meet_side();
        }
    }

    /// The parts of memory that the environment has names for.
    pub fn places(&mut self) -> Vec<MemoryPlace> {
        self.environment.places(&mut self.machine)
    }

    /// The image that runs.
    pub fn image(&self) -> &Image {
        &self.start.image
    }

    /// Runs to the end or a limit.
    pub fn run(&mut self, observer: &mut dyn Observer, host: &mut dyn Host) -> Outcome {
        let mut rounds = self.begin_rounds(observer, host);
        loop {
            match self.run_rounds(observer, host, &mut rounds) {
                End::Paused => self.record.give_up(),
                end => return self.end(end, host),
            }
        }
    }

    /// Runs to the end or a limit, and calls `paused` whenever the observer asks for it. What that
    /// changes in the machine makes the run another than the record can repeat.
    pub fn run_with<O: Observer>(
        &mut self,
        observer: &mut O,
        host: &mut dyn Host,
        mut paused: impl FnMut(&mut O, &mut Machine),
    ) -> Outcome {
        let mut rounds = self.begin_rounds(observer, host);
        loop {
            match self.run_rounds(observer, host, &mut rounds) {
                End::Paused => {
                    self.record.give_up();
                    paused(observer, &mut self.machine);
                }
                end => return self.end(end, host),
            }
        }
    }

    fn begin_rounds(&mut self, observer: &dyn Observer, host: &dyn Host) -> Rounds {
        let time = self.limits.time;
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
        let look = match host.attention() {
            Attention::Exact(steps) => steps,
            Attention::None | Attention::Live => u64::MAX,
        };
        Rounds::begin(observer, self.machine.steps, look)
    }

    /// Runs to the end, a limit or a pause, and looks at the clock after each round.
    fn run_rounds(
        &mut self,
        observer: &mut dyn Observer,
        host: &mut dyn Host,
        rounds: &mut Rounds,
    ) -> End {
        loop {
            let fuel = Fuel {
                end: rounds.end,
                is_rough: rounds.is_rough(),
            };
            let end = self.advance_by(observer, host, fuel);
            let end = end.or_else(|| {
                rounds
                    .cycles
                    .leave_out(self, observer, host, rounds.next_sample())
            });
            if let Some(end) = end {
                return end;
            }
            host.tick();
            if rounds.next(self.machine.steps) {
                self.sample();
                self.show(LookMoment::Steps, host);
            } else {
                self.show(LookMoment::Round, host);
            }
            if let Some(end) = self.stopped_from_outside(host) {
                return end;
            }
        }
    }

    /// What calls have counted for beyond their instructions.
    pub fn charged(&self) -> u64 {
        self.charged
    }

    fn end(&mut self, end: End, host: &mut dyn Host) -> Outcome {
        self.show(LookMoment::End, host);
        host.flush();
        self.is_hurried = matches!(end, End::Limit(Limit::Time(_)) | End::Interrupted);
        if let (End::Exit(_), Some(boundary)) = (&end, &mut self.boundary) {
            let pc = match self.ended_by_call {
                true => self.asked_at.0,
                false => self.machine.pc,
            };
            boundary.ended(&self.machine, pc, self.ended_by_call);
        }
        Outcome {
            end,
            steps: self.machine.steps,
            output: self.output,
        }
    }

    fn sample(&mut self) {
        const KEPT: usize = 1 << 16;
        if self.samples.len() == KEPT {
            let mut keep = false;
            self.samples.retain(|_| {
                keep = !keep;
                keep
            });
        }
        self.samples.push((self.machine.steps, self.machine.pc));
    }

    /// The first of the steps from which on every sample of this run was at a place that
    /// `inside` accepts.
    pub fn sampled_since(&self, inside: impl Fn(u32) -> bool) -> Option<u64> {
        let recent = self.samples.iter().rev().take_while(|(_, pc)| inside(*pc));
        recent.last().map(|(step, _)| *step)
    }

    fn stopped_from_outside(&self, host: &dyn Host) -> Option<End> {
        self.stopped_by_others(host).or_else(|| self.out_of_time())
    }

    /// The same for a program that makes calls: looking at the clock takes longer than a short call.
    fn stopped_among_calls(&mut self, host: &dyn Host) -> Option<End> {
        if self.unlooked < SHORT_CALLS {
            return self.stopped_by_others(host);
        }
        self.unlooked = 0;
        self.stopped_from_outside(host)
    }

    fn stopped_by_others(&self, host: &dyn Host) -> Option<End> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(End::Interrupted);
        }
        host.output_error().map(|_| End::OutputLost)
    }

    fn out_of_time(&self) -> Option<End> {
        match (self.deadline, self.limits.time) {
            (Some(deadline), Some(time)) if Instant::now() >= deadline => {
                Some(End::Limit(Limit::Time(time)))
            }
            _ => None,
        }
    }

    /// Runs about `fuel` instructions, answering calls; `None` if there is more to run.
    pub fn advance(
        &mut self,
        observer: &mut dyn Observer,
        host: &mut dyn Host,
        fuel: u64,
    ) -> Option<End> {
        let fuel = Fuel {
            end: self.machine.steps.saturating_add(fuel),
            is_rough: false,
        };
        let end = self.advance_by(observer, host, fuel);
        // So that a state does not depend on whether the run has stopped before it.
        if let (None, Some(_)) = (&end, &self.boundary)
            && self.machine.take_crossing()
        {
            self.cross(observer);
        }
        end
    }

    /// Control has come to the other side of the boundary.
    fn cross(&mut self, observer: &mut dyn Observer) {
        if let Some(boundary) = &mut self.boundary {
            let awaited = boundary.awaited().len();
            boundary.cross(&mut self.machine, observer);
            if boundary.awaited().len() > awaited {
                let stops = joined(&self.stops, boundary.awaited());
                self.machine.set_stops(&stops);
            }
        }
    }

    fn advance_by(
        &mut self,
        observer: &mut dyn Observer,
        host: &mut dyn Host,
        fuel: Fuel,
    ) -> Option<End> {
        self.machine.memory.set_tripwires(observer.tripwires());
        if let Some((call, request)) = self.waiting.take()
            && let Some(end) = self.finish_call(observer, host, call, Ok(Action::Ask(request)))
        {
            return Some(end);
        }
        loop {
            let mut tick = self.environment.next_tick();
            if tick.is_some_and(|at| at <= self.machine.steps) {
                if let Some(end) = self.tick(host) {
                    return Some(end);
                }
                tick = self.environment.next_tick();
            }
            let tick = tick.unwrap_or(u64::MAX);
            let limit = self.limits.steps.unwrap_or(u64::MAX);
            let limit = limit.saturating_sub(self.charged);
            let until = fuel.end.min(limit).min(tick);
            let left = until.saturating_sub(self.machine.steps);
            let is_rough = fuel.is_rough && until == fuel.end;
            let mut stop = match is_rough {
                true => self.machine.run_about(observer, left),
                false => self.machine.run(observer, left),
            };
            self.stops_of_machine += u64::from(!matches!(stop, Stop::OutOfFuel));
            if let Stop::Trap(Trap::Device {
                address,
                size,
                store,
            }) = stop
                && !self.machine.memory.is_device(address)
            {
                let pc = self.machine.pc;
                observer.tripped(&TrippedAccess {
                    pc,
                    address,
                    size,
                    store,
                });
                self.machine.memory.set_tripwires(observer.tripwires());
                stop = self.machine.device_step(observer);
            } else if let Stop::Trap(Trap::Device {
                address,
                size,
                store,
            }) = stop
            {
                let access = DeviceAccess {
                    address,
                    size,
                    store,
                };
                stop = match self.access_device(observer, host, access) {
                    Ok(stop) => stop,
                    Err(end) => return Some(end),
                };
            }
            match stop {
                Stop::OutOfFuel if self.machine.steps >= limit => {
                    let limit = self.limits.steps.unwrap_or(limit);
                    return Some(End::Limit(Limit::Steps(limit)));
                }
                Stop::OutOfFuel if is_rough || self.machine.steps >= fuel.end => return None,
                Stop::OutOfFuel => {}
                Stop::Paused if self.is_awaited() => {}
                Stop::Paused => return Some(End::Paused),
                Stop::Crossing => {
                    self.cross(observer);
                    // Comparing takes longer than a step.
                    let boundary = self.boundary.as_ref();
                    let look = boundary.is_some_and(|b| b.crossed().is_multiple_of(CROSSINGS));
                    if look && self.stopped_from_outside(host).is_some() {
                        return None;
                    }
                }
                Stop::Host => {
                    if let Some(end) = self.answer_call(observer, host) {
                        return Some(end);
                    }
                    self.machine.memory.set_tripwires(observer.tripwires());
                    // A program that does nothing but calls must still be stoppable, and a call that
                    // asks nobody may take long, too.
                    if self.machine.steps >= fuel.end || self.stopped_among_calls(host).is_some() {
                        return None;
                    }
                }
                Stop::Trap(Trap::Breakpoint { .. }) if self.environment.ignores_breakpoints() => {
                    self.machine.skip();
                }
                Stop::Trap(Trap::Fetch { address })
                    if self.environment.allows_code_at(&mut self.machine, address) => {}
                Stop::Trap(Trap::Fetch { address }) => {
                    return Some(match self.environment.ends_at(&mut self.machine, address) {
                        Some(code) => {
                            observer.ran_out(address);
                            End::Exit(code)
                        }
                        None => self.fault(FaultKind::Trap(Trap::Fetch { address })),
                    });
                }
                Stop::Trap(Trap::MemoryLimit { address }) => {
                    return Some(self.memory_limit(address));
                }
                Stop::Trap(trap) => {
                    if let Some(end) = self.meet_trap(host, trap) {
                        return Some(end);
                    }
                }
            }
        }
    }

    /// Runs about `fuel` instructions as [`Session::advance`] does, and pauses before the
    /// instructions at these addresses, which are ascending.
    pub fn advance_to(
        &mut self,
        stops: &[u32],
        observer: &mut dyn Observer,
        host: &mut dyn Host,
        fuel: u64,
    ) -> Option<End> {
        if self.stops != stops {
            stops.clone_into(&mut self.stops);
            let awaited = self.boundary.as_ref().map_or(&[][..], |b| b.awaited());
            self.machine.set_stops(&joined(stops, awaited));
        }
        self.advance(observer, host, fuel)
    }

    /// What comes next is not part of the run: the boundary does not see it, until it is put back.
    pub fn put_boundary_aside(&mut self) -> BoundaryAside {
        BoundaryAside(self.boundary.take())
    }

    /// The run goes on.
    pub fn put_boundary_back(&mut self, aside: BoundaryAside) {
        self.boundary = aside.0;
        self.machine.meet_side();
    }

    /// Whether the machine has stopped for the boundary alone.
    fn is_awaited(&mut self) -> bool {
        let boundary = self.boundary.as_mut();
        let awaited = boundary.is_some_and(|boundary| boundary.has_stopped(&self.machine));
        awaited && self.stops.binary_search(&self.machine.pc).is_err()
    }

    fn fault(&self, kind: FaultKind) -> End {
        End::Fault(Fault {
            kind,
            pc: self.machine.pc,
            step: self.machine.steps,
        })
    }

    fn memory_limit(&self, address: u32) -> End {
        End::Limit(Limit::Memory {
            bytes: self.limits.memory,
            address,
        })
    }
}

/// Two lists of addresses as one, ascending.
fn joined(one: &[u32], other: &[u32]) -> Vec<u32> {
    let mut all = [one, other].concat();
    all.sort_unstable();
    all.dedup();
    all
}
