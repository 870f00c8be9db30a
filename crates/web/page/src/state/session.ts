/** One run or debugging session: a client of the debug adapter, and what is known at a stop. */
import { computed, signal } from "@preact/signals";
import { number, t } from "../i18n";
import { DapClient, type DapBreakpoint, type DapEvent, type StackFrame } from "../services/dap";
import { abandon, machine, onWorkerEvent } from "../services/machines";
import type { Launch, Machine, StateView } from "../worker/protocol";
import { console_ } from "./console";
import { isEmbedded, isNarrow, showConsole, view } from "./layout";
import { notify, report, say } from "./messages";
import { breakpoints, files, flush, openFile, program } from "./project";
import { runOptions } from "./run-options";

export type Phase = "idle" | "starting" | "running" | "stopped" | "ended";

export interface Stop {
  reason: string;
  description: string;
  text: string;
  waiting: boolean;
  fault: boolean;
}

export const phase = signal<Phase>("idle");
export const stop = signal<Stop | null>(null);
export const state = signal<StateView | null>(null);
export const frames = signal<StackFrame[]>([]);
/** The frame that was chosen on the stack. */
export const chosenFrame = signal(0);
export const exitCode = signal<number | null>(null);
export const speed = signal<{ step: number; perSecond: number } | null>(null);
export const screenVersion = signal(0);
/** What the program that runs is: a file of the project. */
export const launched = signal<{ program: string; machine: Machine; debug: boolean } | null>(null);
/** Breakpoints as the debugger has placed them, by file. */
export const placed = signal<Record<string, DapBreakpoint[]>>({});
export const stopFilters = signal<{ finding: boolean; exception: boolean }>({ finding: false, exception: false });
/** The last answer of the debugger to a question about a value. */
export const answer = signal<{ about: string; question: string; text: string } | null>(null);

/** Waits for a line from the console. */
export const isWaiting = computed(() => phase.value === "stopped" && (stop.value?.waiting ?? false));
export const isActive = computed(() => phase.value !== "idle" && phase.value !== "ended");
export const canStep = computed(() => phase.value === "stopped");

/** The place that is shown as the present one. */
export const place = computed(() => {
  if (phase.value !== "stopped") return null;
  const frame = frames.value.find((one) => one.id === chosenFrame.value) ?? frames.value[0];
  const path = frame?.source?.path;
  return frame && path && frame.line > 0 ? { path, line: frame.line, innermost: frame === frames.value[0] } : null;
});

let dap: DapClient | null = null;
/** Which stop the values on the screen are of. */
let stopNumber = 0;
/** Input that came before the program asked for it. */
let isLeaving = false;

onWorkerEvent((which, event) => {
  if (event.event === "progress" && launched.peek()?.machine === which) {
    speed.value = { step: event.step, perSecond: event.perSecond };
    screenVersion.value = event.screen;
  }
  if (event.event === "broken") {
    if (launched.peek()?.machine === which) over(null);
    notify(t("app.broken", { why: event.error }), "error");
  }
});

/** Runs the program without breakpoints; a fault still stops it, so that its cause can be looked for. */
export function run(path = program.peek()): Promise<void> {
  return start(path, { stopOnEntry: false, stopAtEnd: false }, false);
}

/** Debugs a game that was played: with the same keys, to where it waits for the next one. */
export async function debugGame(path: string, typed: string, seed: number): Promise<void> {
  if (!isNarrow.peek()) view.value = "debug";
  await start(path, { stopOnEntry: false, stopAtEnd: true, seed }, true, typed);
}

/** Debugs the program from its beginning, and stays at its end. */
export function debug(path = program.peek(), more: Partial<Launch> = {}): Promise<void> {
  if (!isNarrow.peek()) view.value = "debug";
  return start(path, { stopOnEntry: true, stopAtEnd: true, ...more }, true);
}

async function start(path: string | null, how: Partial<Launch>, isDebug: boolean, typed = ""): Promise<void> {
  if (!path) {
    notify(t("run.noFile"));
    return;
  }
  await end();
  phase.value = "starting";
  exitCode.value = null;
  speed.value = null;
  answer.value = null;
  console_.clear();
  // Beside a program that is debugged, the code matters more than the console on a small screen.
  if (!isDebug) showConsole();
  else if (isNarrow.peek()) view.value = "code";
  try {
    await flush();
    const which = await machineOf(path);
    const worker = await machine(which);
    launched.value = { program: path, machine: which, debug: isDebug };
    const session = new DapClient(worker, (event) => {
      if (dap === session) receive(event);
    });
    dap = session;
    await session.initialize();
    await session.launch({ ...runOptions.peek().launch(path), ...how, program: path });
    if (typed) await worker.request("input", { text: typed });
  } catch (error) {
    over(null);
    console_.line("err", error instanceof Error ? error.message : String(error));
    say(t("run.refused"));
    showConsole();
  }
}

