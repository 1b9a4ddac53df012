import { entityId } from '@signalbox/contract/id';
import { describe, expect, it } from 'vitest';
import type { LiveBus, LiveChange } from './live-bus.ts';

const TENANT = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const DEVICE = entityId('DEVICE', '43e6cd90-e580-11f1-9def-6fbc04ae5d78');
const OTHER = entityId('DEVICE', '43e6cd91-e580-11f1-9def-6fbc04ae5d78');

function change(kind: 'entity' | 'deviceCredentials', of = DEVICE): LiveChange {
  return kind === 'entity'
    ? { kind, action: 'updated', tenantId: TENANT, entityId: of }
    : { kind, tenantId: TENANT, entityId: of };
}

/** Behaviour that every driver of the live bus must show. @param open creates a bus without listeners */
export function describeLiveBus(driver: string, open: () => LiveBus): void {
  describe(`the live bus, ${driver}`, () => {
    it('notifies subscribers of the entity or the kind, in the order of the changes of an entity', async () => {
      const bus = open();
      const ofEntity: string[] = [];
      const ofKind: string[] = [];
      bus.subscribeEntity(DEVICE.id, ({ kind }) => ofEntity.push(kind));
      bus.subscribeKinds(['entity'], ({ entityId: { id } }) => ofKind.push(id));
      bus.publish(change('entity'));
      bus.publish(change('deviceCredentials'));
      bus.publish(change('entity', OTHER));
      await expect.poll(() => ofEntity).toEqual(['entity', 'deviceCredentials']);
      await expect.poll(() => [...ofKind].sort()).toEqual([DEVICE.id, OTHER.id].sort());
    });

    it('stops notifying listeners that unsubscribe, even during a notification', async () => {
      const bus = open();
      const told: string[] = [];
      const stopFirst = bus.subscribeEntity(DEVICE.id, () => {
        told.push('first');
        stopFirst();
      });
      bus.subscribeEntity(DEVICE.id, () => told.push('second'));
      bus.publish(change('entity'));
      bus.publish(change('entity'));
      await expect.poll(() => told).toEqual(['first', 'second', 'second']);
    });

    it('continues when a listener fails', async () => {
      const bus = open();
      let told = 0;
      bus.subscribeKinds(['entity'], () => {
        throw new Error('a listener that fails');
      });
      bus.subscribeKinds(['entity'], () => {
        told++;
      });
      bus.publish(change('entity'));
      await expect.poll(() => told).toBe(1);
    });
  });
}
