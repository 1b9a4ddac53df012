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

/** Types of nodes. */
export const SCRIPT = 'org.thingsboard.rule.engine.filter.TbJsFilterNode';
export const SAVE = 'org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode';

/** Makes a chain whose messages enter at the first of its nodes. @returns its id */
export async function postChain(name: string, parts: { nodes: object[]; connections?: object[] }): Promise<string> {
  const { id } = await api.post<{ id: { id: string } }>('/api/ruleChain', { name, type: 'CORE' });
  await api.post('/api/ruleChain/metadata', {
    ruleChainId: { entityType: 'RULE_CHAIN', id: id.id },
    firstNodeIndex: 0,
    ...parts,
  });
  return id.id;
}

/** A chain of two nodes that are not linked. */
export const makeChain = (name: string): Promise<string> =>
  postChain(name, {
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

export const readChain = (id: string) => api.get<Metadata>(`/api/ruleChain/${id}/metadata`);
