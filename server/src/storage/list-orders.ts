import type { DeletedTenants } from './deleted-tenants.ts';
import { createFairCache } from './fair-cache.ts';

/** Ids of all orders that are remembered, and what an order takes beside them, as ids. */
const MAX_IDS = 2_000_000;
const ORDER = 1_000;
/** Bytes of an id. */
const ID_BYTES = 16;
const UUIDS = /(.{8})(.{4})(.{4})(.{4})(.{12})/g;

/** ms that finding an order takes at least when it is worth remembering */
const SLOW = 30;

/** A list in an order. */
export interface OrderedList {
  tenantId: string;
  /** The same for the same conditions and order. */
  name: string;
  /** Changes whenever its rows or their order may have. */
  state: string;
  /** Remembered however long it takes to find: its pages take longer another way. */
  isSlow?: boolean;
}

/**
 * The ids of all rows of lists in their orders, where no index has both: they are found and sorted once for a state of the
 * list, and all its pages are cut out of that.
 * @param slow ms that finding an order takes at least when it is remembered
 * @param most see MAX_IDS
 */
export function createListOrders(deletedTenants: DeletedTenants, slow = SLOW, most = MAX_IDS) {
  const weightOf = ({ ids }: { ids: Buffer }): number => ids.length / ID_BYTES + ORDER;
  const known = createFairCache<{ state: string; ids: Buffer }>(most, deletedTenants, weightOf);
  /** list and state → what is being found */
  const underWay = new Map<string, Promise<Buffer>>();

  async function findNow(
    { tenantId, name, state, isSlow = false }: OrderedList,
    find: () => Promise<{ id: string }[]>,
  ): Promise<Buffer> {
    const started = performance.now();
    const rows = await find();
    const ids = Buffer.from(rows.map(({ id }) => id.replaceAll('-', '')).join(''), 'hex');
    // Of the state before: what changed meanwhile may be in it or not, and is looked for again.
    if (isSlow || performance.now() - started >= slow) known.set(tenantId, name, { state, ids });
    return ids;
  }

  async function idsOf(list: OrderedList, find: () => Promise<{ id: string }[]>): Promise<Buffer> {
    const of = known.get(list.tenantId, list.name);
    if (of?.state === list.state) return of.ids;
    const key = `${list.state} ${list.name}`;
    const finding = underWay.get(key) ?? findNow(list, find);
    underWay.set(key, finding);
    try {
      return await finding;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    /** Whether its order is remembered. */
    isKnown: ({ tenantId, name, state }: OrderedList): boolean => known.get(tenantId, name)?.state === state,

    /** `limit` ids after `offset` others, and how many there are of all. @param find all ids in their order */
    async page(
      list: OrderedList,
      { offset, limit }: { offset: number; limit: number },
      find: () => Promise<{ id: string }[]>,
    ): Promise<{ ids: string[]; total: number }> {
      const all = await idsOf(list, find);
      const page = all.subarray(offset * ID_BYTES, (offset + limit) * ID_BYTES).toString('hex');
      const ids = [...page.matchAll(UUIDS)].map(([, ...parts]) => parts.join('-'));
      return { ids, total: all.length / ID_BYTES };
    },
  };
}
export type ListOrders = ReturnType<typeof createListOrders>;
