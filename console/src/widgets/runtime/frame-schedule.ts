/**
 * Spreads the drawing of all widgets over the frames of the browser. However many values arrive, a widget is drawn only
 * as often as eyes follow: a value that comes alone at once, those that come all the time some together, the first of
 * them `LAG` ms later at most. Where frames take their time, all widgets wait longer, those first that have waited
 * longest, so that the page keeps `ROOM` of its thread for other things, and no frame does a long piece of work.
 */
export interface FrameSchedule {
  /** Draws soon. A task that already waits is not queued twice. */
  request(task: FrameTask): void;
  cancel(task: FrameTask): void;
}

export interface FrameTask {
  /** Returns true when nothing follows from it: what it draws is drawn. */
  run: () => unknown;
  /** It is what is left to do of a drawing, and waits for nothing but its share of a frame. */
  isRest?: boolean;
}

export interface FrameScheduleParts {
  requestFrame: (callback: () => void) => number;
  /** Calls back after `ms`, and returns a way to call that off. Absent: frames pass until a task may run. */
  wait?: (callback: () => void, ms: number) => () => void;
  /** Calls back when the page has done all that follows from a frame, layout and React's part included. */
  whenIdle?: (callback: () => void) => void;
  now: () => number;
  /** Time after which a frame begins no further task, ms. */
  budget: number;
  /** How many widgets a frame draws before it is known what they cost: React draws what they change together. */
  maxTasks?: number;
}

/** ms between two drawings of a widget whose values come all the time. */
export const GAP = 100;
/** ms that a value waits at most for others that are drawn with it, while the page has room. */
export const LAG = 50;
/** The same for what draws all by itself, which is cheap. */
const LAG_OF_WHOLE = 30;
/**
 * Of the thread of the page, what drawing leaves to other things; what it leaves when only one widget is drawn; and what
 * is left by those that draw all by themselves, which takes as long as it is seen to take.
 */
const ROOM = 0.5;
const ROOM_BESIDE_ONE = 0.85;
const ROOM_BESIDE_WHOLE = 0.2;
/** ms that a frame should take, with all that follows from it. */
const FRAME_WORK = 12;
/** Widgets that a frame draws, at least and at most. */
const MIN_TASKS = 2;
const MAX_TASKS = 40;
/** Of how many widgets fewer a frame draws when the last one took too long. */
const FEWER = 0.7;
/** Frames longer than this, ms, count as this long: something else has held the page up. */
const LONGEST_FRAME = 100;
/** ms after which a widget waits no longer for the page to have room. */
const LONGEST_WAIT = 1000;
/** How fast what frames took gives way to what newer ones take. */
const NEWER = 0.25;
/** Waits shorter than this, ms, are not worth a timer. */
const SHORT_PAUSE = 20;

/** What is known of a task. */
interface Known {
  /** When it was asked for; undefined while it does not wait. */
  requested?: number;
  lastRun?: number;
  /** ms that it ran for in its last two runs; the shorter one counts, since anything may hold up a single one. */
  took: number;
  tookBefore: number;
  /** Nothing followed from it the last time: its share of a frame is what it ran for. */
  isWhole: boolean;
}

