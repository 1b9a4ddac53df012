import type { EntityData, EntityKey, EntityKeyType, KeyFilter, TsValue } from '@signalbox/contract/entity-query';
import { entityId } from '@signalbox/contract/id';
import type { ValueRights } from '../access/value-rights.ts';
import type { Database } from '../storage/database.ts';
import type { KeyDictionary } from '../telemetry/key-dictionary.ts';
import type { SeriesStore } from '../telemetry/series-store.ts';
import { readAttributeValues } from './attribute-values.ts';
import type { PageRow } from './entity-query-sql.ts';
import { filteredKeys } from './key-filter-sql.ts';
import { pageText } from './value-text.ts';

const EMPTY_VALUE: TsValue = { ts: 0, value: '' };

export interface EntityValuesParts {
  db: Database;
  series: Pick<SeriesStore, 'latestOf'>;
  keyDictionary: Pick<KeyDictionary, 'knownIdsOf'>;
}

/** Reads current values of entities that a query has found. */
export function createEntityValues({ db, series, keyDictionary }: EntityValuesParts) {
  /**
   * Puts the values of `keys` (none of them entity fields) into the rows, as far as they may be read; a row names those
   * that may not.
   * @param keyFilters those of the query that found the rows
   */
  return async function readValues(
    rights: ValueRights,
    found: readonly EntityData[],
    keys: readonly EntityKey[],
    keyFilters: readonly KeyFilter[],
  ): Promise<void> {
    if (found.length === 0 || keys.length === 0) return;
    const ids = found.map((row) => row.entityId.id);
    const byId = new Map(found.map((row) => [row.entityId.id, row]));
    const seriesKeys = [...new Set(keys.filter(({ type }) => type === 'TIME_SERIES').map(({ key }) => key))];
    const attributeKeys = keys.filter(({ type }) => type !== 'TIME_SERIES');
    const mayRead = (id: string, key: string): boolean =>
      rights.isUnrestricted || rights.mayRead((byId.get(id) as EntityData).entityId, key);
    for (const row of found) {
      for (const { type, key } of keys) {
        row.latest[type] ??= noValues();
        (row.latest[type] as Record<string, TsValue>)[key] = EMPTY_VALUE;
      }
      if (!rights.isUnrestricted) refuseKeys(row, rights, keys);
    }
    await Promise.all([
      seriesKeys.length > 0 &&
        series.latestOf(ids, seriesKeys).then((latest) => {
          for (const [id, points] of latest) {
            const values = byId.get(id)?.latest.TIME_SERIES;
            if (!values) continue;
            for (const { key, ts, value } of points) {
              if (Object.hasOwn(values, key) && mayRead(id, key)) values[key] = { ts, value: pageText(value) };
            }
          }
        }),
      attributeKeys.length > 0 &&
        readAttributeValues(
          db,
          await keyDictionary.knownIdsOf(attributeKeys.map(({ key }) => key)),
          ids,
          attributeKeys,
          filteredKeys(keyFilters),
        ).then((values) => {
          for (const { entityId: id, type, key, ts, value } of values) {
            const ofType = byId.get(id)?.latest[type];
            if (ofType && mayRead(id, key)) ofType[key] = { ts, value: pageText(value) };
          }
        }),
    ]);
  };
}

/** Names the keys of a row that the caller may not read. */
function refuseKeys(row: EntityData, rights: ValueRights, keys: readonly EntityKey[]): void {
  const refused = keys.filter(({ key }) => !rights.mayRead(row.entityId, key));
  if (refused.length > 0) row.notPermitted = refused.map(({ type, key }) => ({ type, key }));
}

/** Without a prototype: a key may have any name, `__proto__` too. */
export function noValues(): Record<string, TsValue> {
  return Object.create(null) as Record<string, TsValue>;
}

/** A row of a page without its values. */
export function toEntityData(
  row: PageRow,
  entityFields: readonly string[],
  fields: readonly string[],
  now: number,
): EntityData {
  const latest: Partial<Record<EntityKeyType, Record<string, TsValue>>> = {};
  if (entityFields.length > 0) {
    const values = noValues();
    for (const field of entityFields) values[field] = { ts: now, value: '' };
    fields.forEach((field, index) => {
      values[field] = { ts: now, value: row[`f${index}`] ?? '' };
    });
    latest.ENTITY_FIELD = values;
  }
  return { entityId: entityId(row.entity_type, row.id), latest, timeseries: {} };
}
