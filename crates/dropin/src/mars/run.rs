//! Running: the program, then what the command line wants to see of its end.

use super::args::MarsArgs;
use super::assembly::{self, Assembled};
use super::count::InstructionCount;
use super::dump::{self, DumpState};
use super::{Voice, display, messages, rars_messages};
use crate::exit_code;
use crate::folder_host::FolderHost;
use crate::streams::err;
use machine::env::CallFault;
use machine::observe::Off;
use runtime::{End, FaultKind, Limit, Limits, Session};
use std::io::{self, BufWriter, Write};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::time::SystemTime;
use terminal::console::INTERRUPTED;

/// Assembles and runs; the exit code.
pub(super) fn go(args: &MarsArgs, voice: &Voice) -> u8 {
    // The process ends with the run: taking program and machine apart would be in vain.
    let Some(assembled) = assembly::assemble(args, voice).map(ManuallyDrop::new) else {
        voice.say(&dump::write(&args.dumps, args.map, None));
        return exit_code(args.assemble_error);
    };
    let mut session = match session(args, &assembled) {
        Ok(session) => ManuallyDrop::new(session),
        Err(limit) => {
            voice.say(&messages::failed(&messages::limit(limit)));
            return exit_code(args.run_error);
        }
    };
    let code = match args.assemble_only {
        true => 0,
        false => run(args, voice, &assembled, &mut session),
    };
    let state = DumpState {
        flavour: args.flavour,
        program: &assembled.program,
        sources: &assembled.sources,
        memory: &session.machine.memory,
    };
    voice.say(&dump::write(&args.dumps, args.map, Some(state)));
    code
}

fn session(args: &MarsArgs, assembled: &Assembled) -> Result<Session, Limit> {
    let seed = SystemTime::UNIX_EPOCH.elapsed();
    let seed = seed.map_or(0, |time| time.as_nanos() as u64);
    let environment = (args.flavour.environment)(args.map, seed).as_command_line();
    let mut arguments = vec![args.files.concat().into_bytes()];
    arguments.extend(args.program.iter().cloned());
    let limits = Limits {
        steps: u64::try_from(args.max_steps)
            .ok()
            .filter(|steps| *steps > 0),
        free_calls: true,
        ..Limits::default()
    };
    let image = Arc::new(assembled.program.image.clone());
    Session::new(
        args.flavour.language.target(),
        image,
        Box::new(environment),
        arguments,
        limits,
    )
}

/// Runs, and shows what is left; the exit code.
fn run(args: &MarsArgs, voice: &Voice, assembled: &Assembled, session: &mut Session) -> u8 {
    let mut host = match FolderHost::new(&assembled.dir, false, args.flavour.elsewhere) {
        Ok(host) => host,
        Err(error) => {
            voice.say(&messages::failed(&format!("no working directory: {error}")));
            return exit_code(args.run_error);
        }
    };
    host.stop_on_interrupt(&session.interrupt);
    let mut count = InstructionCount::new(args.map.text..=args.map.text_last);
    let end = match args.count {
        true => session.run(&mut count, &mut host).end,
        false => session.run(&mut Off, &mut host).end,
    };
    // RARS closes its output when a program has printed something: what it would say about the end
    // is lost, unless that goes elsewhere.
    let flavour = args.flavour;
    let silent = flavour.reports_end && session.has_printed() && !args.to_stderr;
    let silent = Voice {
        silent: silent || voice.silent,
        ..*voice
    };
    let voice = &silent;
    let code = match &end {
        End::Interrupted | End::Waiting | End::Paused => return INTERRUPTED,
        End::OutputLost => return 0,
        other => report(args, voice, assembled, session, other),
    };
    if args.count {
        let total = count.total(matches!(end, End::Exit(_)) && !session.ended_by_call);
        voice.say(&format!("\n{total}\n"));
    }
    if !voice.silent {
        show(args, session);
    }
    code
}

/// Says how the run ended; the exit code.
fn report(
    args: &MarsArgs,
    voice: &Voice,
    assembled: &Assembled,
    session: &Session,
    end: &End,
) -> u8 {
    match end {
        End::Exit(code) => {
            if args.flavour.reports_end {
                voice.say(rars_messages::ended(session.ended_by_call));
            }
            exit_code(*code)
        }
        End::Limit(Limit::Steps(steps)) => {
            voice.say(&messages::step_limit(&steps.to_string()));
            0
        }
        End::Fault(fault)
            if !args.flavour.reports_end
                && matches!(
                    fault.kind,
                    FaultKind::Call(CallFault::EndOfInput { .. } | CallFault::NoWindow)
                ) =>
        {
            err(&assembled.run_error(args.flavour, session, fault));
            voice.say(&messages::step_limit(&args.max_steps.to_string()));
            0
        }
        // There the virtual machine itself ends with an exception.
        End::Fault(fault) if matches!(fault.kind, FaultKind::Call(CallFault::NoWindow)) => {
            err(&assembled.run_error(args.flavour, session, fault));
            exit_code(1)
        }
        End::Fault(fault) => {
            let error = assembled.run_error(args.flavour, session, fault);
            voice.say(&format!("{error}{}", args.flavour.run_failed));
            exit_code(args.run_error)
        }
        End::Limit(limit) => {
            let error = messages::limit(*limit);
            voice.say(&format!("{error}{}", args.flavour.run_failed));
            exit_code(args.run_error)
        }
        End::Interrupted | End::Waiting | End::Paused | End::OutputLost => 0,
    }
}

/// Shows registers and memory; in MARS after a line end that is always there.
fn show(args: &MarsArgs, session: &Session) {
    let out: &mut dyn Write = match args.to_stderr {
        true => &mut io::stderr(),
        false => &mut io::stdout(),
    };
    let mut out = BufWriter::new(out);
    let machine = &session.machine;
    // When the reader is gone there is nobody to tell.
    let _ = match args.flavour.reports_end {
        true => Ok(()),
        false => writeln!(out),
    }
    .and_then(|()| display::write(&mut out, args, machine))
    .and_then(|()| out.flush());
}
