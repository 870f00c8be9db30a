/** What the language server knows, in the editor: documents, problems with fixes, and the tokens' colours. */
import { forceLinting, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { StateEffect, StateField, type ChangeSet, type Extension, type Range as MarkRange, type Text } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, type DecorationSet } from "@codemirror/view";
import { machine } from "../services/machines";
import { LspClient, pathOf, uriOf, type CodeAction, type LspDiagnostic, type Position, type Range, type TextEdit, type WorkspaceEdit } from "../services/lsp";
import { t } from "../i18n";
import { problems } from "../state/problems";
import type { Machine } from "../worker/protocol";

const clients = new Map<Machine, Promise<LspClient>>();
/** Which documents are open, where, and in which version. */
const documents = new Map<string, { client: LspClient; version: number }>();

/** The language server of a machine. */
export async function languageServer(which: Machine): Promise<LspClient> {
  const worker = await machine(which);
  const known = clients.get(which);
  if (known && (await known).worker === worker) return known;
  const begun = connect(new LspClient(worker));
  clients.set(which, begun);
  return begun;
}

async function connect(client: LspClient): Promise<LspClient> {
  client.onNotification = (method, params) => {
    if (method !== "textDocument/publishDiagnostics") return;
    const { uri, diagnostics } = params as { uri: string; diagnostics: LspDiagnostic[] };
    problems.publish(pathOf(uri), diagnostics);
  };
  await client.ready;
  return client;
}

/** Tells the server of the machine about a document that is shown; one that another machine has is taken away there. */
export async function openDocument(path: string, which: Machine, text: () => string): Promise<LspClient> {
  const client = await languageServer(which);
  const known = documents.get(path);
  if (known?.client === client) return client;
  known?.client.notify("textDocument/didClose", { textDocument: { uri: uriOf(path) } });
  documents.set(path, { client, version: 1 });
  const textDocument = { uri: uriOf(path), languageId: which === "rv32" ? "riscv" : "mips", version: 1, text: text() };
  client.notify("textDocument/didOpen", { textDocument });
  return client;
}

export function closeDocument(path: string): void {
  const known = documents.get(path);
  documents.delete(path);
  known?.client.notify("textDocument/didClose", { textDocument: { uri: uriOf(path) } });
}

export function closeAllDocuments(): void {
  for (const path of [...documents.keys()]) closeDocument(path);
}

export function clientOf(path: string): LspClient | null {
  return documents.get(path)?.client ?? null;
}

/** Passes an edit on. Later changes come first, so that positions are those of the text before. */
export function sendChanges(path: string, before: Text, changes: ChangeSet): void {
  const known = documents.get(path);
  if (!known) return;
  known.version++;
  const parts: { range: Range; text: string }[] = [];
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    parts.unshift({ range: { start: positionOf(before, from), end: positionOf(before, to) }, text: inserted.toString() });
  });
  const textDocument = { uri: uriOf(path), version: known.version };
  known.client.notify("textDocument/didChange", { textDocument, contentChanges: parts });
}

