// @vitest-environment jsdom
import { act, type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const PATIENCE = { timeout: 20_000 };

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const Kettle = ({ name }: { name: string }) => <p>{name}</p>;

async function draw(part: ReactNode): Promise<string> {
  const place = document.createElement('div');
  const failures: unknown[] = [];
  const root = createRoot(place, { onUncaughtError: (error) => failures.push(error) });
  await act(async () => root.render(<Suspense fallback="waiting">{part}</Suspense>));
  return failures.length > 0 ? String(failures[0]) : (place.textContent ?? '');
}

it('is loaded once, when it is first drawn', async () => {
  const complaints = vi.spyOn(console, 'error');
  const load = vi.fn(async () => Kettle);
  const Part = lazyPart(load);
  expect(load).not.toHaveBeenCalled();
  expect(await draw(<Part name="one" />)).toBe('one');
  expect(await draw(<Part name="two" />)).toBe('two');
  expect(load).toHaveBeenCalledOnce();
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});

it('can be loaded before', async () => {
  const load = vi.fn(async () => Kettle);
  const Part = lazyPart(load);
  Part.preload();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), PATIENCE);
  expect(await draw(<Part name="one" />)).toBe('one');
  expect(load).toHaveBeenCalledOnce();
});

it('is tried again after it could not be loaded', async () => {
  const load = vi.fn(async () => Kettle).mockRejectedValueOnce(new Error('away'));
  const Part = lazyPart(load);
  Part.preload();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), PATIENCE);
  expect(await draw(<Part name="one" />)).toBe('one');
});
