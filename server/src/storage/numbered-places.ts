/** Where some rows of a list are: how many rows are before each, in ascending order. */
export interface NumberedPlaces<Place> {
  places: readonly Place[];
  numbers: readonly number[];
}

/** What has become of the places of a list since a moment. */
export interface PlaceCorrection {
  /** The snapshot of the database which this is of. */
  moment: string;
  /** False: what has changed is not known, or too much; the places may be anywhere. */
  isKnown: boolean;
  /** By how many rows each place has moved; null: none has. */
  moved: readonly (number | string)[] | null;
  /** Which places, counted from 1, are of rows that have gone or changed; null: none. */
  gone: readonly (number | string)[] | null;
}

/** Places as a statement reads them. @param step rows between two of them, where it does not say how many are before each */
export function numberedPlaces<Place extends object>(
  rows: readonly (Place & { rows_before?: number | string; moment?: string })[],
  step: number,
): NumberedPlaces<Place> & { moment: string | undefined } {
  return {
    places: rows.map(({ rows_before: _before, moment: _moment, ...place }) => place as unknown as Place),
    numbers: rows.map(({ rows_before: before }, at) => (before === undefined ? at * step : Number(before))),
    moment: rows[0]?.moment,
  };
}

/** The first place with at least so many rows before it; the number of places when there is none. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last place at or before a row, the rows from there to it, the first place behind so many rows from there, and the last one. */
export function placesAround<Place>({ places, numbers }: NumberedPlaces<Place>, offset: number, rows: number) {
  const at = firstFrom(numbers, offset + 1) - 1;
  const place = places[at];
  return (
    place && {
      place,
      skip: offset - (numbers[at] as number),
      until: places[firstFrom(numbers, offset + rows)],
      last: places.at(-1),
    }
  );
}

/** Most rows between two places, or before the first. */
export const widestGap = ({ numbers }: NumberedPlaces<unknown>): number =>
  numbers.reduce((widest, number, at) => Math.max(widest, number - (numbers[at - 1] ?? 0)), 0);
