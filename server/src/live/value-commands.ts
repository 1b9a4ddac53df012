import { type EntityId, entityIdSchema } from '@signalbox/contract/id';
import type {
  AttributesSubscriptionCommand,
  HistoryCommand,
  SubscriptionUpdate,
  TimeseriesSubscriptionCommand,
} from '@signalbox/contract/live';
import { LiveErrorCode } from '@signalbox/contract/live-codes';
import { AGGREGATIONS, type AggregationName, ATTRIBUTE_SCOPES } from '@signalbox/contract/telemetry';
import * as z from 'zod/mini';
import { requireValues } from '../access/require-values.ts';
import { hasGone, type LiveChange } from '../bus/live-bus.ts';
import { ApiError, badRequest } from '../http/errors.ts';
import type { AttributeScope } from '../values/attribute.ts';
import { toWireText } from '../values/wire-values.ts';
import { memoizePerChange, subscriptionTail, subscriptionText, type TextAt } from './change-texts.ts';
import { createHeldChanges, type HeldChanges } from './held-changes.ts';
import type { LiveParts } from './live-parts.ts';
import type { LiveSession } from './live-session.ts';
import { joiningRange, newPoints, notWithin, signatureOf, type TimeRange } from './series-subscription.ts';
import { isPutTogether, MAX_REPEATED_READS, readHistory } from './value-reads.ts';

const FETCH_FAILED = 'Failed to fetch data!';
const ATTRIBUTES_FAILED = 'Failed to fetch attributes!';

/** The readable ones of the keys that a command requests. */
interface ReadableKeys {
  /** undefined: all */
  keys: ReadonlySet<string> | undefined;
  /** Equal for equal keys: identifies the text that subscriptions share. */
  signature: string;
}

/** How the values are read that a command is answered with. */
interface Answering {
  read: (readable: ReadonlySet<string> | undefined) => Promise<ReadonlyMap<string, readonly TextAt[]>>;
  /** They are read again when points of this range arrived meanwhile, which may be counted already. */
  repeated?: TimeRange | undefined;
}

