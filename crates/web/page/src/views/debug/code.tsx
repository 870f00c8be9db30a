/** The instructions around the present one: each source line, and what it became. */
import { useEffect, useState } from "preact/hooks";
import { showLine } from "../../editor/editor";
import { t } from "../../i18n";
import type { DapInstruction } from "../../services/dap";
import { files, isText } from "../../state/project";
import { chosenFrame, frames, session, state } from "../../state/session";
import { hex32 } from "./format";

const BEFORE = 12;
const COUNT = 48;

interface Placed extends DapInstruction {
  path: string | null;
  text: string | null;
}

export function CodePane() {
  const [rows, setRows] = useState<Placed[]>([]);
  const now = state.value;
  const frame = frames.value.find((one) => one.id === chosenFrame.value);
  const at = frame?.instructionPointerReference ?? (now ? hex32(now.pc) : null);
  useEffect(() => {
    let isOld = false;
    if (!at) return;
    void session()
      ?.disassemble(at, -BEFORE, COUNT)
      .then((found) => !isOld && setRows(withSources(found)))
      .catch(() => undefined);
    return () => {
      isOld = true;
    };
  }, [at, now]);
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={t("debug.code")}>
      <table class="code-table">
        <thead>
          <tr>
            <th scope="col">{t("debug.address")}</th>
            <th scope="col">{t("debug.becomes")}</th>
            <th scope="col">{t("debug.source")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.address} class={row.address === at ? "present" : ""} aria-current={row.address === at ? "step" : undefined}>
              <th scope="row" title={row.instructionBytes}>
                {row.symbol && <span class="symbol">{row.symbol}:</span>}
                {row.address}
              </th>
              <td>{row.instruction}</td>
              <td>
                {row.text !== null && row.path && (
                  <button type="button" class="source-link" onClick={() => row.path && row.line && showLine(row.path, row.line)}>
                    <span class="faint">{row.line}</span> {row.text}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A line of source stands beside its first instruction only. */
function withSources(found: DapInstruction[]): Placed[] {
  let path: string | null = null;
  let last = "";
  return found.map((row) => {
    if (row.location) path = row.location.path ?? null;
    const contents = path ? files.peek()[path] : undefined;
    const key = `${path}:${row.line}`;
    const isNew = row.line !== undefined && key !== last;
    if (row.line !== undefined) last = key;
    const text = isNew && isText(contents) ? (contents.split("\n")[(row.line ?? 1) - 1] ?? "").trim() : null;
    return { ...row, path, text };
  });
}
