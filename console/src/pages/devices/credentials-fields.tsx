import { Box, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../controls/select-input.tsx';
import { PasswordInput, TextInput } from '../../controls/text-input.tsx';
import { CertificateInput } from './certificate-input.tsx';
import {
  type CredentialsDraft,
  type CredentialsProblems,
  emptyDraft,
  LWM2M_MODES,
  type Lwm2mMode,
  type Lwm2mServerSecurity,
} from './credentials.ts';

type Change = (change: Partial<CredentialsDraft>) => void;

function ServerSecurity(props: {
  /** Of the field. */
  name: string;
  title: string;
  value: Lwm2mServerSecurity;
  problem: string | undefined;
  onChange: (value: Lwm2mServerSecurity) => void;
}) {
  const { t } = useTranslation();
  const { value } = props;
  return (
    <Box
      component="fieldset"
      data-field={props.name}
      sx={{ border: '1px solid var(--line)', borderRadius: '8px', display: 'grid', gap: 3, p: 3, m: 0 }}
    >
      <legend>{props.title}</legend>
      <SelectInput
        label={t('credentials.securityMode')}
        value={value.securityMode}
        error={props.problem && t(props.problem)}
        onChange={(mode) => props.onChange({ ...value, securityMode: mode as Lwm2mMode })}
      >
        {LWM2M_MODES.map((mode) => (
          <MenuItem key={mode} value={mode}>
            {t(`credentials.modes.${mode}`)}
          </MenuItem>
        ))}
      </SelectInput>
      {value.securityMode !== 'NO_SEC' && (
        <>
          <TextInput
            label={t('credentials.clientPublicKeyOrId')}
            value={value.clientPublicKeyOrId}
            onChange={(event) => props.onChange({ ...value, clientPublicKeyOrId: event.target.value })}
          />
          <TextInput
            label={t('credentials.clientSecretKey')}
            value={value.clientSecretKey}
            onChange={(event) => props.onChange({ ...value, clientSecretKey: event.target.value })}
          />
        </>
      )}
    </Box>
  );
}

function Lwm2mFields(props: {
  draft: CredentialsDraft;
  problem: (name: keyof CredentialsDraft) => string | undefined;
  change: Change;
}) {
  const { t } = useTranslation();
  const { draft, problem, change } = props;
  return (
    <>
      <Box data-field="endpoint">
        <TextInput
          label={t('credentials.endpoint')}
          required
          value={draft.endpoint}
          error={problem('endpoint')}
          onChange={(event) => change({ endpoint: event.target.value })}
        />
      </Box>
      <SelectInput
        label={t('credentials.securityMode')}
        value={draft.mode}
        onChange={(mode) => change({ mode: mode as Lwm2mMode })}
      >
        {LWM2M_MODES.map((mode) => (
          <MenuItem key={mode} value={mode}>
            {t(`credentials.modes.${mode}`)}
          </MenuItem>
        ))}
      </SelectInput>
      {draft.mode === 'PSK' && (
        <Box data-field="identity">
          <TextInput
            label={t('credentials.identity')}
            required
            value={draft.identity}
            error={problem('identity')}
            onChange={(event) => change({ identity: event.target.value })}
          />
        </Box>
      )}
      {(draft.mode === 'PSK' || draft.mode === 'RPK') && (
        <Box data-field="key">
          <TextInput
            label={t('credentials.key')}
            required
            value={draft.key}
            error={problem('key')}
            help={draft.mode === 'PSK' ? t('credentials.pskHelp') : t('credentials.hexHelp')}
            onChange={(event) => change({ key: event.target.value })}
          />
        </Box>
      )}
      {draft.mode === 'X509' && (
        <Box data-field="clientCertificate" sx={{ display: 'grid', gap: 4 }}>
          <CertificateInput
            label={t('credentials.clientCertificate')}
            value={draft.clientCertificate}
            error={problem('clientCertificate')}
            onChange={(clientCertificate) => change({ clientCertificate })}
          />
        </Box>
      )}
      <ServerSecurity
        name="bootstrapServer"
        title={t('credentials.bootstrapServer')}
        value={draft.bootstrapServer}
        problem={problem('bootstrapServer')}
        onChange={(bootstrapServer) => change({ bootstrapServer })}
      />
      <ServerSecurity
        name="lwm2mServer"
        title={t('credentials.lwm2mServer')}
        value={draft.lwm2mServer}
        problem={problem('lwm2mServer')}
        onChange={(lwm2mServer) => change({ lwm2mServer })}
      />
    </>
  );
}

/** The fields of the chosen type of credentials; choosing another type empties them. */
export function CredentialsFields(props: {
  draft: CredentialsDraft;
  types: readonly CredentialsDraft['type'][];
  problems: CredentialsProblems;
  /** Absent with `readOnly`. */
  onChange?: (draft: CredentialsDraft) => void;
  readOnly?: boolean | undefined;
}) {
  const { t } = useTranslation();
  const { draft } = props;
  const change: Change = (part) => props.onChange?.({ ...draft, ...part });
  const problem = (name: keyof CredentialsDraft) => {
    const key = props.problems[name];
    return key ? t(key) : undefined;
  };
  const types = props.types.includes(draft.type) ? props.types : [draft.type, ...props.types];
  return (
    <Box
      component="fieldset"
      disabled={props.readOnly ?? false}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 4 }}
    >
      <SelectInput
        label={t('credentials.type')}
        value={draft.type}
        disabled={props.readOnly ?? false}
        onChange={(type) => props.onChange?.(emptyDraft(type as CredentialsDraft['type']))}
      >
        {types.map((type) => (
          <MenuItem key={type} value={type}>
            {t(`credentials.types.${type}`)}
          </MenuItem>
        ))}
      </SelectInput>
      {draft.type === 'ACCESS_TOKEN' && (
        <Box data-field="accessToken">
          <TextInput
            label={t('credentials.token')}
            required
            value={draft.accessToken}
            error={problem('accessToken')}
            help={t('credentials.tokenHelp')}
            inputProps={{ maxLength: 32, spellCheck: false }}
            onChange={(event) => change({ accessToken: event.target.value })}
          />
        </Box>
      )}
      {draft.type === 'X509_CERTIFICATE' && (
        <Box data-field="certificate" sx={{ display: 'grid', gap: 4 }}>
          <CertificateInput
            label={t('credentials.certificate')}
            required
            value={draft.certificate}
            error={problem('certificate')}
            onChange={(certificate) => change({ certificate })}
          />
        </Box>
      )}
      {draft.type === 'MQTT_BASIC' && (
        <>
          <Box data-field="clientId">
            <TextInput
              label={t('credentials.clientId')}
              value={draft.clientId}
              error={problem('clientId')}
              onChange={(event) => change({ clientId: event.target.value })}
            />
          </Box>
          <Box data-field="userName">
            <TextInput
              label={t('credentials.userName')}
              value={draft.userName}
              error={problem('userName')}
              autoComplete="off"
              onChange={(event) => change({ userName: event.target.value })}
            />
          </Box>
          <PasswordInput
            label={t('credentials.password')}
            value={draft.password}
            autoComplete="new-password"
            onChange={(event) => change({ password: event.target.value })}
          />
        </>
      )}
      {draft.type === 'LWM2M_CREDENTIALS' && <Lwm2mFields draft={draft} problem={problem} change={change} />}
    </Box>
  );
}