/** The v1 commands of one socket: attributes and series of single entities (live-data.md §6). */
export function createValueCommands(parts: LiveParts, session: LiveSession) {
  const { liveBus, attributes, series, history, refreshInterval, log } = parts;
  /** cmdId → ends the subscription */
  const running = new Map<number, () => void>();

  const isGone = (): boolean => session.closed;

  function end(cmdId: number): void {
    running.get(cmdId)?.();
    running.delete(cmdId);
  }

  function fail(cmdId: number, errorCode: LiveErrorCode, errorMsg: string): void {
    const update: SubscriptionUpdate = { subscriptionId: cmdId, errorCode, errorMsg, data: null, latestValues: {} };
    session.reply(JSON.stringify(update));
  }

  /** Answers a failed command: with the exact reason when the command is wrong, else with the wire's message. */
  function failWith(cmdId: number, error: unknown, message: string): void {
    if (error instanceof ApiError && error.status === 400) {
      fail(cmdId, LiveErrorCode.badRequest, error.message);
      return;
    }
    const { notPermitted } = (error instanceof ApiError && error.extra) || {};
    if (Array.isArray(notPermitted)) {
      fail(cmdId, LiveErrorCode.unauthorized, `Not permitted: ${notPermitted.join(', ')}`);
      return;
    }
    if (!(error instanceof ApiError)) log.error({ err: error }, 'a socket command failed');
    fail(cmdId, LiveErrorCode.internal, message);
  }

  /**
   * Answers with the current values and then sends changes, which are held back while the answer is read.
   * @param keys requested keys; undefined: all
   * @param answering how the answer is read, now
   * @param tailOf text of a change; undefined when it concerns nothing subscribed
   */
  async function subscribe(
    cmdId: number,
    entityId: EntityId,
    operation: 'READ_ATTRIBUTES' | 'READ_TELEMETRY',
    keys: ReadonlySet<string> | undefined,
    failure: string,
    answering: () => Answering,
    tailOf: (
      change: LiveChange,
      readable: ReadableKeys,
      answered: ReadonlyMap<string, readonly TextAt[]>,
    ) => string | undefined,
  ): Promise<void> {
    end(cmdId);
    let readable: ReadableKeys = { keys, signature: signatureOf(keys) };
    let answered: ReadonlyMap<string, readonly TextAt[]> = new Map();
    /** Changes that wait for the answer or for a check of rights. */
    let held: HeldChanges | undefined;
    let again: NodeJS.Timeout | undefined;
    const isRunning = (): boolean => running.get(cmdId) === stop;

    function take(change: LiveChange): void {
      // It has nothing more to say, also while its answer is still being read.
      if (hasGone(change)) stop();
      if (held) held.add(change);
      else handle(change);
    }
    function release(): void {
      if (!isRunning()) return;
      const before = held;
      held = undefined;
      for (const change of before?.all() ?? []) take(change);
      if (!before?.isOverfull) return;
      clearTimeout(again);
      again = setTimeout(() => void answer(), refreshInterval);
    }
    /** Forgets the points that are held back and may be counted already; returns whether there were any. */
    const dropHeld = (range: TimeRange): boolean =>
      held?.keep((changes) => notWithin(changes, readable.keys, range)) ?? false;
    function handle(change: LiveChange): void {
      if (change.kind === 'entity') {
        if (hasGone(change)) endThis();
        else if (session.user.authority === 'CUSTOMER_USER') {
          held = createHeldChanges();
          check().then(release, endThis);
        }
        return;
      }
      const tail = tailOf(change, readable, answered);
      if (tail) session.sendUpdate(cmdId, subscriptionText(cmdId, tail));
    }
    /** @throws ApiError when the user may not read the keys any more */
    async function check(): Promise<void> {
      const found = await requireValues(parts, session.user, entityId, operation, keys && [...keys]);
      const names = found.keys && new Set(found.keys);
      readable = { keys: names, signature: signatureOf(names) };
    }
    function endThis(): void {
      if (isRunning()) end(cmdId);
    }
    async function answer(): Promise<void> {
      held = createHeldChanges();
      const { read, repeated } = answering();
      try {
        await check();
        answered = await read(readable.keys);
        for (let time = 0; repeated && time < MAX_REPEATED_READS && isRunning() && dropHeld(repeated); time++) {
          answered = await read(readable.keys);
        }
        if (!isRunning()) return;
        session.reply(subscriptionText(cmdId, subscriptionTail(answered)));
        release();
      } catch (error) {
        if (!isRunning()) return;
        end(cmdId);
        failWith(cmdId, error, failure);
      }
    }
    const unsubscribe = liveBus.subscribeEntity(entityId.id, take);
    const stop = (): void => {
      unsubscribe();
      clearTimeout(again);
    };
    running.set(cmdId, stop);
    await answer();
  }

  /** The entity of a command; undefined, after an error answer, when it is missing or malformed. */
  function entityOf(command: {
    cmdId: number;
    entityType?: string | null | undefined;
    entityId?: string | null | undefined;
  }): EntityId | undefined {
    if (!command.entityId || !command.entityType) {
      fail(command.cmdId, LiveErrorCode.badRequest, 'Device id is empty!');
      return undefined;
    }
    const parsed = z.safeParse(entityIdSchema, { entityType: command.entityType, id: command.entityId });
    if (parsed.success) return parsed.data;
    fail(command.cmdId, LiveErrorCode.badRequest, `Invalid entity: ${command.entityType} ${command.entityId}`);
    return undefined;
  }

  /** Handles `unsubscribe`; returns true when the command is done with that. */
  function isEnded(command: {
    cmdId: number;
    entityId?: string | null | undefined;
    unsubscribe?: boolean | null | undefined;
  }): boolean {
    if (!command.unsubscribe) return false;
    if (command.entityId) end(command.cmdId);
    else endAll();
    return true;
  }

  function endAll(): void {
    for (const cmdId of [...running.keys()]) end(cmdId);
  }

  return {
    /** Ends all subscriptions. */
    endAll,

    /** Number of subscriptions. */
    count: () => running.size,

    async attributes(command: AttributesSubscriptionCommand): Promise<void> {
      if (isEnded(command)) return;
      const entityId = entityOf(command);
      if (!entityId) return;
      const scope = command.scope || null;
      if (scope !== null && !isScope(scope)) {
        fail(command.cmdId, LiveErrorCode.badRequest, `Invalid attribute scope: ${scope}`);
        return;
      }
      const keys = keySet(command.keys);
      const read: Answering['read'] = async (readable) => {
        const found = await attributes.find(entityId.id, scope, readable && [...readable]);
        const newest = new Map<string, TextAt[]>();
        for (const { key, lastUpdateTs, value } of found) {
          const before = newest.get(key)?.[0];
          if (!before || before.ts <= lastUpdateTs) newest.set(key, [{ ts: lastUpdateTs, value: toWireText(value) }]);
        }
        return newest;
      };
      const signature = `attributes ${scope ?? '*'}`;
      const answering = (): Answering => ({ read });
      await subscribe(
        command.cmdId,
        entityId,
        'READ_ATTRIBUTES',
        keys,
        ATTRIBUTES_FAILED,
        answering,
        (change, readable) =>
          memoizePerChange(change, `${signature} ${readable.signature}`, () =>
            attributesTail(change, scope, readable.keys),
          ),
      );
    },

    async timeseries(command: TimeseriesSubscriptionCommand): Promise<void> {
      if (isEnded(command)) return;
      const entityId = entityOf(command);
      if (!entityId) return;
      const keys = keySet(command.keys);
      const timeWindow = command.timeWindow ?? 0;
      const since = Date.now();
      const followed = { ...command, startTs: command.startTs ?? since - timeWindow, timeWindow };
      const answering = (): Answering => {
        if (keys && timeWindow > 0) {
          const range = joiningRange(followed, since, Date.now());
          return {
            read: () => historyOf(entityId, { ...command, keys, ...range }),
            repeated: isPutTogether(command) ? range : undefined,
          };
        }
        return {
          async read(readable) {
            const points = await series.latest(entityId.id, readable && [...readable]);
            const latest = new Map<string, TextAt[]>();
            for (const { key, ts, value } of points) latest.set(key, [{ ts, value: toWireText(value) }]);
            for (const key of keys ?? []) if (!latest.has(key)) latest.set(key, [{ ts: since, value: null }]);
            return latest;
          },
        };
      };
      const tailOf = (
        change: LiveChange,
        readable: ReadableKeys,
        answered: ReadonlyMap<string, readonly TextAt[]>,
      ): string | undefined => {
        const shared = memoizePerChange(change, `points ${readable.signature}`, () => {
          const points = newPoints(change, readable.keys);
          return points && { points, tail: subscriptionTail(points) };
        });
        if (!shared) return undefined;
        return areKnown(shared.points, answered) ? undefined : shared.tail;
      };
      await subscribe(command.cmdId, entityId, 'READ_TELEMETRY', keys, FETCH_FAILED, answering, tailOf);
    },

    async history(command: HistoryCommand): Promise<void> {
      const entityId = entityOf(command);
      if (!entityId) return;
      const keys = keySet(command.keys);
      if (!keys) {
        fail(command.cmdId, LiveErrorCode.badRequest, 'Keys are empty!');
        return;
      }
      try {
        await requireValues(parts, session.user, entityId, 'READ_TELEMETRY', [...keys]);
        const read = await historyOf(entityId, { ...command, keys });
        session.reply(subscriptionText(command.cmdId, subscriptionTail(read)));
      } catch (error) {
        failWith(command.cmdId, error, FETCH_FAILED);
      }
    },
  };

  /** Points of a window by key; keys without points are omitted. */
  async function historyOf(
    entityId: EntityId,
    request: Pick<HistoryCommand, 'interval' | 'intervalType' | 'timeZone' | 'timeZoneId' | 'limit' | 'agg'> & {
      keys: ReadonlySet<string>;
      startTs: number;
      endTs: number;
    },
  ): Promise<Map<string, TextAt[]>> {
    const agg = request.agg || 'NONE';
    if (!isAggregation(agg)) throw badRequest(`Unsupported aggregation '${agg}'!`);
    const read = await readHistory(history, [entityId], { ...request, keys: [...request.keys], agg }, isGone);
    const points = read.get(entityId.id) ?? new Map<string, TextAt[]>();
    for (const [key, list] of points) if (list.length === 0) points.delete(key);
    return points;
  }
}

