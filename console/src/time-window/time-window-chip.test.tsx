// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import './texts/texts.ts';
import type { TimeWindow } from './model.ts';
import { TimeWindowChip } from './time-window-chip.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const LAST_HOUR = { selectedTab: 0, realtime: { realtimeType: 0, timewindowMs: 3_600_000 } } as TimeWindow;

let root: Root;
let place: HTMLElement;
/** Room that the words have, px; they take ten for each character. */
let room: number;
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return 10 * (this.textContent?.length ?? 0);
  });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
  vi.restoreAllMocks();
});

const draw = (within?: string) =>
  act(() =>
    root.render(
      <ThemeProvider theme={createTheme()}>
        <TimeWindowChip compact narrow {...(within ? { within } : {})} value={LAST_HOUR} onChange={() => undefined} />
      </ThemeProvider>,
    ),
  );
const button = () => place.querySelector('button') as HTMLButtonElement;

it('shows its icon alone where a widget has no room for its words, which it still says', async () => {
  room = 50;
  await draw('120 Pressure');
  expect(button().textContent).toBe('');
  expect(button().querySelector('svg')).not.toBeNull();
  expect(button().getAttribute('aria-label')).toContain('Last hour');
  room = 300;
  await draw('400 Pressure');
  expect(button().textContent).toContain('Last hour');
  room = 50;
  await draw('400 Pressure of all the pumps of the harbour');
  expect(button().textContent).toBe('');
});

it('keeps its words elsewhere, however little room they have', async () => {
  room = 50;
  await draw();
  expect(button().textContent).toContain('Last hour');
});
