//! Running a program, and what is said about its end.

use super::args::{ExceptionCode, SpimArgs};
use super::assembly::{self, Assembled, SpimFile};
use super::show;
use crate::exit_code;
use crate::folder_host::FolderHost;
use crate::streams::err;
use machine::env::{CallFault, Request, Spim};
use machine::observe::Off;
use machine::trap::Trap;
use runtime::{End, Fault, FaultKind, Host, Limits, Session, Target};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use terminal::console::INTERRUPTED;

/// What to do about a folder that cannot be used.
const ELSEWHERE: &str = "start spim in another one";
/// Instructions between two looks at whether the run is to end.
const SLICE: u64 = 20_000_000;
/// Where a program's instructions may be.
const TEXT: std::ops::Range<u32> = 0x0040_0000..0x1000_0000;
const KERNEL_TEXT: std::ops::Range<u32> = 0x8000_0000..0x9000_0000;
const HANDLER: u32 = 0x8000_0180;

/// Assembles and runs; the exit code.
pub(super) fn go(args: &SpimArgs, file: SpimFile) -> u8 {
    let name = file.name.clone();
    // The process ends with the run: taking program and machine apart would be in vain.
    let assembled = ManuallyDrop::new(assembly::build(args, &[file]));
    err(&assembled.messages);
    let mut host = match host() {
        Ok(host) => host,
        Err(message) => {
            err(&message);
            return 0;
        }
    };
    print(&mut host, &undefined(&assembled));
    let Some(session) = session(args, &assembled, &name) else {
        return 0;
    };
    let mut session = ManuallyDrop::new(session);
    let stops = stops(&assembled);
    let mut runner = Runner {
        args,
        assembled: &assembled,
        session: &mut session,
        host: &mut host,
    };
    match runner.run_to(&stops) {
        Ended::Exit(code) => code,
        Ended::Stopped(address) => {
            runner.meet_undefined(address);
            0
        }
        Ended::Failed => 0,
    }
}

/// A host with the files below the working directory.
pub(super) fn host() -> Result<FolderHost, String> {
    let dir = std::env::current_dir().and_then(|dir| FolderHost::new(&dir, false, ELSEWHERE));
    dir.map_err(|error| format!("spim: no working directory: {error}\n"))
}

/// Prints what SPIM itself says among the output of the program.
pub(super) fn print(host: &mut FolderHost, text: &str) {
    if !text.is_empty() {
        let bytes = text.as_bytes().to_vec();
        host.perform(&Request::Print { stream: 1, bytes });
    }
}

/// The list of names that are defined nowhere.
pub(super) fn undefined(assembled: &Assembled) -> String {
    let names = assembled.undefined.keys();
    let lines: String = names.map(|name| format!("{name}\n")).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("The following symbols are undefined:\n{lines}\n"),
    }
}

/// The instructions that need one of these names.
pub(super) fn stops(assembled: &Assembled) -> Vec<u32> {
    let mut stops: Vec<u32> = assembled.undefined.values().flatten().copied().collect();
    stops.sort_unstable();
    stops.dedup();
    stops
}

/// A machine with the program; nothing if it does not fit, which was reported.
pub(super) fn session(args: &SpimArgs, assembled: &Assembled, name: &str) -> Option<Session> {
    let mut environment = Spim::new().with_sizes(args.sizes);
    if !args.mapped_io {
        environment = environment.without_devices();
    }
    if args.quiet {
        environment = environment.quiet();
    }
    if args.delayed_loads {
        environment = environment.with_delayed_loads();
    }
    let mut arguments = vec![name.as_bytes().to_vec()];
    arguments.extend(args.program.iter().cloned());
    let limits = Limits {
        free_calls: true,
        ..Limits::default()
    };
    let image = Arc::new(assembled.program.image.clone());
    let session = Session::new(
        Target::Mips,
        image,
        Box::new(environment),
        arguments,
        limits,
    );
    if session.is_err() {
        err("Can't expand data segment: the program needs too much memory\n");
    }
    session.ok()
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The program has ended.
    Exit(u8),
    /// It is before the instruction at this address.
    Stopped(u32),
    /// It cannot go on, which was reported.
    Failed,
}

/// A program that is running.
pub(super) struct Runner<'a> {
    pub args: &'a SpimArgs,
    pub assembled: &'a Assembled,
    pub session: &'a mut Session,
    pub host: &'a mut FolderHost,
}

