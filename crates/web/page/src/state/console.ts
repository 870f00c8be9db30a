/** The console: what the program and the tools have said. Bounded, and shown at most once a frame. */
import { signal } from "@preact/signals";

export type Voice = "out" | "err" | "note" | "input" | "command" | "answer";

export interface Piece {
  voice: Voice;
  text: string;
}

/** More is cut off at the beginning. */
const MOST = 400_000;

class Console {
  /** What there is; only the last piece grows. */
  pieces: Piece[] = [];
  /** How many characters were cut off. */
  cut = 0;
  /** Grows when pieces were removed, so that a view begins anew. */
  epoch = 0;
  readonly version = signal(0);
  private size = 0;
  private isPending = false;

  write(voice: Voice, text: string): void {
    if (!text) return;
    const last = this.pieces[this.pieces.length - 1];
    if (last && last.voice === voice && last.text.length < 8192) last.text += text;
    else this.pieces.push({ voice, text });
    this.size += text.length;
    this.shorten();
    this.notify();
  }

  /** The same, on a line of its own. */
  line(voice: Voice, text: string): void {
    const last = this.pieces[this.pieces.length - 1];
    const begin = last && !last.text.endsWith("\n") ? "\n" : "";
    this.write(voice, `${begin}${text}${text.endsWith("\n") ? "" : "\n"}`);
  }

  clear(): void {
    this.pieces = [];
    this.size = 0;
    this.cut = 0;
    this.epoch++;
    this.notify();
  }

  /** Takes back the last `count` characters that the program has printed: time went back. */
  text(): string {
    return this.pieces.map((piece) => piece.text).join("");
  }

  private shorten(): void {
    if (this.size <= MOST) return;
    while (this.size > MOST / 2 && this.pieces.length > 1) {
      const gone = this.pieces.shift();
      this.size -= gone?.text.length ?? 0;
      this.cut += gone?.text.length ?? 0;
    }
    const only = this.pieces[0];
    if (only && this.size > MOST) {
      this.cut += only.text.length - MOST / 2;
      only.text = only.text.slice(-MOST / 2);
      this.size = only.text.length;
    }
    this.epoch++;
  }

  private notify(): void {
    if (this.isPending) return;
    this.isPending = true;
    const tell = () => {
      this.isPending = false;
      this.version.value++;
    };
    if (document.visibilityState === "hidden") setTimeout(tell, 50);
    else requestAnimationFrame(tell);
  }
}

export const console_ = new Console();
