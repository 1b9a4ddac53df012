import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';

/** Whether a device reports, in a word beside the dot, and a sign while it is connected: one can be without the other. */
export function DeviceState({ active, connected = false }: { active: boolean; connected?: boolean | undefined }) {
  const { t } = useTranslation();
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <span className={active ? 'state on' : 'state'}>{t(active ? 'device.active' : 'device.inactive')}</span>
      {connected && (
        <Box component="span" title={t('device.connected')} sx={{ display: 'inline-flex', color: 'text.secondary' }}>
          <Icon name="link" size={14} />
          <span className="visually-hidden">{t('device.connected')}</span>
        </Box>
      )}
    </Box>
  );
}
