import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';

/** Why there is no map, and which setting is missing. */
export function MapProblem({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <Box
      role="alert"
      sx={{
        m: 'auto',
        p: 2,
        maxWidth: 380,
        textAlign: 'center',
        color: 'text.secondary',
        fontSize: 13,
        overflow: 'auto',
      }}
    >
      <Box sx={{ color: 'text.disabled', mb: 1 }}>
        <Icon name="info" size={22} />
      </Box>
      <Box sx={{ fontWeight: 560, color: 'text.primary' }}>{t('map.noMap')}</Box>
      <Box sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>{text}</Box>
    </Box>
  );
}
