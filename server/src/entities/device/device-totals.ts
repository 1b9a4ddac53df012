import type { EntityType } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import type { LiveBus } from '../../bus/live-bus.ts';
import { type Cache, createEmbeddedCache } from '../../storage/cache.ts';
import type { DeviceFilter } from './device-filter.ts';
import { activityConditions, createParameters, listConditions, type Parameters } from './device-list-sql.ts';
import { createDeviceNames, type DeviceNamesSizes } from './device-names.ts';
import { type CountedGroup, countGroups, type DeviceGroup, inOrderOfGroups } from './device-slices.ts';

/** Lists whose totals are remembered. */
const MAX_TOTALS = 1000;
/** Searches whose groups are remembered; each has at most as many as its tenant has customers, or profiles. */
const MAX_GROUPED: Record<DeviceGroup, number> = { customer: 20, profile: 200 };
/** Kinds whose changes can change how many devices a list has. */
const COUNTED_KINDS: readonly EntityType[] = ['DEVICE', 'DEVICE_PROFILE', 'CUSTOMER', 'TENANT'];
/** Server attribute that says whether a device is active. */
const ACTIVE_KEY = 'active';

/** Runs a statement of a device list; a search is planned for its values. */
export type RunStatement = <Row extends object>(
  text: string,
  values: unknown[],
  isSearch: boolean,
) => Promise<pg.QueryResult<Row>>;

