/** Hover, completion, definition, references, rename and format: each asks the language server. */
import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { StateEffect, StateField } from "@codemirror/state";
import { t } from "../i18n";
import { LspClient, pathOf, uriOf, type CodeAction, type CompletionItem, type Location, type TextEdit, type WorkspaceEdit } from "../services/lsp";
import { notify, report } from "../state/messages";
import { problems } from "../state/problems";
import { prompt } from "../state/prompt";
import { clientOf, editsOf, fixes, offsetOf, positionOf } from "./language";
import { markdown } from "./markdown";

export interface Workplace {
  /** Shows a place of the project. */
  show(path: string, line: number, column: number): void;
  /** Changes files of the project. */
  apply(edit: WorkspaceEdit): void;
  /** The value of an expression at this stop, if there is one. */
  value(expression: string): Promise<string | null>;
}

/** Everything that the server knows, for the file `path`. */
export function assistance(path: string, workplace: Workplace): Extension {
  const at = (view: EditorView, pos: number) => ({ textDocument: { uri: uriOf(path) }, position: positionOf(view.state.doc, pos) });
  return [
    hoverTooltip((view, pos) => hover(view, pos)),
    autocompletion({ override: [complete], icons: false }),
    menu,
    keymap.of([
      { key: "F12", run: (view) => start(definition(view, view.state.selection.main.head)) },
      { key: "Shift-F12", run: (view) => start(references(view)) },
      { key: "F2", run: (view) => start(rename(view)) },
      { key: "Shift-Alt-f", run: (view) => start(format(view)) },
      { key: "Mod-.", run: (view) => start(offerFixes(view)) },
    ]),
    EditorView.domEventHandlers({
      click(event, view) {
        if (!(event.ctrlKey || event.metaKey)) return false;
        const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
        return pos === null ? false : start(definition(view, pos));
      },
    }),
  ];

  function start(work: Promise<void>): boolean {
    work.catch(report);
    return true;
  }

  async function hover(view: EditorView, pos: number): Promise<Tooltip | null> {
    const client = clientOf(path);
    const word = view.state.wordAt(pos);
    const dollar = word && view.state.sliceDoc(word.from - 1, word.from) === "$" ? "$" : "";
    const name = word ? dollar + view.state.sliceDoc(word.from, word.to) : "";
    const [said, value] = await Promise.all([
      client?.request<{ contents: string | { value: string } } | null>("textDocument/hover", at(view, pos)).catch(() => null),
      name ? workplace.value(name) : null,
    ]);
    const contents = said ? (typeof said.contents === "string" ? said.contents : said.contents.value) : "";
    if (!contents && value === null) return null;
    return {
      pos: word?.from ?? pos,
      end: word?.to ?? pos,
      above: true,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "hover";
        if (value !== null) {
          const line = document.createElement("div");
          line.className = "hover-value";
          line.textContent = `${name} = ${value}`;
          dom.append(line);
        }
        if (contents) dom.append(markdown(contents));
        return { dom };
      },
    };
  }

  async function complete(context: CompletionContext): Promise<CompletionResult | null> {
    const client = clientOf(path);
    const word = context.matchBefore(/[\w.$%@]+/);
    if (!client || (!word && !context.explicit) || !context.view) return null;
    const doc = context.state.doc;
    const params = { textDocument: { uri: uriOf(path) }, position: positionOf(doc, context.pos), context: { triggerKind: 1 } };
    const answer = await client.request<CompletionItem[] | { items: CompletionItem[]; isIncomplete?: boolean } | null>("textDocument/completion", params).catch(() => null);
    if (!answer) return null;
    const items = Array.isArray(answer) ? answer : answer.items;
    if (items.length === 0) return null;
    const first = items.find((item) => item.textEdit)?.textEdit;
    const range = first && ("range" in first ? first.range : first.replace);
    const from = range ? offsetOf(doc, range.start) : (word?.from ?? context.pos);
    const result: CompletionResult = { from, options: items.map((item, k) => option(item, k, client)) };
    if (Array.isArray(answer) || !answer.isIncomplete) result.validFor = /^[\w.$%@]*$/;
    return result;
  }

  async function definition(view: EditorView, pos: number): Promise<void> {
    const client = clientOf(path);
    const found = await client?.request<Location | Location[] | null>("textDocument/definition", at(view, pos));
    const place = Array.isArray(found) ? found[0] : found;
    if (!place) return notify(t("editor.noDefinition"));
    workplace.show(pathOf(place.uri), place.range.start.line + 1, place.range.start.character);
  }

  async function references(view: EditorView): Promise<void> {
    const params = { ...at(view, view.state.selection.main.head), context: { includeDeclaration: true } };
    const found = (await clientOf(path)?.request<Location[] | null>("textDocument/references", params)) ?? [];
    const items = found.map((place) => ({
      label: `${pathOf(place.uri)}:${place.range.start.line + 1}`,
      run: () => workplace.show(pathOf(place.uri), place.range.start.line + 1, place.range.start.character),
    }));
    openMenu(view, t("editor.references", { n: items.length }), items);
  }

  async function rename(view: EditorView): Promise<void> {
    const pos = view.state.selection.main.head;
    const client = clientOf(path);
    const word = view.state.wordAt(pos);
    if (!client || !word) return notify(t("editor.noRename"));
    const old = view.state.sliceDoc(word.from, word.to);
    const name = await prompt(t("editor.rename", { name: old }), old);
    if (!name || name === old) return;
    const edit = await client.request<WorkspaceEdit | null>("textDocument/rename", { ...at(view, pos), newName: name });
    if (edit) workplace.apply(edit);
    view.focus();
  }

  async function format(view: EditorView): Promise<void> {
    await formatFile(view, path);
  }

  async function offerFixes(view: EditorView): Promise<void> {
    const doc = view.state.doc;
    const line = doc.lineAt(view.state.selection.main.head);
    const here = problems.of(path).filter(({ diagnostic }) => {
      const { start: first, end } = diagnostic.range;
      return first.line <= line.number - 1 && end.line >= line.number - 1;
    });
    const head = view.state.selection.main.head;
    const found = await fixes(path, doc, head, head, here.map(({ diagnostic }) => diagnostic));
    const items = found.map((action: CodeAction) => ({
      label: action.title,
      run: () => action.edit && workplace.apply(action.edit),
    }));
    if (items.length > 0) openMenu(view, t("editor.fixAll"), items);
  }
}

