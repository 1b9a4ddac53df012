import './texts/texts.ts';
import '../dashboard-picture/texts/texts.ts';
import { Box, FormHelperText, MenuItem } from '@mui/material';
import {
  MAX_REPORT_RECIPIENTS,
  REPORT_FORMATS,
  REPORT_ORIENTATIONS,
  REPORT_PAPERS,
  REPORT_PERIODS,
  type Report,
  type ReportInput,
  type ReportSchedule,
} from '@signalbox/contract/report';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveReport } from '../api/dashboard-reports.ts';
import { ChipsInput } from '../controls/chips-input.tsx';
import { ClockInput } from '../controls/clock-input.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import { Field, TextInput } from '../controls/text-input.tsx';
import { WeekdayBox } from '../controls/weekday-box.tsx';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { useSubmission } from '../entity-page/use-submission.ts';
import { TimezoneSelect } from '../time-window/timezone-select.tsx';
import { browserTimezone } from '../time-window/timezones.ts';
import { inputOf, newReport, problemsOf, REPORT_FIELDS } from './report-draft.ts';

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const TWO = { display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } };

/** What a new report is set up for. */
export interface ReportedDashboard {
  id: string;
  title: string;
  /** How it is on the screen: the parameters of its address. Absent where it is not open. */
  view?: string | undefined;
}

