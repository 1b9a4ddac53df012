import './texts/texts.ts';
import { Box, Button, Checkbox, IconButton, Link, MenuItem, Select } from '@mui/material';
import { type ChosenType, ENTITY_TRAITS, entityTypesWith } from '@signalbox/contract/entity-traits';
import { RELATION_DIRECTIONS, type RelationDirection, type RelationInfo } from '@signalbox/contract/relation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { ENTITY_KINDS } from '../../api/entity-kinds.ts';
import type { EntityRef } from '../../api/entity-ref.ts';
import { deleteRelation, getRelations, saveRelation } from '../../api/relations.ts';
import { ask, openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { useSession } from '../../app/session.ts';
import { deleteWithUndo, finishUndoable, useHiddenIds } from '../../app/undoable.ts';
import { Icon } from '../../controls/icon.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { attempt } from '../entity-action.ts';
import { SearchField } from '../search-field.tsx';
import { useTabAddress } from '../tab-address.ts';
import { contains, LongList } from './long-list.tsx';
import { RelationDialog } from './relation-dialog.tsx';

/** The other end of a relation, with its name. */
function farEnd(relation: RelationInfo, direction: RelationDirection) {
  const { entityType, id } = direction === 'FROM' ? relation.to : relation.from;
  return { entityType, id, name: (direction === 'FROM' ? relation.toName : relation.fromName) ?? id };
}

/** Names a relation among what can be selected, and deleted with Undo. */
const idOf = ({ from, to, type, typeGroup }: RelationInfo) => [from.id, to.id, typeGroup, type].join('/');

/** The page of an entity; undefined for kinds without one. */
function addressOf({ entityType, id }: EntityRef): string | undefined {
  const kind = entityType in ENTITY_KINDS ? ENTITY_KINDS[entityType as ChosenType] : undefined;
  return kind && 'path' in kind ? `${kind.path}/${id}` : undefined;
}

/** Kinds that this user can relate to, in the order in which they are offered. */
function kindsFor(authority: string | undefined): [ChosenType, ...ChosenType[]] {
  const kinds = entityTypesWith('isChosen')
    .filter((type) => ENTITY_TRAITS[type].isPresent && ENTITY_TRAITS[type].isQueried)
    .filter((type) => (ENTITY_TRAITS[type].of === 'system') === (authority === 'SYS_ADMIN')) as ChosenType[];
  return [kinds[0] ?? 'DEVICE', ...kinds.slice(1)];
}

function RelationTable(props: {
  rows: readonly RelationInfo[];
  direction: RelationDirection;
  editable: boolean;
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], on: boolean) => void;
  onEdit: (relation: RelationInfo) => void;
}) {
  const { t } = useTranslation();
  const { direction } = props;
  const ids = props.rows.map(idOf);
  const chosen = ids.filter((id) => props.selected.has(id)).length;
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        tableLayout: 'fixed',
        fontSize: 13,
        '& th': { height: 28, color: 'text.disabled', fontSize: 12, fontWeight: 400, textAlign: 'start', p: 0 },
        '& td': { height: 38, p: '0 10px 0 0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        '& tr': { borderBottom: '1px solid var(--line-2)' },
      }}
    >
      <thead>
        <tr>
          {props.editable && (
            <th scope="col" style={{ width: 36 }}>
              <Checkbox
                size="small"
                checked={chosen === ids.length}
                indeterminate={chosen > 0 && chosen < ids.length}
                onChange={(event) => props.onSelect(ids, event.target.checked)}
                slotProps={{ input: { 'aria-label': t('relation.selectAll') } }}
              />
            </th>
          )}
          <th scope="col" style={{ width: '26%' }}>
            {t('relation.type')}
          </th>
          <th scope="col" style={{ width: '26%' }}>
            {t('relation.kind')}
          </th>
          <th scope="col">{t(`relation.target.${direction}`)}</th>
          {props.editable && (
            <th scope="col" style={{ width: 36 }}>
              <span className="visually-hidden">{t('action.edit')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => {
          const id = idOf(row);
          const end = farEnd(row, direction);
          const address = addressOf(end);
          const name = `${row.type}: ${end.name}`;
          return (
            <tr key={id}>
              {props.editable && (
                <Box component="td" sx={{ p: '0 !important', textOverflow: 'clip !important' }}>
                  <Checkbox
                    size="small"
                    checked={props.selected.has(id)}
                    onChange={(event) => props.onSelect([id], event.target.checked)}
                    slotProps={{ input: { 'aria-label': t('list.selectRow', { name }) } }}
                  />
                </Box>
              )}
              <td title={row.type}>{row.type}</td>
              <td>{t(`entityType.${end.entityType}`)}</td>
              <Box component="td" sx={{ fontWeight: 560 }} title={end.name}>
                {address ? (
                  <Link component={RouterLink} to={address} color="inherit" underline="hover">
                    {end.name}
                  </Link>
                ) : (
                  end.name
                )}
              </Box>
              {props.editable && (
                <Box component="td" sx={{ p: '0 !important', textAlign: 'end' }}>
                  <IconButton
                    size="small"
                    aria-label={t('relation.editOf', { name })}
                    onClick={() => props.onEdit(row)}
                  >
                    <Icon name="edit" size={15} />
                  </IconButton>
                </Box>
              )}
            </tr>
          );
        })}
      </tbody>
    </Box>
  );
}

