import './texts/texts.ts';
import { Box, Button, FormHelperText, IconButton, Tooltip } from '@mui/material';
import { MAX_ROLLOUT_WAVES } from '@signalbox/contract/rollout';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import { type FormPartProps, keysOf } from '../../entity-page/form.ts';
import { formatNumber } from '../../i18n/format.ts';

/** The shares of the waves, each of all devices. */
export function SharesField({ field, form, error }: FormPartProps) {
  const { t } = useTranslation();
  const shares = keysOf(form.values[field.name]);
  const isAfterList = keysOf(form.values.first).length > 0;
  const change = (next: readonly string[]) => form.change(field.name, next);
  return (
    <Box role="group" aria-label={field.label} data-field={field.name} sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ fontSize: 13, fontWeight: 560 }}>{field.label}</Box>
      {shares.map((share, at) => {
        const wave = formatNumber(at + (isAfterList ? 2 : 1));
        const label = t('rollouts.waveNumber', { wave });
        const remove = t('rollouts.removeWave', { wave });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: waves have no other name than their place
          <Box key={at} sx={{ display: 'flex', gap: 1, alignItems: 'end', maxWidth: 320 }}>
            <TextInput
              label={label}
              value={share}
              inputProps={{ inputMode: 'decimal' }}
              endAdornment={<span className="unit">%</span>}
              onChange={(event) => change(shares.with(at, event.target.value))}
            />
            <Tooltip title={remove}>
              <span>
                <IconButton
                  aria-label={remove}
                  disabled={shares.length === 1}
                  onClick={() => change(shares.toSpliced(at, 1))}
                >
                  <Icon name="delete" size={16} />
                </IconButton>
              </span>
            </Tooltip>
          </Box>
        );
      })}
      <FormHelperText error={error !== undefined} role={error === undefined ? undefined : 'alert'} sx={{ m: 0 }}>
        {error ?? field.help}
      </FormHelperText>
      <Box>
        <Button
          startIcon={<Icon name="add" size={16} />}
          disabled={shares.length + (isAfterList ? 1 : 0) >= MAX_ROLLOUT_WAVES}
          onClick={() => change([...shares, ''])}
        >
          {t('rollouts.addWave')}
        </Button>
      </Box>
    </Box>
  );
}
