import './panel/texts/texts.ts';
import { Box, TextField } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldProblem } from './field-problem.tsx';

/** Both ends of a period with date and time, each as it was typed: `yyyy-MM-ddTHH:mm:ss`. */
export function DateRangeEditor(props: {
  from: string;
  to: string;
  fromProblem: string | undefined;
  toProblem: string | undefined;
  onChange: (edit: { from?: string; to?: string }) => void;
}) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2 }}>
      <EndField
        label={t('timeWindowPanel.from')}
        value={props.from}
        problem={props.fromProblem}
        onChange={(from) => props.onChange({ from })}
      />
      <EndField
        label={t('timeWindowPanel.to')}
        value={props.to}
        problem={props.toProblem}
        onChange={(to) => props.onChange({ to })}
      />
    </Box>
  );
}

function EndField(props: {
  label: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const problemId = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="label" htmlFor={id} sx={{ display: 'block', fontSize: 13, fontWeight: 550, mb: 1 }}>
        {props.label}
      </Box>
      <TextField
        id={id}
        size="small"
        fullWidth
        type="datetime-local"
        error={props.problem !== undefined}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        slotProps={{
          htmlInput: { step: 1, 'aria-describedby': problemId, 'aria-invalid': props.problem !== undefined },
        }}
        sx={{ '& input': { px: 2, fontSize: 13 } }}
      />
      <FieldProblem id={problemId} text={props.problem} />
    </Box>
  );
}
