// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Action, handleKey, useActions } from './actions.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let done: string[] = [];
const action = (keys: string, more: Partial<Action> = {}): Action => ({
  ...{ id: keys, label: keys, group: 'Tests', keys, ...more },
  run: () => void done.push(keys),
});
const ACTIONS = [
  action('A'),
  action('Delete', { inFields: false }),
  action('Escape'),
  action('Ctrl+Z', { inFields: false }),
  action('Ctrl+S'),
];

function Page() {
  useActions(ACTIONS);
  return (
    <>
      <button type="button">Button</button>
      <input />
      <div role="combobox" aria-expanded="false" aria-controls="none" tabIndex={0}>
        Select
      </div>
      <div role="slider" aria-valuenow={1} tabIndex={0} />
    </>
  );
}

const place = document.createElement('div');
const root = createRoot(place);
beforeEach(async () => {
  done = [];
  document.body.append(place);
  window.addEventListener('keydown', handleKey);
  await act(async () => root.render(<Page />));
});
afterEach(() => window.removeEventListener('keydown', handleKey));

/** What is done when every key is pressed on an element. */
function doneAt(selector: string): string[] {
  const element = place.querySelector(selector);
  for (const { keys = '' } of ACTIONS) {
    const [key = '', ctrlKey] = [keys.split('+').at(-1), keys.startsWith('Ctrl+')];
    element?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
  }
  return done;
}

it.each([
  ['button', ['A', 'Delete', 'Escape', 'Ctrl+Z', 'Ctrl+S']],
  ['input', ['Ctrl+S']],
  ['[role=combobox]', ['Escape', 'Ctrl+Z', 'Ctrl+S']],
  ['[role=slider]', ['Escape', 'Ctrl+Z', 'Ctrl+S']],
])('keys on %s', (selector, expected) => expect(doneAt(selector)).toEqual(expected));
