import type { AlarmData, AlarmDataQuery } from '@signalbox/contract/entity-query';
import { type AlarmDataCommand, type AlarmDataUpdate, MAX_ENTITIES_PER_SUBSCRIPTION } from '@signalbox/contract/live';
import type { PageData } from '@signalbox/contract/page';
import { hasGone } from '../bus/live-bus.ts';
import { badRequest } from '../http/errors.ts';
import type { AlarmEntities } from '../query/alarm-data-queries.ts';
import type { AlarmChange, TenantChange } from './alarm-changes.ts';
import { matchesQuery } from './alarm-matching.ts';
import { createAlarmValues } from './alarm-values.ts';
import { liveError } from './live-errors.ts';
import type { LiveParts, RunningCommand } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';
import { READ_PAUSE } from './soon.ts';

export interface RunningAlarmData extends RunningCommand {
  /** Executes a further command of this id, which replaces the query. */
  handle(command: AlarmDataCommand): Promise<void>;
  /** Number of entities whose alarms are followed. */
  followedEntities(): number;
}

/** ms between two updates, so that alarms that change often are sent together. */
const UPDATE_PAUSE = 100;
/** Changes that are held while a page is read; when there are more, it is read again. */
const MAX_HELD = 1_000;

/** The alarms of one cmdId: a page, and what changes about it (live-data.md §5.7). */
export function createAlarmDataCommand(parts: LiveParts, session: LiveSession, cmdId: number): RunningAlarmData {
  const { alarmQueries, dynamicValues, alarmChanges, refreshInterval, refreshInTurn, log } = parts;
  let closed = false;
  /** Commands and readings run one after the other. */
  let queue: Promise<void> = Promise.resolve();
  let query: AlarmDataQuery | undefined;
  let entities: AlarmEntities = { ids: [], total: 0 };
  let entityIds: ReadonlySet<string> = new Set();
  let page: PageData<AlarmData> | undefined;
  /** Changes since the reading of the page began; undefined: none is under way. */
  let held: TenantChange[] | undefined;
  /** Rows of the page that have changed since they were sent. */
  const changed = new Set<AlarmData>();
  let updateTimer: NodeJS.Timeout | undefined;
  let readTimer: NodeJS.Timeout | undefined;
  let ageTimer: NodeJS.Timeout | undefined;
  let lastRead = 0;
  let stopListening: () => void = () => undefined;
  let stopWatchingFilters: () => void = () => undefined;
  const values = createAlarmValues(parts, (entityId, latest) => {
    for (const row of page?.data ?? []) {
      if (row.entityId.id !== entityId) continue;
      for (const [type, ofType] of Object.entries(latest)) {
        row.latest = { ...row.latest, [type]: { ...row.latest[type as keyof typeof row.latest], ...ofType } };
      }
      noteChanged(row);
    }
  });

  function reply(content: Pick<AlarmDataUpdate, 'data' | 'update'>, error?: ReturnType<typeof liveError>): void {
    if (closed) return;
    const update: AlarmDataUpdate = {
      cmdId,
      ...content,
      errorCode: 0,
      errorMsg: null,
      ...error,
      allowedEntities: entities.total === 0 ? 0 : MAX_ENTITIES_PER_SUBSCRIPTION,
      totalEntities: entities.total,
      cmdUpdateType: 'ALARM_DATA',
    };
    session.reply(JSON.stringify(update));
  }

  function noteChanged(row: AlarmData): void {
    changed.add(row);
    updateTimer ??= setTimeout(() => {
      updateTimer = undefined;
      const update = [...changed];
      changed.clear();
      if (update.length > 0) reply({ data: null, update });
    }, UPDATE_PAUSE);
  }

  function handleAlarm({ action, entityId, alarm, places }: AlarmChange, { pageLink }: AlarmDataQuery): void {
    const isOurs =
      entityIds.has(entityId.id) || (pageLink.searchPropagatedAlarms && places.some((id) => entityIds.has(id)));
    const rows = page?.data.filter((row) => row.id.id === alarm.id.id) ?? [];
    if (!isOurs && rows.length === 0) return;
    const isWanted = action !== 'deleted' && matchesQuery(alarm, { pageLink }, Date.now());
    if (rows.length > 0 && isWanted) {
      for (const row of rows) noteChanged(Object.assign(row, alarm));
    } else if (rows.length > 0 || (isWanted && pageLink.page === 0)) {
      readSoon();
    }
  }

  function handleChange(change: TenantChange): void {
    if (!query) return;
    if (held) {
      if (held.length < MAX_HELD) held.push(change);
      else readSoon();
    } else if (change.kind === 'alarm') {
      handleAlarm(change, query);
    } else if (entityIds.has(change.entityId.id)) {
      // It is gone, or may no longer be one of those that the user sees.
      if (hasGone(change) || session.user.authority === 'CUSTOMER_USER') readSoon(true);
    }
  }

  let isFindingEntities = false;

  /** Reads the page again, soon. @param andEntities which entities there are, too */
  function readSoon(andEntities = false): void {
    isFindingEntities ||= andEntities;
    if (readTimer || closed) return;
    readTimer = setTimeout(
      () => {
        readTimer = undefined;
        const known = isFindingEntities ? undefined : entities;
        isFindingEntities = false;
        void enqueue(() => refreshInTurn(() => read(query, known)));
      },
      Math.max(0, lastRead + READ_PAUSE - Date.now()),
    );
  }

  /** Reads the page and sends it. */
  async function read(wanted: AlarmDataQuery | undefined, known: AlarmEntities | undefined): Promise<void> {
    if (closed || !wanted || wanted !== query) return;
    held = [];
    stopListening();
    stopListening = alarmChanges.subscribe(session.user.tenantId, handleChange);
    const resolved = await dynamicValues.resolve(session.user, wanted.keyFilters);
    const found = await alarmQueries.find(
      session.user,
      { ...wanted, keyFilters: resolved.keyFilters },
      {
        entities: known,
        beforeValues: (of, rights) => values.hold(of, wanted.latestValues, rights),
      },
    );
    if (closed || wanted !== query) return;
    lastRead = Date.now();
    entities = found.entities;
    entityIds = new Set(entities.ids);
    page = found.page;
    changed.clear();
    stopWatchingFilters();
    reply({ data: page, update: null });
    values.start(page.data);
    const changes = held;
    held = undefined;
    for (const change of changes) handleChange(change);
    if (entities.total === 0) stopFollowing();
    // Other values of the filters may find some.
    stopWatchingFilters = resolved.watch(() => readSoon(true));
    watchAge();
  }

  /** Alarms leave a window of time when they get older than it. */
  function watchAge(): void {
    clearTimeout(ageTimer);
    const window = query?.pageLink.timeWindow ?? 0;
    if (closed || window === 0 || entities.total === 0) return;
    ageTimer = setTimeout(() => {
      const oldest = Date.now() - window;
      if (page?.data.some(({ createdTime }) => createdTime < oldest)) readSoon();
      else watchAge();
    }, refreshInterval);
  }

  function stopFollowing(): void {
    stopListening();
    stopWatchingFilters();
    values.stop();
    clearTimeout(updateTimer);
    clearTimeout(readTimer);
    clearTimeout(ageTimer);
    updateTimer = undefined;
    readTimer = undefined;
    changed.clear();
    held = undefined;
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    queue = queue.then(async () => {
      if (closed) return;
      try {
        await work();
      } catch (error) {
        const isFirst = page === undefined;
        held = undefined;
        reply({ data: null, update: null }, liveError(error, log));
        // The failure of a page that could be read before may pass.
        if (isFirst) stopFollowing();
        else watchAge();
      }
    });
    return queue;
  }

  return {
    handle: (command) =>
      enqueue(async () => {
        if (!command.query) throw badRequest('Query is empty!');
        stopFollowing();
        query = command.query;
        page = undefined;
        entities = { ids: [], total: 0 };
        await read(query, undefined);
      }),
    followedEntities: () => entityIds.size,
    close() {
      closed = true;
      stopFollowing();
    },
  };
}
