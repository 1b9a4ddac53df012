// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import { SearchField } from './search-field.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let place: HTMLElement;
let sent: string[];
beforeEach(() => {
  vi.useFakeTimers();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  sent = [];
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
  vi.useRealTimers();
});

/** Draws it as a page does that is drawn again for whatever reason: with another function each time. */
const draw = (value: string) =>
  act(() => root.render(<SearchField value={value} placeholder="Name" onChange={(text) => sent.push(text)} />));
const input = () => place.querySelector('input') as HTMLInputElement;
function type(text: string) {
  return act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text);
    input().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('sends what was typed once, a moment after the last key', async () => {
  await draw('');
  await type('p');
  await wait(100);
  await type('pump');
  await draw('');
  await wait(149);
  expect(sent).toEqual([]);
  await wait(1);
  expect(sent).toEqual(['pump']);
  await draw('pump');
  await wait(1000);
  expect(sent).toEqual(['pump']);
});

it('shows another address, and never sends what was there before', async () => {
  await draw('');
  await type('pump');
  await wait(200);
  await draw('pump');
  await draw('');
  expect(input().value).toBe('');
  // Its page is drawn again soon after, when its data have come.
  await draw('');
  await wait(1000);
  expect(sent).toEqual(['pump']);
});

it('forgets what is typed when the address changes before it was sent', async () => {
  await draw('');
  await type('pump');
  await draw('valve');
  await wait(1000);
  expect(input().value).toBe('valve');
  expect(sent).toEqual([]);
});
