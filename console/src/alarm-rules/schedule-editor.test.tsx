// @vitest-environment jsdom
import { createTheme, ThemeProvider } from '@mui/material';
import type { AlarmSchedule } from '@signalbox/contract/alarm-rule';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import { ScheduleEditor } from './schedule-editor.tsx';

startTranslations();
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const HOUR = 3_600_000;

interface Result {
  current: AlarmSchedule | null;
}

function Editor({ into }: { into: Result }) {
  const [schedule, setSchedule] = useState(into.current);
  into.current = schedule;
  return <ScheduleEditor at="schedule" schedule={schedule} problems={{}} onChange={setSchedule} />;
}

it('takes hours that begin at midnight, whatever they are while they are typed', async () => {
  const result: Result = {
    current: { type: 'SPECIFIC_TIME', timezone: 'UTC', daysOfWeek: [1], startsOn: 8 * HOUR, endsOn: 18 * HOUR },
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <ThemeProvider theme={createTheme()}>
        <Editor into={result} />
      </ThemeProvider>,
    ),
  );
  const type = (index: number, text: string) =>
    act(async () => {
      const input = place.querySelectorAll<HTMLInputElement>('input[type=time]')[index];
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input?.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
  await type(0, '00:00');
  // A browser has no text for a time whose hour is missing.
  await type(1, '');
  expect(result.current).toMatchObject({ startsOn: 0, endsOn: 18 * HOUR });
  await type(1, '00:00');
  await type(1, '06:00');
  expect(result.current).toMatchObject({ startsOn: 0, endsOn: 6 * HOUR });
  const whole = place.querySelector<HTMLInputElement>('input[aria-label="Whole day"]');
  expect(whole?.checked).toBe(false);
  await act(async () => whole?.click());
  expect(result.current).toMatchObject({ startsOn: 0, endsOn: 24 * HOUR });
  expect(place.querySelectorAll('input[type=time]')).toHaveLength(0);
  await act(async () => root.unmount());
  place.remove();
});
