import './texts/texts.ts';
import type { TFunction } from 'i18next';
import { deleteReport, type ReportRow, sendReport, switchReport } from '../../api/dashboard-reports.ts';
import { openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { deleteAction } from '../../entity-page/delete-action.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';
import { formatDateTime } from '../../i18n/format.ts';

/** Address of the dashboard of a report, as the report shows it. */
export function dashboardAddress({ dashboardId, view }: Pick<ReportRow, 'dashboardId' | 'view'>): string {
  const parameters = new URLSearchParams(view).toString();
  return `/dashboards/${dashboardId}${parameters ? `?${parameters}` : ''}`;
}

async function edit(row: ReportRow): Promise<boolean> {
  const { ReportForm } = await import('../../dashboard-reports/report-form.tsx');
  const saved = await openDialog<true>((close) => (
    <ReportForm
      dashboard={{ id: row.dashboardId, title: row.dashboardTitle }}
      report={{ ...row, id: row.id.id }}
      onClose={() => close()}
      onSaved={() => close(true)}
    />
  ));
  return saved === true;
}

/** What can be done with reports of any dashboard. */
export function reportActions(
  t: TFunction,
  parts: { changed: () => void; leaving: (row: ReportRow) => void; open: (address: string) => void },
): EntityAction<ReportRow>[] {
  const { changed, leaving, open } = parts;
  const { prepareBulk: _none, ...deletion } = deleteAction<ReportRow>({
    nameOf: ({ name }) => name,
    things: 'report',
    remove: ({ id }) => deleteReport(id.id),
    consequences: async () => [t('reports.deleteText')],
    changed,
    leaving,
  });
  const turn = async ({ id }: ReportRow, isEnabled: boolean) => {
    const { name, nextTime } = await switchReport(id.id, isEnabled);
    const time = nextTime === null ? '' : formatDateTime(nextTime);
    notifySuccess(t(isEnabled ? 'reports.resumed' : 'reports.paused', { name, time }));
    changed();
  };
  return [
    {
      id: 'edit',
      label: t('reports.edit'),
      icon: 'edit',
      primary: true,
      async run(row) {
        if (!(await edit(row))) return;
        notifySuccess(t('reports.saved', { name: row.name }));
        changed();
      },
    },
    {
      id: 'open',
      label: t('reports.open'),
      icon: 'dashboards',
      run: (row) => open(dashboardAddress(row)),
    },
    {
      id: 'send',
      label: t('reports.sendNow'),
      icon: 'mail',
      isFor: ({ isDue }) => !isDue,
      async run({ id, name }) {
        await sendReport(id.id);
        notifySuccess(t('reports.isSending', { name }));
        changed();
      },
    },
    {
      id: 'pause',
      label: t('reports.pause'),
      icon: 'pause',
      isFor: ({ isEnabled }) => isEnabled,
      run: (row) => turn(row, false),
    },
    {
      id: 'resume',
      label: t('reports.resume'),
      icon: 'play',
      isFor: ({ isEnabled }) => !isEnabled,
      run: (row) => turn(row, true),
    },
    deletion,
  ];
}