impl Runner<'_> {
    /// Runs to the end, or to one of these addresses.
    pub(super) fn run_to(&mut self, stops: &[u32]) -> Ended {
        self.host.stop_on_interrupt(&self.session.interrupt);
        if stops.is_empty() {
            let end = self.session.run(&mut Off, self.host).end;
            return self.report(end);
        }
        loop {
            match self.session.advance_to(stops, &mut Off, self.host, SLICE) {
                Some(end) => return self.report(end),
                None => {
                    self.host.tick();
                    if self.session.interrupt.load(Ordering::Relaxed) {
                        return self.report(End::Interrupted);
                    }
                }
            }
        }
    }

    /// Runs one instruction.
    pub(super) fn step(&mut self) -> Option<Ended> {
        let end = self.session.advance_to(&[], &mut Off, self.host, 1)?;
        Some(self.report(end))
    }

    /// Says how a run ended.
    fn report(&mut self, end: End) -> Ended {
        self.host.flush();
        match end {
            End::Exit(code) => Ended::Exit(exit_code(code)),
            End::Paused => Ended::Stopped(self.session.machine.pc),
            End::Interrupted | End::Waiting => Ended::Exit(INTERRUPTED),
            End::OutputLost => Ended::Exit(0),
            End::Limit(_) => {
                err("Can't expand data segment: the program needs too much memory\n");
                Ended::Failed
            }
            End::Fault(fault) => {
                self.fault(&fault);
                Ended::Failed
            }
        }
    }

    fn fault(&mut self, fault: &Fault) {
        let text = match &fault.kind {
            FaultKind::Trap(Trap::Fetch { address }) => return self.bad_fetch(*address),
            FaultKind::Trap(trap) => self.trap(*trap),
            FaultKind::Call(CallFault::UnknownService { number }) => {
                format!("Unknown system call: {}\n", *number as i32)
            }
            FaultKind::Call(CallFault::Memory(_)) => "Memory address out of bounds\n".to_owned(),
            FaultKind::Call(CallFault::HeapLimit { asked, room }) => {
                let size = self.args.sizes.data - room;
                let wanted = u64::from(size) + u64::from(*asked);
                format!(
                    "Can't expand data segment by {asked} bytes to {wanted} bytes\n\
                     Use -ldata # with # > {wanted}\n"
                )
            }
            FaultKind::Call(CallFault::NegativeHeap { asked }) => {
                format!("Can't expand data segment by {asked} bytes\n")
            }
            FaultKind::Call(_) => "Error in syscall\n".to_owned(),
        };
        err(&text);
    }

    fn trap(&self, trap: Trap) -> String {
        match trap {
            Trap::OddFloat { .. } => "Odd FP double register number\n".to_owned(),
            Trap::Load { .. } | Trap::Store { .. } if self.has_handler() => {
                let size = u64::from(self.args.sizes.stack) * 2;
                format!(
                    "Can't expand stack segment by 8 bytes to {size} bytes\n\
                     Use -lstack # with # > {size}\n"
                )
            }
            // It was announced, and nothing handles it.
            _ => format!("Attempt to execute non-instruction at 0x{HANDLER:08x}\n"),
        }
    }

    fn has_handler(&self) -> bool {
        self.session.machine.may_fetch(HANDLER)
    }

    /// The program has left its instructions.
    fn bad_fetch(&mut self, address: u32) {
        let inside = TEXT.contains(&address) || KERNEL_TEXT.contains(&address);
        if inside && address.is_multiple_of(4) {
            return err(&format!(
                "Attempt to execute non-instruction at 0x{address:08x}\n"
            ));
        }
        if !self.args.quiet {
            err(&format!(
                "Exception occurred at PC=0x{address:08x}\n  Bad address in text read: 0x{address:08x}\n"
            ));
        }
        // SPIM's handler would go on with the next address for ever.
        match self.args.exceptions {
            ExceptionCode::None => {
                err(&format!(
                    "Attempt to execute non-instruction at 0x{HANDLER:08x}\n"
                ));
            }
            _ => print(
                self.host,
                "  Exception 6  [Bad instruction address]  occurred and ignored\n",
            ),
        }
    }

    /// The next instruction needs a name that is defined nowhere.
    pub(super) fn meet_undefined(&mut self, address: u32) {
        let line = show::instruction(self.assembled, &self.session.machine, address);
        err(&format!(
            "Instruction references undefined symbol at 0x{address:08x}\n  {}",
            line.unwrap_or_default()
        ));
    }
}
