import { entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus, LiveChange } from '../bus/live-bus.ts';
import type { DeviceContext, DeviceDirectory } from '../entities/device-directory.ts';
import { newDeviceMessage } from '../entities/device-message.ts';
import type { Message } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import type { KeyValue } from '../values/value.ts';
import type { DeviceState } from './device-state.ts';
import type { DeviceStateStore, StoredDeviceState } from './device-state-store.ts';

type EventType = 'CONNECT_EVENT' | 'DISCONNECT_EVENT' | 'ACTIVITY_EVENT' | 'INACTIVITY_EVENT';
type StateKey = 'active' | 'lastConnectTime' | 'lastDisconnectTime' | 'lastActivityTime' | 'inactivityAlarmTime';

/** State of a device that is seen or watched, with what of it is not stored yet. */
interface LiveState extends StoredDeviceState {
  deviceId: string;
  /** Attributes that have changed since they were stored. */
  changed: Set<StateKey>;
  /** Messages to the rule engine that follow the attributes: type and data. */
  events: { type: EventType; data: string }[];
}

/** Most devices whose state is written in one transaction. */
const MAX_BATCH = 2000;
/** States that are read together after a start. */
const LOAD_BATCH = 500;
/** Changes that somebody waits for are written after this, in ms, so that those of a reconnect storm go together. */
const SOON = 20;
/** So soon a new device has its first attribute, in ms: clients look for it right after they made the device. */
const SOON_AFTER_CREATION = 100;

export interface DeviceStateParts {
  store: DeviceStateStore;
  pool: pg.Pool;
  directory: DeviceDirectory;
  telemetry: Pick<TelemetryService, 'saveAttributes'>;
  messageLog: Pick<MessageLog, 'append'>;
  liveBus: LiveBus;
  log: Logger;
  settings: { activityReportPeriod: number; inactivityCheckPeriod: number; defaultInactivityTimeout: number };
}

/**
 * Keeps the state of devices in memory while they are seen, and writes it to their server attributes in batches: edges
 * (connected, active again, inactive …) at once, the time of the last activity every few seconds and for at most
 * MAX_BATCH devices at a time, however many send.
 */
