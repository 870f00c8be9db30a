/** Small parts that all views are made of. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Icon, type IconName } from "./icons";

interface ButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  flip?: boolean;
  /** Keys that do the same, for the tool tip. */
  keys?: string;
  kind?: string;
  pressed?: boolean;
  /** The label is shown, too. */
  withText?: boolean;
}

export function IconButton({ icon, label, onClick, disabled = false, flip = false, keys, kind = "", pressed, withText = false }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button ${withText ? "" : "icon-button"} ${kind}`}
      title={keys ? `${label} (${keys})` : label}
      aria-label={withText ? undefined : label}
      aria-keyshortcuts={keys?.replace("Shift+", "Shift+")}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} flip={flip} />
      {withText && <span>{label}</span>}
    </button>
  );
}

export interface TabItem<T extends string> {
  id: T;
  label: string;
  badge?: string | number;
  tone?: "bad" | "warn" | "good";
}

/** Tabs that arrow keys go through. */
export function Tabs<T extends string>({ items, chosen, onChoose, label, controls }: { items: TabItem<T>[]; chosen: T; onChoose: (id: T) => void; label: string; controls: string }) {
  const list = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.id === chosen);
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = items[(at + step + items.length) % items.length];
    if (!step || !next) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-id="${next.id}"]`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={go}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          class="tab"
          data-id={item.id}
          id={`${controls}-tab-${item.id}`}
          aria-selected={item.id === chosen}
          aria-controls={controls}
          tabIndex={item.id === chosen ? 0 : -1}
          onClick={() => onChoose(item.id)}
        >
          {item.label}
          {item.badge !== undefined && item.badge !== 0 && <span class={`badge ${item.tone ?? ""}`}>{item.badge}</span>}
        </button>
      ))}
    </div>
  );
}

/** A dialog over the page; Escape and a click beside it close it. */
export function Modal({ title, onClose, children, wide = false }: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const aside = (event: MouseEvent) => {
    if (event.target === box.current) onClose();
  };
  return (
    <dialog
      ref={box}
      class={wide ? "modal wide" : "modal"}
      aria-labelledby="modal-title"
      onClick={aside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="modal-box">
        <header class="modal-head">
          <h2 id="modal-title">{title}</h2>
          <IconButton icon="close" label={t("dialog.close")} onClick={onClose} kind="quiet" />
        </header>
        <div class="modal-body">{children}</div>
      </div>
    </dialog>
  );
}

/** Text in which everything between backticks is a command to click. */
export function Answer({ text, run }: { text: string; run: (command: string) => void }) {
  const parts = text.split(/`([^`\n]+)`/);
  return (
    <pre class="answer" tabIndex={0}>
      {parts.map((part, k) =>
        k % 2 === 0 ? (
          part
        ) : (
          <button key={k} type="button" class="command" onClick={() => run(part)}>
            {part}
          </button>
        ),
      )}
    </pre>
  );
}
