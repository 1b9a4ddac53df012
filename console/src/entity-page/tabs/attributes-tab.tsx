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
  saveAttribute,
  useAttributeChanges,
  useLiveValues,
} from '../../api/telemetry.ts';
import { ask } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { Ago } from '../../controls/ago.tsx';
import { Icon } from '../../controls/icon.tsx';
import { EmptyState, FailureState, SkeletonLines } from '../../controls/states.tsx';
import { AttributeDialog } from './attribute-dialog.tsx';
import { valueText } from './attribute-value.ts';

/** The rows of a scope: client attributes come live as text, the others typed by REST and anew on each change. */
function useAttributes(entity: EntityRef, scope: AttributeScopeName) {
  const queryClient = useQueryClient();
  const queryKey = ['attributes', entity.entityType, entity.id, scope];
  const query = useQuery({ queryKey, queryFn: () => getAttributes(entity, scope), staleTime: 0 });
  useAttributeChanges(entity, scope, () => void queryClient.invalidateQueries({ queryKey }));
  return query;
}

function AttributeTable(props: {
  rows: readonly Attribute[];
  editable: boolean;
  selected: ReadonlySet<string>;
  onSelect: (key: string, on: boolean) => void;
  onEdit: (attribute: Attribute) => void;
}) {
  const { t } = useTranslation();
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
              <span className="visually-hidden">{t('attribute.select')}</span>
            </th>
          )}
          <th scope="col" style={{ width: '38%' }}>
            {t('attribute.key')}
          </th>
          <th scope="col">{t('attribute.value')}</th>
          <th scope="col" style={{ width: 92, textAlign: 'end' }}>
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
                  onChange={(event) => props.onSelect(row.key, event.target.checked)}
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
  scopes?: readonly AttributeScopeName[];
  /** This user may change attributes. */
  editable: boolean;
}) {
  const { t } = useTranslation();
  const { entity } = props;
  const scopes = props.scopes ?? ['SERVER_SCOPE'];
  const [scope, setScope] = useState<AttributeScopeName>(scopes[0] ?? 'SERVER_SCOPE');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Attribute | 'new'>();
  const queryClient = useQueryClient();
  const query = useAttributes(entity, scope);
  const live = useLiveValues(entity, scope);
  const editable = props.editable && scope !== 'CLIENT_SCOPE';
  const byRest = new Map(query.data?.map((attribute) => [attribute.key, attribute]));
  // The newest of both: the live text is shown until the typed value is here.
  for (const [key, { ts, value }] of live ?? []) {
    const known = byRest.get(key);
    if (!known || ts > known.lastUpdateTs) byRest.set(key, { key, value, lastUpdateTs: ts });
  }
  const rows = [...byRest.values()].sort((one, other) => one.key.localeCompare(other.key));
  const reload = () => queryClient.invalidateQueries({ queryKey: ['attributes', entity.entityType, entity.id] });

  const change = (next: AttributeScopeName) => {
    setScope(next);
    setSelected(new Set());
  };

  async function remove() {
    const keys = [...selected];
    const sure = await ask({
      title: t('attribute.deleteTitle', { count: keys.length }),
      content: keys.map((key) => `• ${key}`).join('\n'),
      confirmLabel: t('action.delete'),
      cancelLabel: t('action.cancel'),
      destructive: true,
    });
    if (!sure) return;
    await deleteAttributes(entity, scope, keys);
    setSelected(new Set());
    queryClient.setQueryData<Attribute[]>(['attributes', entity.entityType, entity.id, scope], (now) =>
      now?.filter((attribute) => !keys.includes(attribute.key)),
    );
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
            onChange={(event) => change(event.target.value as AttributeScopeName)}
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
        <Box sx={{ flex: 1 }} />
        {selected.size > 0 && (
          <Button color="error" startIcon={<Icon name="delete" size={16} />} onClick={() => void remove()}>
            {t('attribute.deleteSelected', { count: selected.size })}
          </Button>
        )}
        {editable && (
          <Button startIcon={<Icon name="add" size={16} />} onClick={() => setEditing('new')}>
            {t('attribute.add')}
          </Button>
        )}
      </Box>
      {query.isPending ? (
        <SkeletonLines />
      ) : query.isError ? (
        <FailureState error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState icon="table" title={t('attribute.empty')} text={t(`attribute.about.${scope}`)} />
      ) : (
        <AttributeTable
          rows={rows}
          editable={editable}
          selected={selected}
          onSelect={(key, on) => {
            const next = new Set(selected);
            if (on) next.add(key);
            else next.delete(key);
            setSelected(next);
          }}
          onEdit={setEditing}
        />
      )}
      {editing && (
        <AttributeDialog
          attribute={editing === 'new' ? undefined : editing}
          save={async (key, value) => {
            await saveAttribute(entity, scope, key, value);
            await reload();
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}
