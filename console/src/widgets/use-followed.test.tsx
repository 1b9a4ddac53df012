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
  const [isAsked, setAsked] = useState(false);
  drawPart = () => setAsked(true);
  if (isAsked) use(never);
  return null;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
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
