// @vitest-environment jsdom
import { act, Suspense, startTransition, use, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WidgetData } from './model.ts';
import { useFollowed } from './use-followed.ts';

const following = vi.hoisted(() => {
  const tell: { listener?: () => void } = {};
  return { data: { status: 'loading' }, tell: () => tell.listener?.(), tells: tell };
});
vi.mock('../api/client.ts', () => ({ liveSocket: {} }));
vi.mock('./runtime/frame-schedule.ts', () => ({ pageFrames: {} }));
// A page that has nothing else to do.
vi.mock('./runtime/idle-turns.ts', () => ({
  pageTurns: (callback: () => void) => {
    callback();
    return () => undefined;
  },
}));
vi.mock('./runtime/follow-kinds.ts', () => ({
  startFollowing: () => ({
    get: () => following.data,
    setPaused: () => undefined,
    dispose: () => undefined,
    subscribe(listener: () => void) {
      following.tells.listener = listener;
      return () => undefined;
    },
  }),
}));

const WANTED = { data: { kind: 'latest', options: {} } } as unknown as Parameters<typeof useFollowed>[0];
const ENVIRONMENT = { serverOffset: 0, maxDatapoints: 0, locale: 'en' };
const never = new Promise<void>(() => undefined);

function Widget() {
  const { data } = useFollowed(WANTED, ENVIRONMENT, undefined, false);
  return <p>{(data as WidgetData | undefined)?.status ?? 'nothing yet'}</p>;
}

/** Has a part that is never loaded, once it is asked to draw it. */
let drawPart: () => void;
function Other() {
  const [isAsked, setRequested] = useState(false);
  drawPart = () => setRequested(true);
  if (isAsked) use(never);
  return null;
}

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.body.textContent = '';
});

it('values are drawn also when another widget waits for a part of its own', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <Suspense>
        <Widget />
        <Other />
      </Suspense>,
    ),
  );
  expect(document.body.textContent).toBe('nothing yet');
  following.data = { status: 'ready' };
  // Both in one frame: React draws them together.
  await act(async () => {
    startTransition(drawPart);
    following.tell();
  });
  expect(document.body.textContent).toBe('nothing yet');
  await act(async () => vi.advanceTimersByTime(2000));
  expect(document.body.textContent).toBe('ready');
  await act(async () => root.unmount());
});

/** What a chart was given, and what draws newer values for it. */
const given: (number | undefined)[] = [];
type Ahead = (data: { newest: number }) => 'drawn' | 'moved' | undefined;
const ahead: { current: Ahead | undefined } = { current: undefined };
const AHEAD_OF = { data: ahead } as unknown as Parameters<typeof useFollowed>[4];
function Chart() {
  const { data } = useFollowed(WANTED, ENVIRONMENT, undefined, false, AHEAD_OF);
  given.push((data as WidgetData | undefined)?.newest);
  return null;
}

it('a widget may draw newer values by itself, and is given them when none come, and now and then', async () => {
  const drawn: number[] = [];
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const receive = (newest: number) =>
    act(async () => {
      following.data = { status: 'ready', newest } as never;
      following.tell();
    });
  const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
  following.data = { status: 'loading' };
  await act(async () => root.render(<Chart />));
  let outcome: 'drawn' | 'moved' | undefined = 'drawn';
  ahead.current = ({ newest }) => {
    if (outcome) drawn.push(newest);
    return outcome;
  };
  await receive(1);
  expect([drawn, given.at(-1)]).toEqual([[], 1]);
  await receive(2);
  await pass(100);
  await receive(3);
  expect([drawn, given.at(-1)]).toEqual([[2, 3], 1]);
  await pass(299);
  expect(given.at(-1)).toBe(1);
  await pass(1);
  expect(given.at(-1)).toBe(3);
  // While values come all the time.
  for (let newest = 10; newest <= 75; newest++) {
    await receive(newest);
    await pass(100);
  }
  expect(given.filter((newest) => newest !== undefined && newest >= 10)).toEqual([71]);
  // What it cannot draw it is given at once.
  outcome = undefined;
  await receive(50);
  expect(given.at(-1)).toBe(50);
  // The time alone is no reason to hurry.
  outcome = 'moved';
  await receive(60);
  await pass(2000);
  await receive(61);
  expect(given.at(-1)).toBe(50);
  await pass(4000);
  expect(given.at(-1)).toBe(61);
  await act(async () => root.unmount());
});
