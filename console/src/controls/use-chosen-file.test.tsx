// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useChosenFile } from './use-chosen-file.ts';

let root: Root;
let chosen: ReturnType<typeof useChosenFile<number>>;

function Drop() {
  chosen = useChosenFile<number>({
    maxBytes: 100,
    tooLarge: 'Too large',
    unreadable: 'No number',
    needed: 'Choose a file',
    read(text) {
      if (text === '') throw new Error('Nothing');
      return Number.isNaN(Number(text)) ? { problem: `${text} is no number` } : { content: Number(text) };
    },
  });
  return null;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Drop />));
});
afterEach(() => act(async () => root.unmount()));

/** A file that is read once `arrive` is called. */
function slowFile(name: string, content: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { file: { name, size: content.length, text: () => promise } as File, arrive: () => resolve(content) };
}
const choose = (file: File) => act(async () => void chosen.choose(file));

it('says that a file is needed, and what is wrong with one', async () => {
  await act(async () => expect(await chosen.ready()).toBeUndefined());
  expect(chosen.problem).toBe('Choose a file');
  for (const [text, problem] of [
    ['seven', 'seven is no number'],
    ['', 'No number'],
    ['7'.repeat(101), 'Too large'],
  ] as const) {
    const { file, arrive } = slowFile('a.json', text);
    arrive();
    await choose(file);
    expect(chosen).toMatchObject({ name: 'a.json', problem });
    expect(await chosen.ready()).toBeUndefined();
  }
});

it('lets whoever is quicker than the reading of a file wait for it', async () => {
  const { file, arrive } = slowFile('a.json', '7');
  await choose(file);
  const ready = chosen.ready();
  arrive();
  await act(async () => expect(await ready).toBe(7));
  expect(chosen).toMatchObject({ name: 'a.json', content: 7 });
  expect(chosen.problem).toBeUndefined();
});

it('has what is in the file that was chosen last, however slowly an earlier one is read', async () => {
  const [first, second] = [slowFile('a.json', '1'), slowFile('b.json', '2')];
  await choose(first.file);
  const ready = chosen.ready();
  await choose(second.file);
  await act(async () => second.arrive());
  await act(async () => first.arrive());
  expect(await ready).toBe(2);
  expect(chosen).toMatchObject({ name: 'b.json', content: 2 });
});
