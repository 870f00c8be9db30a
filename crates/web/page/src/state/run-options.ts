/** How programs are started: arguments, seed, limits. Kept for the whole browser. */
import { signal } from "@preact/signals";
import type { Launch } from "../worker/protocol";

const KEY = "jal-studio-run";

export class RunOptionsForm {
  args = "";
  seed = "";
  maxSteps = "";
  maxOutput = "4000000";
  maxMemory = "";
  check = false;
  virtualTime = false;
  /** A file with the standard input. */
  stdin = "";

  /** The arguments of a launch. */
  launch(program: string): Partial<Launch> {
    const launch: Partial<Launch> = { program };
    const words = splitWords(this.args);
    if (words.length > 0) launch.args = words;
    const seed = count(this.seed);
    const maxSteps = count(this.maxSteps);
    const maxOutput = count(this.maxOutput);
    const maxMemory = count(this.maxMemory);
    if (seed !== null) launch.seed = seed;
    if (maxSteps !== null) launch.maxSteps = maxSteps;
    if (maxOutput !== null) launch.maxOutput = maxOutput;
    if (maxMemory !== null) launch.maxMemory = maxMemory;
    if (this.check) launch.check = true;
    if (this.virtualTime) launch.virtualTime = true;
    if (this.stdin) launch.stdin = this.stdin;
    return launch;
  }
}

function initial(): RunOptionsForm {
  const form = new RunOptionsForm();
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept === "object" && kept !== null) {
      const from = kept as Record<string, unknown>;
      for (const key of ["args", "seed", "maxSteps", "maxOutput", "maxMemory"] as const) {
        if (typeof from[key] === "string") form[key] = from[key];
      }
      form.check = from["check"] === true;
      form.virtualTime = from["virtualTime"] === true;
    }
  } catch {
    // What cannot be read is as good as nothing.
  }
  return form;
}

export const runOptions = signal(initial());

export function changeRunOptions(part: Partial<Omit<RunOptionsForm, "launch">>): void {
  runOptions.value = Object.assign(new RunOptionsForm(), runOptions.value, part);
  try {
    const { stdin: _ofProject, ...kept } = runOptions.value;
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Kept until the page is closed.
  }
}

function count(text: string): number | null {
  const value = Number(text.replace(/[_\s]/g, ""));
  return text.trim() !== "" && Number.isFinite(value) && value >= 0 ? Math.floor(value) : null;
}

/** Words as a shell reads them: quotes keep blanks. */
export function splitWords(text: string): string[] {
  const found = text.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  return found.map((word) => (/^["']/.test(word) ? word.slice(1, -1) : word));
}
