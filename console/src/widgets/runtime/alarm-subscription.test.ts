import type { AlarmData } from '@signalbox/contract/entity-query';
import { expect, it } from 'vitest';
import type { LiveListener, LiveMessage } from '../../api/live-socket.ts';
import { createAlarmSubscription } from './alarm-subscription.ts';

const alarm = (id: string, severity: string) =>
  ({
    id: { entityType: 'ALARM', id },
    severity,
    latest: { ATTRIBUTE: { a: { ts: 1, value: '1' } } },
  }) as unknown as AlarmData;

function start() {
  let listener: LiveListener | undefined;
  const alarmSource = { type: 'entity' as const, entityAliasId: 'a', dataKeys: [] };
  const subscription = createAlarmSubscription(
    {
      source: {
        ...{ datasource: alarmSource, aliasName: 'Houses', keyFilters: [], singleEntity: false },
        entityFilter: { type: 'deviceType', deviceType: 'climate' },
      },
      window: { realtime: { timewindowMs: 60_000, interval: 1000 }, aggregation: { type: 'NONE', limit: 100 } },
      pageLink: {
        ...{ pageSize: 10, page: 0, textSearch: null, dynamic: true },
        sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' },
        alarms: { statusList: [], severityList: [], typeList: [], searchPropagatedAlarms: true },
      },
    },
    {
      live: {
        subscribe(_kind, _start, given) {
          listener = given;
          return { send: () => undefined, unsubscribe: () => undefined };
        },
      },
      frames: { request: (task) => task.run(), cancel: () => undefined },
      ...{ now: () => 0, serverOffset: 0, maxDatapoints: 500, failureText: String, wait: () => () => undefined },
    },
  );
  const receive = (...alarms: AlarmData[]) => {
    const data = { data: structuredClone(alarms), totalElements: alarms.length, hasNext: false };
    listener?.message({ cmdUpdateType: 'ALARM_DATA', errorCode: 0, data } as unknown as LiveMessage);
    return subscription.get().alarms;
  };
  return receive;
}

it('a page that comes again replaces only the alarms that have changed, so that the others are not drawn again', () => {
  const receive = start();
  const [first, second] = receive(alarm('1', 'MAJOR'), alarm('2', 'MINOR'));
  const next = receive(alarm('3', 'WARNING'), alarm('1', 'MAJOR'), alarm('2', 'CRITICAL'));
  expect(next.map(({ severity }) => severity)).toEqual(['WARNING', 'MAJOR', 'CRITICAL']);
  expect(next[1]).toBe(first);
  expect(next[2]).not.toBe(second);
});
