import type { WidgetData } from '@signalbox/contract/widget-data';
import type { Logger } from 'pino';
import type { SecurityUser } from '../../http/security-user.ts';
import type { Cell } from '../cells.ts';
import type { ExportPlaces } from '../export-places.ts';
import type { ExportFile } from '../export-service.ts';
import { FILE_TYPES, fileOf } from '../file-of.ts';
import { type AlarmParts, alarmRows } from './alarm-rows.ts';
import { type LatestParts, latestRows } from './latest-rows.ts';
import { timeTextIn } from './local-time.ts';
import { type SeriesParts, seriesRows } from './series-rows.ts';

/** Rows that are written at a time. */
const PAGE_SIZE = 500;
/** What file systems do not take in a name. */
const NOT_IN_NAMES = /[\p{Cc}"*/:<>?\\|\s]+/gu;

export type WidgetDataParts = SeriesParts & LatestParts & AlarmParts & { places: ExportPlaces; log: Logger };

/** Sends what widgets show as files: all of it, whatever is on the screen. */
export function createWidgetDataService({ places, log, ...parts }: WidgetDataParts) {
  /** Titles of the columns, and the rows under them. */
  function tableOf(user: SecurityUser, data: WidgetData): { titles: string[]; rows: AsyncGenerator<Cell[]> } {
    const text = timeTextIn(data.timezone);
    if (data.kind === 'timeseries') return seriesRows(parts, user, data, text);
    if (data.kind === 'latest') return latestRows(parts, user, data, text);
    return alarmRows(parts, user, data, text);
  }

  async function* pagesOf(rows: AsyncGenerator<Cell[]>): AsyncGenerator<Cell[][]> {
    try {
      let page: Cell[][] = [];
      for await (const row of rows) {
        page.push(row);
        if (page.length < PAGE_SIZE) continue;
        yield page;
        page = [];
      }
      yield page;
    } catch (error) {
      log.warn({ err: error }, 'the data of a widget could not be exported to their end');
      throw error;
    }
  }

  return {
    /**
     * Begins to send the data of a widget.
     * @throws ApiError what queries throw, 429 when too many files are under way, 400 / 31 for what cannot be a file
     */
    async start(user: SecurityUser, data: WidgetData): Promise<ExportFile> {
      const content = await places.run(user, async () => {
        const { titles, rows } = tableOf(user, data);
        const pages = pagesOf(rows);
        // Refuses what is refused, while that can still be said.
        const first = await pages.next();
        async function* all() {
          if (!first.done) yield first.value;
          yield* pages;
        }
        return fileOf(data.format, titles, all());
      });
      const name = data.name.replace(NOT_IN_NAMES, ' ').trim() || 'data';
      const day = new Date().toISOString().slice(0, 10);
      return { name: `${name}-${day}.${data.format}`, type: FILE_TYPES[data.format], content };
    },
  };
}
