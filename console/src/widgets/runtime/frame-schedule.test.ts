import { expect, it } from 'vitest';
import { createFrameSchedule, type FrameTask, GAP, LAG } from './frame-schedule.ts';

/** ms between two frames of a browser. */
const FRAME = 16;

/** A page of which each ms is known. */
function page(
  given: { budget?: number; maxTasks?: number; widgetWork?: number; together?: (draw: () => void) => void } = {},
) {
  const { budget = 8, maxTasks = 4, widgetWork = 0 } = given;
  let clock = 0;
  let frames: (() => void)[] = [];
  const idle: (() => void)[] = [];
  const timers = new Map<() => void, number>();
  /** ms that the page's thread is busy, and what it was busy with. */
  let busyUntil = 0;
  let busy = 0;
  let changed = 0;
  /** When each widget was drawn, by its name. */
  const drawings = new Map<string, number[]>();
  const spend = (ms: number) => {
    clock += ms;
    busy += ms;
  };
  const schedule = createFrameSchedule({
    requestFrame: (callback) => frames.push(callback),
    wait(callback, ms) {
      timers.set(callback, clock + ms);
      return () => timers.delete(callback);
    },
    whenDone: (callback) => void idle.push(callback),
    now: () => clock,
    budget,
    maxTasks,
    ...(given.together ? { together: given.together } : {}),
  });
  /** @param work ms that it runs for; what it changes takes `widgetWork` ms more, after all tasks of a frame */
  function widget(name: string, work = 0, isRest = false, isWhole = false): FrameTask {
    const times: number[] = [];
    drawings.set(name, times);
    return {
      isRest,
      run() {
        spend(work);
        changed += isRest || isWhole ? 0 : 1;
        times.push(clock);
        return isWhole;
      },
    };
  }
  /** Lets `ms` pass; `each` is called every ms. */
  function pass(ms: number, each: (now: number) => void = () => undefined): void {
    const end = clock + ms;
    while (clock < end) {
      clock++;
      each(clock);
      for (const [callback, at] of [...timers]) if (at <= clock && timers.delete(callback)) callback();
      if (clock < busyUntil) continue;
      for (const callback of idle.splice(0)) callback();
      if (clock % FRAME !== 0) continue;
      const now = frames;
      frames = [];
      for (const callback of now) callback();
      // What React and the browser make of it.
      busyUntil = clock + changed * widgetWork;
      busy += changed * widgetWork;
      changed = 0;
    }
  }
  const takeTimes = (name: string) => drawings.get(name)?.splice(0) ?? [];
  return {
    ...{ schedule, widget, pass, takeTimes, now: () => clock, busy: () => busy },
    waits: () => [...timers.values()],
    hasFrame: () => frames.length > 0,
  };
}

/** The longest time, ms, from a value to the drawing that shows it. */
function longestWait(arrivals: readonly number[], drawings: readonly number[]): number {
  return Math.max(...arrivals.map((at) => (drawings.find((drawn) => drawn >= at) ?? at) - at));
}

it('draws a value that comes alone with the next frame', () => {
  const { schedule, widget, pass, takeTimes } = page();
  const one = widget('one');
  for (const at of [1000, 2000]) {
    pass(990);
    schedule.request(one);
    pass(FRAME);
    const [drawn, ...more] = takeTimes('one');
    expect(more).toEqual([]);
    expect(drawn).toBeGreaterThan(at - 990 - FRAME);
  }
});

it('draws values that come all the time ten times a second, each soon', () => {
  const { schedule, widget, pass, takeTimes } = page();
  const one = widget('one');
  const arrivals: number[] = [];
  pass(5000, (now) => {
    if (now % 50 !== 0 || now > 4800) return;
    arrivals.push(now);
    schedule.request(one);
  });
  const drawings = takeTimes('one');
  expect(drawings.length).toBeGreaterThanOrEqual(40);
  expect(drawings.length).toBeLessThanOrEqual((5000 / GAP) * 1.1);
  expect(longestWait(arrivals, drawings)).toBeLessThanOrEqual(LAG + 2 * FRAME);
});

