/** The tests of the project, and how they have gone. */
import { computed, signal } from "@preact/signals";
import { number, t } from "../i18n";
import { machine, onWorkerEvent } from "../services/machines";
import type { Machine, TestName, TestResult, TestSummary } from "../worker/protocol";
import { coverage } from "./margin";
import { report, say } from "./messages";
import { activeFile, flush, mainFile } from "./project";
import * as session from "./session";

export const list = signal<TestName[]>([]);
export const results = signal<Record<string, TestResult>>({});
export const running = signal<Set<string>>(new Set());
export const summary = signal<TestSummary | null>(null);
export const chosen = signal<string | null>(null);
export const onlyFailing = signal(false);
export const withCoverage = signal(true);
export const filter = signal("");
/** How long the last run of tests took, in milliseconds, and how many they were. */
export const took = signal<{ tests: number; ms: number } | null>(null);
export const isRunning = computed(() => running.value.size > 0);

/** Names are unique in a folder only. */
export function keyOf(test: { folder: string; name: string }): string {
  return `${test.folder}/${test.name}`;
}

onWorkerEvent((_, event) => {
  if (event.event !== "test") return;
  const key = keyOf(event.result);
  pending.set(key, event.result);
  if (pending.size === 1) requestAnimationFrame(showPending);
});

/** Results of one frame are shown together. */
const pending = new Map<string, TestResult>();

function showPending(): void {
  if (pending.size === 0) return;
  results.value = { ...results.peek(), ...Object.fromEntries(pending) };
  const left = new Set(running.peek());
  for (const key of pending.keys()) left.delete(key);
  running.value = left;
  pending.clear();
}

async function machineOfTests(): Promise<Machine> {
  const path = list.peek()[0]?.source ?? mainFile.peek() ?? activeFile.peek();
  return path ? session.machineOf(path) : "rv32";
}

export async function listTests(): Promise<void> {
  try {
    await flush();
    list.value = [];
    const worker = await machine(await machineOfTests());
    list.value = (await worker.request("tests", { action: "list" })).tests;
    const known = new Set(list.value.map(keyOf));
    results.value = Object.fromEntries(Object.entries(results.peek()).filter(([key]) => known.has(key)));
  } catch (error) {
    report(error);
  }
}

export async function runTests(names?: string[]): Promise<void> {
  try {
    await flush();
    const worker = await machine(await machineOfTests());
    const known = (await worker.request("tests", { action: "list" })).tests;
    list.value = known;
    const wanted = names ? known.filter((test) => names.includes(keyOf(test))) : known;
    if (wanted.length === 0) return;
    running.value = new Set(wanted.map(keyOf));
    const begin = performance.now();
    const done = await worker.request("tests", { action: "run", coverage: withCoverage.peek(), names: wanted.map(keyOf) });
    const ms = performance.now() - begin;
    showPending();
    if (done.summary) {
      if (!names) summary.value = done.summary;
      if (done.summary.coverage) coverage.value = done.summary.coverage;
    }
    took.value = { tests: wanted.length, ms };
    const passed = wanted.filter((test) => results.peek()[keyOf(test)]?.passed).length;
    say(`${t("tests.passed", { n: number(passed), of: number(wanted.length) })}`);
    const failing = wanted.find((test) => results.peek()[keyOf(test)]?.passed === false);
    const now = chosen.peek();
    if (failing && (!now || results.peek()[now]?.passed !== false)) chosen.value = keyOf(failing);
  } catch (error) {
    report(error);
  } finally {
    running.value = new Set();
  }
}

export async function stopTests(): Promise<void> {
  const worker = await machine(await machineOfTests());
  await worker.request("tests", { action: "stop" }).catch(report);
}

export function forgetTests(): void {
  list.value = [];
  results.value = {};
  summary.value = null;
  chosen.value = null;
  took.value = null;
  coverage.value = null;
}

/** Opens the debugger on a test, right before the first wrong byte if there is one. */
export async function debugTest(test: TestResult, caseNumber?: number): Promise<void> {
  const more = caseNumber === undefined ? {} : { case: String(caseNumber) };
  await session.debug(test.source, more);
  const offset = test.printedAt?.offset;
  if (offset === undefined || caseNumber !== undefined) return;
  await session.whenStopped();
  await session.command(`to-output ${offset}`);
}
