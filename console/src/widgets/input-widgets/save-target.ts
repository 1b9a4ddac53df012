import type { TFunction } from 'i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { saveOrDelete } from '../../api/telemetry.ts';
import type { DataEntity, DataRow } from '../model.ts';

/** What a form saves to. */
export type Target = 'timeseries' | 'SERVER_SCOPE' | 'SHARED_SCOPE';

/** Why a key cannot be saved to a target, in words for people; undefined when it can. */
export function targetProblem(row: DataRow, target: Target, t: TFunction): string | undefined {
  const { datasource, dataKey, entity } = row;
  if (datasource.type !== 'entity') return t('input.noEntity');
  if (target === 'timeseries' && dataKey.type !== 'timeseries')
    return t('input.needsTimeseries', { key: dataKey.label });
  if (target !== 'timeseries' && dataKey.type !== 'attribute') return t('input.needsAttribute', { key: dataKey.label });
  if (target === 'SHARED_SCOPE' && entity.entityType !== 'DEVICE')
    return t('input.needsDevice', { entity: entity.name });
  return undefined;
}

/** Stores values of an entity; null deletes the key. */
export function saveTo({ entityType, id }: DataEntity, target: Target, values: Readonly<Record<string, unknown>>) {
  return saveOrDelete({ entityType: entityType as EntityRef['entityType'], id }, target, values);
}
