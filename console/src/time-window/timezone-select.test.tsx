// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import { TimezoneSelect } from './timezone-select.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await act(() => root.unmount());
  place.remove();
});

const options = () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);
const draw = (value: string) =>
  act(() =>
    root.render(
      <ThemeProvider theme={createTheme()}>
        <TimezoneSelect value={value} onChange={() => undefined} />
      </ThemeProvider>,
    ),
  );

it('keeps what is typed to look for another zone', async () => {
  await draw('UTC');
  const field = place.querySelector('input') as HTMLInputElement;
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(() => field.focus());
  await act(() => {
    set?.call(field, 'Oslo');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(field.value).toBe('Oslo');
  expect(options()).toEqual([expect.stringMatching(/^Europe\/Oslo /)]);
});

it('says what is chosen, by an older name too, and reads all zones once somebody looks for one', async () => {
  const read = vi.spyOn(Intl, 'supportedValuesOf');
  await draw('Europe/Kiev');
  const field = place.querySelector('input') as HTMLInputElement;
  expect(field.value).toMatch(/^Europe\/Kiev \(UTC\+0[23]:00\)$/);
  expect(read).not.toHaveBeenCalled();
  await act(() => place.querySelector<HTMLButtonElement>('button[aria-label="Open"]')?.click());
  expect(read).toHaveBeenCalledOnce();
  expect(options()).toContain(field.value);
  expect(options().length).toBeGreaterThan(400);
});
