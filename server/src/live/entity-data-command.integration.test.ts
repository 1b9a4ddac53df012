import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  double,
  type Frame,
  type LiveSockets,
  long,
  name,
  openLiveSockets,
  query,
  string,
} from '../../test/live-sockets.ts';
import { newEntityId } from '../storage/ids.ts';

let sockets: LiveSockets;

beforeAll(async () => {
  sockets = await openLiveSockets();
});

afterEach(() => sockets.disconnect());

afterAll(async () => {
  await sockets.close();
});

describe('entity data', () => {
  it('sends the page, then changes, in the requested form', async () => {
    const client = await sockets.connect();
    const temperature = { type: 'TIME_SERIES', key: 'temperature' };
    const model = { type: 'ATTRIBUTE', key: 'model' };
    await sockets.publish(sockets.device, sockets.tick(), double('temperature', 21.5));
    client.send({
      entityDataCmds: [{ cmdId: 3, query: query([temperature, model]), latestCmd: { keys: [temperature, model] } }],
    });
    const page = await client.next();
    expect(page).toMatchObject({ cmdId: 3, cmdUpdateType: 'ENTITY_DATA', errorCode: 0, errorMsg: null, update: null });
    expect(page.allowedEntities).toBe(10_000);
    expect(page.data).toMatchObject({ totalPages: 1, totalElements: 2, hasNext: false });
    expect(page.data.data[0]).toMatchObject({
      entityId: sockets.device,
      latest: {
        TIME_SERIES: { temperature: { ts: sockets.now(), value: '21.5' } },
        ATTRIBUTE: { model: { ts: 0, value: '' } },
      },
      timeseries: {},
    });

    await sockets.publish(sockets.device, sockets.tick(), double('temperature', 22), long('other', 1));
    expect(await client.next()).toEqual({
      cmdId: 3,
      data: null,
      update: [
        {
          entityId: sockets.device,
          latest: { TIME_SERIES: { temperature: { ts: sockets.now(), value: '22.0' } } },
          timeseries: null,
        },
      ],
      errorCode: 0,
      errorMsg: null,
      allowedEntities: 10_000,
      cmdUpdateType: 'ENTITY_DATA',
    });

    await sockets.telemetry.saveAttributes({
      tenantId: sockets.tenantId,
      entityId: sockets.second,
      scope: 'SERVER_SCOPE',
      entries: [string('model', 'M')],
    });
    expect((await client.next()).update[0].latest).toEqual({
      ATTRIBUTE: { model: { ts: expect.any(Number), value: 'M' } },
    });
    await sockets.telemetry.deleteAttributes({
      tenantId: sockets.tenantId,
      entityId: sockets.second,
      scope: 'SERVER_SCOPE',
      keys: ['model'],
    });
    expect((await client.next()).update[0].latest).toEqual({ ATTRIBUTE: { model: { ts: 0, value: null } } });
  });

  it('does not send older values, repeated values, or keys without subscribers', async () => {
    const client = await sockets.connect();
    const keys = [{ type: 'TIME_SERIES', key: 'level' }];
    await sockets.publish(sockets.device, sockets.tick(), long('level', 5));
    client.send({ entityDataCmds: [{ cmdId: 1, query: query(keys), latestCmd: { keys } }] });
    await client.next();
    await sockets.publish(sockets.device, sockets.now() - 1000, long('level', 4));
    await sockets.publish(sockets.device, sockets.now(), long('level', 5));
    await sockets.publish(sockets.device, sockets.now() + 1, long('unfollowed', 1));
    await sockets.expectSilence(client);
    await sockets.publish(sockets.device, sockets.now(), long('level', 6));
    expect((await client.next()).update[0].latest.TIME_SERIES.level.value).toBe('6');
  });

  it('sends a new page for a new query of the same command, and follows that one', async () => {
    const client = await sockets.connect();
    const keys = [{ type: 'TIME_SERIES', key: 'level' }];
    for (const [page, entity] of [
      [0, sockets.device],
      [1, sockets.second],
    ] as const) {
      client.send({
        entityDataCmds: [{ cmdId: 1, query: query(keys, {}, { pageSize: 1, page }), latestCmd: { keys } }],
      });
      const answer = await client.next();
      expect(answer.data.data.map((row: Frame) => row.entityId)).toEqual([entity]);
      expect(answer.data).toMatchObject({ totalPages: 2, totalElements: 2, hasNext: page === 0 });
    }
    await sockets.publish(sockets.device, sockets.tick(), long('level', 7));
    await sockets.expectSilence(client);
    await sockets.publish(sockets.second, sockets.tick(), long('level', 8));
    expect((await client.next()).update[0].entityId).toEqual(sockets.second);
  });

  it('follows the page of an earlier command, including changes since then', async () => {
    const client = await sockets.connect();
    const keys = [{ type: 'TIME_SERIES', key: 'flow' }];
    client.send({ entityDataCmds: [{ cmdId: 1, query: query(keys) }] });
    await client.next();
    await sockets.publish(sockets.device, sockets.tick(), long('flow', 1));
    client.send({ entityDataCmds: [{ cmdId: 1, latestCmd: { keys } }] });
    expect((await client.next()).update).toEqual([
      {
        entityId: sockets.device,
        latest: { TIME_SERIES: { flow: { ts: sockets.now(), value: '1' } } },
        timeseries: null,
      },
    ]);
    await sockets.publish(sockets.device, sockets.tick(), long('flow', 2));
    expect((await client.next()).update[0].latest.TIME_SERIES.flow.value).toBe('2');
    client.send({ entityDataUnsubscribeCmds: [{ cmdId: 1 }] });
    await sockets.expectSilence(client);
    await sockets.publish(sockets.device, sockets.tick(), long('flow', 3));
    await sockets.expectSilence(client);
  });

  it('fills time series and then sends every point', async () => {
    const client = await sockets.connect();
    const start = sockets.now() + 1;
    for (const value of [1, 2, 3]) await sockets.publish(sockets.device, sockets.tick(), double('speed', value));
    const read = { keys: ['speed', 'none'], startTs: start, timeWindow: 60_000, interval: 1000, limit: 2, agg: 'NONE' };
    client.send({ entityDataCmds: [{ cmdId: 2, query: query() }] });
    await client.next();
    client.send({ entityDataCmds: [{ cmdId: 2, tsCmd: read }] });
    const answer = await client.next();
    expect(answer.data).toBeNull();
    expect(answer.update).toHaveLength(2);
    expect(answer.update[0]).toMatchObject({
      entityId: sockets.device,
      latest: { ENTITY_FIELD: { name: { value: 'Pump 1' } } },
      timeseries: {
        speed: [
          { ts: sockets.now(), value: '3.0' },
          { ts: sockets.now() - 1, value: '2.0' },
        ],
        none: [],
      },
    });
    const points = [
      { ts: sockets.now() + 1, values: [double('speed', 4)] },
      { ts: sockets.now() + 2, values: [double('speed', 5)] },
    ];
    await sockets.telemetry.saveTimeseries({ tenantId: sockets.tenantId, entityId: sockets.device, points });
    expect((await client.next()).update).toEqual([
      {
        entityId: sockets.device,
        latest: null,
        timeseries: {
          speed: [
            { ts: sockets.now() + 2, value: '5.0' },
            { ts: sockets.now() + 1, value: '4.0' },
          ],
        },
      },
    ]);
    await sockets.publish(sockets.device, sockets.now() - 50_000, double('speed', 9));
    expect((await client.next()).update[0].timeseries.speed).toEqual([{ ts: sockets.now() - 50_000, value: '9.0' }]);
    sockets.tick();
    sockets.tick();
  });

  it('answers history in one command, with the previous point on request', async () => {
    const client = await sockets.connect();
    const start = sockets.now() + 1;
    for (const value of [1, 2, 3]) await sockets.publish(sockets.second, sockets.tick(), long('step', value));
    const history = { keys: ['step'], startTs: start + 1, endTs: start + 10, interval: 0, limit: 10, agg: 'NONE' };
    const single = query([], { entityFilter: { type: 'singleEntity', singleEntity: sockets.second } });
    client.send({
      entityDataCmds: [{ cmdId: 4, query: single, historyCmd: { ...history, fetchLatestPreviousPoint: true } }],
    });
    const answer = await client.next();
    expect(answer.data.data[0].timeseries.step.map((point: Frame) => point.value)).toEqual(['3', '2', '1']);
    client.send({ entityDataCmds: [{ cmdId: 4, historyCmd: { ...history, agg: 'COUNT', interval: 5000 } }] });
    expect((await client.next()).update[0].timeseries.step).toEqual([{ ts: start + 1 + 2500, value: '2' }]);
    const endTs = start + 700_000; // Very many intervals, of which two have a point.
    client.send({ entityDataCmds: [{ cmdId: 4, historyCmd: { ...history, endTs, agg: 'COUNT', interval: 1 } }] });
    expect((await client.next()).update[0].timeseries.step.map((point: Frame) => point.value)).toEqual(['1', '1']);
  });

  it('aggregates by the calendar of a zone, up to the interval that is running', async () => {
    const client = await sockets.connect();
    const single = query([], { entityFilter: { type: 'singleEntity', singleEntity: sockets.second } });
    const start = Date.parse('2025-03-29T22:00:00Z');
    const hour = 3_600_000;
    // On 30 March the clocks of Kyiv went forward: the day has 23 hours.
    for (const at of [0, 22, 23, 24]) await sockets.publish(sockets.second, start + at * hour, long('turns', 1));
    const read = { keys: ['turns'], interval: 0, limit: 0, agg: 'COUNT', intervalType: 'DAY', timeZone: 'Europe/Kyiv' };
    const expected = [
      { ts: start + 11.5 * hour, value: '2' },
      { ts: start + 24 * hour, value: '2' },
    ];
    const endTs = start + 25 * hour;
    client.send({ entityDataCmds: [{ cmdId: 6, query: single, historyCmd: { ...read, startTs: start, endTs } }] });
    expect((await client.next()).data.data[0].timeseries.turns).toEqual(expected);
    client.send({ entityDataCmds: [{ cmdId: 6, tsCmd: { ...read, startTs: start, timeWindow: 25 * hour } }] });
    expect((await client.next()).update[0].timeseries.turns).toEqual(expected);
    await sockets.publish(sockets.second, start + 24.5 * hour, long('turns', 1));
    expect((await client.next()).update[0].timeseries.turns).toEqual([{ ts: start + 24.5 * hour, value: '1' }]);
    client.send({ entityDataCmds: [{ cmdId: 6, historyCmd: { ...read, startTs: 0, endTs, timeZone: 'Mars' } }] });
    expect(await client.next()).toMatchObject({ errorCode: 2, errorMsg: expect.stringContaining("timeZone 'Mars'") });
  });

  it.each([
    { startTs: 0, endTs: 9.3e18 },
    { startTs: -9.3e18, endTs: 0 },
    { startTs: 9.3e18, endTs: -9.3e18 },
    { startTs: 1e300, endTs: 1e300 },
  ])('reads windows of any times, or says what is wrong with them: %j', async ({ startTs, endTs }) => {
    const client = await sockets.connect();
    const single = query([], { entityFilter: { type: 'singleEntity', singleEntity: sockets.second } });
    const day = { intervalType: 'DAY', timeZone: 'Europe/Kyiv' };
    const ways = [{ agg: 'NONE', limit: 5 }, { agg: 'AVG', interval: 1000 }, { agg: 'AVG', interval: 9.3e18 }, day];
    for (const [at, how] of ways.entries()) {
      const read = { keys: ['any'], fetchLatestPreviousPoint: true, ...how };
      client.send({
        entityDataCmds: [
          { cmdId: 50 + at, query: single, historyCmd: { ...read, startTs, endTs } },
          { cmdId: 60 + at, query: single, tsCmd: { ...read, startTs, timeWindow: endTs } },
        ],
        historyCmds: [
          { cmdId: 70 + at, entityType: 'DEVICE', entityId: sockets.second.id, keys: 'any', startTs, endTs, ...how },
        ],
      });
      for (let answer = 0; answer < 3; answer++) expect([0, 2]).toContain((await client.next()).errorCode);
      client.send({ entityDataUnsubscribeCmds: [{ cmdId: 60 + at }] });
    }
  });

  it.each([
    ['points', { agg: 'NONE', interval: 1000 }, (at: number) => ({ ts: at, value: '1' })],
    ['intervals', { agg: 'COUNT', interval: 7_000 }, () => ({ ts: expect.any(Number), value: '1' })],
  ])('has the %s that came after the window of a client ended, before it was followed', async (what, how, expected) => {
    const key = `late ${what}`;
    const client = await sockets.connect();
    const single = query([], { entityFilter: { type: 'singleEntity', singleEntity: sockets.second } });
    const endTs = Date.now() - 5_000;
    await sockets.publish(sockets.second, endTs + 1_000, long(key, 1));
    const tsCmd = { keys: [key], limit: 10, ...how, startTs: endTs - 7_000, timeWindow: 7_000 };
    client.send({ entityDataCmds: [{ cmdId: 9, query: single, tsCmd }] });
    expect((await client.next()).data.data[0].timeseries[key]).toEqual([expected(endTs + 1_000)]);
  });

  it('notices new and changed entities of a dynamic query', async () => {
    const client = await sockets.connect();
    const added = entityId('DEVICE', newEntityId().id);
    const keys = [{ type: 'TIME_SERIES', key: 'level' }];
    client.send({ entityDataCmds: [{ cmdId: 1, query: query([], {}, { dynamic: true }), latestCmd: { keys } }] });
    expect((await client.next()).data.totalElements).toBe(2);
    await sockets.insertDevice(added, 'Pump 0', { tenantId: sockets.tenantId, customerId: NULL_UUID });
    const changed = await client.next();
    expect(changed.data.data.map((row: Frame) => row.entityId.id)).toEqual([
      added.id,
      sockets.device.id,
      sockets.second.id,
    ]);
    await sockets.publish(added, sockets.tick(), long('level', 1));
    expect((await client.next()).update[0].entityId).toEqual(added);
    await sockets.database.pool.query('DELETE FROM device WHERE id = $1', [added.id]);
    expect((await client.next()).data.totalElements).toBe(2);
  });

  it('resolves dynamic values of filters and runs the query again when they change', async () => {
    const client = await sockets.connect();
    const tenant = entityId('TENANT', sockets.tenantId);
    const set = (value: string) =>
      sockets.telemetry.saveAttributes({
        tenantId: sockets.tenantId,
        entityId: tenant,
        scope: 'SERVER_SCOPE',
        entries: [string('wanted', value)],
      });
    await set('Pump 1');
    const dynamicValue = { sourceType: 'CURRENT_TENANT', sourceAttribute: 'wanted' };
    const predicate = { type: 'STRING', operation: 'EQUAL', value: { defaultValue: 'nothing', dynamicValue } };
    client.send({ entityDataCmds: [{ cmdId: 1, query: query([], { keyFilters: [{ key: name, predicate }] }) }] });
    expect((await client.next()).data.data.map((row: Frame) => row.entityId)).toEqual([sockets.device]);
    await set('Pump 2');
    expect((await client.next()).data.data.map((row: Frame) => row.entityId)).toEqual([sockets.second]);
  });

  it('stops when the entity is deleted or unassigned from the customer', async () => {
    const client = await sockets.connect('customer');
    const keys = [{ type: 'TIME_SERIES', key: 'level' }];
    client.send({ entityDataCmds: [{ cmdId: 1, query: query(keys), latestCmd: { keys } }] });
    expect((await client.next()).data.totalElements).toBe(1);
    await sockets.database.pool.query('UPDATE device SET customer_id = $1 WHERE id = $2', [
      NULL_UUID,
      sockets.device.id,
    ]);
    sockets.liveBus.publish({
      kind: 'entity',
      action: 'updated',
      tenantId: sockets.tenantId,
      entityId: sockets.device,
    });
    // Also while the user's permissions are still being checked.
    await sockets.publish(sockets.device, sockets.tick(), long('level', 100));
    await sockets.expectSilence(client);
    await expect.poll(async () => (await sockets.directory.find(sockets.device))?.customerId).toBe(NULL_UUID);
    await sockets.publish(sockets.device, sockets.tick(), long('level', 101));
    await sockets.expectSilence(client);
    await sockets.database.pool.query('UPDATE device SET customer_id = $1 WHERE id = $2', [
      sockets.customerId,
      sockets.device.id,
    ]);
    sockets.liveBus.publish({
      kind: 'entity',
      action: 'updated',
      tenantId: sockets.tenantId,
      entityId: sockets.device,
    });

    const again = await sockets.connect('customer');
    const deleted = entityId('DEVICE', newEntityId().id);
    await sockets.insertDevice(deleted, 'Deleted', { tenantId: sockets.tenantId, customerId: sockets.customerId });
    again.send({ tsSubCmds: [{ cmdId: 1, entityType: 'DEVICE', entityId: deleted.id, keys: 'level' }] });
    await again.next();
    await sockets.database.pool.query('DELETE FROM device WHERE id = $1', [deleted.id]);
    sockets.liveBus.publish({ kind: 'entity', action: 'deleted', tenantId: sockets.tenantId, entityId: deleted });
    await sockets.publish(deleted, sockets.tick(), long('level', 102));
    await sockets.expectSilence(again);
  });

  it.each([
    ['latestCmd', (keys: object[]) => ({ latestCmd: { keys } })],
    ['tsCmd', () => ({ tsCmd: { keys: ['kept'], startTs: 0, timeWindow: 1, interval: 0, limit: 1, agg: 'NONE' } })],
  ])(
    'continues with %s after a change of an entity that the customer keeps, without losing anything',
    async (_name, follow) => {
      const client = await sockets.connect('customer');
      const keys = [{ type: 'TIME_SERIES', key: 'kept' }];
      client.send({ entityDataCmds: [{ cmdId: 1, query: query(keys), ...follow(keys) }] });
      await client.next();
      const changed = {
        kind: 'entity',
        action: 'updated',
        tenantId: sockets.tenantId,
        entityId: sockets.device,
      } as const;
      sockets.liveBus.publish(changed);
      await sockets.publish(sockets.device, sockets.tick(), long('kept', 1));
      sockets.liveBus.publish(changed);
      await sockets.publish(sockets.device, sockets.tick(), long('kept', 2));
      const seen: string[] = [];
      while (seen.length < 2) {
        for (const { latest, timeseries } of (await client.next()).update) {
          seen.push(latest ? latest.TIME_SERIES.kept.value : timeseries.kept[0].value);
        }
      }
      expect(seen).toEqual(['1', '2']);
    },
  );

  it('loses nothing when changes come faster than the socket may send', async () => {
    const client = await sockets.connect();
    const read = {
      keys: ['burst'],
      startTs: sockets.now() + 1,
      timeWindow: 60_000,
      interval: 1000,
      limit: 100,
      agg: 'NONE',
    };
    client.send({ entityDataCmds: [{ cmdId: 1, query: query(), tsCmd: read }] });
    await client.next();
    const values = Array.from({ length: 200 }, (_, index) => index);
    for (const value of values) {
      await sockets.publish(sockets.device, sockets.tick(), long('burst', value));
      await new Promise((next) => setImmediate(next));
    }
    const seen: number[] = [];
    while (seen.length < values.length) {
      const { update } = await client.next();
      for (const { timeseries } of update) for (const { value } of timeseries.burst) seen.push(Number(value));
    }
    expect(seen).toEqual(values);
  });

  it('notices entities that enter and leave the filter', async () => {
    const client = await sockets.connect();
    const mode = { type: 'ATTRIBUTE', key: 'mode' };
    const set = (entityId: typeof sockets.device, value: string) =>
      sockets.telemetry.saveAttributes({
        tenantId: sockets.tenantId,
        entityId,
        scope: 'SERVER_SCOPE',
        entries: [string('mode', value)],
      });
    await set(sockets.device, 'on');
    await set(sockets.second, 'off');
    const keyFilters = [
      { key: mode, predicate: { type: 'STRING', operation: 'EQUAL', value: { defaultValue: 'on' } } },
    ];
    client.send({
      entityDataCmds: [
        { cmdId: 1, query: query([mode], { keyFilters }, { dynamic: true }), latestCmd: { keys: [mode] } },
      ],
    });
    const found = async (): Promise<unknown[]> => {
      for (;;) {
        const { data } = await client.next();
        if (data) return data.data.map((row: Frame) => row.entityId);
      }
    };
    expect(await found()).toEqual([sockets.device]);
    await set(sockets.second, 'on');
    expect(await found()).toEqual([sockets.device, sockets.second]);
    await set(sockets.device, 'off');
    expect(await found()).toEqual([sockets.second]);
    // Entities that left are no longer followed.
    await set(sockets.device, 'broken');
    await set(sockets.second, 'still on');
    expect((await client.next()).update).toMatchObject([{ entityId: sockets.second }]);
  });

  it('answers history of several keys and follows latest values in one command', async () => {
    const client = await sockets.connect();
    const keys = [{ type: 'TIME_SERIES', key: 'volts' }];
    const startTs = sockets.now() + 1;
    await sockets.publish(sockets.device, sockets.tick(), long('volts', 1), long('amps', 2));
    await sockets.publish(sockets.second, sockets.tick(), long('amps', 3));
    const history = { keys: ['volts', 'amps'], startTs, endTs: startTs + 1000, interval: 0, limit: 10, agg: 'NONE' };
    client.send({ entityDataCmds: [{ cmdId: 1, query: query(keys), historyCmd: history, latestCmd: { keys } }] });
    const { data } = await client.next();
    expect(data.data.map((row: Frame) => row.timeseries)).toEqual([
      { volts: [{ ts: startTs, value: '1' }], amps: [{ ts: startTs, value: '2' }] },
      { volts: [], amps: [{ ts: startTs + 1, value: '3' }] },
    ]);
    await sockets.publish(sockets.second, sockets.tick(), long('volts', 4));
    expect((await client.next()).update[0].latest.TIME_SERIES.volts.value).toBe('4');
  });

  it('keeps following when a further command requests nothing', async () => {
    const client = await sockets.connect();
    const keys = [{ type: 'TIME_SERIES', key: 'steady' }];
    client.send({ entityDataCmds: [{ cmdId: 1, query: query(keys), latestCmd: { keys } }] });
    await client.next();
    client.send({ entityDataCmds: [{ cmdId: 1 }] });
    expect(await client.next()).toMatchObject({ cmdId: 1, errorCode: 2, errorMsg: 'Query is empty!' });
    await sockets.publish(sockets.device, sockets.tick(), long('steady', 1));
    expect((await client.next()).update[0].latest.TIME_SERIES.steady.value).toBe('1');
  });

  it('accepts an id again after its command has ended', async () => {
    const client = await sockets.connect();
    const keys = [{ type: 'TIME_SERIES', key: 'again' }];
    for (const entity of [sockets.device, sockets.second]) {
      const entityFilter = { type: 'singleEntity', singleEntity: entity };
      client.send({ entityDataCmds: [{ cmdId: 1, query: { ...query(keys), entityFilter }, latestCmd: { keys } }] });
      expect((await client.next()).data.data.map((row: Frame) => row.entityId)).toEqual([entity]);
      await sockets.publish(entity, sockets.tick(), long('again', 1));
      expect((await client.next()).update[0].entityId).toEqual(entity);
      client.send({ entityDataUnsubscribeCmds: [{ cmdId: 1 }] });
    }
    await sockets.expectSilence(client);
  });

  it('keeps showing the attribute that passes the filter', async () => {
    const client = await sockets.connect();
    const zone = { type: 'ATTRIBUTE', key: 'zone' };
    const set = (scope: 'SERVER_SCOPE' | 'SHARED_SCOPE', value: string) =>
      sockets.telemetry.saveAttributes({
        tenantId: sockets.tenantId,
        entityId: sockets.device,
        scope,
        entries: [string('zone', value)],
      });
    await set('SERVER_SCOPE', 'north');
    await set('SHARED_SCOPE', 'south');
    const predicate = { type: 'STRING', operation: 'EQUAL', value: { defaultValue: 'north' } };
    client.send({ entityDataCmds: [{ cmdId: 1, query: query([zone], { keyFilters: [{ key: zone, predicate }] }) }] });
    expect((await client.next()).data.data[0].latest.ATTRIBUTE.zone.value).toBe('north');
    // The second command sends changes since then: there are none.
    client.send({ entityDataCmds: [{ cmdId: 1, latestCmd: { keys: [zone] } }] });
    await sockets.expectSilence(client);
  });
});
