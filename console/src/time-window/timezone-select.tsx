import './panel/texts/texts.ts';
import { Autocomplete, TextField } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allTimezones, browserTimezone, type Timezone, timezoneEntry } from './timezones.ts';

/** Chooses a zone; empty means that of the browser. */
export function TimezoneSelect(props: {
  value: string | null;
  disabled?: boolean | undefined;
  /** Of the field, where a label stands above it. */
  id?: string | undefined;
  /** While it is empty; absent: that it is the zone of the browser. */
  placeholder?: string | undefined;
  isWrong?: boolean | undefined;
  onChange: (timezone: string | null) => void;
}) {
  const { t } = useTranslation();
  const { value } = props;
  const [hasOpened, setHasOpened] = useState(false);
  // The same object while it is chosen: the field would take another one for another choice, and drop what was typed.
  const chosen = useMemo(() => (value === null ? undefined : timezoneEntry(value, Date.now())) ?? null, [value]);
  // A zone may have another name than the browser offers: Europe/Kiev is Europe/Kyiv.
  const zones = useMemo(
    () => (hasOpened ? allTimezones(Date.now(), value ?? undefined) : chosen ? [chosen] : []),
    [hasOpened, chosen, value],
  );
  return (
    <Autocomplete<Timezone>
      {...(props.id === undefined ? {} : { id: props.id })}
      size="small"
      disabled={props.disabled ?? false}
      options={zones}
      onOpen={() => setHasOpened(true)}
      value={chosen}
      onChange={(_, zone) => props.onChange(zone?.id ?? null)}
      getOptionLabel={(zone) => `${zone.name} (${zone.offset})`}
      isOptionEqualToValue={(zone, value) => zone.id === value.id}
      renderInput={(parameters) => (
        <TextField
          {...parameters}
          error={props.isWrong ?? false}
          placeholder={
            props.placeholder ?? t('timeWindowPanel.browserTime', { zone: browserTimezone().replaceAll('_', ' ') })
          }
          slotProps={{
            ...parameters.slotProps,
            htmlInput: { ...parameters.slotProps.htmlInput, 'aria-label': t('timeWindowPanel.timezone') },
          }}
        />
      )}
    />
  );
}
