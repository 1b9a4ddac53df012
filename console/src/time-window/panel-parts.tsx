import './panel/texts/texts.ts';
import { Box, Checkbox, FormControlLabel, MenuItem, Radio, RadioGroup, Select } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

/** A part of the panel, which the editor of a dashboard may hide from viewers. */
export function HideablePart(props: {
  /** Undefined: viewers do not choose what is hidden. */
  hide: { checked: boolean; onChange: (hidden: boolean) => void } | undefined;
  /** What it is called. */
  name: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', gap: 2 }}>
      {props.hide && (
        <FormControlLabel
          labelPlacement="top"
          label={t('timeWindowPanel.hide')}
          control={
            <Checkbox
              size="small"
              checked={props.hide.checked}
              onChange={(_, checked) => props.hide?.onChange(checked)}
              slotProps={{ input: { 'aria-label': t('timeWindowPanel.hideOne', { part: props.name }) } }}
            />
          }
          slotProps={{ typography: { sx: { fontSize: 11, color: 'text.secondary' } } }}
          sx={{ m: 0, alignSelf: 'flex-start' }}
        />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>{props.children}</Box>
    </Box>
  );
}

/** Radio buttons in a line; below them the fields of the chosen one. */
export function Choice(props: {
  label: string;
  value: number;
  onChange: (value: number) => void;
  options: readonly { value: number; label: string; content: ReactNode }[];
}) {
  return (
    <>
      <RadioGroup
        row
        aria-label={props.label}
        value={props.value}
        onChange={(_, value) => props.onChange(Number(value))}
      >
        {props.options.map((option) => (
          <FormControlLabel
            key={option.value}
            value={option.value}
            label={option.label}
            control={<Radio size="small" />}
          />
        ))}
      </RadioGroup>
      <Box sx={{ minHeight: 106, pt: 1 }}>{props.options.find(({ value }) => value === props.value)?.content}</Box>
    </>
  );
}

export function LabelledSelect<Value extends string>(props: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}) {
  const labelId = useId();
  return (
    <>
      <Box id={labelId} sx={{ fontSize: 13, fontWeight: 550, minHeight: 32, display: 'flex', alignItems: 'center' }}>
        {props.label}
      </Box>
      <Select
        size="small"
        fullWidth
        value={props.value}
        onChange={(event) => props.onChange(event.target.value as Value)}
        SelectDisplayProps={{ 'aria-labelledby': labelId }}
      >
        {props.options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </Select>
    </>
  );
}
