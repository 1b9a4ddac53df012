import {
  type ImportColumn,
  type ImportColumnType,
  type ImportRequest,
  isKeyedColumnType,
  type KeyedColumnType,
} from '@signalbox/contract/bulk-import';
import type { CsvRecord } from '@signalbox/contract/csv';
import { badRequest } from '../http/errors.ts';
import type { KeyValue } from '../values/value.ts';
import { requireKey } from '../values/value-rules.ts';
import { valueOfCell } from './import-values.ts';

/** A line of an imported file: what its cells that are not empty say. */
export interface ImportLine {
  /** Number of the line in the file. */
  line: number;
  /** Texts of the columns that a file has once, trimmed. */
  cells: Partial<Readonly<Record<ImportColumnType, string>>>;
  /** Attributes and telemetry. */
  values: Readonly<Record<KeyedColumnType, KeyValue[]>>;
}

/**
 * Checks what the columns are.
 * @throws ApiError 400 / 31
 */
export function requireColumns(columns: ImportRequest['mapping']['columns']): void {
  columns.forEach(({ type, key }, at) => {
    if (!isKeyedColumnType(type)) return;
    if (!key?.trim()) throw badRequest(`Column ${at + 1} (${type}) needs a key.`);
    requireKey(key.trim());
  });
}

/**
 * Reads a line by its columns.
 * @throws ApiError 400 / 31 when it has more cells than there are columns
 */
export function toImportLine({ line, cells }: CsvRecord, columns: readonly ImportColumn[]): ImportLine {
  if (cells.length > columns.length) {
    throw badRequest(`The line has ${cells.length} cells for ${columns.length} columns.`);
  }
  const texts: Partial<Record<ImportColumnType, string>> = {};
  const values: ImportLine['values'] = { SHARED_ATTRIBUTE: [], SERVER_ATTRIBUTE: [], TIMESERIES: [] };
  for (let at = 0; at < cells.length; at++) {
    const cell = (cells[at] as string).trim();
    if (cell === '') continue;
    const { type, key } = columns[at] as ImportColumn;
    if (type === 'IGNORED') continue;
    if (isKeyedColumnType(type)) values[type].push({ key: (key as string).trim(), value: valueOfCell(cell) });
    else texts[type] = cell;
  }
  return { line, cells: texts, values };
}

export const saysGateway = (cell: string): boolean => cell.toLowerCase() === 'true';

/** `additionalInfo` with what the line says of it; the same object when it says nothing new. */
export function withInfo(
  before: Record<string, unknown> | null | undefined,
  { cells }: ImportLine,
): Record<string, unknown> | null {
  const own = before !== null && typeof before === 'object' && !Array.isArray(before) ? before : undefined;
  const said: Record<string, unknown> = {};
  if (cells.DESCRIPTION !== undefined) said.description = cells.DESCRIPTION;
  if (cells.IS_GATEWAY !== undefined) said.gateway = saysGateway(cells.IS_GATEWAY);
  const isNew = Object.entries(said).some(([name, value]) => own?.[name] !== value);
  return isNew ? { ...own, ...said } : (before ?? null);
}
