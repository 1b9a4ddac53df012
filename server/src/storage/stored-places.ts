import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';

/** Lists of a tenant that are stored; those that were asked for last. */
const MAX_OF_TENANT = 80;
/** Lists of an owner that earlier runs have left and that are kept, those with the newest snapshots. */
const MAX_LEFT = 200;
/** Places of all lists of an owner that are stored: some 30 MB. */
const MAX_PLACES = 500_000;
/** ms */
const FRESH = 30_000;

/** A list whose places are stored, as it is known. Never changed. */
export interface StorableList<Place extends object> {
  tenantId: string;
  name: string;
  step: number;
  places: readonly Place[];
  numbers: readonly number[];
  /** The snapshot of the database that the numbers are of; undefined: the order moves all the time. */
  moment: string | undefined;
  /** Places whose rows are gone or have changed: what they were called is not kept. */
  gone: ReadonlySet<Place>;
}

type StoredRow<Place extends object> = Pick<StorableList<Place>, 'step' | 'places' | 'numbers'> & {
  moment: string | null;
};

const hashOf = (name: string): string => createHash('sha256').update(name).digest('base64');

/**
 * The places of lists in the database (`stored_list`), written some time after they were found or corrected. What is stored
 * is always right as of its snapshot, however old it is.
 * @param owner whose lists these are
 * @param ready resolves when what is stored is known to be of this database
 * @param fresh ms after which a newer snapshot is stored although no place has moved, and places of an order that moves all the time
 */
export function createStoredPlaces<Place extends object>(
  pool: pg.Pool,
  owner: string,
  log: Pick<Logger, 'warn'>,
  ready: () => Promise<void> = async () => undefined,
  fresh = FRESH,
) {
  /** Lists of earlier runs that nobody has asked for yet, by hash. */
  const left = new Set<string>();
  /** hash → what has been stored for it, and when; undefined: what an earlier run has */
  const stored = new Map<string, { list: StorableList<Place>; at: number } | undefined>();
  /** hash → being read */
  const reading = new Map<string, Promise<StoredRow<Place> | undefined>>();
  let loading: Promise<boolean> | undefined;

  /** @returns false: nothing can be stored */
  async function load(): Promise<boolean> {
    try {
      await ready();
      await pool.query(
        `DELETE FROM stored_list WHERE owner = $1 AND list IN (SELECT list FROM stored_list WHERE owner = $1
           ORDER BY pg_snapshot_xmin(moment::pg_snapshot) DESC NULLS LAST OFFSET ${MAX_LEFT})`,
        [owner],
      );
      const { rows } = await pool.query<{ list: string }>('SELECT list FROM stored_list WHERE owner = $1', [owner]);
      for (const { list } of rows) left.add(list);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'the places of lists that are stored could not be read');
      return false;
    }
  }
  const loaded = (): Promise<boolean> => {
    loading ??= load();
    return loading;
  };

  async function read(hash: string): Promise<StoredRow<Place> | undefined> {
    try {
      const { rows } = await pool.query<StoredRow<Place>>(
        'SELECT step, places, numbers, moment FROM stored_list WHERE owner = $1 AND list = $2',
        [owner, hash],
      );
      return rows[0];
    } catch (error) {
      log.warn({ err: error }, 'the places of a list could not be read');
      return undefined;
    } finally {
      reading.delete(hash);
    }
  }

  async function put({ tenantId, name, step, places, numbers, moment, gone }: StorableList<Place>): Promise<void> {
    const kept = places.map((place) => !gone.has(place));
    await pool.query(
      `INSERT INTO stored_list (owner, list, tenant_id, step, places, numbers, moment)
       SELECT $1, $2, id, $4, $5, $6, $7 FROM tenant WHERE id = $3
       ON CONFLICT (owner, list) DO UPDATE
       SET step = excluded.step, places = excluded.places, numbers = excluded.numbers, moment = excluded.moment`,
      [
        ...[owner, hashOf(name), tenantId, step],
        ...[JSON.stringify(places.filter((_, at) => kept[at])), numbers.filter((_, at) => kept[at]), moment ?? null],
      ],
    );
  }

  /** @returns false: it is not there any more */
  async function renumber({ name, places, numbers, moment, gone }: StorableList<Place>): Promise<boolean> {
    const kept = numbers.filter((_, at) => !gone.has(places[at] as Place));
    const { rowCount } = await pool.query(
      'UPDATE stored_list SET numbers = $3, moment = $4 WHERE owner = $1 AND list = $2',
      [owner, hashOf(name), kept, moment],
    );
    return rowCount !== 0;
  }

  async function store(list: StorableList<Place>): Promise<void> {
    const hash = hashOf(list.name);
    const now = performance.now();
    const { list: before, at = 0 } = stored.get(hash) ?? {};
    const isNew = before?.places !== list.places || before.gone.size !== list.gone.size;
    const isSame = !isNew && before.numbers === list.numbers && before.moment === list.moment;
    if (isSame || (before && before.numbers === list.numbers && now - at < fresh)) return;
    if (before && list.moment === undefined && now - at < fresh) return;
    if (isNew) await put(list);
    else if (!(await renumber(list))) {
      stored.delete(hash);
      return;
    }
    left.delete(hash);
    stored.set(hash, { list, at: now });
  }

  async function remove(hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await pool.query('DELETE FROM stored_list WHERE owner = $1 AND list = ANY($2::text[])', [owner, hashes]);
    for (const hash of hashes) stored.delete(hash);
  }

  return {
    /** What an earlier run has left of a list, if nobody has asked for it yet. */
    async find(name: string): Promise<StoredRow<Place> | undefined> {
      await loaded();
      const hash = hashOf(name);
      if (!left.has(hash)) return undefined;
      const found = reading.get(hash) ?? read(hash);
      reading.set(hash, found);
      const row = await found;
      if (left.delete(hash)) stored.set(hash, undefined);
      return row;
    },

    /** Stores what is known of lists, the one asked for last first, as far as it is new, and removes all others. */
    async write(lists: readonly StorableList<Place>[]): Promise<void> {
      if (!(await loaded())) return;
      /** tenant → its lists so far */
      const counts = new Map<string, number>();
      const kept = new Set<string>();
      let places = 0;
      for (const list of lists) {
        const count = (counts.get(list.tenantId) ?? 0) + 1;
        if (count > MAX_OF_TENANT || places + list.places.length > MAX_PLACES) continue;
        counts.set(list.tenantId, count);
        places += list.places.length;
        kept.add(hashOf(list.name));
        await store(list);
      }
      await remove([...stored.keys()].filter((hash) => !kept.has(hash)));
    },

    /** Removes what earlier runs have left and nobody has asked for. */
    async removeLeft(): Promise<void> {
      await loaded();
      const hashes = [...left];
      left.clear();
      await remove(hashes);
    },
  };
}
export type StoredPlaces<Place extends object> = ReturnType<typeof createStoredPlaces<Place>>;
