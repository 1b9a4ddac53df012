import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import { expect, it } from 'vitest';
import type { EntitySummary } from '../../access/entity-directory.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { createBatchLoader } from '../../storage/batch-loader.ts';
import { newEntityId } from '../../storage/ids.ts';
import { createRelationService, type RelationServiceParts } from './relation-service.ts';

const TENANT = newEntityId().id;
const USER = { authority: 'TENANT_ADMIN', tenantId: TENANT, customerId: NULL_UUID } as SecurityUser;
const someDevice = () => entityId('DEVICE', newEntityId().id);

it('many relations of an entity need few look-ups of what is at their ends', async () => {
  const gateway = someDevice();
  const relations = Array.from({ length: 3500 }, () => ({
    ...{ from: gateway, to: someDevice() as EntityId, type: 'Contains', typeGroup: 'COMMON', additionalInfo: null },
  }));
  let lookUps = 0;
  const load = createBatchLoader<EntitySummary>(async (ids) => {
    lookUps++;
    return new Map(
      ids.map((id) => [id, { entityId: entityId('DEVICE', id), id, tenantId: TENANT, name: `Device ${id}` }]),
    );
  });
  const service = createRelationService({
    store: { listOf: async () => relations },
    directory: { find: ({ id }: EntityId) => load(id) },
  } as unknown as RelationServiceParts);
  const infos = await service.listInfos(USER, gateway, 'FROM', 'COMMON', undefined);
  expect(infos).toHaveLength(3500);
  expect(infos[3499]).toMatchObject({ toName: `Device ${relations[3499]?.to.id}`, fromName: null });
  expect(lookUps).toBeLessThan(12);
});
