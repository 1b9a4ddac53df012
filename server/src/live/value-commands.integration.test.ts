import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { double, type LiveSockets, long, openLiveSockets, query, string } from '../../test/live-sockets.ts';
import { newEntityId } from '../storage/ids.ts';

let sockets: LiveSockets;

beforeAll(async () => {
  sockets = await openLiveSockets();
});

afterEach(() => sockets.disconnect());

afterAll(async () => {
  await sockets.close();
});

describe('attributes and series of single entities', () => {
  const of = (id: EntityId) => ({ entityType: id.entityType, entityId: id.id });

  it('answers immediately, even without values', async () => {
    const client = await sockets.connect();
    client.send({ attrSubCmds: [{ cmdId: 1, ...of(sockets.second), scope: 'CLIENT_SCOPE' }] });
    expect(await client.next()).toEqual({
      subscriptionId: 1,
      errorCode: 0,
      errorMsg: null,
      data: {},
      latestValues: {},
    });
  });

  it('sends attributes of the scope and their changes and deletion', async () => {
    const client = await sockets.connect();
    const save = (scope: 'SERVER_SCOPE' | 'SHARED_SCOPE', value: string) =>
      sockets.telemetry.saveAttributes({
        tenantId: sockets.tenantId,
        entityId: sockets.second,
        scope,
        entries: [string('colour', value)],
      });
    await save('SERVER_SCOPE', 'red');
    client.send({ attrSubCmds: [{ cmdId: 1, ...of(sockets.second), scope: 'SERVER_SCOPE' }] });
    expect((await client.next()).data).toEqual({ colour: [[expect.any(Number), 'red']] });
    await save('SHARED_SCOPE', 'green');
    await save('SERVER_SCOPE', 'blue');
    const update = await client.next();
    expect(update).toMatchObject({ subscriptionId: 1, data: { colour: [[expect.any(Number), 'blue']] } });
    expect(update.latestValues.colour).toBe(update.data.colour[0][0]);
    await sockets.telemetry.deleteAttributes({
      tenantId: sockets.tenantId,
      entityId: sockets.second,
      scope: 'SERVER_SCOPE',
      keys: ['colour'],
    });
    expect((await client.next()).data).toEqual({ colour: [[0, null]] });
    client.send({ attrSubCmds: [{ cmdId: 1, ...of(sockets.second), scope: 'SERVER_SCOPE', unsubscribe: true }] });
    await save('SERVER_SCOPE', 'white');
    await sockets.expectSilence(client);
  });

  it('sends latest values of all keys and every new point', async () => {
    const client = await sockets.connect();
    await sockets.publish(sockets.second, sockets.tick(), double('pressure', 1), string('state', 'on'));
    client.send({ tsSubCmds: [{ cmdId: 2, ...of(sockets.second), scope: 'LATEST_TELEMETRY' }] });
    const answer = await client.next();
    expect(answer.data).toMatchObject({ pressure: [[sockets.now(), '1.0']], state: [[sockets.now(), 'on']] });
    expect(answer.latestValues.pressure).toBe(sockets.now());
    await sockets.publish(sockets.second, sockets.tick(), double('pressure', 2));
    expect(await client.next()).toEqual({
      subscriptionId: 2,
      errorCode: 0,
      errorMsg: null,
      data: { pressure: [[sockets.now(), '2.0']] },
      latestValues: { pressure: sockets.now() },
    });
  });

  it('shows requested keys without a value as null, and windows newest first', async () => {
    const client = await sockets.connect();
    client.send({ tsSubCmds: [{ cmdId: 1, ...of(sockets.second), keys: 'nothing' }] });
    expect((await client.next()).data).toEqual({ nothing: [[expect.any(Number), null]] });
    const start = sockets.now() + 1;
    for (const value of [1, 2]) await sockets.publish(sockets.second, sockets.tick(), long('row', value));
    const command = { cmdId: 2, ...of(sockets.second), keys: 'row', startTs: start, timeWindow: 1000, agg: 'NONE' };
    client.send({ tsSubCmds: [command] });
    const answer = await client.next();
    expect(answer.data).toEqual({
      row: [
        [start + 1, '2'],
        [start, '1'],
      ],
    });
    expect(answer.latestValues).toEqual({ row: start });
    client.send({
      historyCmds: [{ cmdId: 3, ...of(sockets.second), keys: 'row,none', startTs: start, endTs: start + 1 }],
    });
    expect(await client.next()).toMatchObject({ subscriptionId: 3, data: { row: [[start, '1']] } });
    const byYears = { agg: 'COUNT', intervalType: 'YEAR', timeZoneId: 'Asia/Kolkata' };
    client.send({ tsSubCmds: [{ ...command, cmdId: 4, ...byYears }] });
    expect((await client.next()).data).toEqual({ row: [[start + 500, '2']] });
    client.send({ tsSubCmds: [{ ...command, cmdId: 5, ...byYears, intervalType: 'AGE' }] });
    expect(await client.next()).toMatchObject({
      errorCode: 2,
      errorMsg: expect.stringContaining("intervalType 'AGE'"),
    });
  });

  it('reads windows of any times, with fractions and without an end', async () => {
    const client = await sockets.connect();
    const from = sockets.now() + 1;
    for (const value of [1, 2]) await sockets.publish(sockets.second, sockets.tick(), long('times', value));
    const window = { startTs: from + 0.5, endTs: Number('9223372036854775807'), limit: 10.5, agg: 'NONE' };
    client.send({ historyCmds: [{ cmdId: 1, ...of(sockets.second), keys: 'times', ...window }] });
    expect((await client.next()).data.times).toHaveLength(2);
    const historyCmd = { keys: ['times'], interval: 1000.5, ...window };
    client.send({ entityDataCmds: [{ cmdId: 2, query: query([]), historyCmd }] });
    expect((await client.next()).data.data[1].timeseries.times).toHaveLength(2);
    client.send({ historyCmds: [{ cmdId: 3, ...of(sockets.second), keys: 'times', startTs: from }] });
    expect(await client.next()).toMatchObject({ subscriptionId: 3, errorCode: 0, data: {} });
  });

  it('refuses kinds of entities that have no values', async () => {
    const client = await sockets.connect();
    client.send({ attrSubCmds: [{ cmdId: 1, entityType: 'DASHBOARD', entityId: sockets.second.id }] });
    expect(await client.next()).toMatchObject({
      errorCode: 2,
      errorMsg: 'Entities of type DASHBOARD have no attributes and telemetry.',
    });
  });

  it('keeps ids of both protocol versions apart and ends all together', async () => {
    const client = await sockets.connect();
    const keys = [{ type: 'TIME_SERIES', key: 'apart' }];
    client.send({
      tsSubCmds: [{ cmdId: 1, ...of(sockets.second), keys: 'apart' }],
      entityDataCmds: [{ cmdId: 1, query: query(keys), latestCmd: { keys } }],
    });
    await client.next();
    await client.next();
    await sockets.publish(sockets.second, sockets.tick(), long('apart', 1));
    const both = [await client.next(), await client.next()];
    expect(both.map((frame) => frame.subscriptionId ?? frame.cmdUpdateType).sort()).toEqual([1, 'ENTITY_DATA']);
    client.send({ tsSubCmds: [{ cmdId: 1, unsubscribe: true }] });
    await sockets.expectSilence(client);
    await sockets.publish(sockets.second, sockets.tick(), long('apart', 2));
    await sockets.expectSilence(client);
  });

  it.each([
    ['an entity of another tenant', () => of(sockets.foreign), 1, 'Failed to fetch data!'],
    ['an entity that does not exist', () => of(entityId('DEVICE', newEntityId().id)), 1, 'Failed to fetch data!'],
    ['no entity', () => ({}), 2, 'Device id is empty!'],
    ['a bad id', () => ({ entityType: 'DEVICE', entityId: 'x' }), 2, expect.stringContaining('x')],
    [
      'a bad kind',
      () => ({ entityType: 'NOTHING', entityId: sockets.second.id }),
      2,
      expect.stringContaining('NOTHING'),
    ],
  ])('refuses %s', async (_what, entity, errorCode, errorMsg) => {
    const client = await sockets.connect();
    client.send({ tsSubCmds: [{ cmdId: 7, ...entity() }] });
    expect(await client.next()).toEqual({ subscriptionId: 7, errorCode, errorMsg, data: null, latestValues: {} });
    await sockets.publish(sockets.foreign, sockets.tick(), long('secret', 1));
    await sockets.expectSilence(client);
  });

  it('refuses attributes that the user may not read', async () => {
    const client = await sockets.connect('customer');
    client.send({ attrSubCmds: [{ cmdId: 7, ...of(sockets.second) }] });
    expect(await client.next()).toMatchObject({
      subscriptionId: 7,
      errorCode: 1,
      errorMsg: 'Failed to fetch attributes!',
    });
  });

  it('loses nothing when the entity changes but keeps its customer, and sends nothing once it is unassigned', async () => {
    const client = await sockets.connect('customer');
    client.send({ tsSubCmds: [{ cmdId: 1, entityType: 'DEVICE', entityId: sockets.device.id, keys: 'kept' }] });
    await client.next();
    const changed = {
      kind: 'entity',
      action: 'updated',
      tenantId: sockets.tenantId,
      entityId: sockets.device,
    } as const;
    const assignTo = (customerId: string) =>
      sockets.database.pool.query('UPDATE device SET customer_id = $1 WHERE id = $2', [customerId, sockets.device.id]);
    for (const value of [1, 2, 3]) {
      sockets.liveBus.publish(changed);
      await sockets.publish(sockets.device, sockets.tick(), long('kept', value));
    }
    const seen = [await client.next(), await client.next(), await client.next()];
    expect(seen.map(({ data }) => data.kept[0][1])).toEqual(['1', '2', '3']);

    await assignTo(NULL_UUID);
    sockets.liveBus.publish(changed);
    await sockets.publish(sockets.device, sockets.tick(), long('kept', 4));
    await sockets.expectSilence(client);
    await expect.poll(async () => (await sockets.directory.find(sockets.device))?.customerId).toBe(NULL_UUID);
    await sockets.publish(sockets.device, sockets.tick(), long('kept', 5));
    await sockets.expectSilence(client);
    await assignTo(sockets.customerId);
    sockets.liveBus.publish(changed);
  });
});
