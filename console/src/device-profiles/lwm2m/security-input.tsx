import './texts/texts.ts';
import { MenuItem } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { getLwm2mServer } from '../../api/lwm2m.ts';
import { SelectInput } from '../../controls/select-input.tsx';
import type { FormPartProps } from '../../entity-page/form.ts';
import { SERVERS, type ServerName } from './lwm2m-values.ts';
import { addressForMode, type ServerAddress } from './server-address.ts';

const MODES = ['NO_SEC', 'PSK', 'RPK', 'X509'] as const;

/** How devices prove themselves to a server; with another choice come the address and the key that this server has. */
export function SecurityInput({ field, form, error }: FormPartProps) {
  const { t } = useTranslation();
  const server = field.name.replace(/Mode$/, '') as ServerName;
  const { isBootstrap } = SERVERS[server];
  const { data: own, isError } = useQuery({
    queryKey: ['lwm2mServer', isBootstrap],
    queryFn: () => getLwm2mServer(isBootstrap),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { change } = form;
  const mode = String(form.values[field.name] ?? 'NO_SEC');
  const isUnknown = form.values[`${server}Host`] === '';
  const take = (next: string) => {
    const text = (name: keyof ServerAddress) => String(form.values[`${server}${name}`] ?? '');
    const now = { Host: text('Host'), Port: text('Port'), PublicKey: text('PublicKey') };
    const address = addressForMode({ before: mode, mode: next }, now, own, window.location.hostname);
    for (const [name, value] of Object.entries(address)) change(`${server}${name}`, value);
  };
  const settled = own !== undefined || isError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known where the server of a new profile is
  useEffect(() => {
    if (settled && isUnknown) take(mode);
  }, [settled]);
  return (
    <SelectInput
      label={field.label}
      help={field.help}
      error={error}
      value={mode}
      onChange={(next) => {
        change(field.name, next);
        take(next);
      }}
    >
      {MODES.map((id) => (
        <MenuItem key={id} value={id}>
          {t(`lightweight.modes.${id}`)}
        </MenuItem>
      ))}
    </SelectInput>
  );
}
