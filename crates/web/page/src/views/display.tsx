/** What devices show, drawn at most once a frame, and the keyboard of the program. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { isActive, launched, phase, press, screenVersion, session } from "../state/session";
import type { ScreenView } from "../worker/protocol";

const ARROWS: Record<string, string> = { ArrowUp: "w", ArrowLeft: "a", ArrowDown: "s", ArrowRight: "d", Enter: "\n", Backspace: "\b", Tab: "\t" };

export function DisplayView() {
  const [screens, setScreens] = useState<ScreenView[]>([]);
  const known = useRef(new Map<string, ScreenView>());
  useEffect(() => {
    let isOver = false;
    let version = -1;
    let busy = false;
    known.current.clear();
    setScreens([]);
    const look = () => {
      if (isOver) return;
      requestAnimationFrame(look);
      const worker = session()?.worker;
      if (busy || !worker) return;
      busy = true;
      worker
        .request("screen", { since: version })
        .then((found) => {
          version = found.version;
          if (found.screens.length === 0 || isOver) return;
          for (const screen of found.screens) known.current.set(screen.id, screen);
          setScreens([...known.current.values()]);
        })
        .catch(() => undefined)
        .finally(() => {
          busy = false;
        });
    };
    look();
    return () => {
      isOver = true;
    };
  }, [launched.value]);
  void screenVersion.value;
  const type = (event: KeyboardEvent) => {
    const text = ARROWS[event.key] ?? (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey ? event.key : "");
    if (!text || (event.key === "Tab" && event.shiftKey)) return;
    event.preventDefault();
    void press(text);
  };
  if (screens.length === 0 && !isActive.value) return <p class="hint pad">{t("display.empty")}</p>;
  return (
    <div class="display" data-phase={phase.value}>
      <div class="screens" role="application" aria-label={t("display.keyboard")} tabIndex={0} onKeyDown={type}>
        {screens.map((screen) => (
          <Screen key={screen.id} screen={screen} />
        ))}
      </div>
      <p class="hint">{t("display.keys")}</p>
    </div>
  );
}

function Screen({ screen }: { screen: ScreenView }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d", { willReadFrequently: true });
    if (!context || screen.width < 1 || screen.height < 1) return;
    context.putImageData(new ImageData(new Uint8ClampedArray(screen.pixels), screen.width, screen.height), 0, 0);
  }, [screen]);
  return (
    <figure class="screen">
      <canvas ref={canvas} width={screen.width} height={screen.height} role="img" aria-label={screen.name} />
      <figcaption>{screen.name} · {screen.width}×{screen.height}</figcaption>
    </figure>
  );
}
