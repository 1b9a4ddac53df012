import type { Alarm } from '@signalbox/contract/alarm';
import { NULL_UUID } from '@signalbox/contract/id';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type LiveSockets, openLiveSockets } from '../../test/live-sockets.ts';
import { newAlarm } from '../alarms/alarm-changes.ts';

let sockets: LiveSockets;
beforeAll(async () => {
  sockets = await openLiveSockets();
});
afterEach(() => sockets.disconnect());
afterAll(() => sockets.close());

/** An alarm of a device has changed. @param places what it is propagated to */
function tell(originator: Alarm['originator'], customerId: string, places: readonly string[] = []): void {
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
  const { tenantId } = sockets;
  const alarm = newAlarm({ tenantId, originator, customerId, type: 'Hot' }, raised, Date.now());
  sockets.liveBus.publish({ kind: 'alarm', action: 'created', tenantId, entityId: originator, alarm, places });
}

const told = (cmdId: number) => ({ cmdId, errorCode: 0, errorMsg: null, cmdUpdateType: 'ALARM_CHANGES' });

async function follow(token: string, ...commands: object[]) {
  const client = await sockets.connect(token);
  client.send({ alarmChangesCmds: commands });
  const first = [];
  for (const _ of commands) first.push(await client.next());
  return { client, first };
}

it('tells of changes of everything that a user sees, once for those that come together', async () => {
  const { client, first } = await follow('admin', { cmdId: 1 });
  expect(first).toEqual([told(1)]);
  tell(sockets.second, NULL_UUID);
  tell(sockets.device, sockets.customerId);
  expect(await client.next()).toEqual(told(1));
  // Nothing else has come before the answer to what is asked next.
  client.send({ alarmChangesCmds: [{ cmdId: 2 }] });
  expect(await client.next()).toEqual(told(2));
});

it('tells users of a customer of its alarms alone', async () => {
  const { client } = await follow('customer', { cmdId: 1 });
  tell(sockets.second, NULL_UUID);
  client.send({ alarmChangesCmds: [{ cmdId: 2, entityId: sockets.device }] });
  expect(await client.next()).toEqual(told(2));
  tell(sockets.device, sockets.customerId);
  const both = [await client.next(), await client.next()];
  expect(both).toContainEqual(told(1));
  expect(both).toContainEqual(told(2));
});

it('tells of changes about an entity, and of those that are propagated to it', async () => {
  const { client } = await follow('admin', { cmdId: 1, entityId: sockets.device });
  tell(sockets.second, NULL_UUID);
  tell(sockets.second, NULL_UUID, [sockets.device.id]);
  expect(await client.next()).toEqual(told(1));
  client.send({ alarmChangesUnsubscribeCmds: [{ cmdId: 1 }], alarmChangesCmds: [{ cmdId: 3 }] });
  expect(await client.next()).toEqual(told(3));
  tell(sockets.device, sockets.customerId);
  expect(await client.next()).toEqual(told(3));
});

it('is refused for what a user may not see', async () => {
  const { first } = await follow(
    'customer',
    { cmdId: 1, entityId: sockets.second },
    { cmdId: 2, entityId: { id: 'x' } },
  );
  expect(first).toContainEqual({ ...told(1), errorCode: 3, errorMsg: expect.any(String) });
  expect(first).toContainEqual({ ...told(2), errorCode: 2, errorMsg: expect.any(String) });
});
