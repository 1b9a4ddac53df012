import '../texts/texts.ts';
import { Box, Button, IconButton, MenuItem } from '@mui/material';
import type { EventType } from '@signalbox/contract/event';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogPopover } from '../../controls/dialog-popover.tsx';
import { Icon } from '../../controls/icon.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { TextInput } from '../../controls/text-input.tsx';
import type { ListAddress } from '../tab-address.ts';
import { type EventFilterField, eventFilter, FILTER_FIELDS, type FilterName } from './event-filter.ts';

type Values = Partial<Record<FilterName, string | undefined>>;

/** The words of a value that can be chosen. */
function useOptionWords() {
  const { t } = useTranslation();
  return (name: FilterName, option: string) =>
    name === 'entityName' ? t(`entityType.${option}`) : t(`event.options.${name}.${option}`);
}

function Fields(props: { fields: readonly EventFilterField[]; initial: Values; apply: (values: Values) => void }) {
  const { t } = useTranslation();
  const wordsOf = useOptionWords();
  const [values, setValues] = useState(props.initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.apply(values);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Box sx={{ display: 'grid', gap: 3, p: 4, maxHeight: 'min(480px, 60dvh)', overflow: 'auto' }}>
        {props.fields.map(({ name, kind, options }, index) => {
          const label = t(`event.filters.${name}`);
          const value = values[name] ?? '';
          const change = (next: string) => setValues((now) => ({ ...now, [name]: next }));
          if (kind === 'choice') {
            return (
              <SelectInput key={name} label={label} value={value} onChange={change}>
                <MenuItem value="">{t('list.any')}</MenuItem>
                {options?.map((option) => (
                  <MenuItem key={option} value={option}>
                    {wordsOf(name, option)}
                  </MenuItem>
                ))}
              </SelectInput>
            );
          }
          return (
            <TextInput
              key={name}
              label={label}
              value={value}
              autoFocus={index === 0}
              type={kind === 'minimum' ? 'number' : 'text'}
              inputProps={kind === 'minimum' ? { min: 0, step: 1 } : {}}
              onChange={(event) => change(event.target.value)}
            />
          );
        })}
      </Box>
      <Box sx={{ display: 'flex', gap: 2, p: '10px 16px', borderTop: '1px solid var(--line)' }}>
        <Button type="submit" variant="contained" color="primary">
          {t('event.apply')}
        </Button>
        <Button onClick={() => props.apply({})}>{t('action.clear')}</Button>
      </Box>
    </form>
  );
}

/** A filter that is set, with a button that removes it. */
function SetFilter(props: { label: string; words: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        // After the controls, which stay where they are.
        order: 1,
        display: 'inline-flex',
        alignItems: 'center',
        maxWidth: 240,
        height: 28,
        borderRadius: '14px',
        paddingInlineStart: 2.5,
        background: 'var(--accent-soft)',
        color: 'var(--accent-text)',
        fontSize: 13,
      }}
    >
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {props.label}: {props.words}
      </Box>
      <IconButton
        size="small"
        color="inherit"
        aria-label={t('list.removeFilter', { name: props.label })}
        onClick={props.onRemove}
      >
        <Icon name="close" size={14} />
      </IconButton>
    </Box>
  );
}

/** A button that opens the filters of a type of event, and a chip for each one set; the address holds them. */
export function EventFilters({ type, address }: { type: EventType; address: ListAddress }) {
  const { t } = useTranslation();
  const wordsOf = useOptionWords();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const fields = FILTER_FIELDS[type];
  // Invalid values in the address are neither applied nor shown.
  const filter = eventFilter(type, address.get);
  const set = fields.filter(({ name }) => name in filter);
  const values: Values = Object.fromEntries(set.map(({ name }) => [name, address.get(name)]));
  return (
    <>
      <Button
        startIcon={<Icon name="filter" size={16} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('event.filter')}
      </Button>
      {set.map((field) => {
        const { name, kind } = field;
        const value = values[name] ?? '';
        const label = t(`event.filters.${name}`);
        return (
          <SetFilter
            key={name}
            label={label}
            words={kind === 'choice' ? wordsOf(name, value) : value}
            onRemove={() => address.change({ [name]: undefined })}
          />
        );
      })}
      <DialogPopover label={t('event.filter')} anchor={anchor} onClose={() => setAnchor(undefined)} sx={{ width: 300 }}>
        <Fields
          fields={fields}
          initial={values}
          apply={(next) => {
            setAnchor(undefined);
            address.change(Object.fromEntries(fields.map(({ name }) => [name, next[name]?.trim() || undefined])));
          }}
        />
      </DialogPopover>
    </>
  );
}
