import type { PageData, PageLink } from '@signalbox/contract/page';
import type {
  RuleChain,
  RuleChainMetadata,
  RuleChainMetadataInput,
  RuleChainType,
} from '@signalbox/contract/rule-chain';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import { moveFlag } from '../../storage/move-flag.ts';
import { contains, orderBy, selectPage } from '../../storage/paging.ts';
import { deleteRow, replaceRow } from '../../storage/replace-row.ts';
import type { RuleChainTable, RuleNodeConnectionTable } from '../../storage/schema.ts';
import type { Author, VersionStep } from '../versions/version-kind.ts';
import { type CutLink, type DeletedChainsStore, holdAll, readAgain } from './deleted-chains-store.ts';
import { hold, readMetadata, reviveNodes, type StoredChain, writeMetadata } from './rule-chain-content.ts';
import { ruleChainOrders, toRuleChain } from './rule-chain-rows.ts';
import type { RuleChainVersions } from './rule-chain-versions.ts';

type Row = Selectable<RuleChainTable>;
type CutRow = Pick<Selectable<RuleNodeConnectionTable>, 'rule_chain_id' | 'from_node_id' | 'type' | 'additional_info'>;

const toCutLink = (row: CutRow): CutLink => ({
  ruleChainId: row.rule_chain_id,
  fromNodeId: row.from_node_id,
  type: row.type,
  additionalInfo: row.additional_info,
});

/** Relations from a tenant to the chains that its new edges get. */
const autoAssigned = (tenantId: string) => sql<SqlBool>`from_id = ${tenantId} AND from_type = 'TENANT'
  AND relation_type_group = 'EDGE_AUTO_ASSIGN_RULE_CHAIN' AND relation_type = 'Contains' AND to_type = 'RULE_CHAIN'`;

