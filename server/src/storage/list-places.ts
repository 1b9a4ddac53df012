import type pg from 'pg';
import type { Logger } from 'pino';
import { createEmbeddedCache } from './cache.ts';

/** Which lists have remembered places, and how many. */
export interface FarPages {
  /** Rows that are skipped as they are: a few milliseconds. */
  far: number;
  /** Rows between two remembered places. */
  step: number;
}
const FAR_PAGES: FarPages = { far: 20_000, step: 5_000 };
/** The same where no index answers by itself, so that each row that is skipped is looked at. */
export const FAR_PAGES_OF_ROWS: FarPages = { far: 5_000, step: 1_000 };
/** Rows between two places at least. */
const MIN_STEP = 2;
/** Lists whose places are remembered: a million devices have 200, or 1,000 where each row is looked at. */
const MAX_LISTS = 100;
/** Lists that are gone through at a time, each of another tenant: they must leave connections to others. */
const MAX_LEARNING = 2;
/** A list whose places took this many ms to find is not gone through again for ten times as long. */
const REST = 10;
/** Places that are to be renewed count for so many times as long, if they cannot be found sooner. */
const KEPT = 30;

/** A list in an order. */
export interface PlacedList {
  tenantId: string;
  /** The same for the same conditions and order. */
  name: string;
  /** Changes whenever its rows may have. */
  state: string;
  /** Which part of the rows that are gone through is in the list: skipping a row of it costs so much more. Absent: 1. */
  share?: number;
  /** ms for which rows that changed are taken to be where they were; absent: for none. */
  lately?: number;
  /** ms after which places are found again beside what they are used for, since rows move all the time; absent: never. */
  renewed?: number;
  /** Reads the place of every so manieth row, the first one included. */
  numbered: (step: number) => { text: string; values: readonly unknown[] };
}

/** Where a row of a list is found. */
export interface KnownPlace<Place> {
  place: Place;
  /** Rows from there to it. */
  skip: number;
  /** A place behind it; undefined: there is none up to the end of the list. */
  until: Place | undefined;
}

/**
 * Where the rows of long lists are: every 5,000th or 1,000th row of an order, so that a far page is read from the place before it and
 * not from the beginning. A list is gone through in the background once such a page was asked for, or before; until then, and once
 * a row has come or gone, its far pages are read the long way, which is never wrong.
 */
export function createListPlaces<Place extends object>(
  pool: pg.Pool,
  log: Pick<Logger, 'warn'>,
  { far, step }: FarPages = FAR_PAGES,
) {
  const known = createEmbeddedCache<{
    state: string;
    step: number;
    places: readonly Place[];
    since: number;
    restsUntil: number;
  }>(MAX_LISTS);
  /** tenant → its list that is gone through, one at a time, and the end of that */
  const learning = new Map<string, { name: string; done: Promise<void> }>();

  const stepOf = ({ share = 1 }: PlacedList): number => Math.max(MIN_STEP, Math.ceil(step * share));

  async function learn(list: PlacedList): Promise<void> {
    const { name, state } = list;
    const started = performance.now();
    const { text, values } = list.numbered(stepOf(list));
    const { rows } = await pool.query<Place>(text, [...values]);
    const ended = performance.now();
    known.set(name, {
      state,
      step: stepOf(list),
      places: rows,
      since: started,
      restsUntil: ended + (ended - started) * REST,
    });
  }

  function begin(list: PlacedList): void {
    const done = learn(list)
      .catch((error: unknown) => log.warn(error, 'The places of a list could not be found'))
      .finally(() => learning.delete(list.tenantId));
    learning.set(list.tenantId, { name: list.name, done });
  }

  /** What is known of a list as it is now. If nothing recent is, it is gone through from now on, unless too many are. */
  function knownOf(list: PlacedList) {
    const { state, lately = 0, renewed = Number.POSITIVE_INFINITY } = list;
    const of = known.get(list.name);
    const now = performance.now();
    const age = now - (of?.since ?? 0);
    const found = of && (of.state === state || age < lately) && age < renewed * KEPT ? of : undefined;
    if (found && age < renewed) return found;
    const isBusy = learning.size >= MAX_LEARNING || learning.has(list.tenantId);
    if (!isBusy && !(of && now < of.restsUntil)) begin(list);
    return found;
  }

  /** When the lists that are gone through have been. */
  const ends = (): Promise<void>[] => [...learning.values()].map(({ done }) => done);

  const places = {
    /** @param share see PlacedList */
    isFar: (offset: number, share = 1): boolean => offset > far * share,

    /**
     * The last known place at or before a row, and the first one behind so many rows from there, if there is one;
     * undefined: nothing is known of the list as it is now.
     */
    placeBefore(list: PlacedList, offset: number, rows = 1): KnownPlace<Place> | undefined {
      const of = knownOf(list);
      if (!of) return undefined;
      const at = Math.min(Math.floor(offset / of.step), of.places.length - 1);
      const place = of.places[at];
      return place && { place, skip: offset - at * of.step, until: of.places[Math.ceil((offset + rows) / of.step)] };
    },

    /** The last known place of those that begin a list. @param isAtBeginning true up to a place, false from there on */
    lastPlace(list: PlacedList, isAtBeginning: (place: Place) => boolean): Place | undefined {
      const of = knownOf(list);
      if (!of) return undefined;
      let [low, high] = [0, of.places.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isAtBeginning(of.places[middle] as Place)) low = middle + 1;
        else high = middle;
      }
      return of.places[low - 1];
    },

    /**
     * The same; of a list that somebody else has asked for a moment ago, once it was gone through: reading the long way
     * meanwhile takes as long, and makes that longer.
     */
    async placeSoon(list: PlacedList, offset: number, rows = 1): Promise<KnownPlace<Place> | undefined> {
      const current = learning.get(list.tenantId);
      const found = places.placeBefore(list, offset, rows);
      if (found || current?.name !== list.name) return found;
      await current.done;
      return places.placeBefore(list, offset, rows);
    },

    /** Goes through a list of which nothing is known yet, before a far page is asked for. */
    async learn(list: PlacedList): Promise<void> {
      while (learning.size > 0) await Promise.race(ends());
      if (known.get(list.name)) return;
      begin(list);
      await learning.get(list.tenantId)?.done;
    },

    /** Resolves when no list is gone through. */
    settle: async (): Promise<void> => void (await Promise.all(ends())),
  };
  return places;
}
export type ListPlaces<Place extends object> = ReturnType<typeof createListPlaces<Place>>;
