import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { RuleChain, RuleChainType } from '@signalbox/contract/rule-chain';
import type { DeletedRuleChain } from '@signalbox/contract/rule-chain-version';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import { createDeletedStore } from '../versions/deleted-rows.ts';
import { type DeletedRow, toDeleted } from '../versions/version-answers.ts';
import type { Author } from '../versions/version-kind.ts';
import { hold, readMetadata, reviveNodes, type StoredChain, writeMetadata } from './rule-chain-content.ts';
import type { RuleChainVersions } from './rule-chain-versions.ts';

/** A connection of another chain to one that was deleted. */
export interface CutLink {
  ruleChainId: string;
  fromNodeId: string;
  type: string;
  additionalInfo: Record<string, unknown> | null;
}

interface DeletedChainRow extends DeletedRow {
  type: RuleChainType;
  chain: RuleChain;
  nodes: number;
  links: CutLink[];
  edges: number;
  auto_assigned: boolean;
}

/** What came back of a chain. */
export interface Restored {
  chain: RuleChain;
  formerName: string | null;
  linksFromIt: number;
  linksToIt: number;
  links: number;
  /** Other chains that lead to it again. */
  changedChains: string[];
  edges: number;
  autoAssigned: boolean;
}

/** Of a chain: edges that have it, and whether new ones get it. */
async function countUses(transaction: Database, id: string): Promise<{ edges: number; autoAssigned: boolean }> {
  const { rows } = await sql<{ edges: string; auto: boolean }>`SELECT
      count(*) FILTER (WHERE relation_type_group = 'EDGE' AND from_type = 'EDGE') AS edges,
      coalesce(bool_or(relation_type_group = 'EDGE_AUTO_ASSIGN_RULE_CHAIN'), false) AS auto
    FROM relation WHERE to_id = ${id} AND to_type = 'RULE_CHAIN'`.execute(transaction);
  return { edges: Number(rows[0]?.edges ?? 0), autoAssigned: rows[0]?.auto ?? false };
}

/** Holds several chains in the order of their ids, so that nobody waits for each other in a circle. */
export async function holdAll(
  transaction: Database,
  tenantId: string,
  ids: Iterable<string>,
): Promise<Map<string, StoredChain>> {
  const held = new Map<string, StoredChain>();
  for (const id of [...new Set(ids)].sort()) {
    const stored = await hold(transaction, tenantId, id);
    if (stored) held.set(id, stored);
  }
  return held;
}

/** A chain that is held, as this transaction has changed it. */
export async function readAgain(transaction: Database, { chain }: StoredChain): Promise<StoredChain> {
  return { chain, metadata: await readMetadata(transaction, chain) };
}

