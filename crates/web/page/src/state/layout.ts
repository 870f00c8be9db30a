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
const SIDE = "jal-studio-side";

/** How wide the pane at the side is, in pixels. */
export const sideWidth = signal(readSideWidth());

function readSideWidth(): number {
  try {
    return Math.min(1200, Math.max(300, Number(localStorage.getItem(SIDE)) || 460));
  } catch {
    return 460;
  }
}

export function keepSideWidth(width: number): void {
  sideWidth.value = width;
  try {
    localStorage.setItem(SIDE, String(width));
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
