import type { Alarm } from '@signalbox/contract/alarm';
import type { AlarmData } from '@signalbox/contract/entity-query';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LiveSockets, long, name, openLiveSockets, pumps, string } from '../../test/live-sockets.ts';
import { acknowledgeAlarm, clearAlarm, newAlarm, stepOf } from '../alarms/alarm-changes.ts';
import type { AlarmRecord } from '../alarms/alarm-record.ts';
import { inTransaction } from '../storage/transaction.ts';

let sockets: LiveSockets;
const cause = { type: 'USER' as const, id: NULL_UUID, name: 'somebody' };

beforeAll(async () => {
  sockets = await openLiveSockets();
});
beforeEach(() => sockets.database.pool.query('DELETE FROM alarm'));
afterEach(() => sockets.disconnect());
afterAll(() => sockets.close());

const record = async ({ id }: Alarm): Promise<AlarmRecord> =>
  (await sockets.alarms.forRules.store.findByIds([id.id]))[0] as AlarmRecord;

async function write(before: AlarmRecord | undefined, after: Alarm): Promise<Alarm> {
  const steps = [stepOf(before?.alarm, after, Date.now(), cause)];
  await inTransaction(sockets.database.pool, (unit) =>
    sockets.alarms.forRules.store.write(unit, [{ before, after, steps }]),
  );
  return after;
}

function raise(type: string, more: Partial<Alarm> = {}, originator = sockets.device): Promise<Alarm> {
  const { tenantId } = sockets;
  const raised = {
    severity: 'MAJOR' as const,
    status: 'ACTIVE_UNACK' as const,
    startTs: 0,
    endTs: 0,
    ackTs: 0,
    clearTs: 0,
    details: null,
    propagate: false,
    propagateRelationTypes: [],
  };
  const alarm = newAlarm({ tenantId, originator, customerId: NULL_UUID, type }, raised, Date.now());
  return write(undefined, { ...alarm, ...more });
}
const change = async (alarm: Alarm, how: (alarm: Alarm, now: number) => Alarm | undefined): Promise<Alarm> => {
  const before = await record(alarm);
  return write(before, how(before.alarm, Date.now()) as Alarm);
};