/** Says when a dashboard is sent, as what, and to whom. */
export function ReportForm(props: {
  dashboard: ReportedDashboard;
  /** Absent for a new one. */
  report?: Report | undefined;
  onClose: () => void;
  onSaved: (report: Report) => void;
}) {
  const { t } = useTranslation();
  const zoneId = useId();
  const { dashboard, report } = props;
  const [initial] = useState(() =>
    report ? inputOf(report) : { ...newReport(dashboard.title, browserTimezone()), view: dashboard.view ?? '' },
  );
  const [draft, setDraft] = useState<ReportInput>(initial);
  const fields = REPORT_FIELDS.map((name) => ({ name, label: t(`dashboardReport.field.${name}`) }));
  const submission = useSubmission(fields);
  const { problems } = submission;
  const { schedule } = draft;
  const change = (field: string, values: Partial<ReportInput>) => {
    submission.note(field);
    setDraft({ ...draft, ...values });
  };
  const changeTime = (field: string, values: Partial<ReportSchedule>) =>
    change(field, { schedule: { ...schedule, ...values } });
  const views = [...new Set(['', dashboard.view ?? '', initial.view])];
  const viewName = (view: string) => (view === '' ? 'own' : view === dashboard.view ? 'now' : 'kept');

  const save = async () => {
    let saved: Report | undefined;
    await submission.submit(
      () => problemsOf(draft, t),
      async () => {
        saved = await saveReport(dashboard.id, report?.id, draft);
      },
    );
    if (saved) props.onSaved(saved);
  };

  return (
    <FormDialog
      title={t(report ? 'dashboardReport.editTitle' : 'dashboardReport.addTitle')}
      submitLabel={t(report ? 'action.save' : 'action.add')}
      dirty={draft !== initial}
      submission={submission}
      fields={fields}
      isLong
      maxWidth="sm"
      contentSx={{ display: 'grid', gap: 4 }}
      onSubmit={save}
      onClose={props.onClose}
    >
      <Box data-field="name">
        <TextInput
          label={t('dashboardReport.field.name')}
          required
          autoFocus
          value={draft.name}
          error={problems.name}
          help={t('dashboardReport.field.nameHelp')}
          onChange={(event) => change('name', { name: event.target.value })}
        />
      </Box>
      <Box data-field="recipients">
        <ChipsInput
          label={t('dashboardReport.field.recipients')}
          kind="report-recipient"
          required
          value={draft.recipients}
          error={problems.recipients}
          help={t('dashboardReport.field.recipientsHelp', { count: MAX_REPORT_RECIPIENTS })}
          placeholder={t('dashboardReport.field.addAddress')}
          load={noSuggestions}
          onChange={(recipients) => change('recipients', { recipients: [...recipients] })}
        />
      </Box>
      <Box sx={TWO}>
        <SelectInput
          label={t('dashboardReport.field.period')}
          value={schedule.period}
          onChange={(period) => {
            const isHourly = period === 'HOUR';
            const minute = isHourly === (schedule.period === 'HOUR') ? schedule.minute : isHourly ? 0 : 8 * 60;
            changeTime('period', { period: period as ReportSchedule['period'], minute });
          }}
        >
          {REPORT_PERIODS.map((period) => (
            <MenuItem key={period} value={period}>
              {t(`dashboardReport.period.${period}`)}
            </MenuItem>
          ))}
        </SelectInput>
        <Box data-field="minute">
          {schedule.period === 'HOUR' ? (
            <NumberInput
              label={t('dashboardReport.field.minute')}
              value={schedule.minute}
              error={problems.minute}
              onChange={(minute) => changeTime('minute', { minute: minute ?? Number.NaN })}
            />
          ) : (
            <ClockInput
              label={t('dashboardReport.field.time')}
              value={schedule.minute}
              onChange={(minute) => changeTime('minute', { minute })}
            />
          )}
        </Box>
      </Box>
      {schedule.period === 'WEEK' && (
        <Box role="group" aria-label={t('dashboardReport.field.weekdays')} data-field="weekdays">
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(76px, 1fr))' }}>
            {WEEK.map((day) => (
              <WeekdayBox
                key={day}
                day={day}
                checked={schedule.weekdays.includes(day)}
                onChange={(checked) =>
                  changeTime('weekdays', {
                    weekdays: WEEK.filter((one) => (one === day ? checked : schedule.weekdays.includes(one))),
                  })
                }
              />
            ))}
          </Box>
          {problems.weekdays && <FormHelperText error>{problems.weekdays}</FormHelperText>}
        </Box>
      )}
      {schedule.period === 'MONTH' && (
        <Box data-field="monthDay">
          <NumberInput
            label={t('dashboardReport.field.monthDay')}
            value={schedule.monthDay}
            error={problems.monthDay}
            help={schedule.monthDay > 28 ? t('dashboardReport.lastDay') : undefined}
            onChange={(monthDay) => changeTime('monthDay', { monthDay: monthDay ?? Number.NaN })}
          />
        </Box>
      )}
      <Box data-field="timeZone">
        <Field label={t('dashboardReport.field.timeZone')} inputId={zoneId} error={problems.timeZone}>
          <TimezoneSelect
            id={zoneId}
            value={schedule.timeZone}
            onChange={(timeZone) => changeTime('timeZone', { timeZone: timeZone ?? browserTimezone() })}
          />
        </Field>
      </Box>
      {views.length > 1 && (
        <SelectInput
          label={t('dashboardReport.field.view')}
          value={draft.view}
          onChange={(view) => change('view', { view })}
        >
          {views.map((view) => (
            <MenuItem key={view} value={view}>
              {t(`dashboardReport.view.${viewName(view)}`)}
            </MenuItem>
          ))}
        </SelectInput>
      )}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}>
        <SelectInput
          label={t('dashboardReport.field.format')}
          value={draft.format}
          onChange={(format) => change('format', { format: format as ReportInput['format'] })}
        >
          {REPORT_FORMATS.map((format) => (
            <MenuItem key={format} value={format}>
              {t(`dashboardPicture.formats.${format.toLowerCase()}`)}
            </MenuItem>
          ))}
        </SelectInput>
        {draft.format === 'PDF' && (
          <SelectInput
            label={t('dashboardReport.field.paper')}
            value={draft.paper}
            onChange={(paper) => change('paper', { paper: paper as ReportInput['paper'] })}
          >
            {REPORT_PAPERS.map((paper) => (
              <MenuItem key={paper} value={paper}>
                {t(`dashboardPicture.papers.${paper}`)}
              </MenuItem>
            ))}
          </SelectInput>
        )}
        {draft.format === 'PDF' && (
          <SelectInput
            label={t('dashboardReport.field.orientation')}
            value={draft.orientation}
            onChange={(orientation) =>
              change('orientation', { orientation: orientation as ReportInput['orientation'] })
            }
          >
            {REPORT_ORIENTATIONS.map((orientation) => (
              <MenuItem key={orientation} value={orientation}>
                {t(`dashboardPicture.${orientation}`)}
              </MenuItem>
            ))}
          </SelectInput>
        )}
      </Box>
      <SwitchInput
        label={t('dashboardReport.field.isEnabled')}
        checked={draft.isEnabled}
        onChange={(isEnabled) => change('isEnabled', { isEnabled })}
      />
    </FormDialog>
  );
}

const noSuggestions = async (): Promise<readonly string[]> => [];
