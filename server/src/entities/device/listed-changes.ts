import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/list-places.ts';
import { groupJoin, groupsOf, type ListedRows, type RowPlace } from '../paged-list-sql.ts';
import { placeCorrection } from './device-changes-sql.ts';

/** Columns that `device_change` has as `device` has them. */
const CHANGED_COLUMNS: ReadonlySet<string> = new Set([
  ...['id', 'tenant_id', 'created_time', 'customer_id', 'device_profile_id', 'name', 'label'],
]);
/** A column of a listed row, as SQL names it. */
const COLUMN = /\be"?\."?(\w+)/g;

/** What a list shows of rows `pending`, which came and went. */
function changedRows(db: Database, list: ListedRows): Statement {
  const groups = groupsOf(list);
  const value = groups?.sorted ?? list.order.column ?? sql`NULL`;
  const rows = sql`SELECT ${value} AS value, ${groups?.column ?? sql`NULL::uuid`} AS customer, e.created_time AS time, e.id, e.step
    FROM pending AS e ${groupJoin(groups)} WHERE ${list.where}`;
  const { sql: text, parameters: values } = rows.compile(db);
  return { text, values };
}

/** Whether all that decides about a list of devices is told when they change. */
export function isToldByChanges(db: Database, list: ListedRows): boolean {
  const { text } = changedRows(db, list);
  return [...text.matchAll(COLUMN)].every(([, column]) => column === 'step' || CHANGED_COLUMNS.has(column as string));
}

/** Reads by how much places of a list of devices have moved since a snapshot. */
export function listCorrection(db: Database, list: ListedRows, places: readonly RowPlace[], since: string): Statement {
  const { isDescending, isNewestFirst, isById } = list.order;
  const direction = isDescending ? 'DESC' : 'ASC';
  const tie = isNewestFirst ? 'DESC' : 'ASC';
  const ties = isById ? `id ${direction}` : `time ${tie}, id ${tie}`;
  return placeCorrection(
    {
      tenantId: list.tenantId,
      changed: changedRows(db, list),
      columns: [
        { name: 'value', type: 'text', values: places.map(({ value }) => value) },
        { name: 'customer', type: 'uuid', values: places.map(({ customer }) => customer) },
        { name: 'time', type: 'bigint', values: places.map(({ time }) => time) },
        { name: 'id', type: 'uuid', values: places.map(({ id }) => id) },
      ],
      by: `value ${direction} NULLS LAST, customer ${direction}, ${ties}`,
    },
    since,
  );
}
