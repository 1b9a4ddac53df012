import { helper } from 'echarts/core';

/** An element on the canvas of ECharts, as far as marks need it. */
export interface Mark {
  type: string;
  x: number;
  y: number;
  z: number;
  zlevel: number;
  z2: number;
  scaleX: number;
  scaleY: number;
  ignore: boolean;
  shape: Record<string, unknown> & { x: number; y: number; width: number; height: number };
  style: object & { lineWidth?: number };
  buildPath: unknown;
  setShape(shape: object): void;
  useStyle(style: object): void;
  markRedraw(): void;
}

/** What marks are in. */
export interface MarkGroup {
  children(): (Mark & MarkGroup)[];
  childAt(index: number): Mark & MarkGroup;
  add(element: object): void;
  remove(element: object): void;
  setClipPath(path: object): void;
  getClipPath(): object | null | undefined;
  removeClipPath(): void;
}

type Maker<Made> = new (options?: object) => Made;

/** An element like another one. */
function likeMark(mark: Mark): Mark {
  const { x, y, z, zlevel, z2, scaleX, scaleY } = mark;
  const like = new (mark.constructor as Maker<Mark>)({
    ...{ x, y, z, zlevel, z2, scaleX, scaleY, silent: true },
    shape: { ...mark.shape },
  });
  if (Object.hasOwn(mark, 'buildPath')) like.buildPath = mark.buildPath;
  // biome-ignore lint/correctness/useHookAtTopLevel: it is a member of ECharts, and no hook
  like.useStyle(mark.style);
  return like;
}

/** px by which two places may differ that are the same. */
const SAME = 0.001;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Marks that are not drawn until ECharts draws again, or until they are shown. */
function hiddenMarks() {
  let hidden: Mark[] = [];
  const set = (marks: readonly Mark[], ignore: boolean) => {
    for (const mark of marks) {
      mark.ignore = ignore;
      mark.markRedraw();
    }
  };
  const add = (marks: readonly Mark[]) => {
    const more = marks.filter(({ ignore }) => !ignore);
    set(more, true);
    hidden.push(...more);
  };
  const showAll = () => {
    set(hidden, false);
    hidden = [];
  };
  return {
    add,
    showAll,
    /** Hides these and no others; returns whether that makes a difference. Those that others hide do not count. */
    change(marks: readonly Mark[]): boolean {
      const before = hidden;
      showAll();
      add(marks);
      return hidden.length !== before.length || hidden.some((mark, at) => mark !== before[at]);
    },
  };
}

/** Marks of one series that follow it. */
export interface GrownMarks {
  /** px before and after a place that a mark takes, and above and below one. */
  reach: number;
  reachUp: number;
  /**
   * Puts marks at places, in the order of the line; those that are after `last`, px, are drawn no more. Returns the first
   * place at which anything is different now, without its reach.
   */
  draw(last: number, places: readonly (readonly [x: number, y: number, foot: number])[]): number;
  /** Hides what has left the area, of which `px` are gone. */
  moveTo(px: number): void;
  /** Leaves out what lies between two places alone, px, while what is around is painted; returns what brings it back. */
  leaveOutBetween(left: number, right: number): () => void;
  reset(): void;
}

/** Elements are not told of it: when they are painted again, they are there. */
function leftOut(marks: readonly Mark[]): () => void {
  for (const mark of marks) mark.ignore = true;
  return () => {
    for (const mark of marks) mark.ignore = false;
  };
}

/** px of the dots of points that stand alone. */
const DOT = 4;

/** A dot as ECharts draws it where a line has no points. */
export function dotOf({ style, z, zlevel }: Pick<Mark, 'z' | 'zlevel'> & { style: { stroke?: unknown } }): Mark {
  const dot = helper.createSymbol('circle', -1, -1, 2, 2, style.stroke as string) as unknown as Mark;
  return Object.assign(dot, { z, zlevel, z2: 100, scaleX: DOT / 2, scaleY: DOT / 2 });
}

/** The points of a line; undefined where there is none that others could look like. `like`: what they look like then. */
export function grownPoints(group: MarkGroup | undefined, area: Area, like?: Mark): GrownMarks | undefined {
  const marks = group?.children() ?? [];
  const path = marks.find(({ ignore }) => !ignore)?.childAt(0) ?? like;
  if (!group || !path) return undefined;
  const [ended, gone] = [hiddenMarks(), hiddenMarks()];
  const added: Mark[] = [];
  const removeAdded = (from: number) => {
    for (const element of added.splice(from)) group.remove(element);
  };
  const reach = Math.max(path.scaleX, path.scaleY) + Math.abs(path.x) + (path.style.lineWidth ?? 0) + 1;
  const isIn = (y: number) => y >= area.y - SAME && y <= area.y + area.height + SAME;
  return {
    ...{ reach, reachUp: reach },
    draw(last, places) {
      const shown = places.filter(([, y]) => isIn(y));
      let from = added[shown.length]?.x ?? Number.POSITIVE_INFINITY;
      removeAdded(shown.length);
      if (ended.change(marks.filter(({ x }) => x > last + SAME))) from = last;
      for (const [at, [x, y]] of shown.entries()) {
        const known = added[at];
        if (known?.x === x && known.y === y) continue;
        from = Math.min(from, x, known?.x ?? x);
        const around = known ?? new (group.constructor as Maker<Mark & MarkGroup>)();
        Object.assign(around, { x, y });
        around.markRedraw();
        if (known) continue;
        (around as Mark & MarkGroup).add(likeMark(path));
        group.add(around);
        added.push(around);
      }
      return from;
    },
    moveTo(px) {
      gone.add(group.children().filter(({ x }) => x - px < area.x - SAME));
    },
    leaveOutBetween: (left, right) =>
      leftOut(group.children().filter(({ x, ignore }) => !ignore && x - reach > left && x + reach < right)),
    reset() {
      removeAdded(0);
      ended.showAll();
      gone.showAll();
    },
  };
}

