import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { LivingEntities } from '../../access/living-entities.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { ENTITY_KINDS } from '../entity-kinds.ts';

/** Maximum number of cached ids per generation; there are two generations, and an id has 36 characters. */
const MAX_KNOWN = 100_000;
const NO_IDS: ReadonlySet<string> = new Set();

/** Looks into one table after the other. `NOT EXISTS` would become joins, whose best order takes longer to find than all looks. */
const NOT_THERE = ENTITY_KINDS.map(
  ({ table }) => `(SELECT id FROM ${table} WHERE ${table}.id = wanted.id) IS NULL`,
).join(' AND ');

/** Those of the ids that no entity of any kind has. */
export async function findMissing(pool: Pick<pg.ClientBase, 'query'>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const result = await pool.query<{ id: string }>({
    name: 'missing entities',
    text: `SELECT id FROM unnest($1::uuid[]) AS wanted (id) WHERE ${NOT_THERE}`,
    values: [ids],
  });
  return result.rows.map(({ id }) => id);
}

/**
 * LivingEntities on the tables of all kinds. Entities found are cached until their deletion is announced, which costs the
 * writers of telemetry a look into a set.
 */
export function createLivingEntities(pool: pg.Pool, liveBus: LiveBus): LivingEntities & { close(): void } {
  /** Ids of existing entities; those not requested during a generation are dropped with it. */
  let known = new Set<string>();
  let earlier = new Set<string>();
  /** Counts deletions, so that entities found before one are not cached after it. */
  let deletions = 0;

  function remember(id: string): void {
    if (known.size >= MAX_KNOWN) {
      earlier = known;
      known = new Set();
    }
    known.add(id);
  }

  function isKnown(id: string): boolean {
    if (known.has(id)) return true;
    if (!earlier.has(id)) return id === NULL_UUID;
    remember(id);
    return true;
  }

  const stop = liveBus.subscribeKinds(['entity', 'ruleChain'], (change) => {
    if (change.kind === 'entity') {
      if (change.action === 'created') remember(change.entityId.id);
      if (change.action !== 'deleted') return;
      known.delete(change.entityId.id);
      earlier.delete(change.entityId.id);
    } else {
      // Its nodes are replaced without an event of their own.
      known = new Set();
      earlier = new Set();
    }
    deletions++;
  });

  async function lookUp(ids: readonly string[], client: Pick<pg.ClientBase, 'query'>): Promise<ReadonlySet<string>> {
    const before = deletions;
    const missing = new Set(await findMissing(client, ids));
    if (before === deletions) for (const id of ids) if (!missing.has(id)) remember(id);
    return missing;
  }

  return {
    missing(entities, client = pool) {
      let unknown: Set<string> | undefined;
      for (const { id } of entities) {
        if (isKnown(id)) continue;
        unknown ??= new Set();
        unknown.add(id);
      }
      return unknown ? lookUp([...unknown], client) : NO_IDS;
    },
    close: stop,
  };
}