/** The machine of a file, as the assembler finds it. */
export async function machineOf(path: string): Promise<Machine> {
  const known: Machine[] = ["rv32", "mips32"];
  const any = launched.peek()?.machine ?? lastMachine;
  const worker = await machine(any);
  const found = await worker.request("detect", { path });
  if (!known.includes(found.machine)) return any;
  preferMachine(found.machine);
  return found.machine;
}

const MACHINE = "jal-studio-machine";
/** The machine that was used last is loaded first. */
let lastMachine: Machine = localStorage.getItem(MACHINE) === "mips32" ? "mips32" : "rv32";

/** The machine to load first, for a page that opens. */
export function preferMachine(which: Machine): void {
  if (which === lastMachine) return;
  lastMachine = which;
  localStorage.setItem(MACHINE, which);
}

/** Starts loading the machine that is probably needed, while the page draws itself. */
export function warmUp(): void {
  machine(lastMachine).catch(() => undefined);
}

function receive(event: DapEvent): void {
  switch (event.event) {
    case "initialized":
      void configure();
      break;
    case "output": {
      const text = String(event.body["output"] ?? "");
      const category = event.body["category"];
      if (category === "stdout") console_.write("out", text);
      else console_.line(category === "stderr" ? "err" : "note", text);
      break;
    }
    case "stopped":
      void stopped(event.body);
      break;
    case "invalidated":
      void look();
      break;
    case "exited":
      exitCode.value = Number(event.body["exitCode"] ?? 0);
      break;
    case "terminated":
      over(exitCode.peek());
      break;
  }
}

async function configure(): Promise<void> {
  const session = dap;
  if (!session) return;
  try {
    if (launched.peek()?.debug) await sendBreakpoints();
    const filters = ["fault"];
    if (stopFilters.peek().finding && launched.peek()?.debug) filters.push("finding");
    if (stopFilters.peek().exception && launched.peek()?.debug) filters.push("exception");
    await session.request("setExceptionBreakpoints", { filters });
    phase.value = "running";
    await session.request("configurationDone");
  } catch (error) {
    if (dap === session) report(error);
  }
}

/** Sends all breakpoints of all files. */
export async function sendBreakpoints(): Promise<void> {
  const session = dap;
  if (!session || !launched.peek()?.debug) return;
  const all = breakpoints.peek();
  const known = new Set([...Object.keys(all), ...Object.keys(placed.peek())]);
  const found: Record<string, DapBreakpoint[]> = {};
  for (const path of known) {
    const wanted = (all[path] ?? []).map(({ line, condition }) => (condition ? { line, condition } : { line }));
    const body = await session.request("setBreakpoints", { source: { path }, breakpoints: wanted });
    found[path] = (body["breakpoints"] ?? []) as DapBreakpoint[];
  }
  if (dap === session) placed.value = found;
}

async function stopped(body: Record<string, unknown>): Promise<void> {
  const reason = String(body["reason"] ?? "");
  const description = String(body["description"] ?? "");
  const text = String(body["text"] ?? "");
  await look();
  const waiting = state.peek()?.waiting ?? false;
  const fault = reason === "exception";
  stop.value = { reason, description, text, waiting, fault };
  chosenFrame.value = frames.peek()[0]?.id ?? 0;
  if (phase.peek() !== "idle") phase.value = "stopped";
  const at = place.peek();
  if (!waiting) {
    if (at) openFile(at.path);
    say(at ? `${description}. ${at.path}:${at.line}` : description);
  } else say(t("run.waiting"));
  if (fault) await explainFault();
}

/** A mistake of the program is explained where it has happened. */
async function explainFault(): Promise<void> {
  try {
    const body = await dap?.request("exceptionInfo");
    const details = body?.["details"] as { stackTrace?: string } | undefined;
    if (details?.stackTrace) console_.line("err", details.stackTrace);
    if (!isNarrow.peek() && !isEmbedded) view.value = "debug";
    showConsole();
  } catch {
    // Not every stop of this kind has a report.
  }
}

/** Asks for everything that is shown at a stop. */
export async function look(): Promise<void> {
  const session = dap;
  const mine = ++stopNumber;
  if (!session) return;
  try {
    const [found, stack] = await Promise.all([session.worker.request("state", {}), session.stackTrace()]);
    if (mine !== stopNumber || dap !== session) return;
    state.value = found.state;
    frames.value = stack;
  } catch {
    // It has gone on meanwhile.
  }
}

function over(code: number | null): void {
  const wasActive = phase.peek() !== "idle";
  dap?.close();
  dap = null;
  stopNumber++;
  stop.value = null;
  state.value = null;
  frames.value = [];
  placed.value = {};
  phase.value = code === null ? "idle" : "ended";
  if (wasActive && code !== null && !isLeaving) {
    const steps = speed.peek()?.step;
    console_.line("note", t("run.ended", { code }) + (steps ? ` · ${t("run.steps", { n: number(steps) })}` : ""));
    say(t("run.ended", { code }));
  }
}

