import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { DeletedTenants } from './deleted-tenants.ts';
import { createFairCache } from './fair-cache.ts';
import { createListLearning } from './list-learning.ts';
import {
  type NumberedPlaces,
  numberedPlaces,
  type PlaceCorrection,
  placesAround,
  widestGap,
} from './numbered-places.ts';
import { AS_THEY_LIE, inOneMoment } from './one-moment.ts';
import type { StoredPlaces } from './stored-places.ts';

/** Which lists have remembered places, and how many. */
export interface FarPages {
  /** Rows that are skipped as they are: a few milliseconds. */
  far: number;
  /** Rows between two remembered places. */
  step: number;
  /** ms without a call of `keep` until lists are gone through for the next start: nobody is to wait for that. Absent: ten seconds. */
  quiet?: number;
}
const FAR_PAGES: FarPages = { far: 20_000, step: 5_000 };
/** The same where no index answers by itself, so that each row that is skipped is looked at. */
export const FAR_PAGES_OF_ROWS: FarPages = { far: 5_000, step: 1_000 };
/** Rows between two places at least. */
const MIN_STEP = 2;
/** Lists whose places are remembered: a million devices have 200, or 1,000 where each row is looked at. */
const MAX_LISTS = 100;
/** A list whose places took this many ms to find is not gone through again for ten times as long. */
const REST = 10;
/** Places that are to be renewed count for so many times as long, if they cannot be found sooner. */
const KEPT = 30;
/** A list is gone through again once rows that came have made a gap of so many steps between two places. */
const MAX_GAP = 3;
/** Lists of which somebody else knows the places until the next start that wait until they are gone through; of all, of a tenant. */
const MAX_KEPT = 20;
const MAX_KEPT_OF_TENANT = 10;
const QUIET = 10_000;
/** ms after which nobody is taken to ask for a list any more. */
const UNUSED = 24 * 3_600_000;
/** The same for a list whose rows move all the time, which is gone through again and again. */
const UNUSED_MOVING = 3_600_000;

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Runs a statement. */
export type RunOne = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** A list in an order. */
export interface PlacedList<Place extends object = object> {
  tenantId: string;
  /** The same for the same conditions and order. */
  name: string;
  /** Changes whenever its rows may have, but for what is `corrected`. */
  state: string;
  /** Which part of the rows that are gone through is in the list: skipping a row of it costs so much more. Absent: 1. */
  share?: number;
  /** Whether its rows change all the time and most of the table is gone through: see AS_THEY_LIE. */
  isScattered?: boolean;
  /** ms for which rows that changed are taken to be where they were; absent: for none. */
  lately?: number;
  /** ms after which places are found again beside what they are used for, since rows move all the time; absent: never. */
  renewed?: number;
  /**
   * Reads the place of every so manieth row, the first one included; for lists that are `corrected`, with the rows before it
   * (`rows_before`) and the snapshot which that is of (`moment`).
   */
  numbered: (step: number) => Statement;
  /**
   * Reads by how much places have moved since a snapshot of the database: a `PlaceCorrection`. Such a list keeps its places
   * when its rows change, as long as its state does not. Absent: that changes whenever its rows may have.
   */
  corrected?(places: readonly Place[], since: string): Statement;
}

/** Where a row of a list is found. */
export interface KnownPlace<Place> {
  place: Place;
  /** Rows from there to it. */
  skip: number;
  /** A place behind it; undefined: there is none up to the end of the list. */
  until: Place | undefined;
  /** The last one that is known. */
  last: Place | undefined;
}

/** What is known of a list. Never changed: it and its moment belong together. */
interface KnownList<Place extends object> extends NumberedPlaces<Place> {
  list: PlacedList<Place>;
  step: number;
  /** The snapshot of the database that the numbers are of; undefined: not known (any more). */
  moment: string | undefined;
  /** Places whose rows have gone or changed since they were found. */
  gone: ReadonlySet<Place>;
  since: number;
  correctedAt: number;
  restsUntil: number;
}

