/** A client of the debug adapter protocol, over a worker. */
import type { Launch } from "../worker/protocol";
import type { WorkerClient } from "./worker-client";

export interface DapEvent {
  event: string;
  body: Record<string, unknown>;
}

interface DapResponse {
  type: "response";
  request_seq: number;
  success: boolean;
  message?: string;
  body?: Record<string, unknown>;
}

export interface DapSource {
  name?: string;
  path?: string;
  sourceReference?: number;
}

export interface StackFrame {
  id: number;
  name: string;
  line: number;
  source?: DapSource;
  instructionPointerReference: string;
}

export interface DapVariable {
  name: string;
  value: string;
  type?: string;
  evaluateName?: string;
  memoryReference?: string;
  variablesReference: number;
}

export interface DapInstruction {
  address: string;
  instruction: string;
  instructionBytes?: string;
  symbol?: string;
  line?: number;
  location?: DapSource;
}

export interface DapBreakpoint {
  id: number;
  verified: boolean;
  line?: number;
  message?: string;
  source?: DapSource;
}

type Waiting = { resolve: (body: Record<string, unknown>) => void; reject: (why: Error) => void };

export class DapClient {
  private seq = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly stopListening: () => void;

  constructor(
    readonly worker: WorkerClient,
    private readonly onEvent: (event: DapEvent) => void,
  ) {
    this.stopListening = worker.listen((event) => {
      if (event.event === "dap") this.receive(event.message as DapResponse | ({ type: "event" } & DapEvent));
    });
  }

  close(): void {
    this.stopListening();
    for (const { reject } of this.waiting.values()) reject(new Error("the session is over"));
    this.waiting.clear();
  }

  request(command: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const seq = ++this.seq;
    return new Promise((resolve, reject) => {
      this.waiting.set(seq, { resolve, reject });
      const message = { type: "request", seq, command, arguments: args };
      this.worker.request("dap", { message }).catch((why: Error) => {
        this.waiting.delete(seq);
        reject(why);
      });
    });
  }

  async initialize(): Promise<void> {
    await this.request("initialize", { adapterID: "jal", linesStartAt1: true, columnsStartAt1: true, pathFormat: "path" });
  }

  async launch(launch: Launch): Promise<void> {
    // Seeds are words in a launch configuration, as they are on the command line.
    const seed = launch.seed === undefined ? {} : { seed: String(launch.seed) };
    await this.request("launch", { ...launch, ...seed });
  }

  async stackTrace(levels = 200): Promise<StackFrame[]> {
    const body = await this.request("stackTrace", { threadId: 1, startFrame: 0, levels });
    return (body["stackFrames"] ?? []) as StackFrame[];
  }

  /** The variables of the scopes of a frame, by the names of the scopes. */
  async frameVariables(frameId: number, scope: string): Promise<DapVariable[]> {
    const body = await this.request("scopes", { frameId });
    const scopes = (body["scopes"] ?? []) as { name: string; variablesReference: number }[];
    const found = scopes.find((one) => one.name === scope);
    if (!found) return [];
    const variables = await this.request("variables", { variablesReference: found.variablesReference });
    return (variables["variables"] ?? []) as DapVariable[];
  }

  async evaluate(expression: string, context: "repl" | "hover" | "watch" = "repl"): Promise<string> {
    const body = await this.request("evaluate", { expression, context });
    return String(body["result"] ?? "");
  }

  async disassemble(memoryReference: string, instructionOffset: number, instructionCount: number): Promise<DapInstruction[]> {
    const body = await this.request("disassemble", { memoryReference, instructionOffset, instructionCount });
    return (body["instructions"] ?? []) as DapInstruction[];
  }

  private receive(message: DapResponse | ({ type: "event" } & DapEvent)): void {
    if (message.type === "event") {
      this.onEvent({ event: message.event, body: message.body ?? {} });
      return;
    }
    if (message.type !== "response") return;
    const waiting = this.waiting.get(message.request_seq);
    this.waiting.delete(message.request_seq);
    if (!waiting) return;
    if (message.success) waiting.resolve(message.body ?? {});
    else waiting.reject(new Error(message.message ?? "refused"));
  }
}
