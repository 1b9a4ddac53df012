import type { PageData } from '@signalbox/contract/page';
import type { RuleChain, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import type { TestTenant } from './people.ts';

const CLASS = 'org.thingsboard.rule.engine.';

/** A node of a test: its class without the package that all have. */
type TestNode = [type: string, name: string, configuration: object];
type TestConnection = [fromIndex: number, toIndex: number, type: string];

/**
 * Replaces the content of the tenant's root chain, which messages enter at the first node. Nodes keep their ids by their
 * names.
 */
export async function setRootChain(
  { admin }: Pick<TestTenant, 'admin'>,
  nodes: readonly TestNode[],
  connections: readonly TestConnection[],
): Promise<void> {
  const chains = await admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=100&page=0&type=CORE');
  const root = chains.data.find((chain) => chain.root) as RuleChain;
  const before = await admin.get<RuleChainMetadata>(`/api/ruleChain/${root.id.id}/metadata`);
  await admin.post('/api/ruleChain/metadata', {
    ruleChainId: root.id,
    firstNodeIndex: 0,
    nodes: nodes.map(([type, name, configuration]) => ({
      ...before.nodes.find((known) => known.name === name),
      type: CLASS + type,
      name,
      debugMode: false,
      configuration,
      additionalInfo: { layoutX: 0, layoutY: 0 },
    })),
    connections: connections.map(([fromIndex, toIndex, type]) => ({ fromIndex, toIndex, type })),
    ruleChainConnections: null,
  });
}