/** Rows of `rule_chain`, `rule_node` and `rule_node_connection`. Every method takes the tenant it may look into. */
export function createRuleChainStore(db: Database, versions: RuleChainVersions, deleted: DeletedChainsStore) {
  const ofTenant = (tenantId: string) => db.selectFrom('rule_chain').where('tenant_id', '=', tenantId);

  async function find(tenantId: string, id: string): Promise<RuleChain | undefined> {
    const row = await ofTenant(tenantId).selectAll().where('id', '=', id).executeTakeFirst();
    return row && toRuleChain(row);
  }

  async function keep(transaction: Database, tenantId: string, before: StoredChain, step: VersionStep) {
    const after = (await hold(transaction, tenantId, before.chain.id.id)) as StoredChain;
    await versions.write(transaction, tenantId, [{ before, after }], step);
    return { before, after };
  }

  return {
    find,

    async list(tenantId: string, type: RuleChainType, link: PageLink): Promise<PageData<RuleChain>> {
      const page = await selectPage<Row>(db, link, {
        select: sql`*`,
        from: sql`rule_chain`,
        where: sql<SqlBool>`tenant_id = ${tenantId} AND type = ${type}
          AND ${contains(sql.ref('name'), link.textSearch)}`,
        orderBy: orderBy(link, ruleChainOrders('rule_chain'), 'rule_chain'),
      });
      return { ...page, data: page.data.map(toRuleChain) };
    },

    /** Chains of both types, oldest first. */
    async listAll(tenantId: string, limit: number): Promise<RuleChain[]> {
      const rows = await ofTenant(tenantId).selectAll().orderBy('created_time').orderBy('id').limit(limit).execute();
      return rows.map(toRuleChain);
    },

    async findByName(tenantId: string, type: RuleChainType, name: string): Promise<RuleChain | undefined> {
      const row = await ofTenant(tenantId)
        .selectAll()
        .where('type', '=', type)
        .where('name', '=', name)
        .orderBy('created_time')
        .executeTakeFirst();
      return row && toRuleChain(row);
    },

    async findRoot(tenantId: string, type: RuleChainType): Promise<RuleChain | undefined> {
      const row = await ofTenant(tenantId)
        .selectAll()
        .where('type', '=', type)
        .where('root', '=', true)
        .executeTakeFirst();
      return row && toRuleChain(row);
    },

    async insert(chain: RuleChain): Promise<void> {
      await db
        .insertInto('rule_chain')
        .values({
          id: chain.id.id,
          created_time: chain.createdTime,
          tenant_id: chain.tenantId.id,
          name: chain.name,
          type: chain.type,
          first_rule_node_id: chain.firstRuleNodeId?.id ?? null,
          root: chain.root,
          debug_mode: chain.debugMode,
          configuration: asJson(chain.configuration),
          additional_info: asJson(chain.additionalInfo),
        })
        .execute();
    },

    /**
     * Replaces what clients own of the chain; nodes, first node and root flag stay.
     * @param check throws when what is stored must not be replaced
     * @returns the chain as it was right before; undefined when it is gone
     */
    async update(chain: RuleChain): Promise<RuleChain | undefined> {
      const isIt = sql<SqlBool>`tenant_id = ${chain.tenantId.id} AND id = ${chain.id.id}`;
      const before = await replaceRow(db, 'rule_chain', isIt, {
        name: chain.name,
        debug_mode: chain.debugMode,
        configuration: asJson(chain.configuration),
        additional_info: asJson(chain.additionalInfo),
      });
      return before && toRuleChain(before);
    },

    /** Moves the root flag among the chains of the type. */
    setRoot: (tenantId: string, type: RuleChainType, id: string): Promise<boolean> =>
      moveFlag(db, {
        table: 'rule_chain',
        flag: 'root',
        among: sql`tenant_id = ${tenantId} AND type = ${type}`,
        id,
      }),

    /**
     * Deletes a chain and the connections of other chains into it; it can be restored for some time.
     * @returns the chain as it was, and the ids of the chains that led into it; undefined when it is gone
     */
    async delete(
      tenantId: string,
      id: string,
      author: Author,
    ): Promise<(StoredChain & { cutChains: string[] }) | undefined> {
      return db.transaction().execute(async (transaction) => {
        const leading = await sql<{ rule_chain_id: string }>`SELECT DISTINCT rule_chain_id FROM rule_node_connection
          WHERE to_rule_chain_id = ${id}`.execute(transaction);
        const held = await holdAll(transaction, tenantId, [id, ...leading.rows.map((row) => row.rule_chain_id)]);
        const before = held.get(id);
        if (!before) return undefined;
        held.delete(id);
        const others = [...held.keys()];
        const cut = await sql<CutRow>`DELETE FROM rule_node_connection
          WHERE to_rule_chain_id = ${id} AND rule_chain_id = ANY(${others}::uuid[])
          RETURNING rule_chain_id, from_node_id, type, additional_info`.execute(transaction);
        const now = Date.now();
        await deleted.note(transaction, before, cut.rows.map(toCutLink), author, now);
        const isIt = sql<SqlBool>`tenant_id = ${tenantId} AND id = ${id}`;
        await deleteRow(transaction, 'rule_chain', isIt);
        await versions.close(transaction, before, now);
        const changed = [];
        for (const other of held.values()) {
          changed.push({ before: other, after: await readAgain(transaction, other) });
        }
        await versions.write(transaction, tenantId, changed, { author, cause: 'LINKS_CHANGED' });
        return { ...before, cutChains: others };
      });
    },

    async isUsedByProfiles(tenantId: string, id: string): Promise<boolean> {
      const row = await db
        .selectFrom('device_profile')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('default_rule_chain_id', '=', id)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Name of an edge whose messages start in the chain; undefined: there is none. */
    async findEdgeRootedIn(tenantId: string, id: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('edge')
        .select('name')
        .where('tenant_id', '=', tenantId)
        .where('root_rule_chain_id', '=', id)
        .limit(1)
        .executeTakeFirst();
      return row?.name;
    },

    /** Chains that every new edge gets, by name. */
    async listAutoAssigned(tenantId: string): Promise<RuleChain[]> {
      const { rows } = await sql<Row>`SELECT * FROM rule_chain WHERE tenant_id = ${tenantId} AND id IN (
        SELECT to_id FROM relation WHERE ${autoAssigned(tenantId)}) ORDER BY lower(name), id`.execute(db);
      return rows.map(toRuleChain);
    },

    /** Makes new edges get a chain. */
    async autoAssign(tenantId: string, id: string): Promise<void> {
      // The chain is held, so that it cannot be deleted and leave the relation behind.
      await sql`INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
        SELECT tenant_id, 'TENANT', id, 'RULE_CHAIN', 'Contains', 'EDGE_AUTO_ASSIGN_RULE_CHAIN'
        FROM rule_chain WHERE tenant_id = ${tenantId} AND id = ${id} FOR KEY SHARE ON CONFLICT DO NOTHING`.execute(db);
    },

    /** New edges get the chain no longer. */
    async stopAutoAssigning(tenantId: string, id: string): Promise<void> {
      await sql`DELETE FROM relation WHERE ${autoAssigned(tenantId)} AND to_id = ${id}`.execute(db);
    },

    /** Ids of a chain and of those that lead to it, directly or through others. */
    async leadingTo(tenantId: string, id: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        WITH RECURSIVE source (id) AS (
          SELECT id FROM rule_chain WHERE tenant_id = ${tenantId} AND id = ${id}
          UNION
          SELECT link.rule_chain_id FROM source
          JOIN rule_node_connection AS link ON link.to_rule_chain_id = source.id
        )
        SELECT id FROM source JOIN rule_chain USING (id) WHERE tenant_id = ${tenantId}`.execute(db);
      return rows.map((row) => row.id);
    },

    readMetadata: (chain: RuleChain): Promise<RuleChainMetadata> => readMetadata(db, chain),

    /**
     * Replaces nodes and connections, and keeps what they are as a version.
     * @param check throws when what is stored must not be replaced
     * @returns the chain as it was right before, and as it is; undefined when it is gone
     */
    async saveMetadata(
      tenantId: string,
      id: string,
      metadata: RuleChainMetadataInput,
      step: VersionStep,
      check: (stored: RuleChainMetadata) => void = () => undefined,
    ): Promise<{ before: StoredChain; after: StoredChain } | undefined> {
      return db.transaction().execute(async (transaction) => {
        // One save of a chain at a time.
        const before = await hold(transaction, tenantId, id);
        if (!before) return undefined;
        check(before.metadata);
        await writeMetadata(transaction, tenantId, id, metadata);
        return keep(transaction, tenantId, before, step);
      });
    },

    /**
     * Makes of a chain what a version of it was; nodes come back under their ids.
     * @returns as `saveMetadata` does
     */
    async restoreVersion(
      { tenantId, ruleChainId, metadata }: { tenantId: string; ruleChainId: string; metadata: RuleChainMetadata },
      step: VersionStep,
      check: (stored: RuleChainMetadata) => void,
    ): Promise<{ before: StoredChain; after: StoredChain } | undefined> {
      return db.transaction().execute(async (transaction) => {
        const before = await hold(transaction, tenantId, ruleChainId);
        if (!before) return undefined;
        check(before.metadata);
        await writeMetadata(transaction, tenantId, ruleChainId, metadata, await reviveNodes(transaction, metadata));
        return keep(transaction, tenantId, before, step);
      });
    },

    /** Keeps what a chain is as its first version, if it was stored before versions were kept. */
    async beginVersions(tenantId: string, id: string): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        const stored = await hold(transaction, tenantId, id);
        if (stored) await versions.begin(transaction, stored);
      });
    },
  };
}

export type RuleChainStore = ReturnType<typeof createRuleChainStore>;
