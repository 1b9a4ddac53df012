import { expect, it } from 'vitest';
import { createDrawnAhead, type DrawAhead } from './drawn-ahead.ts';

/** A widget that draws by itself, at times of which each ms is known; `isIdle`: whether the page has nothing else to do. */
function widget(random = 0.5, isIdle: () => boolean = () => true) {
  let clock = 0;
  const turns = new Set<() => void>();
  const timers = new Map<() => void, number>();
  const given: [at: number, data: number][] = [];
  const drawn: number[] = [];
  let can: 'drawn' | 'moved' | undefined = 'drawn';
  const drawAhead: DrawAhead<number> = (data) => {
    if (can) drawn.push(data);
    return can;
  };
  const give = (name: string, data: number) => {
    ahead.end(name);
    given.push([clock, data]);
  };
  const ahead = createDrawnAhead<number>({
    handOut: give,
    now: () => clock,
    random: () => random,
    wait(callback, ms) {
      timers.set(callback, clock + ms);
      return () => timers.delete(callback);
    },
    turns(callback) {
      turns.add(callback);
      return () => turns.delete(callback);
    },
  });
  const idle = () => {
    for (const callback of isIdle() ? [...turns] : []) if (turns.delete(callback)) callback();
  };
  return {
    ...{ given, drawn, timers, turns },
    can: (what: typeof can) => {
      can = what;
    },
    receive(data: number) {
      if (!ahead.draw('data', data, drawAhead)) give('data', data);
    },
    pass(ms: number) {
      for (const end = clock + ms; clock < end; ) {
        clock++;
        for (const [callback, at] of [...timers]) if (at <= clock && timers.delete(callback)) callback();
        idle();
      }
    },
    endAll: () => ahead.endAll(),
  };
}

it('values that a widget has drawn are handed out when no others come', () => {
  const { receive, pass, given, drawn } = widget();
  pass(10_000);
  receive(1);
  pass(50);
  receive(2);
  pass(1000);
  expect(drawn).toEqual([1, 2]);
  expect(given).toEqual([[10_300, 2]]);
});

it('values that come all the time are handed out now and then', () => {
  const { receive, pass, given, drawn } = widget();
  for (let data = 0; data < 180; data++) {
    receive(data);
    pass(100);
  }
  expect(drawn).toHaveLength(180);
  expect(given.length).toBeGreaterThanOrEqual(2);
  expect(given.length).toBeLessThanOrEqual(3);
});

it('on a busy page a widget that is drawn once in a while goes on drawing by itself', () => {
  const { receive, pass, given, drawn } = widget();
  for (let data = 0; data < 40; data++) {
    receive(data);
    pass(500);
  }
  expect(drawn.length).toBeGreaterThan(8 * given.length);
  pass(3000);
  expect(given.at(-1)?.[1]).toBe(39);
});

it('time alone is no reason to hurry, and holds nothing up', () => {
  const { receive, pass, given, can } = widget();
  pass(10_000);
  can('moved');
  receive(1);
  pass(1000);
  receive(2);
  pass(1000);
  expect(given).toEqual([]);
  pass(4000);
  expect(given).toEqual([[16_000, 2]]);
  can('drawn');
  pass(5000);
  receive(3);
  pass(100);
  can('moved');
  receive(4);
  pass(200);
  expect(given.at(-1)?.[1]).toBe(4);
});

it('what a widget cannot draw it is given at once, and nothing older after that', () => {
  const { receive, pass, given, can, timers, endAll } = widget();
  receive(1);
  can(undefined);
  receive(2);
  pass(5000);
  expect(given).toEqual([[0, 2]]);
  can('drawn');
  receive(3);
  endAll();
  expect(timers.size).toBe(0);
});

it('of widgets that draw all the time the times when all is handed out are spread', () => {
  const firstOf = (random: number) => {
    const { receive, pass, given } = widget(random);
    for (let data = 0; given.length === 0; data++) {
      receive(data);
      pass(100);
    }
    return given[0]?.[0];
  };
  expect([1, 0.5, 0].map(firstOf)).toEqual([3_701, 6_101, 8_501]);
});

it('what is drawn already is handed out when the page has nothing else to do, and then the newest of it', () => {
  let isIdle = false;
  const { receive, pass, given, drawn, turns, endAll } = widget(0.5, () => isIdle);
  let data = 0;
  const follow = (count: number) => {
    for (const end = data + count; data < end; data++) {
      receive(data);
      pass(100);
    }
  };
  follow(100);
  expect(drawn).toHaveLength(100);
  expect(given).toEqual([]);
  isIdle = true;
  pass(1);
  expect(given).toEqual([[10_001, 99]]);
  isIdle = false;
  follow(100);
  endAll();
  expect(turns.size).toBe(0);
});
