//! What a program asks of its environment: calls, and accesses to devices.

use super::{End, FaultKind, Limit, SHORT_CALLS, Session};
use crate::host::Host;
use crate::screen::{Attention, Devices, LookMoment};
use machine::env::{Action, Answer, CallFault, DeviceAccess, Request, TrapPlan, steps_of};
use machine::isa::Reg;
use machine::observe::Observer;
use machine::run::Stop;
use machine::trap::Trap;

/// The most remarks kept; more of them help nobody.
const MAX_REMARKS: usize = 5;
/// A call of the environment that is being carried out.
pub(super) struct Call {
    /// Where the program goes on after it.
    next: u32,
    /// The registers that it has set so far, and what they held before.
    answers: Vec<(Reg, u64)>,
}

/// Why an action of the environment was not carried out.
enum Broken {
    Fault(CallFault),
    End(End),
    Waiting(Request),
}

impl Session {
    /// Lets the environment do what is due by now.
    pub(super) fn tick(&mut self, host: &mut dyn Host) -> Option<End> {
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

    /// Runs the one instruction that uses a device, and returns why the machine stopped then.
    pub(super) fn access_device(
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

    /// Lets the host look at devices, if it wants to.
    pub(super) fn show(&self, moment: LookMoment, host: &mut dyn Host) {
        if host.attention() != Attention::None {
            let devices = Devices {
                machine: &self.machine,
                environment: &*self.environment,
            };
            host.look(moment, &devices);
        }
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

    /// Carries out the call of the environment at which the machine is.
    pub(super) fn answer_call(
        &mut self,
        observer: &mut dyn Observer,
        host: &mut dyn Host,
    ) -> Option<End> {
        // What devices have set was no answer to a call.
        self.machine.take_answers();
        let call = Call {
            // The call may write over the instruction that makes it.
            next: self.machine.next_pc(),
            answers: Vec::new(),
        };
        self.asked_at = (self.machine.pc, self.machine.steps);
        let machine = &self.machine;
        observer.environment_call(machine.pc, &machine.registers, &machine.memory);
        let action = self.environment.call(&mut self.machine);
        self.finish_call(observer, host, call, action)
    }

    /// Carries out what a call wants, and continues after it.
    pub(super) fn finish_call(
        &mut self,
        observer: &mut dyn Observer,
        host: &mut dyn Host,
        mut call: Call,
        action: Result<Action, CallFault>,
    ) -> Option<End> {
        let exit = match self.carry_out(action, host) {
            Ok(exit) => exit,
            Err(Broken::End(end)) => return Some(end),
            Err(Broken::Fault(fault)) => return self.call_fault(fault),
            Err(Broken::Waiting(request)) => {
                call.answers.extend(self.machine.take_answers());
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
        self.tell_answers(observer, call.answers);
        self.machine.skip_to(call.next);
        self.ended_by_call = exit.is_some();
        exit.map(End::Exit)
    }

    /// Tells an observer which registers a call has changed: those that it set before it waited, and
    /// since.
    fn tell_answers(&mut self, observer: &mut dyn Observer, mut answers: Vec<(Reg, u64)>) {
        answers.extend(self.machine.take_answers());
        if observer.wants().is_nothing() {
            return;
        }
        // What a register held first was there before the call.
        answers.sort_by_key(|(reg, _)| *reg);
        answers.dedup_by_key(|(reg, _)| *reg);
        for (reg, old) in answers {
            let new = self.machine.registers.get(reg);
            if old != new {
                observer.answer(reg, old, new);
            }
        }
    }

    /// Asks the host until the environment is content, and charges for it; the exit code, if that
    /// ends the program.
    fn carry_out(
        &mut self,
        action: Result<Action, CallFault>,
        host: &mut dyn Host,
    ) -> Result<Option<i32>, Broken> {
        let mut bytes = 0;
        let done = self.ask(action, host, &mut bytes);
        bytes += self.environment.take_work();
        self.unlooked = self.unlooked.saturating_add(1 + steps_of(bytes));
        if !self.limits.free_calls {
            self.charged = self.charged.saturating_add(steps_of(bytes));
        }
        done
    }

    fn ask(
        &mut self,
        mut action: Result<Action, CallFault>,
        host: &mut dyn Host,
        moved: &mut u64,
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
            if !matches!(request, Request::Print { .. }) {
                self.unlooked = SHORT_CALLS;
            }
            let (answer, over) = self.perform(request, host, moved);
            // A call may take long, and a host stops waiting when the run must end.
            if let Some(end) = self.stopped_among_calls(host) {
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
        let trap = self.environment.raised_by(&fault);
        match trap.is_some_and(|trap| self.machine.raise(trap)) {
            true => None,
            false => Some(self.fault(FaultKind::Call(fault))),
        }
    }

    /// Lets the program's own handler deal with a trap, after the environment has announced it, or ends
    /// the run.
    pub(super) fn meet_trap(&mut self, host: &mut dyn Host, trap: Trap) -> Option<End> {
        let announces = self.machine.announces_exceptions();
        let plan = announces.then(|| self.environment.meet_trap(trap, self.machine.pc));
        let Some(TrapPlan::Handle(bytes)) = plan else {
            return Some(self.fault(FaultKind::Trap(trap)));
        };
        if !bytes.is_empty() {
            let request = Request::Print { stream: 2, bytes };
            if let Err(end) = self.device_action(Ok(Action::Ask(request)), host) {
                return Some(end);
            }
        }
        match self.machine.raise(trap) {
            true => None,
            false => Some(self.fault(FaultKind::Trap(trap))),
        }
    }

    /// Passes a request on, and says whether it broke the output limit. What still fits is
    /// printed.
    fn perform(
        &mut self,
        mut request: Request,
        host: &mut dyn Host,
        moved: &mut u64,
    ) -> (Answer, bool) {
        let mut over = false;
        if let Request::Print { bytes, .. } | Request::Write { bytes, .. } = &mut request {
            if let Some(boundary) = &mut self.boundary {
                boundary.prints(&self.machine);
            }
            let room = self
                .limits
                .output
                .unwrap_or(u64::MAX)
                .saturating_sub(self.output);
            over = bytes.len() as u64 > room;
            bytes.truncate(usize::try_from(room).unwrap_or(usize::MAX));
            self.output += bytes.len() as u64;
        }
        match &request {
            Request::Sleep { milliseconds } => {
                let milliseconds = *milliseconds;
                self.show(LookMoment::Sleep { milliseconds }, host);
            }
            Request::PollKey => {}
            request if request.reads_input() => self.show(LookMoment::Input, host),
            _ => {}
        }
        let answer = host.perform(&request);
        *moved += request.bytes(&answer);
        self.record.keep(&request, &answer);
        (answer, over)
    }
}
