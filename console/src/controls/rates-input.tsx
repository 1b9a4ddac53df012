import { Box, Button, FormHelperText, IconButton, OutlinedInput } from '@mui/material';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import './texts/texts.ts';

/** Most limits of one rate; the form of the wire has room for a few more. */
const MAX_RATES = 8;

/** A limit as it is stored, `100:1`, in its two parts, which may be unfinished. */
export function ratePart(rate: string): { count: string; seconds: string } {
  const [count = '', seconds = ''] = rate.split(':');
  return { count, seconds };
}

/** Limits such as 100 in 1 second and 2,000 in 60 seconds, which all apply; each is `count:seconds`. */
export function RatesInput(props: {
  label: string;
  value: readonly string[];
  /** What stands there without any limit. */
  emptyWords: string;
  onChange: (value: readonly string[]) => void;
  onBlur: () => void;
  help?: string | undefined;
  error?: string | undefined;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { label, value, onChange, error, help } = props;
  const list = useRef<HTMLDivElement>(null);
  /** Number of limits that were there last: the field of one that was added gets the focus. */
  const before = useRef(value.length);
  useEffect(() => {
    if (value.length > before.current) list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
    before.current = value.length;
  }, [value.length]);
  const set = (index: number, rate: string) => onChange(value.map((one, at) => (at === index ? rate : one)));
  const note = error ?? help;
  return (
    <Box
      ref={list}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={note ? `${id}-note` : undefined}
      onBlur={props.onBlur}
    >
      <Box id={`${id}-label`} sx={{ fontSize: 13, fontWeight: 550, mb: 1.5 }}>
        {label}
      </Box>
      {value.length === 0 && <Box sx={{ color: 'text.secondary', mb: 1.5 }}>{props.emptyWords}</Box>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {value.map((rate, index) => {
          const { count, seconds } = ratePart(rate);
          const input = (part: 'count' | 'seconds', text: string) => (
            <OutlinedInput
              value={text}
              error={error !== undefined}
              inputProps={{ inputMode: 'numeric', 'aria-label': t(`rates.${part}`, { number: index + 1, label }) }}
              sx={{ flex: '1 1 72px', minWidth: 0, maxWidth: 140 }}
              onChange={({ target }) =>
                set(index, part === 'count' ? `${target.value.trim()}:${seconds}` : `${count}:${target.value.trim()}`)
              }
            />
          );
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: limits have nothing but their place
            <Box component="li" key={index} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontSize: 13 }}>
              {input('count', count)}
              <span>{t('rates.in')}</span>
              {input('seconds', seconds)}
              <span>{t('rates.unit')}</span>
              <IconButton
                size="small"
                aria-label={t('rates.remove', { number: index + 1, label })}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <Icon name="delete" size={16} />
              </IconButton>
            </Box>
          );
        })}
      </Box>
      {value.length < MAX_RATES && (
        <Button
          size="small"
          startIcon={<Icon name="add" size={14} />}
          onClick={() => onChange([...value, ':'])}
          aria-label={t('rates.addTo', { label })}
          sx={{ mt: value.length > 0 ? 1.5 : 0 }}
        >
          {t('rates.add')}
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
