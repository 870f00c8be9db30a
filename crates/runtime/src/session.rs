//! One run of one program: machine, environment, limits, and a record of what the host answered,
//! so that the same run can be repeated with an observer when a report needs more than the plain
//! run kept.

mod kept;
mod outcome;

pub use kept::Kept;
pub use outcome::{End, Fault, FaultKind, Limit, Limits, Outcome};

use crate::host::{Host, Nowhere};
use crate::record::{Record, Replay};
use crate::target::Target;
use machine::env::{
    Action, Answer, CallFault, DeviceAccess, Environment, MemoryPlace, Remark, Request,
};
use machine::image::Image;
use machine::isa::Reg;
use machine::observe::Observer;
use machine::run::{Machine, Registers, Stop};
use machine::trap::Trap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Instructions between two looks at the clock: some milliseconds.
const CHUNK: u64 = 4_000_000;
/// The same under an observer, which may be slow.
const OBSERVED_CHUNK: u64 = 50_000;
/// The longest run that is repeated: well under a second.
const REPEAT_LIMIT: u64 = 50_000_000;
/// The longest time to find out more about a run that was ended by its time, or from outside.
const MORE_TIME: Duration = Duration::from_millis(500);
/// Instructions between two looks at that time, for those that come next: their calls may be slow.
const LOOK_AHEAD_CHUNK: u64 = 1000;
/// The most remarks kept; more of them help nobody.
const MAX_REMARKS: usize = 5;
/// The registers that calls may change: integer, floating point, HI and LO.
const REGISTERS: std::ops::Range<u8> = 0..66;

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
    /// Things to tell the user once, with the place they happened at.
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
    /// The run was ended by its time, or from outside: nobody wants to wait any longer.
    is_hurried: bool,
}

/// A call of the environment that is being carried out.
struct Call {
    /// Where the program goes on after it.
    next: u32,
    /// The registers when it was made, if an observer is to see what it changes.
    before: Option<Registers>,
}

/// The instructions of a run between two looks at the clock.
struct Rounds {
    size: u64,
    /// The step at which the present round ends.
    end: u64,
}

/// What a session began with, to begin again.
struct Start {
    target: Target,
    image: Arc<Image>,
    args: Vec<Vec<u8>>,
    environment: Box<dyn Environment>,
}

/// Why an action of the environment was not carried out.
enum Broken {
    Fault(CallFault),
    End(End),
    Waiting(Request),
}

