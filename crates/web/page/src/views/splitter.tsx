/** The edge between the editor and the pane at its side: dragged, or moved with arrow keys. */
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { keepSideWidth, sideWidth as width } from "../state/layout";


function set(wanted: number): void {
  const most = Math.max(320, innerWidth - 380);
  keepSideWidth(Math.round(Math.min(most, Math.max(300, wanted))));
}

export function Splitter() {
  useEffect(() => {
    document.documentElement.style.setProperty("--side", `${width.value}px`);
  }, [width.value]);
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={t("view.debug")}
      aria-valuenow={width.value}
      aria-valuemin={300}
      aria-valuemax={1200}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === "ArrowLeft") set(width.value + 24);
        else if (event.key === "ArrowRight") set(width.value - 24);
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) set(innerWidth - event.clientX);
      }}
    />
  );
}
