import { CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LiveChange } from '../bus/live-bus.ts';
import type { NamedDevices } from '../entities/device/device-totals.ts';
import type { ReadValues, ValueColumn } from '../entities/device/device-value-columns.ts';
import type { Database } from '../storage/database.ts';
import {
  countIds,
  packedIds,
  packedNumbers,
  packedTexts,
  unpackNumbers,
  unpackTexts,
} from '../storage/packed-columns.ts';
import { beforePage, pagesOf } from '../storage/table-pages.ts';
import { uuidArray } from '../storage/uuid-array.ts';
import type { ReadyKey, ValueIndex } from '../telemetry/value-index/value-index.ts';
import type { ValueScope } from '../telemetry/value-index/value-tables.ts';
import { indexedText } from './indexed-text.ts';

/** Type of a value that is a number, in an index. */
const NUMBER = 1;
/** Pages of an index that are read at once. */
const PAGES = 100;
const PACKED = `${packedIds('id')} AS ids, ${packedTexts('text')} AS texts, ${packedNumbers('number')} AS numbers,
  ${packedNumbers(`(type = ${NUMBER})::integer`)} AS are_numbers`;
interface PackedValues {
  ids: Buffer;
  texts: string;
  numbers: Buffer;
  are_numbers: Buffer;
}
const ATTRIBUTE_SCOPES: Readonly<Partial<Record<ValueScope, string>>> = {
  client: 'CLIENT_SCOPE',
  shared: 'SHARED_SCOPE',
  server: 'SERVER_SCOPE',
};

/** What the values of an index are called where devices are in memory. */
export const columnOfIndex = (id: number): string => `value ${id}`;

function isChange(change: LiveChange, { scope, name }: ReadyKey): boolean {
  if (scope === 'series') {
    if (change.kind === 'timeseriesDeleted') return change.keys.includes(name);
    return change.kind === 'timeseries' && change.points.some(({ values }) => values.some(({ key }) => key === name));
  }
  if (change.kind !== 'attributes' && change.kind !== 'attributesDeleted') return false;
  if (scope !== 'newest' && change.scope !== ATTRIBUTE_SCOPES[scope]) return false;
  return change.kind === 'attributes' ? change.entries.some(({ key }) => key === name) : change.keys.includes(name);
}

function columnOf(db: Database, key: ReadyKey): ValueColumn {
  async function read(where: RawBuilder<SqlBool>): Promise<ReadValues> {
    const { rows } = await sql<PackedValues>`SELECT ${sql.raw(PACKED)} FROM (
      SELECT i.entity_id AS id, coalesce(lower(${indexedText('i', key, key.keyId)}), '') AS text, i.number, i.type
      FROM ${sql.table(key.table)} i WHERE ${where}
    ) AS value`.execute(db);
    const { ids, texts, numbers, are_numbers } = rows[0] as PackedValues;
    // The database takes what is no number for larger than all others.
    const numberOf = (number: number): number => (Number.isNaN(number) ? Number.POSITIVE_INFINITY : number);
    return {
      ...{ ids, texts: unpackTexts(texts, countIds(ids)).map((text) => text ?? '') },
      numbers: unpackNumbers(numbers).map(numberOf),
      areNumbers: Uint8Array.from(unpackNumbers(are_numbers)),
    };
  }
  const run = async <Row extends object>(text: string, values: unknown[]) => ({
    rows: (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows,
  });
  return {
    name: columnOfIndex(key.id),
    read: (ids) => read(sql`i.entity_id = ANY(${uuidArray(ids)}::uuid[])`),
    async readAll(see) {
      const pages = await pagesOf(run, key.table);
      for (let page = 0; page < pages; page += PAGES) {
        await see(await read(sql`i.ctid >= ${beforePage(page)}::tid AND i.ctid < ${beforePage(page + PAGES)}::tid`));
      }
    },
    isChangedBy: (change) => isChange(change, key),
  };
}

/**
 * Has the values of devices kept in memory that have an index, so that a text is found among them without reading them all.
 * @returns ends that
 */
export function keepSearchedValues(
  db: Database,
  valueIndex: Pick<ValueIndex, 'onReady'>,
  { addColumn }: Pick<NamedDevices, 'addColumn'>,
): () => void {
  return valueIndex.onReady((key) => {
    if (key.entityType === 'DEVICE') addColumn(key.tenantId, columnOf(db, key));
  });
}
