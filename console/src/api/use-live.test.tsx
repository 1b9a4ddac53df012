// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveListener, LiveMessage } from './live-socket.ts';
import { useLive } from './use-live.ts';

const subscribe = vi.hoisted(() => vi.fn());
vi.mock('./client.ts', () => ({ liveSocket: { subscribe } }));

const listeners: LiveListener[] = [];
const seen: unknown[] = [];

function Probe() {
  const problem = useLive(
    'timeseries',
    'DEVICE 1',
    () => ({}),
    (message) => seen.push(message.data),
  );
  return problem ?? 'live';
}

const unsubscribe = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  listeners.length = 0;
  unsubscribe.mockClear();
  subscribe.mockImplementation((_kind, _start, listener: LiveListener) => {
    listeners.push(listener);
    return { send: () => {}, unsubscribe };
  });
});
afterEach(() => vi.useRealTimers());

it('a refusal is shown, retried less and less often, and cleared by the first answer', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const refuse = () => act(() => void listeners.at(-1)?.error?.({ errorCode: 1, errorMsg: 'Too busy' } as LiveMessage));
  await act(() => root.render(<Probe />));
  expect(place.textContent).toBe('live');

  await refuse();
  expect(place.textContent).toBe('Too busy');
  expect(listeners).toHaveLength(1);
  await act(() => vi.advanceTimersByTime(2000));
  expect(listeners).toHaveLength(2);
  await refuse();
  await act(() => vi.advanceTimersByTime(3999));
  expect(listeners).toHaveLength(2);
  await act(() => vi.advanceTimersByTime(1));
  expect(listeners).toHaveLength(3);

  await act(() => listeners.at(-1)?.message({ data: { level: 1 } } as unknown as LiveMessage));
  expect(place.textContent).toBe('live');
  expect(seen).toEqual([{ level: 1 }]);

  await refuse();
  unsubscribe.mockClear();
  await act(() => root.unmount());
  expect(unsubscribe).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(listeners).toHaveLength(3);
});
