import type { EntityType } from '@signalbox/contract/id';
import { useQuery } from '@tanstack/react-query';
import { ENTITY_KINDS } from '../api/entity-kinds.ts';
import { findNamedEntities } from '../api/entity-query.ts';
import type { FindChoices } from '../controls/choice.ts';
import type { OfferProps } from '../controls/combobox.tsx';
import { choicesOf } from '../controls/entity-choices.ts';
import { EntityListPicker } from '../controls/entity-list-picker.tsx';

type Pickable = Parameters<typeof choicesOf>[0];
const isPickable = (type: string): type is Pickable => Object.hasOwn(ENTITY_KINDS, type);

/** Entities of a kind, by their ids, chosen by name. */
export function EntityListChoice(
  props: Omit<OfferProps, 'kind'> & {
    entityType: EntityType;
    value: readonly string[];
    onChange: (ids: string[]) => void;
  },
) {
  const { entityType, value, onChange, ...offer } = props;
  const { data } = useQuery({
    queryKey: ['names of entities', entityType, value],
    queryFn: async () => {
      const { entities } = await findNamedEntities(
        { type: 'entityList', entityType, entityList: value },
        { pageSize: value.length },
      );
      return new Map(entities.map(({ id, name }) => [id, name]));
    },
    enabled: value.length > 0,
    placeholderData: (before) => before,
    retry: false,
  });
  const load: FindChoices = isPickable(entityType) ? choicesOf(entityType) : () => Promise.resolve([]);
  return (
    <EntityListPicker
      {...offer}
      kind={`all ${entityType}`}
      listLabel={props.label}
      value={value.map((id) => ({ id, label: data?.get(id) ?? id }))}
      load={load}
      onChange={(choices) => onChange(choices.map(({ id }) => id))}
    />
  );
}
