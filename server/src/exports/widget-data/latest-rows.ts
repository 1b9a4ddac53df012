import type { LatestSource, WidgetDataOf } from '@signalbox/contract/widget-data';
import type { SecurityUser } from '../../http/security-user.ts';
import type { EntityQueryService } from '../../query/entity-query-service.ts';
import type { Cell } from '../cells.ts';
import { type FindParts, foundEntities, nameOf } from './found-entities.ts';
import type { TimeText } from './local-time.ts';
import { cellOfText } from './value-cells.ts';

export interface LatestParts {
  queries: FindParts & Pick<EntityQueryService, 'count'>;
}

/** Fields of entities that are times. */
const TIMES: ReadonlySet<string> = new Set(['createdTime', 'lastActivityTime']);

/** A row for each entity: its name and its newest values, with their times where these are wanted. */
export function latestRows(
  { queries }: LatestParts,
  user: SecurityUser,
  { titles, columns, sources }: WidgetDataOf<'latest'>,
  text: TimeText,
): { titles: string[]; rows: AsyncGenerator<Cell[]> } {
  const ofTime = titles.time;
  const heads =
    ofTime === undefined ? columns : columns.flatMap((column) => [column, ofTime.replace('{{column}}', () => column)]);
  const width = ofTime === undefined ? 1 : 2;

  async function* rowsOf(source: LatestSource): AsyncGenerator<Cell[]> {
    if (source.count) {
      const cells: Cell[] = heads.map(() => null);
      const total = await queries.count(user, source.query);
      for (const { column } of source.keys) cells[column * width] = total;
      yield [null, ...cells];
      return;
    }
    for await (const { entities } of foundEntities(queries, user, source)) {
      for (const entity of entities) {
        const cells: Cell[] = heads.map(() => null);
        for (const { type, key, column } of source.keys) {
          const value = entity.latest[type]?.[key];
          const isField = type === 'ENTITY_FIELD';
          const isTime = isField && TIMES.has(key) && Number(value?.value) > 0;
          cells[column * width] = isTime
            ? text(Number(value?.value))
            : isField
              ? (value?.value ?? null)
              : cellOfText(value);
          if (width === 2 && !isField && value && value.ts > 0) cells[column * width + 1] = text(value.ts);
        }
        yield [nameOf(entity), ...cells];
      }
    }
  }

  async function* rows(): AsyncGenerator<Cell[]> {
    for (const source of sources) yield* rowsOf(source);
  }

  return { titles: [titles.entity, ...heads], rows: rows() };
}