export function createDeviceState(parts: DeviceStateParts) {
  const { store, pool, directory, telemetry, messageLog, liveBus, log, settings } = parts;
  /** device id → state */
  const states = new Map<string, LiveState>();
  /** device id → state that is being read */
  const loading = new Map<string, Promise<LiveState | undefined>>();
  /** States with an edge to be written, in their order. */
  const urgent = new Set<LiveState>();
  /** States in which only the last activity is to be written, in their order. */
  const lazy = new Set<LiveState>();
  let closed = false;
  let soon: NodeJS.Timeout | undefined;
  /** When it comes, epoch ms. */
  let soonAt = 0;
  /** After a failure nothing is tried before this, epoch ms, whatever comes. */
  let restUntil = 0;
  let flushing: Promise<boolean> | undefined;

  const reportTimer = setInterval(() => void flush(true), settings.activityReportPeriod);
  const checkTimer = setInterval(() => checkInactivity(Date.now()), settings.inactivityCheckPeriod);
  reportTimer.unref();
  checkTimer.unref();

  function timeoutOf(state: LiveState): number {
    return state.inactivityTimeout ?? settings.defaultInactivityTimeout;
  }

  function load(deviceId: string): Promise<LiveState | undefined> {
    let reading = loading.get(deviceId);
    if (!reading) {
      reading = store
        .find(deviceId)
        .then((stored) => {
          if (!stored) return undefined;
          const state: LiveState = { ...stored, deviceId, changed: new Set(), events: [] };
          states.set(deviceId, state);
          return state;
        })
        .finally(() => loading.delete(deviceId));
      loading.set(deviceId, reading);
    }
    return reading;
  }

  /** Runs `change` on the state of a device, at once when it is in memory; else in the order of the calls. */
  function withState(deviceId: string, change: (state: LiveState) => void): void {
    const state = states.get(deviceId);
    if (state && !loading.has(deviceId)) {
      change(state);
      return;
    }
    load(deviceId).then(
      (loaded) => loaded && change(loaded),
      (error) => log.error({ err: error, deviceId }, 'the state of a device could not be read'),
    );
  }

  function mark(state: LiveState, keys: readonly StateKey[], event?: EventType): void {
    for (const key of keys) state.changed.add(key);
    if (!event) {
      if (!urgent.has(state)) lazy.add(state);
      return;
    }
    state.events.push({ type: event, data: eventData(state, event) });
    hurry(state, SOON);
  }

  /** What is marked is written within `delay` ms, not with the next report. */
  function hurry(state: LiveState, delay: number): void {
    lazy.delete(state);
    urgent.add(state);
    flushIn(delay);
  }

  function flushIn(delay: number): void {
    const now = Date.now();
    const at = Math.max(now + delay, restUntil);
    if (closed || (soon && soonAt <= at)) return;
    clearTimeout(soon);
    soonAt = at;
    soon = setTimeout(() => void flush(false), at - now);
  }

  /** A new device shows that it is not active. */
  function created(state: LiveState): void {
    state.changed.add('active');
    hurry(state, SOON_AFTER_CREATION);
  }

  function eventData(state: LiveState, event: EventType): string {
    return JSON.stringify({
      ...(event === 'CONNECT_EVENT' ? {} : { active: state.active }),
      lastConnectTime: state.lastConnectTime,
      lastActivityTime: state.lastActivityTime,
      lastDisconnectTime: state.lastDisconnectTime,
      lastInactivityAlarmTime: state.inactivityAlarmTime,
      inactivityTimeout: timeoutOf(state),
    });
  }

  function seen(state: LiveState, ts: number): void {
    if (ts <= state.lastActivityTime) return;
    state.lastActivityTime = ts;
    const becomesActive = !state.active && Date.now() < ts + timeoutOf(state);
    if (becomesActive) state.active = true;
    mark(
      state,
      becomesActive ? ['lastActivityTime', 'active'] : ['lastActivityTime'],
      becomesActive ? 'ACTIVITY_EVENT' : undefined,
    );
  }

  function checkInactivity(now: number): void {
    for (const state of states.values()) {
      const timeout = timeoutOf(state);
      const isDue = now >= state.lastActivityTime + timeout && now > state.createdTime + timeout;
      const isKnown = state.inactivityAlarmTime !== 0 && state.inactivityAlarmTime > state.lastActivityTime;
      if (isDue && !isKnown) {
        state.active = false;
        state.inactivityAlarmTime = now;
        mark(state, ['active', 'inactivityAlarmTime'], 'INACTIVITY_EVENT');
      } else if (isDue && !state.active && state.changed.size === 0) {
        // Nothing happens here until the device is seen again; then its state is read again.
        states.delete(state.deviceId);
      }
    }
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
    // After a failure the next try comes later, not at once.
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
      log.error({ err: error, devices: batch.length }, 'the state of devices could not be stored; it is tried again');
      for (const { state, changed, events } of taken) {
        for (const key of changed) state.changed.add(key);
        state.events.unshift(...events);
        (state.events.length > 0 ? urgent : lazy).add(state);
      }
      restUntil = Date.now() + settings.activityReportPeriod;
      flushIn(0);
      return false;
    }
  }

  function onChange(change: LiveChange): void {
    if (change.entityId.entityType !== 'DEVICE') return;
    const { id } = change.entityId;
    if (change.kind === 'entity') {
      if (change.action === 'created') withState(id, created);
      else if (change.action === 'deleted') forget(id);
      return;
    }
    if ((change.kind !== 'attributes' && change.kind !== 'attributesDeleted') || change.scope !== 'SERVER_SCOPE')
      return;
    if (change.kind === 'attributesDeleted') {
      if (change.keys.includes('inactivityTimeout')) setTimeoutOf(id, undefined);
      return;
    }
    for (const { key, value } of change.entries) {
      if (key !== 'inactivityTimeout') continue;
      const timeout = value.type === 'LONG' || value.type === 'DOUBLE' ? Number(value.value) : 0;
      setTimeoutOf(id, timeout > 0 ? timeout : undefined);
    }
  }

  /** A new timeout counts from now on; a device that had run out of the old one is active again. */
  function setTimeoutOf(deviceId: string, timeout: number | undefined): void {
    withState(deviceId, (state) => {
      state.inactivityTimeout = timeout;
      if (state.active || Date.now() >= state.lastActivityTime + timeoutOf(state)) return;
      state.active = true;
      mark(state, ['active'], 'ACTIVITY_EVENT');
    });
  }

  function forget(deviceId: string): void {
    const state = states.get(deviceId);
    states.delete(deviceId);
    if (!state) return;
    urgent.delete(state);
    lazy.delete(state);
  }

  const stopListening = liveBus.subscribeKinds(['entity', 'attributes', 'attributesDeleted'], onChange);

  const deviceState: DeviceState = {
    connected({ device }, ts) {
      withState(device.id, (state) => {
        state.lastConnectTime = ts;
        mark(state, ['lastConnectTime'], 'CONNECT_EVENT');
      });
    },
    disconnected({ device }, ts) {
      withState(device.id, (state) => {
        state.lastDisconnectTime = ts;
        mark(state, ['lastDisconnectTime'], 'DISCONNECT_EVENT');
      });
    },
    active({ device }, ts) {
      withState(device.id, (state) => seen(state, ts));
    },
  };

  return {
    ...deviceState,

    /** Takes up watching the devices that were active, or new, when the server stopped. */
    async open(): Promise<void> {
      const ids = (await store.watched()).filter((id) => !states.has(id));
      for (let at = 0; at < ids.length && !closed; at += LOAD_BATCH) {
        await Promise.all(ids.slice(at, at + LOAD_BATCH).map(load));
      }
    },

    /** Writes everything that is not stored yet and ends. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(reportTimer);
      clearInterval(checkTimer);
      stopListening();
      await Promise.allSettled(loading.values());
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
