import './texts/texts.ts';
import { Box, Button, Checkbox, IconButton, MenuItem, Select } from '@mui/material';
import { ATTRIBUTE_SCOPES, type AttributeScopeName } from '@signalbox/contract/telemetry';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import {
  type Attribute,
  deleteAttributes,
  getAttributes,
  type LiveValue,
  saveAttribute,
  useAttributeChanges,
  useLiveValues,
} from '../../api/telemetry.ts';
import { ask, openDialog } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { deleteWithUndo, finishUndoable, useHiddenIds } from '../../app/undoable.ts';
import { Ago } from '../../controls/ago.tsx';
import { Icon } from '../../controls/icon.tsx';
import { LiveProblem } from '../../controls/live-problem.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { attempt } from '../entity-action.ts';
import { SearchField } from '../search-field.tsx';
import { useTabAddress } from '../tab-address.ts';
import { AttributeDialog } from './attribute-dialog.tsx';
import { valueText } from './attribute-value.ts';
import { contains, LongList } from './long-list.tsx';

/** The rows of a scope: client attributes come live as text, the others typed by REST, again on each change. */
function useAttributes(entity: EntityRef, scope: AttributeScopeName) {
  const queryClient = useQueryClient();
  const queryKey = ['attributes', entity.entityType, entity.id, scope];
  const query = useQuery({ queryKey, queryFn: () => getAttributes(entity, scope), staleTime: 0 });
  const problem = useAttributeChanges(entity, scope, () => void queryClient.invalidateQueries({ queryKey }));
  return { query, problem };
}

/** The newest of both: the live text is shown until the typed value is here. By key. */
function newestOf(
  typed: readonly Attribute[] | undefined,
  live: ReadonlyMap<string, LiveValue> | undefined,
): Attribute[] {
  const byKey = new Map(typed?.map((attribute) => [attribute.key, attribute]));
  for (const [key, { ts, value }] of live ?? []) {
    const known = byKey.get(key);
    if (!known || ts > known.lastUpdateTs) byKey.set(key, { key, value, lastUpdateTs: ts });
  }
  return [...byKey.values()].sort((one, other) => one.key.localeCompare(other.key));
}

/** Names an attribute among what can be deleted with Undo. */
const attributeId = (entity: EntityRef, scope: AttributeScopeName, key: string) => `${entity.id}/${scope}/${key}`;

