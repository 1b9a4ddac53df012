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
  const hidden: Mark[] = [];
  return {
    add(mark: Mark) {
      if (mark.ignore) return;
      mark.ignore = true;
      mark.markRedraw();
      hidden.push(mark);
    },
    showAll() {
      for (const mark of hidden.splice(0)) {
        mark.ignore = false;
        mark.markRedraw();
      }
    },
  };
}

/** Marks of one series that follow it. */
export interface GrownMarks {
  /** px around a place that a mark takes. */
  reach: number;
  /** Puts marks at places, in the order of the line; those that are after `last`, px, are drawn no more. */
  draw(last: number, places: readonly (readonly [x: number, y: number, foot: number])[]): void;
  /** Hides what has left the area, of which `px` are gone. */
  moveTo(px: number): void;
  /** Leaves out what lies before a place, px, while what comes after it is painted; returns what brings it back. */
  leaveOut(before: number): () => void;
  reset(): void;
}

/** Elements are not told of it: when they are painted again, they are there. */
function leftOut(marks: readonly Mark[]): () => void {
  for (const mark of marks) mark.ignore = true;
  return () => {
    for (const mark of marks) mark.ignore = false;
  };
}

/** The points of a line; undefined where there is none that others could look like. */
export function grownPoints(group: MarkGroup | undefined, area: Area): GrownMarks | undefined {
  const marks = group?.children() ?? [];
  const model = marks.find(({ ignore }) => !ignore);
  const path = model?.childAt(0);
  if (!group || !model || !path) return undefined;
  const [ended, gone] = [hiddenMarks(), hiddenMarks()];
  const added: Mark[] = [];
  const removeAdded = (from: number) => {
    for (const element of added.splice(from)) group.remove(element);
  };
  const reach = Math.max(path.scaleX, path.scaleY) + Math.abs(path.x) + (path.style.lineWidth ?? 0) + 1;
  const isIn = (y: number) => y >= area.y - SAME && y <= area.y + area.height + SAME;
  return {
    reach,
    draw(last, places) {
      const shown = places.filter(([, y]) => isIn(y));
      removeAdded(shown.length);
      ended.showAll();
      for (const mark of marks) if (mark.x > last + SAME) ended.add(mark);
      for (const [at, [x, y]] of shown.entries()) {
        const known = added[at];
        if (known?.x === x && known.y === y) continue;
        const around = known ?? new (group.constructor as Maker<Mark & MarkGroup>)();
        Object.assign(around, { x, y });
        around.markRedraw();
        if (known) continue;
        (around as Mark & MarkGroup).add(likeMark(path));
        group.add(around);
        added.push(around);
      }
    },
    moveTo(px) {
      for (const mark of group.children()) if (mark.x - px < area.x - SAME) gone.add(mark);
    },
    leaveOut: (before) => leftOut(group.children().filter(({ x, ignore }) => !ignore && x + reach < before)),
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
    reach: Math.abs(offset) + size + 1,
    draw(last, places) {
      removeAdded(places.length);
      ended.showAll();
      cutOff();
      for (const bar of bars) if (bar.shape.x > last + offset + SAME) ended.add(bar);
      for (const [at, [x, y, foot]] of places.entries()) {
        const known = added[at];
        const bar = known ?? likeMark(model);
        // One that goes up has its round corners above.
        const shape = { x: x + offset, width: size, y: foot, height: y - foot };
        if (!known || Object.entries(shape).some(([side, px]) => bar.shape[side] !== px)) bar.setShape(shape);
        if (known) continue;
        group.add(bar);
        added.push(bar);
      }
    },
    moveTo(px) {
      cutOff();
      for (const element of [...bars, ...added]) {
        element.x = beginning - px;
        element.markRedraw();
      }
    },
    leaveOut: (before) =>
      leftOut([...bars, ...added].filter(({ shape, ignore }) => !ignore && shape.x + size + 1 < before)),
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
  return {
    reach: Math.abs(offset) + size + 1,
    draw(last, places) {
      let count = first.length / 3;
      while (count > 0 && (first[3 * count - 3] as number) > last + offset + SAME) count--;
      const points = new Float32Array(3 * (count + places.length));
      points.set(first.subarray(0, 3 * count));
      for (const [at, [x, y, foot]] of places.entries()) points.set([x + offset, foot, y - foot], 3 * (count + at));
      path.setShape({ points });
    },
    moveTo(px) {
      path.x = beginning - px;
      path.markRedraw();
    },
    leaveOut: () => () => undefined,
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
