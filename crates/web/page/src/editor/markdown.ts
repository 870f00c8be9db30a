/** Shows the Markdown of the language server as elements. No text ever becomes markup. */

export function markdown(source: string): HTMLElement {
  const box = document.createElement("div");
  box.className = "markdown";
  const lines = source.split("\n");
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (line.startsWith("```")) {
      const end = lines.findIndex((other, k) => k > at && other.startsWith("```"));
      const last = end < 0 ? lines.length : end;
      box.append(element("pre", lines.slice(at + 1, last).join("\n")));
      at = last + 1;
    } else if (/^#{1,6} /.test(line)) {
      const heading = document.createElement("strong");
      heading.className = "heading";
      inline(heading, line.replace(/^#+ /, ""));
      box.append(heading);
      at++;
    } else if (/^\s*[-*] /.test(line)) {
      const list = document.createElement("ul");
      while (/^\s*[-*] /.test(lines[at] ?? "")) {
        const item = document.createElement("li");
        inline(item, (lines[at] ?? "").replace(/^\s*[-*] /, ""));
        list.append(item);
        at++;
      }
      box.append(list);
    } else if (line.startsWith("|")) {
      const rows: string[] = [];
      while ((lines[at] ?? "").startsWith("|")) rows.push(lines[at++] ?? "");
      box.append(table(rows));
    } else if (/^-{3,}$/.test(line.trim())) {
      box.append(document.createElement("hr"));
      at++;
    } else if (line.trim() === "") {
      at++;
    } else {
      const words: string[] = [];
      while (at < lines.length && (lines[at] ?? "").trim() !== "" && !/^(```|#|\||\s*[-*] )/.test(lines[at] ?? "")) {
        words.push(lines[at++] ?? "");
      }
      if (words.length === 0) words.push(lines[at++] ?? "");
      const paragraph = document.createElement("p");
      // Two blanks at the end of a line begin a new one.
      const parts = words.join("\n").split(/ {2,}\n/);
      parts.forEach((part, k) => {
        if (k > 0) paragraph.append(document.createElement("br"));
        inline(paragraph, part.replace(/\n/g, " "));
      });
      box.append(paragraph);
    }
  }
  return box;
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function table(rows: string[]): HTMLElement {
  const made = document.createElement("table");
  for (const row of rows) {
    if (/^\|[\s:|-]+\|?$/.test(row)) continue;
    const line = document.createElement("tr");
    // A bar after a backslash belongs to the text.
    const cells = row.replace(/^\||\|$/g, "").split(/(?<!\\)\|/);
    for (const cell of cells) {
      const box = document.createElement("td");
      inline(box, cell.trim().replace(/\\\|/g, "|"));
      line.append(box);
    }
    made.append(line);
  }
  return made;
}

/** Code, bold and emphasis; of a link only its text. */
function inline(into: HTMLElement, text: string): void {
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\([^)]*\)/g;
  let last = 0;
  for (const found of text.matchAll(pattern)) {
    into.append(text.slice(last, found.index));
    const [whole, code, bold, emphasis, link] = found;
    if (code !== undefined) into.append(element("code", code));
    else if (bold !== undefined) into.append(element("strong", bold));
    else if (emphasis !== undefined) into.append(element("em", emphasis));
    else into.append(link ?? whole);
    last = (found.index ?? 0) + whole.length;
  }
  into.append(text.slice(last));
}
