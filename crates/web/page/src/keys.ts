/** Keys that work everywhere. */
import { dialog, isEmbedded, isNarrow, view, type View } from "./state/layout";
import { report, say } from "./state/messages";
import { focusEditor } from "./editor/editor";
import { projectId, save } from "./state/project";
import * as session from "./state/session";
import { t } from "./i18n";

const VIEWS: View[] = ["code", "console", "debug", "tests", "play"];

/** Backward is forward with Alt. */
const moves: Record<string, session.MoveName> = {
  F5: "continue",
  "Alt+F5": "reverse",
  F10: "next",
  "Alt+F10": "backNext",
  F11: "step",
  "Alt+F11": "back",
  "Shift+F11": "finish",
  "Alt+Shift+F11": "backFinish",
};

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (carriesOut(event)) event.preventDefault();
  });
}

function nameOf(event: KeyboardEvent): string {
  const mods = [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "", event.shiftKey ? "Shift" : ""];
  return [...mods.filter(Boolean), event.key].join("+");
}

function carriesOut(event: KeyboardEvent): boolean {
  if (dialog.value) return false;
  const name = nameOf(event);
  const move = moves[name];
  if (move && session.canStep.value) {
    void session.move(move);
    return true;
  }
  switch (name) {
    case "Ctrl+Enter":
      void session.run().catch(report);
      return true;
    case "F5":
      if (!session.isActive.value) void session.debug().catch(report);
      return true;
    case "F6":
      void session.pause();
      return true;
    case "F8":
      void session.end().catch(report);
      return true;
    case "Ctrl+s":
      void save().then(() => say(t("key.save")));
      return true;
  }
  const digit = /^Alt\+([1-5])$/.exec(name)?.[1];
  const wanted = digit ? VIEWS[Number(digit) - 1] : undefined;
  if (!wanted || isEmbedded || !projectId.value) return move !== undefined;
  if (wanted === "console" && !isNarrow.value) document.querySelector<HTMLElement>(".console-line input:not(:disabled), .console-scroll")?.focus();
  else view.value = wanted;
  if (wanted === "code") requestAnimationFrame(focusEditor);
  return true;
}