/** How an entity is related to others, in both directions; relations can be added, changed and deleted. */
export function RelationsTab({ entity, editable }: { entity: EntityRef; editable: boolean }) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const address = useTabAddress();
  const direction = address.oneOf<RelationDirection>('direction', RELATION_DIRECTIONS);
  const search = address.get('search') ?? '';
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();
  const allKey = ['relations', entity.entityType, entity.id];
  const query = useQuery({
    queryKey: [...allKey, direction],
    queryFn: () => getRelations(entity, direction),
    staleTime: 0,
  });
  const hidden = useHiddenIds();
  const all = (query.data ?? [])
    .filter((row) => !hidden.has(idOf(row)))
    .sort((a, b) => a.type.localeCompare(b.type) || farEnd(a, direction).name.localeCompare(farEnd(b, direction).name));
  const rows = all.filter((row) => {
    const { name, entityType } = farEnd(row, direction);
    return contains(search, row.type, name, t(`entityType.${entityType}`));
  });
  const reload = () => queryClient.invalidateQueries({ queryKey: allKey });
  const { change } = address;

  const edit = (relation?: RelationInfo) =>
    void openDialog((close) => (
      <RelationDialog
        direction={direction}
        relation={relation}
        kinds={kindsFor(authority)}
        types={all.map(({ type }) => type)}
        save={async (type, additionalInfo, targets) => {
          // A pending deletion of the same relation comes first.
          await finishUndoable();
          if (relation) await saveRelation({ ...relation, additionalInfo });
          for (const id of targets?.ids ?? []) {
            const ends = [entity, { entityType: targets?.entityType ?? entity.entityType, id }] as const;
            const [from, to] = direction === 'FROM' ? ends : [ends[1], ends[0]];
            await saveRelation({ from, to, type, typeGroup: 'COMMON', additionalInfo });
          }
          await reload();
        }}
        onClose={() => close()}
      />
    ));

  async function remove() {
    const relations = all.filter((row) => selected.has(idOf(row)));
    const [first] = relations;
    if (!first) return;
    setSelected(new Set());
    if (relations.length === 1) {
      deleteWithUndo({
        id: idOf(first),
        reusable: true,
        message: t('list.deletedOne', { name: `${first.type}: ${farEnd(first, direction).name}` }),
        work: () => deleteRelation(first),
        after: reload,
      });
      return;
    }
    const sure = await ask({
      title: t('relation.deleteTitle', { count: relations.length }),
      content: relations.map((row) => `• ${row.type}: ${farEnd(row, direction).name}`).join('\n'),
      confirmLabel: t('action.delete'),
      cancelLabel: t('action.cancel'),
      destructive: true,
    });
    if (!sure) return;
    for (const relation of relations) await deleteRelation(relation);
    await reload();
    notifySuccess(t('relation.deleted', { count: relations.length }));
  }

  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Select
          size="small"
          value={direction}
          onChange={(event) => {
            setSelected(new Set());
            change({ direction: event.target.value === 'FROM' ? undefined : event.target.value });
          }}
          inputProps={{ 'aria-label': t('relation.direction') }}
          sx={{ minWidth: 170 }}
        >
          {RELATION_DIRECTIONS.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`relation.directions.${one}`)}
            </MenuItem>
          ))}
        </Select>
        <SearchField
          inTab={t('relation.search')}
          placeholder={t('list.search')}
          value={search}
          onChange={(text) => change({ search: text }, { replace: true })}
        />
        <Box sx={{ flex: 1 }} />
        {selected.size > 0 && (
          <Button color="error" startIcon={<Icon name="delete" size={16} />} onClick={() => attempt(remove)}>
            {t('relation.deleteSelected', { count: selected.size })}
          </Button>
        )}
        {editable && (
          <Button startIcon={<Icon name="add" size={16} />} onClick={() => edit()}>
            {t('relation.add')}
          </Button>
        )}
      </Box>
      <Loaded from={query} title={t('relation.failed')}>
        {() =>
          all.length === 0 ? (
            <EmptyState icon="link" title={t(`relation.empty.${direction}`)} text={t('relation.emptyText')}>
              {editable && (
                <Button variant="contained" color="primary" onClick={() => edit()}>
                  {t('relation.add')}
                </Button>
              )}
            </EmptyState>
          ) : rows.length === 0 ? (
            <EmptyState icon="search" title={t('list.nothingSearched', { search })}>
              <Button onClick={() => change({ search: undefined })}>{t('list.clearSearch')}</Button>
            </EmptyState>
          ) : (
            <LongList rows={rows}>
              {(shown) => (
                <RelationTable
                  rows={shown}
                  direction={direction}
                  editable={editable}
                  selected={selected}
                  onSelect={(ids, on) => {
                    const next = new Set(selected);
                    for (const id of ids) {
                      if (on) next.add(id);
                      else next.delete(id);
                    }
                    setSelected(next);
                  }}
                  onEdit={edit}
                />
              )}
            </LongList>
          )
        }
      </Loaded>
    </>
  );
}
