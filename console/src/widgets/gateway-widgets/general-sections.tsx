import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { SwitchInput } from '../../controls/switch-input.tsx';
import { ChoiceOf, CountOf, Fields, Section, type SectionProps, TextOf } from './form-parts.tsx';
import { LOGGING_LEVELS } from './gateway-draft.ts';

/** Where the gateway connects to, and how. */
export function ConnectionSection(props: SectionProps & { token: string | undefined }) {
  const { t } = useTranslation();
  const { draft, token } = props;
  return (
    <Section title={t('gatewayForm.connection')}>
      {token !== undefined && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 3, fontSize: 13 }}>
          <span>{t('gatewayForm.deviceToken')}</span>
          <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
            {token}
          </Box>
          <CopyIconButton text={token} name={t('gatewayForm.accessToken')} />
        </Box>
      )}
      <Fields>
        <TextOf {...props} field="host" label={t('gatewayForm.host')} />
        <CountOf {...props} field="port" label={t('gatewayForm.port')} />
        <ChoiceOf
          {...props}
          field="security"
          label={t('gatewayForm.security')}
          choices={{ accessToken: t('gatewayForm.accessToken'), tls: t('gatewayForm.tls') }}
        />
        {draft.security === 'accessToken' ? (
          <TextOf {...props} field="accessToken" label={t('gatewayForm.accessToken')} />
        ) : (
          <>
            <TextOf {...props} field="caCert" label={t('gatewayForm.caCert')} />
            <TextOf {...props} field="privateKey" label={t('gatewayForm.privateKey')} />
            <TextOf {...props} field="cert" label={t('gatewayForm.cert')} />
          </>
        )}
      </Fields>
      <SwitchInput
        label={t('gatewayForm.remoteConfiguration')}
        checked={draft.remoteConfiguration}
        disabled={props.readOnly}
        onChange={(remoteConfiguration) => props.onEdit({ remoteConfiguration })}
        sx={{ mt: 3 }}
      />
    </Section>
  );
}

/** What the gateway reports of its own work. */
export function LoggingSection(props: SectionProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('gatewayForm.logging')}>
      <Fields>
        <ChoiceOf
          {...props}
          field="loggingLevel"
          label={t('gatewayForm.loggingLevel')}
          choices={Object.fromEntries(LOGGING_LEVELS.map((level) => [level, t(`gatewayForm.level.${level}`)]))}
        />
        <TextOf {...props} field="logPath" label={t('gatewayForm.logPath')} />
      </Fields>
    </Section>
  );
}

/** Where values wait until they have been sent. */
export function StorageSection(props: SectionProps) {
  const { t } = useTranslation();
  const isFile = props.draft.storage === 'file';
  return (
    <Section title={t('gatewayForm.storage')}>
      <Fields>
        <ChoiceOf
          {...props}
          field="storage"
          label={t('gatewayForm.storageType')}
          choices={{ memory: t('gatewayForm.memory'), file: t('gatewayForm.file') }}
        />
        <CountOf {...props} field="readRecords" label={t('gatewayForm.readRecords')} />
        <CountOf
          {...props}
          field="maxRecords"
          label={isFile ? t('gatewayForm.maxRecordsPerFile') : t('gatewayForm.maxRecords')}
        />
        {isFile && (
          <>
            <CountOf {...props} field="maxFiles" label={t('gatewayForm.maxFiles')} />
            <TextOf {...props} field="dataFolder" label={t('gatewayForm.dataFolder')} />
          </>
        )}
      </Fields>
    </Section>
  );
}
