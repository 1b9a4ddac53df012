import type { AlarmData } from '@signalbox/contract/entity-query';
import type { DataKey } from '../model.ts';
import { byAnyName, receivedValue } from '../runtime/values.ts';

const TIMES: readonly string[] = ['createdTime', 'startTime', 'endTime', 'ackTime', 'clearTime'];
const FIELDS: Readonly<Record<string, (alarm: AlarmData) => unknown>> = {
  createdTime: ({ createdTime }) => createdTime,
  startTime: ({ startTs }) => startTs,
  endTime: ({ endTs }) => endTs,
  ackTime: ({ ackTs }) => ackTs,
  clearTime: ({ clearTs }) => clearTs,
  originator: ({ originatorName }) => originatorName,
  originatorType: ({ originator }) => originator.entityType,
  type: ({ type }) => type,
  severity: ({ severity }) => severity,
  status: ({ status }) => status,
};

export const isTime = (key: DataKey): boolean => key.type === 'alarm' && TIMES.includes(key.name);

/** A member of the details by its path; undefined where there is none. */
function detail(details: unknown, path: readonly string[]): unknown {
  let value = details;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

const LATEST_TYPES: Readonly<Record<string, 'ATTRIBUTE' | 'ENTITY_FIELD' | 'TIME_SERIES'>> = {
  attribute: 'ATTRIBUTE',
  entityField: 'ENTITY_FIELD',
  timeseries: 'TIME_SERIES',
};

/** The value of a key for an alarm: a field of it, a part of its details, or a value of its entity. */
export function alarmValue(alarm: AlarmData, key: DataKey): unknown {
  if (key.type === 'alarm') {
    if (key.name.startsWith('details.')) return detail(alarm.details, key.name.slice('details.'.length).split('.'));
    return Object.hasOwn(FIELDS, key.name) ? FIELDS[key.name]?.(alarm) : undefined;
  }
  const type = LATEST_TYPES[key.type];
  const value = type && alarm.latest[type]?.[key.name]?.value;
  return value === undefined || value === null ? undefined : receivedValue(value);
}

/** An alarm as the functions of settings see it: its fields, and the values of its entity by their labels. */
export function plainAlarm(alarm: AlarmData, keys: readonly DataKey[]): Record<string, unknown> {
  const { latest: _, ...fields } = alarm;
  const plain = byAnyName<unknown>(fields);
  for (const key of keys) if (key.type !== 'alarm') plain[key.label ?? key.name] = alarmValue(alarm, key);
  return plain;
}
