/** The editor: one view, and a state for each file that was shown. */
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, toggleComment } from "@codemirror/commands";
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, type ViewUpdate } from "@codemirror/view";
import { effect, signal, untracked } from "@preact/signals";
import { t } from "../i18n";
import { number } from "../i18n";
import type { WorkspaceEdit } from "../services/lsp";
import { showCode } from "../state/layout";
import { prompt } from "../state/prompt";
import { problems } from "../state/problems";
import * as project from "../state/project";
import * as session from "../state/session";
import { settings } from "../state/settings";
import { coverageOf, findingsOf } from "../state/margin";
import type { FileMap } from "../worker/protocol";
import { assistance, formatFile } from "./assist";
import { clientOf, closeAllDocuments, closeDocument, editsOf, filesOf, fixes, openDocument, semanticTokens, sendChanges, showProblems } from "./language";
import { marks, points, setCoverage, setFindings, setPlace, setPoints, type Point } from "./marks";
import { theme } from "./theme";

const vimKeys = new Compartment();
const labels = new Compartment();
const states = new Map<string, EditorState>();
const edited = new Set<string>();
/** Where the cursor is. */
export const cursor = signal({ line: 1, column: 1 });

let view: EditorView | null = null;
let shown: string | null = null;
let vimExtension: Extension = [];

project.provideEdits(() => {
  const found: FileMap = {};
  for (const path of edited) {
    const state = path === shown ? view?.state : states.get(path);
    if (state && path in project.files.peek()) found[path] = state.doc.toString();
  }
  edited.clear();
  return found;
});

problems.askFixes = async (path, about) => {
  const doc = (path === shown ? view?.state : states.get(path))?.doc;
  return doc ? fixes(path, doc, 0, doc.length, about, ["quickfix"]) : [];
};

problems.onChange = (path) => {
  if (view && path === shown) showProblems(view, path, apply);
};

/** Puts the editor into an element; returns what ends it. */
export function mountEditor(parent: HTMLElement): () => void {
  const created = new EditorView({ parent });
  view = created;
  shown = null;
  const ends = [
    effect(() => {
      void project.generation.value;
      untracked(forgetAll);
    }),
    effect(() => {
      void project.generation.value;
      const path = project.activeFile.value;
      untracked(() => showFile(path));
    }),
    effect(() => {
      // A tab that was closed, or a file that is gone, needs no state any more.
      const open = new Set(project.openFiles.value);
      for (const path of [...states.keys()]) {
        if (open.has(path)) continue;
        states.delete(path);
        closeDocument(path);
      }
    }),
    effect(() => void useVim(settings.value.vim)),
    effect(() => {
      const at = session.place.value;
      const fault = session.stop.value?.fault ?? false;
      void project.activeFile.value;
      untracked(() => showPlace(at, fault));
    }),
    effect(() => {
      const path = project.activeFile.value;
      const lines = path ? coverageOf(path) : null;
      created.dispatch({ effects: setCoverage.of(lines) });
    }),
    effect(() => {
      const path = project.activeFile.value;
      created.dispatch({ effects: setFindings.of(path ? findingsOf(path) : []) });
    }),
    effect(() => {
      const path = project.activeFile.value;
      void project.breakpoints.value;
      void session.placed.value;
      untracked(() => path && showPoints(path));
    }),
    effect(() => {
      void settings.value.language;
      const path = project.activeFile.value;
      created.dispatch({ effects: labels.reconfigure(labelOf(path ?? "")) });
    }),
  ];
  return () => {
    keepState();
    for (const end of ends) end();
    created.destroy();
    view = null;
    shown = null;
  };
}

function forgetAll(): void {
  states.clear();
  edited.clear();
  closeAllDocuments();
  problems.clear();
  shown = null;
}

function keepState(): void {
  if (view && shown) states.set(shown, view.state);
}

function showFile(path: string | null): void {
  if (!view || path === shown) return;
  keepState();
  const contents = path ? project.files.peek()[path] : undefined;
  if (path === null || !project.isText(contents)) {
    shown = null;
    view.setState(EditorState.create({ doc: "", extensions: [theme, EditorState.readOnly.of(true)] }));
    return;
  }
  shown = path;
  const state = states.get(path) ?? createState(path, contents);
  states.set(path, state);
  view.setState(state);
  view.dispatch({ effects: [vimKeys.reconfigure(vimExtension), labels.reconfigure(labelOf(path))] });
  showPoints(path);
  showPlace(session.place.peek(), session.stop.peek()?.fault ?? false);
  showProblems(view, path, apply);
  void connect(path);
}

/** Which machine a file is for may change while it is written. */
async function connect(path: string): Promise<void> {
  try {
    await project.flush();
    const which = await session.machineOf(path);
    const text = () => ((path === shown ? view?.state : states.get(path))?.doc.toString() ?? "");
    if (states.has(path)) await openDocument(path, which, text);
  } catch {
    // Without the machine, the editor still edits.
  }
}

let reconnect: ReturnType<typeof setTimeout> | undefined;

function createState(path: string, text: string): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      vimKeys.of([]),
      labels.of(labelOf(path)),
      marks((_, pos, withCondition) => void togglePoint(path, pos, withCondition)),
      lineNumbers({ formatNumber: (line) => String(line) }),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      indentUnit.of("    "),
      EditorState.tabSize.of(8),
      EditorState.allowMultipleSelections.of(true),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: true }),
      assistance(path, { show: showLine, apply, value: (expression) => valueOf(expression) }),
      semanticTokens(path),
      keymap.of([
        { key: "Tab", run: indentMore, shift: indentLess },
        { key: "Mod-/", run: toggleComment },
        { key: "F9", run: (editor) => hasToggled(togglePoint(path, editor.state.selection.main.head, false)), shift: (editor) => hasToggled(togglePoint(path, editor.state.selection.main.head, true)) },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
      ]),
      EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]),
      theme,
      EditorView.updateListener.of((update) => changed(path, update)),
    ],
  });
}

