import { CALENDAR_LENGTH } from '@signalbox/contract/calendar-interval';
import type { EntityData } from '@signalbox/contract/entity-query';
import type { SeriesSource, WidgetDataOf } from '@signalbox/contract/widget-data';
import type { ValueRights } from '../../access/value-rights.ts';
import { badRequest } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { SeriesHistory } from '../../telemetry/series-store.ts';
import type { Cell } from '../cells.ts';
import { type FindParts, foundEntities, nameOf } from './found-entities.ts';
import { type TimeText, timeTextIn } from './local-time.ts';
import { mergedSeries } from './merged-series.ts';
import { cellOfText, cellOfValue } from './value-cells.ts';

export interface SeriesParts {
  queries: FindParts;
  history: SeriesHistory;
}

/** Buckets of a series; those of the calendar are counted one by one. */
const MAX_BUCKETS = 1_000_000;
const MAX_CALENDAR_BUCKETS = 50_000;

/** A row for each time at which an entity has a value: time, entity, period, and the values of the keys. */
export function seriesRows(
  parts: SeriesParts,
  user: SecurityUser,
  { titles, columns, sources }: WidgetDataOf<'timeseries'>,
  text: TimeText,
): { titles: string[]; rows: AsyncGenerator<Cell[]> } {
  for (const { startTs, endTs, aggregation, interval, calendar } of sources) {
    if (endTs < startTs) throw badRequest(`Incorrect time range: endTs ${endTs} is before startTs ${startTs}.`);
    if (aggregation === 'NONE') continue;
    // Refuses a zone that there is not.
    if (calendar) timeTextIn(calendar.zone);
    const max = calendar ? MAX_CALENDAR_BUCKETS : MAX_BUCKETS;
    const length = calendar ? CALENDAR_LENGTH[calendar.interval] : interval;
    if ((endTs - startTs) / length > max) {
      throw badRequest(`More than ${max} intervals are too many. Please take a longer interval.`);
    }
  }
  const hasPeriods = titles.period !== undefined;
  const heads = [titles.time, titles.entity, ...(hasPeriods ? [titles.period as string] : [])];

  async function* rowsOf(source: SeriesSource, entity: EntityData, rights: ValueRights): AsyncGenerator<Cell[]> {
    const { entityId, latest } = entity;
    const series = source.keys.filter(({ type, key }) => type === 'TIME_SERIES' && rights.mayRead(entityId, key));
    const first: Cell[] = [nameOf(entity), ...(hasPeriods ? [source.period ?? null] : [])];
    // What is no series is the same in each row.
    const always: Cell[] = columns.map(() => null);
    for (const { type, key, column } of source.keys) {
      if (type !== 'TIME_SERIES') always[column] = cellOfText(latest[type]?.[key]);
    }
    const names = [...new Set(series.map(({ key }) => key))];
    const { startTs, endTs, aggregation, interval, calendar } = source;
    const isByCalendar = calendar && aggregation !== 'NONE';
    const range = { startTs, endTs, aggregation, interval, ...(isByCalendar ? { calendar } : {}) };
    for await (const row of mergedSeries((query) => parts.history.read(entityId, query), names, range)) {
      const cells = [...always];
      for (const { key, column } of series) {
        const value = row.values[names.indexOf(key)];
        if (value) cells[column] = cellOfValue(value);
      }
      yield [text(row.ts), ...first, ...cells];
    }
  }

  async function* rows(): AsyncGenerator<Cell[]> {
    for (const source of sources) {
      const looked = { ...source, keys: source.keys.filter(({ type }) => type !== 'TIME_SERIES') };
      for await (const { entities, rights } of foundEntities(parts.queries, user, looked)) {
        for (const entity of entities) yield* rowsOf(source, entity, rights);
      }
    }
  }

  return { titles: [...heads, ...columns], rows: rows() };
}
