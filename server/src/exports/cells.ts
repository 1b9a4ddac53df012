import type { MadeColumns } from '@signalbox/contract/list-export';

/** What a cell of an exported list holds. */
export type Cell = string | number | boolean | null;

/** Members that are times in epoch ms; 0 stands for never. */
const TIMES: ReadonlySet<string> = new Set([
  ...['createdTime', 'lastActivityTime', 'lastUpdateTs'],
  ...['startedTime', 'endedTime', 'lastTime', 'nextTime', 'startTs', 'endTs', 'ackTs', 'clearTs'],
]);

/** Members that hold JSON of any shape. */
const JSONS: ReadonlySet<string> = new Set(['details', 'actionData', 'additionalInfo', 'body']);

/** A cell of a row: made of it and of what is known beside it, or a member of it by its path. */
export function exportedCell(row: unknown, column: string, made: MadeColumns | undefined, beside: unknown): Cell {
  const make = made && Object.hasOwn(made, column) ? made[column] : undefined;
  return make ? make(row as never, beside as never) : cellOf(row, column);
}

/** A member of a row by its path; of what is not a plain value the part that people can read. */
export function cellOf(row: unknown, path: string): Cell {
  let value: unknown = row;
  for (const name of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  if (value === undefined || value === null) return null;
  if (TIMES.has(path)) {
    const time = new Date(Number(value));
    return Number(value) > 0 && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
  }
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (JSONS.has(path)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(titleOf).join(', ');
  return titleOf(value);
}

/** The id of an id, the title of a customer, a text as it is, the JSON of anything else. */
function titleOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { id, title } = (value ?? {}) as { id?: unknown; title?: unknown };
  if (typeof title === 'string') return title;
  return typeof id === 'string' ? id : JSON.stringify(value);
}
