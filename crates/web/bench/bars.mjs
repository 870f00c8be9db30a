/**
 * Measures the bars of the page in headless Chromium, and prints them as a table.
 *
 *     cargo xtask studio && cargo build --release -p jal
 *     node crates/web/bench/bars.mjs [target/release/jal]
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ROOT, below } from "../tests/module.mjs";
import { LONG, source } from "./programs.mjs";
import { serve } from "./server.mjs";

const { chromium } = createRequire(new URL("../page/package.json", import.meta.url))("playwright-core");
const JAL = resolve(process.argv[2] ?? "target/release/jal");
const STUDIO = `${ROOT}target/studio/`;
const MINUTES = Number(process.env.MINUTES ?? 1);
const bars = [];
const bar = (name, value, limit) => bars.push([name, value, limit]);
const kib = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
const ms = (time) => `${time.toFixed(1)} ms`;
const at = (times, part) => [...times].sort((a, b) => a - b)[Math.min(Math.floor(times.length * part), times.length - 1)];

const host = await serve(STUDIO);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const version = readdirSync(STUDIO).find((name) => name.startsWith("v-"));
const worker = `${host.url}${version}/worker.js`;

await loading();
for (const machine of ["rv32", "mips32"]) {
  await running(machine);
}
await typing();
await testing();
await memory();
await browser.close();
host.close();

const width = (k) => Math.max(...bars.map((row) => row[k].length));
for (const row of [["what", "measured", "bar"], null, ...bars]) {
  const cells = row ?? [0, 1, 2].map((k) => "-".repeat(width(k)));
  console.log(`| ${cells.map((cell, k) => cell.padEnd(width(k))).join(" | ")} |`);
}

async function ready(page) {
  const begin = performance.now();
  await page.goto(host.url);
  await page.waitForFunction(() => performance.getEntriesByName("studio-ready").length > 0);
  return performance.now() - begin;
}

async function loading() {
  const cold = [];
  const warm = [];
  for (let k = 0; k < 5; k++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    host.sent.clear();
    cold.push(await ready(page));
    if (k === 0) {
      const one = [...host.sent.values()].reduce((sum, size) => sum + size, 0);
      const other = spawnSync("brotli", ["-c", "-q", "11", `${STUDIO}${version}/mips32.wasm`], { maxBuffer: 1 << 28 }).stdout.length;
      const has = [...host.sent.keys()].some((path) => path.endsWith("mips32.wasm"));
      bar("first load, one machine (brotli)", kib(one), "500 KB");
      bar("first load, all (brotli)", kib(one + (has ? 0 : other)), "850 KB");
    }
    await page.waitForTimeout(500);
    warm.push(await ready(page));
    await context.close();
  }
  bar("ready, cold", ms(at(cold, 0.5)), "1000 ms");
  bar("ready, warm", ms(at(warm, 0.5)), "400 ms");
}

/** A page with a worker of its own, and `ask(kind, more)`, `dap(command, arguments, until)`. */
async function bench(machine) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${host.url}sizes.json`);
  await page.evaluate(({ worker }) => {
    const studio = new Worker(worker, { type: "module" });
    const waiting = new Map();
    const listeners = new Set();
    let count = 0;
    studio.onmessage = ({ data }) => {
      if ("id" in data) {
        waiting.get(data.id)(data);
      } else {
        for (const listener of listeners) {
          listener(data);
        }
      }
    };
    globalThis.ask = (kind, more = {}) =>
      new Promise((resolve, reject) => {
        const id = ++count;
        waiting.set(id, (data) => (data.ok ? resolve(data.body) : reject(new Error(data.error))));
        studio.postMessage({ id, kind, ...more });
      });
    globalThis.until = (fits) =>
      new Promise((resolve) => {
        const listener = (data) => {
          if (fits(data)) {
            listeners.delete(listener);
            resolve(data);
          }
        };
        listeners.add(listener);
      });
    globalThis.dap = async (command, args = {}, event = null) => {
      const seq = ++count;
      const answered = until((data) => data.event === "dap" && data.message.request_seq === seq);
      const happened = event ? until((data) => data.event === "dap" && data.message.event === event) : null;
      await ask("dap", { message: { seq, type: "request", command, arguments: args } });
      const answer = (await answered).message;
      await happened;
      return answer;
    };
  }, { worker });
  await page.evaluate((machine) => ask("load", { machine }), machine);
  return { page, close: () => context.close() };
}

async function running(machine) {
  const { page, close } = await bench(machine);
  const folder = mkdtempSync(join(tmpdir(), "jal-bars-"));
  const file = join(folder, "long.s");
  writeFileSync(file, LONG[machine]);
  const natively = () => {
    const begin = performance.now();
    spawnSync(JAL, ["run", file]);
    return performance.now() - begin;
  };
  const speeds = [];
  const ratios = [];
  for (let k = 0; k < 5; k++) {
    const native = natively();
    const { steps, time } = await page.evaluate(async (text) => {
      await ask("files", { put: { "long.s": text }, replace: true });
      await dap("initialize");
      await dap("launch", { program: "long.s", stopAtEnd: true });
      const begin = performance.now();
      await dap("configurationDone", {}, "stopped");
      const time = performance.now() - begin;
      const { state } = await ask("state");
      return { steps: state.step, time };
    }, LONG[machine]);
    speeds.push(steps / time / 1000);
    ratios.push(native / time);
  }
  rmSync(folder, { recursive: true });
  bar(`speed, ${machine}`, `${at(speeds, 0.5).toFixed(0)} M/s`, "150 M/s");
  bar(`speed to native, ${machine}`, at(ratios, 0.5).toFixed(2), "0.45");
  const times = await page.evaluate(async () => {
    const timed = async (work) => {
      const begin = performance.now();
      await work();
      return performance.now() - begin;
    };
    const stack = await timed(() => dap("stackTrace", { threadId: 1 }));
    const moves = [];
    const { state } = await ask("state");
    await dap("stepBack", { threadId: 1, granularity: "instruction" }, "stopped");
    for (let k = 0; k < 100; k++) {
      moves.push(await timed(() => dap("stepBack", { threadId: 1, granularity: "instruction" }, "stopped")));
    }
    for (let k = 0; k < 100; k++) {
      moves.push(await timed(() => dap("stepIn", { threadId: 1, granularity: "instruction" }, "stopped")));
    }
    const jumps = [];
    for (let k = 0; k < 60; k++) {
      // The same places each time.
      const step = Math.floor((((k * 7919) % 1000) / 1000) * Math.min(state.last, 1e8));
      const go = () => dap("evaluate", { expression: `:goto ${step}`, context: "repl" }, "stopped");
      jumps.push(await timed(go));
    }
    return { stack, moves, jumps, last: state.last };
  });
  bar(`step, back p95, ${machine}`, ms(at(times.moves, 0.95)), "5 ms");
  bar(`any of 10^8 steps, p95, ${machine}`, ms(at(times.jumps, 0.95)), "60 ms");
  bar(`any of 10^8 steps, worst, ${machine}`, ms(Math.max(...times.jumps)), "60 ms");
  bar(`call stack, ${machine}`, ms(times.stack), "50 ms");
  await close();
}

/** From a key to the mark of a mistake on the screen, in 3,000 lines. */
async function typing() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await ready(page);
  const editor = page.locator(".cm-content").first();
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(source(3000));
  await page.keyboard.press("Control+End");
  await page.waitForTimeout(2000);
  await page.evaluate(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) {
        globalThis.longest = Math.max(globalThis.longest, task.duration);
      }
    }).observe({ type: "longtask" });
    globalThis.times = [];
    let pressed = 0;
    const marks = () => document.querySelectorAll(".cm-lintRange-error").length;
    let known = marks();
    addEventListener("keydown", () => {
      pressed = performance.now();
    }, true);
    new MutationObserver(() => {
      if (marks() !== known) {
        known = marks();
        globalThis.times.push(performance.now() - pressed);
      }
    }).observe(document.querySelector(".cm-editor"), { subtree: true, childList: true, attributes: true });
  });
  for (let k = 0; k < 60; k++) {
    await page.keyboard.press(k % 2 === 0 ? "q" : "Backspace");
    await page.waitForTimeout(120);
  }
  const { times, longest } = await page.evaluate(() => ({ times: globalThis.times, longest: globalThis.longest }));
  if (times.length < 40) {
    throw new Error(`only ${times.length} of 60 keys changed what is marked`);
  }
  bar("key to diagnostics p50, 3,000 lines", ms(at(times, 0.5)), "16 ms");
  bar("key to diagnostics p95, 3,000 lines", ms(at(times, 0.95)), "50 ms");
  bar("longest task while typing", longest === 0 ? "below 50 ms" : ms(longest), "50 ms");
  await context.close();
}

async function testing() {
  for (const machine of ["rv32", "mips32"]) {
    const { page, close } = await bench(machine);
    const project = `asm/${machine}/2048`;
    const files = below(project).map((path) => [path.slice(project.length + 1), readFileSync(ROOT + path, "utf8")]);
    const { time, passed } = await page.evaluate(async (files) => {
      await ask("files", { put: Object.fromEntries(files), replace: true });
      const { tests } = await ask("tests", { action: "list" });
      const names = tests.filter((test) => test.folder === "pub").map((test) => `pub/${test.name}`);
      const begin = performance.now();
      const { summary } = await ask("tests", { action: "run", names });
      return { time: performance.now() - begin, passed: summary.passed };
    }, files);
    bar(`${passed} public tests, ${machine}`, ms(time), "500 ms");
    await close();
  }
}

/** The memory of the page's process after minutes of use. */
async function memory() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await ready(page);
  const editor = page.locator(".cm-content").first();
  const end = performance.now() + MINUTES * 60_000;
  let rounds = 0;
  while (performance.now() < end) {
    await editor.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(rounds % 2 === 0 ? LONG.rv32 : source(1000));
    await page.keyboard.press("Control+Enter");
    await page.waitForTimeout(1500);
    rounds += 1;
  }
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter((process) => process.type === "renderer");
  const sizes = renderers.map(({ id }) => {
    const smaps = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+)/m.exec(smaps)?.[1] ?? 0) * 1024;
  });
  bar(`memory after ${rounds} programs`, `${(Math.max(...sizes) / 1e6).toFixed(0)} MB`, "200 MB");
  await context.close();
}
