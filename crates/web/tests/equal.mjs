/**
 * The modules of the page against the command line: for every program below asm and tests, the same
 * diagnostics, the same bytes, the same end; for every project, the same results of tests.
 *
 *     node crates/web/tests/equal.mjs target/debug/jal
 */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { resolve } from "node:path";
import { ROOT, ask, below, putAll, run, studio } from "./module.mjs";

const JAL = resolve(process.argv[2] ?? "target/debug/jal");
const STEPS = 300_000;
const OUTPUT = 1 << 20;

const modules = { rv32: await studio("rv32"), mips32: await studio("mips32") };
const wrong = [];
let programs = 0;
let ran = 0;

for (const module of Object.values(modules)) {
  putAll(module, ["asm", "tests"]);
}
for (const path of [...below("asm"), ...below("tests")]) {
  if (/\.(s|S|asm)$/.test(path)) {
    compareProgram(path);
  }
}
let tests = 0;
for (const [machine, module] of Object.entries(modules)) {
  for (const entry of readdirSync(`${ROOT}asm/${machine}`)) {
    if (existsSync(`${ROOT}asm/${machine}/${entry}/tests`)) {
      tests += compareSuite(module, `asm/${machine}/${entry}`);
    }
  }
}
console.log(`${programs} programs, of which ${ran} ran to their end, and ${tests} tests`);
for (const line of wrong) {
  console.log(line);
}
console.log(wrong.length === 0 ? "all equal" : `${wrong.length} differ`);
process.exit(wrong.length === 0 && ran > 400 && tests > 300 ? 0 : 1);

function compareProgram(path) {
  programs += 1;
  const input = path.replace(/\.[^.]*$/, ".in");
  const stdin = existsSync(ROOT + input) ? input : "";
  const limits = ["--max-steps", STEPS, "--max-output", OUTPUT, "--virtual-time"].map(String);
  const native = spawnSync(JAL, ["run", "--message-format=json", ...limits, path], {
    cwd: ROOT,
    input: stdin === "" ? "" : readFileSync(ROOT + stdin),
    maxBuffer: 64 << 20,
  });
  const { machine } = JSON.parse(modules.rv32.detect(path));
  const module = modules[machine];
  const said = native.stderr.toString().split("\n").filter((line) => line.startsWith('{"'));
  const reports = said.map((line) => JSON.parse(line));
  const found = JSON.parse(module.diagnostics(path));
  const same = found.every((diagnostic, k) => isDeepStrictEqual(diagnostic, reports[k]));
  if (!same) {
    const k = found.findIndex((diagnostic, at) => !isDeepStrictEqual(diagnostic, reports[at]));
    wrong.push(`${path}: diagnostics: ${JSON.stringify(found[k])} for ${JSON.stringify(reports[k])}`);
    return;
  }
  if (native.status === 127 || native.status === 2) {
    if (native.status === 127 && !found.some((diagnostic) => diagnostic.severity === "error")) {
      wrong.push(`${path}: it does not load, but the module says nothing`);
    }
    return;
  }
  compareRun(module, path, stdin, native);
}

function compareRun(module, path, stdin, native) {
  module.put("no-input", new Uint8Array());
  const launch = { program: path, stdin: stdin || "no-input", virtualTime: true, stopAtEnd: true, maxSteps: STEPS };
  const told = run(module, launch);
  const refused = told.find((message) => message.command === "launch" && !message.success);
  if (refused) {
    wrong.push(`${path}: not launched: ${refused.message}`);
    return;
  }
  if (native.status === 124) {
    // The command line counts what calls do as instructions, too: it may have stopped earlier.
    ask(module, "disconnect");
    return;
  }
  ran += 1;
  const code = JSON.parse(module.end());
  const verdict = code === null ? "it goes on" : "fault" in code ? 126 : code.exit & 0xff;
  if (verdict !== native.status) {
    wrong.push(`${path}: it ends with ${verdict} for ${native.status}`);
  }
  const errors = native.stderr.toString("latin1").split("\n").filter((line) => !line.startsWith('{"'));
  const theirs = sorted(native.stdout.toString("latin1") + errors.join("\n"));
  const ours = Buffer.from(module.output(0)).toString("latin1");
  // On a terminal both streams are one; here their order is not known.
  const equal = errors.join("") === "" ? ours === native.stdout.toString("latin1") : sorted(ours) === theirs;
  if (!equal) {
    wrong.push(`${path}: it prints ${JSON.stringify(ours.slice(0, 200))} for ${JSON.stringify(native.stdout.toString("latin1").slice(0, 200))}`);
  }
  ask(module, "disconnect");
}

function sorted(text) {
  return [...text].filter((letter) => letter !== "\n").sort().join("");
}

/** All tests of a project, in all its folders. */
function compareSuite(module, project) {
  module.clear();
  putAll(module, [project], `${project}/`);
  const all = JSON.parse(module.tests_open("[]", false, false));
  const names = [...new Set(all.map((test) => (test.folder ? `${test.folder}/${test.name}` : test.name)))];
  module.tests_open(JSON.stringify(names), true, false);
  while (module.tests_next() !== "") {
    // Each result is in the summary.
  }
  const ours = JSON.parse(module.tests_summary());
  const native = spawnSync(JAL, ["test", "--json", "-t", ...names], { cwd: ROOT + project, maxBuffer: 256 << 20 });
  const theirs = JSON.parse(native.stdout.toString() || '{"tests":[]}');
  for (const result of [...ours.tests, ...theirs.tests]) {
    delete result.time;
  }
  if (ours.tests.length !== theirs.tests.length) {
    wrong.push(`${project}: ${ours.tests.length} tests for ${theirs.tests.length}`);
  }
  theirs.tests.forEach((result, k) => {
    if (!isDeepStrictEqual(result, ours.tests[k])) {
      wrong.push(`${project}: ${JSON.stringify(ours.tests[k])?.slice(0, 600)} for ${JSON.stringify(result).slice(0, 600)}`);
    }
  });
  return theirs.tests.length;
}
