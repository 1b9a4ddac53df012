import { entityId, NULL_UUID, nullId } from '@signalbox/contract/id';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { insertTenants } from '../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import { newEntityId } from '../storage/ids.ts';
import { createEntityDirectory, type StoredEntityDirectory } from './entity-directory-store.ts';

let database: TestDatabase;
let liveBus: LiveBus;
let directory: StoredEntityDirectory;
const tenantId = newEntityId().id;
const customerId = newEntityId().id;
const profileId = newEntityId().id;
const deviceId = newEntityId().id;
const dashboardId = newEntityId().id;

beforeAll(async () => {
  database = await createTestDatabase();
  liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  directory = createEntityDirectory(database.pool, liveBus);
  await insertTenants(database.pool, tenantId);
  await database.pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
     VALUES ($1, 1, $2, 'default', true, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
    [profileId, tenantId],
  );
  await database.pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
     VALUES ($1, 1, $2, $3, $4, 'Pump', 'default', 'north', '{}')`,
    [deviceId, tenantId, customerId, profileId],
  );
  await database.pool.query(
    `INSERT INTO dashboard (id, created_time, tenant_id, title, assigned_customers) VALUES ($1, 1, $2, 'Overview', $3)`,
    [dashboardId, tenantId, JSON.stringify([{ customerId: { id: customerId }, title: 'A', public: false }])],
  );
});

afterAll(async () => {
  directory.close();
  await database.drop();
});

describe('entity directory', () => {
  it('knows owner, name, type and profile of a device', async () => {
    expect(await directory.find(entityId('DEVICE', deviceId))).toEqual({
      id: deviceId,
      entityId: entityId('DEVICE', deviceId),
      tenantId,
      customerId,
      name: 'Pump',
      type: 'default',
      label: 'north',
      deviceProfileId: profileId,
    });
  });

  it('knows the customers a dashboard is assigned to', async () => {
    const found = await directory.find(entityId('DASHBOARD', dashboardId));
    expect(found?.assignedCustomerIds).toEqual([customerId]);
  });

  it('finds nothing for an unknown id, another kind or a kind without a table', async () => {
    expect(await directory.find(entityId('DEVICE', newEntityId().id))).toBeUndefined();
    expect(await directory.find(entityId('CUSTOMER', deviceId))).toBeUndefined();
    expect(await directory.find(nullId('ASSET'))).toBeUndefined();
    expect(await directory.find(entityId('TENANT', NULL_UUID))).toBeUndefined();
  });

  it('answers from memory until a change is announced', async () => {
    await directory.find(entityId('DEVICE', deviceId));
    await database.pool.query(`UPDATE device SET name = 'Fan' WHERE id = $1`, [deviceId]);
    expect((await directory.find(entityId('DEVICE', deviceId)))?.name).toBe('Pump');
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: entityId('DEVICE', deviceId) });
    expect((await directory.find(entityId('DEVICE', deviceId)))?.name).toBe('Fan');
  });

  it('forgets what was asked for in capital letters as well', async () => {
    const inCapitals = entityId('DASHBOARD', dashboardId.toUpperCase());
    const customersOf = async () => (await directory.find(inCapitals))?.assignedCustomerIds;
    expect(await customersOf()).toEqual([customerId]);
    await database.pool.query('UPDATE dashboard SET assigned_customers = NULL WHERE id = $1', [dashboardId]);
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: entityId('DASHBOARD', dashboardId) });
    expect(await customersOf()).toEqual([]);
  });

  it('does not keep what was read while a change was under way', async () => {
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: entityId('DEVICE', deviceId) });
    const reading = directory.find(entityId('DEVICE', deviceId));
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: entityId('DEVICE', deviceId) });
    await reading;
    await database.pool.query(`UPDATE device SET name = 'Valve' WHERE id = $1`, [deviceId]);
    expect((await directory.find(entityId('DEVICE', deviceId)))?.name).toBe('Valve');
  });

  it('asks for those of a kind that are wanted at the same time with one statement', async () => {
    const fresh = createEntityDirectory(database.pool, liveBus);
    const query = vi.spyOn(database.pool, 'query');
    const unknown = newEntityId().id;
    const found = await Promise.all([deviceId, unknown, deviceId].map((id) => fresh.find(entityId('DEVICE', id))));
    expect(found.map((one) => one?.name)).toEqual(['Valve', undefined, 'Valve']);
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    fresh.close();
  });
});
