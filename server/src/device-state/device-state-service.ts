import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { LiveBus, LiveChange } from '../bus/live-bus.ts';
import { type InParts, inTurns } from '../config/in-turns.ts';
import { steadyNow, wallTimeOf } from '../config/steady-clock.ts';
import { retryWhileUnavailable } from '../storage/retry-while-unavailable.ts';
import type { DeviceState } from './device-state.ts';
import type { DeviceStateStore, StoredDeviceState } from './device-state-store.ts';
import {
  createDeviceStateWriter,
  type DeviceStateWriterParts,
  type EventType,
  type LiveState,
  type StateKey,
} from './device-state-writer.ts';
import { createWatchList } from './watch-list.ts';

/** States that are read together. */
const LOAD_BATCH = 500;
/** States of silent devices that wait to be written while no more are read: there may be a million. */
const MAX_SILENT = 10_000;
/** How long it is waited for those to be written, ms. */
const SILENT_PAUSE = 50;
/** States that are looked at together. */
const LOOK_BATCH = 500;
/** Delay before awaited changes are written, ms, so that those of a reconnect storm share a transaction. */
const SOON = 20;
/** So soon a new device has its first attribute, in ms: clients look for it right after they made the device. */
const SOON_AFTER_CREATION = 100;

export interface DeviceStateParts extends DeviceStateWriterParts {
  store: DeviceStateStore;
  liveBus: LiveBus;
  log: Logger;
  settings: { activityReportPeriod: number; inactivityCheckPeriod: number; defaultInactivityTimeout: number };
}

const newState = (deviceId: string, tenantId: string): LiveState =>
  liveState(deviceId, {
    tenantId,
    createdTime: Date.now(),
    active: false,
    lastConnectTime: 0,
    lastDisconnectTime: 0,
    lastActivityTime: 0,
    inactivityAlarmTime: 0,
    inactivityTimeout: undefined,
  });

/** The same moment on the steady clock. Times ahead are of a clock that was set back since. */
const silentSince = (heardAt: number): number => steadyNow() - Math.max(0, Date.now() - heardAt);

/** From here on silence is measured on the steady clock: devices do not fall silent because a clock is set. */
function liveState(deviceId: string, stored: StoredDeviceState): LiveState {
  return {
    ...stored,
    deviceId,
    seenAt: Number.NEGATIVE_INFINITY,
    silentSince: silentSince(Math.max(stored.lastActivityTime, stored.createdTime)),
    changed: undefined,
    events: undefined,
  };
}

/**
 * Keeps the state of devices in memory while they are seen, and has it written: edges (connected, active again, inactive
 * …) immediately, the time of the last activity every few seconds, however many devices send.
 */
