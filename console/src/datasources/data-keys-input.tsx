import './texts/texts.ts';
import { Box, FormHelperText } from '@mui/material';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { Combobox } from '../controls/combobox.tsx';
import { moved } from '../controls/drag-order.ts';
import { useDragOrder } from '../controls/use-drag-order.ts';
import type { DataKey, Datasource } from '../widgets/model.ts';
import { DataKeyDialog } from './data-key-dialog.tsx';
import { KeyChip } from './key-chip.tsx';
import { keyTypesOf, newDataKey } from './new-data-key.ts';
import { meantKey, type OfferedKey, offeredKeys } from './offered-keys.ts';
import type { SourceOffer } from './source-offer.ts';
import { useKeysInUse } from './use-keys-in-use.ts';

const idOf = ({ type, name, isNew }: OfferedKey) => `${isNew ? 'new' : 'known'} ${type} ${name}`;

/** The keys of a datasource as chips, which are edited, moved and removed; new ones are found by typing. */
export function DataKeysInput(props: {
  label?: string;
  value: readonly DataKey[];
  onChange: (keys: DataKey[]) => void;
  /** Whose keys they are. */
  datasource: Pick<Datasource, 'type' | 'entityAliasId'>;
  /** The other datasources of the widget: labels are unique among all of them. */
  others?: readonly Datasource[];
  offer: SourceOffer;
  required?: boolean;
  error?: string | undefined;
  /** The list of keys closes after each choice. */
  oneByOne?: boolean;
}) {
  const { t } = useTranslation();
  const { value, onChange, datasource, offer, others = [] } = props;
  const label = props.label ?? t('source.keys');
  const types = keyTypesOf(offer.kind, datasource.type);
  const alias = datasource.type === 'function' ? undefined : offer.aliases[datasource.entityAliasId ?? ''];
  const readKeys = useKeysInUse(alias);
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const group = useRef<HTMLDivElement>(null);
  /** Keys that were offered, by the id of their line. */
  const found = useRef(new Map<string, OfferedKey>());
  const isCount = datasource.type === 'entityCount';
  const max = offer.limits.maxDataKeys ?? -1;
  const isFull = isCount || (max >= 0 && value.length >= max);

  const load = async (search: string) => offeredKeys(t, types, await readKeys(), search);
  const add = (key: OfferedKey) => {
    onChange([...value, newDataKey(key, [...others, { dataKeys: [...value] }], offer.keyDefaults)]);
    setText('');
  };
  const move = (from: number, to: number) => {
    const key = value[from];
    if (!key || to < 0 || to >= value.length) return;
    onChange(moved(value, from, to));
    setSaid(t('source.keyMoved', { name: key.label || key.name, place: to + 1, of: value.length }));
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>(`[data-key="${to}"]`)?.focus());
  };
  const remove = (index: number) => {
    const key = value[index];
    onChange(value.filter((_, at) => at !== index));
    setSaid(t('source.keyRemoved', { name: key?.label || key?.name || '' }));
    requestAnimationFrame(() =>
      (
        group.current?.querySelector<HTMLElement>(`[data-key="${Math.min(index, value.length - 2)}"]`) ??
        group.current?.querySelector('input')
      )?.focus(),
    );
  };
  const edit = async (index: number, key: DataKey) => {
    const edited = await openDialog<DataKey>((close) => (
      <DataKeyDialog
        dataKey={key}
        kind={offer.kind}
        names={async () => [
          ...new Set((await load('')).filter(({ type }) => type === key.type).map(({ name }) => name)),
        ]}
        namesOf={`${key.type} ${datasource.entityAliasId ?? ''}`}
        advanced={offer.keySettings}
        onSave={close}
        onClose={() => close()}
      />
    ));
    if (edited) onChange(value.map((one, at) => (at === index ? edited : one)));
  };
  const drag = useDragOrder(value, move);
  /** Enter without a line of the list: what was typed is meant. */
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (text.trim() === '' || event.target.getAttribute('aria-activedescendant')) return;
    event.stopPropagation();
    void load(text).then(
      (keys) => {
        const key = meantKey(keys, text);
        if (key) add(key);
      },
      // The list says why the keys could not be read.
      () => undefined,
    );
  };
  return (
    <Box
      ref={group}
      role="group"
      aria-label={label}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {value.length > 0 && (
        <Box
          component="ul"
          ref={drag.list}
          aria-label={label}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}
        >
          {drag.order.map(({ item, index }) => (
            <KeyChip
              key={index}
              dataKey={item}
              index={index}
              count={value.length}
              isDragged={drag.isDragged(index)}
              isFixed={isCount}
              handle={drag.handleOf(index)}
              onEdit={() => void edit(index, item)}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </Box>
      )}
      {isFull ? (
        <>
          {!isCount && <FormHelperText>{t('source.maxKeys', { count: max, formatted: String(max) })}</FormHelperText>}
          {props.error && <FormHelperText error>{props.error}</FormHelperText>}
        </>
      ) : (
        <Box onKeyDownCapture={press}>
          <Combobox
            label={value.length > 0 ? t('source.addKey') : label}
            kind={`keys ${types.join(' ')} of ${JSON.stringify(alias?.filter ?? null)}`}
            required={props.required && value.length === 0}
            error={props.error}
            help={max > 0 ? t('source.maxKeys', { count: max, formatted: String(max) }) : undefined}
            placeholder={t('source.keyPlaceholder')}
            value={null}
            text={text}
            staysOpen={!props.oneByOne}
            find={async (search) => {
              const keys = await load(search);
              for (const key of keys) found.current.set(idOf(key), key);
              return keys.map((key) => ({ id: idOf(key), label: key.words }));
            }}
            noMatches={() => t('source.noKeys')}
            onText={(typed, reason) => setText(reason === 'input' ? typed : '')}
            onChoose={(chosen) => {
              const id = (chosen as { id?: string } | null)?.id;
              setText('');
              const key = id === undefined ? undefined : found.current.get(id);
              if (key) add(key);
            }}
          />
        </Box>
      )}
      <Box className="visually-hidden" role="status">
        {said}
      </Box>
    </Box>
  );
}
