import '../alarms/texts/texts.ts';
import './texts/texts.ts';
import type { TFunction } from 'i18next';
import type { KeysInUse } from '../api/entity-keys.ts';
import { optionalText } from '../i18n/optional-text.ts';
import type { DataKeyType } from '../widgets/model.ts';
import { PREDEFINED_FUNCTIONS } from '../widgets/runtime/predefined-functions.ts';
import type { ChosenKey } from './new-data-key.ts';

/** Fields of entities (specification 001), those that every kind has first. */
export const ENTITY_FIELDS = [
  'name',
  'label',
  'type',
  'createdTime',
  'title',
  'firstName',
  'lastName',
  'email',
  'country',
  'state',
  'city',
  'address',
  'address2',
  'zip',
  'phone',
] as const;

/** Fields of alarms that a column can show. */
const ALARM_FIELDS = [
  'createdTime',
  'originator',
  'type',
  'severity',
  'status',
  'startTime',
  'endTime',
  'ackTime',
  'clearTime',
  'originatorType',
] as const;

/** What people call a field of alarms. */
export const alarmFieldWords = (name: string): string => optionalText(`source.alarmFields.${name}`, name);
/** What people call a field of entities. */
export const entityFieldWords = (name: string): string => optionalText(`source.entityFields.${name}`, name);

/** Kinds of keys that a name that nothing has yet can be of. */
const MADE: readonly DataKeyType[] = ['function', 'timeseries', 'attribute', 'alarm'];

/** A key that is offered, with the words for it in a list. */
export interface OfferedKey extends ChosenKey {
  words: string;
  isNew?: boolean;
}

function namesOf(type: DataKeyType, inUse: KeysInUse): readonly string[] {
  switch (type) {
    case 'timeseries':
    case 'attribute':
      return inUse[type];
    case 'entityField':
      return ENTITY_FIELDS;
    case 'alarm':
      return ALARM_FIELDS;
    case 'function':
      return Object.keys(PREDEFINED_FUNCTIONS);
    default:
      return [];
  }
}

function labelOf(type: DataKeyType, name: string): string {
  if (type === 'alarm') return alarmFieldWords(name);
  return type === 'entityField' ? entityFieldWords(name) : name;
}

/** The keys that match a search: those in use and fields, then what was typed as a new one of each kind. */
export function offeredKeys(
  t: TFunction,
  types: readonly DataKeyType[],
  inUse: KeysInUse,
  search: string,
): OfferedKey[] {
  const typed = search.trim();
  const part = typed.toLowerCase();
  const known = types.flatMap((type) =>
    namesOf(type, inUse).map((name) => {
      const label = labelOf(type, name);
      const words =
        types.length > 1 ? t('source.keyOfKind', { name: label, kind: t(`source.keyKinds.${type}`) }) : label;
      return { name, type, label, words };
    }),
  );
  const matching = known.filter(
    ({ name, label }) => name.toLowerCase().includes(part) || label.toLowerCase().includes(part),
  );
  if (typed === '') return matching;
  const made = types
    .filter((type) => MADE.includes(type) && (type !== 'alarm' || typed.startsWith('details.')))
    .filter((type) => !known.some((key) => key.type === type && key.name === typed))
    .map((type) => ({
      name: typed,
      type,
      label: typed,
      words: t('source.newKey', { name: typed, kind: t(`source.keyKinds.${type}`) }),
      isNew: true,
    }));
  return [...matching, ...made];
}

/** The key that is meant by a text alone: one of that name, else a new one. */
export function meantKey(keys: readonly OfferedKey[], text: string): OfferedKey | undefined {
  const typed = text.trim();
  const named = (same: (key: OfferedKey) => boolean) => keys.find((key) => !key.isNew && same(key));
  return (
    named(({ name }) => name === typed) ??
    named(({ label }) => label?.toLowerCase() === typed.toLowerCase()) ??
    keys.find(({ isNew }) => isNew)
  );
}
