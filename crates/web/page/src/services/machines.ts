/** The workers, one for each machine, started when they are needed. */
import type { FileMap, Machine, WorkerEvent } from "../worker/protocol";
import { WorkerClient } from "./worker-client";

/** Where the worker and the modules are: beside the page, or inside it in the one-file page. */
export interface Parts {
  worker(): Worker;
  /** The bytes of a module, if they are in the page. */
  module(machine: Machine): Promise<ArrayBuffer | null>;
  /** What comes with the machines, if it is in the page. */
  bundle(): Promise<string | null>;
}

let parts: Parts | null = null;
let filesOfProject: () => FileMap = () => ({});
const started = new Map<Machine, Promise<WorkerClient>>();
const listeners = new Set<(machine: Machine, event: WorkerEvent) => void>();

export function provideParts(these: Parts): void {
  parts = these;
}

/** A worker that is started later gets all files of the project. */
export function provideFiles(files: () => FileMap): void {
  filesOfProject = files;
}

export function onWorkerEvent(listener: (machine: Machine, event: WorkerEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The worker of a machine; the same one each time. */
export function machine(which: Machine): Promise<WorkerClient> {
  const known = started.get(which);
  if (known) return known;
  const begun = start(which);
  started.set(which, begun);
  begun.catch(() => started.delete(which));
  return begun;
}

async function start(which: Machine): Promise<WorkerClient> {
  if (!parts) throw new Error("the page has no machines");
  const client = new WorkerClient(which, parts.worker());
  client.listen((event) => {
    for (const listener of [...listeners]) listener(which, event);
    if (event.event === "broken") {
      client.terminate();
      started.delete(which);
    }
  });
  const [wasm, bundle] = await Promise.all([parts.module(which), parts.bundle()]);
  await client.request("load", { machine: which, ...(wasm ? { wasm } : {}), ...(bundle === null ? {} : { bundle }) });
  await client.request("files", { put: filesOfProject(), replace: true });
  return client;
}

/** Ends a worker that does not answer any more. */
export async function abandon(which: Machine): Promise<void> {
  const known = started.get(which);
  started.delete(which);
  const client = await known?.catch(() => null);
  client?.terminate();
}

/** Passes a change of the project to all workers that run. */
export async function changeFiles(change: { put?: FileMap; delete?: string[]; replace?: boolean }): Promise<void> {
  const running = await Promise.all([...started.values()].map((client) => client.catch(() => null)));
  await Promise.all(running.map((client) => client?.request("files", change)));
}

/** The machines whose workers run. */
export function runningMachines(): Machine[] {
  return [...started.keys()];
}
