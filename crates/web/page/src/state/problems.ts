/** What the language servers have to say about the files, and the fixes that they offer. */
import { computed, signal } from "@preact/signals";
import type { CodeAction, LspDiagnostic } from "../services/lsp";

export interface Problem {
  diagnostic: LspDiagnostic;
  actions: CodeAction[];
}

type Listener = (path: string) => void;

class Problems {
  readonly all = signal<Record<string, Problem[]>>({});
  /** Called when the problems of a file are others. */
  onChange: Listener = () => undefined;
  /** Asks for fixes; the editor provides it. */
  askFixes: (path: string, about: LspDiagnostic[]) => Promise<CodeAction[]> = () => Promise.resolve([]);
  private round = new Map<string, number>();
  readonly counts = computed(() => {
    const flat = Object.values(this.all.value).flat();
    return {
      errors: flat.filter(({ diagnostic }) => (diagnostic.severity ?? 1) === 1).length,
      warnings: flat.filter(({ diagnostic }) => diagnostic.severity === 2).length,
      all: flat.length,
    };
  });

  of(path: string): Problem[] {
    return this.all.peek()[path] ?? [];
  }

  publish(path: string, diagnostics: LspDiagnostic[]): void {
    const round = (this.round.get(path) ?? 0) + 1;
    this.round.set(path, round);
    this.set(path, diagnostics.map((diagnostic) => ({ diagnostic, actions: [] })));
    if (diagnostics.length === 0) return;
    void this.askFixes(path, diagnostics.slice(0, 100)).then((actions) => {
      if (this.round.get(path) !== round || actions.length === 0) return;
      this.set(path, diagnostics.map((diagnostic) => ({ diagnostic, actions: actions.filter((action) => isAbout(action, diagnostic)) })));
    });
  }

  forget(path: string): void {
    const { [path]: _gone, ...rest } = this.all.value;
    this.all.value = rest;
  }

  clear(): void {
    this.all.value = {};
    this.round.clear();
  }

  private set(path: string, found: Problem[]): void {
    if (found.length === 0) this.forget(path);
    else this.all.value = { ...this.all.value, [path]: found };
    this.onChange(path);
  }
}

function isAbout(action: CodeAction, diagnostic: LspDiagnostic): boolean {
  return (action.diagnostics ?? []).some((other) => {
    const [a, b] = [other.range, diagnostic.range];
    return other.message === diagnostic.message && a.start.line === b.start.line && a.start.character === b.start.character;
  });
}

export const problems = new Problems();
