import { entityId } from '@signalbox/contract/id';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import type { TransportDevice, TransportDevices } from '../../entities/transport-devices.ts';
import type { PolledDevice } from './polled-device.ts';
import { createPolledDevices } from './polled-devices.ts';

afterEach(() => void vi.useRealTimers());

/** Devices whose ids begin with `snmp` are of SNMP; each look at devices takes 2 ms. */
function openDevices() {
  vi.useFakeTimers();
  const log = pino({ level: 'silent' });
  const liveBus = createEmbeddedLiveBus(log);
  const looks: string[][] = [];
  const polled = new Set<string>();
  const devices: TransportDevices = {
    async *idsOf() {},
    async find(_transport, ids) {
      looks.push([...ids]);
      await new Promise((resolve) => setTimeout(resolve, 2));
      return ids
        .filter((id) => id.startsWith('snmp'))
        .map((id): TransportDevice => ({ id, tenantId: 'tenant', profileId: 'profile', device: {}, profile: {} }));
    },
  };
  const work = createPolledDevices({
    devices,
    liveBus,
    log,
    reportRefusal: () => undefined,
    start({ id }) {
      polled.add(id);
      return { close: () => void polled.delete(id) } as unknown as PolledDevice;
    },
  });
  const change = (id: string, action: 'created' | 'deleted'): void =>
    liveBus.publish({ kind: 'entity', action, tenantId: 'tenant', entityId: entityId('DEVICE', id) });
  return { work, looks, polled, change };
}

it('are looked at together where they change one after the other, whatever their transport', async () => {
  const { work, looks, polled, change } = openDevices();
  for (let at = 0; at < 500; at++) {
    change(at % 100 === 0 ? `snmp ${at}` : `other ${at}`, 'created');
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(polled.size).toBe(5);
  expect(looks.flat()).toHaveLength(500);
  expect(looks.length).toBeLessThan(15);
  work.close();
});

it('are asked nothing any more once they are deleted, or the server ends', async () => {
  const { work, polled, change } = openDevices();
  change('snmp a', 'created');
  change('snmp b', 'created');
  await vi.advanceTimersByTimeAsync(60);
  expect([...polled]).toEqual(['snmp a', 'snmp b']);
  change('snmp a', 'deleted');
  expect([...polled]).toEqual(['snmp b']);
  work.close();
  expect(polled.size).toBe(0);
});
