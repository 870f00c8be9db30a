/** Two texts side by side, line by line; blanks and ends of lines can be seen. */
import { t } from "../i18n";

type Line = { kind: "same" | "gone" | "new"; text: string; mark?: [number, number] };
const MOST = 400;

export function Diff({ expected, got }: { expected: string; got: string }) {
  const lines = compared(linesOf(expected), linesOf(got));
  return (
    <figure class="diff">
      <figcaption>
        <span class="gone">− {t("tests.expected")}</span> <span class="new">+ {t("tests.got")}</span>
      </figcaption>
      <pre tabIndex={0}>
        {lines.map((line, k) => (
          <div key={k} class={`diff-${line.kind}`}>
            <span aria-hidden="true">{line.kind === "gone" ? "−" : line.kind === "new" ? "+" : " "} </span>
            {line.kind !== "same" && <span class="visually-hidden">{line.kind === "gone" ? t("tests.expected") : t("tests.got")}: </span>}
            {line.mark ? (
              <>
                {visible(line.text.slice(0, line.mark[0]))}
                <mark>{visible(line.text.slice(line.mark[0], line.mark[1])) || "␃"}</mark>
                {visible(line.text.slice(line.mark[1]))}
              </>
            ) : (
              visible(line.text)
            )}
          </div>
        ))}
      </pre>
    </figure>
  );
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/).slice(0, MOST);
}

/** Makes what cannot be seen visible. */
function visible(text: string): string {
  return text
    .replace(/\n/g, "↵")
    .replace(/\t/g, "→   ")
    .replace(/\r/g, "␍")
    .replace(/\u0000/g, "␀")
    .replace(/ (?=↵|$)/g, "·");
}

/** The longest common lines stay; of the others, pairs are compared letter by letter. */
function compared(a: string[], b: string[]): Line[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, k: number) => table[i]?.[k] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let k = b.length - 1; k >= 0; k--) {
      const row = table[i];
      if (row) row[k] = a[i] === b[k] ? at(i + 1, k + 1) + 1 : Math.max(at(i + 1, k), at(i, k + 1));
    }
  }
  const lines: Line[] = [];
  let [i, k] = [0, 0];
  while (i < a.length || k < b.length) {
    const [gone, fresh]: [string[], string[]] = [[], []];
    while (i < a.length && !(k < b.length && a[i] === b[k]) && (k >= b.length || at(i + 1, k) >= at(i, k + 1))) gone.push(a[i++] ?? "");
    while (k < b.length && !(i < a.length && a[i] === b[k]) && (i >= a.length || at(i, k + 1) > at(i + 1, k))) fresh.push(b[k++] ?? "");
    for (let n = 0; n < gone.length; n++) lines.push(marked("gone", gone[n] ?? "", fresh[n]));
    for (let n = 0; n < fresh.length; n++) lines.push(marked("new", fresh[n] ?? "", gone[n]));
    while (i < a.length && k < b.length && a[i] === b[k]) {
      lines.push({ kind: "same", text: a[i] ?? "" });
      i++;
      k++;
    }
  }
  return lines;
}

function marked(kind: "gone" | "new", text: string, other: string | undefined): Line {
  if (other === undefined) return { kind, text };
  let begin = 0;
  while (begin < text.length && text[begin] === other[begin]) begin++;
  let end = text.length;
  let last = other.length;
  while (end > begin && last > begin && text[end - 1] === other[last - 1]) {
    end--;
    last--;
  }
  return { kind, text, mark: [begin, end] };
}
