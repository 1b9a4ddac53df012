import { api } from './console.ts';

/** The nodes of a chain, as its editor saves them. */
export interface Metadata {
  ruleChainId: { id: string };
  firstNodeIndex: number | null;
  nodes: {
    id: { id: string } | null;
    name: string;
    type: string;
    configuration: Record<string, unknown>;
    additionalInfo?: { layoutX: number; owner?: string };
  }[];
  connections: { fromIndex: number; toIndex: number; type: string }[] | null;
  ruleChainConnections: { targetRuleChainId: { id: string }; type: string }[] | null;
}

/** Types of its nodes. */
const SCRIPT = 'org.thingsboard.rule.engine.filter.TbJsFilterNode';
const SAVE = 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode';

/** A chain of two nodes that are not linked. */
export async function makeChain(name: string): Promise<string> {
  const { id } = (await api.post<{ id: { id: string } }>('/api/ruleChain', { name, type: 'CORE' })).id;
  await api.post('/api/ruleChain/metadata', {
    ruleChainId: { entityType: 'RULE_CHAIN', id },
    firstNodeIndex: 0,
    nodes: [
      {
        type: SCRIPT,
        name: 'Too warm?',
        configuration: { jsScript: 'return msg.temperature > 20;' },
        additionalInfo: { layoutX: 300, layoutY: 150, owner: 'another client' },
      },
      { type: SAVE, name: 'Keep it', configuration: { defaultTTL: 0 }, additionalInfo: { layoutX: 620, layoutY: 150 } },
    ],
  });
  return id;
}
export const readChain = (id: string) => api.get<Metadata>(`/api/ruleChain/${id}/metadata`);
