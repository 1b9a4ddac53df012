// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localDateTime } from '../controls/local-time.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { PredicateField } from './predicate-field.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let place: HTMLElement;
let chosen: unknown[];
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  chosen = [];
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

async function draw(valueType: string, value: unknown): Promise<HTMLInputElement> {
  const predicate = { filterId: 'f', path: [0, 0], label: 'Warmer than', order: 0, valueType, value };
  await act(() => root.render(<PredicateField predicate={predicate} onChange={(one) => chosen.push(one)} />));
  return place.querySelector('input') as HTMLInputElement;
}

/** Types a text in place of what is in the field, and leaves it. */
async function type(input: HTMLInputElement, text: string) {
  await act(() => input.focus());
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(() => input.blur());
}

describe('a filter value that viewers may change', () => {
  it('has its label above it, and is taken when the field is left', async () => {
    const input = await draw('NUMERIC', -20);
    expect(place.querySelector('label')?.textContent).toBe('Warmer than');
    await type(input, '-18.5');
    await type(input, '-18.5');
    expect(chosen.at(-1)).toBe(-18.5);
  });

  it('stays what it is when what is typed is no number', async () => {
    const input = await draw('NUMERIC', -20);
    await type(input, '');
    expect(chosen).toEqual([]);
    expect(input.value).toBe('-20');
  });

  it('is a date where the values are times', async () => {
    const at = new Date('2026-03-04T05:06').getTime();
    const input = await draw('DATE_TIME', at);
    expect(input.type).toBe('datetime-local');
    expect(input.value).toBe(localDateTime(at));
    await type(input, '2026-03-04T07:08');
    expect(chosen).toEqual([new Date('2026-03-04T07:08').getTime()]);
  });

  it('is any text, also none', async () => {
    await type(await draw('STRING', 'pump'), '');
    expect(chosen).toEqual(['']);
  });
});
