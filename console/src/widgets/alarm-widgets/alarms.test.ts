import type { AlarmData } from '@signalbox/contract/entity-query';
import { describe, expect, it } from 'vitest';
import type { DataKey, Widget, WidgetConfig } from '../model.ts';
import { alarmPage, allowedActions, configuredAlarms, firstAlarmSort } from './alarm-page.ts';
import { alarmValue, plainAlarm } from './alarm-values.ts';

const key = (name: string, type: DataKey['type'] = 'alarm', label = name): DataKey => ({ name, type, label });
const KEYS = [key('createdTime'), key('type', 'alarm', 'What'), key('t', 'timeseries', 'Temperature')];

function widget(config: Partial<WidgetConfig> = {}): Widget {
  const alarmSource = { type: 'entity' as const, entityAliasId: 'a', dataKeys: KEYS };
  return {
    id: 'w',
    bundleAlias: 'alarm_widgets',
    typeAlias: 'alarms_table',
    type: 'alarm',
    ...{ sizeX: 8, sizeY: 6, row: 0, col: 0 },
    config: { alarmSource, ...config },
  };
}

const ALARM = {
  createdTime: 5,
  ackTs: 7,
  type: 'Hot',
  severity: 'MAJOR',
  status: 'ACTIVE_ACK',
  originator: { entityType: 'DEVICE', id: 'd' },
  originatorName: 'Pump',
  details: { a: { b: [1] }, constructor: 'x' },
  latest: { TIME_SERIES: { t: { ts: 1, value: '21.5' } }, ATTRIBUTE: { on: { ts: 1, value: 'true' } } },
} as unknown as AlarmData;

describe('a table of alarms', () => {
  it('asks for the order of its settings: by label, or by name', () => {
    expect(firstAlarmSort(widget())).toEqual({ column: 'key 0', direction: 'DESC' });
    expect(firstAlarmSort(widget({ settings: { defaultSortOrder: '-Temperature' } })).column).toBe('key 2');
    const byType = alarmPage(
      widget({ settings: { defaultSortOrder: '+type', defaultPageSize: 5 } }),
      undefined,
      2,
      'x',
    );
    expect(byType).toMatchObject({
      ...{ page: 2, pageSize: 5, textSearch: 'x' },
      sortOrder: { key: { type: 'ALARM_FIELD', key: 'type' }, direction: 'ASC' },
    });
    const unknown = alarmPage(widget({ settings: { defaultSortOrder: 'nothing' } }));
    expect(unknown.sortOrder).toEqual({ key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' });
  });

  it('takes the alarms of its configuration, of older dashboards as well', () => {
    const all = { statusList: [], severityList: [], typeList: [], searchPropagatedAlarms: true };
    expect(configuredAlarms({})).toEqual(all);
    expect(configuredAlarms({ alarmSearchStatus: 'ANY' })).toEqual(all);
    expect(configuredAlarms({ alarmSearchStatus: 'ACTIVE' }).statusList).toEqual(['ACTIVE']);
    expect(configuredAlarms({ alarmStatusList: ['ACK'], searchPropagatedAlarms: false })).toMatchObject({
      ...{ statusList: ['ACK'], searchPropagatedAlarms: false },
    });
  });

  it('reads fields, parts of the details and values of the entity', () => {
    const of = (name: string, type?: DataKey['type']) => alarmValue(ALARM, key(name, type));
    expect([of('createdTime'), of('ackTime'), of('originator'), of('originatorType')]).toEqual([
      ...[5, 7, 'Pump', 'DEVICE'],
    ]);
    expect([of('details.a.b'), of('details.a.c.d'), of('details.toString'), of('toString')]).toEqual([
      ...[[1], undefined, undefined, undefined],
    ]);
    expect([of('t', 'timeseries'), of('on', 'attribute'), of('none', 'attribute')]).toEqual([21.5, 'true', undefined]);
    expect(plainAlarm(ALARM, KEYS)).toMatchObject({ type: 'Hot', Temperature: 21.5 });
    expect(plainAlarm(ALARM, KEYS)).not.toHaveProperty('latest');
  });

  it('selects nothing where nothing may be done', () => {
    expect(allowedActions({})).toEqual({ acknowledge: true, clear: true, select: true });
    expect(allowedActions({ allowClear: false, allowAcknowledgment: false }).select).toBe(false);
    expect(allowedActions({ enableSelection: false }).select).toBe(false);
  });
});