it('draws fifty widgets with a thousand values a second within a tenth of a second', () => {
  const { schedule, widget, pass, takeTimes } = page({ widgetWork: 0.3 });
  const widgets = Array.from({ length: 50 }, (_, number) => widget(`${number}`));
  const arrivals: number[] = [];
  pass(8000, (now) => {
    // A few seconds are for finding out what drawing costs.
    if (now > 3000 && now < 7800 && now % 50 === 49) arrivals.push(now);
    for (const [number, one] of widgets.entries()) if ((now + number) % 50 === 49) schedule.request(one);
  });
  const drawings = takeTimes('0');
  expect(longestWait(arrivals, drawings)).toBeLessThanOrEqual(100);
});

it('leaves half of the page to other things where drawing takes its time, and forgets no widget', () => {
  const { schedule, widget, pass, takeTimes, busy } = page({ widgetWork: 5 });
  const widgets = Array.from({ length: 50 }, (_, number) => widget(`${number}`));
  pass(4000, () => {
    for (const one of widgets) schedule.request(one);
  });
  const before = busy();
  for (let number = 0; number < 50; number++) takeTimes(`${number}`);
  pass(8000, () => {
    for (const one of widgets) schedule.request(one);
  });
  expect((busy() - before) / 8000).toBeLessThanOrEqual(0.55);
  const counts = widgets.map((_, number) => takeTimes(`${number}`).length);
  expect(Math.min(...counts)).toBeGreaterThan(4);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
});

it('makes no frame long where widgets are dear, and draws many in one where they are cheap', () => {
  const perFrame = (widgetWork: number) => {
    const { schedule, widget, pass, takeTimes } = page({ widgetWork });
    const widgets = Array.from({ length: 50 }, (_, number) => widget(`${number}`));
    pass(6000, () => {
      for (const one of widgets) schedule.request(one);
    });
    const times = widgets.flatMap((_, number) => takeTimes(`${number}`)).filter((time) => time > 4000);
    return times.length / new Set(times).size;
  };
  expect(perFrame(10)).toBeLessThanOrEqual(2.5);
  expect(perFrame(0.2)).toBeGreaterThan(6);
});

it('draws what comes at once after a pause within a tenth of a second, also beside a dear widget', () => {
  const { schedule, widget, pass, takeTimes } = page({ widgetWork: 2 });
  const widgets = Array.from({ length: 25 }, (_, number) => widget(`${number}`));
  const dear = widget('dear', 20);
  const arrivals: number[] = [];
  pass(10_000, (now) => {
    if (now % 1000 !== 0) return;
    if (now > 4000 && now < 9500) arrivals.push(now);
    for (const one of [dear, ...widgets]) schedule.request(one);
  });
  for (const number of widgets.keys()) {
    expect(longestWait(arrivals, takeTimes(`${number}`)), `${number}`).toBeLessThanOrEqual(110);
  }
});

it('draws as many widgets in a frame as it has time for where nothing follows from that', () => {
  const { schedule, widget, pass, takeTimes, busy } = page({ widgetWork: 10 });
  const whole = Array.from({ length: 50 }, (_, number) => widget(`${number}`, 0.5, false, true));
  const others = ['a', 'b'].map((name) => widget(name));
  const arrivals: number[] = [];
  const request = (now: number) => {
    if (now % 50 !== 0) return;
    arrivals.push(now);
    for (const one of [...whole, ...others]) schedule.request(one);
  };
  pass(3000, request);
  arrivals.length = 0;
  for (const one of ['0', '49', 'a', 'b']) takeTimes(one);
  const before = busy();
  pass(5000, request);
  arrivals.splice(-4);
  for (const one of ['0', '49']) expect(longestWait(arrivals, takeTimes(one)), one).toBeLessThanOrEqual(150);
  // Those that cost more are drawn too.
  for (const one of ['a', 'b']) expect(takeTimes(one).length, one).toBeGreaterThan(10);
  expect((busy() - before) / 5000).toBeLessThanOrEqual(0.65);
});

it('lets those of which more follows wait no longer for those that draw all by themselves', () => {
  const { schedule, widget, pass, takeTimes } = page({ widgetWork: 6 });
  const whole = Array.from({ length: 50 }, (_, number) => widget(`${number}`, 2, false, true));
  const other = widget('other');
  const arrivals: number[] = [];
  let times = 0;
  pass(6000, (now) => {
    // One of them comes at any time, so that there is no moment without any.
    schedule.request(whole[times++ % 50] as FrameTask);
    if (times % 400 !== 0 || times < 2000) return;
    arrivals.push(now);
    schedule.request(other);
  });
  expect(longestWait(arrivals, takeTimes('other'))).toBeLessThanOrEqual(200);
});

