import { entityId } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import type { LiveBus } from '../../bus/live-bus.ts';
import type { TransportDevice, TransportDevices } from '../../entities/transport-devices.ts';
import type { ReportRefusal } from '../../events/refusal-events.ts';
import type { PolledDevice } from './polled-device.ts';

/** Devices that are read from the database at the same time. */
const MAX_BATCH = 500;
/** ms from a change to the look at it: all devices are looked at, whatever their transport, so those of an import together. */
const DELAY = 50;
/** ms until the database is asked again after a failure */
const RETRY_PAUSE = 2000;
/** A device that was saved is asked for the first time within this time, ms. */
const SPREAD_OF_ONE = 500;
/** Time added for each of many that begin at the same time, ms: no more than 200 a second. */
const SPREAD_OF_EACH = 5;

export interface PolledDevicesParts {
  devices: TransportDevices;
  liveBus: LiveBus;
  reportRefusal: ReportRefusal;
  log: Logger;
  /** Starts to ask a device, for the first time within `spread` ms. @throws Error when its settings cannot be used */
  start(device: TransportDevice, spread: number): PolledDevice;
}

/**
 * All devices of profiles for SNMP. Each is asked by this process alone, and again as soon as it or its profile is saved.
 * Several processes will each take the devices whose partition of the message log they own.
 */
export function createPolledDevices({ devices, liveBus, reportRefusal, log, start }: PolledDevicesParts) {
  /** device id → what is asked of it, and the settings behind it */
  const running = new Map<string, { settings: string; profileId: string; tenantId: string; polled?: PolledDevice }>();
  /** Ids of devices that have changed, or may have. */
  const changed = new Set<string>();
  /** Changed devices are being read, or will be. */
  let isReading = false;
  let reading: NodeJS.Timeout | undefined;
  let closed = false;

  function stop(id: string): void {
    running.get(id)?.polled?.close();
    running.delete(id);
  }

  /** Starts, restarts or stops a device, by what it is now: nothing when it is not one of SNMP. */
  function take(id: string, device: TransportDevice | undefined, spread: number): void {
    if (!device) {
      stop(id);
      return;
    }
    const { tenantId, profileId } = device;
    const settings = JSON.stringify([device.device, device.profile]);
    const known = running.get(id);
    if (known?.settings === settings && known.tenantId === tenantId) {
      known.profileId = profileId;
      return;
    }
    stop(id);
    try {
      running.set(id, { settings, profileId, tenantId, polled: start(device, spread) });
    } catch (error) {
      // Its settings are remembered, so that it is tried again when they change.
      running.set(id, { settings, profileId, tenantId });
      reportRefusal(tenantId, entityId('DEVICE', id), 'SNMP', error as Error);
    }
  }

  async function readChanged(): Promise<void> {
    const spread = Math.max(SPREAD_OF_ONE, changed.size * SPREAD_OF_EACH);
    const ids = [...changed].slice(0, MAX_BATCH);
    for (const id of ids) changed.delete(id);
    try {
      const found = new Map((await devices.find('SNMP', ids)).map((device) => [device.id, device]));
      // What has changed while it was read is read again.
      if (!closed) for (const id of ids) if (!changed.has(id)) take(id, found.get(id), spread);
    } catch (error) {
      log.error({ err: error }, 'devices of SNMP could not be read');
      for (const id of ids) changed.add(id);
      return readLater(RETRY_PAUSE);
    }
    readLater(changed.size < MAX_BATCH ? DELAY : 0);
  }

  function readLater(pause: number): void {
    isReading = changed.size > 0 && !closed;
    if (isReading) reading = setTimeout(readChanged, pause).unref();
  }

  function look(ids: Iterable<string>): void {
    for (const id of ids) changed.add(id);
    if (!isReading) readLater(DELAY);
  }

  async function lookAt(pages: AsyncIterable<string[]>): Promise<void> {
    try {
      for await (const ids of pages) look(ids);
    } catch (error) {
      log.error({ err: error }, 'devices of SNMP could not be found');
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE).unref());
      if (!closed) await lookAt(devices.idsOf('SNMP'));
    }
  }

  const stopListening = liveBus.subscribeKinds(['entity'], (change) => {
    if (change.kind !== 'entity') return;
    const { action, entityId } = change;
    const { entityType, id } = entityId;
    if (entityType === 'DEVICE') {
      if (action === 'deleted' || action === 'moved') stop(id);
      // A deleted one too: it may have been read just before.
      look([id]);
    } else if (entityType === 'DEVICE_PROFILE' && action !== 'created') {
      look([...running].filter(([, { profileId }]) => profileId === id).map(([device]) => device));
      // It may have become one for SNMP.
      void lookAt(devices.idsOf('SNMP', id));
    } else if (entityType === 'TENANT' && action === 'deleted') {
      for (const [device, { tenantId }] of running) if (tenantId === id) stop(device);
    }
  });

  return {
    /** Begins to ask all devices. */
    open: (): void => void lookAt(devices.idsOf('SNMP')),
    close(): void {
      closed = true;
      clearTimeout(reading);
      stopListening();
      for (const id of [...running.keys()]) stop(id);
    },
  };
}
