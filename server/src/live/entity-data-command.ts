import type { EntityData, EntityDataQuery, EntityKey, KeyFilter, TsValue } from '@signalbox/contract/entity-query';
import type { EntityId } from '@signalbox/contract/id';
import {
  type EntityDataCommand,
  type EntityDataUpdate,
  MAX_ENTITIES_PER_SUBSCRIPTION,
  type TimeSeriesCommand,
} from '@signalbox/contract/live';
import type { PageData } from '@signalbox/contract/page';
import { badRequest } from '../http/errors.ts';
import { latestText, type TextAt } from './change-texts.ts';
import { followedKeys, followLatest, type LatestSubscription } from './latest-subscription.ts';
import { liveError } from './live-errors.ts';
import type { LiveParts, RunningCommand } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';
import { followSeries, type SeriesSubscription, signatureOf } from './series-subscription.ts';
import { readHistory } from './value-reads.ts';

export interface RunningEntityData extends RunningCommand {
  /** Works on a further command of this id, after those before it. */
  handle(command: EntityDataCommand): Promise<void>;
  /** Ends the pushing of values; the page stays. */
  stopValues(): void;
  /** How many entities have their values followed. */
  followedEntities(): number;
}

/** The commands of one cmdId: a page of entities, and what is followed of them (live-data.md §5). */
export function createEntityDataCommand(parts: LiveParts, session: LiveSession, cmdId: number): RunningEntityData {
  const { queries, series, liveBus, log } = parts;
  let closed = false;
  /** Commands run one after the other. */
  let queue: Promise<void> = Promise.resolve();
  let query: EntityDataQuery | undefined;
  let page: PageData<EntityData> | undefined;
  /** Those of the page, with dynamic values put in. */
  let keyFilters: readonly KeyFilter[] = [];
  /** The command whose values are followed, to follow those of a changed page too. */
  let followed: Pick<EntityDataCommand, 'latestCmd' | 'tsCmd'> = {};
  /** entity id → what follows its values */
  const subscriptions = new Map<string, LatestSubscription | SeriesSubscription>();
  /** entity id → stops the watch for its deletion and loss */
  const watches = new Map<string, () => void>();
  /** entity id → changes that wait while it is checked whether the user may still see it, and the last such check */
  const undecided = new Map<string, { changes: string[]; check: symbol }>();
  let refresh: NodeJS.Timeout | undefined;
  let stopWatchingFilters: () => void = () => undefined;

  function stopValues(): void {
    for (const subscription of subscriptions.values()) subscription.stop();
    subscriptions.clear();
    for (const stop of watches.values()) stop();
    watches.clear();
    undecided.clear();
    session.dropChanges(cmdId);
    followed = {};
  }

  function stopRefresh(): void {
    clearTimeout(refresh);
    refresh = undefined;
    stopWatchingFilters();
    stopWatchingFilters = () => undefined;
  }

  function replyPage(data: PageData<EntityData>): void {
    reply({ data, update: null });
  }

  function reply(content: Pick<EntityDataUpdate, 'data' | 'update'>, error?: ReturnType<typeof liveError>): void {
    if (closed) return;
    const update: EntityDataUpdate = {
      cmdId,
      ...content,
      errorCode: 0,
      errorMsg: null,
      ...error,
      allowedEntities: MAX_ENTITIES_PER_SUBSCRIPTION,
      cmdUpdateType: 'ENTITY_DATA',
    };
    session.reply(JSON.stringify(update));
  }

  /** Ends the flow of values of an entity that is gone or that the user may not see any more. */
  function watch(entityId: EntityId): void {
    const stop = liveBus.subscribeEntity(entityId.id, (change) => {
      if (change.kind !== 'entity') return;
      if (change.action === 'deleted') unfollow(entityId.id);
      else if (session.user.authority === 'CUSTOMER_USER') void unfollowWhenLost(entityId);
    });
    watches.set(entityId.id, stop);
  }

  /** Holds what is new of an entity back until it is clear that the user may still see it. */
  async function unfollowWhenLost(entityId: EntityId): Promise<void> {
    const { id } = entityId;
    const check = Symbol(id);
    undecided.set(id, { changes: undecided.get(id)?.changes ?? [], check });
    let visible = 0;
    try {
      visible = await queries.count(session.user, {
        entityFilter: { type: 'singleEntity', singleEntity: entityId },
        keyFilters: [],
      });
    } catch (error) {
      log.error({ err: error }, 'the right to follow an entity could not be checked');
    }
    const held = undecided.get(id);
    // A later check decides; without any the entity is not followed any more.
    if (held?.check !== check) return;
    undecided.delete(id);
    if (visible === 0) unfollow(id);
    else for (const change of held.changes) session.addChange(cmdId, change);
  }

  /** What takes the changes of an entity. */
  function sendOf({ id }: EntityId): (change: string) => void {
    return (change) => {
      const held = undecided.get(id);
      if (held) held.changes.push(change);
      else session.addChange(cmdId, change);
    };
  }

  function unfollow(id: string): void {
    subscriptions.get(id)?.stop();
    subscriptions.delete(id);
    watches.get(id)?.();
    watches.delete(id);
    undecided.delete(id);
  }

  /** Starts to follow latest values; they are held back until the page is there. */
  function holdLatest(entities: readonly EntityId[], keys: readonly EntityKey[]): void {
    const wanted = followedKeys(keys);
    for (const entityId of entities) {
      subscriptions.set(entityId.id, followLatest(liveBus, entityId, wanted, sendOf(entityId)));
      watch(entityId);
    }
  }

  /** Lets the held changes through that are newer than what the rows show. */
  function startLatest(rows: readonly EntityData[]): void {
    for (const row of rows) {
      const subscription = subscriptions.get(row.entityId.id) as LatestSubscription | undefined;
      subscription?.start((type, key) => ownValue(row.latest[type], key));
    }
  }

  /** Reads the page of a query; with latest values to follow, nothing of them is missed. */
  async function readPage(wanted: EntityDataQuery, latestKeys: readonly EntityKey[] | undefined): Promise<void> {
    const complete = latestKeys ? withKeys(wanted, latestKeys) : wanted;
    const resolved = await parts.dynamicValues.resolve(session.user, complete.keyFilters);
    const found = await queries.find(
      session.user,
      { ...complete, keyFilters: resolved.keyFilters },
      latestKeys ? { beforeValues: (entities) => holdLatest(entities, latestKeys) } : {},
    );
    stopRefresh();
    if (closed) return;
    query = complete;
    page = found;
    keyFilters = resolved.keyFilters;
    stopWatchingFilters = resolved.watch(refreshSoon);
    if (complete.pageLink.dynamic) scheduleRefresh();
  }

  function scheduleRefresh(): void {
    clearTimeout(refresh);
    refresh = setTimeout(refreshSoon, parts.refreshInterval);
  }

  function refreshSoon(): void {
    void enqueue(evaluateAgain);
  }

  /** Runs the query again; only a changed set of entities is news. */
  async function evaluateAgain(): Promise<void> {
    if (!query || !page) return;
    const { latestCmd, tsCmd } = followed;
    const resolved = await parts.dynamicValues.resolve(session.user, query.keyFilters);
    const current = { ...query, keyFilters: resolved.keyFilters };
    const ids = await parts.refreshInTurn(async () => (closed ? [] : queries.findIds(session.user, current)));
    if (closed) return;
    const known = new Set(page.data.map((row) => row.entityId.id));
    if (ids.length === known.size && ids.every((id) => known.has(id))) {
      stopWatchingFilters();
      stopWatchingFilters = resolved.watch(refreshSoon);
      if (query.pageLink.dynamic) scheduleRefresh();
      return;
    }
    stopValues();
    await run({ cmdId, query, latestCmd, tsCmd });
  }

  /** Follows latest values of the page that the client has; tells what changed since it was sent. */
  async function followPage(rows: readonly EntityData[], keys: readonly EntityKey[]): Promise<void> {
    holdLatest(
      rows.map((row) => row.entityId),
      keys,
    );
    const pushed = keys.filter(({ type }) => type !== 'ENTITY_FIELD' && type !== 'ALARM_FIELD');
    const current: EntityData[] = rows.map((row) => ({ entityId: row.entityId, latest: {}, timeseries: {} }));
    await queries.readValues(current, pushed, keyFilters);
    if (closed) return;
    current.forEach((row, index) => {
      const before = rows[index] as EntityData;
      const text = changedText(row, before, pushed);
      if (text) session.addChange(cmdId, text);
      for (const { type, key } of pushed) {
        before.latest[type] ??= {};
        (before.latest[type] as Record<string, TsValue>)[key] = ownValue(row.latest[type], key) ?? { ts: 0, value: '' };
      }
    });
    startLatest(rows);
  }

  async function followTimeSeries(rows: readonly EntityData[], command: TimeSeriesCommand, isNew: boolean) {
    const keys = new Set(command.keys);
    const signature = signatureOf(keys);
    for (const { entityId } of rows) {
      subscriptions.set(entityId.id, followSeries(liveBus, entityId, keys, signature, sendOf(entityId)));
      watch(entityId);
    }
    const endTs = command.startTs + command.timeWindow;
    const read = await replyHistory(rows, { ...command, endTs }, isNew);
    for (const { entityId } of rows) {
      const subscription = subscriptions.get(entityId.id) as SeriesSubscription | undefined;
      subscription?.start(read.get(entityId.id) ?? new Map());
    }
  }

  async function replyHistory(
    rows: readonly EntityData[],
    request: Parameters<typeof readHistory>[2],
    isNew: boolean,
  ): Promise<Map<string, Map<string, TextAt[]>>> {
    const ids = rows.map((row) => row.entityId.id);
    const read = await readHistory(series, ids, request, () => closed);
    const filled = rows.map((row) => ({
      ...row,
      timeseries: Object.fromEntries(read.get(row.entityId.id) ?? []),
    }));
    if (isNew && page) reply({ data: { ...page, data: filled }, update: null });
    else reply({ data: null, update: filled });
    return read;
  }

  async function run(command: EntityDataCommand): Promise<void> {
    const { historyCmd, latestCmd, tsCmd } = command;
    if (!(latestCmd || tsCmd || historyCmd || command.query)) {
      // What the command follows so far goes on.
      reply({ data: null, update: null }, liveError(badRequest('Query is empty!'), log));
      return;
    }
    stopValues();
    let isNew = false;
    if (command.query) {
      await readPage(command.query, latestCmd?.keys);
      isNew = true;
    }
    const current = page;
    if (closed) return;
    if (!current) throw badRequest('Query is empty!');
    const rows = current.data;
    if (historyCmd) {
      await replyHistory(rows, historyCmd, isNew);
      if (closed) return;
    }
    const isPageOwed = isNew && !historyCmd;
    if (latestCmd) {
      if (isPageOwed) replyPage(current);
      if (isNew) startLatest(rows);
      else await followPage(rows, latestCmd.keys);
      followed = { latestCmd };
    } else if (tsCmd) {
      await followTimeSeries(rows, tsCmd, isPageOwed);
      followed = { tsCmd };
    } else if (isPageOwed) {
      replyPage(current);
    }
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    queue = queue.then(async () => {
      if (closed) return;
      try {
        await work();
      } catch (error) {
        stopValues();
        reply({ data: null, update: null }, liveError(error, log));
        // The failure may pass: the next evaluation finds the page that is there then.
        if (query?.pageLink.dynamic && !closed) scheduleRefresh();
      }
    });
    return queue;
  }

  return {
    handle: (command) => enqueue(() => run(command)),
    stopValues,
    followedEntities: () => subscriptions.size,
    close() {
      closed = true;
      stopRefresh();
      stopValues();
    },
  };
}

