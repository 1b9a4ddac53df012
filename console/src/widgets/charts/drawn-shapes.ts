import type { Scripts } from '../sandbox/scripts.ts';

/** Steps of a shape that are drawn. */
const MAX_STEPS = 500;
/** px */
const MOST = 160;

/** Runs the function of a shape with a canvas that only notes what is drawn on it. */
const RECORDING = (body: string) => `
  var steps = [];
  var note = function (name) {
    return function () { if (steps.length < ${MAX_STEPS}) steps.push([name].concat([].slice.call(arguments, 0, 7))); };
  };
  var ctx = { save: note('-'), restore: note('-'), beginPath: note('-'), stroke: note('-'), fill: note('-') };
  ['moveTo', 'lineTo', 'arc', 'rect', 'closePath', 'quadraticCurveTo', 'bezierCurveTo'].forEach(function (name) {
    ctx[name] = note(name);
  });
  (function (ctx, x, y, radius, shadow) {
${body}
  })(ctx, 0, 0, radius, false);
  return steps;`;

/** The outline of what was drawn on a canvas as an SVG path, and the box that it fills. */
export interface DrawnShape {
  path: string;
  width: number;
  height: number;
  /** Its middle, seen from the point. */
  x: number;
  y: number;
}

type Step = readonly [name: string, ...values: number[]];

function stepsOf(drawn: unknown): Step[] {
  if (!Array.isArray(drawn)) return [];
  return drawn.filter(
    (step): step is Step =>
      Array.isArray(step) &&
      typeof step[0] === 'string' &&
      step.slice(1).every((value) => typeof value === 'boolean' || Number.isFinite(value)),
  );
}

/** A circle or a part of one, as short lines: their ends are what the box is measured by. */
function arcPoints([x = 0, y = 0, radius = 0, from = 0, to = 0, backwards]: readonly number[]): [number, number][] {
  const full = 2 * Math.PI;
  const requested = backwards ? from - to : to - from;
  const sweep = requested >= full ? full : ((requested % full) + full) % full;
  const count = Math.max(2, Math.ceil((sweep / full) * 24));
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = from + ((backwards ? -sweep : sweep) * index) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** Undefined when nothing was drawn. */
export function drawnShape(drawn: unknown): DrawnShape | undefined {
  const parts: string[] = [];
  const xs: number[] = [];
  const ys: number[] = [];
  const line = (letter: string, ...points: readonly (readonly [number, number])[]) => {
    for (const [x, y] of points) {
      xs.push(x);
      ys.push(y);
    }
    parts.push(letter + points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(' '));
  };
  for (const [name, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] of stepsOf(drawn)) {
    if (name === 'moveTo') line('M', [a, b]);
    else if (name === 'lineTo') line(parts.length > 0 ? 'L' : 'M', [a, b]);
    else if (name === 'rect') {
      line('M', [a, b], [a + c, b], [a + c, b + d], [a, b + d]);
      parts.push('Z');
    } else if (name === 'arc') {
      const [first, ...rest] = arcPoints([a, b, c, d, e, f]);
      if (first) line(parts.length > 0 && parts.at(-1) !== 'Z' ? 'L' : 'M', first);
      if (rest.length > 0) line('L', ...rest);
    } else if (name === 'quadraticCurveTo' && parts.length > 0) line('Q', [a, b], [c, d]);
    else if (name === 'bezierCurveTo' && parts.length > 0) line('C', [a, b], [c, d], [e, f]);
    else if (name === 'closePath' && parts.length > 0) parts.push('Z');
  }
  if (xs.length < 2) return undefined;
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return {
    path: parts.join(''),
    width: Math.min(MOST, Math.max(1, right - left)),
    height: Math.min(MOST, Math.max(1, bottom - top)),
    x: (left + right) / 2,
    y: (top + bottom) / 2,
  };
}

/** By radius and function, what it has drawn, or that it failed: a chart is remade with each value. */
const known = new WeakMap<Scripts, Map<string, DrawnShape | undefined>>();
const MAX_KNOWN = 200;

export function customShape(scripts: Scripts | undefined, body: unknown, radius: number): DrawnShape | undefined {
  if (!scripts || typeof body !== 'string' || body.trim() === '') return undefined;
  const shapes = known.get(scripts) ?? new Map<string, DrawnShape | undefined>();
  known.set(scripts, shapes);
  const key = `${radius} ${body}`;
  if (!shapes.has(key)) {
    if (shapes.size >= MAX_KNOWN) shapes.clear();
    shapes.set(key, undefined);
    try {
      shapes.set(key, drawnShape(scripts.compile(RECORDING(body), ['radius'])(radius)));
    } catch {
      // A function that fails leaves circles.
    }
  }
  return shapes.get(key);
}
