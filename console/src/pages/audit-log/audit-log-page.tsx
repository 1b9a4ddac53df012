import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListHeader } from '../../entity-page/list-header.tsx';
import { usePageAddress } from '../../entity-page/tab-address.ts';
import { AuditList } from '../../entity-page/tabs/audit-tab.tsx';
import type { TimedHead } from '../../entity-page/tabs/timed-list.tsx';

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

/** The title, and the export of the log as it is filtered. */
function Header({ total, refresh, exporting }: TimedHead) {
  const { t } = useTranslation();
  const actions = useMemo(() => [exporting], [exporting]);
  return <ListHeader title={t('audit.page')} total={total} onRefresh={refresh} actions={actions} />;
}
