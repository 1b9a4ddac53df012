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

export type EventType = 'CONNECT_EVENT' | 'DISCONNECT_EVENT' | 'ACTIVITY_EVENT' | 'INACTIVITY_EVENT';
export type StateKey = 'active' | 'lastConnectTime' | 'lastDisconnectTime' | 'lastActivityTime' | 'inactivityAlarmTime';

/** State of a device that is seen or watched, with what of it is not stored yet. */
export interface LiveState extends StoredDeviceState {
  deviceId: string;
  /** When it was last seen by this process, on the steady clock. */
  seenAt: number;
  /** The same, or when it was made if that is later; as far as this process knows, on the steady clock. */
  silentSince: number;
  /** Attributes that have changed since they were stored. */
  changed: Set<StateKey>;
  /** Messages to the rule engine that follow the attributes: type and data. */
  events: { type: EventType; data: string }[];
}

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
 * batches: urgent changes soon, the rest every few seconds, for at most MAX_BATCH devices at a time.
 */
export function createDeviceStateWriter(parts: DeviceStateWriterParts) {
  const { pool, directory, telemetry, messageLog, log, settings } = parts;
  /** States that are written soon, in their order. */
  const urgent = new Set<LiveState>();
  /** States that wait for the next report, in their order. */
  const lazy = new Set<LiveState>();
  let closed = false;
  let soon: NodeJS.Timeout | undefined;
  /** When it comes, on the steady clock. */
  let soonAt = 0;
  /** After a failure nothing is tried before this, on the steady clock, whatever comes. */
  let restUntil = 0;
  let flushing: Promise<boolean> | undefined;

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

  async function flush(withLazy: boolean): Promise<void> {
    clearTimeout(soon);
    soon = undefined;
    while (flushing) await flushing;
    const batch = takeBatch(withLazy);
    if (batch.length === 0) return;
    const writing = write(batch).finally(() => {
      flushing = undefined;
    });
    flushing = writing;
    // After a failure the next attempt waits.
    if ((await writing) && urgent.size > 0) await flush(false);
  }

  function takeBatch(withLazy: boolean): LiveState[] {
    const batch: LiveState[] = [];
    for (const set of withLazy ? [urgent, lazy] : [urgent]) {
      for (const state of set) {
        if (batch.length >= MAX_BATCH) return batch;
        set.delete(state);
        batch.push(state);
      }
    }
    return batch;
  }

  /** @returns false when it failed; then it is all to be written again */
  async function write(batch: LiveState[]): Promise<boolean> {
    const taken = batch.map((state) => {
      const { changed, events } = state;
      state.changed = new Set();
      state.events = [];
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
        for (const key of changed) state.changed.add(key);
        state.events.unshift(...events);
        (state.events.length > 0 ? urgent : lazy).add(state);
      }
      restUntil = steadyNow() + settings.activityReportPeriod;
      flushIn(0);
      return false;
    }
  }

  return {
    /** The attributes of these keys have changed; they are written with the next report. */
    mark(state: LiveState, keys: readonly StateKey[]): void {
      for (const key of keys) state.changed.add(key);
      if (!urgent.has(state)) lazy.add(state);
    },

    /** As mark, but everything of the device is written within `delay` ms. */
    markUrgent(state: LiveState, keys: readonly StateKey[], delay: number): void {
      for (const key of keys) state.changed.add(key);
      lazy.delete(state);
      urgent.add(state);
      flushIn(delay);
    },

    /** Writes nothing more of a state. */
    forget(state: LiveState): void {
      urgent.delete(state);
      lazy.delete(state);
    },

    /** Writes everything that is not stored yet and ends. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(reportTimer);
      // What is being written right now is in neither set.
      while (flushing) await flushing;
      while (urgent.size > 0 || lazy.size > 0) {
        const before = urgent.size + lazy.size;
        await flush(true);
        if (urgent.size + lazy.size >= before) break;
      }
    },
  };
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

function messagesOf(context: DeviceContext | undefined, events: LiveState['events']): Message[] {
  if (!context) return [];
  const { name, type } = context.device;
  return events.map((event) =>
    newDeviceMessage(context, event.type, event.data, { deviceName: name, deviceType: type, scope: 'SERVER_SCOPE' }),
  );
}
