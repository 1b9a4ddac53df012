import { useQuery } from '@tanstack/react-query';
import { ENTITY_KINDS } from '../../api/entity-kinds.ts';
import { choicesOf, labelOf } from '../entity-choices.ts';
import { EntityPicker } from '../entity-picker.tsx';
import { TextInput } from '../text-input.tsx';

type Pickable = Parameters<typeof choicesOf>[0];

const isPickable = (type: string): type is Pickable => Object.hasOwn(ENTITY_KINDS, type);

/** The id of an entity, chosen by name where its kind has names to choose from. */
export function EntityInput(props: {
  label: string;
  entityType: string;
  value: string | null;
  required: boolean;
  disabled: boolean;
  help?: string | undefined;
  error?: string | undefined;
  onChange: (id: string | null) => void;
}) {
  const { entityType, value, onChange, ...field } = props;
  const isChosen = isPickable(entityType);
  const { data, isError } = useQuery({
    queryKey: ['entity name', entityType, value],
    queryFn: () => (isChosen && value ? labelOf(entityType)(value) : ''),
    enabled: isChosen && Boolean(value),
    staleTime: 30_000,
    retry: false,
  });
  if (!isChosen) {
    return (
      <TextInput
        {...field}
        autoComplete="off"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value.trim() || null)}
      />
    );
  }
  return (
    <EntityPicker
      {...field}
      kind={`all ${entityType}`}
      value={value ? { id: value, label: data ?? value, isGone: isError } : null}
      load={choicesOf(entityType)}
      onChange={(choice) => onChange(choice?.id ?? null)}
    />
  );
}
