import './texts/texts.ts';
import '../../dashboard-picture/texts/texts.ts';
import { Box, Link } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { getReport, type ReportRow } from '../../api/dashboard-reports.ts';
import { Instant } from '../../controls/ago.tsx';
import { Fact } from '../../controls/fact.tsx';
import { REPORTS } from '../../dashboard-reports/query-key.ts';
import { scheduleText } from '../../dashboard-reports/report-draft.ts';
import { LastOutcome } from '../../dashboard-reports/report-outcome.tsx';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { dashboardAddress } from './report-actions.tsx';

/** ms between two looks while it is being sent, and otherwise. */
const SOON = 1500;
const LATER = 15_000;

/** Everything about one report, and what becomes of it. */
export function ReportDetails({ controls }: { controls: DetailsControls<ReportRow> }) {
  const { t } = useTranslation();
  // The same query as that of the details: it is asked again by itself.
  useQuery({
    queryKey: [...REPORTS, 'one', controls.id],
    queryFn: () => getReport(controls.id),
    refetchInterval: ({ state }) => (state.data?.isDue ? SOON : LATER),
  });
  return (
    <EntityDetails<ReportRow, never>
      controls={controls}
      queryKey={REPORTS}
      load={getReport}
      kind={t('reports.report')}
      describe={(report) => ({
        title: report.name,
        subtitle: report.dashboardTitle,
        after: <Facts report={report} />,
        tabs: [],
      })}
    />
  );
}

function Facts({ report }: { report: ReportRow }) {
  const { t } = useTranslation();
  const { format, paper, orientation, recipients, nextTime, isDue, lastError } = report;
  return (
    <Box component="dl" sx={{ m: 0 }}>
      <Fact label={t('reports.dashboard')}>
        <Link component={RouterLink} to={dashboardAddress(report)} color="var(--accent-text)" underline="hover">
          {report.dashboardTitle}
        </Link>
      </Fact>
      <Fact label={t('reports.last')}>
        <Box aria-live="polite">
          <LastOutcome report={report} />
          {lastError !== null && !isDue && <Box>{lastError}</Box>}
        </Box>
      </Fact>
      <Fact label={t('reports.next')}>
        {nextTime === null || isDue ? t(`dashboardReport.${isDue ? 'sending' : 'off'}`) : <Instant ts={nextTime} />}
      </Fact>
      <Fact label={t('reports.when')}>
        {scheduleText(report, t)}
        {'\n'}
        {report.schedule.timeZone}
      </Fact>
      <Fact label={t('reports.recipients')}>
        <span>
          {recipients.map((address) => (
            <bdi key={address} style={{ display: 'block' }}>
              {address}
            </bdi>
          ))}
        </span>
      </Fact>
      <Fact label={t('reports.file')}>
        {format === 'PNG'
          ? t('reports.picture')
          : t('reports.document', {
              paper: t(`dashboardPicture.papers.${paper}`),
              orientation: t(`dashboardPicture.${orientation}`),
            })}
      </Fact>
      <Fact label={t('reports.shown')}>{t(`dashboardReport.view.${report.view === '' ? 'own' : 'kept'}`)}</Fact>
      <Fact label={t('reports.rights')}>
        <bdi>{report.userName}</bdi>
      </Fact>
    </Box>
  );
}
