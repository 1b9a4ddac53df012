import type { LiveChange } from '../../bus/live-bus.ts';
import {
  areLines,
  countIds,
  packedIds,
  packedNumbers,
  packedTexts,
  unpackId,
  unpackNumbers,
  unpackTexts,
} from '../../storage/packed-columns.ts';
import { type DeviceColumns, kindsOf, type NamedDevice } from './device-columns.ts';
import { NO_LABEL, NO_LABEL_RANK, type OrderParts } from './order-ranks.ts';
import { type PackedTexts, packLines } from './packed-texts.ts';

/** Devices that are read at once: a few milliseconds. */
export const STEP = 2_000;
/** Pages of a table that are read at once, about as long. */
export const PAGES = 100;
const ID_BYTES = 16;

/** What is known of devices that have changed. */
export const CHANGED = `SELECT device.id, lower(device.name) AS name, lower(device.label) AS label,
    device.device_profile_id AS profile, device.customer_id AS customer, device.created_time AS created,
    width_bucket(lower(device.name), $3::text[]) AS "namePart",
    coalesce(width_bucket(lower(device.label), $4::text[]), ${NO_LABEL}) AS "labelPart",
    coalesce(activity.active, false) AS active, coalesce(activity.last_activity_time, 0) AS last
  FROM device LEFT JOIN device_activity AS activity ON activity.device_id = device.id
  WHERE device.tenant_id = $1 AND device.id = ANY($2::uuid[])`;
/** Tenants with many devices, those with the most first. */
export const LARGE = `SELECT tenant_id AS id, sum(count)::integer AS devices FROM device_count
  GROUP BY tenant_id HAVING sum(count) BETWEEN $1 AND $2 ORDER BY 2 DESC`;

/** In the order of an index of the tenant, without what reports change and the parts of orders. */
export const NEXT = `SELECT ${packedIds('id')} AS ids, ${packedTexts('name')} AS names, ${packedTexts('label')} AS labels,
    ${packedIds('profile')} AS profiles, ${packedIds('customer')} AS customers, ${packedNumbers('created')} AS created
  FROM (
    SELECT id, lower(name) AS name, lower(label) AS label, device_profile_id AS profile, customer_id AS customer,
      created_time AS created
    FROM device WHERE tenant_id = $1 AND (created_time, id) > ($2::bigint, $3::uuid)
    ORDER BY created_time, id LIMIT ${STEP}
  ) AS device`;
export interface PackedDevices {
  ids: Buffer;
  names: string;
  labels: string;
  profiles: Buffer;
  customers: Buffer;
  created: Buffer;
}

/** Texts that come as lines; empty where one is null. */
export const textsIn = (lines: string, size: number): readonly string[] | PackedTexts =>
  areLines(lines) ? packLines(lines, size) : unpackTexts(lines, size).map((text) => text ?? '');

export function unpackDevices({ ids, profiles, customers, created, ...texts }: PackedDevices): DeviceColumns {
  const size = countIds(ids);
  const bytesAt = (all: Buffer, at: number): string => all.toString('latin1', at * ID_BYTES, (at + 1) * ID_BYTES);
  return {
    ...{ ids, names: textsIn(texts.names, size), labels: textsIn(texts.labels, size), created: unpackNumbers(created) },
    ...kindsOf(
      size,
      (at) => bytesAt(profiles, at) + bytesAt(customers, at),
      (at) => ({ profile: unpackId(profiles, at), customer: unpackId(customers, at) }),
    ),
    nameRank: new Uint32Array(size),
    labelRank: areLines(texts.labels)
      ? new Uint32Array(size)
      : Uint32Array.from(unpackTexts(texts.labels, size), (label) => (label === null ? NO_LABEL_RANK : 0)),
    active: new Uint8Array(size),
    last: new Float64Array(size),
    values: new Map(),
  };
}

/**
 * The devices of some parts of an order (`$4`), which begin at a value (`$2`) and end before another (`$3`), and behind how many
 * other values each has its own; the first part has no beginning, the last one no end. From an index alone: to tell for each device
 * by itself takes ten times as long.
 */
export const devicesOfParts = (column: keyof OrderParts, areLast: boolean): string =>
  `SELECT part.at AS part, ${packedIds('device.id')} AS ids, ${packedNumbers('device.place')} AS places
  FROM unnest($2::text[], $3::text[], $4::integer[]) AS part (first, next, at) CROSS JOIN LATERAL (
    SELECT id, dense_rank() OVER (ORDER BY lower(${column})) AS place
    FROM device WHERE tenant_id = $1 AND lower(${column}) >= part.first
      ${areLast ? '' : `AND lower(${column}) < part.next`}
  ) AS device GROUP BY part.at`;
export interface PackedPart {
  part: number;
  ids: Buffer;
  places: Buffer;
}

/** What reports have changed, as it lies: each would have to be looked up by itself, in another order. */
export const REPORTED = `SELECT ${packedIds('device_id')} AS ids, ${packedNumbers('active::integer')} AS active,
    ${packedNumbers('last_activity_time')} AS last
  FROM device_activity
  WHERE tenant_id = $1 AND (active OR last_activity_time > 0) AND ctid >= $2::tid AND ctid < $3::tid`;
export type PackedReports = Record<'ids' | 'active' | 'last', Buffer>;

/** What reports tell of a device. */
export type Report = Partial<Pick<NamedDevice, 'active' | 'last'>>;

/** What a change of attributes tells of a device; undefined: nothing. */
export function reportOf(change: LiveChange): Report | undefined {
  const report: Report = {};
  if (change.kind === 'attributes' && change.scope === 'SERVER_SCOPE') {
    for (const { key, value } of change.entries) {
      if (key === 'active') report.active = value.value === true;
      else if (key === 'lastActivityTime') report.last = value.type === 'LONG' ? Number(value.value) : 0;
    }
  } else if (change.kind === 'attributesDeleted' && change.scope === 'SERVER_SCOPE') {
    if (change.keys.includes('active')) report.active = false;
    if (change.keys.includes('lastActivityTime')) report.last = 0;
  }
  return Object.keys(report).length > 0 ? report : undefined;
}