const isScope = (text: string): text is AttributeScope => (ATTRIBUTE_SCOPES as readonly string[]).includes(text);
const isAggregation = (text: string): text is AggregationName => (AGGREGATIONS as readonly string[]).includes(text);

/** Keys of a comma-separated text; undefined without any, which means all. */
function keySet(text: string | null | undefined): ReadonlySet<string> | undefined {
  const keys = (text ?? '').split(',').filter((key) => key !== '');
  return keys.length > 0 ? new Set(keys) : undefined;
}

/** Whether the client got all these points with the answer to its command. */
function areKnown(
  points: ReadonlyMap<string, readonly TextAt[]>,
  answered: ReadonlyMap<string, readonly TextAt[]>,
): boolean {
  for (const [key, list] of points) {
    const newest = answered.get(key)?.[0];
    for (const { ts, value } of list) if (newest?.ts !== ts || newest.value !== value) return false;
  }
  return true;
}

function attributesTail(
  change: LiveChange,
  scope: AttributeScope | null,
  keys: ReadonlySet<string> | undefined,
): string | undefined {
  if (change.kind !== 'attributes' && change.kind !== 'attributesDeleted') return undefined;
  if (scope !== null && change.scope !== scope) return undefined;
  const data = new Map<string, TextAt[]>();
  if (change.kind === 'attributes') {
    for (const { key, lastUpdateTs, value } of change.entries) {
      if (!keys || keys.has(key)) data.set(key, [{ ts: lastUpdateTs, value: toWireText(value) }]);
    }
  } else {
    for (const key of change.keys) if (!keys || keys.has(key)) data.set(key, [{ ts: 0, value: null }]);
  }
  return data.size === 0 ? undefined : subscriptionTail(data);
}
