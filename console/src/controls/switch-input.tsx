import { Box, FormControlLabel, FormHelperText, Switch, type SxProps, type Theme } from '@mui/material';

/** A switch with its words beside it; below them its help, or what is wrong. */
export function SwitchInput(props: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  sx?: SxProps<Theme>;
}) {
  const note = props.error ?? props.help;
  return (
    <Box sx={props.sx ?? null}>
      <FormControlLabel
        sx={{ m: 0, gap: 2 }}
        control={
          <Switch
            checked={props.checked}
            autoFocus={props.autoFocus ?? false}
            disabled={props.disabled ?? false}
            onChange={(event) => props.onChange(event.target.checked)}
          />
        }
        label={props.label}
      />
      {note && <FormHelperText error={props.error !== undefined}>{note}</FormHelperText>}
    </Box>
  );
}
