// The view of the machine that is debugged: timeline, board, registers, stack and memory.
import * as vscode from "vscode";

interface Variable {
  readonly name: string;
  readonly value: string;
  readonly memoryReference?: string;
  readonly variablesReference: number;
}

interface Scope {
  readonly name: string;
  readonly variablesReference: number;
}

interface Label {
  readonly name: string;
  readonly address: number;
}

/** What the page is told. */
interface Picture {
  readonly timeline: unknown;
  readonly board: unknown;
  readonly registers: readonly Variable[];
  readonly stack: readonly { readonly name: string; readonly words: readonly Variable[] }[];
  readonly labels: readonly Label[];
  readonly memory: { readonly address: number; readonly bytes: readonly number[] };
}

const MEMORY = 256;
const FRAMES = 8;

class MachineView implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  private shown = "";

  constructor(private readonly context: vscode.ExtensionContext) {}

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    const media = vscode.Uri.joinPath(this.context.extensionUri, "media");
    view.webview.options = { enableScripts: true, localResourceRoots: [media] };
    const file = (name: string) => view.webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
    const source = view.webview.cspSource;
    view.webview.html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; script-src ${source}">
<link rel="stylesheet" href="${file("machine.css")}"></head><body><main id="machine"></main>
<script src="${file("machine.js")}"></script></body></html>`;
    view.webview.onDidReceiveMessage((message: { step?: number; label?: string; ready?: true }) => {
      if (message.step !== undefined) {
        void this.ask("jal/goTo", { step: message.step });
      } else {
        this.shown = message.label ?? this.shown;
        void this.refresh();
      }
    });
    view.onDidChangeVisibility(() => void this.refresh());
  }

  private async ask<T>(request: string, details: object = {}): Promise<T | undefined> {
    const session = vscode.debug.activeDebugSession;
    if (session?.type !== "jal") {
      return undefined;
    }
    try {
      return (await session.customRequest(request, details)) as T;
    } catch {
      // The program runs, or has ended.
      return undefined;
    }
  }

  /** Shows the machine as it is at this stop. */
  async refresh(): Promise<void> {
    if (!this.view?.visible) {
      return;
    }
    const timeline = await this.ask("jal/timeline");
    if (!timeline) {
      return;
    }
    const board = await this.ask<{ board: unknown }>("jal/board");
    const scopes = (await this.ask<{ scopes: Scope[] }>("scopes", { frameId: 0 }))?.scopes ?? [];
    const registers = await this.variables(scopes, "Registers");
    const data = await this.variables(scopes, "Data");
    const labels = data.flatMap(({ name, memoryReference }) =>
      memoryReference ? [{ name, address: Number(memoryReference) }] : [],
    );
    const picture: Picture = {
      timeline,
      board: board?.board ?? null,
      registers,
      stack: await this.stack(),
      labels,
      memory: await this.memory(labels),
    };
    void this.view.webview.postMessage(picture);
  }

  private async variables(scopes: readonly Scope[], name: string): Promise<Variable[]> {
    const variablesReference = scopes.find((scope) => scope.name === name)?.variablesReference;
    const found = variablesReference && (await this.ask<{ variables: Variable[] }>("variables", { variablesReference }));
    return found ? found.variables : [];
  }

  private async stack(): Promise<Picture["stack"]> {
    const trace = await this.ask<{ stackFrames: { id: number; name: string }[] }>("stackTrace", {
      threadId: 1,
      levels: FRAMES,
    });
    const frames = trace?.stackFrames.filter((frame) => frame.id % 16 === 0) ?? [];
    const all = [];
    for (const { id, name } of frames) {
      const scopes = (await this.ask<{ scopes: Scope[] }>("scopes", { frameId: id }))?.scopes ?? [];
      all.push({ name, words: await this.variables(scopes, "Stack frame") });
    }
    return all;
  }

  private async memory(labels: readonly Label[]): Promise<Picture["memory"]> {
    const label = labels.find(({ name }) => name === this.shown) ?? labels[0];
    const typed = /^(0x[0-9a-f]+|\d+)$/i.test(this.shown) ? Number(this.shown) : undefined;
    const address = (typed ?? label?.address ?? 0) & ~15;
    const read = await this.ask<{ data?: string }>("readMemory", {
      memoryReference: `0x${(address >>> 0).toString(16)}`,
      count: MEMORY,
    });
    return { address: address >>> 0, bytes: [...Buffer.from(read?.data ?? "", "base64")] };
  }
}

export function registerMachine(context: vscode.ExtensionContext): void {
  const view = new MachineView(context);
  // After the stack was asked for, the program has stopped.
  const tracker: vscode.DebugAdapterTrackerFactory = {
    createDebugAdapterTracker: () => ({
      onDidSendMessage: (message: { type: string; event?: string }) => {
        if (message.type === "event" && (message.event === "stopped" || message.event === "invalidated")) {
          setTimeout(() => void view.refresh(), 0);
        }
      },
    }),
  };
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider("jal.machine", view),
    vscode.debug.registerDebugAdapterTrackerFactory("jal", tracker),
    vscode.debug.onDidChangeActiveDebugSession(() => void view.refresh()),
    vscode.debug.onDidStartDebugSession((session) => {
      if (session.type === "jal") {
        void vscode.commands.executeCommand("jal.machine.focus", { preserveFocus: true });
      }
    }),
  );
}