it('opens a page of many widgets with some in every frame, however long each frame takes', () => {
  const { schedule, widget, pass, takeTimes } = page({ widgetWork: 10 });
  const widgets = Array.from({ length: 40 }, (_, number) => widget(`${number}`));
  for (const one of widgets) schedule.request(one);
  pass(40 * 10 + 12 * FRAME);
  expect(widgets.filter((_, number) => takeTimes(`${number}`).length > 0)).toHaveLength(40);
});

it('draws each widget once in some seconds, also while the page never has room', () => {
  const { schedule, widget, pass, takeTimes } = page({ widgetWork: 300 });
  const widgets = Array.from({ length: 4 }, (_, number) => widget(`${number}`));
  pass(30_000, () => {
    for (const one of widgets) schedule.request(one);
  });
  const counts = widgets.map((_, number) => takeTimes(`${number}`).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(8);
});

it('draws a single dear widget less often', () => {
  const { schedule, widget, pass, takeTimes, busy } = page();
  const chart = widget('chart', 40, true);
  pass(6000, () => schedule.request(chart));
  expect(takeTimes('chart').length).toBeGreaterThan(15);
  expect(busy() / 6000).toBeLessThanOrEqual(0.2);
});

it('has what widgets change on the page within the frame that draws them, of all of them together', () => {
  const events: string[] = [];
  const { schedule, widget, pass, takeTimes } = page({
    together(draw) {
      draw();
      events.push(`${['one', 'two'].filter((name) => takeTimes(name).length > 0)}`);
    },
  });
  for (const name of ['one', 'two']) schedule.request(widget(name));
  pass(FRAME);
  expect(events).toEqual(['one,two']);
});

it('finishes what was begun before it begins anything else', () => {
  const { schedule, widget, pass, takeTimes } = page({ maxTasks: 1 });
  const order: string[] = [];
  const named = (task: FrameTask, name: string) => {
    const { run } = task;
    task.run = () => {
      order.push(name);
      run();
    };
    return task;
  };
  for (const name of ['one', 'two', 'three']) schedule.request(named(widget(name), name));
  schedule.request(named(widget('rest', 1, true), 'rest'));
  pass(10 * FRAME);
  expect(order).toEqual(['rest', 'one', 'two', 'three']);
  expect(takeTimes('rest')).toHaveLength(1);
});

it('spends no more than its share of a frame and keeps the order', () => {
  const { schedule, widget, pass, takeTimes } = page({ maxTasks: 40 });
  const names = ['0', '1', '2', '3', '4'];
  for (const name of names) schedule.request(widget(name, 5));
  pass(FRAME);
  expect(names.filter((name) => takeTimes(name).length > 0)).toEqual(['0', '1']);
  pass(FRAME);
  expect(names.filter((name) => takeTimes(name).length > 0)).toEqual(['2', '3']);
});

it('asks for no frames while nothing may run, and goes on at once when something new may', () => {
  const { schedule, widget, pass, takeTimes, hasFrame, waits, now } = page();
  const slow = widget('slow');
  schedule.request(slow);
  pass(FRAME + 2);
  expect(takeTimes('slow')).toHaveLength(1);
  schedule.request(slow);
  expect([hasFrame(), ...waits()]).toEqual([false, now() + LAG]);
  schedule.request(widget('new'));
  expect(hasFrame()).toBe(true);
  pass(FRAME);
  expect(takeTimes('new')).toHaveLength(1);
  expect(takeTimes('slow')).toEqual([]);
  pass(LAG + FRAME);
  expect(takeTimes('slow')).toHaveLength(1);
});

it('goes on when a widget cannot be drawn', () => {
  const { schedule, widget, pass, takeTimes } = page();
  schedule.request({
    run() {
      throw new Error('no');
    },
  });
  schedule.request(widget('other'));
  expect(() => pass(FRAME)).toThrow('no');
  pass(20 * FRAME);
  expect(takeTimes('other')).toHaveLength(1);
});

it('draws nothing of what was called off', () => {
  const { schedule, widget, pass, takeTimes } = page();
  const gone = widget('gone');
  schedule.request(gone);
  schedule.cancel(gone);
  pass(10 * FRAME);
  expect(takeTimes('gone')).toEqual([]);
});
