import './texts/texts.ts';
import '../time-window/texts/texts.ts';
import { Box, FormControlLabel, FormHelperText, MenuItem, Switch } from '@mui/material';
import {
  ALARM_SCHEDULE_TYPES,
  type AlarmSchedule,
  type AlarmScheduleType,
  DAY_LENGTH,
  isWholeDay,
} from '@signalbox/contract/alarm-rule';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClockInput } from '../controls/clock-input.tsx';
import type { FieldProblems } from '../controls/key-filters/compared-value-input.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { Field } from '../controls/text-input.tsx';
import { WeekdayBox } from '../controls/weekday-box.tsx';
import { formatWeekday } from '../i18n/format.ts';
import { TimezoneSelect } from '../time-window/timezone-select.tsx';
import { browserTimezone } from '../time-window/timezones.ts';
import { scheduleOfType, WEEK } from './alarm-draft.ts';

const MINUTE = 60_000;

interface Hours {
  startsOn?: number | null | undefined;
  endsOn?: number | null | undefined;
}

/** From when to when of a day; the whole of it by a switch. */
function HoursInput(props: {
  /** Said of the day too, where there are several. */
  day?: string;
  at: string;
  value: Hours;
  disabled?: boolean;
  problems: FieldProblems;
  onChange: (value: Hours) => void;
}) {
  const { t } = useTranslation();
  const { value, day, disabled = false } = props;
  // Hours that are typed are all of a day for a moment, too: from midnight to the first digit of an hour.
  const [areTyped, setTyped] = useState(!isWholeDay(value));
  const isWhole = isWholeDay(value) && !areTyped;
  const labelOf = (name: string) => (day === undefined ? name : t('alarmRule.ofDay', { name, day }));
  const input = (member: 'startsOn' | 'endsOn', label: string) => (
    <ClockInput
      label={label}
      disabled={disabled}
      inputProps={{ 'aria-label': labelOf(label) }}
      value={(value[member] ?? 0) / MINUTE}
      error={member === 'endsOn' ? props.problems[`${props.at}.endsOn`] : undefined}
      onChange={(minutes) => props.onChange({ ...value, [member]: minutes * MINUTE })}
      sx={{ width: 128 }}
    />
  );
  return (
    <Box
      data-field={`${props.at}.endsOn`}
      sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'flex-start', minWidth: 0 }}
    >
      {!isWhole && input('startsOn', t('alarmRule.from'))}
      {!isWhole && input('endsOn', t('alarmRule.to'))}
      <FormControlLabel
        sx={{ m: 0, gap: 2, mt: isWhole ? 0 : '26px' }}
        disabled={disabled}
        control={
          <Switch
            checked={isWhole}
            slotProps={{ input: { 'aria-label': labelOf(t('alarmRule.wholeDay')) } }}
            onChange={(event) => {
              setTyped(!event.target.checked);
              props.onChange({
                ...value,
                startsOn: event.target.checked ? 0 : 8 * 3_600_000,
                endsOn: event.target.checked ? DAY_LENGTH : 18 * 3_600_000,
              });
            }}
          />
        }
        label={t('alarmRule.wholeDay')}
      />
    </Box>
  );
}

/** When a rule is in force: always, at the same hours of some days, or at hours of each day. */
export function ScheduleEditor(props: {
  /** Path of the schedule. */
  at: string;
  schedule: AlarmSchedule | null | undefined;
  problems: FieldProblems;
  onChange: (schedule: AlarmSchedule | null) => void;
}) {
  const { t } = useTranslation();
  const zoneId = useId();
  const { at, problems, onChange } = props;
  const schedule = props.schedule ?? { type: 'ANY_TIME' };
  const zoneProblem = problems[`${at}.timezone`];
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box data-field={at}>
        <SelectInput
          label={t('alarmRule.schedule')}
          value={schedule.type}
          error={problems[at]}
          onChange={(type) => onChange(scheduleOfType(type as AlarmScheduleType, schedule, browserTimezone()))}
        >
          {ALARM_SCHEDULE_TYPES.map((type) => (
            <MenuItem key={type} value={type}>
              {t(`alarmRule.schedules.${type}`)}
            </MenuItem>
          ))}
        </SelectInput>
      </Box>
      {schedule.type !== 'ANY_TIME' && (
        <Box data-field={`${at}.timezone`}>
          <Field label={t('alarmRule.timezone')} inputId={zoneId} required error={zoneProblem}>
            <TimezoneSelect
              id={zoneId}
              placeholder={t('alarmRule.timezoneNeeded')}
              isWrong={zoneProblem !== undefined}
              value={schedule.timezone || null}
              onChange={(timezone) => onChange({ ...schedule, timezone })}
            />
          </Field>
        </Box>
      )}
      {schedule.type === 'SPECIFIC_TIME' && (
        <>
          <Box role="group" aria-label={t('alarmRule.daysOfWeek')} data-field={`${at}.daysOfWeek`}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
              {WEEK.map((day) => {
                const days = schedule.daysOfWeek ?? [...WEEK];
                return (
                  <WeekdayBox
                    key={day}
                    day={day}
                    checked={days.includes(day)}
                    onChange={(checked) =>
                      onChange({
                        ...schedule,
                        daysOfWeek: WEEK.filter((one) => (one === day ? checked : days.includes(one))),
                      })
                    }
                  />
                );
              })}
            </Box>
            {problems[`${at}.daysOfWeek`] && <FormHelperText error>{problems[`${at}.daysOfWeek`]}</FormHelperText>}
          </Box>
          <HoursInput
            at={at}
            value={schedule}
            problems={problems}
            onChange={(hours) => onChange({ ...schedule, ...hours })}
          />
        </>
      )}
      {schedule.type === 'CUSTOM' && (
        <Box
          role="group"
          aria-label={t('alarmRule.daysOfWeek')}
          data-field={`${at}.items`}
          sx={{ display: 'grid', gap: 2 }}
        >
          {problems[`${at}.items`] && <FormHelperText error>{problems[`${at}.items`]}</FormHelperText>}
          {WEEK.map((day) => {
            const items = schedule.items ?? [];
            const index = items.findIndex(({ dayOfWeek }) => dayOfWeek === day);
            const item = items[index] ?? { dayOfWeek: day, enabled: false, startsOn: 0, endsOn: DAY_LENGTH };
            const set = (change: object) => {
              const next = { ...item, ...change };
              onChange({
                ...schedule,
                items: index < 0 ? [...items, next] : items.map((one, now) => (now === index ? next : one)),
              });
            };
            return (
              <Box key={day} sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'center', minHeight: 40 }}>
                <WeekdayBox day={day} checked={item.enabled === true} onChange={(enabled) => set({ enabled })} />
                {item.enabled && (
                  <HoursInput
                    day={formatWeekday(day, 'long')}
                    at={`${at}.items.${index < 0 ? items.length : index}`}
                    value={item}
                    problems={problems}
                    onChange={set}
                  />
                )}
              </Box>
            );
          })}
        </Box>
      )}
    </Box>
  );
}
