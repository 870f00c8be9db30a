//! One debugging session, from message to message.

use crate::arguments::{Details, LaunchArguments};
use crate::breakpoints::{Placed, Wanted};
use crate::launch::{LaunchRefusal, Launcher};
use crate::message::{Outbox, Request};
use crate::moves::Heading;
use crate::progress::ProgressReport;
use crate::variables::Handle;
use debug::engine::Pursuit;
use debug::repl::{Paint, Repl};
use debug::{CallFrame, Engine, Stopped};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The only thread.
pub(crate) const THREAD: i64 = 1;

/// A debug adapter, for one session.
pub struct Adapter<L> {
    pub(crate) launcher: L,
    pub(crate) out: Outbox,
    /// What editors call the first line and the first column.
    pub(crate) first_line: i64,
    pub(crate) first_column: i64,
    pub(crate) wanted: Wanted,
    pub(crate) launch: LaunchArguments,
    /// All breakpoints are there.
    configured: bool,
    /// Whether the editor shows progress.
    shows_progress: bool,
    /// Whether it wants to know where memory has changed.
    pub(crate) hears_of_memory: bool,
    /// Set from outside to end a search through the history.
    interrupt: Arc<AtomicBool>,
    pub(crate) session: Option<Session>,
    done: bool,
}

/// A program that is debugged.
pub(crate) struct Session {
    pub(crate) repl: Repl<'static>,
    /// The move that is on its way.
    pub(crate) under_way: Option<(Pursuit, Heading)>,
    pub(crate) placed: Placed,
    /// The open calls at this stop, once they were asked for.
    frames: Option<Vec<CallFrame>>,
    /// What variables were shown at this stop.
    pub(crate) handles: Vec<Handle>,
    /// How many bytes of the program's output were shown.
    pub(crate) shown: u64,
    pub(crate) last: Option<Stopped>,
    limits: RunLimits,
}

/// Where a program is paused that runs on and on, or prints.
#[derive(Clone, Copy, Debug)]
struct RunLimits {
    steps: u64,
    output: u64,
    /// The step, and how much may be printed, at which that is.
    next: (u64, u64),
}

impl Session {
    fn new(mut engine: Engine, launcher: &impl Launcher, launch: &LaunchArguments) -> Self {
        let steps = launch.max_steps.unwrap_or(u64::MAX);
        let output = launch.max_output.unwrap_or_else(|| launcher.most_output());
        let limits = RunLimits {
            steps,
            output,
            next: (steps, output),
        };
        // Editors ask for the stack at every stop.
        engine.follow_calls(true);
        // Nothing is ever written there: all that the prompt says is taken from it.
        let nowhere = Box::leak(Box::new(std::io::sink()));
        Session {
            shown: engine.printed(),
            repl: Repl::new(engine, nowhere, Paint::default(), launcher.explain()),
            under_way: None,
            placed: Placed::default(),
            frames: None,
            handles: Vec::new(),
            last: None,
            limits,
        }
    }

    /// How much of this fuel may be used before the next limit.
    pub(crate) fn fuel_left(&mut self, fuel: u64) -> u64 {
        let left = self.limits.next.0.saturating_sub(self.engine().step());
        fuel.min(left.max(1))
    }

    /// Which limit the program has reached, in a sentence; the next one is as far away as this was.
    pub(crate) fn limit_reached(&mut self) -> Option<String> {
        let (step, printed) = (self.engine().step(), self.engine().printed());
        let RunLimits {
            steps,
            output,
            next,
        } = self.limits;
        let why = if step >= next.0 {
            format!("Paused: the program has run {step} instructions.")
        } else if printed >= next.1 {
            format!("Paused: the program has printed {printed} bytes.")
        } else {
            return None;
        };
        self.limits.next = (step.saturating_add(steps), printed.saturating_add(output));
        Some(why)
    }

    pub(crate) fn engine(&mut self) -> &mut Engine {
        self.repl.engine()
    }

    /// The open calls, the innermost first.
    pub(crate) fn frames(&mut self) -> Vec<CallFrame> {
        if self.frames.is_none() {
            self.frames = Some(self.engine().frames());
        }
        self.frames.clone().unwrap_or_default()
    }

    /// Forgets what was known about the last stop.
    pub(crate) fn forget(&mut self) {
        self.frames = None;
        self.handles.clear();
    }
}

