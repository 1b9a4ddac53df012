import { Box } from '@mui/material';
import { isSameDay, startOfDay } from 'date-fns';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { DateRange, Weekday } from './date-range.ts';
import { dayAfterKey, weeksOf } from './month-grid.ts';

/** A month as a grid of days, of which one can have the focus. */
export function MonthCalendar(props: {
  /** Any moment in it, epoch ms. */
  month: number;
  weekStartsOn: Weekday;
  locale: string;
  /** What is marked. */
  range: DateRange;
  today: number;
  /** The day that Tab leads to; it may be in another month. */
  focused: number;
  /** Whether that day takes the focus. */
  takesFocus: boolean;
  onFocus: (day: number) => void;
  onChoose: (day: number) => void;
}) {
  const { month, weekStartsOn, locale, range, focused } = props;
  const focusedButton = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day takes the focus when it becomes another
  useEffect(() => {
    if (props.takesFocus) focusedButton.current?.focus();
  }, [focused, props.takesFocus]);
  const weeks = weeksOf(month, weekStartsOn);
  const weekday = (style: 'narrow' | 'long', index: number) =>
    // The first of January 2023 was a Sunday.
    new Intl.DateTimeFormat(locale, { weekday: style }).format(new Date(2023, 0, 1 + ((weekStartsOn + index) % 7)));
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  const number = new Intl.DateTimeFormat(locale, { day: 'numeric' });
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(month);
  const onKey = (event: KeyboardEvent<HTMLElement>, day: number) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = dayAfterKey(day, event.key, weekStartsOn, isRtl);
    if (next === undefined) return;
    event.preventDefault();
    props.onFocus(next);
  };
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ textAlign: 'center', fontSize: 13, fontWeight: 580, lineHeight: '32px', mb: 1 }}>{title}</Box>
      <Box
        component="table"
        role="grid"
        aria-label={title}
        sx={{ borderSpacing: '0 2px', fontSize: 13, '& th, & td': { p: 0, width: 36, textAlign: 'center' } }}
      >
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => (
              <Box
                component="th"
                key={weekday('long', index)}
                scope="col"
                abbr={weekday('long', index)}
                sx={{ height: 24, fontWeight: 500, fontSize: 12, color: 'text.secondary' }}
              >
                {weekday('narrow', index)}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, index) => {
                // biome-ignore lint/suspicious/noArrayIndexKey: days beside the month have nothing but their place
                if (day === undefined) return <td key={index} />;
                const isEnd = isSameDay(day, range.start) || isSameDay(day, range.end);
                const isIn = day >= startOfDay(range.start).getTime() && day <= range.end;
                const isFocused = isSameDay(day, focused);
                return (
                  <Box
                    component="td"
                    key={day}
                    aria-selected={isIn}
                    sx={{ background: isIn ? 'var(--accent-soft)' : 'transparent' }}
                  >
                    <Box
                      component="button"
                      type="button"
                      ref={isFocused ? focusedButton : undefined}
                      tabIndex={isFocused ? 0 : -1}
                      aria-label={full.format(day)}
                      {...(isSameDay(day, props.today) ? { 'aria-current': 'date' as const } : {})}
                      onClick={() => props.onChoose(day)}
                      onKeyDown={(event) => onKey(event, day)}
                      sx={{
                        width: 36,
                        height: 32,
                        p: 0,
                        border: 0,
                        borderRadius: '6px',
                        font: 'inherit',
                        cursor: 'pointer',
                        color: isEnd ? 'primary.contrastText' : 'inherit',
                        background: isEnd ? 'var(--accent)' : 'transparent',
                        fontWeight: isSameDay(day, props.today) ? 700 : 400,
                        textDecoration: isSameDay(day, props.today) ? 'underline' : 'none',
                        '&:hover': isEnd ? {} : { background: 'var(--line-2)' },
                      }}
                    >
                      {number.format(day)}
                    </Box>
                  </Box>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
