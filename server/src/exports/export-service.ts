import { Readable } from 'node:stream';
import type { ExportFormat, ListExport } from '@signalbox/contract/list-export';
import type { PageData } from '@signalbox/contract/page';
import type pg from 'pg';
import type { Logger } from 'pino';
import { badRequest, tooManyRequests } from '../http/errors.ts';
import type { CallAs, CallInput } from '../http/route-caller.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { createListWalk, withWalk } from '../storage/list-walk.ts';
import { type Cell, cellOf } from './cells.ts';
import { csvFile } from './csv-file.ts';
import { MAX_SHEET_ROWS, xlsxFile } from './xlsx-file.ts';

/** Rows that are in memory at a time. */
const PAGE_SIZE = 500;
/** Exports at the same time; each has a connection to the database. */
const MAX_EXPORTS = { perTenant: 2, total: 3 };
/** ms without a row being read by the client after which an export ends. */
const MAX_PAUSE = 60_000;
/** ms after which an export ends, read or not: the database keeps what it reads as it was. */
const MAX_TIME = 30 * 60_000;

export interface ExportParts {
  pool: pg.Pool;
  callAs: CallAs;
  log: Logger;
}

/** What a file is to hold. */
export interface ExportRequest {
  params: NonNullable<CallInput['params']>;
  /** Filters, search and order of the list. */
  query: NonNullable<CallInput['query']>;
  format: ExportFormat;
  /** undefined: all that the list has. */
  columns: readonly string[] | undefined;
  titles: readonly string[] | undefined;
}

/** A file under way. */
export interface ExportFile {
  name: string;
  type: string;
  content: Readable;
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Sends whole lists as files: page by page, as fast as the client reads, with the calls that show the list. */
export function createExportService({ pool, callAs, log }: ExportParts) {
  /** tenant → its exports under way */
  const underWay = new Map<string, number>();
  let total = 0;

  /** @throws ApiError 429 when too many are under way @returns gives the place back, once */
  function takePlace(tenantId: string): () => void {
    const own = underWay.get(tenantId) ?? 0;
    if (own >= MAX_EXPORTS.perTenant || total >= MAX_EXPORTS.total) {
      throw tooManyRequests('Too many exports are under way. Please try again later.', 5);
    }
    underWay.set(tenantId, own + 1);
    total++;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      total--;
      const left = (underWay.get(tenantId) ?? 1) - 1;
      if (left === 0) underWay.delete(tenantId);
      else underWay.set(tenantId, left);
    };
  }

  /** Rows of the list, in its order and as they were at the beginning. */
  async function* pagesOf(
    user: SecurityUser,
    { list, name, always }: ListExport,
    request: ExportRequest,
    columns: readonly string[],
  ): AsyncGenerator<Cell[][]> {
    const walk = createListWalk(pool, PAGE_SIZE);
    const query = withWalk({ ...request.query, ...always, pageSize: PAGE_SIZE, page: 0 }, walk);
    try {
      while (!walk.isAtEnd()) {
        const before = walk.reads();
        const page = (await callAs(user, list, { params: request.params, query })) as PageData<unknown>;
        if (walk.reads() === before) throw new Error(`${list.path} does not read walks`);
        yield page.data.map((row) => columns.map((column) => cellOf(row, column)));
      }
    } catch (error) {
      log.warn({ err: error, list: name }, 'a list could not be exported to its end');
      throw error;
    } finally {
      await walk.close();
    }
  }

  /** Ends a file that nobody reads any further, or that takes too long. */
  function watch(content: Readable): void {
    let seen = 0;
    let read = 0;
    content.on('data', (chunk: string | Buffer) => {
      read += chunk.length;
    });
    content.pause();
    const end = setTimeout(() => content.destroy(new Error('the export took too long')), MAX_TIME).unref();
    const look = setInterval(() => {
      if (read === seen) content.destroy(new Error('nobody reads the export'));
      seen = read;
    }, MAX_PAUSE).unref();
    content.once('close', () => {
      clearTimeout(end);
      clearInterval(look);
    });
  }

  return {
    /**
     * Begins to send a list.
     * @throws ApiError what the list throws, 429 when too many exports are under way, 400 / 31 for more rows than fit
     */
    async start(user: SecurityUser, exported: ListExport, request: ExportRequest): Promise<ExportFile> {
      const release = takePlace(user.tenantId);
      try {
        const { format, params, query } = request;
        // Refuses what the list refuses, while that can still be said.
        const first = (await callAs(user, exported.list, {
          params,
          query: { ...query, pageSize: 1, page: 0 },
        })) as PageData<unknown>;
        if (format === 'xlsx' && first.totalElements > MAX_SHEET_ROWS) {
          throw badRequest(`A spreadsheet holds ${MAX_SHEET_ROWS} rows, and the list has more. Please use CSV.`);
        }
        const columns = request.columns ?? exported.columns;
        const titles = columns.map((column, at) => request.titles?.[at] ?? column);
        const pages = pagesOf(user, exported, request, columns);
        const content = format === 'csv' ? Readable.from(csvFile(titles, pages)) : xlsxFile(titles, pages);
        watch(content);
        content.once('close', release);
        const day = new Date().toISOString().slice(0, 10);
        return { name: `${exported.name}-${day}.${format}`, type: TYPES[format], content };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

export type ExportService = ReturnType<typeof createExportService>;
