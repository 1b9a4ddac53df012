import { Box, MenuItem } from '@mui/material';
import type { CredentialsSetting } from '@signalbox/contract/rule-nodes/settings';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../controls/select-input.tsx';
import { PasswordInput, TextInput } from '../../controls/text-input.tsx';
import { REQUIRED_CREDENTIALS } from '../check-configuration.ts';
import { FileTextInput, PEM_FILES } from './file-text-input.tsx';

type Member = Exclude<keyof CredentialsSetting, 'type'>;

/** What each way to prove who one is needs. */
const MEMBERS: Readonly<
  Record<CredentialsSetting['type'], readonly { name: Member; kind: 'text' | 'secret' | 'pem' | 'key' }[]>
> = {
  anonymous: [],
  basic: [
    { name: 'username', kind: 'text' },
    { name: 'password', kind: 'secret' },
  ],
  'cert.PEM': [
    { name: 'caCert', kind: 'pem' },
    { name: 'cert', kind: 'pem' },
    { name: 'privateKey', kind: 'key' },
    { name: 'password', kind: 'secret' },
  ],
  sas: [
    { name: 'sasKey', kind: 'secret' },
    { name: 'caCert', kind: 'pem' },
  ],
};

/** How a node proves who it is; certificates are pasted as PEM or read from files. */
export function CredentialsInput(props: {
  label: string;
  types: readonly CredentialsSetting['type'][];
  value: CredentialsSetting;
  disabled: boolean;
  /** That something which is needed is missing. */
  error: string | undefined;
  onChange: (value: CredentialsSetting) => void;
}) {
  const { t } = useTranslation();
  const { value, disabled, onChange } = props;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <SelectInput
        label={props.label}
        value={value.type}
        disabled={disabled}
        onChange={(type) => onChange({ ...value, type: type as CredentialsSetting['type'] })}
      >
        {props.types.map((type) => (
          <MenuItem key={type} value={type}>
            {t(`rules.credentials.type.${type.replace('.', '')}`)}
          </MenuItem>
        ))}
      </SelectInput>
      {MEMBERS[value.type].map(({ name, kind }) => {
        const common = {
          label: t(`rules.credentials.${name}`),
          value: value[name] ?? '',
          disabled,
          required: REQUIRED_CREDENTIALS[value.type].includes(name),
          error: REQUIRED_CREDENTIALS[value.type].includes(name) && !value[name] ? props.error : undefined,
          onChange: (event: { target: { value: string } }) =>
            onChange({ ...value, [name]: event.target.value || null }),
        };
        if (kind === 'secret') return <PasswordInput key={name} {...common} autoComplete="off" />;
        if (kind === 'text') return <TextInput key={name} {...common} autoComplete="off" />;
        return (
          <FileTextInput
            key={name}
            label={common.label}
            value={common.value}
            disabled={disabled}
            placeholder="-----BEGIN …"
            accept={PEM_FILES}
            isSecret={kind === 'key'}
            onText={(text) => onChange({ ...value, [name]: text || null })}
          />
        );
      })}
    </Box>
  );
}
