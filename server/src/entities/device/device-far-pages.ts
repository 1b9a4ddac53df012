import type pg from 'pg';
import type { ListPlaces, PlacedList, RunOne } from '../../storage/list-places.ts';
import { inOneMoment } from '../../storage/one-moment.ts';
import { uuidArray } from '../../storage/uuid-array.ts';
import { placeCorrection } from './device-changes-sql.ts';
import { type ListOrder, type Place, tieOf } from './device-list-order.ts';
import { createRun } from './device-list-run.ts';
import { createParameters, idsFromPlace, numberedPlaces, orderedIds, type Parameters } from './device-list-sql.ts';
import type { DevicesAround, NamedPage } from './device-name-around.ts';
import type { NamedOrder } from './device-order-keys.ts';
import { rowsOfIds } from './device-rows-sql.ts';
import type { RunStatement } from './device-totals.ts';

/** ms in which an order that reports of devices change is taken to stay as it is, for pages far from both of its ends. */
const LATELY = 10_000;

/** The devices among which a page is, by what memory knows; undefined: it does not. */
export type PageInMemory = (order: NamedOrder, page: NamedPage) => Promise<DevicesAround | undefined>;

/** Pages that are far from both ends of a list, or slow to walk to. */
export function createFarPages(pool: pg.Pool, places: ListPlaces<Place>) {
  const runAlone = createRun(pool);

  /** A list of devices whose rows are found by a condition of which the tenant is `$1`. */
  function placedList(
    where: string,
    values: readonly unknown[],
    order: ListOrder,
    share: number,
    isScattered: boolean,
  ): PlacedList<Place> {
    const tenantId = values[0] as string;
    const list = {
      tenantId,
      name: JSON.stringify([where, values, order.by]),
      state: '',
      share,
      isScattered,
      numbered: (step: number) => ({
        text: numberedPlaces(where, order, `$${values.length + 1}`),
        values: [...values, step],
      }),
    };
    // Where rows were lately is near enough.
    if (order.isMoving) return { ...list, renewed: LATELY };
    const { column, direction, newestFirst } = order;
    const tie = newestFirst ? 'DESC' : 'ASC';
    const changed = {
      text: `SELECT ${column ?? 'NULL'} AS value, device.created_time AS time, device.id, device.step
        FROM pending AS device WHERE ${where}`,
      values,
    };
    const corrected = (known: readonly Place[], since: string) =>
      placeCorrection(
        {
          tenantId,
          changed,
          columns: [
            { name: 'value', type: 'text', values: known.map(({ value }) => value) },
            { name: 'time', type: 'bigint', values: known.map(({ time }) => time) },
            { name: 'id', type: 'uuid', values: known.map(({ id }) => id) },
          ],
          by: `value ${direction} NULLS LAST, time ${tie}, id ${tie}`,
        },
        since,
      );
    return { ...list, corrected };
  }

  /**
   * Rows of a page that are few devices of which memory knows that it is among them; undefined: it does not, or some of them have
   * changed since.
   */
  async function rowsAround<Row extends object>(
    where: string,
    { values }: Pick<Parameters, 'values'>,
    order: ListOrder,
    infos: boolean,
    { limit, offset, named }: { limit: number; offset: number; named: PageInMemory },
  ): Promise<Row[] | undefined> {
    const around = order.named && (await named(order.named, { offset, rows: limit }));
    if (!around) return undefined;
    const parameters = createParameters(values);
    const among = `${tieOf(order).id} = ANY(${parameters.add(uuidArray(around.ids))}::uuid[])`;
    const limits = `LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(around.skip)}`;
    const ids = orderedIds(`${where} AND ${among}`, order, limits);
    // The ids decide the plan, whatever the text is: planning takes longer than reading so few.
    const { rows } = await runAlone<Row>(rowsOfIds(ids, infos), parameters.values, false);
    return rows.length === limit ? rows : undefined;
  }

  /**
   * Rows of a list that are far from both of its ends, read from a place before them; undefined: none is known.
   * @param isScattered see PlacedList
   * @param patience see placeSoon
   */
  async function rowsFromPlace<Row extends object>(
    where: string,
    { values: soFar }: Parameters,
    order: ListOrder,
    infos: boolean,
    {
      limit,
      offset,
      fromEnd,
      share = 1,
      isSlow = false,
      isScattered = false,
      patience = 0,
      named,
    }: {
      limit: number;
      offset: number;
      fromEnd: number;
      share?: number;
      isSlow?: boolean;
      isScattered?: boolean;
      patience?: number;
      /** Finds the page in memory, the first time that it is asked for. */
      named?: PageInMemory;
    },
  ): Promise<Row[] | undefined> {
    // The end of an order may have none that are in a list of a part of them.
    const isFar = fromEnd > 0 && places.isFar(share < 1 ? offset : Math.min(offset, fromEnd), share);
    if (!isFar && !isSlow) return undefined;
    // A copy: others add to them, and the list is kept.
    const values = [...soFar];
    const list = placedList(where, values, order, share, isScattered);

    async function rowsFrom({ place, skip }: { place: Place; skip: number }, run: RunStatement): Promise<Row[]> {
      const parameters = createParameters(values);
      const ids = idsFromPlace(parameters, where, order, place, { limit, offset: skip });
      return (await run<Row>(rowsOfIds(ids, infos), parameters.values, share < 1)).rows;
    }

    /** Rows of a page that memory knows; undefined: it does not. */
    const rowsNamed = async (): Promise<Row[] | undefined> =>
      named && rowsAround<Row>(where, { values }, order, infos, { limit, offset, named });

    if (!list.corrected) {
      const before = await places.placeSoon(list, offset, { patience: 0 });
      if (before) return rowsFrom(before, runAlone);
      const rows = await rowsNamed();
      if (rows) return rows;
      const later = await places.placeSoon(list, offset, { patience });
      return later && rowsFrom(later, runAlone);
    }
    if (!(await places.isKnownSoon(list, 0))) {
      const rows = await rowsNamed();
      if (rows || !(await places.isKnownSoon(list, patience))) return rows;
    }
    return inOneMoment(pool, async (client) => {
      const run = createRun(client);
      const runOne: RunOne = async <Found extends object>({
        text,
        values: given,
      }: {
        text: string;
        values: readonly unknown[];
      }) => (await run<Found>(text, [...given], false)).rows;
      const before = await places.placeNow(list, offset, runOne);
      return before && rowsFrom(before, run);
    });
  }

  /** Has the places of a list found, in which a page took long to read without. @param values of a list, which is kept */
  function expectPlaces(
    where: string,
    values: readonly unknown[],
    order: ListOrder,
    share: number,
    isScattered: boolean,
  ): void {
    const list = placedList(where, values, order, share, isScattered);
    if (list.corrected) places.isKnown(list);
    else places.placeBefore(list, 0);
  }

  /** Has the places of a list found for the next start, if they are not wherever reports of devices move them. */
  function keepPlaces(where: string, { values }: Parameters, order: ListOrder, share: number): void {
    if (!order.isMoving) places.keep(placedList(where, [...values], order, share, false));
  }

  /** Finds the places of a list before a far page is asked for. */
  const learn = (where: string, { values }: Parameters, order: ListOrder): Promise<void> =>
    places.learn(placedList(where, [...values], order, 1, order.isMoving));

  return { rowsFromPlace, rowsAround, expectPlaces, keepPlaces, learn };
}
