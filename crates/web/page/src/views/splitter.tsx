/** The edges between panes: dragged, or moved with arrow keys. */
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { bottomHeight, keep, sideWidth } from "../state/layout";

/** `side`: between the editor and the pane beside it; `bottom`: above the pane below it. */
export function Splitter({ edge }: { edge: "side" | "bottom" }) {
  const size = edge === "side" ? sideWidth : bottomHeight;
  const least = edge === "side" ? 300 : 100;
  const most = Math.max(least, (edge === "side" ? innerWidth : innerHeight) - 320);
  const set = (wanted: number) => keep(edge, Math.round(Math.min(most, Math.max(least, wanted))));
  useEffect(() => {
    document.documentElement.style.setProperty(`--${edge}`, `${Math.min(size.value, most)}px`);
  }, [size.value]);
  const [smaller, larger] = edge === "side" ? ["ArrowRight", "ArrowLeft"] : ["ArrowDown", "ArrowUp"];
  return (
    <div
      class={`splitter edge-${edge}`}
      role="separator"
      aria-orientation={edge === "side" ? "vertical" : "horizontal"}
      aria-label={t(edge === "side" ? "view.side" : "view.bottom")}
      aria-valuenow={size.value}
      aria-valuemin={least}
      aria-valuemax={Math.max(most, size.value)}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === larger) set(size.value + 24);
        else if (event.key === smaller) set(size.value - 24);
        else return;
        event.preventDefault();
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        // Below the pane is the line with the state.
        set(edge === "side" ? innerWidth - event.clientX : innerHeight - event.clientY - 25);
      }}
    />
  );
}
