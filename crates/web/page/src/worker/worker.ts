/** The worker of a page: one machine, and the requests about it. */

import { Clockwork } from "./clockwork";
import { type Studio, start } from "./machine";
import type { RequestKind, RequestMap, WorkerAnswer, WorkerEvent, WorkerRequest } from "./protocol";
import { openZip, saveZip } from "./zip";

type Body<K extends RequestKind> = RequestMap[K]["answer"];
type Asked<K extends RequestKind> = RequestMap[K]["request"];
type Handlers = { [K in RequestKind]: (asked: Asked<K>) => Body<K> | Promise<Body<K>> };

const PROGRESS = 50;
const encoder = new TextEncoder();

let studio: Studio | null = null;
let packed: string | undefined;
let reported = { at: 0, step: 0 };

const clockwork = new Clockwork((fuel) => {
  const module = there();
  tell("dap", module.tick(fuel));
  const running = module.is_running();
  reportProgress(module, running);
  return running ? module.take_slept() : null;
});

const handlers: Handlers = {
  async load({ machine, wasm, bundle: given }) {
    studio = await start(machine, wasm);
    packed = given;
    return { version: studio.version() };
  },
  detect: ({ path }) => JSON.parse(there().detect(path)),
  files({ put, delete: gone, replace }) {
    const module = there();
    if (replace) {
      module.clear();
    }
    for (const path of gone ?? []) {
      module.delete(path);
    }
    for (const [path, text] of Object.entries(put ?? {})) {
      module.put(path, typeof text === "string" ? encoder.encode(text) : text);
    }
    return {};
  },
  lsp({ message }) {
    tell("lsp", there().lsp(JSON.stringify(message)));
    return {};
  },
  dap({ message }) {
    tell("dap", there().dap(JSON.stringify(message)));
    return {};
  },
  input({ text, end }) {
    tell("dap", there().input(encoder.encode(text), end ?? false));
    return {};
  },
  keys({ text }) {
    tell("dap", there().input(encoder.encode(text), false));
    return {};
  },
  state: () => ({ state: JSON.parse(there().state()) }),
  memory: ({ address, length }) => ({ bytes: buffer(there().memory(address, length)) }),
  screen({ since }) {
    const module = there();
    const version = module.screen_version();
    if (version === since) {
      return { version, screens: [] };
    }
    const screens = module.screens().map((screen) => {
      const { id, name, width, height } = screen;
      return { id, name, width, height, pixels: buffer(screen.take_pixels()) };
    });
    return { version, screens };
  },
  tests: ({ action, names, coverage }) => runTests(action, names, coverage ?? false),
  async play(asked) {
    if (asked.action === "open" && asked.game !== null) {
      await layOut(asked.game);
    }
    return { play: JSON.parse(there().play(JSON.stringify(asked))) };
  },
  async zip(asked) {
    if ("files" in asked) {
      return { bytes: await saveZip(asked.files) };
    }
    return { files: await openZip(asked.bytes) };
  },
  bundle,
};

/** What comes with the page: fetched, unless it was given. */
async function bundle(): Promise<Body<"bundle">> {
  packed ??= await (await fetch(new URL("bundle.json", self.location.href))).text();
  return JSON.parse(packed, unpacked);
}

/** Puts the program of a bundled game where the module looks for it. */
async function layOut(game: string): Promise<void> {
  const { projects } = await bundle();
  const program = projects.find(({ id }) => id === game)?.program;
  if (program) {
    there().put(`.bundle/${game}.elf`, program);
  }
}

/** What is not text comes as base64. */
function unpacked(_key: string, value: unknown): unknown {
  const base64 = (value as { base64?: string } | null)?.base64;
  return base64 === undefined ? value : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

let stopped = false;

/** Runs tests one by one, with all messages between two of them. */
async function runTests(action: string, names: string[] | undefined, coverage: boolean): Promise<Body<"tests">> {
  const module = there();
  if (action === "stop") {
    stopped = true;
    return { tests: [] };
  }
  const tests = JSON.parse(module.tests_open(JSON.stringify(names ?? []), action === "run", coverage));
  if (action === "list") {
    return { tests };
  }
  stopped = false;
  let paused = performance.now();
  while (!stopped) {
    const result = module.tests_next();
    if (result === "") {
      break;
    }
    post({ event: "test", result: JSON.parse(result) });
    if (performance.now() - paused > 10) {
      await turn();
      paused = performance.now();
    }
  }
  return { tests, summary: JSON.parse(module.tests_summary()) };
}

/** Lets messages in. */
function turn(): Promise<void> {
  const channel = new MessageChannel();
  return new Promise((resolve) => {
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

function there(): Studio {
  if (!studio) {
    throw new Error("the first request must be `load`");
  }
  return studio;
}

/** Messages of a protocol, as events; the program may run on after them. */
function tell(event: "lsp" | "dap", messages: string): void {
  if (messages !== "") {
    for (const message of JSON.parse(messages) as unknown[]) {
      post({ event, message });
    }
  }
  if (event === "dap" && there().is_running()) {
    clockwork.wind();
  }
}

function reportProgress(module: Studio, running: boolean): void {
  const at = performance.now();
  if (running && at - reported.at < PROGRESS) {
    return;
  }
  const step = module.step();
  const ran = reported.at === 0 ? 0 : step - reported.step;
  const perSecond = Math.max((ran * 1000) / (at - reported.at), 0);
  post({ event: "progress", step, perSecond, screen: module.screen_version() });
  reported = running ? { at, step } : { at: 0, step: 0 };
}

/** The bytes alone, so that they can be handed over. */
function buffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

function post(message: WorkerAnswer | WorkerEvent): void {
  self.postMessage(message, { transfer: transferable(message) });
}

/** What goes over instead of being copied. */
function transferable(message: WorkerAnswer | WorkerEvent): Transferable[] {
  if (!("ok" in message) || !message.ok) {
    return [];
  }
  const body = message.body as { bytes?: ArrayBuffer; screens?: { pixels: ArrayBuffer }[] };
  const pixels = (body.screens ?? []).map((screen) => screen.pixels);
  return body.bytes ? [body.bytes, ...pixels] : pixels;
}

async function answer(request: WorkerRequest): Promise<void> {
  const { id, kind } = request;
  try {
    const handler = handlers[kind] as (asked: unknown) => Body<RequestKind> | Promise<Body<RequestKind>>;
    post({ id, ok: true, body: await handler(request) });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    if (thrown instanceof WebAssembly.RuntimeError) {
      // After a trap nothing in the module can be relied on.
      studio = null;
      post({ event: "broken", error });
    }
    post({ id, ok: false, error });
  }
}

self.onmessage = (event: MessageEvent<WorkerRequest>) => {
  void answer(event.data);
};
