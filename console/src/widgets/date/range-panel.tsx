import './texts/texts.ts';
import { Box, Button, IconButton, MenuItem, MenuList, useMediaQuery } from '@mui/material';
import { addMonths, isSameMonth, startOfDay, startOfMonth } from 'date-fns';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { type DateRange, PRESETS, presetOf, presetRange, rangeOfDays } from './date-range.ts';
import { MonthCalendar } from './month-calendar.tsx';
import type { NavigatorSettings } from './navigator-settings.ts';

/** Chooses a period: a common one, or its first and last day in a calendar of one month or two. */
export function RangePanel(props: {
  range: DateRange;
  /** On the displayed clock. */
  now: number;
  settings: NavigatorSettings;
  locale: string;
  onChange: (range: DateRange) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const { now, settings, locale } = props;
  const weekStartsOn = settings.firstDayOfWeek;
  const [draft, setDraft] = useState(props.range);
  /** The first of two days; the second one is still to be chosen. */
  const [first, setFirst] = useState<number>();
  const [focused, setFocused] = useState(startOfDay(props.range.end).getTime());
  const [takesFocus, setTakesFocus] = useState(true);
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const months = settings.onePanel || isPhone ? 1 : 2;
  /** The month that is shown last. */
  const [month, setMonth] = useState(startOfMonth(props.range.end).getTime());
  const shown = Array.from({ length: months }, (_, index) => addMonths(month, index + 1 - months).getTime());

  const finish = (range: DateRange) => {
    setFirst(undefined);
    setDraft(range);
    if (settings.autoConfirm) props.onChange(range);
  };
  const choose = (day: number) => {
    setFocused(day);
    if (first !== undefined) return finish(rangeOfDays(first, day));
    setFirst(day);
    setDraft(rangeOfDays(day, day));
  };
  const focus = (day: number) => {
    setFocused(day);
    setTakesFocus(true);
    if (shown.some((one) => isSameMonth(one, day))) return;
    setMonth(startOfMonth(day < month ? addMonths(day, months - 1) : day).getTime());
  };
  const turn = (count: number) => {
    const next = addMonths(month, count);
    setTakesFocus(false);
    setMonth(next.getTime());
    setFocused(next.getTime());
  };
  const preset = presetOf(draft, now, weekStartsOn);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
        {settings.showTemplate && (
          <MenuList
            dense
            aria-label={t('dateRange.presets')}
            sx={{
              flex: 'none',
              display: { xs: 'flex', sm: 'block' },
              flexWrap: 'wrap',
              width: { xs: 'auto', sm: 130 },
              borderInlineEnd: { sm: '1px solid var(--line)' },
            }}
          >
            {PRESETS.map((one) => (
              <MenuItem
                key={one}
                selected={one === preset}
                onClick={() => {
                  const range = presetRange(one, now, weekStartsOn);
                  setTakesFocus(false);
                  setMonth(startOfMonth(range.end).getTime());
                  setFocused(startOfDay(range.end).getTime());
                  finish(range);
                }}
              >
                {t(`dateRange.preset.${one}`)}
              </MenuItem>
            ))}
          </MenuList>
        )}
        <Box sx={{ position: 'relative', p: 3, display: 'flex', gap: 4, justifyContent: 'center' }}>
          <IconButton
            size="small"
            aria-label={t('dateRange.previousMonth')}
            onClick={() => turn(-1)}
            sx={{ position: 'absolute', top: 12, insetInlineStart: 12 }}
          >
            <Icon name="chevronLeft" />
          </IconButton>
          {shown.map((one) => (
            <MonthCalendar
              key={one}
              month={one}
              weekStartsOn={weekStartsOn}
              locale={locale}
              range={draft}
              today={now}
              focused={focused}
              takesFocus={takesFocus}
              onFocus={focus}
              onChoose={choose}
            />
          ))}
          <IconButton
            size="small"
            aria-label={t('dateRange.nextMonth')}
            onClick={() => turn(1)}
            sx={{ position: 'absolute', top: 12, insetInlineEnd: 12 }}
          >
            <Icon name="chevronRight" />
          </IconButton>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, p: 3, borderTop: '1px solid var(--line)' }}>
        <Box role="status" sx={{ flex: 1, fontSize: 13, color: 'text.secondary' }}>
          {t(first === undefined ? 'dateRange.chooseStart' : 'dateRange.chooseEnd')}
        </Box>
        <Button onClick={props.onCancel}>{t('action.cancel')}</Button>
        {!settings.autoConfirm && (
          <Button variant="contained" color="primary" onClick={() => props.onChange(draft)}>
            {t('dateRange.apply')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
