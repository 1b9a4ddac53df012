import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { findNamedEntities } from '../api/entity-query.ts';
import type { ChoicePage } from '../controls/choice.ts';
import { PickerPopover } from '../controls/picker-popover.tsx';
import type { EntityFilter } from '../widgets/runtime/entity-query.ts';
import type { PickableAlias } from './aliases.ts';
import { currentEntityQuery } from './current-entities.ts';
import { ToolChip } from './toolbar-controls.tsx';
import type { PickedEntity } from './view-params.ts';

/** Entities that are read at once. */
const PAGE_SIZE = 50;

/** Entities of different kinds may have the same id in the address of a choice. */
const choiceIdOf = ({ entityType, id }: PickedEntity): string => `${entityType} ${id}`;

async function findChoices(filter: EntityFilter, search: string, page: number): Promise<ChoicePage> {
  const { entities, total } = await findNamedEntities(filter, { sortBy: 'name', pageSize: PAGE_SIZE, page, search });
  return {
    choices: entities.map((entity) => ({ id: choiceIdOf(entity), label: entity.name })),
    hasNext: total > (page + 1) * PAGE_SIZE,
  };
}

/** Chooses which of the matching entities an alias stands for. */
export function AliasChip(props: {
  alias: PickableAlias;
  picked: PickedEntity | undefined;
  onPick: (entity: PickedEntity) => void;
}) {
  const { t } = useTranslation();
  const { picked, onPick } = props;
  const { name, choices } = props.alias;
  const current = useQuery({
    ...currentEntityQuery(picked ? { type: 'singleEntity', singleEntity: picked } : props.alias.current),
    placeholderData: keepPreviousData,
  });
  const entity = current.data;
  return (
    <ToolChip label={`${name}: ${entity?.name ?? '…'}`} isSet={picked !== undefined}>
      {(close, anchor) => (
        <PickerPopover
          anchor={anchor}
          onClose={close}
          label={t('dashboard.alias.choose', { alias: name })}
          kind={`alias ${JSON.stringify(choices)}`}
          value={entity ? { id: choiceIdOf(entity), label: entity.name } : null}
          load={(search, page) => findChoices(choices, search, page)}
          onChange={(choice) => {
            const [entityType = '', id = ''] = choice?.id.split(' ') ?? [];
            if (!choice) return;
            close();
            onPick({ entityType, id });
          }}
        />
      )}
    </ToolChip>
  );
}