function ownValue(values: Record<string, TsValue> | undefined, key: string): TsValue | undefined {
  return values && Object.hasOwn(values, key) ? values[key] : undefined;
}

/** The query with the followed keys among its latest values. */
function withKeys(query: EntityDataQuery, keys: readonly EntityKey[]): EntityDataQuery {
  const has = new Set(query.latestValues.map(({ type, key }) => `${type} ${key}`));
  const missing = keys.filter(({ type, key }) => type !== 'ENTITY_FIELD' && !has.has(`${type} ${key}`));
  return missing.length === 0 ? query : { ...query, latestValues: [...query.latestValues, ...missing] };
}

/** The change between two states of the latest values of an entity; undefined when there is none. */
function changedText(now: EntityData, before: EntityData, keys: readonly EntityKey[]): string | undefined {
  const changed = new Map<EntityKey['type'], (TextAt & { key: string })[]>();
  for (const { type, key } of keys) {
    const value = ownValue(now.latest[type], key);
    const old = ownValue(before.latest[type], key);
    if (!value || value.ts === 0 || (value.ts === old?.ts && value.value === old.value)) continue;
    const ofType = changed.get(type);
    if (ofType) ofType.push({ key, ...value });
    else changed.set(type, [{ key, ...value }]);
  }
  return changed.size === 0 ? undefined : latestText(now.entityId, changed);
}
