// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ALARMS, useAlarmChanges } from './use-alarm-changes.ts';

const PATIENCE = { timeout: 20_000 };

const live = vi.hoisted(() => ({ tell: (): void => undefined }));
vi.mock('../api/use-live.ts', () => ({
  useLive: (_kind: string, _of: string, _start: unknown, onMessage: () => void) => {
    live.tell = onMessage;
    return { error: undefined };
  },
}));

let root: Root;
let queryClient: QueryClient;
const read = vi.fn<() => Promise<string>>();
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000, retry: false } } });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  read.mockReset();
});
afterEach(() => act(async () => root.unmount()));

/** @param waits reads only when changes are followed */
function Shown({ waits }: { waits: boolean }) {
  const { isReady } = useAlarmChanges(undefined);
  const { data } = useQuery({ queryKey: [...ALARMS, 'shown'], queryFn: read, enabled: !waits || isReady });
  return <p>{data}</p>;
}
const show = (waits = false) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Shown waits={waits} />
      </QueryClientProvider>,
    ),
  );
const tell = () => act(async () => live.tell());
const shows = (text: string) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    expect(document.body.textContent).toBe(text);
  }, PATIENCE);

it.each([false, true])(
  'what another page has read a moment ago is read again once changes are told (waits: %s)',
  async (waits) => {
    queryClient.setQueryData([...ALARMS, 'shown'], 'before');
    read.mockResolvedValue('now');
    await show(waits);
    expect(document.body.textContent).toBe('before');
    await tell();
    await shows('now');
    expect(read).toHaveBeenCalledTimes(1);
  },
);

it('what is being read when changes begin to be told is read once more', async () => {
  let answer: (text: string) => void = () => undefined;
  read.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  read.mockResolvedValue('now');
  await show();
  await tell();
  await act(async () => answer('before'));
  await shows('now');
  expect(read).toHaveBeenCalledTimes(2);
});

it('what waits until changes are told is read once', async () => {
  read.mockResolvedValue('now');
  await show(true);
  expect(read).not.toHaveBeenCalled();
  await tell();
  await shows('now');
  expect(read).toHaveBeenCalledTimes(1);
});

it('what a page that was left still reads keeps nobody waiting, and is read again by the next that shows it', async () => {
  let answer: (text: string) => void = () => undefined;
  const reply = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const ofHome = { queryKey: [...ALARMS, 'home'], queryFn: () => reply };
  new QueryObserver(queryClient, ofHome).subscribe(() => undefined)();
  read.mockResolvedValue('now');
  await show();
  await tell();
  // Whoever asks without a pause whether the reply is there would keep it from coming.
  await new Promise((resolve) => setTimeout(resolve));
  answer('before');
  await shows('now');
  expect(queryClient.getQueryData(ofHome.queryKey)).toBeUndefined();
});
