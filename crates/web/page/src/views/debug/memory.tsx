/** Memory as bytes, with labels and with the registers that point there. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { report } from "../../state/messages";
import { isNarrow, sideWidth } from "../../state/layout";
import { assign, canStep, session, state } from "../../state/session";
import type { LabelValue, StateView } from "../../worker/protocol";
import { Questions } from "./ask";
import { character, hex32 } from "./format";
import { memoryAddress } from "./memory-state";

const ROWS = 24;
/** So wide must the pane be for 16 bytes beside each other. */
const ROOM_FOR_16 = 620;

export function MemoryPane() {
  const now = state.value;
  const width = isNarrow.value || sideWidth.value < ROOM_FOR_16 ? 8 : 16;
  const start = memoryAddress.value ?? firstAddress(now);
  const base = Math.floor(start / width) * width;
  const [bytes, setBytes] = useState<{ base: number; data: Uint8Array } | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [wanted, setWanted] = useState("");
  const before = useRef<{ base: number; data: Uint8Array } | null>(null);
  useEffect(() => {
    let isOld = false;
    const worker = session()?.worker;
    if (!worker || !now) return;
    void worker
      .request("memory", { address: base, length: ROWS * width })
      .then((found) => {
        if (isOld) return;
        before.current = bytes;
        setBytes({ base, data: new Uint8Array(found.bytes) });
      })
      .catch(() => undefined);
    return () => {
      isOld = true;
    };
  }, [base, width, now]);
  if (!now) return null;
  const go = async () => {
    const label = now.labels.find((one) => one.name === wanted.trim());
    if (label) memoryAddress.value = label.address;
    else {
      try {
        const said = await session()?.evaluate(`&*(byte)(${wanted})`, "watch").catch(() => session()?.evaluate(wanted, "watch"));
        const found = /0x([0-9a-f]{1,8})/i.exec(said ?? "") ?? /^(\d+)/.exec(said ?? "");
        if (found?.[1]) memoryAddress.value = said?.includes("0x") ? parseInt(found[1], 16) : Number(found[1]);
      } catch (error) {
        report(error);
      }
    }
  };
  const rows = Array.from({ length: ROWS }, (_, k) => base + k * width).filter((at) => at < 2 ** 32);
  return (
    <div class="memory">
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <label class="grow">
          <span class="visually-hidden">{t("debug.address")}</span>
          <input list="labels" value={wanted} placeholder={t("debug.address")} spellcheck={false} autocomplete="off" onInput={(event) => setWanted(event.currentTarget.value)} />
        </label>
        <datalist id="labels">
          {now.labels.slice(0, 200).map((label) => (
            <option key={label.name} value={label.name} />
          ))}
        </datalist>
        <button type="submit" class="button small">{t("debug.go")}</button>
        <button type="button" class="button small" onClick={() => (memoryAddress.value = now.sp)}>sp</button>
        <button type="button" class="button small" aria-label={t("debug.earlier")} onClick={() => (memoryAddress.value = Math.max(0, base - ROWS * width))}>▲</button>
        <button type="button" class="button small" aria-label={t("debug.later")} onClick={() => (memoryAddress.value = Math.min(2 ** 32 - width, base + ROWS * width))}>▼</button>
      </form>
      <div class="scroll-x" tabIndex={0} role="region" aria-label={t("debug.memory")}>
        <table class="memory-table">
          <caption class="visually-hidden">{t("debug.memory")}</caption>
          <tbody>
            {rows.map((at) => (
              <MemoryRow key={at} at={at} width={width} now={now} bytes={bytes} before={before.current} chosen={chosen} onChoose={setChosen} />
            ))}
          </tbody>
        </table>
      </div>
      {chosen !== null && <ByteDetails address={chosen} bytes={bytes} labels={now.labels} />}
    </div>
  );
}

type Bytes = { base: number; data: Uint8Array } | null;

function byteAt(bytes: Bytes, at: number): number | null {
  return bytes && at >= bytes.base ? (bytes.data[at - bytes.base] ?? null) : null;
}

