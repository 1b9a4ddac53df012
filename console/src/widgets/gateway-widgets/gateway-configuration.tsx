import './texts/texts.ts';
import { Box } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../../controls/choice.ts';
import { errorText } from '../../controls/error-text.ts';
import { GatewayPicker } from '../../controls/pickers/gateway-picker.tsx';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { GatewayForm } from './gateway-form.tsx';

const textOf = (value: unknown, otherwise = '') =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : otherwise;

/** Chooses a gateway, or makes one, and sets it up. */
export function GatewayConfiguration({ widget, width }: WidgetProps) {
  const { t } = useTranslation();
  const settings = settingsOf(widget);
  const gatewayType = textOf(settings.gatewayType, 'Gateway');
  const [gateway, setGateway] = useState<Choice | null>(null);
  const [problem, setProblem] = useState<string>();
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Box sx={{ flex: 'none', p: '3px' }}>
        <GatewayPicker
          value={gateway}
          error={problem}
          gatewayType={gatewayType}
          onChange={(choice) => {
            setProblem(undefined);
            setGateway(choice);
          }}
          onNameExists={(name) =>
            setProblem(textOf(settings.gatewayNameExists) || t('gatewayForm.nameExists', { name }))
          }
          onFailed={(error) => setProblem(errorText(error))}
        />
      </Box>
      {gateway ? (
        <GatewayForm
          key={gateway.id}
          gatewayId={gateway.id}
          readOnly={false}
          width={width}
          archiveName={textOf(settings.archiveFileName, 'gatewayConfiguration')}
          savedText={textOf(settings.successfulSave)}
        />
      ) : (
        <Box sx={{ m: 'auto', fontSize: 13, color: 'text.secondary', textAlign: 'center' }}>
          {t('gatewayForm.chooseFirst')}
        </Box>
      )}
    </Box>
  );
}
