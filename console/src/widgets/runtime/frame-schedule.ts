import { flushSync } from 'react-dom';

/**
 * Spreads the drawing of all widgets over the frames of the browser. However many values arrive, a widget is drawn only
 * as often as eyes follow: a value that comes alone at once, those that come all the time some together, the first of
 * them `LAG` ms later at most. Where frames take their time, all widgets wait longer, those first that have waited
 * longest, so that the page keeps `ROOM` of its thread for other things, and no frame does a long piece of work. Many
 * values that come at once after a pause are drawn in frames that follow one another, as many in each as it has time for.
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
  /** Runs all drawings of a frame, and has what they change on the page before the frame is over. Absent: it follows. */
  together?: (draw: () => void) => void;
  /** Calls back when the page has done all that follows from a frame, layout and React's part included. */
  whenDone?: (callback: () => void) => void;
  now: () => number;
  /** Time after which a frame begins no further task, ms. */
  budget: number;
  /** How many widgets a frame draws of which is not known what they cost: React draws what they change together. */
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
/** ms that all that is drawn in a frame should add to it, what draws all by itself left out. */
const ADDED_WORK = 24;
/** Of what is seen of a frame, the part that counts at once for what its widgets cost. */
const LEARNED = 0.5;
/** ms of drawing that a page without any for a while may do without leaving room in between. */
const MAX_CREDIT = 100;
/** The same that it leaves room for afterwards, however long a frame took. */
const MAX_DEBT = 40;
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
  /** ms that it adds to a frame, with all that follows from it; undefined: it is not known yet. */
  cost?: number;
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
  let isOver = true;
  /** ms that a frame takes, as it was lately. */
  let frameWork = 0;
  /** The same of one that draws only what draws all by itself: whatever else is drawn, a frame takes so long. */
  let wholeWork = 0;
  /** ms of drawing that the page has room for, at that time; less than none: it has drawn more than it had room for. */
  let credit = 0;
  let creditTime = parts.now();
  /** What a widget costs of which it is not known. */
  const unknownCost = parts.maxTasks === undefined ? 0 : ADDED_WORK / parts.maxTasks;

  /** Frames before this draw only what was never drawn. */
  function notBefore(isWhole: boolean): number {
    if (!isOver) return lastFrame + LONGEST_FRAME;
    const next = lastFrame + frameWork / (1 - ROOM_BESIDE_WHOLE);
    return isWhole || credit >= 0 ? next : Math.max(next, creditTime - credit / (1 - ROOM));
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
    let left = ADDED_WORK;
    const some = widgets.filter(([, { isWhole, cost = unknownCost }]) => {
      if (isWhole) return true;
      const isFirst = left === ADDED_WORK;
      left -= cost;
      return isFirst || left >= 0;
    });
    return [...rests, ...some].map(([task]) => task);
  }

  function frame() {
    requested = false;
    const start = parts.now();
    let before = start;
    const drawn: Known[] = [];
    let isOpening = false;
    const draw = () => {
      for (const task of chosen(start)) {
        // One that ran before it may have called it off.
        const of = waiting.get(task);
        if (!of) continue;
        waiting.delete(task);
        isOpening ||= of.lastRun === undefined;
        of.lastRun = start;
        of.isWhole = task.run() === true;
        if (!task.isRest && !of.isWhole) drawn.push(of);
        const now = parts.now();
        of.tookBefore = of.took;
        of.took = now - before;
        before = now;
        if (now - start >= parts.budget) break;
      }
    };
    try {
      if (parts.together) parts.together(draw);
      else draw();
    } finally {
      if (before > start || drawn.length > 0) measure(drawn, start, isOpening);
      // Also when one of them failed: the others wait for it.
      next();
    }
  }

  /** Learns what a frame has cost, when all is done that follows from it. */
  function measure(drawn: readonly Known[], start: number, isOpening: boolean) {
    if (!parts.whenDone) return;
    lastFrame = start;
    isOver = false;
    parts.whenDone(() => {
      const now = parts.now();
      const work = Math.min(LONGEST_FRAME, now - start);
      frameWork += NEWER * (work - frameWork);
      if (drawn.length === 0) wholeWork += NEWER * (work - wholeWork);
      else {
        const earned = Math.min(MAX_CREDIT, credit + (now - creditTime) * (1 - ROOM));
        credit = Math.max(-MAX_DEBT, earned - work);
        creditTime = now;
        // While a page is opened, everything takes long: that says nothing of what drawing costs.
        if (!isOpening) learn(drawn, work - Math.min(wholeWork, FRAME_WORK));
      }
      if (start === lastFrame) isOver = true;
      again();
    });
  }

  /** Spreads what widgets have added to a frame beyond what was expected of them over all of them. */
  function learn(drawn: readonly Known[], added: number) {
    const costOf = ({ cost = unknownCost }: Known): number => cost;
    const expected = drawn.reduce((sum, of) => sum + costOf(of), 0);
    const each = (LEARNED * (Math.min(added, 2 * ADDED_WORK) - expected)) / drawn.length;
    for (const of of drawn) of.cost = Math.max(0, costOf(of) + each);
  }

  /** Looks again when the next frame is due. */
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

/**
 * Calls back right after the frame that is being made: what follows from it is done by then, and a message is taken
 * before anything that is less urgent. A page is idle only later, when it has also done what has nothing to do with it.
 */
function afterFrame(callback: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(null);
}

/** The schedule of this page. In a hidden page frames stop, and with them the drawing. */
export const pageFrames: FrameSchedule = createFrameSchedule({
  requestFrame: (callback) => requestAnimationFrame(callback),
  wait: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  // React would do its part after the frame, and the page would need another one to show it.
  together: flushSync,
  whenDone: afterFrame,
  now: () => performance.now(),
  budget: FRAME_WORK,
  maxTasks: 4,
});
