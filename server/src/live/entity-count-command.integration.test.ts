import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LiveSockets, openLiveSockets, pumps } from '../../test/live-sockets.ts';
import { newEntityId } from '../storage/ids.ts';

let sockets: LiveSockets;

beforeAll(async () => {
  sockets = await openLiveSockets();
});

afterEach(() => sockets.disconnect());

afterAll(async () => {
  await sockets.close();
});

describe('counts and alarms', () => {
  it('sends the count immediately, and again when it changes', async () => {
    const client = await sockets.connect();
    const countQuery = { entityFilter: pumps, keyFilters: [] };
    client.send({ entityCountCmds: [{ cmdId: 4, query: countQuery }] });
    expect(await client.next()).toEqual({
      cmdId: 4,
      errorCode: 0,
      errorMsg: null,
      count: 2,
      cmdUpdateType: 'COUNT_DATA',
    });
    const added = entityId('DEVICE', newEntityId().id);
    await sockets.insertDevice(added, 'Pump 9', { tenantId: sockets.tenantId, customerId: NULL_UUID });
    expect((await client.next()).count).toBe(3);
    client.send({ entityCountUnsubscribeCmds: [{ cmdId: 4 }] });
    await sockets.database.pool.query('DELETE FROM device WHERE id = $1', [added.id]);
    await sockets.expectSilence(client);
  });

  it('takes another query with the id of one that was refused', async () => {
    const client = await sockets.connect();
    client.send({ entityCountCmds: [{ cmdId: 7, query: null }] });
    expect(await client.next()).toMatchObject({ cmdId: 7, errorMsg: 'Query is empty!' });
    client.send({ entityCountCmds: [{ cmdId: 7, query: { entityFilter: pumps, keyFilters: [] } }] });
    expect(await client.next()).toMatchObject({ cmdId: 7, errorCode: 0, count: 2 });
  });

  it('answers alarm queries with an empty page', async () => {
    const client = await sockets.connect();
    const alarms = {
      entityFilter: pumps,
      pageLink: { pageSize: 10, page: 0, timeWindow: 86_400_000 },
      alarmFields: [],
    };
    client.send({ alarmDataCmds: [{ cmdId: 5, query: alarms }] });
    expect(await client.next()).toEqual({
      cmdId: 5,
      errorCode: 0,
      errorMsg: null,
      data: { data: [], totalPages: 0, totalElements: 0, hasNext: false },
      update: null,
      allowedEntities: 10_000,
      totalEntities: 2,
      cmdUpdateType: 'ALARM_DATA',
    });
  });
});
