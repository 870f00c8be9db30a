/** What the user prefers; kept in localStorage, and the same for all projects. */
import { effect, signal } from "@preact/signals";
import type { Language } from "../i18n/table";

export type Theme = "auto" | "light" | "dark" | "contrast";
export type NumberFormat = "auto" | "hex" | "decimal" | "unsigned" | "char" | "float";

export interface Settings {
  theme: Theme;
  language: Language;
  fontSize: number;
  vim: boolean;
  reducedMotion: boolean;
  format: NumberFormat;
}

const KEY = "jal-studio-settings";
export const FONT_SIZES = { min: 10, max: 32 } as const;

function initial(): Settings {
  const preferred: Settings = {
    theme: "auto",
    language: navigator.language.toLowerCase().startsWith("de") ? "de" : "en",
    fontSize: 14,
    vim: false,
    reducedMotion: false,
    format: "auto",
  };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...preferred, ...valid(kept) };
  } catch {
    return preferred;
  }
}

/** What can be used of settings that an older or newer page has kept. */
function valid(kept: unknown): Partial<Settings> {
  if (typeof kept !== "object" || kept === null) return {};
  const from = kept as Record<string, unknown>;
  const found: Partial<Settings> = {};
  const themes: Theme[] = ["auto", "light", "dark", "contrast"];
  const formats: NumberFormat[] = ["auto", "hex", "decimal", "unsigned", "char", "float"];
  const theme = themes.find((one) => one === from["theme"]);
  const format = formats.find((one) => one === from["format"]);
  if (theme) found.theme = theme;
  if (format) found.format = format;
  if (from["language"] === "en" || from["language"] === "de") found.language = from["language"];
  if (typeof from["fontSize"] === "number") found.fontSize = clampFont(from["fontSize"]);
  if (typeof from["vim"] === "boolean") found.vim = from["vim"];
  if (typeof from["reducedMotion"] === "boolean") found.reducedMotion = from["reducedMotion"];
  return found;
}

export function clampFont(size: number): number {
  return Math.min(FONT_SIZES.max, Math.max(FONT_SIZES.min, Math.round(size)));
}

export const settings = signal<Settings>(initial());

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Without storage the settings hold until the page is closed.
  }
}

/** Shows the settings in attributes of the document, which the styles read. */
export function applySettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const system = signal(0);
  for (const query of [dark, contrast]) query.addEventListener("change", () => system.value++);
  effect(() => {
    void system.value;
    const { theme, language, fontSize, reducedMotion } = settings.value;
    const asSystem = contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
    const root = document.documentElement;
    root.dataset["theme"] = theme === "auto" ? asSystem : theme;
    root.dataset["motion"] = reducedMotion ? "reduced" : "full";
    root.lang = language;
    root.style.setProperty("--code-size", `${fontSize}px`);
  });
}
