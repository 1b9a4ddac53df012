import type { RuleChainMetadata, RuleChainMetadataInput } from '@signalbox/contract/rule-chain';
import type pg from 'pg';
import type { ChainSource, StoredRules } from '../rules/chain-source.ts';
import { randomUuid } from '../storage/ids.ts';
import { unpack } from '../storage/packed-bytes.ts';

/** Chains as they were at a time. */
export interface RulesOfATime {
  rules: StoredRules;
  /** chain id → number of its version of then; of the others it is not known. */
  versions: ReadonlyMap<string, number>;
  /** The profile that a device had then; undefined: the one that it has now. */
  profileThen(deviceId: string): Promise<string | undefined>;
  /** Since when all of this was so, epoch ms. */
  from: number;
}

interface VersionRow {
  rule_chain_id: string;
  number: number;
  name: string;
  body: Buffer | null;
}

/** @returns what was in force at a time, epoch ms */
export function createRulesOfATime(pool: pg.Pool, source: Pick<ChainSource, 'load'>) {
  /** Subject → what it named at a time, of the tenant's root and of its device profiles; others name what they do now. */
  async function startsAt(tenantId: string, time: number): Promise<Map<string, string | null>> {
    const { rows } = await pool.query<{ subject_id: string; value: string | null }>(
      `SELECT DISTINCT ON (subject_id) subject_id, value FROM former_start
       WHERE tenant_id = $1 AND until_time > $2 AND kind IN ('ROOT', 'CHAIN') ORDER BY subject_id, until_time`,
      [tenantId, time],
    );
    return new Map(rows.map((row) => [row.subject_id, row.value]));
  }

  async function changedBefore(tenantId: string, time: number): Promise<number> {
    const { rows } = await pool.query<{ changed: number | null }>(
      `SELECT greatest(
         (SELECT max(created_time) FROM rule_chain_version WHERE tenant_id = $1 AND created_time <= $2),
         (SELECT max(until_time) FROM rule_chain_version WHERE tenant_id = $1 AND until_time <= $2),
         (SELECT max(until_time) FROM former_start WHERE tenant_id = $1 AND until_time <= $2)) AS changed`,
      [tenantId, time],
    );
    return Number(rows[0]?.changed ?? 0);
  }

  return async function rulesAt(tenantId: string, time: number): Promise<RulesOfATime> {
    const rules = await source.load(tenantId);
    // What is still in force has been loaded.
    const { rows } = await pool.query<VersionRow>(
      `SELECT version.rule_chain_id, version.number, version.name, CASE WHEN version.until_time IS NULL THEN NULL ELSE content.body END AS body
       FROM rule_chain_version AS version JOIN rule_chain_content AS content USING (rule_chain_id, state)
       WHERE version.tenant_id = $1 AND version.created_time <= $2
         AND (version.until_time IS NULL OR version.until_time > $2)`,
      [tenantId, time],
    );
    const versions = new Map<string, number>();
    let then = rules;
    for (const { rule_chain_id: id, number, name, body } of rows) {
      versions.set(id, number);
      if (body) then = withChain(then, { id, name }, JSON.parse(unpack(body).toString()) as RuleChainMetadata).rules;
    }
    const starts = await startsAt(tenantId, time);
    const chains = new Set(then.chains.map(({ id }) => id));
    const profileChains = new Map(then.profileChains);
    for (const [subject, chain] of starts) {
      if (subject === tenantId) continue;
      if (chain !== null && chains.has(chain)) profileChains.set(subject, chain);
      else profileChains.delete(subject);
    }
    return {
      rules: { ...then, profileChains, rootChainId: starts.get(tenantId) ?? then.rootChainId },
      versions,
      from: await changedBefore(tenantId, time),
      async profileThen(deviceId) {
        const former = await pool.query<{ value: string }>(
          `SELECT value FROM former_start WHERE tenant_id = $1 AND subject_id = $2 AND kind = 'PROFILE' AND until_time > $3
           ORDER BY until_time LIMIT 1`,
          [tenantId, deviceId, time],
        );
        return former.rows[0]?.value;
      },
    };
  };
}

/**
 * Rules with another content of one chain.
 * @returns them, and the ids of its nodes: new ones get an id
 */
export function withChain(
  rules: StoredRules,
  chain: { id: string; name: string },
  metadata: RuleChainMetadata | RuleChainMetadataInput,
): { rules: StoredRules; nodeIds: string[] } {
  const formerIds = new Set(rules.nodes.filter((node) => node.ruleChainId === chain.id).map(({ id }) => id));
  const others = rules.nodes.filter(({ id }) => !formerIds.has(id));
  const taken = new Set(others.map(({ id }) => id));
  const nodeIds = (metadata.nodes ?? []).map(({ id }) => {
    const own = id && !taken.has(id.id) ? id.id : randomUuid();
    taken.add(own);
    return own;
  });
  const idAt = (index: number): string[] => nodeIds.slice(index, index + 1);
  const nodes = (metadata.nodes ?? []).map(({ type, name, configuration }, index) => ({
    id: nodeIds[index] as string,
    ruleChainId: chain.id,
    type,
    name,
    debugMode: false,
    configuration,
  }));
  const connections = [
    ...(metadata.connections ?? []).flatMap(({ fromIndex, toIndex, type }) =>
      idAt(fromIndex).flatMap((fromNodeId) =>
        idAt(toIndex).map((toNodeId) => ({ fromNodeId, toNodeId, toChainId: null, type })),
      ),
    ),
    ...(metadata.ruleChainConnections ?? []).flatMap(({ fromIndex, targetRuleChainId, type }) =>
      idAt(fromIndex).map((fromNodeId) => ({ fromNodeId, toNodeId: null, toChainId: targetRuleChainId.id, type })),
    ),
  ];
  const { firstNodeIndex } = metadata;
  const firstNodeId = nodeIds[firstNodeIndex ?? -1] ?? null;
  return {
    nodeIds,
    rules: {
      ...rules,
      chains: [...rules.chains.filter(({ id }) => id !== chain.id), { ...chain, firstNodeId }],
      nodes: [...others, ...nodes],
      connections: [...rules.connections.filter(({ fromNodeId }) => !formerIds.has(fromNodeId)), ...connections],
    },
  };
}
