/** The open calls, with what each keeps on the stack. */
import { useEffect, useState } from "preact/hooks";
import { showLine } from "../../editor/editor";
import { t } from "../../i18n";
import type { DapVariable } from "../../services/dap";
import { chosenFrame, frames, session, state } from "../../state/session";

export function StackPane() {
  return (
    <ol class="frames" aria-label={t("debug.stack")}>
      {frames.value.map((frame) => {
        const isChosen = frame.id === chosenFrame.value;
        return (
          <li key={frame.id}>
            <button
              type="button"
              class={isChosen ? "frame chosen" : "frame"}
              aria-expanded={isChosen}
              onClick={() => {
                chosenFrame.value = frame.id;
                if (frame.source?.path && frame.line > 0) showLine(frame.source.path, frame.line);
              }}
            >
              <strong>{frame.name}</strong>
              <span class="hint">{frame.source?.name ? `${frame.source.name}:${frame.line}` : frame.instructionPointerReference}</span>
            </button>
            {isChosen && <FrameWords frameId={frame.id} />}
          </li>
        );
      })}
    </ol>
  );
}

function FrameWords({ frameId }: { frameId: number }) {
  const [words, setWords] = useState<DapVariable[] | null>(null);
  useEffect(() => {
    let isOld = false;
    void session()
      ?.frameVariables(frameId, "Stack frame")
      .then((found) => !isOld && setWords(found))
      .catch(() => undefined);
    return () => {
      isOld = true;
    };
  }, [frameId, state.value]);
  if (!words) return null;
  if (words.length === 0) return <p class="hint pad-small">{t("debug.noFrame")}</p>;
  return (
    <table class="frame-table">
      <caption class="visually-hidden">{t("debug.stack")}</caption>
      <tbody>
        {words.map((word) => (
          <tr key={word.name}>
            <th scope="row">{word.name}</th>
            <td>{word.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
