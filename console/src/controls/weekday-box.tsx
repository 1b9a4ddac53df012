import { Checkbox, FormControlLabel } from '@mui/material';
import { formatWeekday } from '../i18n/format.ts';

/** Whether something is so on a day of the week; Monday is 1. */
export function WeekdayBox(props: { day: number; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <FormControlLabel
      sx={{ m: 0, gap: 1, minWidth: 64 }}
      control={
        <Checkbox size="small" checked={props.checked} onChange={(event) => props.onChange(event.target.checked)} />
      }
      label={formatWeekday(props.day)}
    />
  );
}
