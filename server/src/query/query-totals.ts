import { followDeletedTenants } from '../bus/deleted-tenants.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { DevicesAround } from '../entities/device/device-name-around.ts';
import { createFairCache } from '../storage/fair-cache.ts';
import { createTenantChanges } from '../storage/tenant-changes.ts';

/** Queries whose totals are remembered. */
const MAX_TOTALS = 1000;
/** Entities of which one more or less makes no difference to how they are found. */
const MANY = 20_000;
/** What was found is taken for right for so many times as long as it took to find, while values change all the time. */
const REST = 10;

/** What is found out about a query. */
export interface Asked {
  tenantId: string;
  /** The same for the same query. */
  name: string;
  /** Another one whenever values that decide may have changed. */
  versions: string;
  /** ms that it takes at least to find when it is worth remembering */
  least: number;
}

/**
 * What was found out about queries, until entities of the tenant change or the values that decide; where it takes long to
 * find and values change all the time, for a while in spite of it.
 * @param lately ms for which it is at most
 * @param most queries that are remembered
 * @param isNear whether it is near enough for a while when entities have changed, too
 */
function createQueryMemory<Value>(
  liveBus: LiveBus,
  lately: number,
  most: number,
  isNear: (value: Value) => boolean = () => false,
) {
  const answers = createFairCache<{ value: Value; state: string; versions: string; until: number }>(
    most,
    followDeletedTenants(liveBus),
  );
  /** Of entities. */
  const changes = createTenantChanges();
  /** query and state → what is being found out */
  const underWay = new Map<string, Promise<unknown>>();
  liveBus.subscribeKinds(['entity'], ({ tenantId, entityId: { entityType, id } }) => {
    changes.note(entityType === 'TENANT' ? id : tenantId);
  });

  /** Another one whenever entities of the tenant have changed. */
  const stateOf = (tenantId: string): string => String(changes.of(tenantId));

  async function findNow<Found extends Value | undefined>(
    { tenantId, name, versions, least }: Asked,
    state: string,
    find: () => Promise<Found>,
  ): Promise<Found> {
    const started = performance.now();
    const value = await find();
    const ended = performance.now();
    const took = ended - started;
    // Of the state before: what changed meanwhile may be in it or not, and is looked for again.
    if (value !== undefined && took >= least) {
      answers.set(tenantId, name, { value, state, versions, until: ended + Math.min(lately, took * REST) });
    }
    return value;
  }

  function known({ tenantId, name, versions }: Asked): Value | undefined {
    const answer = answers.get(tenantId, name);
    if (!answer) return undefined;
    const isOfNow = answer.state === stateOf(tenantId);
    if (isOfNow && answer.versions === versions) return answer.value;
    const isRecent = performance.now() < answer.until;
    return isRecent && (isOfNow || isNear(answer.value)) ? answer.value : undefined;
  }

  return {
    stateOf,

    /** What is remembered. */
    known,

    /** @param find may find that it cannot tell: undefined */
    async remember<Found extends Value | undefined>(
      requested: Asked,
      find: () => Promise<Found>,
    ): Promise<Found | Value> {
      const answer = known(requested);
      if (answer !== undefined) return answer;
      const { tenantId, name, versions } = requested;
      const state = stateOf(tenantId);
      const id = `${state} ${versions} ${name}`;
      const finding = (underWay.get(id) as Promise<Found> | undefined) ?? findNow(requested, state, find);
      underWay.set(id, finding);
      try {
        return await finding;
      } finally {
        underWay.delete(id);
      }
    },
  };
}

/** How many entities queries find. */
export const createQueryTotals = (liveBus: LiveBus, lately: number) =>
  createQueryMemory<number>(liveBus, lately, MAX_TOTALS, (total) => total >= MANY);
export type QueryTotals = ReturnType<typeof createQueryTotals>;

/** Orders that are remembered. */
const MAX_ORDERS = 20;

/** The ids of all that a query finds, one after the other in its order; up to `many` of each (`QuerySizes`). */
export const createQueryOrders = (liveBus: LiveBus, lately: number) =>
  createQueryMemory<string>(liveBus, lately, MAX_ORDERS);
export type QueryOrders = ReturnType<typeof createQueryOrders>;

/** The devices among which pages are, as memory knows it. */
export const createQueryPages = (liveBus: LiveBus, lately: number) =>
  createQueryMemory<DevicesAround>(liveBus, lately, MAX_ORDERS);
export type QueryPages = ReturnType<typeof createQueryPages>;
