import i18next from 'i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { saveOrDelete } from '../../api/telemetry.ts';
import { dismissNotice, notify, notifyError } from '../../app/notices.ts';
import { errorText } from '../../controls/error-text.ts';
import type { DataRow } from '../model.ts';

/** Values of an entity by their keys: those of attributes, and those of time series. */
export interface SavedValues {
  SERVER_SCOPE: Record<string, unknown>;
  timeseries: Record<string, unknown>;
}

/**
 * Sorts values by where the keys of a widget keep them; keys of other kinds are left out.
 * @param values by the name of the key; null takes it away
 */
export function savedValues(rows: readonly DataRow[], values: Readonly<Record<string, unknown>>): SavedValues {
  const saved: SavedValues = { SERVER_SCOPE: {}, timeseries: {} };
  for (const { dataKey, datasource } of rows) {
    const named = Object.hasOwn(values, dataKey.name) ? dataKey.name : dataKey.label;
    if (datasource.type !== 'entity' || !Object.hasOwn(values, named)) continue;
    if (dataKey.type === 'attribute') saved.SERVER_SCOPE[dataKey.name] = values[named];
    if (dataKey.type === 'timeseries') saved.timeseries[dataKey.name] = values[named];
  }
  return saved;
}

/** Whether all of these keys of a widget can be saved. */
export function canSave(rows: readonly DataRow[], names: readonly string[]): boolean {
  return names.every((name) => {
    const { SERVER_SCOPE, timeseries } = savedValues(rows, { [name]: null });
    return Object.keys(SERVER_SCOPE).length + Object.keys(timeseries).length > 0;
  });
}

async function save({ entityType, id }: DataRow['entity'], values: SavedValues): Promise<void> {
  const entity = { entityType: entityType as EntityRef['entityType'], id };
  for (const target of ['SERVER_SCOPE', 'timeseries'] as const) {
    if (Object.keys(values[target]).length > 0) await saveOrDelete(entity, target, values[target]);
  }
}

let lastNotice: number | undefined;

/**
 * Saves values of an entity and offers to take that back.
 * @param change what to say, the values, and those of before
 * @param failed puts back what the map shows
 */
export async function saveWithUndo(
  rows: readonly DataRow[],
  change: {
    message: string;
    values: Readonly<Record<string, unknown>>;
    before: Readonly<Record<string, unknown>>;
  },
  failed: () => void,
  undone: () => void,
): Promise<void> {
  const entity = rows[0]?.entity;
  if (!entity) return;
  try {
    await save(entity, savedValues(rows, change.values));
  } catch (error) {
    failed();
    notifyError(errorText(error));
    return;
  }
  // The Undo of an earlier change of the same would lead to something else.
  if (lastNotice !== undefined) dismissNotice(lastNotice);
  lastNotice = notify({
    message: change.message,
    type: 'success',
    duration: 8000,
    action: {
      label: i18next.t('action.undo'),
      run: () => {
        undone();
        save(entity, savedValues(rows, change.before)).catch((error: unknown) => {
          failed();
          notifyError(errorText(error));
        });
      },
    },
  });
}