export async function formatFile(view: EditorView, path: string): Promise<void> {
  const options = { tabSize: 4, insertSpaces: true };
  const edits = await clientOf(path)?.request<TextEdit[] | null>("textDocument/formatting", { textDocument: { uri: uriOf(path) }, options });
  if (edits && edits.length > 0) view.dispatch({ changes: editsOf(view.state.doc, edits), userEvent: "format" });
}

function option(item: CompletionItem, k: number, client: LspClient): Completion {
  const documentation = item.documentation;
  const words = typeof documentation === "string" ? documentation : documentation?.value;
  const edit = item.textEdit;
  const made: Completion = {
    label: item.label,
    apply: edit?.newText ?? item.insertText ?? item.label,
    boost: -Math.min(98, k / 10),
  };
  if (item.detail) made.detail = item.detail;
  made.info = async () => {
    if (words) return markdown(words);
    const resolved = await client.request<CompletionItem>("completionItem/resolve", item).catch(() => null);
    const found = resolved?.documentation;
    const text = typeof found === "string" ? found : found?.value;
    return text ? markdown(text) : null;
  };
  return made;
}

interface MenuItem {
  label: string;
  run: () => void;
}

const setMenu = StateEffect.define<Tooltip | null>();

/** A small menu at the cursor. */
const menu = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMenu)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

function openMenu(view: EditorView, title: string, items: MenuItem[]): void {
  const close = () => {
    view.dispatch({ effects: setMenu.of(null) });
    view.focus();
  };
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "editor-menu";
    dom.setAttribute("role", "menu");
    dom.setAttribute("aria-label", title);
    const buttons = items.map((item) => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("role", "menuitem");
      button.textContent = item.label;
      button.onclick = () => {
        close();
        item.run();
      };
      dom.append(button);
      return button;
    });
    dom.onkeydown = (event) => {
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
      if (event.key === "ArrowDown") buttons[(at + 1) % buttons.length]?.focus();
      else if (event.key === "ArrowUp") buttons[(at - 1 + buttons.length) % buttons.length]?.focus();
      else if (event.key === "Escape") close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    return { dom, mount: () => buttons[0]?.focus() };
  };
  view.dispatch({ effects: setMenu.of({ pos: view.state.selection.main.head, above: false, create }) });
}
