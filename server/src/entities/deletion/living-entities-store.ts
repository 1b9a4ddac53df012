import { type EntityId, type EntityType, NULL_UUID } from '@signalbox/contract/id';
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

const TABLES: ReadonlyMap<EntityType, string> = new Map(
  ENTITY_KINDS.map(({ entityType, table }) => [entityType, table]),
);

/**
 * Those of the entities that are in no table. Each is looked for in that of its kind, where nearly all are, and only then
 * in the others: the first look of a connection into all of them takes four times as long as that into one.
 */
async function findMissingOf(client: Pick<pg.ClientBase, 'query'>, entities: readonly EntityId[]): Promise<string[]> {
  const notFound: string[] = [];
  for (const [entityType, all] of Map.groupBy(entities, (entity) => entity.entityType)) {
    const ids = all.map(({ id }) => id);
    const table = TABLES.get(entityType);
    if (!table) {
      notFound.push(...ids);
      continue;
    }
    const { rows } = await client.query<{ id: string }>({
      name: `missing of ${table}`,
      text: `SELECT id FROM unnest($1::uuid[]) AS wanted (id) WHERE NOT EXISTS (SELECT FROM ${table} WHERE ${table}.id = wanted.id)`,
      values: [ids],
    });
    for (const { id } of rows) notFound.push(id);
  }
  return findMissing(client, notFound);
}

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

  async function lookUp(
    entities: readonly EntityId[],
    client: Pick<pg.ClientBase, 'query'>,
  ): Promise<ReadonlySet<string>> {
    const before = deletions;
    const missing = new Set(await findMissingOf(client, entities));
    if (before === deletions) for (const { id } of entities) if (!missing.has(id)) remember(id);
    return missing;
  }

  return {
    missing(entities, client = pool) {
      /** id → entity */
      let unknown: Map<string, EntityId> | undefined;
      for (const entity of entities) {
        if (isKnown(entity.id)) continue;
        unknown ??= new Map();
        unknown.set(entity.id, entity);
      }
      return unknown ? lookUp([...unknown.values()], client) : NO_IDS;
    },
    close: stop,
  };
}
