import type { EntityType } from '@signalbox/contract/id';
import type { PageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import { followDeletedTenants } from '../../bus/deleted-tenants.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { createFairCache, type FairCache } from '../../storage/fair-cache.ts';
import type { Statement } from '../../storage/list-places.ts';
import { createTenantChanges } from '../../storage/tenant-changes.ts';
import { type CountCorrection, countCorrection } from './device-changes-sql.ts';
import { isLimited, type ListFilter } from './device-filter.ts';
import type { WantedDevices } from './device-found.ts';
import { tableOf } from './device-list-order.ts';
import { createParameters, listConditions } from './device-list-sql.ts';
import type { DevicesAround, NamedPage } from './device-name-around.ts';
import { createDeviceNames, type DeviceNamesSizes } from './device-names.ts';
import type { AroundOrder } from './device-order-keys.ts';
import {
  type CountedGroup,
  countKinds,
  countOf,
  type DeviceGroup,
  groupsOfKinds,
  inOrderOfGroups,
  type KindCount,
} from './device-slices.ts';

/** Lists whose totals are remembered. */
const MAX_TOTALS = 1000;
/** Searches whose devices are remembered by their kinds: how many of these one has at most, and all together. */
const MAX_KINDS = 10_000;
const MAX_KINDS_OF_ALL = 1_000_000;
/** What a search takes beside its kinds, as kinds: 1,000 of them are remembered at most. */
const SEARCH = 1_000;
/** Searches whose groups are remembered; each has at most as many as its tenant has customers, or profiles. */
const MAX_GROUPED: Record<DeviceGroup, number> = { customer: 20, profile: 200 };
/** To look at a device that an index of texts finds takes as long as to look at so many names in an index. */
export const LOOKING = 8;
/** The same where each is looked for in the table of states besides. */
const LOOKING_TWICE = 32;
/** ms that a count takes at least so that it is believed for a while where devices change all the time. */
const SLOW = 100;
/** So many times as long as it took. */
const BELIEVED = 10;
/** ms for which it is believed at most. */
const MAX_BELIEVED = 10_000;
/** Kinds whose changes can change how many devices a list has. */
const COUNTED_KINDS: readonly EntityType[] = ['DEVICE', 'DEVICE_PROFILE', 'CUSTOMER', 'TENANT'];
/** Server attribute that says whether a device is active. */
const ACTIVE_KEY = 'active';

/** What was counted, of which state of a tenant, and until when (ms) it is believed whatever changes. */
interface Counted<Total> {
  total: Total;
  state: string;
  until: number;
}

/** What a search finds. */
interface CountedKinds {
  kinds: readonly KindCount[];
  /** The snapshot of the database that they were counted in; undefined: it is not known, or what has changed since is not. */
  moment: string | undefined;
}

/** What a list shows, as it is looked for in memory. */
export const wantedOf = ({ textSearch }: Pick<PageLink, 'textSearch'>, filter: ListFilter): WantedDevices => ({
  ...filter,
  search: textSearch ? { text: textSearch.toLowerCase(), among: ['name'] } : undefined,
});

const sumOf = (kinds: readonly KindCount[]): number => kinds.reduce((sum, { total }) => sum + total, 0);

/** Runs a statement of a device list; a search is planned for its values. */
export type RunStatement = <Row extends object>(
  text: string,
  values: unknown[],
  isSearch: boolean,
) => Promise<pg.QueryResult<Row>>;

/** How many devices lists have, counted once for each state of their tenant. */
export function createDeviceTotals(liveBus: LiveBus, run: RunStatement, sizes?: DeviceNamesSizes) {
  const names = createDeviceNames(run, liveBus, sizes);
  const deletedTenants = followDeletedTenants(liveBus);
  /** conditions of a list and their values → number of devices it has, as of a state of its tenant */
  const totals = createFairCache<Counted<number>>(MAX_TOTALS, deletedTenants);
  /** conditions of a search and their values → the devices that it finds */
  const counted = createFairCache<Counted<CountedKinds>>(
    MAX_KINDS_OF_ALL,
    deletedTenants,
    ({ total }) => total.kinds.length + SEARCH,
  );
  /** the same → its groups in their order */
  const groups = {
    customer: createFairCache<Counted<readonly CountedGroup[]>>(MAX_GROUPED.customer, deletedTenants),
    profile: createFairCache<Counted<readonly CountedGroup[]>>(MAX_GROUPED.profile, deletedTenants),
  };
  /** Of what lists count. */
  const changes = createTenantChanges();
  liveBus.subscribeKinds(['entity'], ({ tenantId, entityId: { entityType, id } }) => {
    if (!COUNTED_KINDS.includes(entityType)) return;
    changes.note(entityType === 'TENANT' ? id : tenantId);
  });
  /** Of the state of devices. */
  const activeChanges = createTenantChanges();
  liveBus.subscribeKinds(['attributes', 'attributesDeleted'], (change) => {
    const isActivity =
      change.kind === 'attributes'
        ? change.scope === 'SERVER_SCOPE' && change.entries.some(({ key }) => key === ACTIVE_KEY)
        : change.kind === 'attributesDeleted' && change.keys.includes(ACTIVE_KEY);
    if (isActivity) activeChanges.note(change.tenantId);
  });

  const stateOf = (tenantId: string): string => String(changes.of(tenantId));

  /**
   * A total as it was counted since the last change in the tenant, else counted now.
   * @param ofActive depends on which devices are active, which changes all the time
   * @param isSearch is believed for a while if so, and if it took long
   */
  async function remembered<Total>(
    cache: FairCache<Counted<Total>>,
    tenantId: string,
    key: string,
    ofActive: boolean,
    isSearch: boolean,
    count: (before: Total | undefined) => Promise<Total>,
  ): Promise<Total> {
    const state = `${stateOf(tenantId)} ${ofActive ? activeChanges.of(tenantId) : ''}`;
    const known = cache.get(tenantId, key);
    const started = performance.now();
    if (known && (known.state === state || started < known.until)) return known.total;
    const total = await count(known?.total);
    const ended = performance.now();
    const took = ended - started;
    const until = ofActive && isSearch && took >= SLOW ? ended + Math.min(MAX_BELIEVED, took * BELIEVED) : 0;
    // Of the state before the count: what changed meanwhile may be in it or not, and is counted again.
    cache.set(tenantId, key, { total, state, until });
    return total;
  }

  /** How many devices of each kind a search finds. */
  async function searchKinds(tenantId: string, link: PageLink, filter: ListFilter): Promise<readonly KindCount[]> {
    const conditions = (isFew: boolean) => {
      const parameters = createParameters();
      return {
        text: listConditions(parameters, tenantId, link, filter, isFew ? 'few' : 'any'),
        values: parameters.values,
      };
    };
    const all = conditions(false);
    const ofActive = filter.active !== undefined;
    const count = async (before: CountedKinds | undefined): Promise<CountedKinds> => {
      const named = await countByName(tenantId, link, filter);
      if (named) return { kinds: named, moment: undefined };
      const corrected = before?.moment ? await correctKinds(tenantId, all, before.kinds, before.moment) : undefined;
      if (corrected) return corrected;
      const { text, values } = (await isRare(tenantId, link, filter)) ? conditions(true) : all;
      const { rows } = await run<CountedKinds>(countKinds(tableOf(filter), text), [...values], true);
      const [{ kinds, moment }] = rows as [CountedKinds];
      // Nothing tells how states have changed since.
      return { kinds, moment: ofActive ? undefined : moment };
    };
    const key = JSON.stringify([all.text, all.values]);
    const { kinds } = await remembered(counted, tenantId, key, ofActive, true, count);
    if (kinds.length > MAX_KINDS) counted.delete(tenantId, key);
    return kinds;
  }

  /** What was counted, with what has changed since; undefined: that is not known. */
  async function correctKinds(
    tenantId: string,
    where: Statement,
    kinds: readonly KindCount[],
    since: string,
  ): Promise<CountedKinds | undefined> {
    const { text, values } = countCorrection(tenantId, where, since);
    const [correction] = (await run<CountCorrection>(text, values, true)).rows;
    if (!correction?.isKnown) return undefined;
    const { changes, moment } = correction;
    const now = new Map(kinds.map((kind) => [kind.customer + kind.profile, kind]));
    for (const change of changes) {
      const name = change.customer + change.profile;
      now.set(name, { ...change, total: change.total + (now.get(name)?.total ?? 0) });
    }
    return { kinds: [...now.values()].filter(({ total: left }) => left > 0), moment };
  }

  /** Whether the devices of a state that have a text are found by an index of texts sooner than by looking at all names. */
  async function isRare(
    tenantId: string,
    { textSearch }: PageLink,
    { active, ...filter }: ListFilter,
  ): Promise<boolean> {
    if (active === undefined || !textSearch) return false;
    const counted = await countByName(tenantId, { textSearch }, filter);
    if (!counted) return !isLimited(filter);
    return sumOf(counted) * LOOKING_TWICE < (await total(tenantId, filter));
  }

  /** Number of devices that a search finds. */
  const searchTotal = async (tenantId: string, link: PageLink, filter: ListFilter): Promise<number> =>
    sumOf(await searchKinds(tenantId, link, filter));

  /** How many devices of each group a search finds, in the order of the groups. */
  async function searchGroups(
    tenantId: string,
    link: PageLink,
    filter: ListFilter,
    { group, direction }: { group: DeviceGroup; direction: 'ASC' | 'DESC' },
  ): Promise<readonly CountedGroup[]> {
    const { textSearch } = link;
    const key = JSON.stringify([tenantId, textSearch, filter, direction]);
    return remembered(groups[group], tenantId, key, filter.active !== undefined, true, async () => {
      const found = groupsOfKinds(await searchKinds(tenantId, link, filter), group);
      const values = [[...found.keys()], [...found.values()]];
      return (await run<CountedGroup>(inOrderOfGroups(group, direction), values, false)).rows;
    });
  }

  /** How many devices of each kind a text finds, where that is known without asking the database. */
  async function countByName(
    tenantId: string,
    { textSearch }: Pick<PageLink, 'textSearch'>,
    filter: ListFilter,
  ): Promise<KindCount[] | undefined> {
    if (!textSearch) return undefined;
    return names.count(tenantId, wantedOf({ textSearch }, filter), (ofState) => total(tenantId, ofState));
  }

  /** The exact number of devices of a list without a search: counted already. */
  async function total(tenantId: string, filter: ListFilter): Promise<number> {
    const parameters = createParameters();
    const where = [`tenant_id = ${parameters.add(tenantId)}`];
    if (filter.customerId) where.push(`customer_id = ${parameters.add(filter.customerId)}`);
    if (filter.deviceProfileId) where.push(`device_profile_id = ${parameters.add(filter.deviceProfileId)}`);
    const text = `SELECT coalesce(sum(count), 0)::integer AS total FROM ${countOf(filter)} WHERE ${where.join(' AND ')}`;
    return remembered(
      totals,
      tenantId,
      JSON.stringify([text, parameters.values]),
      filter.active !== undefined,
      false,
      async () => (await run<{ total: number }>(text, parameters.values, false)).rows[0]?.total ?? 0,
    );
  }

  return {
    /** Another one whenever devices of the tenant, or what they are listed by, may have come, gone or changed. */
    stateOf,
    total,
    searchTotal,
    searchGroups,
    /** What is known without asking the database. */
    named: {
      /** How many devices are found; undefined: it is not known. */
      async count(tenantId: string, wanted: WantedDevices): Promise<number | undefined> {
        const kinds = await names.count(tenantId, wanted, (ofState) => total(tenantId, ofState));
        return kinds && sumOf(kinds);
      },
      /** The devices among which a page of them is; undefined: they are not known, or too many. */
      page: (
        tenantId: string,
        wanted: WantedDevices,
        order: AroundOrder,
        page: NamedPage,
      ): Promise<DevicesAround | undefined> =>
        names.page(tenantId, wanted, order, page, (ofState) => total(tenantId, ofState)),
      addColumn: names.addColumn,
    },
    /** What is read in the background. */
    names: { open: names.open, looked: names.looked, close: names.close, settle: names.settle },
  };
}
export type DeviceTotals = ReturnType<typeof createDeviceTotals>;
export type NamedDevices = DeviceTotals['named'];
