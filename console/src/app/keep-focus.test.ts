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

const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

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
  await frames();
  expect(focused()).toBe('search');
  press('b', (button) => button.setAttribute('disabled', ''));
  await frames();
  expect(focused()).not.toBe('save');
});

it('gives the focus on when what has it goes later, such as a row that the server has deleted', async () => {
  document.body.innerHTML = LIST;
  press('a', () => undefined);
  await frames();
  byId('a').closest('li')?.remove();
  await vi.waitFor(() => expect(focused()).toBe('b'), PATIENCE);
  // All at once, with something else in its place.
  const list = document.querySelector('ul') as HTMLElement;
  list.replaceWith(Object.assign(document.createElement('button'), { id: 'retry' }));
  await vi.waitFor(() => expect(focused()).toBe('retry'), PATIENCE);
});

it('goes back below a dialog that is gone, to what follows the row that it was opened from', async () => {
  document.body.innerHTML = LIST;
  byId('a').focus();
  const dialog = document.createElement('div');
  dialog.innerHTML = '<button id="delete">Delete</button>';
  document.body.append(dialog);
  byId('delete').focus();
  byId('a').closest('li')?.remove();
  await frames();
  expect(focused()).toBe('delete');
  dialog.remove();
  await vi.waitFor(() => expect(focused()).toBe('b'), PATIENCE);
});

it('gives the focus back to what was disabled for a while, and not to what somebody has left', async () => {
  document.body.innerHTML = LIST;
  const save = byId('save') as HTMLButtonElement;
  save.focus();
  save.disabled = true;
  await frames();
  // Browsers do that by themselves.
  save.blur();
  await frames();
  expect(document.activeElement).toBe(document.body);
  save.disabled = false;
  await vi.waitFor(() => expect(focused()).toBe('save'), PATIENCE);
  save.blur();
  document.body.append(document.createElement('p'));
  await frames();
  expect(document.activeElement).toBe(document.body);
});

it('goes back to the list when the details of one of its things are gone', async () => {
  window.history.pushState(null, '', '/devices/1');
  document.body.innerHTML = `<div>${LIST}<aside><button id="remove">Delete</button></aside></div>`;
  byId('remove').focus();
  window.history.pushState(null, '', '/devices');
  document.querySelector('aside')?.remove();
  await vi.waitFor(() => expect(focused()).toBe('save'), PATIENCE);
});

it('leaves the focus alone where somebody points or scrolls, and on another page', async () => {
  for (const leave of [
    () => document.dispatchEvent(new Event('pointerdown')),
    () => document.dispatchEvent(new Event('wheel')),
    () => window.history.pushState(null, '', '/elsewhere'),
  ]) {
    document.body.innerHTML = LIST;
    document.dispatchEvent(new KeyboardEvent('keydown'));
    byId('a').focus();
    leave();
    byId('a').closest('li')?.remove();
    await frames();
    expect(document.activeElement).toBe(document.body);
  }
});

it('leaves the focus alone after a press with the pointer', async () => {
  document.body.innerHTML = LIST;
  const button = byId('a');
  button.focus();
  button.addEventListener('click', () => removeLine(button));
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  await frames();
  expect(document.activeElement).toBe(document.body);
});