function AttributeTable(props: {
  rows: readonly Attribute[];
  editable: boolean;
  selected: ReadonlySet<string>;
  onSelect: (keys: readonly string[], on: boolean) => void;
  onEdit: (attribute: Attribute) => void;
}) {
  const { t } = useTranslation();
  const keys = props.rows.map(({ key }) => key);
  const chosen = keys.filter((key) => props.selected.has(key)).length;
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
                checked={chosen === keys.length}
                indeterminate={chosen > 0 && chosen < keys.length}
                onChange={(event) => props.onSelect(keys, event.target.checked)}
                slotProps={{ input: { 'aria-label': t('attribute.selectAll') } }}
              />
            </th>
          )}
          <th scope="col" style={{ width: '34%' }}>
            {t('attribute.key')}
          </th>
          <th scope="col">{t('attribute.value')}</th>
          <th scope="col" style={{ width: 84, textAlign: 'end' }}>
            {t('telemetry.updated')}
          </th>
          {props.editable && (
            <th scope="col" style={{ width: 36 }}>
              <span className="visually-hidden">{t('action.edit')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={row.key}>
            {props.editable && (
              <Box component="td" sx={{ p: '0 !important', textOverflow: 'clip !important' }}>
                <Checkbox
                  size="small"
                  checked={props.selected.has(row.key)}
                  onChange={(event) => props.onSelect([row.key], event.target.checked)}
                  slotProps={{ input: { 'aria-label': t('list.selectRow', { name: row.key }) } }}
                />
              </Box>
            )}
            <td title={row.key}>{row.key}</td>
            <Box component="td" className="num" sx={{ fontWeight: 560 }} title={valueText(row.value)}>
              {valueText(row.value)}
            </Box>
            <Box component="td" sx={{ color: 'text.disabled', fontSize: 12, textAlign: 'end' }}>
              <Ago ts={row.lastUpdateTs} />
            </Box>
            {props.editable && (
              <Box component="td" sx={{ p: '0 !important', textAlign: 'end' }}>
                <IconButton
                  size="small"
                  aria-label={t('attribute.editOf', { key: row.key })}
                  onClick={() => props.onEdit(row)}
                >
                  <Icon name="edit" size={15} />
                </IconButton>
              </Box>
            )}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** Attributes of an entity by scope, live; server and shared ones can be added, changed and deleted. */
export function AttributesTab(props: {
  entity: EntityRef;
  scopes?: readonly [AttributeScopeName, ...AttributeScopeName[]] | undefined;
  /** This user may change attributes. */
  editable: boolean;
}) {
  const { t } = useTranslation();
  const { entity } = props;
  const address = useTabAddress();
  const scopes = props.scopes ?? (['SERVER_SCOPE'] as const);
  const scope = address.oneOf<AttributeScopeName>('scope', scopes);
  const search = address.get('search') ?? '';
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const queryClient = useQueryClient();
  const { query, problem } = useAttributes(entity, scope);
  const { values: live } = useLiveValues(entity, scope);
  const hidden = useHiddenIds();
  const editable = props.editable && scope !== 'CLIENT_SCOPE';
  const all = newestOf(query.data, live).filter(({ key }) => !hidden.has(attributeId(entity, scope, key)));
  const rows = all.filter(({ key, value }) => contains(search, key, valueText(value)));
  const reload = () => queryClient.invalidateQueries({ queryKey: ['attributes', entity.entityType, entity.id] });
  const { change } = address;

  const edit = (attribute?: Attribute) =>
    void openDialog((close) => (
      <AttributeDialog
        attribute={attribute}
        save={async (key, value) => {
          // A pending deletion of the same key comes first.
          await finishUndoable();
          await saveAttribute(entity, scope, key, value);
          await reload();
        }}
        onClose={() => close()}
      />
    ));

  async function remove() {
    const keys = [...selected];
    const [first] = keys;
    if (keys.length === 1 && first !== undefined) {
      setSelected(new Set());
      deleteWithUndo({
        id: attributeId(entity, scope, first),
        reusable: true,
        message: t('list.deletedOne', { name: first }),
        work: () => deleteAttributes(entity, scope, [first]),
        after: reload,
      });
      return;
    }
    const sure = await ask({
      title: t('attribute.deleteTitle', { count: keys.length }),
      content: keys.map((key) => `• ${key}`).join('\n'),
      confirmLabel: t('action.delete'),
      cancelLabel: t('action.cancel'),
      destructive: true,
    });
    if (!sure) return;
    setSelected(new Set());
    await deleteAttributes(entity, scope, keys);
    await reload();
    notifySuccess(t('attribute.deleted', { count: keys.length }));
  }

  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {scopes.length > 1 && (
          <Select
            size="small"
            value={scope}
            onChange={(event) => {
              setSelected(new Set());
              change({ scope: event.target.value === scopes[0] ? undefined : event.target.value });
            }}
            inputProps={{ 'aria-label': t('attribute.scope') }}
            sx={{ minWidth: 170 }}
          >
            {ATTRIBUTE_SCOPES.filter((one) => scopes.includes(one)).map((one) => (
              <MenuItem key={one} value={one}>
                {t(`attribute.scopes.${one}`)}
              </MenuItem>
            ))}
          </Select>
        )}
        <SearchField
          inTab={t('attribute.search')}
          placeholder={t('list.search')}
          value={search}
          onChange={(text) => change({ search: text }, { replace: true })}
        />
        <LiveProblem problem={query.data && problem} />
        <Box sx={{ flex: 1 }} />
        {selected.size > 0 && (
          <Button color="error" startIcon={<Icon name="delete" size={16} />} onClick={() => attempt(remove)}>
            {t('attribute.deleteSelected', { count: selected.size })}
          </Button>
        )}
        {editable && (
          <Button startIcon={<Icon name="add" size={16} />} onClick={() => edit()}>
            {t('attribute.add')}
          </Button>
        )}
      </Box>
      <Loaded from={query} title={t('attribute.failed')}>
        {() =>
          all.length === 0 ? (
            <EmptyState icon="table" title={t('attribute.empty')} text={t(`attribute.about.${scope}`)}>
              {editable && (
                <Button variant="contained" color="primary" onClick={() => edit()}>
                  {t('attribute.add')}
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
                <AttributeTable
                  rows={shown}
                  editable={editable}
                  selected={selected}
                  onSelect={(keys, on) => {
                    const next = new Set(selected);
                    for (const key of keys) {
                      if (on) next.add(key);
                      else next.delete(key);
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
