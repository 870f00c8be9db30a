/** Short messages that come and go, and what screen readers hear. */
import { signal } from "@preact/signals";

export interface Notice {
  id: number;
  text: string;
  kind: "info" | "error";
  action?: { label: string; run: () => void };
}

export const notices = signal<Notice[]>([]);
/** Read out by screen readers. */
export const spoken = signal("");

let last = 0;
const SHOWN_FOR = 6000;

export function notify(text: string, kind: Notice["kind"] = "info", action?: Notice["action"]): void {
  const id = ++last;
  notices.value = [...notices.value.slice(-3), action ? { id, text, kind, action } : { id, text, kind }];
  if (!action) setTimeout(() => dismiss(id), SHOWN_FOR);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

export function say(text: string): void {
  // The same text twice in a row is only read out if it differs.
  spoken.value = spoken.peek() === text ? `${text}\u00a0` : text;
}

export function report(error: unknown): void {
  notify(error instanceof Error ? error.message : String(error), "error");
}
