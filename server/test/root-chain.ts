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

/**
 * Has the first node of a chain of the tenant note what comes to it.
 * @param chainId absent: that of the root chain
 * @returns reads the types of messages that have come to it about an entity, oldest first
 */
export async function noteArrivals(
  { admin, tenant }: Pick<TestTenant, 'admin' | 'tenant'>,
  chainId?: string,
): Promise<(entityId: string) => Promise<string[]>> {
  const chains = await admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=100&page=0&type=CORE');
  const chain = chains.data.find((one) => (chainId === undefined ? one.root : one.id.id === chainId)) as RuleChain;
  const before = await admin.get<RuleChainMetadata>(`/api/ruleChain/${chain.id.id}/metadata`);
  const first = before.firstNodeIndex ?? 0;
  const nodes = before.nodes.map((node, at) => (at === first ? { ...node, debugMode: true } : node));
  const saved = await admin.post<RuleChainMetadata>('/api/ruleChain/metadata', { ...before, nodes });
  const path = `/api/events/RULE_NODE/${saved.nodes[first]?.id?.id}/DEBUG_RULE_NODE?tenantId=${tenant.id.id}`;
  return async (entityId) => {
    const events = await admin.get<PageData<{ body: Record<string, string> }>>(
      `${path}&pageSize=1000&page=0&sortProperty=createdTime&sortOrder=ASC`,
    );
    const arrived = events.data.map(({ body }) => body).filter(({ type }) => type === 'IN');
    return arrived.filter((body) => body.entityId === entityId).map(({ msgType }) => msgType as string);
  };
}