impl Session {
    /// Gives the session up, so that starting the next one in this thread costs less.
    pub fn recycle(self) {
        self.machine.memory.recycle();
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
        };
        let (machine, environment) = start.fresh(&limits).map_err(|trap| match trap {
            Trap::MemoryLimit { address } => Limit::Memory {
                bytes: limits.memory,
                address,
            },
            _ => Limit::Memory {
                bytes: limits.memory,
                address: 0,
            },
        })?;
        Ok(Session {
            machine,
            environment,
            limits,
            interrupt: Arc::default(),
            start,
            record: Record::new(),
            output: 0,
            remarks: Vec::new(),
            samples: Vec::new(),
            deadline: None,
            ended_by_call: false,
            waiting: None,
            asked_at: (0, 0),
            is_hurried: false,
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

    /// An address where no code can be and where no program ends, so that a jump to it is told from
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
        let mut rounds = self.begin_rounds(observer);
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
        let mut rounds = self.begin_rounds(observer);
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

    fn begin_rounds(&mut self, observer: &dyn Observer) -> Rounds {
        let time = self.limits.time;
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
        let size = match observer.wants().instructions {
            true => OBSERVED_CHUNK,
            false => CHUNK,
        };
        Rounds {
            size,
            end: self.machine.steps.saturating_add(size),
        }
    }

    /// Runs to the end, a limit or a pause, and looks at the clock after each round.
    fn run_rounds(
        &mut self,
        observer: &mut dyn Observer,
        host: &mut dyn Host,
        rounds: &mut Rounds,
    ) -> End {
        loop {
            let left = rounds.end.saturating_sub(self.machine.steps);
            if let Some(end) = self.advance(observer, host, left) {
                return end;
            }
            rounds.end = self.machine.steps.saturating_add(rounds.size);
            host.tick();
            self.sample();
            if let Some(end) = self.stopped_from_outside(host) {
                return end;
            }
        }
    }

    fn end(&mut self, end: End, host: &mut dyn Host) -> Outcome {
        host.flush();
        self.is_hurried = matches!(end, End::Limit(Limit::Time(_)) | End::Interrupted);
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
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(End::Interrupted);
        }
        if host.output_error().is_some() {
            return Some(End::OutputLost);
        }
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
        let target = self.machine.steps.saturating_add(fuel);
        let limit = self.limits.steps.unwrap_or(u64::MAX);
        if let Some((call, request)) = self.waiting.take()
            && let Some(end) = self.finish_call(observer, host, call, Ok(Action::Ask(request)))
        {
            return Some(end);
        }
        loop {
            if let Some(end) = self.tick(host) {
                return Some(end);
            }
            let tick = self.environment.next_tick().unwrap_or(u64::MAX);
            let until = target.min(limit).min(tick);
            let left = until.saturating_sub(self.machine.steps);
            let mut stop = self.machine.run(observer, left);
            if let Stop::Trap(Trap::Device {
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
                    return Some(End::Limit(Limit::Steps(limit)));
                }
                Stop::OutOfFuel if self.machine.steps >= target => return None,
                Stop::OutOfFuel => {}
                Stop::Paused => return Some(End::Paused),
                Stop::Host => {
                    if let Some(end) = self.answer_call(observer, host) {
                        return Some(end);
                    }
                    // A program that does nothing but calls must still be stoppable, and a call that
                    // asks nobody may take long, too.
                    if self.machine.steps >= target || self.stopped_from_outside(host).is_some() {
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
                        Some(code) => End::Exit(code),
                        None => self.fault(FaultKind::Trap(Trap::Fetch { address })),
                    });
                }
                Stop::Trap(Trap::MemoryLimit { address }) => {
                    return Some(self.memory_limit(address));
                }
                Stop::Trap(trap) => return Some(self.fault(FaultKind::Trap(trap))),
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
        self.machine.set_stops(stops);
        self.advance(observer, host, fuel)
    }

    /// Lets the environment do what is due by now.
    fn tick(&mut self, host: &mut dyn Host) -> Option<End> {
        while let Some(at) = self.environment.next_tick()
            && at <= self.machine.steps
        {
            let action = self.environment.tick(&mut self.machine);
            if let Err(end) = self.device_action(action, host) {
                return Some(end);
            }
        }
        None
    }

    /// Runs the one instruction that uses a device, and tells why the machine stopped then.
    fn access_device(
        &mut self,
        observer: &mut dyn Observer,
        host: &mut dyn Host,
        access: DeviceAccess,
    ) -> Result<Stop, End> {
        self.asked_at = (self.machine.pc, self.machine.steps);
        let action = self.environment.before_access(&mut self.machine, access);
        self.device_action(action, host)?;
        let before = self.machine.steps;
        let stop = self.machine.device_step(observer);
        if self.machine.steps > before {
            let action = self.environment.after_access(&mut self.machine, access);
            self.device_action(action, host)?;
        }
        Ok(stop)
    }

    /// Carries out what a device wants.
    fn device_action(
        &mut self,
        action: Result<Action, CallFault>,
        host: &mut dyn Host,
    ) -> Result<(), End> {
        match self.carry_out(action, host) {
            Ok(None) => Ok(()),
            Ok(Some(code)) => Err(End::Exit(code)),
            Err(Broken::End(end)) => Err(end),
            Err(Broken::Fault(fault)) => Err(self.fault(FaultKind::Call(fault))),
            Err(Broken::Waiting(_)) => Err(End::Waiting),
        }
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

    /// Carries out the call of the environment that the machine stands on.
    fn answer_call(&mut self, observer: &mut dyn Observer, host: &mut dyn Host) -> Option<End> {
        let is_watched = !observer.wants().is_nothing();
        let call = Call {
            // The call may write over the instruction that makes it.
            next: self.machine.next_pc(),
            before: is_watched.then(|| self.machine.registers.clone()),
        };
        self.asked_at = (self.machine.pc, self.machine.steps);
        let action = self.environment.call(&mut self.machine);
        self.finish_call(observer, host, call, action)
    }

    /// Carries out what a call wants, and goes on behind it.
    fn finish_call(
        &mut self,
        observer: &mut dyn Observer,
        host: &mut dyn Host,
        call: Call,
        action: Result<Action, CallFault>,
    ) -> Option<End> {
        let exit = match self.carry_out(action, host) {
            Ok(exit) => exit,
            Err(Broken::End(end)) => return Some(end),
            Err(Broken::Fault(fault)) => return self.call_fault(fault),
            Err(Broken::Waiting(request)) => {
                self.waiting = Some((call, request));
                return Some(End::Waiting);
            }
        };
        if let Some(remark) = self.environment.take_remark()
            && self.remarks.len() < MAX_REMARKS
            && !self.remarks.iter().any(|(_, known)| *known == remark)
        {
            self.remarks.push((self.machine.pc, remark));
        }
        if let Some(before) = call.before
            && before != self.machine.registers
        {
            for reg in REGISTERS.map(Reg) {
                let (old, new) = (before.get(reg), self.machine.registers.get(reg));
                if old != new {
                    observer.answer(reg, old, new);
                }
            }
        }
        self.machine.skip_to(call.next);
        self.ended_by_call = exit.is_some();
        exit.map(End::Exit)
    }

    /// Asks the host until the environment is content; the exit code, if that ends the program.
    fn carry_out(
        &mut self,
        mut action: Result<Action, CallFault>,
        host: &mut dyn Host,
    ) -> Result<Option<i32>, Broken> {
        loop {
            let request = match action {
                Ok(Action::Continue) => return Ok(None),
                Ok(Action::Exit(code)) => return Ok(Some(code)),
                Ok(Action::Ask(request)) => request,
                Err(CallFault::Memory(Trap::MemoryLimit { address })) => {
                    return Err(Broken::End(self.memory_limit(address)));
                }
                Err(fault) => return Err(Broken::Fault(fault)),
            };
            if !host.is_ready(&request) {
                return Err(Broken::Waiting(request));
            }
            let (answer, over) = self.perform(request, host);
            // A call may take long, and a host stops waiting when the run must end.
            if let Some(end) = self.stopped_from_outside(host) {
                return Err(Broken::End(end));
            }
            if over {
                let limit = Limit::Output(self.limits.output.unwrap_or(0));
                return Err(Broken::End(End::Limit(limit)));
            }
            action = self.environment.answer(&mut self.machine, answer);
        }
    }

    /// Lets the program's own exception handler deal with a call that failed, or ends the run.
    fn call_fault(&mut self, fault: CallFault) -> Option<End> {
        let trap = match fault {
            CallFault::EndOfInput { .. } => None,
            CallFault::Memory(trap) => Some(trap),
            _ => Some(Trap::Call),
        };
        match trap.is_some_and(|trap| self.machine.raise(trap)) {
            true => None,
            false => Some(self.fault(FaultKind::Call(fault))),
        }
    }

    /// Passes a request on, and says whether it broke the output limit. What still fits is
    /// printed.
    fn perform(&mut self, mut request: Request, host: &mut dyn Host) -> (Answer, bool) {
        let mut over = false;
        if let Request::Print { bytes, .. } | Request::Write { bytes, .. } = &mut request {
            let room = self
                .limits
                .output
                .unwrap_or(u64::MAX)
                .saturating_sub(self.output);
            over = bytes.len() as u64 > room;
            bytes.truncate(usize::try_from(room).unwrap_or(usize::MAX));
            self.output += bytes.len() as u64;
        }
        let answer = host.perform(&request);
        self.record.keep(&request, &answer);
        (answer, over)
    }

    /// Repeats the run so far, with the same answers and without any effect outside, under an
    /// observer. `None` if the answers were too many to be kept, or the run is too long.
    pub fn repeat(&self, observer: &mut dyn Observer) -> Option<()> {
        if !self.record.is_complete() || self.machine.steps > REPEAT_LIMIT {
            return None;
        }
        let limits = Limits {
            steps: Some(self.machine.steps),
            ..self.limits
        };
        let limits = Limits {
            output: None,
            time: None,
            ..limits
        };
        let (machine, environment) = self.start.fresh(&limits).ok()?;
        let mut session = Session {
            machine,
            environment,
            limits,
            interrupt: Arc::default(),
            start: self.start.copy(),
            record: Record::default(),
            output: 0,
            remarks: Vec::new(),
            samples: Vec::new(),
            deadline: None,
            ended_by_call: false,
            waiting: None,
            asked_at: (0, 0),
            is_hurried: false,
        };
        let mut host = Replay::new(&self.record);
        let begin = Instant::now();
        let mut is_whole = true;
        while is_whole
            && session
                .advance(observer, &mut host, OBSERVED_CHUNK)
                .is_none()
        {
            is_whole = self.has_time(begin);
        }
        session.recycle();
        is_whole.then_some(())
    }

    /// Whether there is time to find out more. What a report says of a run that ended by itself must
    /// not depend on how fast that is found out: then there is, for the run itself took as long.
    fn has_time(&self, begin: Instant) -> bool {
        !self.is_hurried || begin.elapsed() < MORE_TIME
    }

    /// Runs on from here for at most `fuel` instructions under an observer, then goes back: what
    /// a program that was stopped would have done next.
    pub fn look_ahead(&mut self, observer: &mut dyn Observer, fuel: u64) {
        let kept = self.machine.snapshot();
        let environment = self.environment.fork();
        let remarks = self.remarks.clone();
        let limits = self.limits;
        self.limits = Limits {
            steps: None,
            output: None,
            time: None,
            ..limits
        };
        let output = self.output;
        let record = std::mem::take(&mut self.record);
        let interrupt = std::mem::take(&mut self.interrupt);
        let (begin, end) = (Instant::now(), self.machine.steps.saturating_add(fuel));
        let mut chunk = LOOK_AHEAD_CHUNK;
        while chunk > 0 && self.advance(observer, &mut Nowhere, chunk).is_none() {
            let left = end.saturating_sub(self.machine.steps);
            chunk = if self.has_time(begin) {
                left.min(LOOK_AHEAD_CHUNK)
            } else {
                0
            };
        }
        self.machine.restore(&kept);
        self.environment = environment;
        self.remarks = remarks;
        self.limits = limits;
        self.output = output;
        self.record = record;
        self.interrupt = interrupt;
    }
}

impl Start {
    fn copy(&self) -> Start {
        Start {
            target: self.target,
            image: Arc::clone(&self.image),
            args: self.args.clone(),
            environment: self.environment.fork(),
        }
    }

    fn fresh(&self, limits: &Limits) -> Result<(Machine, Box<dyn Environment>), Trap> {
        let mut machine = self.target.machine();
        let mut environment = self.environment.fork();
        machine.memory.set_limit(limits.memory);
        machine.load(&self.image)?;
        environment.start(&mut machine, &self.image, &self.args)?;
        if environment.is_lenient() {
            machine.relax();
        }
        Ok((machine, environment))
    }
}