export function createDeviceState(parts: DeviceStateParts) {
  const { store, liveBus, log, settings } = parts;
  const writer = createDeviceStateWriter(parts);
  /** device id → state */
  const states = new Map<string, LiveState>();
  /** device id → state that is being read */
  const loading = new Map<string, Promise<LiveState | undefined>>();
  /** Devices without a state here. */
  const watched = createWatchList();
  let closed = false;
  let checking: Promise<void> | undefined;
  let readingSilent: Promise<void> | undefined;
  const checkTimer = setInterval(checkInactivity, settings.inactivityCheckPeriod);
  checkTimer.unref();

  function timeoutOf(state: LiveState): number {
    return state.inactivityTimeout ?? settings.defaultInactivityTimeout;
  }

  function load(deviceId: string): Promise<LiveState | undefined> {
    const known = loading.get(deviceId);
    if (known) return known;
    // Once the device is deleted, this is not its reading any more.
    const isCurrent = () => loading.get(deviceId) === reading;
    const reading: Promise<LiveState | undefined> = store
      .find(deviceId)
      .then((stored) => {
        if (!stored || !isCurrent()) return undefined;
        const state = liveState(deviceId, stored);
        states.set(deviceId, state);
        return state;
      })
      .finally(() => {
        if (isCurrent()) loading.delete(deviceId);
      });
    loading.set(deviceId, reading);
    return reading;
  }

  /** Runs `change` on the state of a device: immediately if it is in memory, otherwise in the order of the calls. */
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
    if (!event) {
      writer.mark(state, keys, 'report');
      return;
    }
    state.events ??= [];
    state.events.push({ type: event, data: eventData(state, event) });
    writer.mark(state, keys, event === 'INACTIVITY_EVENT' ? 'silence' : 'soon', SOON);
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

  function seen(state: LiveState, moment: number): void {
    if (moment <= state.seenAt) return;
    state.seenAt = moment;
    state.silentSince = moment;
    state.lastActivityTime = wallTimeOf(moment);
    const becomesActive = !state.active && steadyNow() - moment < timeoutOf(state);
    if (becomesActive) state.active = true;
    mark(
      state,
      becomesActive ? ['lastActivityTime', 'active'] : ['lastActivityTime'],
      becomesActive ? 'ACTIVITY_EVENT' : undefined,
    );
  }

  /** Looks which devices have been silent for too long, some hundred at a time: a million would hold everything up. */
  function* lookThrough(): InParts<void> {
    const now = steadyNow();
    let looked = 0;
    for (const state of states.values()) {
      if (++looked % LOOK_BATCH === 0) yield;
      if (closed) return;
      lookAt(state, now);
    }
  }

  function lookAt(state: LiveState, now: number): void {
    const isDue = now - state.silentSince >= timeoutOf(state);
    const isKnown = !state.active && state.inactivityAlarmTime > state.lastActivityTime;
    if (isDue && !isKnown) {
      state.active = false;
      state.inactivityAlarmTime = Date.now();
      mark(state, ['active', 'inactivityAlarmTime'], 'INACTIVITY_EVENT');
    } else if (isDue && !state.active && !state.changed) {
      // Nothing happens here until the device is seen again; then its state is read again.
      states.delete(state.deviceId);
    }
  }

  function checkInactivity(): void {
    checking ??= inTurns(lookThrough()).finally(() => {
      checking = undefined;
    });
    readingSilent ??= readSilent()
      .catch((error: unknown) => log.error({ err: error }, 'the states of silent devices could not be read'))
      .finally(() => {
        readingSilent = undefined;
      });
  }

  /** Reads the states of watched devices that have been silent for too long. */
  async function readSilent(): Promise<void> {
    const now = steadyNow();
    await forEachBatch(watched.takeDue(now), (state) => lookAt(state, now));
  }

  /** Does something with the states of devices, some at a time, and no sooner than silent ones have been written. */
  async function forEachBatch(ids: Iterator<string>, see: (state: LiveState) => void): Promise<void> {
    for (let batch = take(ids); batch.length > 0 && !closed; batch = take(ids)) {
      await andRest(async () => {
        for (const state of await findAll(batch)) see(state);
      });
      while (writer.silent() > MAX_SILENT && !closed) await delay(SILENT_PAUSE, undefined, { ref: false });
    }
  }

  function take(ids: Iterator<string>): string[] {
    const batch: string[] = [];
    while (batch.length < LOAD_BATCH) {
      const { value, done } = ids.next();
      if (done) break;
      batch.push(value);
    }
    return batch;
  }

  /** States of devices, of those that are still there. */
  async function findAll(deviceIds: string[]): Promise<LiveState[]> {
    const find = (id: string) => states.get(id) ?? load(id);
    const found = await untilAvailable(() => Promise.all(deviceIds.map(find)));
    return found.filter((state) => state !== undefined);
  }

  const untilAvailable = <T>(work: () => Promise<T>): Promise<T> => retryWhileUnavailable(work, () => closed);

  /** Rests as long as `work` took, so that half of the time is for others. */
  async function andRest<T>(work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    const result = await work();
    await delay(performance.now() - since, undefined, { ref: false });
    return result;
  }

  function onChange(change: LiveChange): void {
    if (change.entityId.entityType !== 'DEVICE') return;
    const { id } = change.entityId;
    if (change.kind === 'entity') {
      if (change.action === 'created') {
        // A new device has no state yet that could be read.
        if (!states.has(id) && !loading.has(id)) states.set(id, newState(id, change.tenantId));
        withState(id, (state) => writer.mark(state, ['active'], 'soon', SOON_AFTER_CREATION));
      } else if (change.action === 'deleted') forget(id);
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
      const isSilent = state.lastActivityTime === 0 || steadyNow() - state.silentSince >= timeoutOf(state);
      if (state.active || isSilent) return;
      state.active = true;
      mark(state, ['active'], 'ACTIVITY_EVENT');
    });
  }

  function forget(deviceId: string): void {
    const state = states.get(deviceId);
    states.delete(deviceId);
    loading.delete(deviceId);
    if (state) writer.forget(state);
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
    active({ device }, moment) {
      withState(device.id, (state) => seen(state, moment));
    },
  };

  return {
    ...deviceState,

    /**
     * Takes up watching the devices that were active, or new, when the server stopped. Those that were connected when it
     * was killed are not any more.
     */
    async open(): Promise<void> {
      const now = Date.now();
      for (let place: number | undefined = 0; place !== undefined && !closed; ) {
        const from: number = place;
        const left = await andRest(() => untilAvailable(() => store.left(now, from)));
        place = left.next;
        const timeoutAt = (at: number): number => left.timeouts[at] || settings.defaultInactivityTimeout;
        watched.add({ ids: left.ids, dueAt: left.heardAt.map((time, at) => silentSince(time) + timeoutAt(at)) });
        await forEachBatch(left.connected.values(), (state) => {
          if (state.lastConnectTime <= state.lastDisconnectTime || state.lastConnectTime >= now) return;
          state.lastDisconnectTime = now;
          mark(state, ['lastDisconnectTime']);
        });
      }
    },

    /** Writes everything that is not stored yet and ends. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(checkTimer);
      stopListening();
      await checking;
      await readingSilent;
      await Promise.allSettled(loading.values());
      await writer.close();
    },
  };
}
