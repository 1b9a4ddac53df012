import type { ListFilter } from './device-filter.ts';
import { byCreation, type ListOrder } from './device-list-order.ts';
import { createParameters, type Parameters } from './device-list-sql.ts';
import type { DeviceGroup, DeviceSlice } from './device-slices.ts';

const GROUP_COLUMN: Record<DeviceGroup, string> = { customer: 'customer_id', profile: 'device_profile_id' };

/**
 * Ids of a page of devices of some profiles: those of a walked one are read in the order of its index until there are
 * enough, those of the others are all found, and then they are sorted together.
 */
export function profileIds(
  parameters: Parameters,
  where: string,
  order: ListOrder,
  window: { limit: number; offset: number },
  profiles: { walked: readonly string[]; sorted: readonly string[] },
): string {
  const { ofActivity, by } = order;
  const id = ofActivity ? 'activity.device_id' : 'device.id';
  const columns = ofActivity
    ? 'activity.device_id, activity.created_time, activity.last_activity_time'
    : 'device.id, device.created_time, device.name';
  const row = ofActivity ? 'activity' : 'device';
  const rowsOf = (condition: (profile: string) => string) =>
    ofActivity
      ? `SELECT ${columns} FROM device_activity AS activity JOIN device ON device.id = activity.device_id
          WHERE ${where} AND ${condition('activity.profile_id')}`
      : `SELECT ${columns} FROM ${order.table} WHERE ${where} AND ${condition('device.device_profile_id')}`;
  const most = parameters.add(window.offset + window.limit);
  const walked = `SELECT ${row}.* FROM unnest(${parameters.add(profiles.walked)}::uuid[]) AS part (id)
    CROSS JOIN LATERAL (${rowsOf((profile) => `${profile} = part.id`)} ORDER BY ${by} LIMIT ${most}) AS ${row}`;
  const isSorted = `device.device_profile_id = ANY(${parameters.add(profiles.sorted)}::uuid[])`;
  // There are few: they are found by what they are called, and then looked up, whatever the planner thinks of the text.
  const sorted = ofActivity
    ? `SELECT ${columns} FROM (SELECT device.id FROM device WHERE ${where} AND ${isSorted} OFFSET 0) AS found
        CROSS JOIN LATERAL (SELECT * FROM device_activity WHERE device_id = found.id OFFSET 0) AS activity`
    : rowsOf(() => isSorted);
  return `SELECT ${id} AS id FROM (${walked} UNION ALL ${sorted}) AS ${row}
    ORDER BY ${by} LIMIT ${parameters.add(window.limit)} OFFSET ${parameters.add(window.offset)}`;
}

/** The conditions of the rows of one group, and their order. */
export function oneGroup(
  where: string,
  { values }: Parameters,
  order: ListOrder,
  groupId: string,
): [where: string, parameters: Parameters, order: ListOrder] {
  const parameters = createParameters(values);
  const ofGroup = `${where} AND device.${GROUP_COLUMN[order.group as DeviceGroup]} = ${parameters.add(groupId)}`;
  const { newestFirst } = order;
  const named = { by: 'created', isDescending: newestFirst, isNewestFirst: newestFirst } as const;
  return [
    ofGroup,
    parameters,
    { ...order, by: order.inGroup, group: undefined, column: undefined, nullable: false, named },
  ];
}

/** The same as a filter. */
export const filterOfGroup = ({ group }: Pick<ListOrder, 'group'>, groupId: string): ListFilter =>
  group === 'customer' ? { customerId: groupId } : { deviceProfileId: groupId };

/** Ids of the rows of slices, slice after slice, each read from the end of its group that is nearer. */
export function sliceIds(
  parameters: Parameters,
  where: string,
  order: ListOrder,
  slices: readonly DeviceSlice[],
): string {
  const opposite = byCreation(false, order.newestFirst ? 'ASC' : 'DESC');
  const isNearEnd = slices.map(({ skip, take, total }) => total - skip - take < skip);
  const skips = slices.map(({ skip, take, total }, at) => (isNearEnd[at] ? total - skip - take : skip));
  const part = (condition: string, by: string) => `(SELECT device.id, device.created_time FROM ${order.table}
      WHERE ${where} AND device.${GROUP_COLUMN[order.group as DeviceGroup]} = slice.group_id AND ${condition}
      ORDER BY ${by} LIMIT slice.take OFFSET slice.skip)`;
  return `SELECT device.id FROM unnest(${parameters.add(slices.map(({ groupId }) => groupId))}::uuid[],
      ${parameters.add(isNearEnd)}::boolean[], ${parameters.add(skips)}::integer[],
      ${parameters.add(slices.map(({ take }) => take))}::integer[])
      WITH ORDINALITY AS slice (group_id, is_near_end, skip, take, place)
    CROSS JOIN LATERAL (
      ${part('NOT slice.is_near_end', order.inGroup)} UNION ALL ${part('slice.is_near_end', opposite)}
    ) AS device
    ORDER BY slice.place, ${order.inGroup}`;
}