/** How many devices lists have, counted once for each state of their tenant. */
export function createDeviceTotals(pool: pg.Pool, liveBus: LiveBus, run: RunStatement, sizes?: DeviceNamesSizes) {
  const names = createDeviceNames(run, liveBus, sizes);
  /** conditions of a list and their values → number of devices it has, as of a state of its tenant */
  const totals = createEmbeddedCache<{ total: number; state: string }>(MAX_TOTALS);
  /** the same → its groups in their order */
  const groups = {
    customer: createEmbeddedCache<{ total: readonly CountedGroup[]; state: string }>(MAX_GROUPED.customer),
    profile: createEmbeddedCache<{ total: readonly CountedGroup[]; state: string }>(MAX_GROUPED.profile),
  };
  /** tenant → changes so far of what its lists count */
  const changes = new Map<string, number>();
  liveBus.subscribeKinds(['entity'], ({ tenantId, entityId: { entityType, id } }) => {
    if (!COUNTED_KINDS.includes(entityType)) return;
    const changed = entityType === 'TENANT' ? id : tenantId;
    changes.set(changed, (changes.get(changed) ?? 0) + 1);
  });
  /** tenant → number of state changes of its devices */
  const activeChanges = new Map<string, number>();
  liveBus.subscribeKinds(['attributes', 'attributesDeleted'], (change) => {
    const isActivity =
      change.kind === 'attributes'
        ? change.scope === 'SERVER_SCOPE' && change.entries.some(({ key }) => key === ACTIVE_KEY)
        : change.kind === 'attributesDeleted' && change.keys.includes(ACTIVE_KEY);
    if (isActivity) activeChanges.set(change.tenantId, (activeChanges.get(change.tenantId) ?? 0) + 1);
  });

  const stateOf = (tenantId: string): string => String(changes.get(tenantId) ?? 0);

  /**
   * A total as it was counted since the last change in the tenant, else counted now.
   * @param ofActive depends on which devices are active
   */
  async function remembered<Total>(
    cache: Cache<{ total: Total; state: string }>,
    tenantId: string,
    key: string,
    ofActive: boolean,
    count: () => Promise<Total>,
  ): Promise<Total> {
    const state = `${stateOf(tenantId)} ${ofActive ? (activeChanges.get(tenantId) ?? 0) : ''}`;
    const known = cache.get(key);
    if (known?.state === state) return known.total;
    const total = await count();
    // Of the state before the count: what changed meanwhile may be in it or not, and is counted again.
    cache.set(key, { total, state });
    return total;
  }

  /** Number of the attribute that says whether a device is active, once there is one. */
  let activeKeyId: number | undefined;
  /** Read beforehand: how many devices have it is only known to the planner by its number. */
  async function loadActiveKey(): Promise<void> {
    const result = await pool.query<{ id: number }>('SELECT id FROM telemetry_key WHERE name = $1', [ACTIVE_KEY]);
    activeKeyId = result.rows[0]?.id;
  }
  const conditionsOf = (parameters: Parameters, tenantId: string, link: PageLink, filter: DeviceFilter): string =>
    listConditions(parameters, tenantId, link, filter, activeKeyId);

  /** Number of devices that a search finds; these have to be counted one by one. */
  async function searchTotal(tenantId: string, link: PageLink, filter: DeviceFilter): Promise<number> {
    const parameters = createParameters();
    const isOfState = filter.active === true && !link.textSearch && !filter.customerId;
    const where = isOfState
      ? activityConditions(parameters, tenantId, filter)
      : conditionsOf(parameters, tenantId, link, filter);
    const from = isOfState ? 'device_activity AS activity' : 'device';
    const text = `SELECT count(*)::integer AS total FROM ${from} WHERE ${where}`;
    const count = async (): Promise<number> =>
      (await run<{ total: number }>(text, parameters.values, true)).rows[0]?.total ?? 0;
    if (filter.active !== false) {
      return remembered(totals, tenantId, JSON.stringify([where, parameters.values]), filter.active === true, count);
    }
    // Inactive devices are derived from the active ones, for which there is an index.
    const others = { ...filter, active: undefined };
    const [all, active] = await Promise.all([
      link.textSearch ? searchTotal(tenantId, link, others) : total(tenantId, others),
      searchTotal(tenantId, link, { ...filter, active: true }),
    ]);
    return Math.max(0, all - active);
  }

  /** How many devices of each group a search finds, in the order of the groups. */
  async function searchGroups(
    tenantId: string,
    link: PageLink,
    filter: DeviceFilter,
    { group, direction }: { group: DeviceGroup; direction: 'ASC' | 'DESC' },
  ): Promise<readonly CountedGroup[]> {
    const parameters = createParameters();
    const where = conditionsOf(parameters, tenantId, link, filter);
    const text = countGroups(where, group, direction);
    const key = JSON.stringify([text, parameters.values]);
    return remembered(groups[group], tenantId, key, filter.active !== undefined, async () => {
      const counted = await countByName(tenantId, link, filter, group);
      if (!counted) return (await run<CountedGroup>(text, parameters.values, true)).rows;
      const found = [[...counted.keys()], [...counted.values()]];
      return (await run<CountedGroup>(inOrderOfGroups(group, direction), found, false)).rows;
    });
  }

  /** How many devices of each group a text finds, where that is known without asking the database. */
  async function countByName(
    tenantId: string,
    { textSearch }: PageLink,
    { active, type, ...filter }: DeviceFilter,
    group: DeviceGroup,
  ): Promise<Map<string, number> | undefined> {
    if (!textSearch || active !== undefined || type) return undefined;
    return names.count(tenantId, { ...filter, text: textSearch.toLowerCase() }, group, () => total(tenantId, {}));
  }

  /** The exact number of devices of a list without a search: counted already. */
  async function total(tenantId: string, filter: DeviceFilter): Promise<number> {
    const parameters = createParameters();
    const where = [`tenant_id = ${parameters.add(tenantId)}`];
    if (filter.customerId) where.push(`customer_id = ${parameters.add(filter.customerId)}`);
    if (filter.type) {
      where.push(`device_profile_id = (SELECT id FROM device_profile AS profile
        WHERE profile.tenant_id = $1 AND profile.name = ${parameters.add(filter.type)})`);
    } else if (filter.deviceProfileId) {
      where.push(`device_profile_id = ${parameters.add(filter.deviceProfileId)}`);
    }
    const text = `SELECT coalesce(sum(count), 0)::integer AS total FROM device_count WHERE ${where.join(' AND ')}`;
    return remembered(
      totals,
      tenantId,
      JSON.stringify(['', where, parameters.values]),
      false,
      async () => (await run<{ total: number }>(text, parameters.values, false)).rows[0]?.total ?? 0,
    );
  }

  return {
    /** Another one whenever devices of the tenant, or what they are listed by, may have come, gone or changed. */
    stateOf,
    conditionsOf,
    /** To be awaited before conditions on the state of devices are built. */
    async prepare(): Promise<void> {
      if (activeKeyId === undefined) await loadActiveKey();
    },
    total,
    searchTotal,
    searchGroups,
    /** Resolves when nothing is being read in the background. */
    settle: names.settle,
  };
}
