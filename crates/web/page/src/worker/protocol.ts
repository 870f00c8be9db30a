/**
 * The messages between the page and a worker. A worker holds one machine: the page starts a second one
 * when a file for the other machine is opened.
 *
 * Every request has a number and gets one answer with it; events come by themselves.
 */

import type { PlayView, StateView } from "./views";

export type { FindingValue, LabelValue, PlayView, RegisterValue, SegmentValue, StateView } from "./views";

export type Machine = "rv32" | "mips32";

/** Files by their paths from the project's root, with `/` between folders. */
export type FileMap = Record<string, string | Uint8Array>;

/** What a program may use, and how it starts; all of it optional. */
export interface RunOptions {
  args?: string[];
  seed?: number;
  maxSteps?: number;
  maxOutput?: number;
  maxMemory?: number;
  dialect?: string;
  env?: string;
  check?: boolean;
}

/** A launch of the debug adapter: its own arguments, and the limits of a run. */
export type Launch = RunOptions & {
  program: string;
  stopOnEntry?: boolean;
  stopAtEnd?: boolean;
  noDebug?: boolean;
  case?: string;
  graded?: boolean;
  /** A file of the project with the standard input. */
  stdin?: string;
  virtualTime?: boolean;
};

export interface RequestMap {
  /** Fetches and starts the module; first of all requests. */
  load: { request: { machine: Machine; wasm?: ArrayBuffer; bundle?: string }; answer: { version: string } };
  /** Which machine a file is for, and in which language it is written. */
  detect: { request: { path: string }; answer: { machine: Machine; dialect: string; certain: boolean } };
  /** Changes the project that everything reads. `replace`: these are all files. */
  files: { request: { put?: FileMap; delete?: string[]; replace?: boolean }; answer: Record<string, never> };
  /** A message of the language server protocol, as JSON; answers come as events. */
  lsp: { request: { message: unknown }; answer: Record<string, never> };
  /** A message of the debug adapter protocol. `launch` takes a {@link Launch}. */
  dap: { request: { message: unknown }; answer: Record<string, never> };
  /** Bytes for the program's standard input, at any time; `end`: nothing follows (Ctrl-D). */
  input: { request: { text: string; end?: boolean }; answer: Record<string, never> };
  /** Keys for a keyboard device. */
  keys: { request: { text: string }; answer: Record<string, never> };
  /** Everything that is shown at a stop, as one value; null without a program. */
  state: { request: Record<string, never>; answer: { state: StateView | null } };
  /** Bytes of memory; shorter where memory ends. */
  memory: { request: { address: number; length: number }; answer: { bytes: ArrayBuffer } };
  /** The pictures of devices: bitmap display, LEDs, digits. Only those that changed since `since`. */
  screen: { request: { since: number }; answer: { version: number; screens: ScreenView[] } };
  /** Tests of the project: list them, or run those of `names` (all, if it is missing). */
  tests: {
    request: { action: "list" | "run" | "stop"; names?: string[]; coverage?: boolean };
    answer: { tests: TestName[]; summary?: TestSummary };
  };
  play: { request: PlayRequest; answer: { play: PlayView | null } };
  /** A zip from files, or files from a zip. */
  zip: { request: { files: FileMap } | { bytes: ArrayBuffer }; answer: { files?: FileMap; bytes?: ArrayBuffer } };
  /** What comes with the machine. */
  bundle: { request: Record<string, never>; answer: { projects: BundledProject[] } };
}

export type RequestKind = keyof RequestMap;
export type WorkerRequest = { [K in RequestKind]: { id: number; kind: K } & RequestMap[K]["request"] }[RequestKind];
export type WorkerAnswer =
  | { id: number; ok: true; body: RequestMap[RequestKind]["answer"] }
  | { id: number; ok: false; error: string };

export type WorkerEvent =
  | { event: "lsp"; message: unknown }
  | { event: "dap"; message: unknown }
  /** A test has ended: an element of `tests` of `jal test --json`. */
  | { event: "test"; result: TestResult }
  /** While a program runs, at most once in 50 ms: how far it is. */
  | { event: "progress"; step: number; perSecond: number; screen: number }
  /** The module has failed for good; the page starts a new worker. */
  | { event: "broken"; error: string };

export interface ScreenView {
  id: string;
  name: string;
  width: number;
  height: number;
  /** RGBA, row by row. */
  pixels: ArrayBuffer;
}

export interface TestName {
  name: string;
  folder: string;
  group: string;
  points: number | null;
  kind: "program" | "unit";
  source: string;
}

/** As `jal test --json` writes a test. */
export interface TestResult {
  name: string;
  folder: string;
  passed: boolean;
  verdict: string;
  message: string | null;
  expected: string | null;
  output: string | null;
  steps: number;
  time: number;
  source: string;
  kind: string;
  cause: TestCause | null;
  printedAt: { file: string | null; line: number | null; offset: number; step: number } | null;
  cases: { name: string; number: number; passed: boolean; cause: TestCause | null; lines: string[]; diagnostics: TestMessage[] }[];
  findings: TestMessage[];
  diagnostics: TestMessage[];
}

export interface TestCause {
  confidence: string;
  kind: string;
  words: string;
  places: { file: string; firstLine: number; lastLine: number; text: string }[];
}

export interface TestMessage {
  code: string;
  title: string;
  file: string | null;
  line: number | null;
  help: string[];
}

export interface TestSummary {
  passed: number;
  failed: number;
  skipped: number;
  groups: { name: string; passed: number; total: number; points: number; of: number }[];
  /** For each file, the lines that ran (how often) and those that did not (0). */
  coverage: Record<string, Record<number, number>> | null;
}

export type PlayRequest =
  | { action: "open"; game: string | null; seed: number; size?: [number, number] }
  | { action: "key"; direction: "up" | "down" | "left" | "right" }
  | { action: "undo" }
  | { action: "new" }
  | { action: "replay"; recording: string }
  | { action: "record" }
  | { action: "close" };

export interface BundledProject {
  id: string;
  machine: Machine;
  title: string;
  summary: string;
  kind: "program" | "game" | "course";
  main: string;
  files: FileMap;
  /** Of a game: the program that is played, which the hand-out of a course has only a part of. */
  program?: Uint8Array;
}
