import type { Readable } from 'node:stream';
import type { ExportFormat, ListExport, WholeList, WholeListSearch } from '@signalbox/contract/list-export';
import type { PageData } from '@signalbox/contract/page';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inTurns } from '../config/in-turns.ts';
import { badRequest } from '../http/errors.ts';
import type { CallAs, CallInput } from '../http/route-caller.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { createListWalk, withWalk } from '../storage/list-walk.ts';
import { type Cell, exportedCell } from './cells.ts';
import type { ExportPlaces } from './export-places.ts';
import { FILE_TYPES, fileOf } from './file-of.ts';
import { wholeRows } from './whole-lists.ts';
import { MAX_SHEET_ROWS } from './xlsx-file.ts';

/** Rows that are in memory at a time. */
const PAGE_SIZE = 500;

export interface ExportParts {
  pool: pg.Pool;
  places: ExportPlaces;
  callAs: CallAs;
  log: Logger;
}

/** What a file is to hold. */
export interface ExportRequest {
  params: NonNullable<CallInput['params']>;
  /** Filters, search and order of the list. */
  query: NonNullable<CallInput['query']>;
  body?: CallInput['body'];
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

const isWhole = (exported: ListExport): exported is ListExport & { whole: WholeList } => exported.whole !== undefined;

/** Sends whole lists as files: page by page, as fast as the client reads, with the calls that show the list. */
export function createExportService({ pool, places, callAs, log }: ExportParts) {
  /** Rows of the list, in its order and as they were at the beginning. */
  async function* pagesOf(
    user: SecurityUser,
    { list, name, always, made }: ListExport,
    request: ExportRequest,
    columns: readonly string[],
    beside: unknown,
  ): AsyncGenerator<Cell[][]> {
    const { params, body } = request;
    const walk = createListWalk(pool, PAGE_SIZE);
    const query = withWalk({ ...request.query, ...always, pageSize: PAGE_SIZE, page: 0 }, walk);
    try {
      while (!walk.isAtEnd()) {
        const before = walk.reads();
        const page = (await callAs(user, list, { params, body, query })) as PageData<unknown>;
        if (walk.reads() === before) throw new Error(`${list.path} does not read walks`);
        yield page.data.map((row) => columns.map((column) => exportedCell(row, column, made, beside)));
      }
    } catch (error) {
      log.warn({ err: error, list: name }, 'a list could not be exported to its end');
      throw error;
    } finally {
      await walk.close();
    }
  }

  /** What columns are made with besides the rows. */
  async function besideOf(user: SecurityUser, { beside }: ListExport, { params }: ExportRequest): Promise<unknown> {
    if (!beside) return undefined;
    const own = Object.entries(beside.params).map(([name, value]) => [name, params[value] ?? value]);
    return callAs(user, beside.route, { params: Object.fromEntries(own) });
  }

  /** A list that has pages: asked for one row, so that what it refuses is refused while that can still be said. */
  async function walked(user: SecurityUser, exported: ListExport, request: ExportRequest, columns: readonly string[]) {
    const { params, body, query } = request;
    const first = { params, body, query: { ...query, pageSize: 1, page: 0 } };
    const { totalElements } = (await callAs(user, exported.list, first)) as PageData<unknown>;
    const beside = await besideOf(user, exported, request);
    return { total: totalElements, pages: pagesOf(user, exported, request, columns, beside) };
  }

  /** A list that its call replies as a whole. */
  async function whole(
    user: SecurityUser,
    exported: ListExport & { whole: WholeList },
    request: ExportRequest,
    columns: readonly string[],
  ) {
    const { list, always, made, whole: how } = exported;
    const { params, query: all } = request;
    const { textSearch, kinds, ...query } = all;
    const beside = await besideOf(user, exported, request);
    const reply = await callAs(user, list, { params, query: { ...query, ...always } });
    const rows = await inTurns(wholeRows(how, reply, { textSearch, kinds } as WholeListSearch, columns));
    async function* pages(): AsyncGenerator<Cell[][]> {
      for (let at = 0; at < rows.length; at += PAGE_SIZE) {
        yield rows
          .slice(at, at + PAGE_SIZE)
          .map((row) => columns.map((column) => exportedCell(row, column, made, beside)));
      }
    }
    return { total: rows.length, pages: pages() };
  }

  return {
    /**
     * Begins to send a list.
     * @throws ApiError what the list throws, 429 when too many exports are under way, 400 / 31 for more rows than fit
     */
    async start(user: SecurityUser, exported: ListExport, request: ExportRequest): Promise<ExportFile> {
      const { format } = request;
      const content = await places.run(user, async () => {
        const columns = request.columns ?? exported.columns;
        const { total, pages } = isWhole(exported)
          ? await whole(user, exported, request, columns)
          : await walked(user, exported, request, columns);
        if (format === 'xlsx' && total > MAX_SHEET_ROWS) {
          throw badRequest(`A spreadsheet holds ${MAX_SHEET_ROWS} rows, and the list has more. Please use CSV.`);
        }
        const titles = columns.map((column, at) => request.titles?.[at] ?? column);
        return fileOf(format, titles, pages);
      });
      const day = new Date().toISOString().slice(0, 10);
      return { name: `${exported.name}-${day}.${format}`, type: FILE_TYPES[format], content };
    },
  };
}

export type ExportService = ReturnType<typeof createExportService>;
