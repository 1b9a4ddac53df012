import type { AlarmData } from '@signalbox/contract/entity-query';
import type { ShownKey, WidgetDataOf } from '@signalbox/contract/widget-data';
import type { SecurityUser } from '../../http/security-user.ts';
import type { AlarmDataQueries, AlarmEntities } from '../../query/alarm-data-queries.ts';
import type { Cell } from '../cells.ts';
import type { TimeText } from './local-time.ts';
import { cellOfText } from './value-cells.ts';

export interface AlarmParts {
  alarmQueries: AlarmDataQueries;
}

/** Alarms that are read at a time. */
const PAGE_SIZE = 500;

/** Times of an alarm by the names that tables know them by. */
const TIMES: Readonly<Record<string, 'createdTime' | 'startTs' | 'endTs' | 'ackTs' | 'clearTs'>> = {
  createdTime: 'createdTime',
  startTs: 'startTs',
  startTime: 'startTs',
  endTs: 'endTs',
  endTime: 'endTs',
  ackTs: 'ackTs',
  ackTime: 'ackTs',
  clearTs: 'clearTs',
  clearTime: 'clearTs',
};

function cellOfAlarm(alarm: AlarmData, { type, key }: ShownKey, text: TimeText): Cell {
  if (type === 'ENTITY_FIELD') return alarm.latest.ENTITY_FIELD?.[key]?.value ?? null;
  if (type !== 'ALARM_FIELD') return cellOfText(alarm.latest[type]?.[key]);
  const time = TIMES[key];
  if (time) return alarm[time] > 0 ? text(alarm[time]) : null;
  switch (key) {
    case 'originator':
      return alarm.originatorName;
    case 'originatorType':
      return alarm.originator.entityType;
    case 'originatorId':
      return alarm.originator.id;
    case 'type':
    case 'severity':
    case 'status':
      return alarm[key];
    case 'details':
      return alarm.details === null || alarm.details === undefined ? null : JSON.stringify(alarm.details);
    default:
      return detailOf(alarm.details, key);
  }
}

/** Other names are members of the details. */
function detailOf(details: unknown, key: string): Cell {
  const found =
    typeof details === 'object' && details !== null && Object.hasOwn(details, key)
      ? (details as Record<string, unknown>)[key]
      : undefined;
  if (found === undefined || found === null) return null;
  if (typeof found === 'string' || typeof found === 'boolean') return found;
  return typeof found === 'number' && Number.isFinite(found) ? found : JSON.stringify(found);
}

/** A row for each alarm that a table finds, in its order. */
export function alarmRows(
  { alarmQueries }: AlarmParts,
  user: SecurityUser,
  { columns, keys, query, pageLink }: WidgetDataOf<'alarms'>,
  text: TimeText,
): { titles: string[]; rows: AsyncGenerator<Cell[]> } {
  const named = keys.map(({ type, key }) => ({ type, key }));
  const now = Date.now();
  // Those that come meanwhile would move the others to the next page, where they would be again.
  const { timeWindow } = pageLink;
  const fixed = {
    timeWindow: 0,
    startTs: timeWindow > 0 ? Math.max(0, now - timeWindow) : pageLink.startTs,
    endTs: pageLink.endTs || now,
  };
  const requested = {
    ...query,
    entityFields: named.filter(({ type }) => type === 'ENTITY_FIELD'),
    latestValues: named.filter(({ type }) => type !== 'ENTITY_FIELD' && type !== 'ALARM_FIELD'),
    alarmFields: named.filter(({ type }) => type === 'ALARM_FIELD'),
  };

  async function* rows(): AsyncGenerator<Cell[]> {
    let entities: AlarmEntities | undefined;
    /** Of the page before. */
    let known = new Set<string>();
    for (let page = 0; ; page++) {
      const link = { ...pageLink, ...fixed, page, pageSize: PAGE_SIZE };
      const found = await alarmQueries.find(user, { ...requested, pageLink: link }, { entities });
      entities = found.entities;
      for (const alarm of found.page.data) {
        if (known.has(alarm.id.id)) continue;
        const cells: Cell[] = columns.map(() => null);
        for (const key of keys) cells[key.column] = cellOfAlarm(alarm, key, text);
        yield cells;
      }
      known = new Set(found.page.data.map(({ id }) => id.id));
      if (!found.page.hasNext) return;
    }
  }

  return { titles: [...columns], rows: rows() };
}