function MemoryRow({ at, width, now, bytes, before, chosen, onChoose }: { at: number; width: number; now: StateView; bytes: Bytes; before: Bytes; chosen: number | null; onChoose: (at: number) => void }) {
  const labels = now.labels.filter((label) => label.address >= at && label.address < at + width);
  const pointers = now.registers.filter((register) => register.pointer !== null && register.pointer >= at && register.pointer < at + width);
  const places = Array.from({ length: width }, (_, k) => at + k);
  return (
    <>
      {labels.length > 0 && (
        <tr class="label-row">
          <td colSpan={width + 2}>{labels.map((label) => `${label.name}:`).join("  ")}</td>
        </tr>
      )}
      <tr>
        <th scope="row">{hex32(at)}</th>
        {places.map((place) => {
          const byte = byteAt(bytes, place);
          const old = byteAt(before, place);
          const isChanged = byte !== null && old !== null && old !== byte;
          const pointing = pointers.filter((register) => register.pointer === place);
          return (
            <td key={place} class={`byte ${place % 4 === 0 ? "word" : ""}`}>
              {byte === null ? (
                <span class="faint" aria-label={t("debug.unreadable")}>··</span>
              ) : (
                <button
                  type="button"
                  class={`${byte === 0 ? "zero" : ""} ${isChanged ? "changed" : ""} ${chosen === place ? "chosen" : ""} ${pointing.length ? "pointed" : ""}`}
                  title={[hex32(place), ...pointing.map((register) => register.name)].join(" ← ")}
                  aria-label={`${hex32(place)}: ${byte.toString(16).padStart(2, "0")}`}
                  tabIndex={place % width === 0 || chosen === place ? 0 : -1}
                  onKeyDown={(event) => moveFocus(event)}
                  onClick={() => onChoose(place)}
                >
                  {byte.toString(16).padStart(2, "0")}
                </button>
              )}
            </td>
          );
        })}
        <td class="ascii" aria-hidden="true">{places.map((place) => character(byteAt(bytes, place) ?? 0x20)).join("")}</td>
        <td class="pointers">{pointers.map((register) => register.name).join(" ")}</td>
      </tr>
    </>
  );
}

/** Arrow keys go from byte to byte. */
function moveFocus(event: KeyboardEvent): void {
  const cell = (event.target as HTMLElement).closest("td");
  const row = cell?.parentElement;
  if (!cell || !row) return;
  const at = [...row.children].indexOf(cell);
  const sideways = event.key === "ArrowRight" ? cell.nextElementSibling : event.key === "ArrowLeft" ? cell.previousElementSibling : null;
  let line: Element | null = null;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    line = row;
    do line = event.key === "ArrowDown" ? (line?.nextElementSibling ?? null) : (line?.previousElementSibling ?? null);
    while (line?.classList.contains("label-row"));
  }
  const next = sideways ?? line?.children[at];
  const button = next?.querySelector("button");
  if (!button) return;
  event.preventDefault();
  button.focus();
}

function ByteDetails({ address, bytes, labels }: { address: number; bytes: Bytes; labels: LabelValue[] }) {
  const [draft, setDraft] = useState("");
  const label = labels.find((one) => address >= one.address && address < one.address + one.size);
  const expression = `*(byte)${hex32(address)}`;
  const word = address - (address % 4);
  const parts = [0, 1, 2, 3].map((k) => byteAt(bytes, word + k));
  const value = parts.every((part) => part !== null) ? parts.reduce<number>((sum, part, k) => sum + (part ?? 0) * 2 ** (8 * k), 0) : null;
  return (
    <section class="byte-details" aria-label={hex32(address)}>
      <p>
        <strong>{hex32(address)}</strong>
        {label && <> · {label.name}{address > label.address ? `+${address - label.address}` : ""}</>}
        {value !== null && <span class="hint"> · word: {hex32(value)} = {value | 0}</span>}
      </p>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.trim()) void assign(expression, draft.trim()).then((isSet) => isSet && setDraft(""));
        }}
      >
        <input aria-label={t("debug.edit", { name: hex32(address) })} placeholder={t("debug.edit", { name: "" })} value={draft} disabled={!canStep.value} onInput={(event) => setDraft(event.currentTarget.value)} />
        <Questions about={expression} />
      </form>
    </section>
  );
}

function firstAddress(now: StateView | null): number {
  const label = now?.labels[0];
  if (label) return label.address;
  return now?.segments.find((segment) => segment.name === "data")?.address ?? now?.sp ?? 0;
}
