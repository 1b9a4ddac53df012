import { expect, it } from 'vitest';
import { createDrawnAhead } from './drawn-ahead.ts';
import { createFrameSchedule, type FrameTask } from './frame-schedule.ts';
import { createIdleTurns } from './idle-turns.ts';

const CHARTS = 50;
const DEVICES = 10;
/** ms between two messages of a device, about; each has a value for five charts. */
const MESSAGE_GAP = 50;
const FRAME = 1000 / 60;
const SECONDS = 20;
/** Until then all is new, ms. */
const SETTLED = 2000;

/** ms that the page takes on a machine with nothing else to do. */
const COST = { message: 0.25, ahead: 0.15, react: 1.2, canvas: 1.8, paint: 1.2 };

/** Moments in which something else has the processor, ms: their length, and where they begin after one another. */
interface Disturbed {
  times: number;
  length: number;
  every: number;
}

/**
 * A page of charts that draw newer values by themselves and all of themselves now and then, by its event loop: frames,
 * tasks, and what it does when it is idle. Returns ms from the arrival of each value to its drawing.
 */
function delaysOf(slowness: number, disturbed?: Disturbed): number[] {
  let clock = 0;
  let frames: (() => void)[] = [];
  const tasks: (() => void)[] = [];
  const timers = new Set<{ at: number; callback: () => void }>();
  const idle: { until: number; callback: () => void }[] = [];
  const delays: number[] = [];
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const spend = (what: keyof typeof COST) => {
    const isDisturbed = disturbed && clock % disturbed.every < disturbed.length;
    clock += COST[what] * slowness * (isDisturbed ? disturbed.times : 1);
  };
  const wait = (callback: () => void, ms: number) => {
    const timer = { at: clock + ms, callback };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  const whenIdle = (timeout: number) => (callback: () => void) => idle.push({ until: clock + timeout, callback });
  const now = () => clock;
  const requestFrame = (callback: () => void) => frames.push(callback);
  const schedule = createFrameSchedule({
    ...{ requestFrame, wait, whenDone: whenIdle(100), now, budget: 12, maxTasks: 4 },
  });
  const turns = createIdleTurns(whenIdle(500));
  /** What React draws together. */
  let rendering: (() => void)[] = [];

  function createChart(): () => void {
    let waiting: number[] = [];
    let rendered: number[] = [];
    let isDrawn = true;
    let handed: object | undefined;
    const canvas: FrameTask = {
      isRest: true,
      run() {
        spend('canvas');
        isDrawn = true;
        for (const at of rendered.splice(0)) delays.push(clock - at);
      },
    };
    const hand = (_: string, data: object) => {
      handed = data;
      ahead.end('data');
      isDrawn = false;
      if (rendering.length === 0) {
        tasks.push(() => {
          const all = rendering;
          rendering = [];
          for (const render of all) render();
        });
      }
      rendering.push(() => {
        spend('react');
        schedule.request(canvas);
      });
    };
    const ahead = createDrawnAhead<object>({ handOut: hand, now, wait, turns, random });
    const draw = () => {
      if (!isDrawn && rendering.length > 0) return undefined;
      if (!isDrawn) {
        schedule.cancel(canvas);
        canvas.run();
      }
      spend('ahead');
      return 'drawn' as const;
    };
    const task: FrameTask = {
      run() {
        const data = {};
        const taken = waiting;
        waiting = [];
        if (handed && ahead.draw('data', data, draw)) delays.push(...taken.map((at) => clock - at));
        else {
          rendered = [...rendered, ...taken];
          hand('data', data);
        }
        return handed !== data;
      },
    };
    return () => {
      waiting.push(clock);
      schedule.request(task);
    };
  }

  const charts = Array.from({ length: CHARTS }, createChart);
  const devices = Array.from({ length: DEVICES }, (_, device) => ({ device, at: MESSAGE_GAP * random() }));
  let settled = 0;
  for (let nextFrame = 0; clock < 1000 * SECONDS; ) {
    if (settled === 0 && clock >= SETTLED) settled = delays.length;
    for (const timer of [...timers]) if (timer.at <= clock && timers.delete(timer)) tasks.push(timer.callback);
    for (const sender of devices) {
      if (sender.at > clock) continue;
      sender.at += MESSAGE_GAP * (0.6 + 0.8 * random());
      tasks.push(() => {
        spend('message');
        for (let chart = sender.device; chart < CHARTS; chart += DEVICES) charts[chart]?.();
      });
    }
    const overdue = idle.findIndex(({ until }) => until <= clock);
    if (clock >= nextFrame && frames.length > 0) {
      const all = frames;
      frames = [];
      for (const callback of all) callback();
      spend('paint');
      nextFrame = Math.ceil(clock / FRAME) * FRAME;
    } else if (overdue >= 0) idle.splice(overdue, 1)[0]?.callback();
    else if (tasks.length > 0) tasks.shift()?.();
    else if (idle.length > 0) for (const { callback } of idle.splice(0)) callback();
    else {
      const next = [...[...timers, ...devices].map(({ at }) => at), ...(frames.length > 0 ? [nextFrame] : [])];
      clock = Math.min(...next) + 0.001;
    }
  }
  return delays.slice(settled);
}

const partWithin = (delays: readonly number[], ms: number) =>
  delays.filter((delay) => delay <= ms).length / delays.length;

it('fifty charts draw a thousand values a second within a tenth of a second', () => {
  const delays = delaysOf(1);
  expect(delays.length).toBeGreaterThan(17_000);
  expect(partWithin(delays, 60)).toBe(1);
});

it('they do so on a machine half as fast, and nearly always on one a third as fast', () => {
  expect(partWithin(delaysOf(2), 100)).toBe(1);
  expect(partWithin(delaysOf(3), 100)).toBeGreaterThan(0.97);
});

it('they do so while something else has the processor for moments', () => {
  expect(partWithin(delaysOf(1, { times: 3.5, length: 200, every: 1700 }), 100)).toBeGreaterThan(0.995);
});
