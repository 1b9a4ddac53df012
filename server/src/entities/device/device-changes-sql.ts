import type { Statement } from '../../storage/list-places.ts';
import { KIND, type KindCount } from './device-slices.ts';

/** Changes of a tenant's devices since a moment up to which places are corrected: some ten milliseconds. */
const MAX_CHANGES = 20_000;
/** A list of devices and its places, as rows. */
export interface CorrectedList {
  tenantId: string;
  /** What came and went: `columns` and `step` of rows of `pending`, which are those of `device_change`. */
  changed: Statement;
  /** What a place consists of: names and types in SQL, and the values of all places. */
  columns: readonly { name: string; type: string; values: readonly unknown[] }[];
  /** The order of the list, by these columns. */
  by: string;
}

/** What has changed since a snapshot, as a table `pending`, and what tells whether that is all, with the snapshot of now. */
function changesSince(tenantId: string, known: readonly unknown[], since: string) {
  const values = [...known];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const snapshot = `${add(since)}::pg_snapshot`;
  const pending = `pending AS MATERIALIZED (
      SELECT * FROM device_change WHERE tenant_id = ${add(tenantId)}::uuid AND xid >= pg_snapshot_xmin(${snapshot})
        AND NOT pg_visible_in_snapshot(xid, ${snapshot}) LIMIT ${MAX_CHANGES + 1}
    )`;
  const state = `pg_current_snapshot()::text AS moment,
      (SELECT xid FROM device_change_start) <= pg_snapshot_xmin(${snapshot})
        AND (SELECT count(*) <= ${MAX_CHANGES} AND coalesce(bool_and(step <> 0), true) FROM pending) AS "isKnown"`;
  return { values, add, pending, state };
}

/** Reads which devices of a tenant have changed since a snapshot (`ids`), and whether that are all (`isKnown`). */
export function changedDevices(tenantId: string, since: string): { text: string; values: unknown[] } {
  const { values, pending, state } = changesSince(tenantId, [], since);
  return {
    text: `WITH ${pending} SELECT ${state}, ARRAY(SELECT DISTINCT id FROM pending WHERE id IS NOT NULL) AS ids`,
    values,
  };
}

/** How many more, or fewer, devices of each kind a list has than at a snapshot. */
export interface CountCorrection {
  /** The snapshot of now. */
  moment: string;
  /** Whether all changes since then are known. */
  isKnown: boolean;
  changes: KindCount[];
}

/** Reads a `CountCorrection` of devices that satisfy a condition on `device`. @param where with the values that it names */
export function countCorrection(
  tenantId: string,
  where: Statement,
  since: string,
): { text: string; values: unknown[] } {
  const { values, pending, state } = changesSince(tenantId, where.values, since);
  const text = `WITH ${pending}
    SELECT ${state}, (
      SELECT coalesce(json_agg(changed), '[]') FROM (
        SELECT ${KIND}, sum(device.step)::integer AS total FROM pending AS device WHERE ${where.text} GROUP BY 1, 2
      ) AS changed
    ) AS changes`;
  return { text, values };
}

/**
 * Reads by how many rows places of a list of devices have moved since a snapshot: a `PlaceCorrection`. The places and the rows
 * that came and went stand together in the order of the list, and before each place those are added up.
 */
export function placeCorrection({ tenantId, changed, columns, by }: CorrectedList, since: string): Statement {
  const { values, add, pending, state } = changesSince(tenantId, changed.values, since);
  const names = columns.map(({ name }) => name).join(', ');
  const places = columns.map(({ type, values: given }) => `${add(given)}::${type}[]`).join(', ');
  const text = `WITH ${pending}, place AS MATERIALIZED (
      SELECT * FROM unnest(${places}) WITH ORDINALITY AS place (${names}, at) WHERE EXISTS (SELECT FROM pending)
    ), placed AS (
      SELECT at, sum(step) OVER (ORDER BY ${by}, at NULLS LAST ROWS UNBOUNDED PRECEDING) AS moved FROM (
        SELECT ${names}, 0 AS step, at FROM place
        UNION ALL
        SELECT changed.*, NULL FROM (${changed.text}) AS changed
      ) AS together
    )
    SELECT ${state},
      (SELECT array_agg(moved ORDER BY at) FROM placed WHERE at IS NOT NULL) AS moved,
      (SELECT array_agg(place.at) FROM place WHERE EXISTS (
        SELECT FROM pending WHERE pending.id = place.id AND pending.step < 0)) AS gone`;
  return { text, values };
}
