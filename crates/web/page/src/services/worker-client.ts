/** Talks to one worker: requests with answers, and events. */
import type { Machine, RequestKind, RequestMap, WorkerAnswer, WorkerEvent } from "../worker/protocol";

type Waiting = { resolve: (body: never) => void; reject: (why: Error) => void };

export class WorkerClient {
  readonly machine: Machine;
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<(event: WorkerEvent) => void>();
  private last = 0;
  private isGone = false;

  constructor(machine: Machine, worker: Worker) {
    this.machine = machine;
    this.worker = worker;
    worker.onmessage = (message: MessageEvent<WorkerAnswer | WorkerEvent>) => this.receive(message.data);
    worker.onerror = (error) => this.fail(error.message || "the worker cannot be started");
  }

  request<K extends RequestKind>(
    kind: K,
    details: RequestMap[K]["request"],
    transfer: Transferable[] = [],
  ): Promise<RequestMap[K]["answer"]> {
    if (this.isGone) return Promise.reject(new Error("the machine has been stopped"));
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (body: never) => void, reject });
      this.worker.postMessage({ ...details, id, kind }, transfer);
    });
  }

  listen(listener: (event: WorkerEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Ends the worker, whatever it does. */
  terminate(): void {
    this.isGone = true;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error("the machine has been stopped"));
    this.waiting.clear();
    this.listeners.clear();
  }

  private receive(message: WorkerAnswer | WorkerEvent): void {
    if ("event" in message) {
      for (const listener of [...this.listeners]) listener(message);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (!waiting) return;
    if (message.ok) waiting.resolve(message.body as never);
    else waiting.reject(new Error(message.error));
  }

  private fail(why: string): void {
    const event: WorkerEvent = { event: "broken", error: why };
    for (const listener of [...this.listeners]) listener(event);
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }
}
