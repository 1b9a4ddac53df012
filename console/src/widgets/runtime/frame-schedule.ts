/**
 * Spreads the drawing of all widgets over the frames of the browser: each frame draws what waits, oldest first,
 * until its share of time is used up, and the rest waits for the next frame. However many values arrive, a widget is
 * drawn at most once a frame and not more often than it asked for, and no frame does a long piece of work.
 */
export interface FrameSchedule {
  /** Draws soon. A task that already waits is not queued twice. `minGap`: ms between two runs of the same task. */
  request(task: FrameTask): void;
  cancel(task: FrameTask): void;
}

export interface FrameTask {
  run: () => void;
  minGap: number;
  /** Time of the last run; kept by the schedule. */
  lastRun?: number;
}

export interface FrameScheduleParts {
  requestFrame: (callback: () => void) => number;
  /** Calls back after `ms`, and returns a way to call that off. Absent: frames pass until a task may run. */
  wait?: (callback: () => void, ms: number) => () => void;
  now: () => number;
  /** Time that one frame may spend, ms. */
  budget: number;
  /** Maximum number of tasks in a frame: React draws what they change together afterwards. */
  maxTasks?: number;
}

/** Waits shorter than this, ms, are not worth a timer. */
const SHORT_PAUSE = 20;

export function createFrameSchedule(parts: FrameScheduleParts): FrameSchedule {
  /** In order of request. */
  const waiting = new Set<FrameTask>();
  let requested = false;
  /** Set while nothing may run yet. */
  let callOff: (() => void) | undefined;

  /** ms until the first task may run. */
  function pause(): number {
    let shortest = Number.POSITIVE_INFINITY;
    const now = parts.now();
    for (const task of waiting)
      shortest = Math.min(shortest, task.lastRun === undefined ? 0 : task.lastRun + task.minGap - now);
    return shortest;
  }

  function next() {
    if (requested || waiting.size === 0) return;
    requested = true;
    const ms = parts.wait ? pause() : 0;
    if (parts.wait && ms > SHORT_PAUSE) {
      callOff = parts.wait(() => {
        callOff = undefined;
        parts.requestFrame(frame);
      }, ms);
    } else parts.requestFrame(frame);
  }

  function frame() {
    requested = false;
    const start = parts.now();
    let ran = 0;
    try {
      for (const task of [...waiting]) {
        if (task.lastRun !== undefined && start - task.lastRun < task.minGap) continue;
        waiting.delete(task);
        task.lastRun = start;
        task.run();
        if (++ran >= (parts.maxTasks ?? Number.POSITIVE_INFINITY) || parts.now() - start >= parts.budget) break;
      }
    } finally {
      // Also when one of them failed: the others wait for it.
      next();
    }
  }

  return {
    request(task) {
      if (waiting.has(task)) return;
      waiting.add(task);
      if (callOff) {
        // This one may be due earlier.
        callOff();
        callOff = undefined;
        requested = false;
      }
      next();
    },
    cancel(task) {
      waiting.delete(task);
    },
  };
}

/** The schedule of this page. In a hidden page frames stop, and with them the drawing. */
export const pageFrames: FrameSchedule = createFrameSchedule({
  requestFrame: (callback) => requestAnimationFrame(callback),
  wait: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
  budget: 6,
  maxTasks: 4,
});
