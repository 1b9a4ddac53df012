import { entityId } from '@signalbox/contract/id';
import { expect, test } from 'vitest';
import { badRequest } from '../http/errors.ts';
import { createNamedEntities, type NamedEntitiesParts } from './named-entities.ts';

const TENANT = '11111111-1111-4111-8111-111111111111';
const ROOM = '22222222-2222-4222-8222-222222222222';

/** A room that somebody else creates just after it was looked up for the first time. */
function createdMeanwhile() {
  let lookups = 0;
  const rows = () => (lookups++ === 0 ? [] : [{ id: ROOM, tenant_id: TENANT, name: 'Room' }]);
  return createNamedEntities({
    pool: { query: async () => ({ rows: rows() }) },
    assets: { save: () => Promise.reject(badRequest('This name is taken')) },
    devices: { save: () => Promise.reject(new Error('no device is wanted')) },
    customers: { save: () => Promise.reject(new Error('no customer is wanted')) },
  } as unknown as NamedEntitiesParts);
}

test('what somebody else has created in the meantime is found by all who wanted to create it', async () => {
  const named = createdMeanwhile();
  const ensured = await Promise.all(Array.from({ length: 3 }, () => named.ensure(TENANT, 'ASSET', 'Room', 'room')));
  expect(ensured.map(({ id }) => id)).toEqual(Array.from({ length: 3 }, () => entityId('ASSET', ROOM)));
});
