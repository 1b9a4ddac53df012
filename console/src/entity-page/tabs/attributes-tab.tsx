import './texts/texts.ts';
import { MenuItem, Select } from '@mui/material';
import { ATTRIBUTE_SCOPES, type AttributeScopeName } from '@signalbox/contract/telemetry';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { parseExactJson } from '../../api/exact-json.ts';
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
import { LiveProblem } from '../../controls/live-problem.tsx';
import { valueText } from '../../editors/typed-value.ts';
import { useShowValues } from '../../show-values/use-show-values.ts';
import { useTabAddress } from '../tab-address.ts';
import { AttributeDialog } from './attribute-dialog.tsx';
import { EditableList } from './editable-list.tsx';
import { contains } from './long-list.tsx';

/** The rows of a scope: client attributes come live as text, the others typed by REST, again on each change. */
function useAttributes(entity: EntityRef, scope: AttributeScopeName) {
  const queryClient = useQueryClient();
  const queryKey = ['attributes', entity.entityType, entity.id, scope];
  const query = useQuery({
    queryKey,
    queryFn: () => getAttributes(entity, scope, parseExactJson),
    staleTime: 0,
    // Would copy numbers that keep their digits.
    structuralSharing: false,
  });
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
  const queryClient = useQueryClient();
  const { query, problem } = useAttributes(entity, scope);
  const { values: live } = useLiveValues(entity, scope);
  const hidden = useHiddenIds();
  const editable = props.editable && scope !== 'CLIENT_SCOPE';
  const all = newestOf(query.data, live).filter(({ key }) => !hidden.has(attributeId(entity, scope, key)));
  const reload = () => queryClient.invalidateQueries({ queryKey: ['attributes', entity.entityType, entity.id] });
  const { change } = address;
  const show = useShowValues(entity.entityType);

  const edit = (attribute?: Attribute) =>
    void openDialog((close) => (
      <AttributeDialog
        attribute={attribute}
        keys={all.map((one) => one.key)}
        save={async (key, value) => {
          // A pending deletion of the same key comes first.
          await finishUndoable();
          await saveAttribute(entity, scope, key, value);
          await reload();
        }}
        onClose={() => close()}
      />
    ));

  async function remove(attributes: readonly Attribute[]) {
    const keys = attributes.map(({ key }) => key);
    const [first] = keys;
    if (keys.length === 1 && first !== undefined) {
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
    await deleteAttributes(entity, scope, keys);
    await reload();
    notifySuccess(t('attribute.deleted', { count: keys.length }));
  }

  return (
    <EditableList<Attribute>
      query={query}
      address={address}
      rows={all}
      idOf={({ key }) => key}
      nameOf={({ key }) => key}
      matches={({ key, value }, search) => contains(search, key, valueText(value))}
      columns={[
        {
          title: t('attribute.key'),
          width: '34%',
          cell: ({ key }) => key,
          textOf: ({ key }) => key,
          exported: 'key',
        },
        {
          title: t('attribute.value'),
          weight: 'strong',
          isNumeric: true,
          cell: ({ value }) => valueText(value),
          textOf: ({ value }) => valueText(value),
          exported: 'value',
        },
        {
          title: t('telemetry.updated'),
          width: 84,
          align: 'end',
          weight: 'faint',
          cell: ({ lastUpdateTs }) => <Ago ts={lastUpdateTs} />,
          exported: 'lastUpdateTs',
        },
      ]}
      words={{
        search: t('attribute.search'),
        selectAll: t('attribute.selectAll'),
        editOf: (key) => t('attribute.editOf', { key }),
        add: t('attribute.add'),
        deleteSelected: (count) => t('attribute.deleteSelected', { count }),
        failed: t('attribute.failed'),
        empty: t('attribute.empty'),
        emptyText: t(`attribute.about.${scope}`),
      }}
      exported={{ name: 'attributes', title: t('details.attributes'), load: () => getAttributes(entity, scope) }}
      icon="table"
      editable={editable}
      choice={{
        value: scope,
        input: scopes.length > 1 && (
          <Select
            size="small"
            value={scope}
            onChange={({ target }) => change({ scope: target.value === scopes[0] ? undefined : target.value })}
            inputProps={{ 'aria-label': t('attribute.scope') }}
            sx={{ minWidth: 170 }}
          >
            {ATTRIBUTE_SCOPES.filter((one) => scopes.includes(one)).map((one) => (
              <MenuItem key={one} value={one}>
                {t(`attribute.scopes.${one}`)}
              </MenuItem>
            ))}
          </Select>
        ),
      }}
      problem={<LiveProblem problem={query.data && problem} />}
      edit={edit}
      remove={remove}
      show={
        show &&
        ((rows) =>
          show({
            entity,
            type: 'attribute',
            values: rows.map(({ key, value }) => ({ key, text: valueText(value) })),
          }))
      }
    />
  );
}
