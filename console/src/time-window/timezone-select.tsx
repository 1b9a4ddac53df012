import { Autocomplete, TextField } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { allTimezones, browserTimezone, type Timezone } from './timezones.ts';

/** Chooses a zone; empty means that of the browser. */
export function TimezoneSelect(props: {
  value: string | null;
  disabled?: boolean | undefined;
  onChange: (timezone: string | null) => void;
}) {
  const { t } = useTranslation();
  const zones = useMemo(() => allTimezones(Date.now()), []);
  return (
    <Autocomplete<Timezone>
      size="small"
      disabled={props.disabled ?? false}
      options={zones}
      value={zones.find((zone) => zone.id === props.value) ?? null}
      onChange={(_, zone) => props.onChange(zone?.id ?? null)}
      getOptionLabel={(zone) => `${zone.name} (${zone.offset})`}
      isOptionEqualToValue={(zone, value) => zone.id === value.id}
      renderInput={(parameters) => (
        <TextField
          {...parameters}
          placeholder={t('timeWindow.browserTime', { zone: browserTimezone().replaceAll('_', ' ') })}
          slotProps={{
            ...parameters.slotProps,
            htmlInput: { ...parameters.slotProps.htmlInput, 'aria-label': t('timeWindow.timezone') },
          }}
        />
      )}
    />
  );
}
