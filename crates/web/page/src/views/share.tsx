/** Links, QR codes, frames for other pages, and the page as one file. */
import { useEffect, useState } from "preact/hooks";
import { number, t } from "../i18n";
import { saveAs } from "../services/local-files";
import { notify, report } from "../state/messages";
import * as project from "../state/project";
import { encode } from "../share/codec";
import type { Code } from "../share/qr";
import { IconButton } from "./parts";

const LONG = 8000;

export default function Share() {
  const active = project.activeFile.value;
  const count = Object.values(project.files.value).filter(project.isText).length;
  const [isOnlyFile, setOnlyFile] = useState(count > 12 && active !== null);
  const [link, setLink] = useState("");
  const [qr, setQr] = useState<Code | null>(null);
  useEffect(() => {
    let isOld = false;
    const make = async () => {
      await project.flush();
      const all = project.files.peek();
      const chosen = isOnlyFile && active ? { [active]: all[active] ?? "" } : all;
      const shared = { name: project.projectName.peek(), files: chosen, main: isOnlyFile ? null : project.program.peek() };
      const made = location.href.replace(/[?#].*$/, "") + (await encode(shared));
      const { code } = await import("../share/qr");
      if (isOld) return;
      setLink(made);
      setQr(code(made));
    };
    make().catch(report);
    return () => {
      isOld = true;
    };
  }, [isOnlyFile]);
  const embedded = link.replace("#", "?embed#");
  const frame = `<iframe src="${embedded}" title="${project.projectName.value.replace(/[&<>"]/g, "")}" width="100%" height="420" loading="lazy"></iframe>`;
  return (
    <div class="share">
      {count > 1 && active && (
        <fieldset class="plain bar">
          <legend class="visually-hidden">{t("share.what")}</legend>
          <label><input type="radio" name="what" checked={!isOnlyFile} onChange={() => setOnlyFile(false)} /> {t("share.all", { n: number(count) })}</label>
          <label><input type="radio" name="what" checked={isOnlyFile} onChange={() => setOnlyFile(true)} /> {t("share.file", { name: active })}</label>
        </fieldset>
      )}
      <Copy label={t("share.link")} text={link} />
      <p class="hint">{t("share.size", { n: number(link.length) })} {link.length > LONG && t("share.long")}</p>
      <figure class="qr">
        {qr ? (
          <svg viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`} role="img" aria-label={t("share.qr")} shape-rendering="crispEdges">
            <rect x={-4} y={-4} width={qr.size + 8} height={qr.size + 8} fill="#fff" />
            <path d={qr.path} fill="#000" />
          </svg>
        ) : (
          <p class="hint">{link && t("share.qrLong")}</p>
        )}
      </figure>
      <Copy label={t("share.embed")} text={frame} />
      {!ONE_FILE && (
        <div class="bar">
          <span class="grow">{t("share.oneFile")}</span>
          <IconButton icon="download" withText label={t("share.oneFileSave")} onClick={() => void saveOneFile().catch(report)} />
        </div>
      )}
    </div>
  );
}

function Copy({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notify(t("share.copied"));
  };
  return (
    <label class="copy">
      <span>{label}</span>
      <span class="bar">
        <input class="grow" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="button" onClick={() => void copy().catch(report)}>{t("share.copy")}</button>
      </span>
    </label>
  );
}

async function saveOneFile(): Promise<void> {
  const found = await fetch("jal-studio.html");
  if (!found.ok) throw new Error(`jal-studio.html: ${found.status}`);
  saveAs("jal-studio.html", await found.blob());
}
