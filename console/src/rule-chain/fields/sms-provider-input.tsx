import { Box, MenuItem } from '@mui/material';
import type { SmsSettings } from '@signalbox/contract/sms-settings';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../controls/select-input.tsx';
import { PasswordInput, TextInput } from '../../controls/text-input.tsx';

const MEMBERS: Readonly<Record<SmsSettings['type'], readonly { name: string; isSecret: boolean }[]>> = {
  AWS_SNS: [
    { name: 'accessKeyId', isSecret: false },
    { name: 'secretAccessKey', isSecret: true },
    { name: 'region', isSecret: false },
  ],
  TWILIO: [
    { name: 'numberFrom', isSecret: false },
    { name: 'accountSid', isSecret: false },
    { name: 'accountToken', isSecret: true },
  ],
};

/** Who delivers the text messages of a node. */
export function SmsProviderInput(props: {
  label: string;
  value: Readonly<Record<string, unknown>> | null;
  disabled: boolean;
  /** What is wrong with one of its settings. */
  error: string | undefined;
  onChange: (value: Record<string, unknown>) => void;
}) {
  const { t } = useTranslation();
  const value = props.value ?? { type: 'TWILIO' };
  const type: SmsSettings['type'] = value.type === 'AWS_SNS' ? 'AWS_SNS' : 'TWILIO';
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <SelectInput
        label={props.label}
        value={type}
        disabled={props.disabled}
        error={MEMBERS[type].every(({ name }) => value[name]) ? props.error : undefined}
        onChange={(next) => props.onChange({ type: next })}
      >
        <MenuItem value="TWILIO">{t('rules.sms.TWILIO')}</MenuItem>
        <MenuItem value="AWS_SNS">{t('rules.sms.AWS_SNS')}</MenuItem>
      </SelectInput>
      {MEMBERS[type].map(({ name, isSecret }) => {
        const common = {
          label: t(`rules.sms.${name}`),
          value: String(value[name] ?? ''),
          disabled: props.disabled,
          autoComplete: 'off',
          required: true,
          error: props.error && !value[name] ? t('rules.problem.field.required') : undefined,
          onChange: (event: { target: { value: string } }) =>
            props.onChange({ ...value, type, [name]: event.target.value }),
        };
        return isSecret ? <PasswordInput key={name} {...common} /> : <TextInput key={name} {...common} />;
      })}
    </Box>
  );
}
