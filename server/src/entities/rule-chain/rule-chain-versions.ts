import { entityId } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChainMetadata } from '@signalbox/contract/rule-chain';
import type { FullRuleChainVersion, RuleChainVersion } from '@signalbox/contract/rule-chain-version';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { toVersion } from '../versions/version-answers.ts';
import type { Kept, VersionKind, VersionRow, VersionStep } from '../versions/version-kind.ts';
import { createVersionStore } from '../versions/version-rows.ts';
import { countChanges } from './rule-chain-changes.ts';
import { type StoredChain, stateOf } from './rule-chain-content.ts';

/** What versions of the chains of a tenant take, in bytes, before the oldest ones go. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface VersionOptions {
  /** How long processed messages stay in the log, ms: what was in force during this time can be asked for. */
  traced: number;
  maxBytes?: number;
  now?: () => number;
}

interface ChainVersionRow extends VersionRow {
  rule_chain_id: string;
  nodes: number;
  changes: number;
}

const toChainVersion = (row: ChainVersionRow): RuleChainVersion => ({
  ruleChainId: entityId('RULE_CHAIN', row.rule_chain_id),
  ...toVersion(row),
  nodes: row.nodes,
  changes: row.changes,
});

const EMPTY = { firstNodeIndex: null, nodes: [], connections: null, ruleChainConnections: null };

const toKept = ({ chain, metadata }: StoredChain): Kept<RuleChainMetadata> => ({
  id: chain.id.id,
  tenantId: chain.tenantId.id,
  name: chain.name,
  createdTime: chain.createdTime,
  content: metadata,
});

const chainVersions = (traced: number, maxBytes: number): VersionKind<RuleChainMetadata> => ({
  tables: {
    versions: 'rule_chain_version',
    contents: 'rule_chain_content',
    deleted: 'deleted_rule_chain',
    id: 'rule_chain_id',
  },
  bounds: {
    traced,
    maxBytes,
    countsInForce: true,
    removedAtOnce: 50,
    refusal: 'Rule chains were saved too often: their versions of the last day take too much room',
  },
  lock: 5_118_010,
  stateOf,
  isEmpty: ({ nodes }) => nodes.length === 0,
  columns: (metadata, before) => ({
    nodes: metadata.nodes.length,
    changes: countChanges(before ?? { ...EMPTY, ruleChainId: metadata.ruleChainId }, metadata),
  }),
});

/** Versions of rule chains: nodes and connections of each at each time. */
export function createRuleChainVersions(db: Database, { traced, maxBytes = MAX_BYTES, now }: VersionOptions) {
  const store = createVersionStore<RuleChainMetadata, ChainVersionRow>(db, chainVersions(traced, maxBytes), now);

  return {
    /**
     * Writes what became of chains, in the transaction that changed them; of one that stayed the same nothing.
     * @throws ApiError 429 / 33 when more was saved than can be kept
     */
    write: (
      transaction: Database,
      tenantId: string,
      changes: readonly { before: StoredChain; after: StoredChain }[],
      step: VersionStep,
    ): Promise<void> =>
      store.write(
        transaction,
        tenantId,
        changes.map(({ before, after }) => ({ before: toKept(before), after: toKept(after) })),
        step,
      ),

    /** A deleted chain is back: a version of its own, from now on. */
    reopen: (transaction: Database, restored: StoredChain, step: VersionStep): Promise<void> =>
      store.reopen(transaction, toKept(restored), step),

    /** A chain goes: its newest version is what it was. */
    close: (transaction: Database, stored: StoredChain, time: number): Promise<void> =>
      store.close(transaction, toKept(stored), time),

    /** Gives chains that have none their first version. */
    begin: (transaction: Database, stored: StoredChain): Promise<void> => store.begin(transaction, toKept(stored)),

    /** Newest first. @param at epoch ms: only what was in force then */
    async list(
      tenantId: string,
      id: string,
      link: { pageSize: number; page: number; at?: number | undefined },
    ): Promise<PageData<RuleChainVersion>> {
      const then =
        link.at === undefined
          ? sql<SqlBool>`true`
          : sql<SqlBool>`created_time <= ${link.at} AND (until_time IS NULL OR until_time > ${link.at})`;
      const page = await store.list(tenantId, id, link, then);
      return { ...page, data: page.data.map(toChainVersion) };
    },

    /** @param number undefined: the newest */
    async read(
      tenantId: string,
      id: string,
      number: number | undefined,
      from?: Database,
    ): Promise<FullRuleChainVersion | undefined> {
      const found = await store.read(tenantId, id, number, from);
      return found && { ...toChainVersion(found.row), metadata: found.content };
    },

    forget: store.forget,
    hasAny: store.hasAny,
  };
}

export type RuleChainVersions = ReturnType<typeof createRuleChainVersions>;
