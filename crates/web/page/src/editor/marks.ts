/** What is drawn beside and over the lines: breakpoints, the present line, coverage, findings. */
import { StateEffect, StateField, RangeSet, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutter, type DecorationSet } from "@codemirror/view";

export interface Point {
  /** Where its line begins. */
  pos: number;
  condition: string;
  /** The debugger could not place it. */
  isRefused: boolean;
}

export interface LineMark {
  line: number;
  title: string;
}

export const setPoints = StateEffect.define<Point[]>();
export const setPlace = StateEffect.define<{ line: number; innermost: boolean; fault: boolean } | null>();
export const setCoverage = StateEffect.define<Map<number, number> | null>();
export const setFindings = StateEffect.define<LineMark[]>();

/** Breakpoints move with the text. */
export const points = StateField.define<Point[]>({
  create: () => [],
  update(value, transaction) {
    let next = value;
    if (transaction.docChanged) {
      const moved = value.map((point) => ({
        ...point,
        pos: transaction.newDoc.lineAt(transaction.changes.mapPos(point.pos, 1)).from,
      }));
      next = moved.filter((point, k) => moved.findIndex((other) => other.pos === point.pos) === k);
    }
    for (const effect of transaction.effects) if (effect.is(setPoints)) next = effect.value;
    return next;
  },
});

class PointMarker extends GutterMarker {
  constructor(readonly breakpoint: Point) {
    super();
  }
  override eq(other: PointMarker): boolean {
    return other.breakpoint.condition === this.breakpoint.condition && other.breakpoint.isRefused === this.breakpoint.isRefused;
  }
  override toDOM(): Node {
    const dot = document.createElement("span");
    dot.className = "breakpoint";
    if (this.breakpoint.condition) {
      dot.classList.add("conditional");
      dot.title = this.breakpoint.condition;
    }
    if (this.breakpoint.isRefused) dot.classList.add("refused");
    return dot;
  }
}

class ClassMarker extends GutterMarker {
  constructor(
    readonly name: string,
    readonly title: string,
  ) {
    super();
  }
  override eq(other: ClassMarker): boolean {
    return other.name === this.name && other.title === this.title;
  }
  override toDOM(): Node {
    const mark = document.createElement("span");
    mark.className = this.name;
    mark.title = this.title;
    return mark;
  }
}

function lineStart(doc: Text, line: number): number {
  return doc.line(Math.min(Math.max(line, 1), doc.lines)).from;
}

const place = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setPlace)) continue;
      if (effect.value === null) next = Decoration.none;
      else {
        const { line, innermost, fault } = effect.value;
        const name = fault ? "line-fault" : innermost ? "line-present" : "line-caller";
        next = Decoration.set(Decoration.line({ class: name }).range(lineStart(transaction.newDoc, line)));
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const coverage = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setCoverage)) continue;
      const doc = transaction.newDoc;
      const lines = [...(effect.value ?? [])].filter(([line]) => line >= 1 && line <= doc.lines);
      const marks = lines.map(([line, runs]) => {
        const marker = new ClassMarker(runs > 0 ? "covered" : "uncovered", runs > 0 ? `${runs}×` : "0×");
        return marker.range(doc.line(line).from);
      });
      next = RangeSet.of(marks, true);
    }
    return next;
  },
});

const findings = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setFindings)) continue;
      const doc = transaction.newDoc;
      const known = effect.value.filter(({ line }) => line >= 1 && line <= doc.lines);
      next = RangeSet.of(known.map(({ line, title }) => new ClassMarker("finding", title).range(doc.line(line).from)), true);
    }
    return next;
  },
});

/** `toggle`: somebody clicked beside a line, or asked for a condition there. */
export function marks(toggle: (view: EditorView, pos: number, withCondition: boolean) => void): Extension {
  return [
    points,
    place,
    coverage,
    findings,
    gutter({
      class: "gutter-points",
      markers: (view) => {
        const known = view.state.field(points).filter((point) => point.pos <= view.state.doc.length);
        return RangeSet.of(known.map((point) => new PointMarker(point).range(point.pos)), true);
      },
      initialSpacer: () => new ClassMarker("breakpoint spacer", ""),
      domEventHandlers: {
        mousedown(view, line, event) {
          const mouse = event as MouseEvent;
          if (mouse.button === 0) toggle(view, line.from, mouse.shiftKey || mouse.altKey);
          return true;
        },
        contextmenu(view, line, event) {
          event.preventDefault();
          toggle(view, line.from, true);
          return true;
        },
      },
    }),
    gutter({ class: "gutter-findings", markers: (view) => view.state.field(findings) }),
    gutter({ class: "gutter-coverage", markers: (view) => view.state.field(coverage) }),
  ];
}