/** Waits for an end, for so many ms at most. @returns whether it has come */
async function endsWithin(end: Promise<void>, patience: number): Promise<boolean> {
  if (patience === Number.POSITIVE_INFINITY) return end.then(() => true);
  if (patience <= 0) return false;
  const waiting = new AbortController();
  const tooLate = delay(patience, false, { ref: false, signal: waiting.signal }).catch(() => false);
  const hasEnded = await Promise.race([end.then(() => true), tooLate]);
  waiting.abort();
  return hasEnded;
}

export interface ListPlacesParts {
  pool: pg.Pool;
  log: Pick<Logger, 'warn'>;
  deletedTenants: DeletedTenants;
}

/**
 * Where the rows of long lists are: every 5,000th or 1,000th row of an order, so that a far page is read from the place before it and
 * not from the beginning. A list is gone through in the background once such a page was asked for, or before; until then its far
 * pages are read the long way, which is never wrong. A place is a key, and stays one when its row is gone or renamed: where what
 * has changed is known, only how many rows are before each is corrected. Other lists are gone through again.
 * @param stored where places are kept over a restart, of lists without a state
 */
export function createListPlaces<Place extends object>(
  { pool, log, deletedTenants }: ListPlacesParts,
  { far, step, quiet = QUIET }: FarPages = FAR_PAGES,
  stored?: StoredPlaces<Place>,
) {
  const known = createFairCache<KnownList<Place>>(MAX_LISTS, deletedTenants);
  /** list → when it was last asked for, of those that are corrected; the one asked for last at the end */
  const requested = new Map<string, { tenantId: string; at: number }>();
  const learning = createListLearning<PlacedList<Place>>(learn, (error) =>
    log.warn(error, 'The places of a list could not be found'),
  );

  const stepOf = ({ share = 1 }: PlacedList<Place>): number => Math.max(MIN_STEP, Math.ceil(step * share));

  /** Goes through a list. */
  async function learn(list: PlacedList<Place>): Promise<void> {
    const started = performance.now();
    const { text, values } = list.numbered(stepOf(list));
    // On a held connection: it takes long, and others need some, too.
    const read = (client: pg.PoolClient) => client.query<Place>(text, [...values]);
    const { rows } = await inOneMoment(pool, read, list.isScattered ? AS_THEY_LIE : '');
    const ended = performance.now();
    known.set(list.tenantId, list.name, {
      list,
      step: stepOf(list),
      ...numberedPlaces<Place>(rows, stepOf(list)),
      gone: new Set(),
      since: started,
      correctedAt: started,
      restsUntil: ended + (ended - started) * REST,
    });
  }

  const isResting = ({ tenantId, name }: PlacedList<Place>): boolean =>
    performance.now() < (known.get(tenantId, name)?.restsUntil ?? 0);

  /** Goes through a list that somebody asks for. */
  function begin(list: PlacedList<Place>): void {
    if (!isResting(list) && !deletedTenants.has(list.tenantId)) learning.ask(list);
  }

  /** Has what an earlier run has stored of a list, unless something is known of it already. */
  async function restore(list: PlacedList<Place>): Promise<void> {
    if (!stored || list.state !== '' || known.get(list.tenantId, list.name)) return;
    const found = await stored.find(list.name);
    if (!found || known.get(list.tenantId, list.name)) return;
    const now = performance.now();
    const { moment, ...places } = found;
    known.set(list.tenantId, list.name, {
      list,
      ...places,
      moment: moment ?? undefined,
      gone: new Set(),
      // It may have moved before the stop.
      since: now - (list.renewed ?? 0),
      correctedAt: Number.NEGATIVE_INFINITY,
      restsUntil: 0,
    });
  }

  /** What is known of a list as it is now. If nothing recent is, it is gone through from now on, unless too many are. */
  function knownOf(list: PlacedList<Place>): KnownList<Place> | undefined {
    const { state, lately = 0, renewed = Number.POSITIVE_INFINITY } = list;
    const of = known.get(list.tenantId, list.name);
    const age = performance.now() - (of?.since ?? 0);
    const found = of && (of.list.state === state || age < lately) && age < renewed * KEPT ? of : undefined;
    if (list.renewed !== undefined) noteAsked(list);
    if (!found || age >= renewed) begin(list);
    return found;
  }

  /** Corrects what is known of a list; undefined, and forgotten: its rows may be anywhere by now. */
  async function correct(of: KnownList<Place>, run: RunOne): Promise<KnownList<Place> | undefined> {
    const { list, moment, places, numbers } = of;
    const statement = moment === undefined ? undefined : list.corrected?.(places, moment);
    const [correction] = statement ? await run<PlaceCorrection>(statement) : [];
    // Somebody else may have gone through it meanwhile: theirs is as right, and stays.
    const isCurrent = known.get(list.tenantId, list.name)?.places === places;
    if (!correction?.isKnown) {
      if (isCurrent) known.set(list.tenantId, list.name, { ...of, moment: undefined });
      return undefined;
    }
    const { moved, gone } = correction;
    const corrected = {
      ...of,
      gone: gone ? new Set([...of.gone, ...gone.map((at) => places[Number(at) - 1] as Place)]) : of.gone,
      moment: correction.moment,
      numbers: moved ? numbers.map((number, at) => number + Number(moved[at])) : numbers,
      correctedAt: performance.now(),
    };
    if (isCurrent) known.set(list.tenantId, list.name, corrected);
    if (moved && widestGap(corrected) > of.step * MAX_GAP) begin(list);
    return corrected;
  }

  /** Ends when those lists have been gone through that wait for it. */
  let keeping: Promise<void> = Promise.resolve();
  /** list → its tenant */
  const kept = new Map<string, string>();
  let keptAt = 0;
  async function keepOne(list: PlacedList<Place>): Promise<void> {
    for (let rest = quiet; rest > 0; rest = keptAt + quiet - performance.now()) {
      await delay(rest, undefined, { ref: false });
    }
    // Its tenant may have been deleted since.
    if (!kept.has(list.name)) return;
    const started = performance.now();
    try {
      await places.learn(list);
    } catch (error) {
      log.warn(error, 'The places of a list could not be read');
    }
    kept.delete(list.name);
    await delay((performance.now() - started) * REST, undefined, { ref: false });
  }

  const runAlone: RunOne = async <Row extends object>({ text, values }: Statement) =>
    (await pool.query<Row>(text, [...values])).rows;

  function noteAsked({ tenantId, name }: PlacedList<Place>): void {
    if (deletedTenants.has(tenantId)) return;
    requested.delete(name);
    requested.set(name, { tenantId, at: performance.now() });
    if (requested.size <= MAX_LISTS) return;
    // Of the tenant that has the most.
    const lists = Map.groupBy(requested, ([, of]) => of.tenantId);
    const [most] = [...lists.values()].sort((one, other) => other.length - one.length);
    const [oldest] = most?.[0] ?? [];
    if (oldest !== undefined) requested.delete(oldest);
  }

  deletedTenants.subscribe((tenantId) => {
    for (const [name, of] of requested) if (of.tenantId === tenantId) requested.delete(name);
    for (const [name, of] of kept) if (of === tenantId) kept.delete(name);
    learning.forget(tenantId);
  });

  const places = {
    /** @param share see PlacedList */
    isFar: (offset: number, share = 1): boolean => offset > far * share,

    /**
     * The last known place at or before a row, and the first one behind so many rows from there, if there is one;
     * undefined: nothing is known of the list as it is now.
     */
    placeBefore(list: PlacedList<Place>, offset: number, rows = 1): KnownPlace<Place> | undefined {
      const of = knownOf(list);
      return of && placesAround(of, offset, rows);
    },

    /** Whether anything is known of a list that is corrected. If not, it is gone through from now on. */
    isKnown(list: PlacedList<Place>): boolean {
      noteAsked(list);
      const of = known.get(list.tenantId, list.name);
      if (of?.moment && of.list.state === list.state) return true;
      begin(list);
      return false;
    },

    /**
     * The same as `placeBefore` of a list that is corrected.
     * @param run sees the database as those do who read from the place
     */
    async placeNow(
      list: PlacedList<Place>,
      offset: number,
      run: RunOne,
      rows = 1,
    ): Promise<KnownPlace<Place> | undefined> {
      const of = known.get(list.tenantId, list.name);
      const corrected = of && (await correct(of, run));
      const around = corrected && placesAround(corrected, offset, rows);
      if (!around) begin(list);
      return around;
    },

    /**
     * Corrects the lists that are asked for now and then, so that never much has changed when they are.
     * @param age ms for which what is known need not be corrected
     */
    async keepCorrect(age = 0): Promise<void> {
      for (const [name, { tenantId, at }] of [...requested].reverse()) {
        const of = known.get(tenantId, name);
        const now = performance.now();
        if (now - at > UNUSED) requested.delete(name);
        else if (of?.moment && of.list.corrected && now - of.correctedAt >= age) await correct(of, runAlone);
      }
    },

    /** Stores what has been found out, of the lists that are asked for now and then. */
    async store(): Promise<void> {
      const now = performance.now();
      const lists = [...requested].reverse().flatMap(([name, { tenantId }]) => {
        const of = known.get(tenantId, name);
        if (of?.list.state !== '') return [];
        const { renewed } = of.list;
        const isRight = renewed === undefined ? of.moment !== undefined : now - of.since < renewed * KEPT;
        return isRight ? [{ ...of, tenantId, name }] : [];
      });
      await stored?.write(lists);
    },

    /** Removes what earlier runs have stored and nobody has asked for. */
    removeLeft: async (): Promise<void> => stored?.removeLeft(),

    /**
     * Finds the places of one list again that is asked for now and then and whose rows move all the time, before they are
     * too old. @returns ms that it took
     */
    async renewOne(): Promise<number> {
      // What somebody has asked for goes first.
      if (!learning.isIdle()) return 0;
      const now = performance.now();
      for (const [name, { tenantId, at }] of [...requested].reverse()) {
        const of = known.get(tenantId, name);
        if (of?.list.renewed === undefined || now - at > UNUSED_MOVING) continue;
        if (now - of.since < (of.list.renewed * KEPT) / 2) continue;
        if (isResting(of.list)) continue;
        await learning.foresee(of.list);
        return performance.now() - now;
      }
      return 0;
    },

    /** The last known place of those that begin a list. @param isAtBeginning true up to a place, false from there on */
    lastPlace(list: PlacedList<Place>, isAtBeginning: (place: Place) => boolean): Place | undefined {
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
     * The same; of a list that is being gone through, once it has been: reading the long way meanwhile makes that longer.
     * @param patience ms that reading the long way takes, if it is known: waiting for longer makes no sense
     */
    async placeSoon(
      list: PlacedList<Place>,
      offset: number,
      { rows = 1, patience = Number.POSITIVE_INFINITY }: { rows?: number; patience?: number } = {},
    ): Promise<KnownPlace<Place> | undefined> {
      await restore(list);
      const end = learning.endOf(list);
      const found = places.placeBefore(list, offset, rows);
      if (found || !end || !(await endsWithin(end, patience))) return found;
      return places.placeBefore(list, offset, rows);
    },

    /** The same as `isKnown`. */
    async isKnownSoon(list: PlacedList<Place>, patience: number): Promise<boolean> {
      await restore(list);
      const end = learning.endOf(list);
      if (places.isKnown(list)) return true;
      return end !== undefined && (await endsWithin(end, patience)) && places.isKnown(list);
    },

    /** Goes through a list of which nothing is known yet, before a far page is asked for. */
    async learn(list: PlacedList<Place>): Promise<void> {
      await restore(list);
      const isKnown = (): boolean => known.get(list.tenantId, list.name) !== undefined;
      if (!isKnown()) await learning.foresee(list, () => !isKnown() && !deletedTenants.has(list.tenantId));
      noteAsked(list);
    },

    /**
     * Has the places of a list found that somebody else knows until the next start, so that it has them from then on: once nobody
     * has read such pages for a while, one list at a time and with rests.
     */
    keep(list: PlacedList<Place>): void {
      if (!stored) return;
      keptAt = performance.now();
      if (known.get(list.tenantId, list.name)) noteAsked(list);
      if (known.get(list.tenantId, list.name) || kept.has(list.name) || kept.size >= MAX_KEPT) return;
      const ofTenant = [...kept.values()].filter((tenantId) => tenantId === list.tenantId);
      if (ofTenant.length >= MAX_KEPT_OF_TENANT) return;
      kept.set(list.name, list.tenantId);
      keeping = keeping.then(() => keepOne(list));
    },

    /** Resolves when no list is gone through. */
    settle: learning.settle,
  };
  return places;
}
export type ListPlaces<Place extends object> = ReturnType<typeof createListPlaces<Place>>;