/** Ends the program at once, whatever it does. */
export async function end(): Promise<void> {
  const session = dap;
  const which = launched.peek()?.machine;
  if (!session || !which) {
    phase.value = "idle";
    return;
  }
  isLeaving = true;
  const answered = session.request("terminate").then(
    () => true,
    () => true,
  );
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 1500));
  const isDone = await Promise.race([answered, late]);
  // A worker that does not hear any more is given up; the next run gets a new one.
  if (!isDone) await abandon(which);
  over(null);
  isLeaving = false;
}

/** The moves of the debugger, by the names of the protocol or of a command at the prompt. */
export type MoveName =
  | "continue" | "next" | "step" | "stepi" | "finish"
  | "reverse" | "back" | "backNext" | "backi" | "backFinish" | "begin";

const requests: Partial<Record<MoveName, [command: string, args?: Record<string, unknown>]>> = {
  continue: ["continue"],
  next: ["next"],
  step: ["stepIn"],
  stepi: ["stepIn", { granularity: "instruction" }],
  finish: ["stepOut"],
  reverse: ["reverseContinue"],
  backNext: ["stepBack"],
  backi: ["stepBack", { granularity: "instruction" }],
};
const commands: Partial<Record<MoveName, string>> = {
  back: "reverse-step",
  backFinish: "reverse-finish",
  begin: "reset",
};

export async function move(name: MoveName): Promise<void> {
  const session = dap;
  if (!session || phase.peek() !== "stopped") return;
  const request = requests[name];
  const command = commands[name];
  try {
    if (request) {
      // What stops at once says so before the answer is here.
      if (["continue", "next", "step", "finish", "stepi"].includes(name)) phase.value = "running";
      await session.request(request[0], { threadId: 1, ...request[1] });
    } else if (command) await session.evaluate(command);
  } catch (error) {
    if (dap === session) {
      phase.value = "stopped";
      report(error);
    }
  }
}

export async function pause(): Promise<void> {
  await dap?.request("pause", { threadId: 1 }).catch(report);
}

export async function restart(): Promise<void> {
  const now = launched.peek();
  if (!now) return;
  await (now.debug ? debug(now.program) : run(now.program));
}

let wantedStep: number | null = null;
let isGoing = false;

/** Goes to a step of the run; while one is on its way, only the last wish counts. */
export async function goTo(step: number): Promise<void> {
  wantedStep = step;
  if (isGoing) return;
  isGoing = true;
  try {
    while (wantedStep !== null && dap && phase.peek() === "stopped") {
      const next: number = wantedStep;
      wantedStep = null;
      await dap.evaluate(`goto ${next}`);
    }
  } catch (error) {
    report(error);
  } finally {
    isGoing = false;
  }
}

/** What was typed into the console: input of the program, or a command. */
export async function type(line: string): Promise<void> {
  const session = dap;
  const now = launched.peek();
  if (!session || !now) return;
  if (phase.peek() === "running" || isWaiting.peek()) {
    console_.write("input", `${line}\n`);
    await give(`${line}\n`);
    return;
  }
  await command(line);
}

/** Input for the program, as bytes; `isEnd`: nothing follows. */
export async function give(text: string, isEnd = false): Promise<void> {
  const session = dap;
  if (!session) return;
  try {
    if (isWaiting.peek()) {
      phase.value = "running";
      stop.value = null;
    }
    await session.worker.request("input", isEnd ? { text, end: true } : { text });
  } catch (error) {
    report(error);
  }
}

/** Keys for a keyboard in memory. */
export async function press(text: string): Promise<void> {
  await dap?.worker.request("keys", { text }).catch(report);
}

/** A question to the debugger, whose answer is shown beside the values. */
export async function ask(about: string, question: string): Promise<void> {
  const session = dap;
  if (!session) return;
  try {
    const said = await session.evaluate(question);
    answer.value = { about, question, text: said };
    say(said);
  } catch (error) {
    answer.value = { about, question, text: error instanceof Error ? error.message : String(error) };
  }
}

export async function assign(expression: string, value: string): Promise<boolean> {
  const session = dap;
  if (!session) return false;
  try {
    await session.request("setExpression", { expression, value });
    await look();
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** Resolves at the next stop of the session that begins. */
export function whenStopped(): Promise<void> {
  return new Promise((resolve) => {
    let unsubscribe = () => undefined as void;
    let isDone = false;
    unsubscribe = phase.subscribe((now) => {
      if (isDone || (now !== "stopped" && now !== "idle" && now !== "ended")) return;
      isDone = true;
      resolve();
      queueMicrotask(() => unsubscribe());
    });
  });
}

/** Carries out a command of the debugger, as if it had been typed. */
export async function command(line: string): Promise<void> {
  console_.line("command", `(jal) ${line}`);
  try {
    const said = await dap?.evaluate(line);
    if (said) console_.line("answer", said);
  } catch (error) {
    console_.line("err", error instanceof Error ? error.message : String(error));
  }
}

/** The session, for panes that ask for more. */
export function session(): DapClient | null {
  return dap;
}

export async function watch(expression: string): Promise<void> {
  await ask(expression, `watch ${expression}`);
}

/** Whether a path is a file of the project. */
export function isKnown(path: string): boolean {
  return path in files.peek();
}
