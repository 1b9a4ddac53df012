import { entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { Logger } from 'pino';
import { steadyNow } from '../config/steady-clock.ts';
import type { DeviceContext, DeviceDirectory } from '../entities/device-directory.ts';
import { newDeviceMessage } from '../entities/device-message.ts';
import type { Message } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import type { KeyValue } from '../values/value.ts';
import type { StoredDeviceState } from './device-state-store.ts';
import { createStatesToWrite, type StatesToWrite } from './states-to-write.ts';

export type EventType = 'CONNECT_EVENT' | 'DISCONNECT_EVENT' | 'ACTIVITY_EVENT' | 'INACTIVITY_EVENT';
export type StateKey = 'active' | 'lastConnectTime' | 'lastDisconnectTime' | 'lastActivityTime' | 'inactivityAlarmTime';

/** State of a device that is seen or watched, with what of it is not stored yet. */
export interface LiveState extends StoredDeviceState {
  deviceId: string;
  /** When it was last seen by this process, on the steady clock. */
  seenAt: number;
  /** The same, or when it was made if that is later; as far as this process knows, on the steady clock. */
  silentSince: number;
  /** Attributes that have changed since they were stored; undefined: none, as of most of a million devices. */
  changed: Set<StateKey> | undefined;
  /** Messages to the rule engine that follow the attributes. */
  events: StateEvent[] | undefined;
}

export interface StateEvent {
  type: EventType;
  data: string;
}

/** How soon a state is written. */
export type Urgency =
  /** What a device has done. */
  | 'soon'
  /** That it is silent: soon too, but of many at once, which are not to hold up what others do. */
  | 'silence'
  /** With the next report. */
  | 'report';

/** Maximum number of devices whose state is written per transaction. */
const MAX_BATCH = 2000;

export interface DeviceStateWriterParts {
  pool: pg.Pool;
  directory: DeviceDirectory;
  telemetry: Pick<TelemetryService, 'saveAttributes'>;
  messageLog: Pick<MessageLog, 'append'>;
  log: Logger;
  settings: { activityReportPeriod: number };
}

/**
 * Writes changed states to the server attributes of their devices, and the events that follow them to the message log, in
 * batches: urgent changes soon, the rest every few seconds, for at most MAX_BATCH devices at a time. Each urgency has its
 * part of a batch, and each tenant its part of that.
 */
export function createDeviceStateWriter(parts: DeviceStateWriterParts) {
  const { pool, directory, telemetry, messageLog, log, settings } = parts;
  const waiting: Readonly<Record<Urgency, StatesToWrite<LiveState>>> = {
    soon: createStatesToWrite(),
    silence: createStatesToWrite(),
    report: createStatesToWrite(),
  };
  const urgent = [waiting.soon, waiting.silence] as const;
  const all = [...urgent, waiting.report] as const;
  let closed = false;
  let soon: NodeJS.Timeout | undefined;
  /** When it comes, on the steady clock. */
  let soonAt = 0;
  /** After a failure nothing is tried before this, on the steady clock, whatever comes. */
  let restUntil = 0;
  let flushing: Promise<boolean> | undefined;
  /** The next batch has a part of what waits for the report: urgent ones may follow each other for minutes. */
  let isReportDue = false;

  const reportTimer = setInterval(() => void flush(true), settings.activityReportPeriod);
  reportTimer.unref();

  function flushIn(delay: number): void {
    const now = steadyNow();
    const at = Math.max(now + delay, restUntil);
    if (closed || (soon && soonAt <= at)) return;
    clearTimeout(soon);
    soonAt = at;
    soon = setTimeout(() => void flush(false), at - now);
  }

  const sizeOf = (queues: readonly StatesToWrite<LiveState>[]): number =>
    queues.reduce((sum, { size }) => sum + size, 0);

  async function flush(isReport: boolean): Promise<void> {
    clearTimeout(soon);
    soon = undefined;
    if (isReport) isReportDue = true;
    while (flushing) await flushing;
    const batch = takeBatch(isReportDue ? all : urgent);
    isReportDue = false;
    if (batch.length === 0) return;
    const writing = write(batch).finally(() => {
      flushing = undefined;
    });
    flushing = writing;
    // What has come meanwhile has its own time, so that it does not come one by one. After a failure the next attempt waits.
    if ((await writing) && batch.length === MAX_BATCH) await flush(false);
  }

  function takeBatch(queues: readonly StatesToWrite<LiveState>[]): LiveState[] {
    const batch: LiveState[] = [];
    for (const queue of queues) batch.push(...queue.take(Math.floor(MAX_BATCH / queues.length)));
    for (const queue of queues) batch.push(...queue.take(MAX_BATCH - batch.length));
    return batch;
  }

  /** @returns false when it failed; then it is all to be written again */
  async function write(batch: LiveState[]): Promise<boolean> {
    const taken = batch.map((state) => {
      const { changed = new Set<StateKey>(), events = [] } = state;
      state.changed = undefined;
      state.events = undefined;
      return { state, changed, events, entries: entriesOf(state, changed) };
    });
    try {
      const contexts = await Promise.all(taken.map(({ state }) => directory.find(state.deviceId)));
      await inTransaction(pool, async (unit) => {
        for (const [index, { state, entries }] of taken.entries()) {
          const context = contexts[index];
          if (!context) continue;
          await telemetry.saveAttributes({
            unit,
            tenantId: context.device.tenantId,
            entityId: entityId('DEVICE', state.deviceId),
            scope: 'SERVER_SCOPE',
            entries,
            notifyDevice: false,
          });
        }
      });
      const messages = taken.flatMap(({ events }, index) => messagesOf(contexts[index], events));
      if (messages.length > 0) await messageLog.append(messages);
      restUntil = 0;
      return true;
    } catch (error) {
      log.error({ err: error, devices: batch.length }, 'the state of devices could not be stored; retrying');
      for (const { state, changed, events } of taken) {
        change(state, [...changed]);
        if (events.length > 0) state.events = [...events, ...(state.events ?? [])];
        put(state, urgencyOf(state.events));
      }
      restUntil = steadyNow() + settings.activityReportPeriod;
      flushIn(0);
      return false;
    }
  }

  function change(state: LiveState, keys: readonly StateKey[]): void {
    state.changed ??= new Set();
    for (const key of keys) state.changed.add(key);
  }

  /** Lets a state wait where it is written soonest. */
  function put(state: LiveState, urgency: Urgency): void {
    const order: readonly Urgency[] = ['soon', 'silence', 'report'];
    const before = order.find((one) => waiting[one].has(state));
    if (before && order.indexOf(before) <= order.indexOf(urgency)) return;
    if (before) waiting[before].delete(state);
    waiting[urgency].add(state);
  }

  return {
    /** The attributes of these keys have changed; unless they wait for the report, they are written within `delay` ms. */
    mark(state: LiveState, keys: readonly StateKey[], urgency: Urgency, delay = 0): void {
      change(state, keys);
      put(state, urgency);
      if (urgency !== 'report') flushIn(delay);
    },

    /** How many devices wait for it to be written that they are silent. */
    silent: (): number => waiting.silence.size,

    /** Writes nothing more of a state. */
    forget(state: LiveState): void {
      for (const queue of all) queue.delete(state);
    },

    /** Writes everything that is not stored yet and ends. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(reportTimer);
      // What is being written right now is in neither set.
      while (flushing) await flushing;
      while (sizeOf(all) > 0) {
        const before = sizeOf(all);
        await flush(true);
        if (sizeOf(all) >= before) break;
      }
    },
  };
}

function urgencyOf(events: LiveState['events']): Urgency {
  if (!events) return 'report';
  return events.every(({ type }) => type === 'INACTIVITY_EVENT') ? 'silence' : 'soon';
}

function entriesOf(state: LiveState, changed: ReadonlySet<StateKey>): KeyValue[] {
  return [...changed].map((key): KeyValue => {
    const value = state[key];
    return {
      key,
      value: typeof value === 'boolean' ? { type: 'BOOLEAN', value } : { type: 'LONG', value },
    };
  });
}

function messagesOf(context: DeviceContext | undefined, events: readonly StateEvent[]): Message[] {
  if (!context) return [];
  const { name, type } = context.device;
  return events.map((event) =>
    newDeviceMessage(context, event.type, event.data, { deviceName: name, deviceType: type, scope: 'SERVER_SCOPE' }),
  );
}
