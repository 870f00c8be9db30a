/** What is on the screen: the main view, the open panes, dialogs. */
import { signal } from "@preact/signals";

export type View = "code" | "console" | "debug" | "tests" | "play";
export type Pane = "console" | "problems" | "display";
export type DebugPane = "registers" | "memory" | "stack" | "code" | "breakpoints";
export type Dialog = "projects" | "share" | "settings" | "run" | null;

/** On a narrow screen, one of all views; on a wide one code, console and debugger are one view. */
export const view = signal<View>("code");
export const pane = signal<Pane>("console");
export const debugPane = signal<DebugPane>("registers");
export const dialog = signal<Dialog>(null);
export const sidebar = signal(false);
/** Whether there is room for one column only. */
export const isNarrow = signal(matchMedia("(max-width: 800px)").matches);
const SIZES = "jal-studio-sizes";

function readSize(name: string, usual: number): number {
  try {
    const kept = JSON.parse(localStorage.getItem(SIZES) ?? "{}") as Record<string, unknown>;
    const size = Number(kept[name]);
    return size >= 100 && size <= 3000 ? size : usual;
  } catch {
    return usual;
  }
}

/** How wide the pane at the side is, and how high the one below the editor, in pixels. */
export const sideWidth = signal(readSize("side", 460));
export const bottomHeight = signal(readSize("bottom", 230));

export function keep(edge: "side" | "bottom", size: number): void {
  (edge === "side" ? sideWidth : bottomHeight).value = size;
  try {
    localStorage.setItem(SIZES, JSON.stringify({ side: sideWidth.value, bottom: bottomHeight.value }));
  } catch {
    // It holds until the page is closed.
  }
}

export const isEmbedded = new URLSearchParams(location.search).has("embed");

matchMedia("(max-width: 800px)").addEventListener("change", (event) => {
  isNarrow.value = event.matches;
});

/** Shows the console, wherever it is. */
export function showConsole(): void {
  pane.value = "console";
  if (isNarrow.value) view.value = "console";
  else if (view.value !== "debug") view.value = view.value === "play" || view.value === "tests" ? "code" : view.value;
}

export function showCode(): void {
  if (isNarrow.value || view.value === "tests" || view.value === "play") view.value = "code";
}