/// What comes after the answer to a request.
#[derive(Debug)]
pub(crate) enum Next {
    /// Nothing.
    Nothing,
    /// Breakpoints are wanted.
    Configure,
    /// A move forward.
    Go(Heading),
    /// The program is elsewhere now.
    Moved(Stopped, &'static str),
    /// Values were changed by hand; in memory, from this address so many bytes.
    Changed(Option<(u32, u32)>),
    /// The program is loaded again.
    Restart,
    /// The session is over.
    End,
}

/// The answer to a request.
pub(crate) struct Reply {
    pub(crate) body: Value,
    pub(crate) next: Next,
}

impl From<Value> for Reply {
    fn from(body: Value) -> Self {
        let next = Next::Nothing;
        Reply { body, next }
    }
}

/// An answer, or why there is none.
pub(crate) type Answer = Result<Reply, String>;

/// A request that is known.
struct Command<L> {
    name: &'static str,
    answer: fn(&mut Adapter<L>, &Request, &Details) -> Answer,
    /// Not while the program runs.
    needs_stop: bool,
}

const fn always<L>(
    name: &'static str,
    answer: fn(&mut Adapter<L>, &Request, &Details) -> Answer,
) -> Command<L> {
    let needs_stop = false;
    Command {
        name,
        answer,
        needs_stop,
    }
}

const fn stopped<L>(
    name: &'static str,
    answer: fn(&mut Adapter<L>, &Request, &Details) -> Answer,
) -> Command<L> {
    Command {
        needs_stop: true,
        ..always(name, answer)
    }
}

impl<L: Launcher> Adapter<L> {
    const COMMANDS: &'static [Command<L>] = &[
        always("initialize", Adapter::initialize),
        always("launch", |adapter, request, _| adapter.launch(request)),
        always("configurationDone", |adapter, _, _| adapter.configured()),
        always("disconnect", |_, _, _| Ok(Reply::of(Next::End))),
        always("terminate", |_, _, _| Ok(Reply::of(Next::End))),
        always("restart", |adapter, request, _| adapter.again(request)),
        stopped("restartFrame", |a, _, d| a.restart_frame(d)),
        always("cancel", |adapter, _, _| adapter.pause()),
        always("pause", |adapter, _, _| adapter.pause()),
        always("threads", |_, _, _| Ok(threads())),
        always("setBreakpoints", |a, r, _| a.set_breakpoints(r)),
        always("setFunctionBreakpoints", |a, r, _| a.set_breakpoints(r)),
        always("setInstructionBreakpoints", |a, r, _| a.set_breakpoints(r)),
        always("setDataBreakpoints", |a, r, _| a.set_breakpoints(r)),
        always("setExceptionBreakpoints", |a, r, _| a.set_breakpoints(r)),
        always("breakpointLocations", |a, _, d| a.breakpoint_locations(d)),
        stopped("dataBreakpointInfo", |a, _, d| a.data_breakpoint_info(d)),
        stopped("continue", |a, _, d| a.go(d, "continue")),
        stopped("next", |a, _, d| a.go(d, "next")),
        stopped("stepIn", |a, _, d| a.go(d, "stepIn")),
        stopped("stepOut", |a, _, d| a.go(d, "stepOut")),
        stopped("stepBack", |a, _, d| a.go_back(d, false)),
        stopped("reverseContinue", |a, _, d| a.go_back(d, true)),
        stopped("gotoTargets", |a, _, d| a.goto_targets(d)),
        stopped("goto", |a, _, d| a.goto(d)),
        stopped("stackTrace", |a, _, d| a.stack_trace(d)),
        stopped("scopes", |a, _, d| a.scopes(d)),
        stopped("variables", |a, _, d| a.variables(d)),
        stopped("setVariable", |a, _, d| a.set_variable(d)),
        stopped("setExpression", |a, _, d| a.set_expression(d)),
        stopped("evaluate", |a, _, d| a.evaluate(d)),
        stopped("completions", |a, _, d| a.completions(d)),
        stopped("exceptionInfo", |a, _, _| a.exception_info()),
        stopped("readMemory", |a, _, d| a.read_memory(d)),
        stopped("writeMemory", |a, _, d| a.write_memory(d)),
        stopped("disassemble", |a, _, d| a.disassemble(d)),
        always("loadedSources", |a, _, _| a.loaded_sources()),
        always("source", |a, _, d| a.source(d)),
        stopped("jal/timeline", |a, _, _| a.timeline()),
        stopped("jal/goTo", |a, _, d| a.go_to_step(d)),
        stopped("jal/board", |a, _, _| a.board()),
    ];

