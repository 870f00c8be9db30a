/** The debugger's buttons, and the timeline: a slider over every step of the run. */
import { useRef } from "preact/hooks";
import { number, t } from "../../i18n";
import { canStep, end, goTo, launched, move, pause, phase, restart, state, isActive } from "../../state/session";
import { IconButton } from "../parts";

export function DebugToolbar() {
  const off = !canStep.value;
  const isRunning = phase.value === "running";
  return (
    <div class="debug-toolbar" role="toolbar" aria-label={t("debug.toolbar")}>
      <div class="group">
        <IconButton icon="begin" label={t("debug.begin")} disabled={off} onClick={() => void move("begin")} />
        <IconButton icon="reverse" label={t("debug.reverse")} keys="Alt+F5" disabled={off} onClick={() => void move("reverse")} />
        <IconButton icon="finish" flip label={t("debug.backFinish")} keys="Alt+Shift+F11" disabled={off} onClick={() => void move("backFinish")} />
        <IconButton icon="next" flip label={t("debug.backNext")} keys="Alt+F10" disabled={off} onClick={() => void move("backNext")} />
        <IconButton icon="step" flip label={t("debug.back")} keys="Alt+F11" disabled={off} onClick={() => void move("back")} />
        <IconButton icon="back" label={t("debug.backi")} disabled={off} onClick={() => void move("backi")} />
      </div>
      <div class="group">
        <IconButton icon="single" label={t("debug.stepi")} disabled={off} onClick={() => void move("stepi")} />
        <IconButton icon="step" label={t("debug.step")} keys="F11" disabled={off} onClick={() => void move("step")} />
        <IconButton icon="next" label={t("debug.next")} keys="F10" disabled={off} onClick={() => void move("next")} />
        <IconButton icon="finish" label={t("debug.finish")} keys="Shift+F11" disabled={off} onClick={() => void move("finish")} />
        {isRunning ? (
          <IconButton icon="pause" label={t("debug.pause")} keys="F6" kind="primary" onClick={() => void pause()} />
        ) : (
          <IconButton icon="forward" label={t("debug.continue")} keys="F5" disabled={off} kind="primary" onClick={() => void move("continue")} />
        )}
      </div>
      <div class="group">
        <IconButton icon="begin" flip label={t("debug.end")} disabled={off} onClick={() => void goTo(state.value?.last ?? 0)} />
        <IconButton icon="restart" label={t("debug.restart")} disabled={!launched.value} onClick={() => void restart()} />
        <IconButton icon="stop" label={t("run.stop")} keys="F8" kind="danger" disabled={!isActive.value} onClick={() => void end()} />
      </div>
      <Timeline />
    </div>
  );
}

function Timeline() {
  const now = state.value;
  const drag = useRef<number | null>(null);
  const step = now?.step ?? 0;
  const last = Math.max(now?.last ?? 0, step);
  return (
    <div class="timeline">
      <input
        type="range"
        min={0}
        max={last}
        step={1}
        value={drag.current ?? step}
        disabled={!canStep.value || last === 0}
        aria-label={t("debug.timelineLabel")}
        aria-valuetext={t("debug.timeline", { step: number(step), last: number(last) })}
        onInput={(event) => {
          drag.current = Number(event.currentTarget.value);
          void goTo(drag.current);
        }}
        onChange={() => {
          drag.current = null;
        }}
      />
      <output>{t("debug.timeline", { step: number(step), last: number(last) })}</output>
    </div>
  );
}
