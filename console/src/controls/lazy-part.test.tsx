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

const missing = () => new TypeError('Failed to fetch dynamically imported module: /static/kettle.js');

it('is a bar with another try where it could not be loaded, and the page stays', async () => {
  const load = vi.fn(async () => Kettle).mockRejectedValueOnce(missing());
  const Part = lazyPart(load);
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <Suspense fallback="waiting">
        <input defaultValue="typed" />
        <Part name="one" />
      </Suspense>,
    ),
  );
  expect(place.querySelector('[role=alert]')).not.toBeNull();
  expect(place.querySelector('input')?.value).toBe('typed');
  expect(load).toHaveBeenCalledOnce();
  await act(async () => place.querySelector('button')?.click());
  expect(place.textContent).toBe('one');
});

it('is closed and told where it was opened and could not be loaded', async () => {
  const Part = lazyPart<{ onClose: () => void }>(async () => {
    throw missing();
  });
  const onClose = vi.fn();
  expect(await draw(<Part onClose={onClose} />)).toBe('');
  expect(onClose).toHaveBeenCalledOnce();
});

it('fails as anything else where it is broken', async () => {
  const Part = lazyPart(async (): Promise<typeof Kettle> => {
    throw new Error('broken');
  });
  await expect(draw(<Part name="one" />)).rejects.toThrow('broken');
});
