// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import './texts/texts.ts';
import type { TimeWindow } from './model.ts';
import { TimeWindowPanel, type TimeWindowPanelProps } from './time-window-panel.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const WINDOW = {
  selectedTab: 0,
  realtime: { realtimeType: 0, timewindowMs: 3_600_000, interval: 30_000 },
  aggregation: { type: 'AVG', limit: 200 },
} as TimeWindow;
const FLAGS = ['hideInterval', 'hideAggregation', 'hideAggInterval', 'hideTimezone'] as const;
const NAMES = ['Time window', 'Data aggregation', 'Grouping interval', 'Time zone'];

let root: Root;
let place: HTMLElement;
let updated: TimeWindow | undefined;
beforeEach(() => {
  updated = undefined;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

const draw = (value: TimeWindow, props: Partial<TimeWindowPanelProps> = {}) =>
  act(() =>
    root.render(
      <ThemeProvider theme={createTheme()}>
        <TimeWindowPanel
          value={value}
          maxDatapoints={500}
          aggregation
          timezone
          isEdit={false}
          onUpdate={(window) => {
            updated = window;
          }}
          onCancel={() => undefined}
          {...props}
        />
      </ThemeProvider>,
    ),
  );
/** Which of the four parts are shown. */
const parts = () => {
  const labels = [...place.querySelectorAll('label, div')].map(({ textContent }) => textContent);
  return [
    place.querySelectorAll('[role="tab"]').length === 2 && place.querySelector('ul') !== null,
    labels.includes('Data aggregation'),
    labels.includes('Grouping interval'),
    labels.includes('Time zone'),
  ];
};
const hide = (name: string) => place.querySelector<HTMLInputElement>(`input[aria-label="Hide: ${name}"]`);
const update = () => place.querySelector<HTMLButtonElement>('button[type="submit"]') as HTMLButtonElement;

describe('the panel of a time window', () => {
  it.each(FLAGS.map((flag, at) => [flag, at] as const))('leaves out what %s hides from viewers', async (flag, at) => {
    await draw({ ...WINDOW, [flag]: true });
    expect(parts()).toEqual(FLAGS.map((_, index) => index !== at));
    expect(place.querySelectorAll('input[type="checkbox"][aria-label^="Hide"]')).toHaveLength(0);
  });

  it('shows all of it to who edits, with boxes that hide each part', async () => {
    await draw({ ...WINDOW, hideInterval: true, hideTimezone: true }, { isEdit: true });
    expect(parts()).toEqual([true, true, true, true]);
    expect(NAMES.map((name) => hide(name)?.checked)).toEqual([true, false, false, true]);
    await act(() => hide('Data aggregation')?.click());
    await act(() => hide('Time window')?.click());
    await act(() => update().click());
    expect(updated).toMatchObject({ hideInterval: false, hideAggregation: true, hideTimezone: true });
  });

  it('is updated only once something has changed, and says so', async () => {
    await draw(WINDOW, { isEdit: true });
    expect(update().disabled).toBe(true);
    expect(place.textContent).toContain('Nothing has changed yet');
    await act(() => hide('Time zone')?.click());
    expect(update().disabled).toBe(false);
  });

  it('has no more than it is asked for', async () => {
    await draw(WINDOW, { aggregation: false, timezone: false });
    expect(parts()).toEqual([true, false, false, false]);
  });
});
