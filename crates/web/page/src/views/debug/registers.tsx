/** The registers: what has changed, in which format, and questions about each. */
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { t, type Key } from "../../i18n";
import { assign, canStep, frames, chosenFrame, session, state } from "../../state/session";
import { change, settings, type NumberFormat } from "../../state/settings";
import type { RegisterValue } from "../../worker/protocol";
import { Questions } from "./ask";
import { formatted } from "./format";
import { useEffect } from "preact/hooks";

const bank = signal<RegisterValue["bank"]>("int");
const FORMATS: NumberFormat[] = ["auto", "hex", "decimal", "unsigned", "char", "float"];
const BANKS: RegisterValue["bank"][] = ["int", "float", "control"];

export function RegistersPane() {
  const known = state.value?.registers ?? [];
  const shown = known.filter((register) => register.bank === bank.value);
  const caller = useCaller();
  return (
    <div class="registers">
      <div class="bar">
        <div class="choice" role="group" aria-label={t("debug.registers")}>
          {BANKS.map((one) => (
            <button key={one} type="button" class="button small" aria-pressed={bank.value === one} onClick={() => (bank.value = one)}>
              {t(`debug.bank.${one}`)}
            </button>
          ))}
        </div>
        <label class="inline">
          <span class="visually-hidden">{t("debug.format")}</span>
          <select value={settings.value.format} onChange={(event) => change({ format: event.currentTarget.value as NumberFormat })}>
            {FORMATS.map((format) => (
              <option key={format} value={format}>{t(`debug.format.${format}` as Key)}</option>
            ))}
          </select>
        </label>
      </div>
      {caller && <p class="hint pad-small">{caller.title}</p>}
      <table class="register-table">
        <caption class="visually-hidden">{t("debug.registers")}</caption>
        <tbody>
          {shown.map((register) => (
            <RegisterRow key={register.name} register={register} other={caller?.values.get(register.name)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The registers of the function that was chosen on the stack, if it is not the innermost. */
function useCaller(): { title: string; values: Map<string, string> } | null {
  const [found, setFound] = useState<{ title: string; values: Map<string, string> } | null>(null);
  const frame = frames.value.find((one) => one.id === chosenFrame.value);
  const isCaller = frame !== undefined && frame !== frames.value[0];
  useEffect(() => {
    let isOld = false;
    setFound(null);
    const dap = session();
    if (!isCaller || !dap) return;
    void dap
      .frameVariables(frame.id, "Registers")
      .then((variables) => {
        const values = new Map(variables.map((variable) => [variable.name, variable.value]));
        if (!isOld) setFound({ title: t("debug.showing", { line: frame.line, file: frame.source?.name ?? "" }), values });
      })
      .catch(() => undefined);
    return () => {
      isOld = true;
    };
  }, [frame?.id, isCaller, state.value]);
  return found;
}

function RegisterRow({ register, other }: { register: RegisterValue; other: string | undefined }) {
  const [draft, setDraft] = useState<string | null>(null);
  const value = other ?? formatted(register, settings.value.format);
  const canEdit = register.writable && canStep.value && other === undefined;
  const done = (keep: boolean) => {
    const wanted = draft;
    setDraft(null);
    if (keep && wanted !== null && wanted.trim() !== "") void assign(register.name, wanted.trim());
  };
  return (
    <tr class={register.changed ? "changed" : ""}>
      <th scope="row">
        <span class="reg-name">{register.name}</span>
        {register.number !== register.name && <span class="reg-number">{register.number}</span>}
      </th>
      <td class="reg-value">
        {draft === null ? (
          <button type="button" class="value" disabled={!canEdit} title={t("debug.edit", { name: register.name })} aria-label={`${register.name}: ${value}${register.changed ? `, ${t("debug.changed")}` : ""}`} onClick={() => setDraft(formatted(register, settings.value.format === "auto" ? "decimal" : settings.value.format))}>
            {value}
          </button>
        ) : (
          <input
            class="value-input"
            aria-label={t("debug.edit", { name: register.name })}
            value={draft}
            ref={(input) => input?.focus()}
            onInput={(event) => setDraft(event.currentTarget.value)}
            onBlur={() => done(false)}
            onKeyDown={(event) => {
              if (event.key === "Enter") done(true);
              else if (event.key === "Escape") done(false);
            }}
          />
        )}
      </td>
      <td class="reg-ask">{register.bank !== "control" && <Questions about={register.name} pointer={register.pointer} />}</td>
    </tr>
  );
}
