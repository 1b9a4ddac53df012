import type { BenchContext } from './context.ts';

interface RuleChain {
  id: { entityType: string; id: string };
  root: boolean;
}

interface ChainMetaData {
  ruleChainId: RuleChain['id'];
  firstNodeIndex: number;
  nodes: { id?: unknown; type: string; name: string; debugMode: boolean; configuration: unknown }[];
  connections: { fromIndex: number; toIndex: number; type: string }[];
}

const SAVE_NODE = 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode';
const SCRIPT_NODE = 'org.thingsboard.rule.engine.filter.TbJsFilterNode';

/** Runs `work` with a script filter in front of the node that saves time series in the tenant's root chain. */
export async function withScriptInRootChain<T>(context: BenchContext, work: () => Promise<T>): Promise<T> {
  const { data } = await context.api.get<{ data: RuleChain[] }>('/api/ruleChains?pageSize=100&page=0');
  const root = data.find((chain) => chain.root) as RuleChain;
  const before = await context.api.get<ChainMetaData>(`/api/ruleChain/${root.id.id}/metadata`);
  const save = before.nodes.findIndex(({ type }) => type === SAVE_NODE);
  const script = before.nodes.length;
  const nodes = [
    ...before.nodes,
    {
      type: SCRIPT_NODE,
      name: 'bench script',
      debugMode: false,
      configuration: { jsScript: 'return msg.temperature > -1000 && metadata.deviceType.length > 0;' },
      additionalInfo: { layoutX: 0, layoutY: 0 },
    },
  ];
  const connections = before.connections.map((connection) =>
    connection.toIndex === save ? { ...connection, toIndex: script } : connection,
  );
  connections.push({ fromIndex: script, toIndex: save, type: 'True' });
  await context.api.post('/api/ruleChain/metadata', { ...before, nodes, connections });
  try {
    return await work();
  } finally {
    const now = await context.api.get<ChainMetaData>(`/api/ruleChain/${root.id.id}/metadata`);
    await context.api.post('/api/ruleChain/metadata', {
      ...now,
      nodes: now.nodes.slice(0, script),
      connections: before.connections,
    });
  }
}
