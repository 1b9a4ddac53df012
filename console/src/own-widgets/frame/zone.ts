/** Runs code of a widget type: tells the page about it, and draws afterwards what it may have changed. */
export interface Zone {
  /** What `work` throws is reported and goes no further. */
  run<Result>(work: () => Result): Result | undefined;
  /** The same for something that is called later. */
  bound<Args extends unknown[], Result>(work: (...args: Args) => Result): (...args: Args) => Result | undefined;
  /** Draws in the next frame what may have changed. */
  changed(): void;
}

export interface ZoneParts {
  tell: (isBusy: boolean) => void;
  draw: () => void;
  failed: (error: unknown) => void;
  nextFrame: (run: () => void) => void;
}

export function createZone(parts: ZoneParts): Zone {
  let depth = 0;
  let isAsked = false;
  const changed = () => {
    if (isAsked) return;
    isAsked = true;
    parts.nextFrame(() => {
      isAsked = false;
      run(parts.draw, false);
    });
  };
  function run<Result>(work: () => Result, draws = true): Result | undefined {
    if (depth++ === 0) parts.tell(true);
    try {
      return work();
    } catch (error) {
      parts.failed(error);
      return undefined;
    } finally {
      if (--depth === 0) parts.tell(false);
      if (draws) changed();
    }
  }
  return {
    run,
    changed,
    bound:
      (work) =>
      (...args) =>
        run(() => work(...args)),
  };
}

type Callback = (...args: unknown[]) => unknown;

/** From now on what timers call, and what listens to events, runs in the zone. */
export function bindTimersAndEvents(target: Window & typeof globalThis, zone: Zone): void {
  const { setTimeout, setInterval, requestAnimationFrame } = target;
  const bind = (callback: unknown) => (typeof callback === 'function' ? zone.bound(callback as Callback) : callback);
  const timers = { setTimeout, setInterval } as unknown as Record<string, (...args: unknown[]) => number>;
  for (const name of ['setTimeout', 'setInterval']) {
    const original = timers[name];
    Object.assign(target, {
      [name]: (callback: unknown, ...rest: unknown[]) => original?.call(target, bind(callback), ...rest),
    });
  }
  target.requestAnimationFrame = (callback) =>
    requestAnimationFrame.call(target, bind(callback) as FrameRequestCallback);
  const events = target.EventTarget.prototype;
  const { addEventListener, removeEventListener } = events;
  const bound = new WeakMap<object, EventListener>();
  events.addEventListener = function add(type, listener, options) {
    if (typeof listener !== 'function') return addEventListener.call(this, type, listener, options);
    const known = bound.get(listener);
    const own =
      known ??
      function own(this: unknown, event: Event) {
        return zone.run(() => listener.call(this as EventTarget, event));
      };
    if (!known) bound.set(listener, own as EventListener);
    return addEventListener.call(this, type, own as EventListener, options);
  };
  events.removeEventListener = function remove(type, listener, options) {
    const own = typeof listener === 'function' ? (bound.get(listener) ?? listener) : listener;
    return removeEventListener.call(this, type, own, options);
  };
}
