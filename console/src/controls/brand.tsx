import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** Sign and name of the product. */
export function Brand() {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, fontWeight: 650, fontSize: 15, p: '4px 10px' }}>
      <Icon name="logo" size={22} color="var(--accent)" />
      {t('app.name')}
    </Box>
  );
}
