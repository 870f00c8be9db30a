/** What the module tells the page. Made from crates/web/src by `UPDATE_DOCS=1 cargo test -p web`. */

/** A program at a stop. */
export interface StateView {
  machine: string;
  /** How many instructions have run at this stop. */
  step: number;
  /** The first step of the history. */
  first: number;
  /** The last step of the history. */
  last: number;
  pc: number;
  running: boolean;
  /** It waits for input. */
  waiting: boolean;
  ended: boolean;
  /** Bytes printed so far. */
  printed: number;
  registers: RegisterValue[];
  labels: LabelValue[];
  /** The parts of memory: text, data, heap, stack. */
  segments: SegmentValue[];
  sp: number;
  gp: number | null;
  /** Findings about the calling convention so far. */
  findings: FindingValue[];
}

/** A register. */
export interface RegisterValue {
  name: string;
  /** Its other name: `x10`, `$4`. */
  number: string;
  bank: "int" | "float" | "control";
  /** Its bits as hexadecimal digits without a prefix: 8 or 16. */
  hex: string;
  /** What it holds, in words. */
  text: string;
  /** It has changed since the stop before. */
  changed: boolean;
  writable: boolean;
  /** Where it points to, if that is memory of the program. */
  pointer: number | null;
}

/** Data with a label. */
export interface LabelValue {
  name: string;
  address: number;
  size: number;
  element: ElementValue;
}

/** How data is divided. */
export interface ElementValue {
  /** Bytes of an element. */
  size: number;
  kind: "number" | "float" | "text";
}

/** A part of memory. */
export interface SegmentValue {
  name: string;
  address: number;
  size: number;
}

/** A finding about the calling convention. */
export interface FindingValue {
  step: number;
  /** Its place; empty and 0 if there is no source. */
  file: string;
  line: number;
  code: string;
  title: string;
  /** All of it, as text. */
  text: string;
}

/** A game as it is shown. */
export interface PlayView {
  name: string;
  rows: number;
  columns: number;
  /** The fields, row by row; 0: empty. */
  board: number[];
  score: number | null;
  /** The best score since the page was opened. */
  best: number;
  /** Moves that changed something. */
  moves: number;
  seed: number;
  /** For each field, the fields whose tiles came there; null: not known. */
  origins: number[][] | null;
  reply: "won" | "lost" | "refused" | null;
  /** What it printed in this turn. */
  output: string;
  ending: EndingView | null;
  /** What to type so that a debugger comes to where the program waits now. */
  typed: string;
  /** The file that runs. */
  program: string;
  /** Of `record`: the recording. */
  recording: string | null;
  /** Of `replay`: its moves. */
  replay: string[] | null;
}

/** How a game ended. */
export interface EndingView {
  kind: "exit" | "stopped" | "broken";
  /** The exit code, or the report. */
  text: string;
}
