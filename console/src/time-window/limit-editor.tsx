import './panel/texts/texts.ts';
import { Box, Slider, TextField } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldProblem } from './field-problem.tsx';
import { MIN_DATAPOINTS_LIMIT } from './model.ts';

/** How many values of a series are read at most; the text is kept as typed. */
export function LimitEditor(props: {
  value: string;
  max: number;
  problem: string | undefined;
  onChange: (limit: string) => void;
}) {
  const { t } = useTranslation();
  const problemId = useId();
  const label = t('timeWindowPanel.limit');
  return (
    <>
      <Box sx={{ fontSize: 13, fontWeight: 550, minHeight: 32, display: 'flex', alignItems: 'center' }}>{label}</Box>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'center', height: 56, pb: 5 }}>
        <Slider
          size="small"
          aria-label={label}
          min={MIN_DATAPOINTS_LIMIT}
          max={props.max}
          value={Math.min(props.max, Math.max(MIN_DATAPOINTS_LIMIT, Number(props.value) || 0))}
          onChange={(_, value) => props.onChange(String(value))}
          sx={{ marginInlineStart: 2 }}
        />
        <TextField
          size="small"
          type="number"
          error={props.problem !== undefined}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          slotProps={{
            htmlInput: {
              min: MIN_DATAPOINTS_LIMIT,
              max: props.max,
              'aria-label': label,
              'aria-describedby': problemId,
            },
          }}
          sx={{ width: 120, flex: 'none' }}
        />
      </Box>
      <FieldProblem id={problemId} text={props.problem} />
    </>
  );
}
