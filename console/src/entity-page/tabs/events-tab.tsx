import { MenuItem, Select } from '@mui/material';
import { type Event as EntityEvent, EVENT_TYPES, type EventType } from '@signalbox/contract/event';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityRef } from '../../api/entity-ref.ts';
import { getEvents } from '../../api/events.ts';
import { Ago } from '../../controls/ago.tsx';
import { LongText } from '../../controls/long-text.tsx';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import type { Column } from '../columns.ts';
import { useTabAddress } from '../tab-address.ts';
import type { ExportedColumn } from '../use-export-action.ts';
import { eventFilter, FILTER_FIELDS } from './event-filter.ts';
import { EventFilters } from './event-filters.tsx';
import { TimedList } from './timed-list.tsx';

/** Members of the body that are columns, by type of event: name, minimum width in px, priority. */
const COLUMNS: Readonly<Record<EventType, readonly (readonly [name: string, width: number, priority: number])[]>> = {
  ERROR: [
    ['method', 100, 1],
    ['error', 150, 2],
    ['server', 130, 3],
  ],
  LC_EVENT: [
    ['event', 90, 0],
    ['success', 80, 0],
    ['error', 120, 2],
    ['server', 130, 3],
  ],
  STATS: [
    ['messagesProcessed', 90, 0],
    ['errorsOccurred', 80, 0],
    ['server', 130, 3],
  ],
  DEBUG_RULE_NODE: [
    ['type', 60, 0],
    ['msgType', 170, 0],
    ['relationType', 90, 1],
    ['entityName', 90, 2],
    ['error', 140, 4],
    ['msgId', 130, 6],
    ['server', 110, 5],
  ],
  DEBUG_RULE_CHAIN: [
    ['message', 200, 0],
    ['error', 120, 2],
    ['server', 130, 3],
  ],
};
/** Members that are too long for a line. */
const LONG = ['data', 'metadata', 'error'] as const;

const isFailed = ({ body }: EntityEvent) =>
  body.success === false || (typeof body.error === 'string' && body.error !== '');

function cellOf(t: TFunction, name: string, event: EntityEvent) {
  const value = event.body[name];
  if (name === 'success') {
    return (
      <span className={value === true ? 'good' : 'bad'}>{t(value === true ? 'audit.success' : 'audit.failure')}</span>
    );
  }
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'number') return <span className="num">{formatNumber(value)}</span>;
  if (name === 'entityName') return t(`entityType.${String(value)}`);
  const text = String(value);
  return (
    <span className={name === 'error' ? 'bad' : undefined} title={text}>
      {text}
    </span>
  );
}

/** Keys sorted, so that events read alike. */
function inOrder(metadata: unknown): unknown {
  if (typeof metadata !== 'string') return metadata;
  try {
    const parsed = JSON.parse(metadata) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(parsed).sort(([one], [other]) => one.localeCompare(other)));
  } catch {
    return metadata;
  }
}

/** Columns of the file: those of the table, and what stands below its rows. */
function exportedColumns(t: TFunction, type: EventType): ExportedColumn[] {
  const names = COLUMNS[type].map(([name]) => name);
  const below = type === 'DEBUG_RULE_NODE' ? LONG.filter((name) => !names.includes(name)) : [];
  return [
    { exported: 'createdTime', title: t('timed.time') },
    ...[...names, ...below].map((name) => ({ exported: `body.${name}`, title: t(`event.fields.${name}`) })),
  ];
}

/** What the platform recorded about an entity: errors, life cycle, statistics, debug. */
export function EventsTab(props: { entity: EntityRef; tenantId: string }) {
  const { t } = useTranslation();
  const address = useTabAddress();
  const type = address.oneOf<EventType>('type', EVENT_TYPES);
  const filter = eventFilter(type, address.get);
  const filtered = Object.keys(filter).length > 1;
  const withoutFilters = Object.fromEntries(FILTER_FIELDS[type].map(({ name }) => [name, undefined]));
  const columns = useMemo<Column<EntityEvent>[]>(
    () => [
      {
        id: 'time',
        title: t('timed.time'),
        width: 88,
        priority: 0,
        cell: (event) => <Ago ts={event.createdTime} />,
      },
      ...COLUMNS[type].map(
        ([name, width, priority]): Column<EntityEvent> => ({
          id: name,
          title: t(`event.fields.${name}`),
          width,
          priority,
          align: type === 'STATS' && name !== 'server' ? 'end' : undefined,
          cell: (event) => cellOf(t, name, event),
        }),
      ),
    ],
    [t, type],
  );
  return (
    <TimedList
      address={address}
      label={t(`event.types.${type}`)}
      queryKey={['events', props.entity, filter]}
      load={(page) => getEvents(props.entity, props.tenantId, filter, page)}
      columns={columns}
      exported={{ name: 'events', columns: exportedColumns(t, type) }}
      details={(event) =>
        LONG.filter((name) => event.body[name] !== undefined && event.body[name] !== '').map((name) => (
          <LongText
            key={name}
            label={t(`event.fields.${name}`)}
            value={name === 'metadata' ? inOrder(event.body[name]) : event.body[name]}
          />
        ))
      }
      nameOf={(event) => `${t(`event.types.${type}`)}, ${formatDateTime(event.createdTime)}`}
      isFailed={isFailed}
      empty={{ title: t('event.empty'), text: t('event.emptyText') }}
      onClear={filtered ? () => address.change(withoutFilters) : undefined}
    >
      <Select
        size="small"
        value={type}
        onChange={(event) => {
          // Otherwise the filters of another type would come back with it.
          address.change({ ...withoutFilters, type: event.target.value });
        }}
        inputProps={{ 'aria-label': t('event.type') }}
        sx={{ minWidth: 150 }}
      >
        {EVENT_TYPES.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`event.types.${one}`)}
          </MenuItem>
        ))}
      </Select>
      <EventFilters key={type} type={type} address={address} />
    </TimedList>
  );
}
