import type { EntityData, EntityKey, TsValue } from '@signalbox/contract/entity-query';
import {
  type EntityDataCommand,
  type EntityDataUpdate,
  MAX_ENTITIES_PER_SUBSCRIPTION,
  type TimeSeriesCommand,
} from '@signalbox/contract/live';
import { areSameRights, type ValueRights } from '../access/value-rights.ts';
import { badRequest } from '../http/errors.ts';
import { noValues } from '../query/entity-values.ts';
import { latestText, type TextAt } from './change-texts.ts';
import { createEntityFollowing, ownValue } from './entity-following.ts';
import { createEntityPage } from './entity-page.ts';
import { liveError } from './live-errors.ts';
import type { LiveParts, RunningCommand } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';
import { joiningRange } from './series-subscription.ts';
import { createSoon, READ_PAUSE } from './soon.ts';
import { isPutTogether, MAX_REPEATED_READS, readHistory } from './value-reads.ts';

export interface RunningEntityData extends RunningCommand {
  /** Executes a further command of this id, after the previous ones. */
  handle(command: EntityDataCommand): Promise<void>;
  /** Stops sending values; keeps the page. */
  stopValues(): void;
  /** Number of entities whose values are followed. */
  followedEntities(): number;
}

/** The commands of one cmdId: a page of entities and the values followed (live-data.md §5). */
export function createEntityDataCommand(parts: LiveParts, session: LiveSession, cmdId: number): RunningEntityData {
  const { queries, history, refreshInterval, log } = parts;
  let closed = false;
  /** Commands run one after the other. */
  let queue: Promise<void> = Promise.resolve();
  const pause = Math.min(READ_PAUSE, refreshInterval);
  const checkPage = createSoon(() => enqueue(readChangedPage), pause);
  const page = createEntityPage(parts, session, checkPage.request);
  const again = createSoon(() => enqueue(followAgain), pause);
  let repeat: NodeJS.Timeout | undefined;
  /** What the current command follows. */
  let following = newFollowing();
  /** The command whose values are followed; applied again to a changed page. */
  let followed: Pick<EntityDataCommand, 'latestCmd' | 'tsCmd'> & {
    /** When the client asked for it, epoch ms. */
    since?: number;
  } = {};

  function newFollowing() {
    return createEntityFollowing(parts, session, cmdId, again.request, () => {
      clearTimeout(repeat);
      repeat = setTimeout(again.request, refreshInterval);
    });
  }

  /** Reads and follows everything again: the user's rights to values have changed, or changes could not all be held. */
  async function followAgain(): Promise<void> {
    const { latestCmd, tsCmd, since } = followed;
    if (page.query() && (latestCmd || tsCmd)) await run({ cmdId, query: page.query(), latestCmd, tsCmd }, since);
  }

  /** Has everything read again if the user's rights have changed since the page was read and before it was followed. */
  async function checkRights(): Promise<void> {
    const before = page.rights();
    if (before && !areSameRights(before, await queries.rightsOf(session.user))) again.request();
  }

  function stopValues(): void {
    following.stop();
    followed = {};
    clearTimeout(repeat);
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

  /** Runs the query again; sends a page only when the set of entities changed. */
  async function readChangedPage(): Promise<void> {
    if (!(await page.hasChanged())) return;
    // Use the current following: it may have ended meanwhile.
    const { latestCmd, tsCmd, since } = followed;
    await run({ cmdId, query: page.query(), latestCmd, tsCmd }, since);
  }

  /** Follows latest values of the client's page; sends what changed since the page was sent. */
  async function followPage(rows: readonly EntityData[], keys: readonly EntityKey[]): Promise<void> {
    const own = following;
    const rights = await queries.rightsOf(session.user);
    own.holdLatest(
      rows.map((row) => row.entityId),
      keys,
      rights,
    );
    const pushed = keys.filter(({ type }) => type !== 'ENTITY_FIELD' && type !== 'ALARM_FIELD');
    const current: EntityData[] = rows.map((row) => ({ entityId: row.entityId, latest: {}, timeseries: {} }));
    await queries.readValues(rights, current, pushed, page.keyFilters());
    if (own.isStopped) return;
    current.forEach((row, index) => {
      const before = rows[index] as EntityData;
      const text = changedText(row, before, pushed);
      if (text) session.addChange(cmdId, text);
      for (const { type, key } of pushed) {
        before.latest[type] ??= noValues();
        (before.latest[type] as Record<string, TsValue>)[key] = ownValue(row.latest[type], key) ?? { ts: 0, value: '' };
      }
    });
    own.startLatest(rows);
  }

  async function followTimeSeries(
    rows: readonly EntityData[],
    command: TimeSeriesCommand,
    isNew: boolean,
    since: number,
  ): Promise<void> {
    const own = following;
    own.holdSeries(
      rows.map((row) => row.entityId),
      command.keys,
      await queries.rightsOf(session.user),
    );
    const request = { ...command, ...joiningRange(command, since, Date.now()) };
    const read = await readRows(rows, request);
    for (let time = 0; isPutTogether(request) && time < MAX_REPEATED_READS && !own.isStopped; time++) {
      const changed = new Set(own.dropHeldSeries(request));
      if (changed.size === 0) break;
      const newer = await readRows(
        rows.filter((row) => changed.has(row.entityId.id)),
        request,
      );
      for (const [id, points] of newer) read.set(id, points);
    }
    await replyRows(rows, request.keys, read, isNew);
    own.startSeries(read);
  }

  async function readRows(rows: readonly EntityData[], request: Parameters<typeof readHistory>[2]) {
    const entities = rows.map((row) => row.entityId);
    return readHistory(history, entities, request, () => closed, await queries.rightsOf(session.user));
  }

  async function replyRows(
    rows: readonly EntityData[],
    keys: readonly string[],
    read: Awaited<ReturnType<typeof readRows>>,
    isNew: boolean,
  ): Promise<void> {
    const rights = await queries.rightsOf(session.user);
    const filled = rows.map((row) => ({
      ...row,
      timeseries: Object.fromEntries(read.get(row.entityId.id) ?? []),
      ...refusedKeys(row, keys, rights),
    }));
    const current = page.current();
    if (isNew && current) reply({ data: { ...current, data: filled }, update: null });
    else reply({ data: null, update: filled });
  }

  /** @param since when the client asked for it, epoch ms */
  async function run({ query, historyCmd, latestCmd, tsCmd }: EntityDataCommand, since = Date.now()): Promise<void> {
    if (!(latestCmd || tsCmd || historyCmd || query)) {
      // What the command already follows continues.
      reply({ data: null, update: null }, liveError(badRequest('Query is empty!'), log));
      return;
    }
    stopValues();
    const own = newFollowing();
    following = own;
    if (query) {
      const keys = latestCmd?.keys;
      await page.read(query, keys && { keys, hold: (entities, rights) => own.holdLatest(entities, keys, rights) });
    }
    const current = page.current();
    if (closed) return;
    if (!current) throw badRequest('Query is empty!');
    const rows = current.data;
    const isNew = query !== undefined && query !== null;
    if (historyCmd) {
      await replyRows(rows, historyCmd.keys, await readRows(rows, historyCmd), isNew);
      if (closed) return;
    }
    const pageDue = isNew && !historyCmd;
    if (pageDue && !(tsCmd && !latestCmd)) reply({ data: current, update: null });
    if (latestCmd) {
      if (isNew) own.startLatest(rows);
      else await followPage(rows, latestCmd.keys);
    } else if (tsCmd) {
      await followTimeSeries(rows, tsCmd, pageDue, since);
    }
    if (own.isStopped || !(latestCmd || tsCmd)) return;
    followed = latestCmd ? { latestCmd } : { tsCmd, since };
    await checkRights();
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    queue = queue.then(async () => {
      if (closed) return;
      try {
        await work();
      } catch (error) {
        stopValues();
        reply({ data: null, update: null }, liveError(error, log));
        // The failure may pass: the next check reads the page again.
        page.scheduleCheck();
      }
    });
    return queue;
  }

  return {
    handle: (command) => enqueue(() => run(command)),
    stopValues,
    followedEntities: () => following.count(),
    close() {
      closed = true;
      page.close();
      checkPage.stop();
      again.stop();
      stopValues();
    },
  };
}

/** Adds the keys of a history that may not be read to those already refused in the row. */
function refusedKeys(row: EntityData, keys: readonly string[], rights: ValueRights): Pick<EntityData, 'notPermitted'> {
  const refused = keys.filter((key) => !rights.mayRead(row.entityId, key));
  if (refused.length === 0) return {};
  const others = (row.notPermitted ?? []).filter(({ type, key }) => type !== 'TIME_SERIES' || !refused.includes(key));
  return { notPermitted: [...others, ...refused.map((key) => ({ type: 'TIME_SERIES' as const, key }))] };
}

/** The difference between two states of an entity's latest values; undefined without one. */
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
