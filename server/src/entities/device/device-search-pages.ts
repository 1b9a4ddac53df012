import type { PageLink } from '@signalbox/contract/page';
import type { ListFilter } from './device-filter.ts';
import { profileIds } from './device-group-sql.ts';
import type { ListOrder } from './device-list-order.ts';
import { createParameters, listConditions } from './device-list-sql.ts';
import { rowsOfIds } from './device-rows-sql.ts';
import type { CountedGroup } from './device-slices.ts';
import { type DeviceTotals, LOOKING, type RunStatement } from './device-totals.ts';

/** Pages beyond this many rows are read from the end of the list that is nearer. */
export const FAR_OFFSET = 2000;
/** Rows of an order up to which it is quicker to go through them than to have memory look at all devices once more. */
const SOON = 200;
/** Profiles of what a search finds, up to which they are read one by one. */
const MAX_PROFILES = 20;

/** Pages near the start of searches that find many devices. @param few devices up to which they are found first and sorted then */
export function createSearchPages(run: RunStatement, { total }: Pick<DeviceTotals, 'total'>, few: number) {
  /** How many devices there are of each profile, and of the state that is asked for. */
  const sizesOf = (tenantId: string, { active }: ListFilter, groups: readonly CountedGroup[]): Promise<number[]> =>
    Promise.all(groups.map(({ id }) => total(tenantId, { deviceProfileId: id, active })));

  /**
   * Whether a page of what a search finds is soon found by going through an order, if it finds devices of all of it alike.
   * @param count how many it finds, of those that `filter` leaves
   * @param until the last row of the page
   */
  async function isSoon(tenantId: string, filter: ListFilter, count: number, until: number): Promise<boolean> {
    return (until * (await total(tenantId, filter))) / count <= SOON;
  }

  /**
   * Whether a search by name or creation finds devices of all profiles alike, so that a page near the start is soon found by
   * going through the order, for which indexes are enough.
   */
  async function isSpread(
    tenantId: string,
    link: PageLink,
    filter: ListFilter,
    order: ListOrder,
    groups: readonly CountedGroup[],
  ): Promise<boolean> {
    const most = link.pageSize * (link.page + 1);
    if (!order.isOfProfiles || order.ofActivity || filter.customerId || most > FAR_OFFSET) return false;
    const count = groups.reduce((sum, { total: ofGroup }) => sum + ofGroup, 0);
    const all = await total(tenantId, filter);
    if ((most * all) / count > count * LOOKING) return false;
    const sizes = await sizesOf(tenantId, filter, groups);
    const alike = groups.map(({ total: ofGroup }, at) => {
      const size = sizes[at] ?? 0;
      return (ofGroup / size) * 2 > count / all ? size : 0;
    });
    // Those of other profiles may all be at the start.
    return all - alike.reduce((sum, size) => sum + size, 0) <= few;
  }

  /**
   * Rows of a page near the start of a search that finds many. They are read profile by profile, since what devices are
   * called and when they last sent something often depends on their profile: most of them may be at the end of the order
   * of all. Undefined: to be read in another way.
   */
  async function rowsOfProfiles<Row extends object>(
    tenantId: string,
    link: PageLink,
    filter: ListFilter,
    infos: boolean,
    order: ListOrder,
    groups: readonly CountedGroup[],
  ): Promise<Row[] | undefined> {
    const window = { limit: link.pageSize, offset: link.page * link.pageSize };
    const most = window.limit + window.offset;
    const count = groups.reduce((sum, { total: ofGroup }) => sum + ofGroup, 0);
    if (!order.isOfProfiles || count <= few) return undefined;
    // No index of a profile has its devices of one state by their activity.
    if (order.ofActivity && filter.active !== undefined) return undefined;
    if (groups.length > MAX_PROFILES || most > FAR_OFFSET) return undefined;
    const sizes = await sizesOf(tenantId, filter, groups);
    // How many devices of the profile have to be looked at until enough are found, if they are spread evenly.
    const isWalked = groups.map(({ total: found }, at) => (most * (sizes[at] ?? 0)) / found < found);
    const parameters = createParameters();
    const where = listConditions(parameters, tenantId, link, filter);
    const ids = profileIds(parameters, where, order, window, {
      walked: groups.filter((_, at) => isWalked[at]).map(({ id }) => id),
      sorted: groups.filter((_, at) => !isWalked[at]).map(({ id }) => id),
    });
    return (await run<Row>(rowsOfIds(ids, infos), parameters.values, true)).rows;
  }

  return { isSoon, isSpread, rowsOfProfiles };
}
