import { Readable } from 'node:stream';
import type { ExportFormat } from '@signalbox/contract/list-export';
import type { Cell } from './cells.ts';
import { csvFile } from './csv-file.ts';
import { xlsxFile } from './xlsx-file.ts';

/** Media types of the files. */
export const FILE_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Rows as a file of a kind, which is written as it is read. */
export function fileOf(format: ExportFormat, titles: readonly string[], pages: AsyncIterable<Cell[][]>): Readable {
  return format === 'csv' ? Readable.from(csvFile(titles, pages)) : xlsxFile(titles, pages);
}
