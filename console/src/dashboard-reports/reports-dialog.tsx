import './texts/texts.ts';
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  IconButton,
  Tooltip,
  useMediaQuery,
} from '@mui/material';
import type { Report } from '@signalbox/contract/report';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteReport, getDashboardReports, sendReport } from '../api/dashboard-reports.ts';
import { ask, openDialog } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import { queryClient } from '../app/query-client.ts';
import { Icon } from '../controls/icon.tsx';
import { Loaded } from '../controls/loaded.tsx';
import { EmptyState } from '../controls/states.tsx';
import { attempt } from '../entity-page/entity-action.ts';
import { DialogHeading } from '../help/dialog-heading.tsx';
import { formatDateTime } from '../i18n/format.ts';
import { REPORTS } from './query-key.ts';
import { recipientsText, scheduleText } from './report-draft.ts';
import { type ReportedDashboard, ReportForm } from './report-form.tsx';
import { LastOutcome } from './report-outcome.tsx';

/** ms between two looks while a report is being sent, and otherwise. */
const SOON = 1500;
const LATER = 15_000;

/** The mails by which a dashboard is sent: what they are, what became of the last one, and new ones. */
export default function ReportsDialog(props: { dashboard: ReportedDashboard; onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { dashboard } = props;
  const query = useQuery({
    queryKey: [...REPORTS, 'of', dashboard.id],
    queryFn: () => getDashboardReports(dashboard.id),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.reports.some(({ isDue }) => isDue) ? SOON : LATER),
  });
  const changed = () => void queryClient.invalidateQueries({ queryKey: REPORTS });
  const open = (report?: Report) =>
    void openDialog((close) => (
      <ReportForm
        dashboard={dashboard}
        report={report}
        onClose={() => close()}
        onSaved={() => {
          close();
          changed();
        }}
      />
    ));
  const isEmpty = query.data?.reports.length === 0;
  return (
    <Dialog open fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby={titleId} onClose={props.onClose}>
      <DialogHeading
        id={titleId}
        title={t('dashboardReport.title', { title: dashboard.title })}
        helpId="dashboards/reports"
      />
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start', minHeight: 240 }}>
        <Box sx={{ color: 'text.secondary' }}>{t('dashboardReport.text')}</Box>
        <Loaded from={query} title={t('dashboardReport.failed')} skeleton={4}>
          {({ reports, unavailable }) => (
            <>
              {unavailable && <Alert severity="warning">{unavailable}</Alert>}
              {reports.length === 0 ? (
                <EmptyState icon="clock" title={t('dashboardReport.none')} text={t('dashboardReport.noneText')} />
              ) : (
                <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
                  {reports.map((report) => (
                    <ReportRow
                      key={report.id}
                      report={report}
                      maySend={unavailable === null}
                      onEdit={() => open(report)}
                      onChanged={changed}
                    />
                  ))}
                </Box>
              )}
            </>
          )}
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('action.close')}</Button>
        <Button
          variant="contained"
          color="primary"
          autoFocus={isEmpty}
          disabled={query.data === undefined}
          onClick={() => open()}
        >
          {t('dashboardReport.add')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ReportRow(props: { report: Report; maySend: boolean; onEdit: () => void; onChanged: () => void }) {
  const { t } = useTranslation();
  const { report, onChanged } = props;
  const { id, name, isDue } = report;
  const send = () =>
    attempt(async () => {
      await sendReport(id);
      onChanged();
    });
  const remove = () =>
    attempt(async () => {
      const sure = await ask({
        title: t('dashboardReport.deleteTitle', { name }),
        content: t('dashboardReport.deleteText'),
        confirmLabel: t('action.delete'),
        cancelLabel: t('action.cancel'),
        destructive: true,
      });
      if (!sure) return;
      await deleteReport(id);
      notifySuccess(t('dashboardReport.deleted', { name }));
      onChanged();
    });
  return (
    <Box
      component="li"
      aria-label={name}
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        gap: 3,
        alignItems: 'start',
        py: 3,
        '& + &': { borderTop: '1px solid var(--line-2)' },
      }}
    >
      <Box sx={{ flex: { xs: '1 0 100%', sm: 1 }, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 580 }}>{name}</Box>
        <Box>
          {scheduleText(report, t)}
          <Box component="span" sx={{ color: 'text.secondary' }}>{`  ·  ${report.schedule.timeZone}`}</Box>
        </Box>
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
          {t('dashboardReport.to', { list: recipientsText(report, t) })}
        </Box>
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{t('dashboardReport.by', { name: report.userName })}</Box>
        <Outcome report={report} maySend={props.maySend} />
      </Box>
      <Button
        size="small"
        loading={isDue && props.maySend}
        disabled={!props.maySend}
        aria-label={t('dashboardReport.sendNowOf', { name })}
        onClick={send}
      >
        {t('dashboardReport.sendNow')}
      </Button>
      <Tooltip title={t('dashboardReport.edit', { name })}>
        <IconButton size="small" aria-label={t('dashboardReport.edit', { name })} onClick={props.onEdit}>
          <Icon name="edit" />
        </IconButton>
      </Tooltip>
      <Tooltip title={t('dashboardReport.delete', { name })}>
        <IconButton size="small" aria-label={t('dashboardReport.delete', { name })} onClick={remove}>
          <Icon name="delete" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

/** What became of it the last time, and when it comes next. */
function Outcome({ report, maySend }: { report: Report; maySend: boolean }) {
  const { t } = useTranslation();
  const { isDue, isEnabled, lastError, nextTime } = report;
  return (
    <Box sx={{ fontSize: 13, mt: 1 }} aria-live="polite">
      <LastOutcome report={report} maySend={maySend} />
      {lastError !== null && !isDue && <Box>{lastError}</Box>}
      {isEnabled && nextTime !== null && !isDue && (
        <Box sx={{ color: 'text.secondary' }}>
          <span className="num">{`${t('dashboardReport.next')}: ${formatDateTime(nextTime)}`}</span>
        </Box>
      )}
    </Box>
  );
}