export function positionOf(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

export function offsetOf(doc: Text, position: Position): number {
  if (position.line >= doc.lines) return doc.length;
  const line = doc.line(position.line + 1);
  return Math.min(line.from + position.character, line.to);
}

export function editsOf(doc: Text, edits: TextEdit[]): { from: number; to: number; insert: string }[] {
  return edits.map((edit) => ({ from: offsetOf(doc, edit.range.start), to: offsetOf(doc, edit.range.end), insert: edit.newText }));
}

/** The edits of all files that a change of the server is about. */
export function filesOf(edit: WorkspaceEdit): Map<string, TextEdit[]> {
  const found = new Map<string, TextEdit[]>();
  for (const [uri, edits] of Object.entries(edit.changes ?? {})) found.set(pathOf(uri), edits);
  for (const { textDocument, edits } of edit.documentChanges ?? []) found.set(pathOf(textDocument.uri), edits);
  return found;
}

const severities = { 1: "error", 2: "warning", 3: "info", 4: "hint" } as const;

/** The fixes that the server has for places of a file. */
export async function fixes(path: string, doc: Text, from: number, to: number, about: LspDiagnostic[], only?: string[]): Promise<CodeAction[]> {
  const client = clientOf(path);
  if (!client) return [];
  const range = { start: positionOf(doc, from), end: positionOf(doc, to) };
  const found = await client
    .request<CodeAction[] | null>("textDocument/codeAction", { textDocument: { uri: uriOf(path) }, range, context: { diagnostics: about, ...(only ? { only } : {}) } })
    .catch(() => null);
  return (found ?? []).filter((action) => action.edit);
}

/** Shows the problems of a file in its text; `apply` carries out a fix. */
export function showProblems(view: EditorView, path: string, apply: (edit: WorkspaceEdit) => void): void {
  const doc = view.state.doc;
  const known = problems.of(path);
  const shown = known.map(({ diagnostic, actions }): Diagnostic => {
    const from = offsetOf(doc, diagnostic.range.start);
    const to = Math.max(from, offsetOf(doc, diagnostic.range.end));
    return {
      from,
      to,
      severity: severities[diagnostic.severity ?? 1],
      message: diagnostic.message,
      ...(diagnostic.code === undefined ? {} : { source: String(diagnostic.code) }),
      actions: actions.map((action) => ({
        name: t("problems.fix", { title: action.title }),
        apply: () => action.edit && apply(action.edit),
      })),
    };
  });
  view.dispatch(setDiagnostics(view.state, shown));
  forceLinting(view);
}

const setTokens = StateEffect.define<DecorationSet>();

const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setTokens)) next = effect.value;
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const styles = new Map<string, Decoration>();

function styleOf(kind: string, modifiers: string[]): Decoration {
  const name = ["tok", `tok-${kind}`, ...modifiers.map((modifier) => `tok-${modifier}`)].join(" ");
  const known = styles.get(name);
  if (known) return known;
  const made = Decoration.mark({ class: name });
  styles.set(name, made);
  return made;
}

/** Colours what the server says the words are; asked for again shortly after each edit. */
export function semanticTokens(path: string): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      private timer: ReturnType<typeof setTimeout> | undefined;
      private isGone = false;
      constructor(readonly view: EditorView) {
        this.later(0);
      }
      update(update: { docChanged: boolean }): void {
        if (update.docChanged) this.later(120);
      }
      later(wait: number): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.ask(), wait);
      }
      destroy(): void {
        this.isGone = true;
        clearTimeout(this.timer);
      }
      async ask(): Promise<void> {
        const client = clientOf(path);
        if (this.isGone) return;
        if (!client) return this.later(100);
        const legend = client.legend;
        if (!legend) return;
        const doc = this.view.state.doc;
        const textDocument = { uri: uriOf(path) };
        const found = await client.request<{ data: number[] } | null>("textDocument/semanticTokens/full", { textDocument }).catch(() => null);
        if (!found || this.isGone) return;
        if (this.view.state.doc !== doc) return;
        this.view.dispatch({ effects: setTokens.of(decode(doc, found.data, legend.tokenTypes, legend.tokenModifiers)) });
      }
    },
  );
  return [tokens, plugin];
}

function decode(doc: Text, data: number[], kinds: string[], modifiers: string[]): DecorationSet {
  const marks: MarkRange<Decoration>[] = [];
  let line = 0;
  let character = 0;
  for (let k = 0; k + 4 < data.length; k += 5) {
    const [lines = 0, characters = 0, length = 0, kind = 0, bits = 0] = data.slice(k, k + 5);
    character = lines > 0 ? characters : character + characters;
    line += lines;
    const from = offsetOf(doc, { line, character });
    const to = offsetOf(doc, { line, character: character + length });
    const set = modifiers.filter((_, bit) => (bits >> bit) & 1);
    if (to > from) marks.push(styleOf(kinds[kind] ?? "other", set).range(from, to));
  }
  return Decoration.set(marks, true);
}