function hasToggled(work: Promise<void>): boolean {
  void work;
  return true;
}

function labelOf(path: string): Extension {
  return EditorView.contentAttributes.of({ "aria-label": t("editor.label", { name: path }), tabindex: "0", spellcheck: "false", autocapitalize: "off" });
}

function changed(path: string, update: ViewUpdate): void {
  if (update.docChanged) {
    edited.add(path);
    sendChanges(path, update.startState.doc, update.changes);
    keepPoints(path, update.state);
    project.touch();
    clearTimeout(reconnect);
    reconnect = setTimeout(() => void connect(path), 800);
  }
  if (update.selectionSet || update.docChanged) {
    const head = update.state.selection.main.head;
    const line = update.state.doc.lineAt(head);
    cursor.value = { line: line.number, column: head - line.from + 1 };
  }
}

async function valueOf(expression: string): Promise<string | null> {
  if (session.phase.peek() !== "stopped") return null;
  return (await session.session()?.evaluate(expression, "hover").catch(() => null)) ?? null;
}

/** Breakpoints are kept by line; in the text they move with it. */
function keepPoints(path: string, state: EditorState): void {
  const now = state.field(points).map((point) => ({ line: state.doc.lineAt(point.pos).number, condition: point.condition }));
  const before = project.breakpoints.peek()[path] ?? [];
  if (JSON.stringify(now) === JSON.stringify(before)) return;
  project.breakpoints.value = { ...project.breakpoints.peek(), [path]: now };
}

function showPoints(path: string): void {
  if (!view || path !== shown) return;
  const doc = view.state.doc;
  const told = session.placed.peek()[path] ?? [];
  const wanted = project.breakpoints.peek()[path] ?? [];
  const known = wanted.filter(({ line }) => line <= doc.lines);
  const found = known.map(({ line, condition }, k): Point => ({
    pos: doc.line(line).from,
    condition,
    isRefused: told.length === wanted.length && told[k]?.verified === false,
  }));
  const before = view.state.field(points, false);
  if (before) view.dispatch({ effects: setPoints.of(found) });
}

async function togglePoint(path: string, pos: number, withCondition: boolean): Promise<void> {
  const doc = view?.state.doc;
  if (!doc) return;
  const line = doc.lineAt(pos).number;
  const all = project.breakpoints.peek()[path] ?? [];
  const known = all.find((point) => point.line === line);
  let next = all.filter((point) => point.line !== line);
  if (withCondition) {
    const condition = await prompt(t("debug.condition"), known?.condition ?? "", t("debug.conditionHint"));
    if (condition === null) return;
    next = [...next, { line, condition: condition.trim() }];
  } else if (!known) next = [...next, { line, condition: "" }];
  next.sort((a, b) => a.line - b.line);
  project.breakpoints.value = { ...project.breakpoints.peek(), [path]: next };
  project.touch();
  await session.sendBreakpoints().catch(() => undefined);
}

function showPlace(at: { path: string; line: number; innermost: boolean } | null, fault: boolean): void {
  if (!view || !shown) return;
  if (!at || at.path !== shown) {
    view.dispatch({ effects: setPlace.of(null) });
    return;
  }
  const doc = view.state.doc;
  const pos = doc.line(Math.min(at.line, doc.lines)).from;
  view.dispatch({
    effects: [setPlace.of({ line: at.line, innermost: at.innermost, fault: fault && at.innermost }), EditorView.scrollIntoView(pos, { y: "nearest", yMargin: 80 })],
  });
}

/** Shows a line of a file, with the cursor in it. */
export function showLine(path: string, line: number, column = 0): void {
  if (!project.openFile(path)) return;
  showCode();
  // The editor may only now get its place on the screen.
  requestAnimationFrame(() => {
    if (!view || shown !== path) return;
    const doc = view.state.doc;
    const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const anchor = Math.min(found.from + column, found.to);
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    view.focus();
  });
}

/** Carries out a change of the language server, in all files that it is about. */
export function apply(edit: WorkspaceEdit): void {
  for (const [path, edits] of filesOf(edit)) {
    if (path === shown && view) {
      view.dispatch({ changes: editsOf(view.state.doc, edits), userEvent: "input.fix" });
      continue;
    }
    const contents = project.files.peek()[path];
    const state = states.get(path) ?? (project.isText(contents) ? createState(path, contents) : null);
    if (!state) continue;
    const transaction = state.update({ changes: editsOf(state.doc, edits) });
    if (states.has(path)) states.set(path, transaction.state);
    if (clientOf(path)) sendChanges(path, state.doc, transaction.changes);
    project.writeFile(path, transaction.newDoc.toString());
  }
}

export function formatActive(): Promise<void> {
  return view && shown ? formatFile(view, shown) : Promise.resolve();
}

export function focusEditor(): void {
  view?.focus();
}

/** `file:line` for people. */
export function cursorText(): string {
  const { line, column } = cursor.value;
  return t("editor.position", { line: number(line), column: number(column) });
}

async function useVim(wanted: boolean): Promise<void> {
  // Only those who want these keys load them.
  vimExtension = wanted ? (await import("@replit/codemirror-vim")).vim() : [];
  if (shown) view?.dispatch({ effects: vimKeys.reconfigure(vimExtension) });
}