    /// An adapter that has not heard anything yet.
    pub fn new(launcher: L) -> Self {
        Adapter {
            launcher,
            out: Outbox::default(),
            first_line: 1,
            first_column: 1,
            wanted: Wanted::default(),
            launch: LaunchArguments::default(),
            configured: false,
            shows_progress: false,
            hears_of_memory: false,
            interrupt: Arc::default(),
            session: None,
            done: false,
        }
    }

    /// While a request is answered that takes long, messages about its progress go to this.
    pub fn hurry_to(&mut self, sink: impl FnMut(&[Value]) + 'static) {
        self.out.hurry_to(Box::new(sink));
    }

    /// Set from outside, this ends the search that a request waits for: whoever reads messages in another
    /// thread sets it when an editor asks to pause.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    /// Whether a message asks to pause, or is pointless unless what runs ends.
    pub fn wants_pause(message: &Value) -> bool {
        let commands = ["pause", "cancel", "disconnect", "terminate"];
        commands
            .iter()
            .any(|command| message["command"] == **command)
    }

    /// Whether the session is over.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Whether the program runs, so that [`Adapter::tick`] should be called.
    pub fn is_running(&self) -> bool {
        let session = self.session.as_ref();
        session.is_some_and(|session| session.under_way.is_some())
    }

    /// The program that is debugged, for who shows more of it than the protocol has words for.
    pub fn engine(&mut self) -> Option<&mut Engine> {
        self.session.as_mut().map(Session::engine)
    }

    /// Gives the program input, which it may wait for or not; `ends`: there is no more after it.
    pub fn give_input(&mut self, bytes: &[u8], ends: bool) -> Vec<Value> {
        let Some(session) = &mut self.session else {
            return self.out.take();
        };
        // A move goes on from where it is with what is new.
        let heading = match session.under_way.take() {
            Some((pursuit, heading)) => {
                session.engine().give_up(pursuit);
                Some(heading)
            }
            None => session.engine().is_waiting().then(Heading::run_on),
        };
        let given = session.engine().give_input(bytes);
        let ended = match ends && given.is_ok() {
            true => session.engine().end_input(),
            false => Ok(()),
        };
        if let Err(why) = given.and(ended) {
            self.out.output("console", &format!("{why}\n"));
        }
        if let Some(heading) = heading {
            self.set_out(heading);
        }
        self.out.take()
    }

    /// Answers a message.
    pub fn handle(&mut self, message: &Value) -> Vec<Value> {
        // Answers to what we asked for are of no interest: we ask for nothing.
        let is_request = message["type"] == "request";
        let request: Option<Request> = serde_json::from_value(message.clone()).ok();
        let Some(request) = request.filter(|_| is_request) else {
            return self.out.take();
        };
        let answer = self.answer(&request);
        match answer {
            Err(why) => self.out.refuse(&request, &why),
            Ok(Reply { body, next }) => {
                self.out.respond(&request, body);
                self.then(next);
            }
        }
        self.out.take()
    }

    fn answer(&mut self, request: &Request) -> Answer {
        let mut all = Self::COMMANDS.iter();
        let Some(command) = all.find(|command| command.name == request.command) else {
            return Err(format!(
                "`{}` is not supported",
                diag::one_line(&request.command)
            ));
        };
        if command.needs_stop && self.is_running() {
            return Err("the program is running: pause it first".to_owned());
        }
        if command.needs_stop && self.session.is_none() {
            return Err("there is no program".to_owned());
        }
        let details = match request.arguments.is_null() {
            true => Details::default(),
            false => serde_json::from_value(request.arguments.clone()).unwrap_or_default(),
        };
        (command.answer)(self, request, &details)
    }

    fn then(&mut self, next: Next) {
        match next {
            Next::Nothing => {}
            Next::Configure => self.out.event("initialized", Value::Null),
            Next::Go(heading) => self.set_out(heading),
            Next::Moved(stopped, reason) => self.tell_stop(&stopped, reason),
            Next::Changed(memory) => {
                if let Some((address, count)) = memory.filter(|_| self.hears_of_memory) {
                    let reference = format!("0x{address:08x}");
                    let place =
                        json!({ "memoryReference": reference, "offset": 0, "count": count });
                    self.out.event("memory", place);
                }
                let areas = json!({ "areas": ["variables", "stacks"], "threadId": THREAD });
                self.out.event("invalidated", areas);
            }
            Next::Restart => self.restart(),
            Next::End => self.end(None),
        }
    }

    fn initialize(&mut self, _request: &Request, details: &Details) -> Answer {
        self.first_line = i64::from(details.lines_start_at1.unwrap_or(true));
        self.first_column = i64::from(details.columns_start_at1.unwrap_or(true));
        self.shows_progress = details.supports_progress_reporting;
        self.hears_of_memory = details.supports_memory_event;
        Ok(capabilities().into())
    }

