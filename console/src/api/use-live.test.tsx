// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureKind } from './failure.ts';
import { RequestError } from './http.ts';
import type { LiveListener, LiveMessage } from './live-socket.ts';
import { useLive } from './use-live.ts';

const subscribe = vi.hoisted(() => vi.fn());
const socket = vi.hoisted(() => {
  const state = { status: 'live' };
  const listeners = new Set<() => void>();
  return {
    set(status: string) {
      state.status = status;
      for (const listener of listeners) listener();
    },
    state: {
      get: () => state,
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
});
vi.mock('./client.ts', () => ({ liveSocket: { subscribe, state: socket.state } }));

const listeners: LiveListener[] = [];
const seen: unknown[] = [];

function Probe({ callForReason }: { callForReason?: () => Promise<unknown> }) {
  const { error, retry } = useLive(
    'timeseries',
    'DEVICE 1',
    () => ({}),
    (message) => seen.push(message.data),
    callForReason,
  );
  return (
    <button type="button" onClick={retry}>
      {error ? `${failureKind(error)}: ${error.message}` : 'live'}
    </button>
  );
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
  expect(place.textContent).toBe('failed: Too busy');
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

it('asks by a call why, where the answer does not tell what is not permitted from what failed', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const reason = vi.fn(async () => {
    throw new RequestError(403, 'No', 'GET', '/api/x', 20);
  });
  await act(() => root.render(<Probe callForReason={reason} />));
  await act(async () => void listeners.at(-1)?.error?.({ errorCode: 1, errorMsg: 'Failed to fetch data!' }));
  expect(place.textContent).toBe('forbidden: No');

  // Asked again at once.
  const requested = listeners.length;
  await act(() => place.querySelector('button')?.click());
  expect(listeners).toHaveLength(requested + 1);
  expect(place.textContent).toBe('live');

  reason.mockImplementation(async () => undefined as never);
  await act(async () => void listeners.at(-1)?.error?.({ errorCode: 1, errorMsg: 'Failed to fetch data!' }));
  expect(place.textContent).toBe('failed: Failed to fetch data!');
  // What says it itself is not asked about.
  reason.mockClear();
  await act(async () => void listeners.at(-1)?.error?.({ errorCode: 3, errorMsg: 'Unauthorized' }));
  expect(place.textContent).toBe('forbidden: Unauthorized');
  expect(reason).not.toHaveBeenCalled();
  await act(() => root.unmount());
});

it('is offline until it has been answered once; what was answered stays', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(() => root.render(<Probe />));
  await act(() => socket.set('offline'));
  expect(place.textContent).toBe('offline: Unable to connect');
  await act(() => socket.set('live'));
  await act(() => listeners.at(-1)?.message({}));
  await act(() => socket.set('offline'));
  expect(place.textContent).toBe('live');
  await act(() => socket.set('live'));
  await act(() => root.unmount());
});
