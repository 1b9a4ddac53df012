import '../texts/texts.ts';
import { Box, Button, IconButton, OutlinedInput } from '@mui/material';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../controls/icon.tsx';
import { Field } from '../../controls/text-input.tsx';

type Row = readonly [key: string, value: string];

const toRows = (value: Readonly<Record<string, string>>): Row[] => Object.entries(value);
const toValue = (rows: readonly Row[]): Record<string, string> =>
  Object.fromEntries(rows.filter(([key]) => key.trim() !== '').map(([key, value]) => [key.trim(), value]));

/** What is wrong with a line: its key or its value is missing while the other is there, or another line has its key. */
function problemOf(row: Row, index: number, keys: readonly string[]): 'incomplete' | 'twice' | undefined {
  const [key, value] = row.map((text) => text.trim());
  if (key === '' && value === '') return undefined;
  if (key === '' || value === '') return 'incomplete';
  return keys.indexOf(key as string) === index ? undefined : 'twice';
}

/** Pairs of texts, a line each; the keys differ, and each has a value. */
export function PairsInput(props: {
  label: string;
  columns: readonly [string, string];
  value: Readonly<Record<string, string>>;
  onChange: (value: Record<string, string>) => void;
  /** Whether every line has what it needs: those that lack a key are none of the value. */
  onComplete?: ((isComplete: boolean) => void) | undefined;
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  // A line without a key is none of the value yet, but it stays while it is being written.
  const [rows, setRows] = useState(() => toRows(props.value));
  const written = useRef(props.value);
  if (written.current !== props.value) {
    written.current = props.value;
    setRows(toRows(props.value));
  }
  const change = (next: Row[]) => {
    setRows(next);
    const value = toValue(next);
    written.current = value;
    props.onChange(value);
    const nextKeys = next.map(([key]) => key.trim());
    props.onComplete?.(next.every((row, index) => problemOf(row, index, nextKeys) === undefined));
  };
  const keys = rows.map(([key]) => key.trim());
  const problems = rows.map((row, index) => problemOf(row, index, keys));
  // A line that is being written is not complete yet: it is said once it is left.
  const [isChecked, setChecked] = useState(false);
  const [problem] = problems.filter((one) => one === 'twice' || (one === 'incomplete' && isChecked));
  const own = problem && t(`rules.pairProblem.${problem}`, { key: props.columns[0], value: props.columns[1] });
  const [keyName, valueName] = props.columns;
  return (
    <Field label={props.label} inputId={`${id}-add`} help={props.help} error={own ?? props.error}>
      <Box
        sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setChecked(true);
        }}
      >
        {rows.length > 0 && (
          // The inputs have names of their own.
          <Box
            aria-hidden="true"
            sx={{ display: 'flex', gap: 1, paddingInlineEnd: 9, fontSize: 12, color: 'text.secondary' }}
          >
            <Box sx={{ flex: 1 }}>{keyName}</Box>
            <Box sx={{ flex: 1 }}>{valueName}</Box>
          </Box>
        )}
        {rows.map(([key, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity while they are written
          <Box key={index} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <OutlinedInput
              size="small"
              fullWidth
              value={key}
              disabled={props.disabled ?? false}
              error={
                problems[index] === 'twice' || (isChecked && problems[index] === 'incomplete' && key.trim() === '')
              }
              inputProps={{ 'aria-label': t('rules.pairOf', { column: keyName, line: index + 1 }) }}
              onChange={(event) => change(rows.map((row, at) => (at === index ? [event.target.value, row[1]] : row)))}
            />
            <OutlinedInput
              size="small"
              fullWidth
              value={value}
              disabled={props.disabled ?? false}
              error={isChecked && problems[index] === 'incomplete' && value.trim() === ''}
              inputProps={{ 'aria-label': t('rules.pairOf', { column: valueName, line: index + 1 }) }}
              onChange={(event) => change(rows.map((row, at) => (at === index ? [row[0], event.target.value] : row)))}
            />
            <IconButton
              size="small"
              disabled={props.disabled ?? false}
              aria-label={t('rules.removePair', { line: index + 1 })}
              onClick={() => change(rows.filter((_row, at) => at !== index))}
            >
              <Icon name="close" size={16} />
            </IconButton>
          </Box>
        ))}
        <Box>
          <Button
            id={`${id}-add`}
            // The label of the field alone would not say what it does.
            aria-label={`${props.label}: ${t('rules.addPair')}`}
            size="small"
            disabled={props.disabled ?? false}
            startIcon={<Icon name="add" size={16} />}
            onClick={() => setRows([...rows, ['', '']])}
          >
            {t('rules.addPair')}
          </Button>
        </Box>
      </Box>
    </Field>
  );
}