const newestFirst = { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' };
const query = (page: object = {}, more: object = {}) => ({
  entityFilter: pumps,
  keyFilters: [],
  pageLink: { pageSize: 10, page: 0, sortOrder: newestFirst, timeWindow: 86_400_000, ...page },
  alarmFields: [{ type: 'ALARM_FIELD', key: 'type' }],
  entityFields: [name],
  latestValues: [],
  ...more,
});

async function follow(page: object = {}, more: object = {}, token = 'admin') {
  const client = await sockets.connect(token);
  client.send({ alarmDataCmds: [{ cmdId: 5, query: query(page, more) }] });
  return { client, first: await client.next() };
}
/** The same with command 6, which follows everything: what command 5 sends comes before what it sends. */
async function followBeside(page: object = {}, more: object = {}, token = 'admin') {
  const { client, first } = await follow(page, more, token);
  client.send({ alarmDataCmds: [{ cmdId: 6, query: query({ searchPropagatedAlarms: true }) }] });
  await client.next();
  return { client, first };
}
const expectNothing = async (client: { next: () => Promise<{ cmdId: number }> }): Promise<void> =>
  expect((await client.next()).cmdId).toBe(6);
const typesOf = (rows: AlarmData[]): string[] => rows.map(({ type }) => type);

describe('alarm data', () => {
  it('is a page of alarms with the fields of their entities', async () => {
    const alarm = await raise('Hot', { details: { a: 1 } });
    const { first } = await follow();
    expect(first).toEqual({
      cmdId: 5,
      errorCode: 0,
      errorMsg: null,
      data: {
        data: [
          {
            ...alarm,
            originatorName: 'Pump 1',
            entityId: sockets.device,
            latest: { ENTITY_FIELD: { name: { ts: expect.any(Number), value: 'Pump 1' } } },
          },
        ],
        totalPages: 1,
        totalElements: 1,
        hasNext: false,
      },
      update: null,
      allowedEntities: 10_000,
      totalEntities: 2,
      cmdUpdateType: 'ALARM_DATA',
    });
  });

  it('is empty without entities, and follows nothing', async () => {
    const none = { entityFilter: { type: 'deviceType', deviceType: 'none' } };
    const { client, first } = await followBeside({}, none);
    expect(first).toMatchObject({ allowedEntities: 0, totalEntities: 0, data: { data: [], totalElements: 0 } });
    await raise('Hot');
    await expectNothing(client);
  });

  it('has a page again when other values of its filter find entities again', async () => {
    await raise('Hot');
    const { tenantId } = sockets;
    const set = (value: string) =>
      sockets.telemetry.saveAttributes({
        ...{ tenantId, entityId: entityId('TENANT', tenantId), scope: 'SERVER_SCOPE' as const },
        entries: [string('wanted', value)],
      });
    const dynamicValue = { sourceType: 'CURRENT_TENANT', sourceAttribute: 'wanted' };
    const predicate = { type: 'STRING', operation: 'EQUAL', value: { defaultValue: 'nothing', dynamicValue } };
    const { client, first } = await follow({}, { keyFilters: [{ key: name, predicate }] });
    expect(first.totalEntities).toBe(0);
    for (const [value, found] of [
      ['Pump 1', 1],
      ['none', 0],
      ['Pump 1', 1],
    ] as const) {
      await set(value);
      expect(await client.next()).toMatchObject({ totalEntities: found, data: { totalElements: found } });
    }
  });

  it('has a new page when an alarm comes, and an update when one on the page changes', async () => {
    const { client } = await follow();
    const alarm = await raise('Hot');
    const page = await client.next();
    expect(page.update).toBeNull();
    expect(typesOf(page.data.data)).toEqual(['Hot']);
    await change(alarm, acknowledgeAlarm);
    const update = await client.next();
    expect(update).toMatchObject({
      data: null,
      totalEntities: 2,
      update: [{ id: alarm.id, status: 'ACTIVE_ACK', originatorName: 'Pump 1', entityId: sockets.device }],
    });
    expect(update.update[0].latest.ENTITY_FIELD.name.value).toBe('Pump 1');
  });

  it('has a new page when one on it no longer belongs there, or is deleted', async () => {
    const [first, second] = [await raise('First'), await raise('Second')];
    const { client, first: page } = await follow({ statusList: ['ACTIVE'] });
    expect(typesOf(page.data.data)).toEqual(['Second', 'First']);
    await change(first, (alarm, now) => clearAlarm(alarm, now));
    expect(typesOf((await client.next()).data.data)).toEqual(['Second']);
    await inTransaction(sockets.database.pool, (unit) => sockets.alarms.forRules.store.delete(unit, second));
    expect((await client.next()).data).toMatchObject({ data: [], totalElements: 0 });
  });

  it.each([
    { severityList: ['CRITICAL'] },
    { statusList: ['CLEARED'] },
    { typeList: ['Other'] },
    { page: 1, pageSize: 1 },
    { timeWindow: 0, endTs: 1 },
  ])('says nothing of an alarm that is not asked for: %o', async (page) => {
    const { client, first } = await followBeside(page);
    expect(first.data.data).toEqual([]);
    await raise('Hot');
    await expectNothing(client);
  });

  it('says nothing of alarms of others', async () => {
    const { client } = await follow({}, {}, 'customer');
    await raise('Second pump', {}, sockets.second);
    await raise('First pump');
    expect(typesOf((await client.next()).data.data)).toEqual(['First pump']);
  });

  it('has alarms that leave the window of time go', async () => {
    await raise('Brief');
    const { client, first } = await follow({ timeWindow: 600 });
    expect(typesOf(first.data.data)).toEqual(['Brief']);
    expect((await client.next()).data.data).toEqual([]);
  });

  it('has alarms propagated to an entity, when they are asked for', async () => {
    await sockets.database.pool.query(
      `INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
       VALUES ($1, 'DEVICE', $2, 'DEVICE', 'Contains', 'COMMON')`,
      [sockets.device.id, sockets.second.id],
    );
    const single = { entityFilter: { type: 'singleEntity', singleEntity: sockets.device } };
    const without = await followBeside({}, single);
    const { client } = await follow({ searchPropagatedAlarms: true }, single);
    const alarm = await raise('Far', { propagate: true }, sockets.second);
    expect((await client.next()).data.data).toMatchObject([
      { id: alarm.id, originator: sockets.second, originatorName: 'Pump 2', entityId: sockets.device },
    ]);
    await expectNothing(without.client);
  });

  it('has the values of entities on the page, and what becomes of them', async () => {
    await sockets.publish(sockets.device, sockets.tick(), long('temperature', 20));
    const alarm = await raise('Hot');
    const { client, first } = await follow({}, { latestValues: [{ type: 'TIME_SERIES', key: 'temperature' }] });
    expect(first.data.data[0].latest.TIME_SERIES.temperature.value).toBe('20');
    await sockets.publish(sockets.device, sockets.tick(), long('temperature', 30));
    const { update } = await client.next();
    expect(update).toMatchObject([{ id: alarm.id, latest: { TIME_SERIES: { temperature: { value: '30' } } } }]);
    expect(update[0].latest.ENTITY_FIELD.name.value).toBe('Pump 1');
  });

  it('is replaced by a further command, and ends with it', async () => {
    await raise('Hot');
    const { client } = await follow();
    client.send({ alarmDataCmds: [{ cmdId: 5, query: query({ severityList: ['MINOR'] }) }] });
    expect((await client.next()).data.data).toEqual([]);
    await raise('Small', { severity: 'MINOR' });
    expect(typesOf((await client.next()).data.data)).toEqual(['Small']);
    client.send({ alarmDataUnsubscribeCmds: [{ cmdId: 5 }], alarmDataCmds: [{ cmdId: 6, query: query() }] });
    await expectNothing(client);
    await raise('Smaller', { severity: 'MINOR' });
    await expectNothing(client);
  });

  it('sends many changes together', async () => {
    const alarm = await raise('Hot');
    const { client } = await follow();
    for (let times = 0; times < 20; times++) await change(alarm, (before) => ({ ...before, details: { times } }));
    const updates = [await client.next()];
    while (updates.at(-1)?.update[0].details.times !== 19) updates.push(await client.next());
    expect(updates.length).toBeLessThan(15);
  });

  it.each([
    [{ pageLink: null }, 'Entity Data Page link must be specified.'],
    [{ pageLink: { pageSize: 1, page: 0, sortOrder: { key: { type: 'ALARM_FIELD', key: 'x' } } } }, "sorted by 'x'"],
    [{ entityFilter: { type: 'entityType', entityType: 'ALARM' } }, 'can not be queried'],
  ])('is refused with %o', async (more, message) => {
    const client = await sockets.connect();
    client.send({ alarmDataCmds: [{ cmdId: 5, query: query({}, more) }] });
    expect(await client.next()).toMatchObject({ errorCode: 2, errorMsg: expect.stringContaining(message), data: null });
  });

  it('does not mix tenants', async () => {
    const foreign = entityId('DEVICE', sockets.second.id);
    await raise('Foreign', { tenantId: entityId('TENANT', NULL_UUID) }, foreign);
    const { first } = await follow();
    expect(first.data.data).toEqual([]);
  });
});
