// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

const PATIENCE = { timeout: 20_000 };

let end: () => void;
beforeEach(() => {
  // Nothing has a size here.
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  end = keepFocus();
});
afterEach(() => {
  end();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

const LIST =
  '<main><input id="search"><ul><li><button id="a">x</button></li><li><button id="b">x</button></li></ul>' +
  '<button id="save">Save</button></main>';
const byId = (id: string) => document.getElementById(id) as HTMLElement;
const focused = () => document.activeElement?.id;

/** Presses as a key does, upon which the button does something. */
function press(id: string, what: (button: HTMLElement) => void): void {
  const button = byId(id);
  button.focus();
  button.addEventListener('click', () => what(button), { once: true });
  button.click();
}
const removeLine = (button: HTMLElement) => button.closest('li')?.remove();

it('gives the focus to the next line of a list, then to the one before, then to what is around the list', async () => {
  document.body.innerHTML = LIST;
  press('a', removeLine);
  await vi.waitFor(() => expect(focused()).toBe('b'), PATIENCE);
  document.body.innerHTML = LIST;
  press('b', removeLine);
  await vi.waitFor(() => expect(focused()).toBe('a'), PATIENCE);
  document.body.innerHTML = LIST;
  byId('b').closest('li')?.remove();
  press('a', (button) => button.closest('ul')?.remove());
  await vi.waitFor(() => expect(focused()).toBe('save'), PATIENCE);
});

it('leaves the focus with what has taken it, and where what was pressed is only disabled', async () => {
  document.body.innerHTML = LIST;
  press('a', (button) => {
    removeLine(button);
    byId('search').focus();
  });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(focused()).toBe('search');
  press('b', (button) => button.setAttribute('disabled', ''));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(focused()).not.toBe('save');
});

it('leaves the focus alone after a press with the pointer', async () => {
  document.body.innerHTML = LIST;
  const button = byId('a');
  button.focus();
  button.addEventListener('click', () => removeLine(button));
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(document.body);
});
