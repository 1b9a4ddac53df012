import './panel/texts/texts.ts';
import { Box, FormControlLabel, MenuItem, Select, Switch, TextField } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldProblem } from './field-problem.tsx';
import {
  type IntervalParts,
  intervalOfParts,
  intervalParts,
  nearestPredefinedInterval,
  offeredIntervals,
  rolledOver,
  snappedInterval,
} from './intervals.ts';

const PARTS = ['days', 'hours', 'minutes', 'seconds'] as const;

/**
 * Chooses a length of time in ms: from the usual ones, or in days, hours, minutes and seconds, which are kept as typed.
 * `value` and what it reports are null when the input cannot be used.
 */
export function IntervalEditor<Other extends string = never>(props: {
  label: string;
  value: number | null;
  /** Of the usual ones that are offered. */
  min: number;
  max: number;
  /** What is wrong with the value. */
  problem: string | undefined;
  /** How an offered length is written. */
  textOf: (interval: number) => string;
  onChange: (interval: number | null) => void;
  /** What can be chosen that has no fixed length, below the usual ones. */
  others?: readonly { value: Other; label: string }[];
  /** The chosen one of these. */
  other?: Other | null;
  onOther?: (other: Other) => void;
}) {
  const { t } = useTranslation();
  const labelId = useId();
  const problemId = useId();
  const { value, min, max } = props;
  const usual = value === null ? undefined : nearestPredefinedInterval(value, min, max);
  const { others = [], other = null } = props;
  const isUsual = other !== null || (value !== null && usual === value);
  /** What the switch says; undefined: as the value needs it. */
  const [chosen, setChosen] = useState<boolean>();
  const advanced = chosen ?? !isUsual;
  /** What is being typed; null: show the value. */
  const [typed, setTyped] = useState<IntervalParts | null>(null);
  const shown = typed ?? intervalParts(value ?? 0);

  function edit(parts: IntervalParts) {
    setTyped(parts);
    props.onChange(intervalOfParts(rolledOver(parts)));
  }

  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 32 }}>
        <Box id={labelId} sx={{ fontSize: 13, fontWeight: 550 }}>
          {props.label}
        </Box>
        <FormControlLabel
          label={t('timeWindowPanel.advanced')}
          labelPlacement="start"
          control={
            <Switch
              checked={advanced}
              onChange={(_, next) => {
                setChosen(next);
                // What has no fixed length has no days and hours that could be typed.
                if (!next || other !== null) props.onChange(snappedInterval(value ?? min, min, max));
              }}
            />
          }
          slotProps={{ typography: { sx: { fontSize: 12, color: 'text.secondary' } } }}
          sx={{ m: 0, gap: 1 }}
        />
      </Box>
      {/* Both editors are equally high. */}
      <Box sx={{ height: 56 }}>
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
                error={props.problem !== undefined}
                value={Number.isNaN(shown[part]) ? '' : shown[part]}
                helperText={t(`timeWindowPanel.part.${part}`)}
                onChange={(event) => {
                  const next = {
                    ...shown,
                    [part]: event.target.value === '' ? Number.NaN : Number(event.target.value),
                  };
                  edit(next);
                  // The arrows of the field roll over at once, typed values when the field loses the focus.
                  if (Math.abs(next[part] - shown[part]) === 1) setTyped(null);
                }}
                onBlur={() => setTyped(null)}
                slotProps={{
                  htmlInput: {
                    step: 1,
                    min: part === 'days' ? 0 : undefined,
                    'aria-label': `${props.label}: ${t(`timeWindowPanel.part.${part}`)}`,
                    'aria-describedby': problemId,
                  },
                  formHelperText: { sx: { fontSize: 12, mt: 0.5 } },
                }}
              />
            ))}
          </Box>
        ) : (
          <Select
            size="small"
            fullWidth
            value={other ?? usual ?? ''}
            onChange={({ target }) => {
              setChosen(undefined);
              const chosenOther = others.find((one) => one.value === target.value);
              if (chosenOther) props.onOther?.(chosenOther.value);
              else props.onChange(Number(target.value));
            }}
            SelectDisplayProps={{ 'aria-labelledby': labelId }}
          >
            {offeredIntervals(min, max).map((interval) => (
              <MenuItem key={interval} value={interval}>
                {props.textOf(interval)}
              </MenuItem>
            ))}
            {others.map((one) => (
              <MenuItem key={one.value} value={one.value}>
                {one.label}
              </MenuItem>
            ))}
          </Select>
        )}
      </Box>
      <FieldProblem id={problemId} text={props.problem} />
    </Box>
  );
}
