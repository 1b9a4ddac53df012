import { Box, TextField } from '@mui/material';
import { DateTime } from 'luxon';
import { useTranslation } from 'react-i18next';
import { withEnd, withStart } from './date-range.ts';
import type { FixedTimeWindow } from './model.ts';

/** Two instants with date and time; the ends keep their order and stay in the past. */
export function DateRangeEditor(props: {
  value: FixedTimeWindow;
  disabled?: boolean | undefined;
  onChange: (range: FixedTimeWindow) => void;
}) {
  const { t } = useTranslation();
  const field = (end: 'startTimeMs' | 'endTimeMs') => (
    <TextField
      key={end}
      size="small"
      type="datetime-local"
      disabled={props.disabled ?? false}
      value={DateTime.fromMillis(props.value[end]).toFormat("yyyy-MM-dd'T'HH:mm:ss")}
      onChange={(event) => {
        const time = DateTime.fromISO(event.target.value);
        if (!time.isValid) return;
        const change = end === 'startTimeMs' ? withStart : withEnd;
        props.onChange(change(props.value, time.toMillis(), Date.now()));
      }}
      helperText={t(end === 'startTimeMs' ? 'timeWindow.from' : 'timeWindow.to')}
      slotProps={{
        htmlInput: {
          step: 1,
          max: DateTime.now().toFormat("yyyy-MM-dd'T'HH:mm:ss"),
          'aria-label': t(end === 'startTimeMs' ? 'timeWindow.from' : 'timeWindow.to'),
        },
      }}
    />
  );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2, pt: 1 }}>
      {(['startTimeMs', 'endTimeMs'] as const).map(field)}
    </Box>
  );
}
