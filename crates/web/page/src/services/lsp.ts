/** A client of the language server protocol, over a worker: requests, notifications, and nothing of an editor. */
import type { WorkerClient } from "./worker-client";

export interface Position {
  line: number;
  character: number;
}
export interface Range {
  start: Position;
  end: Position;
}
export interface TextEdit {
  range: Range;
  newText: string;
}
export interface WorkspaceEdit {
  changes?: Record<string, TextEdit[]>;
  documentChanges?: { textDocument: { uri: string }; edits: TextEdit[] }[];
}
export interface LspDiagnostic {
  range: Range;
  severity?: 1 | 2 | 3 | 4;
  code?: string | number;
  message: string;
  data?: unknown;
}
export interface CodeAction {
  title: string;
  kind?: string;
  diagnostics?: LspDiagnostic[];
  edit?: WorkspaceEdit;
}
export interface CompletionItem {
  label: string;
  kind?: number;
  detail?: string;
  documentation?: string | { value: string };
  insertText?: string;
  insertTextFormat?: number;
  sortText?: string;
  filterText?: string;
  textEdit?: TextEdit | { insert: Range; replace: Range; newText: string };
}
export interface Location {
  uri: string;
  range: Range;
}
export interface SemanticLegend {
  tokenTypes: string[];
  tokenModifiers: string[];
}

type Reply = { id: number; result?: unknown; error?: { message: string } };
type FromServer = Reply | { method: string; params?: unknown; id?: number | string };
type Waiting = { resolve: (result: unknown) => void; reject: (why: Error) => void };

const ROOT = "file:///";

export function uriOf(path: string): string {
  return ROOT + path.split("/").map(encodeURIComponent).join("/");
}

export function pathOf(uri: string): string {
  const path = uri.startsWith(ROOT) ? uri.slice(ROOT.length) : uri;
  return path
    .split("/")
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    })
    .join("/");
}

export class LspClient {
  readonly ready: Promise<void>;
  legend: SemanticLegend | null = null;
  capabilities: Record<string, unknown> = {};
  /** Called for each notification of the server. */
  onNotification: (method: string, params: unknown) => void = () => undefined;
  private seq = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(readonly worker: WorkerClient) {
    worker.listen((event) => {
      if (event.event === "lsp") this.receive(event.message as FromServer);
    });
    this.ready = this.initialize();
  }

  request<T>(method: string, params: unknown): Promise<T> {
    const id = ++this.seq;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.send({ jsonrpc: "2.0", id, method, params }).catch((why: Error) => {
        this.waiting.delete(id);
        reject(why);
      });
    });
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: "2.0", method, params }).catch(() => undefined);
  }

  private send(message: unknown): Promise<unknown> {
    return this.worker.request("lsp", { message });
  }

  private async initialize(): Promise<void> {
    const result = await this.request<{ capabilities: Record<string, unknown> }>("initialize", {
      processId: null,
      clientInfo: { name: "jal-studio" },
      rootUri: ROOT,
      workspaceFolders: [{ uri: ROOT, name: "project" }],
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        textDocument: {
          synchronization: { didSave: false },
          publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, dataSupport: true },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor"] } } },
          hover: { contentFormat: ["markdown", "plaintext"] },
          completion: { completionItem: { snippetSupport: false, documentationFormat: ["markdown"], resolveSupport: { properties: ["documentation"] } } },
          rename: { prepareSupport: true },
          semanticTokens: {
            requests: { full: true },
            tokenTypes: [],
            tokenModifiers: [],
            formats: ["relative"],
          },
        },
      },
    });
    this.capabilities = result.capabilities;
    const tokens = result.capabilities["semanticTokensProvider"] as { legend?: SemanticLegend } | undefined;
    this.legend = tokens?.legend ?? null;
    this.notify("initialized", {});
  }

  private receive(message: FromServer): void {
    if ("method" in message) {
      this.onNotification(message.method, message.params);
      // What the server asks for (registrations, settings) is not needed here.
      if (message.id !== undefined) void this.send({ jsonrpc: "2.0", id: message.id, result: null });
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result ?? null);
  }
}
