import './texts/texts.ts';
import { MenuItem, Select } from '@mui/material';
import { type ChosenType, ENTITY_TRAITS, entityTypesWith } from '@signalbox/contract/entity-traits';
import { RELATION_DIRECTIONS, type RelationDirection, type RelationInfo } from '@signalbox/contract/relation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { parseExactJson } from '../../api/exact-json.ts';
import { deleteRelation, getRelations, saveRelation } from '../../api/relations.ts';
import { ask, openDialog } from '../../app/dialogs.ts';
import { notifyError, notifySuccess } from '../../app/notices.ts';
import { useSession } from '../../app/session.ts';
import { tryEach } from '../../app/try-each.ts';
import { deleteWithUndo, finishUndoable, useHiddenIds } from '../../app/undoable.ts';
import { errorText } from '../../controls/error-text.ts';
import { EntityLink } from '../entity-link.tsx';
import { useTabAddress } from '../tab-address.ts';
import { EditableList } from './editable-list.tsx';
import { contains } from './long-list.tsx';
import { RelationDialog } from './relation-dialog.tsx';

/** The other end of a relation, with its name. */
function farEnd(relation: RelationInfo, direction: RelationDirection) {
  const { entityType, id } = direction === 'FROM' ? relation.to : relation.from;
  return { entityType, id, name: (direction === 'FROM' ? relation.toName : relation.fromName) ?? id };
}

/** Names a relation among what can be selected, and deleted with Undo. */
const idOf = ({ from, to, type, typeGroup }: RelationInfo) => [from.id, to.id, typeGroup, type].join('/');

/** Kinds that this user can relate to, in the order in which they are offered. */
function kindsFor(authority: string | undefined): [ChosenType, ...ChosenType[]] {
  const kinds = entityTypesWith('isChosen')
    .filter((type) => ENTITY_TRAITS[type].isPresent && ENTITY_TRAITS[type].isQueried)
    .filter((type) => (ENTITY_TRAITS[type].of === 'system') === (authority === 'SYS_ADMIN')) as ChosenType[];
  return [kinds[0] ?? 'DEVICE', ...kinds.slice(1)];
}

/** How an entity is related to others, in both directions; relations can be added, changed and deleted. */
export function RelationsTab({ entity, editable }: { entity: EntityRef; editable: boolean }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const address = useTabAddress();
  const direction = address.oneOf<RelationDirection>('direction', RELATION_DIRECTIONS);
  const queryClient = useQueryClient();
  const allKey = ['relations', entity.entityType, entity.id];
  const load = () => getRelations(entity, direction, parseExactJson);
  const query = useQuery({
    queryKey: [...allKey, direction],
    queryFn: load,
    staleTime: 0,
    // Would copy numbers that keep their digits.
    structuralSharing: false,
  });
  const hidden = useHiddenIds();
  const all = (query.data ?? [])
    .filter((row) => !hidden.has(idOf(row)))
    .sort((a, b) => a.type.localeCompare(b.type) || farEnd(a, direction).name.localeCompare(farEnd(b, direction).name));
  const reload = () => queryClient.invalidateQueries({ queryKey: allKey });
  const { change } = address;

  const edit = (relation?: RelationInfo) =>
    void openDialog((close) => (
      <RelationDialog
        direction={direction}
        relation={relation}
        kinds={kindsFor(authority)}
        types={all.map(({ type }) => type)}
        save={async (type, additionalInfo, target) => {
          // A pending deletion of the same relation comes first.
          await finishUndoable();
          if (!target) return saveRelation({ ...(relation as RelationInfo), additionalInfo });
          const [from, to] = direction === 'FROM' ? [entity, target] : [target, entity];
          return saveRelation({ from, to, type, typeGroup: 'COMMON', additionalInfo });
        }}
        saved={reload}
        onClose={() => close()}
      />
    ));

  const end = direction === 'FROM' ? 'to' : 'from';
  const kinds = [...new Set(all.map((row) => row[end].entityType))];
  const nameOf = (row: RelationInfo) => `${row.type}: ${farEnd(row, direction).name}`;

  async function remove(relations: readonly RelationInfo[]) {
    const [first] = relations;
    if (first && relations.length === 1) {
      deleteWithUndo({
        id: idOf(first),
        reusable: true,
        message: t('list.deletedOne', { name: nameOf(first) }),
        work: () => deleteRelation(first),
        after: reload,
      });
      return;
    }
    const sure = await ask({
      title: t('relation.deleteTitle', { count: relations.length }),
      content: relations.map((row) => `• ${nameOf(row)}`).join('\n'),
      confirmLabel: t('action.delete'),
      cancelLabel: t('action.cancel'),
      destructive: true,
    });
    if (!sure) return;
    const failed = await tryEach(relations, deleteRelation);
    await reload();
    const count = relations.length - failed.length;
    if (count > 0) notifySuccess(t('relation.deleted', { count }));
    if (failed.length > 0) {
      const reasons = failed.map(({ item, error }) => `${nameOf(item)}: ${errorText(error)}`);
      notifyError(t('relation.notDeleted', { count: failed.length }), reasons.join('\n'));
    }
  }

  return (
    <EditableList<RelationInfo>
      query={query}
      address={address}
      rows={all}
      idOf={idOf}
      nameOf={nameOf}
      matches={(row, search) => {
        const { name, entityType } = farEnd(row, direction);
        return contains(search, row.type, name, t(`entityType.${entityType}`));
      }}
      columns={[
        {
          title: t('relation.type'),
          width: '26%',
          cell: ({ type }) => type,
          textOf: ({ type }) => type,
          exported: 'type',
        },
        {
          title: t('relation.kind'),
          width: '26%',
          cell: (row) => t(`entityType.${farEnd(row, direction).entityType}`),
          exported: `${end}.entityType`,
        },
        {
          title: t(`relation.target.${direction}`),
          weight: 'strong',
          cell: (row) => <EntityLink {...farEnd(row, direction)} />,
          textOf: (row) => farEnd(row, direction).name,
          exported: `${end}Name`,
        },
      ]}
      words={{
        search: t('relation.search'),
        selectAll: t('relation.selectAll'),
        editOf: (name) => t('relation.editOf', { name }),
        add: t('relation.add'),
        deleteSelected: (count) => t('relation.deleteSelected', { count }),
        failed: t('relation.failed'),
        empty: t(`relation.empty.${direction}`),
        emptyText: t('relation.emptyText'),
      }}
      exported={{
        name: 'relations',
        title: t('details.relations'),
        load,
        search: (text) => ({ kinds: kinds.filter((kind) => contains(text, t(`entityType.${kind}`))) }),
      }}
      icon="link"
      editable={editable}
      choice={{
        value: direction,
        input: (
          <Select
            size="small"
            value={direction}
            onChange={({ target }) => change({ direction: target.value === 'FROM' ? undefined : target.value })}
            inputProps={{ 'aria-label': t('relation.direction') }}
            sx={{ minWidth: 170 }}
          >
            {RELATION_DIRECTIONS.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`relation.directions.${one}`)}
              </MenuItem>
            ))}
          </Select>
        ),
      }}
      edit={edit}
      remove={remove}
    />
  );
}