/** Where the bars of a series stand, px: their width, and how far their beginning is from their time. */
export interface BarColumn {
  size: number;
  offset: number;
}

/** Bars that are elements of their own. */
function singleBars(group: MarkGroup, bars: Mark[], area: Area, { size, offset }: BarColumn): GrownMarks {
  const model = bars[0] as Mark;
  const ended = hiddenMarks();
  const added: Mark[] = [];
  const removeAdded = (from: number) => {
    for (const bar of added.splice(from)) group.remove(bar);
  };
  const beginning = model.x;
  /** ECharts makes bars smaller that are not within the chart as a whole; what moves is cut off at its edges instead. */
  const cutOff = () => {
    if (group.getClipPath()) return;
    // Above and below it ends between two dots of the screen, so that no foot of a bar is painted half.
    const [top, bottom] = [Math.floor(area.y), Math.ceil(area.y + area.height)];
    const shape = { x: area.x, width: area.width, y: top, height: bottom - top, r: 0 };
    group.setClipPath(new (model.constructor as Maker<Mark>)({ shape }));
    const right = area.x + area.width;
    for (const bar of bars) {
      const { x, width } = bar.shape;
      if (width < size - SAME && Math.abs(x + width - right) < SAME) bar.setShape({ width: size });
    }
  };
  return {
    ...{ reach: Math.abs(offset) + size + 1, reachUp: 1 },
    draw(last, places) {
      let from = added[places.length] ? last : Number.POSITIVE_INFINITY;
      removeAdded(places.length);
      cutOff();
      if (ended.change(bars.filter(({ shape }) => shape.x > last + offset + SAME))) from = last;
      for (const [at, [x, y, foot]] of places.entries()) {
        const known = added[at];
        const bar = known ?? likeMark(model);
        // One that goes up has its round corners above.
        const shape = { x: x + offset, width: size, y: foot, height: y - foot };
        if (known && Object.entries(shape).every(([side, px]) => bar.shape[side] === px)) continue;
        from = Math.min(from, x, known ? known.shape.x - offset : x);
        bar.setShape(shape);
        if (known) continue;
        group.add(bar);
        added.push(bar);
      }
      return from;
    },
    moveTo(px) {
      cutOff();
      for (const element of [...bars, ...added]) {
        element.x = beginning - px;
        element.markRedraw();
      }
    },
    leaveOutBetween: (left, right) =>
      leftOut(
        [...bars, ...added].filter(
          ({ shape: { x, width }, ignore }) => !ignore && x - 1 > left && x + width + 1 < right,
        ),
      ),
    reset() {
      removeAdded(0);
      ended.showAll();
      group.removeClipPath();
      for (const bar of bars) bar.x = beginning;
    },
  };
}

/** Many bars, which are one path: x, y and height of each in a row. */
function pathOfBars(path: Mark, { size, offset }: BarColumn): GrownMarks {
  const first = path.shape.points as Float32Array;
  const beginning = path.x;
  /** How many of some bars begin up to a place, px. */
  const countUpTo = (bars: Float32Array, x: number) => {
    let count = bars.length / 3;
    while (count > 0 && (bars[3 * count - 3] as number) > x) count--;
    return count;
  };
  return {
    ...{ reach: Math.abs(offset) + size + 1, reachUp: 1 },
    draw(last, places) {
      const before = path.shape.points as Float32Array;
      const count = countUpTo(first, last + offset + SAME);
      const points = new Float32Array(3 * (count + places.length));
      points.set(first.subarray(0, 3 * count));
      for (const [at, [x, y, foot]] of places.entries()) points.set([x + offset, foot, y - foot], 3 * (count + at));
      let same = 3 * count;
      while (same < points.length && points[same] === before[same]) same++;
      if (same === points.length && same === before.length) return Number.POSITIVE_INFINITY;
      path.setShape({ points });
      return same === 3 * count ? last : (points[same - (same % 3) - 3] as number) - offset;
    },
    moveTo(px) {
      path.x = beginning - px;
      path.markRedraw();
    },
    leaveOutBetween(left, right) {
      const points = path.shape.points as Float32Array;
      let from = 0;
      while (from < points.length && (points[from] as number) <= left + 1) from += 3;
      const to = 3 * countUpTo(points, right - size - 1);
      if (to <= from) return () => undefined;
      const some = new Float32Array(from + points.length - to);
      some.set(points.subarray(0, from));
      some.set(points.subarray(to), from);
      path.setShape({ points: some });
      return () => path.setShape({ points });
    },
    reset() {
      path.setShape({ points: first });
      path.x = beginning;
    },
  };
}

/** The bars of a series; undefined where there is none that others could look like. */
export function grownBars(group: MarkGroup | undefined, area: Area, column: BarColumn): GrownMarks | undefined {
  const children = group?.children() ?? [];
  const path = children.find(({ type }) => type === 'largeBar');
  if (path) return pathOfBars(path, column);
  const bars = children.filter(({ type }) => type === 'rect');
  return group && bars.length > 0 ? singleBars(group, bars, area, column) : undefined;
}
