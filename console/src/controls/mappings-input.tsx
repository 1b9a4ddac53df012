import './texts/texts.ts';
import {
  Box,
  Button,
  FormHelperText,
  IconButton,
  InputAdornment,
  MenuItem,
  OutlinedInput,
  Select,
} from '@mui/material';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../app/notices.ts';
import { errorText } from './error-text.ts';
import { Icon } from './icon.tsx';

/** Kinds of values. */
const DATA_TYPES = ['STRING', 'LONG', 'DOUBLE', 'BOOLEAN', 'JSON'] as const;

/** What a row has that is stored already; members besides these are kept. */
interface StoredRow {
  /** How often its object is asked for, as text in ms; absent where that is said elsewhere. */
  every?: string;
}

/** `["LONG","uptime","1.3.6.1.2.1.1.3.0"]`: kind, key and object, which may be unfinished. */
type Row = [dataType: string, key: string, oid: string, stored?: StoredRow];

/** Room in which a row is one line; with less it is two. */
const WIDE = '@container (min-width: 560px)';

/** Objects of devices, each with the key and the kind of value that it is here; every one as JSON text. */
export function MappingsInput(props: {
  label: string;
  value: readonly string[];
  /** What stands there without any. */
  emptyWords: string;
  onChange: (value: readonly string[]) => void;
  onBlur: () => void;
  /** Lets people choose from what a device has. */
  browse?: { label: string; run: (value: readonly string[]) => Promise<readonly string[]> } | undefined;
  help?: string | undefined;
  error?: string | undefined;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { label, value, onChange, error, help, browse } = props;
  const list = useRef<HTMLDivElement>(null);
  /** Number of rows that were there last: one that was added gets the focus. */
  const before = useRef(value.length);
  useEffect(() => {
    if (value.length > before.current) list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
    before.current = value.length;
  }, [value.length]);
  const set = (index: number, row: Row) => onChange(value.map((one, at) => (at === index ? JSON.stringify(row) : one)));
  const note = error ?? help;
  return (
    <Box
      ref={list}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={note ? `${id}-note` : undefined}
      onBlur={(event) => {
        // Not while one goes from one part of a row to the next.
        if (!list.current?.contains(event.relatedTarget)) props.onBlur();
      }}
    >
      <Box id={`${id}-label`} sx={{ fontSize: 13, fontWeight: 550, mb: 1.5 }}>
        {label}
      </Box>
      {value.length === 0 && <Box sx={{ color: 'text.secondary', mb: 1.5 }}>{props.emptyWords}</Box>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, containerType: 'inline-size' }}>
        {value.map((text, index) => {
          const [dataType, key, oid, ...stored] = JSON.parse(text) as Row;
          const every = stored[0]?.every;
          const named = { number: index + 1, label };
          return (
            <Box
              component="li"
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing but their place
              key={index}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 1.5,
                '& + &': { mt: 3 },
                [WIDE]: { flexWrap: 'nowrap', '& + &': { mt: 1.5 } },
              }}
            >
              <OutlinedInput
                value={key}
                placeholder={t('mappings.keyPlaceholder')}
                inputProps={{ 'aria-label': t('mappings.key', named), spellCheck: false }}
                sx={{ flex: '1 1 120px', minWidth: 0, [WIDE]: { flex: '2 1 0' } }}
                onChange={({ target }) => set(index, [dataType, target.value, oid, ...stored])}
              />
              <Select
                value={dataType}
                onChange={({ target }) => set(index, [target.value, key, oid, ...stored])}
                SelectDisplayProps={{ 'aria-label': t('mappings.dataType', named) }}
                sx={{ flex: '0 0 112px' }}
              >
                {DATA_TYPES.map((one) => (
                  <MenuItem key={one} value={one}>
                    {t(`mappings.dataTypes.${one}`)}
                  </MenuItem>
                ))}
              </Select>
              <OutlinedInput
                value={oid}
                placeholder=".1.3.6.1.2.1.1.3.0"
                inputProps={{ 'aria-label': t('mappings.oid', named), spellCheck: false, dir: 'ltr' }}
                sx={{
                  flex: '1 1 calc(100% - 48px)',
                  [WIDE]: { flex: '3 1 0' },
                  minWidth: 0,
                  fontVariantNumeric: 'tabular-nums',
                }}
                onChange={({ target }) => set(index, [dataType, key, target.value, ...stored])}
              />
              {every !== undefined && (
                <OutlinedInput
                  value={every}
                  endAdornment={<InputAdornment position="end">{t('mappings.milliseconds')}</InputAdornment>}
                  inputProps={{ 'aria-label': t('mappings.every', named), inputMode: 'numeric', dir: 'ltr' }}
                  sx={{ flex: '0 0 150px' }}
                  onChange={({ target }) => set(index, [dataType, key, oid, { ...stored[0], every: target.value }])}
                />
              )}
              <IconButton
                size="small"
                aria-label={t('mappings.remove', named)}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <Icon name="delete" size={16} />
              </IconButton>
            </Box>
          );
        })}
      </Box>
      <Button
        size="small"
        startIcon={<Icon name="add" size={14} />}
        onClick={() => onChange([...value, JSON.stringify(['LONG', '', ''] satisfies Row)])}
        aria-label={t('mappings.addTo', { label })}
        sx={{ mt: value.length > 0 ? 1.5 : 0 }}
      >
        {t('mappings.add')}
      </Button>
      {browse && (
        <Button
          size="small"
          variant="text"
          aria-label={`${browse.label} ${label}`}
          onClick={() =>
            void browse.run(value).then(
              (next) => next !== value && onChange(next),
              (error: unknown) => notifyError(errorText(error)),
            )
          }
          sx={{ mt: value.length > 0 ? 1.5 : 0, marginInlineStart: 1.5 }}
        >
          {browse.label}
        </Button>
      )}
      {note && (
        <FormHelperText id={`${id}-note`} error={error !== undefined} {...(error ? { role: 'alert' } : {})}>
          {note}
        </FormHelperText>
      )}
    </Box>
  );
}
