/** Views that are loaded when they are first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { report } from "../state/messages";

export function lazy(load: () => Promise<{ default: ComponentType }>): ComponentType {
  let known: ComponentType | null = null;
  return function Lazy() {
    const [View, setView] = useState<ComponentType | null>(() => known);
    useEffect(() => {
      if (known) return;
      load()
        .then((loaded) => {
          known = loaded.default;
          setView(() => loaded.default);
        })
        .catch(report);
    }, []);
    return View ? <View /> : <p class="hint pad" aria-busy="true">{t("app.loading")}</p>;
  };
}
