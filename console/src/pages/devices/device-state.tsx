import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';

/** Active or not, in a word beside the dot. */
export function DeviceState({ active }: { active: boolean }) {
  const { t } = useTranslation();
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, color: active ? 'var(--ok)' : 'text.secondary' }}
    >
      <Box component="span" sx={{ width: 8, height: 8, borderRadius: '50%', background: 'currentColor' }} />
      {t(active ? 'device.active' : 'device.inactive')}
    </Box>
  );
}
