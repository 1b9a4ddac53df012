import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListHeader } from '../../entity-page/list-header.tsx';
import { usePageAddress } from '../../entity-page/tab-address.ts';
import { AuditList } from '../../entity-page/tabs/audit-tab.tsx';
import type { TimedHead } from '../../entity-page/tabs/timed-list.tsx';
import { useExportAction } from '../../entity-page/use-export-action.ts';

/** Who did what in the tenant, and whether it worked. */
export function AuditLogPage() {
  const { t } = useTranslation();
  return (
    <Box
      component="section"
      aria-label={t('audit.page')}
      sx={{ flex: 1, minWidth: 0, overflow: 'auto', p: { xs: 3, sm: '16px 20px' } }}
    >
      <AuditList entity={undefined} address={usePageAddress()} header={(list) => <Header {...list} />} />
    </Box>
  );
}

/** The title, and the export of the log as it is filtered: with all columns, also on phones, which show few. */
function Header({ total, refresh, load }: TimedHead) {
  const { t } = useTranslation();
  const columns = useMemo(
    () => [
      { exported: 'createdTime', title: t('timed.time') },
      { exported: 'entityId.entityType', title: t('audit.entityType') },
      { exported: 'entityName', title: t('audit.entity') },
      { exported: 'userName', title: t('user.user') },
      { exported: 'actionType', title: t('audit.action') },
      { exported: 'actionStatus', title: t('audit.status') },
      { exported: 'actionFailureDetails', title: t('audit.failureDetails') },
      { exported: 'actionData', title: t('audit.data') },
    ],
    [t],
  );
  const exporting = useExportAction({ name: 'audit-log', total, columns, load });
  const actions = useMemo(() => [exporting], [exporting]);
  return <ListHeader title={t('audit.page')} total={total} onRefresh={refresh} actions={actions} />;
}
