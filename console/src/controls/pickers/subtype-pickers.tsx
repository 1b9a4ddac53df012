import './texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { loadSubtypes, MAX_SUBTYPE_LENGTH, type SubtypedType } from '../../api/entity-subtypes.ts';
import { ChipsInput } from '../chips-input.tsx';
import type { CheckedProps, OfferProps } from '../combobox.tsx';
import { EntityPicker } from '../entity-picker.tsx';
import { SuggestedInput } from '../suggested-input.tsx';
import { useTexts } from '../use-texts.ts';

interface OfType extends Omit<OfferProps, 'kind' | 'label'>, CheckedProps {
  entityType: SubtypedType;
  /** Absent: the name of the type of that kind. */
  label?: string | undefined;
  /** In place of the types in use. */
  load?: (() => Promise<readonly string[]>) | undefined;
}

const cacheName = (entityType: SubtypedType) => `types of ${entityType}`;

/** Chooses one type of a kind that is in use, or all of them. */
export function SubtypeSelect(
  props: OfType & {
    /** Empty: all. */
    value: string;
    onChange: (value: string) => void;
    /** There is an entry for all. */
    withAll?: boolean | undefined;
  },
) {
  const { t } = useTranslation();
  const { entityType, withAll = false, value, onChange, load, checked: _, ...offer } = props;
  const error = useProblem({ ...props, required: props.required && !withAll }, value);
  const find = useTexts(cacheName(entityType), load ?? loadSubtypes[entityType]);
  const all = { id: '', label: t(`subtype.all${entityType}`) };
  const chosen = value === '' ? (withAll ? all : null) : { id: value, label: value };
  return (
    <EntityPicker
      {...offer}
      kind={`${cacheName(entityType)} ${withAll}`}
      label={props.label ?? t(`subtype.of${entityType}`)}
      error={error}
      value={chosen}
      load={async (search, page) => {
        const found = await find(search, page);
        return [...(withAll && search === '' ? [all] : []), ...('choices' in found ? found.choices : found)];
      }}
      onChange={(choice) => onChange(choice?.id ?? '')}
    />
  );
}

/** What is wrong with a type of a kind, in words; undefined when it is fine, or is not to be checked yet. */
function useProblem({ entityType, required, checked, error }: OfType, longest: string): string | undefined {
  const { t } = useTranslation();
  if (error !== undefined || !checked) return error;
  if (required && longest === '') return t(`subtype.required${entityType}`);
  return longest.length > MAX_SUBTYPE_LENGTH
    ? t(`subtype.tooLong${entityType}`, { max: MAX_SUBTYPE_LENGTH })
    : undefined;
}

/** A type of a kind: one in use, or a new one. */
export function SubtypeInput(
  props: OfType & { value: string; onChange: (value: string) => void; onBlur?: (() => void) | undefined },
) {
  const { t } = useTranslation();
  const { entityType, load, checked: _, ...offer } = props;
  return (
    <SuggestedInput
      {...offer}
      error={useProblem(props, props.value.trim())}
      kind={cacheName(entityType)}
      label={props.label ?? t(`subtype.of${entityType}`)}
      load={load ?? loadSubtypes[entityType]}
    />
  );
}

/** Several types of a kind. */
export function SubtypeListInput(
  props: OfType & { value: readonly string[]; onChange: (value: readonly string[]) => void },
) {
  const { t } = useTranslation();
  const { entityType, load, checked = false, ...offer } = props;
  const longest = props.value.reduce((one, other) => (other.length > one.length ? other : one), '');
  const problem = useProblem({ ...props, required: false }, longest);
  const isEmpty = props.required && checked && props.value.length === 0;
  return (
    <ChipsInput
      {...offer}
      offersTyped
      error={problem ?? (isEmpty ? t(`subtype.listEmpty${entityType}`) : undefined)}
      kind={cacheName(entityType)}
      label={props.label ?? t(`subtype.of${entityType}`)}
      load={load ?? loadSubtypes[entityType]}
    />
  );
}
