/** What is shown in the margin of the editor besides breakpoints. */
import { signal } from "@preact/signals";
import { state } from "./session";

/** The lines of each file that tests have run, and how often; null: not shown. */
export const coverage = signal<Record<string, Record<number, number>> | null>(null);

export function coverageOf(path: string): Map<number, number> | null {
  const lines = coverage.value?.[path];
  return lines ? new Map(Object.entries(lines).map(([line, runs]) => [Number(line), runs])) : null;
}

export function findingsOf(path: string): { line: number; title: string }[] {
  const found = state.value?.findings.filter((finding) => finding.file === path) ?? [];
  return found.map(({ line, title, code }) => ({ line, title: `${code}: ${title}` }));
}
