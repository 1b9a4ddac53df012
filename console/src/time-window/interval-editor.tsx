import { Box, FormControlLabel, MenuItem, Select, Switch, TextField } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intervalText } from './display.ts';
import {
  fittedInterval,
  type IntervalParts,
  intervalOfParts,
  intervalParts,
  nearestPredefinedInterval,
  offeredIntervals,
  rolledOver,
} from './intervals.ts';

const PARTS = ['days', 'hours', 'minutes', 'seconds'] as const;

/** Chooses a length of time: from the usual ones, or in days, hours, minutes and seconds. ms; null: nothing usable. */
export function IntervalEditor(props: {
  label: string;
  value: number | null;
  min: number;
  max: number;
  disabled?: boolean | undefined;
  onChange: (interval: number | null) => void;
}) {
  const { t } = useTranslation();
  const labelId = useId();
  const { value, min, max, disabled = false } = props;
  const usual = value === null ? undefined : nearestPredefinedInterval(value, min, max);
  const [advanced, setAdvanced] = useState(value !== null && usual !== value);
  /** What is being typed; null: show the value. */
  const [typed, setTyped] = useState<IntervalParts | null>(null);
  const shown = typed ?? intervalParts(value ?? 0);
  const invalid = value === null;

  function commit(parts: IntervalParts) {
    setTyped(null);
    const length = intervalOfParts(rolledOver(parts));
    props.onChange(length === null ? null : fittedInterval(length, min, max, true));
  }

  return (
    <Box sx={{ minWidth: { sm: 355 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 32 }}>
        <Box id={labelId} sx={{ fontSize: 13, fontWeight: 550 }}>
          {props.label}
        </Box>
        <FormControlLabel
          label={t('timeWindow.advanced')}
          labelPlacement="start"
          disabled={disabled}
          control={
            <Switch
              checked={advanced}
              onChange={(_, next) => {
                setAdvanced(next);
                if (!next && value !== null) props.onChange(fittedInterval(value, min, max, false));
              }}
            />
          }
          slotProps={{ typography: { sx: { fontSize: 12, color: 'text.secondary' } } }}
          sx={{ m: 0, gap: 1 }}
        />
      </Box>
      {advanced ? (
        <Box
          role="group"
          aria-labelledby={labelId}
          sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 2 }}
        >
          {PARTS.map((part) => (
            <TextField
              key={part}
              size="small"
              type="number"
              disabled={disabled}
              error={invalid}
              value={Number.isNaN(shown[part]) ? '' : shown[part]}
              helperText={t(`timeWindow.part.${part}`)}
              onChange={(event) => {
                const next = { ...shown, [part]: event.target.value === '' ? Number.NaN : Number(event.target.value) };
                // The arrows of the field roll over at once, typing waits until the field is left.
                if (Math.abs(next[part] - shown[part]) === 1) commit(next);
                else setTyped(next);
              }}
              onBlur={() => typed && commit(typed)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && typed) commit(typed);
              }}
              slotProps={{
                htmlInput: {
                  step: 1,
                  min: part === 'days' ? 0 : undefined,
                  'aria-label': `${props.label}: ${t(`timeWindow.part.${part}`)}`,
                },
                formHelperText: { sx: { fontSize: 12 } },
              }}
            />
          ))}
        </Box>
      ) : (
        <Select
          size="small"
          fullWidth
          disabled={disabled}
          value={usual ?? ''}
          onChange={(event) => props.onChange(Number(event.target.value))}
          SelectDisplayProps={{ 'aria-labelledby': labelId }}
        >
          {offeredIntervals(min, max).map((interval) => (
            <MenuItem key={interval} value={interval}>
              {intervalText(interval, (key, values) => t(key, values ?? {}))}
            </MenuItem>
          ))}
        </Select>
      )}
      {invalid && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 1 }}>
          {t('timeWindow.intervalNeeded')}
        </Box>
      )}
    </Box>
  );
}
