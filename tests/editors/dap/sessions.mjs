// Sessions of `jal dap` with a client that is not ours, on both machines.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { DebugClient } from "@vscode/debugadapter-testsupport";

const jal = process.argv[2];
const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const folder = mkdtempSync(join(tmpdir(), "jal-dap-"));

const machines = {
  "sum.s": {
    text: ".data\ncell: .word 0\n.text\nmain:\n    li s0, 1000\nloop:\n    jal add\n    addi s0, s0, -1\n    bnez s0, loop\n    li a0, 10\n    ecall\nadd:\n    la t0, cell\n    lw t1, 0(t0)\n    addi t1, t1, 1\n    sw t1, 0(t0)\n    ret\n",
    register: "t1",
  },
  "sum.asm": {
    text: ".data\ncell: .word 0\n.text\nmain:\n    li $s0, 1000\nloop:\n    jal add\n    addi $s0, $s0, -1\n    bnez $s0, loop\n    li $v0, 10\n    syscall\nadd:\n    la $t0, cell\n    lw $t1, 0($t0)\n    addi $t1, $t1, 1\n    sw $t1, 0($t0)\n    jr $ra\n",
    register: "$t1",
  },
};

async function session(work) {
  const client = new DebugClient(jal, "dap", "jal");
  await client.start();
  try {
    await work(client);
  } finally {
    await client.stop();
  }
}

async function value(client, expression) {
  const answer = await client.evaluateRequest({ expression, context: "watch", frameId: 0 });
  return Number(answer.body.result.split(" ")[0]);
}

// Asks for a move, and waits for the stop.
async function move(client, request, reason) {
  const stopped = client.waitForEvent("stopped");
  await request;
  assert.equal((await stopped).body.reason, reason);
}

async function there_and_back(client, name, register) {
  const program = join(folder, name);
  await client.hitBreakpoint({ program, cwd: folder }, { path: program, line: 16 });
  assert.equal(await value(client, "cell[0] + 0"), 0);
  const frames = (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames;
  assert.deepEqual(frames.map((frame) => [frame.name, frame.line]), [["add", 16], ["main program", 7]]);
  await move(client, client.continueRequest({ threadId: 1 }), "breakpoint");
  await move(client, client.continueRequest({ threadId: 1 }), "breakpoint");
  assert.equal(await value(client, register), 3);
  await move(client, client.stepBackRequest({ threadId: 1 }), "step");
  assert.equal(await value(client, register), 2);
  await move(client, client.reverseContinueRequest({ threadId: 1 }), "breakpoint");
  assert.equal(await value(client, "cell[0] + 0"), 1);
  const set = await client.customRequest("setExpression", { expression: register, value: "41" });
  assert.match(set.body.value, /^41 /);
  await move(client, client.nextRequest({ threadId: 1 }), "step");
  assert.equal(await value(client, "cell[0] + 0"), 41);
  await move(client, client.stepOutRequest({ threadId: 1 }), "step");
  const timeline = (await client.customRequest("jal/timeline")).body;
  assert.equal(timeline.edits.length, 1);
  await move(client, client.customRequest("jal/goTo", { step: 0 }), "goto");
  await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [] });
  const ended = client.waitForEvent("terminated");
  await client.continueRequest({ threadId: 1 });
  await ended;
}

// One request after the other, as a person who holds down a key: steps a second.
async function speed(client, name) {
  const program = join(folder, name);
  await Promise.all([
    client.launch({ program, cwd: folder, stopOnEntry: true }),
    client.configurationSequence(),
    client.waitForEvent("stopped"),
  ]);
  for (const command of ["stepIn", "stepBack"]) {
    const steps = 500;
    const begin = performance.now();
    for (let step = 0; step < steps; step += 1) {
      const stopped = client.waitForEvent("stopped");
      await client.customRequest(command, { threadId: 1 });
      await stopped;
    }
    const seconds = (performance.now() - begin) / 1000;
    console.log(`${name}: ${Math.round(steps / seconds)} ${command} a second`);
    assert.ok(steps / seconds > 200, "the debugger is far too slow");
  }
}

async function board(client) {
  const cwd = join(repository, "asm/rv32/2048");
  const program = join(cwd, "src/main.s");
  await Promise.all([
    client.launch({ program, cwd, seed: 7 }),
    client.configurationSequence(),
    client.waitForEvent("stopped"),
  ]);
  const read = async () => (await client.customRequest("jal/board")).body.board;
  await move(client, client.evaluateRequest({ expression: "n", context: "repl" }), "pause");
  const begin = await read();
  assert.deepEqual([begin.game, begin.columns, begin.values.length], ["2048", 4, 16]);
  assert.equal(begin.values.filter((tile) => tile > 0).length, 2);
  await move(client, client.evaluateRequest({ expression: "a", context: "repl" }), "pause");
  const after = await read();
  assert.notDeepEqual(after.values, begin.values);
  await move(client, client.reverseContinueRequest({ threadId: 1 }), "step");
  assert.equal((await read()).values.filter((tile) => tile > 0).length, 0);
}

try {
  for (const [name, { text, register }] of Object.entries(machines)) {
    writeFileSync(join(folder, name), text);
    await session((client) => there_and_back(client, name, register));
    await session((client) => speed(client, name));
  }
  await session(board);
  console.log("all sessions are as they should be");
} finally {
  rmSync(folder, { recursive: true });
}
