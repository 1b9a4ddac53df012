import { Alert, Box, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { randomSecret } from '../../controls/random-text.ts';
import { SelectInput } from '../../controls/select-input.tsx';
import { PasswordInput, TextInput } from '../../controls/text-input.tsx';
import { CertificateInput } from './certificate-input.tsx';
import {
  type ChangeCredentials,
  type CredentialsDraft,
  type CredentialsField,
  type CredentialsProblems,
  emptyDraft,
} from './credentials.ts';
import { Lwm2mFields } from './lwm2m-fields.tsx';
import { MakeButton } from './make-button.tsx';

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
  const change: ChangeCredentials = (part) => props.onChange?.({ ...draft, ...part });
  const problem = (name: CredentialsField) => {
    const key = props.problems[name];
    return key ? t(key) : undefined;
  };
  const isOfTransport = props.types.includes(draft.type);
  const types = isOfTransport ? props.types : [draft.type, ...props.types];
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
      {!isOfTransport && <Alert severity="warning">{t('credentials.notOfTransport')}</Alert>}
      {draft.type === 'ACCESS_TOKEN' && (
        <Box data-field="accessToken">
          <TextInput
            label={t('credentials.token')}
            required
            value={draft.accessToken}
            error={problem('accessToken')}
            help={t('credentials.tokenHelp')}
            endAdornment={
              !props.readOnly && (
                <MakeButton onClick={() => change({ accessToken: randomSecret() })} of={t('credentials.token')} />
              )
            }
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
      {draft.type === 'LWM2M_CREDENTIALS' && (
        <Lwm2mFields {...{ draft, problem, change }} readOnly={props.readOnly ?? false} />
      )}
    </Box>
  );
}
