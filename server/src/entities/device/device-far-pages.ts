import type { ListPlaces } from '../../storage/list-places.ts';
import type { ListOrder, Place } from './device-list-order.ts';
import { createParameters, idsFromPlace, numberedPlaces, type Parameters } from './device-list-sql.ts';
import { rowsOfIds } from './device-rows-sql.ts';
import type { DeviceTotals, RunStatement } from './device-totals.ts';

/** ms in which an order that reports of devices change is taken to stay as it is, for pages far from both of its ends. */
const LATELY = 10_000;

/** Pages that are far from both ends of a list, or slow to walk to. */
export function createFarPages(
  run: RunStatement,
  { stateOf }: Pick<DeviceTotals, 'stateOf'>,
  places: ListPlaces<Place>,
) {
  /** Rows of a list that are far from both of its ends, read from a place before them; undefined: none is known. */
  async function rowsFromPlace<Row extends object>(
    tenantId: string,
    where: string,
    { values }: Parameters,
    order: ListOrder,
    infos: boolean,
    {
      limit,
      offset,
      fromEnd,
      share = 1,
      isSlow = false,
      waits = false,
    }: { limit: number; offset: number; fromEnd: number; share?: number; isSlow?: boolean; waits?: boolean },
  ): Promise<Row[] | undefined> {
    // The end of an order may have none that are in a list of a part of them.
    const isFar = fromEnd > 0 && places.isFar(share < 1 ? offset : Math.min(offset, fromEnd), share);
    if (!isFar && !isSlow) return undefined;
    const list = {
      tenantId,
      name: JSON.stringify([where, values, order.by]),
      state: stateOf(tenantId),
      share,
      numbered: (step: number) => ({
        text: numberedPlaces(where, order, `$${values.length + 1}`),
        values: [...values, step],
      }),
      // Where rows were lately is near enough.
      ...(order.isMoving ? { renewed: LATELY } : {}),
    };
    const before = waits ? await places.placeSoon(list, offset) : places.placeBefore(list, offset);
    if (!before) return undefined;
    const parameters = createParameters(values);
    const ids = idsFromPlace(parameters, where, order, before.place, { limit, offset: before.skip });
    return (await run<Row>(rowsOfIds(ids, infos), parameters.values, share < 1)).rows;
  }

  return { rowsFromPlace };
}
