import { entityId } from '@signalbox/contract/id';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { newEntityId } from '../storage/ids.ts';
import { followDeletedTenants } from './deleted-tenants.ts';
import { createEmbeddedLiveBus } from './embedded-live-bus.ts';

it('follows which tenants are deleted, and nothing else', () => {
  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const deletedTenants = followDeletedTenants(liveBus);
  const told = vi.fn();
  deletedTenants.subscribe(told);
  const tenant = entityId('TENANT', newEntityId().id);
  const tenantId = tenant.id;
  liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: tenant });
  liveBus.publish({ kind: 'entity', action: 'deleted', tenantId, entityId: entityId('DEVICE', newEntityId().id) });
  expect(told).not.toHaveBeenCalled();
  liveBus.publish({ kind: 'entity', action: 'deleted', tenantId, entityId: tenant });
  expect(told.mock.calls).toEqual([[tenantId]]);
});
