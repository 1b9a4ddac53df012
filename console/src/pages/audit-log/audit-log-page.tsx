import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { usePageAddress } from '../../entity-page/tab-address.ts';
import { AuditList } from '../../entity-page/tabs/audit-tab.tsx';

/** Who did what in the tenant, and whether it worked. */
export function AuditLogPage() {
  const { t } = useTranslation();
  return (
    <Box sx={{ flex: 1, minWidth: 0, overflow: 'auto', p: { xs: 3, sm: '16px 20px' } }}>
      <Box component="h1" sx={{ typography: 'h1', m: '0 0 2px' }}>
        {t('audit.page')}
      </Box>
      <Box component="p" sx={{ m: '0 0 12px', color: 'text.secondary' }}>
        {t('audit.pageText')}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          gap: 3,
          maxWidth: 1200,
          p: { xs: 3, sm: 4 },
          background: 'var(--surface)',
          border: '1px solid var(--line)',
          borderRadius: '8px',
          boxShadow: 'var(--shadow)',
        }}
      >
        <AuditList entity={undefined} address={usePageAddress()} />
      </Box>
    </Box>
  );
}
