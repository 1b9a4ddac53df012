import './texts/texts.ts';
import { Alert } from '@mui/material';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { getReports, type ReportRow } from '../../api/dashboard-reports.ts';
import { staysAt } from '../../app/address-ahead.ts';
import { queryClient } from '../../app/query-client.ts';
import { Instant } from '../../controls/ago.tsx';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { REPORTS } from '../../dashboard-reports/query-key.ts';
import { recipientsText, scheduleText } from '../../dashboard-reports/report-draft.ts';
import { LastOutcome } from '../../dashboard-reports/report-outcome.tsx';
import type { Column } from '../../entity-page/columns.ts';
import { EntityPage } from '../../entity-page/entity-page.tsx';
import type { ListAction } from '../../entity-page/list-header.tsx';
import type { ListDefaults } from '../../entity-page/list-state.ts';
import { createdColumn, nameColumn, textColumn } from '../../entity-page/standard-columns.tsx';
import { reportActions } from './report-actions.tsx';

const ReportDetails = lazyPart(async () => (await import('./report-details.tsx')).ReportDetails);

const PATH = '/dashboards/reports';
const DEFAULTS: ListDefaults = { sortProperty: 'name', sortOrder: 'ASC' };
const QUERY_KEY = [...REPORTS, 'list'] as const;
/** ms between two looks at the list while one of it is being sent. */
const EVERY = 3000;

const changed = () => void queryClient.invalidateQueries({ queryKey: REPORTS });

/** Keeps the list as it is while one of its reports is being sent and somebody looks. */
function useLiveList(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => {
      if (!document.hidden) void queryClient.invalidateQueries({ queryKey: QUERY_KEY }, { cancelRefetch: false });
    }, EVERY);
    return () => clearInterval(timer);
  }, [isSending]);
}

function useColumns(): Column<ReportRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      nameColumn('name', t('reports.name'), (row) => row.name, 170),
      textColumn('dashboardTitle', t('reports.dashboard'), (row) => row.dashboardTitle, { width: 160, priority: 3 }),
      {
        ...textColumn<ReportRow>('when', t('reports.when'), (row) => scheduleText(row, t), { width: 180, priority: 4 }),
        sortProperty: undefined,
        exported: [
          { path: 'schedule.period', title: t('dashboardReport.field.period') },
          { path: 'schedule.days', title: t('dashboardReport.field.weekdays') },
          { path: 'schedule.time', title: t('dashboardReport.field.time') },
          { path: 'schedule.timeZone', title: t('dashboardReport.field.timeZone') },
        ],
      },
      {
        ...textColumn<ReportRow>('recipients', t('reports.recipients'), (row) => recipientsText(row, t), {
          width: 170,
          priority: 2,
        }),
        sortProperty: undefined,
      },
      {
        id: 'lastTime',
        title: t('reports.last'),
        width: 160,
        priority: 0,
        sortProperty: 'lastTime',
        exported: [
          { path: 'lastTime', title: t('reports.last') },
          { path: 'lastError', title: t('dashboardReport.notSent') },
        ],
        cell: (row) => <LastOutcome report={row} />,
        compact: { width: 136 },
      },
      {
        id: 'nextTime',
        title: t('reports.next'),
        width: 190,
        priority: 5,
        sortProperty: 'nextTime',
        exported: 'nextTime',
        cell: ({ nextTime, isDue }) => (isDue || nextTime === null ? null : <Instant ts={nextTime} />),
      },
      { ...createdColumn<ReportRow>(t, 6), hiddenAtFirst: true },
    ],
    [t],
  );
}

/** Every dashboard that is sent by mail: when, to whom, and what became of the last one. */
export function ReportsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);
  const [unavailable, setUnavailable] = useState<string | null>(null);
  useLiveList(isSending);
  const onRows = useCallback((rows: readonly ReportRow[]) => setSending(rows.some(({ isDue }) => isDue)), []);
  const actions = useMemo(
    () =>
      reportActions(t, {
        changed,
        leaving: ({ id }) => {
          if (staysAt(`${PATH}/${id.id}`)) void navigate(PATH);
        },
        open: (address) => void navigate(address),
      }),
    [t, navigate],
  );
  const listActions = useMemo<ListAction[]>(
    () => [
      {
        ...{ id: 'dashboards', label: t('reports.dashboards'), icon: 'dashboards', isQuiet: true },
        run: () => void navigate('/dashboards'),
      },
    ],
    [t, navigate],
  );
  return (
    <EntityPage<ReportRow>
      list="reports"
      things="report"
      title={t('reports.page')}
      path={PATH}
      queryKey={QUERY_KEY}
      load={async ({ link }) => {
        const { unavailable: reason, ...page } = await getReports(link);
        setUnavailable(reason);
        return page;
      }}
      columns={useColumns()}
      defaults={DEFAULTS}
      nameOf={(row) => row.name}
      searchPlaceholder={t('reports.search')}
      actions={actions}
      listActions={listActions}
      onRows={onRows}
      note={unavailable === null ? undefined : <Alert severity="warning">{unavailable}</Alert>}
      add={{
        label: t('reports.new'),
        dialog: async () => {
          const { NewReportDialog } = await import('./new-report-dialog.tsx');
          return (close) => <NewReportDialog close={close} />;
        },
        addedWords: ({ name }) => t('reports.added', { name }),
      }}
      empty={{ icon: 'mail', title: t('reports.empty'), text: t('reports.emptyText') }}
      onNearRows={ReportDetails.preload}
      details={(controls) => <ReportDetails controls={controls} />}
    />
  );
}