    fn launch(&mut self, request: &Request) -> Answer {
        let arguments = serde_json::from_value(request.arguments.clone());
        self.launch =
            arguments.map_err(|error| format!("the launch configuration is wrong: {error}"))?;
        if self.launch.program.is_empty() {
            return Err("the launch configuration names no program".to_owned());
        }
        self.load()?;
        Ok(Reply::of(Next::Configure))
    }

    /// Loads the program, and sets the breakpoints that are known.
    fn load(&mut self) -> Result<(), String> {
        self.session = None;
        match self.launcher.launch(&self.launch) {
            Ok(mut engine) => {
                engine.interrupt_by(&self.interrupt);
                if self.shows_progress {
                    engine.show_progress(Some(ProgressReport::into(self.out.clone())));
                }
                self.session = Some(Session::new(engine, &self.launcher, &self.launch));
                self.place_all();
                Ok(())
            }
            Err(LaunchRefusal { title, report }) => {
                self.out.output("stderr", &report);
                Err(title)
            }
        }
    }

    fn configured(&mut self) -> Answer {
        self.configured = true;
        Ok(Reply::of(self.first_move()))
    }

    /// The program begins: with a run, or with a stop.
    fn first_move(&mut self) -> Next {
        match &mut self.session {
            None => Next::Nothing,
            Some(session) if self.launch.stop_on_entry => {
                Next::Moved(session.engine().stopped_here(), "entry")
            }
            Some(_) => Next::Go(Heading::run_on()),
        }
    }

    /// Restarts the program, with another launch configuration if there is one.
    fn again(&mut self, request: &Request) -> Answer {
        if let Some(arguments) = request.arguments.get("arguments").filter(|a| a.is_object()) {
            let arguments: Result<LaunchArguments, _> = serde_json::from_value(arguments.clone());
            if let Ok(arguments) = arguments
                && !arguments.program.is_empty()
            {
                self.launch = arguments;
            }
        }
        Ok(Reply::of(Next::Restart))
    }

    fn restart(&mut self) {
        if let Err(why) = self.load() {
            self.out.output("stderr", &format!("{why}\n"));
            self.end(None);
            return;
        }
        let next = self.first_move();
        self.then(next);
    }

    /// Ends the session; `code` is the program's exit code, if it has ended.
    pub(crate) fn end(&mut self, code: Option<i64>) {
        if let Some(code) = code {
            self.out.event("exited", json!({ "exitCode": code }));
        }
        if self.session.take().is_some() || code.is_some() {
            self.out.event("terminated", Value::Null);
        }
        // After the end of the program, an editor still says good-bye.
        self.done = code.is_none();
    }

    /// What was to be interrupted is over.
    pub(crate) fn forget_interrupt(&self) {
        self.interrupt.store(false, Ordering::Relaxed);
    }

    /// The program that is debugged.
    pub(crate) fn session(&mut self) -> Result<&mut Session, String> {
        let session = self.session.as_mut();
        session.ok_or_else(|| "there is no program".to_owned())
    }
}

impl Reply {
    pub(crate) fn of(next: Next) -> Self {
        let body = Value::Null;
        Reply { body, next }
    }
}

fn threads() -> Reply {
    json!({ "threads": [{ "id": THREAD, "name": "program" }] }).into()
}

fn capabilities() -> Value {
    let filter = |name: &str, label: &str, description: &str, is_default: bool| json!({ "filter": name, "label": label, "description": description, "default": is_default });
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsDataBreakpoints": true,
        "supportsInstructionBreakpoints": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsRestartRequest": true,
        "supportsGotoTargetsRequest": true,
        "supportsCompletionsRequest": true,
        "completionTriggerCharacters": [" ", "$", "."],
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
        "supportsDelayedStackTraceLoading": true,
        "supportsLoadedSourcesRequest": true,
        "supportsReadMemoryRequest": true,
        "supportsWriteMemoryRequest": true,
        "supportsDisassembleRequest": true,
        "supportsCancelRequest": true,
        "supportsDataBreakpointBytes": true,
        "supportsRestartFrame": true,
        "supportsClipboardContext": true,
        "exceptionBreakpointFilters": [
            filter("fault", "Faults", "An instruction that cannot be carried out ends the program.", true),
            filter("limit", "Limits", "A limit of memory, output or files ends the program.", true),
            filter("finding", "Convention", "The calling convention is broken.", false),
            filter("exception", "Handled exceptions", "The program's own handler gets to see them.", false),
        ],
    })
}