/** Rows of `deleted_rule_chain`. Every method takes the tenant it may look into. */
export function createDeletedChainsStore(db: Database, versions: RuleChainVersions) {
  const store = createDeletedStore<DeletedChainRow>(db, {
    table: 'deleted_rule_chain',
    forgetVersions: versions.forget,
  });

  /** A name that no other chain of the type has: `Name`, or `Name (2)` … */
  async function freeName(transaction: Database, { tenantId, type, name }: RuleChain): Promise<string> {
    const { rows } = await sql<{ name: string }>`SELECT name FROM rule_chain
      WHERE tenant_id = ${tenantId.id} AND type = ${type}
        AND left(name, ${name.length}) = ${name}`.execute(transaction);
    const taken = new Set(rows.map((row) => row.name));
    if (!taken.has(name)) return name;
    for (let number = 2; ; number++) {
      const end = ` (${number})`;
      const free = name.slice(0, 255 - end.length) + end;
      if (!taken.has(free)) return free;
    }
  }

  /** Puts back those links of other chains to a chain whose nodes are still there. */
  async function putBack(
    transaction: Database,
    id: string,
    links: readonly CutLink[],
    others: ReadonlyMap<string, StoredChain>,
  ): Promise<{ links: number; changed: StoredChain[] }> {
    const known = new Set([...others.values()].flatMap(({ metadata }) => metadata.nodes.map((node) => node.id?.id)));
    const possible = links.filter((link) => others.has(link.ruleChainId) && known.has(link.fromNodeId));
    for (const link of possible) {
      await sql`INSERT INTO rule_node_connection
          (rule_chain_id, from_node_id, to_rule_chain_id, type, position, additional_info)
        SELECT ${link.ruleChainId}, ${link.fromNodeId}, ${id}, ${link.type},
          coalesce(max(position), 0) + 1, ${asJson(link.additionalInfo)}::json
        FROM rule_node_connection WHERE rule_chain_id = ${link.ruleChainId}`.execute(transaction);
    }
    const ids = new Set(possible.map((link) => link.ruleChainId));
    return { links: possible.length, changed: [...others.values()].filter(({ chain }) => ids.has(chain.id.id)) };
  }

  return {
    /** Notes a chain that is about to be deleted; the caller holds it. */
    async note(
      transaction: Database,
      { chain, metadata }: StoredChain,
      links: readonly CutLink[],
      author: Author,
      time: number,
    ): Promise<void> {
      const { edges, autoAssigned } = await countUses(transaction, chain.id.id);
      await sql`INSERT INTO deleted_rule_chain
          (id, tenant_id, deleted_time, user_id, user_name, name, type, chain, nodes, links, edges, auto_assigned)
        VALUES (${chain.id.id}, ${chain.tenantId.id}, ${time}, ${author?.userId ?? null}, ${author?.email ?? null},
          ${chain.name}, ${chain.type}, ${asJson(chain)}, ${metadata.nodes.length}, ${asJson(links)}, ${edges},
          ${autoAssigned})`.execute(transaction);
    },

    async list(tenantId: string, type: RuleChainType, link: PageLink): Promise<PageData<DeletedRuleChain>> {
      const page = await store.list<DeletedRow & { type: RuleChainType; nodes: number; link_count: number }>(
        tenantId,
        link,
        sql`id, deleted_time, user_id, user_name, name, type, nodes, json_array_length(links) AS link_count`,
        sql<SqlBool>`type = ${type}`,
      );
      const data = page.data.map((row) => ({
        id: entityId('RULE_CHAIN', row.id),
        ...toDeleted(row),
        type: row.type,
        nodes: row.nodes,
        links: row.link_count,
      }));
      return { ...page, data };
    },

    /** A deleted chain as it was; undefined when it cannot be restored. */
    find: async (tenantId: string, id: string): Promise<RuleChain | undefined> =>
      (await store.find(tenantId, id))?.chain,

    /**
     * Restores a chain under its id, as no root.
     * @param withLinks also links of other chains to it
     * @returns undefined when it cannot be restored
     */
    async restore(tenantId: string, id: string, withLinks: boolean, author: Author): Promise<Restored | undefined> {
      return db.transaction().execute(async (transaction) => {
        const row = await store.hold(transaction, tenantId, id);
        if (!row) return undefined;
        const others = await holdAll(transaction, tenantId, withLinks ? row.links.map((link) => link.ruleChainId) : []);
        const name = await freeName(transaction, row.chain);
        const { createdTime, debugMode, configuration, additionalInfo } = row.chain;
        await sql`INSERT INTO rule_chain
            (id, created_time, tenant_id, name, type, root, debug_mode, configuration, additional_info)
          VALUES (${id}, ${createdTime}, ${tenantId}, ${name}, ${row.type}, false, ${debugMode},
            ${asJson(configuration)}, ${asJson(additionalInfo)})`.execute(transaction);
        const version = await versions.read(tenantId, id, undefined, transaction);
        let linksFromIt = 0;
        if (version) {
          const { metadata } = version;
          await writeMetadata(transaction, tenantId, id, metadata, await reviveNodes(transaction, metadata));
          linksFromIt = metadata.ruleChainConnections?.length ?? 0;
        }
        const restored = (await hold(transaction, tenantId, id)) as StoredChain;
        linksFromIt -= restored.metadata.ruleChainConnections?.length ?? 0;
        const back = await putBack(transaction, id, row.links, others);
        await store.drop(transaction, id);
        if (version) {
          await versions.reopen(transaction, restored, { author, cause: 'RESTORED', restored: version.number });
        }
        const changed = [];
        for (const before of back.changed) changed.push({ before, after: await readAgain(transaction, before) });
        await versions.write(transaction, tenantId, changed, { author, cause: 'LINKS_CHANGED' });
        return {
          chain: restored.chain,
          formerName: name === row.name ? null : row.name,
          linksFromIt,
          linksToIt: row.links.length - back.links,
          links: back.links,
          changedChains: back.changed.map(({ chain }) => chain.id.id),
          edges: row.edges,
          autoAssigned: row.auto_assigned,
        };
      });
    },

    /** Deletes a deleted chain for good; false when there is none. */
    forget: store.forget,

    sweep: store.sweep,
  };
}

export type DeletedChainsStore = ReturnType<typeof createDeletedChainsStore>;
