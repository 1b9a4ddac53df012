import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { forgetDeletedDashboard, getDeletedDashboards, restoreDeletedDashboard } from '../../api/dashboard-versions.ts';
import { DeletedDialog } from '../../entity-page/deleted-dialog.tsx';
import { formatNumber } from '../../i18n/format.ts';

const QUERY_KEY = ['dashboards'];

/** The dashboards that were deleted during the last 30 days. */
export function DeletedDashboardsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const customersOf = (count: number) => ({ count, formatted: formatNumber(count) });
  return (
    <DeletedDialog
      words={{
        title: t('dashboard.deleted.title'),
        text: t('dashboard.deleted.text'),
        search: t('dashboard.search'),
        failed: t('dashboard.deleted.failed'),
        none: t('dashboard.deleted.none'),
        noneFound: t('dashboard.deleted.noneFound'),
        forgetText: t('dashboard.deleted.forgetText'),
      }}
      queryKey={QUERY_KEY}
      load={getDeletedDashboards}
      facts={({ customers }) => (customers === 0 ? [] : [t('dashboard.deleted.customers', customersOf(customers))])}
      restore={async ({ id, customers }) => {
        const { title } = await restoreDeletedDashboard(id.id);
        const lost = customers === 0 ? [] : [t('dashboard.deleted.lost', customersOf(customers))];
        return [t('dashboard.deleted.restored', { name: title }), ...lost].join(' ');
      }}
      forget={({ id }) => forgetDeletedDashboard(id.id)}
      onClose={onClose}
    />
  );
}
