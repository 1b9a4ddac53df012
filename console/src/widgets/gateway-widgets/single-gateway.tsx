import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { GatewayForm } from './gateway-form.tsx';

/** Sets up the gateway that the dashboard is about. */
export function SingleGateway({ widget, data, width }: WidgetProps) {
  const { t } = useTranslation();
  const [gateway] = data.entities;
  if (gateway?.entityType !== 'DEVICE' || /^[0-]+$/.test(gateway.id)) {
    return (
      <Box role="status" sx={{ m: 'auto', fontSize: 13, color: 'text.secondary' }}>
        {t('gatewayForm.noDevice')}
      </Box>
    );
  }
  return (
    <GatewayForm
      key={gateway.id}
      gatewayId={gateway.id}
      readOnly={settingsOf(widget).readOnly === true}
      width={width}
      archiveName="gatewayConfiguration"
      savedText=""
    />
  );
}
