import { Box, Button, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { lazyPart } from '../../controls/lazy-part.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { CertificateInput } from './certificate-input.tsx';
import {
  type ChangeCredentials,
  type CredentialsDraft,
  type CredentialsField,
  credentialsOf,
  ofJson,
} from './credentials.ts';
import {
  LWM2M_MODES,
  type Lwm2mMode,
  type Lwm2mServerName,
  type Lwm2mServerSecurity,
  randomPsk,
} from './lwm2m-credentials.ts';
import { MakeButton } from './make-button.tsx';

const CodeInput = lazyPart(async () => (await import('../../editors/code-input.tsx')).CodeInput);

type Problem = (name: CredentialsField) => string | undefined;

function ModeInput(props: { label: string; value: Lwm2mMode; onChange: (mode: Lwm2mMode) => void; disabled: boolean }) {
  const { t } = useTranslation();
  return (
    <SelectInput
      label={props.label}
      value={props.value}
      disabled={props.disabled}
      onChange={(mode) => props.onChange(mode as Lwm2mMode)}
    >
      {LWM2M_MODES.map((mode) => (
        <MenuItem key={mode} value={mode}>
          {t(`credentials.modes.${mode}`)}
        </MenuItem>
      ))}
    </SelectInput>
  );
}

/** A key, with a button that makes one where any random one will do. */
function KeyInput(props: {
  name: CredentialsField;
  label: string;
  value: string;
  isPsk: boolean;
  problem: string | undefined;
  readOnly: boolean;
  onChange: (key: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <Box data-field={props.name}>
      <TextInput
        label={props.label}
        required
        value={props.value}
        error={props.problem}
        help={t(props.isPsk ? 'credentials.pskHelp' : 'credentials.hexHelp')}
        inputProps={{ spellCheck: false, dir: 'ltr' }}
        endAdornment={
          <>
            {props.isPsk && !props.readOnly && (
              <MakeButton of={props.label} onClick={() => props.onChange(randomPsk())} />
            )}
            {props.value && <CopyIconButton text={props.value} name={props.label} />}
          </>
        }
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Box>
  );
}

function ServerSecurity(props: {
  name: Lwm2mServerName;
  title: string;
  value: Lwm2mServerSecurity;
  problem: Problem;
  readOnly: boolean;
  onChange: (value: Lwm2mServerSecurity) => void;
}) {
  const { t } = useTranslation();
  const { name, value, onChange } = props;
  const mode = value.securityMode;
  return (
    <Box
      component="fieldset"
      sx={{ border: '1px solid var(--line)', borderRadius: '8px', display: 'grid', gap: 3, p: 3, m: 0, minWidth: 0 }}
    >
      <legend>{props.title}</legend>
      <ModeInput
        label={t('credentials.securityMode')}
        value={mode}
        disabled={props.readOnly}
        onChange={(securityMode) => onChange({ ...value, securityMode })}
      />
      {mode !== 'NO_SEC' && (
        <>
          <Box data-field={`${name}.id`}>
            <TextInput
              label={t(`credentials.ofServer.${mode}.id`)}
              required
              value={value.clientPublicKeyOrId}
              error={props.problem(`${name}.id`)}
              help={mode === 'PSK' ? undefined : t('credentials.hexHelp')}
              inputProps={{ spellCheck: false }}
              onChange={(event) => onChange({ ...value, clientPublicKeyOrId: event.target.value })}
            />
          </Box>
          <KeyInput
            name={`${name}.key`}
            label={t(`credentials.ofServer.${mode}.key`)}
            value={value.clientSecretKey}
            isPsk={mode === 'PSK'}
            problem={props.problem(`${name}.key`)}
            readOnly={props.readOnly}
            onChange={(clientSecretKey) => onChange({ ...value, clientSecretKey })}
          />
        </>
      )}
    </Box>
  );
}

/** What a client of LwM2M has: as a whole, and for each of the two servers. */
export function Lwm2mFields(props: {
  draft: CredentialsDraft;
  problem: Problem;
  change: ChangeCredentials;
  readOnly: boolean;
}) {
  const { t } = useTranslation();
  const { draft, problem, change, readOnly } = props;
  const isText = draft.json !== undefined;
  const read = ofJson(draft);
  const toggle = (
    <Button
      size="small"
      startIcon={<Icon name={isText ? 'edit' : 'code'} size={16} />}
      disabled={isText && !read}
      onClick={() =>
        change(
          isText
            ? (read ?? {})
            : { json: JSON.stringify(JSON.parse(credentialsOf(draft).credentialsValue ?? '{}'), null, 2) },
        )
      }
      sx={{ justifySelf: 'start' }}
    >
      {t(isText ? 'credentials.toFields' : readOnly ? 'credentials.showJson' : 'credentials.toJson')}
    </Button>
  );
  if (isText) {
    return (
      <>
        <Box data-field="json">
          <CodeInput
            label={t('credentials.json')}
            language="json"
            readOnly={readOnly}
            value={draft.json ?? ''}
            error={problem('json') ?? (read ? undefined : t('credentials.problem.json'))}
            minHeight={240}
            onChange={(json) => change({ json })}
          />
        </Box>
        {toggle}
      </>
    );
  }
  return (
    <>
      <Box data-field="endpoint">
        <TextInput
          label={t('credentials.endpoint')}
          required
          value={draft.endpoint}
          error={problem('endpoint')}
          help={t('credentials.endpointHelp')}
          onChange={(event) => change({ endpoint: event.target.value })}
        />
      </Box>
      <ModeInput
        label={t('credentials.securityMode')}
        value={draft.mode}
        disabled={readOnly}
        onChange={(mode) => change({ mode })}
      />
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
        <KeyInput
          name="key"
          label={t(draft.mode === 'PSK' ? 'credentials.key' : 'credentials.publicKey')}
          value={draft.key}
          isPsk={draft.mode === 'PSK'}
          problem={problem('key')}
          readOnly={readOnly}
          onChange={(key) => change({ key })}
        />
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
        problem={problem}
        readOnly={readOnly}
        onChange={(bootstrapServer) => change({ bootstrapServer })}
      />
      <ServerSecurity
        name="lwm2mServer"
        title={t('credentials.lwm2mServer')}
        value={draft.lwm2mServer}
        problem={problem}
        readOnly={readOnly}
        onChange={(lwm2mServer) => change({ lwm2mServer })}
      />
      {toggle}
    </>
  );
}