export function createFrameSchedule(parts: FrameScheduleParts): FrameSchedule {
  /** In order of request. */
  const waiting = new Map<FrameTask, Known>();
  const known = new WeakMap<FrameTask, Known>();
  let requested = false;
  /** Set while nothing may run yet. */
  let callOff: (() => void) | undefined;
  /** The last frame that drew something began then; what it took is known since it was over. */
  let lastFrame = Number.NEGATIVE_INFINITY;
  /** The same of the last one that drew something of which more followed: those that draw all by themselves never keep it back. */
  let lastDrawn = Number.NEGATIVE_INFINITY;
  let isOver = true;
  /** ms that a frame takes, as it was lately. */
  let frameWork = 0;
  /** How many widgets a frame draws; not counted are rests and what draws all by itself: it is known what they take. */
  let most = parts.maxTasks ?? Number.POSITIVE_INFINITY;

  /** Frames before this draw only what was never drawn. */
  function notBefore(isWhole: boolean): number {
    if (!isOver) return lastFrame + LONGEST_FRAME;
    const next = lastFrame + frameWork / (1 - ROOM_BESIDE_WHOLE);
    return isWhole ? next : Math.max(next, lastDrawn + frameWork / (1 - ROOM));
  }

  /** When a task should run. */
  function due(task: FrameTask, { requested: since = 0, lastRun, took, tookBefore, isWhole }: Known): number {
    if (lastRun === undefined) return since;
    const together = task.isRest ? since : Math.min(lastRun + GAP, since + (isWhole ? LAG_OF_WHOLE : LAG));
    const affordable = lastRun + Math.min(took, tookBefore) / (1 - ROOM_BESIDE_ONE);
    return Math.max(since, together, Math.min(since + LONGEST_WAIT, Math.max(affordable, notBefore(isWhole))));
  }

  function next() {
    if (requested || waiting.size === 0) return;
    requested = true;
    let first = Number.POSITIVE_INFINITY;
    if (parts.wait) for (const [task, of] of waiting) first = Math.min(first, due(task, of));
    const ms = parts.wait ? first - parts.now() : 0;
    if (parts.wait && ms > SHORT_PAUSE) {
      callOff = parts.wait(() => {
        callOff = undefined;
        parts.requestFrame(frame);
      }, ms);
    } else parts.requestFrame(frame);
  }

  /** What this frame draws: rests first, so that what was begun gets on the screen, then what has waited longest. */
  function chosen(start: number): FrameTask[] {
    const ready = [...waiting].filter(([task, of]) => due(task, of) <= start);
    const rests = ready.filter(([{ isRest }]) => isRest);
    const widgets = ready.filter(([{ isRest }]) => !isRest);
    // While a page is opened, everything takes long: that says nothing of what drawing costs.
    const firsts = widgets.filter(([, { lastRun }]) => lastRun === undefined);
    let left = firsts.length > 0 ? Math.max(most, parts.maxTasks ?? most) : most;
    const some = widgets.filter(([, { isWhole }]) => isWhole || left-- > 0);
    return [...rests, ...some].map(([task]) => task);
  }

  function frame() {
    requested = false;
    const start = parts.now();
    let before = start;
    let drawn = 0;
    let isOpening = false;
    try {
      for (const task of chosen(start)) {
        // One that ran before it may have called it off.
        const of = waiting.get(task);
        if (!of) continue;
        waiting.delete(task);
        isOpening ||= of.lastRun === undefined;
        of.lastRun = start;
        of.isWhole = task.run() === true;
        if (!task.isRest && !of.isWhole) drawn++;
        const now = parts.now();
        of.tookBefore = of.took;
        of.took = now - before;
        before = now;
        if (now - start >= parts.budget) break;
      }
    } finally {
      if (before > start || drawn > 0) measure(drawn, start, isOpening);
      // Also when one of them failed: the others wait for it.
      next();
    }
  }

  /** Learns what a frame has cost, when all is done that follows from it. */
  function measure(drawn: number, start: number, isOpening: boolean) {
    if (!parts.whenIdle) return;
    lastFrame = start;
    if (drawn > 0) lastDrawn = start;
    isOver = false;
    parts.whenIdle(() => {
      const work = Math.min(LONGEST_FRAME, parts.now() - start);
      frameWork += NEWER * (work - frameWork);
      if (work > 2 * FRAME_WORK && drawn > 0 && !isOpening) most = Math.max(MIN_TASKS, Math.floor(most * FEWER));
      else if (work < FRAME_WORK && drawn >= most) most = Math.min(MAX_TASKS, most + 1);
      if (start === lastFrame) isOver = true;
      again();
    });
  }

  /** Looks anew when the next frame is due. */
  function again() {
    if (callOff) {
      callOff();
      callOff = undefined;
      requested = false;
    }
    next();
  }

  return {
    request(task) {
      if (waiting.has(task)) return;
      const of = known.get(task) ?? { took: 0, tookBefore: 0, isWhole: false };
      known.set(task, of);
      of.requested = parts.now();
      waiting.set(task, of);
      again();
    },
    cancel(task) {
      waiting.delete(task);
    },
  };
}

/** Calls back once the page has nothing more urgent to do. */
function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: LONGEST_FRAME });
  else setTimeout(callback, 0);
}

/** The schedule of this page. In a hidden page frames stop, and with them the drawing. */
export const pageFrames: FrameSchedule = createFrameSchedule({
  requestFrame: (callback) => requestAnimationFrame(callback),
  wait: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  whenIdle,
  now: () => performance.now(),
  budget: FRAME_WORK,
  maxTasks: 4,
});
