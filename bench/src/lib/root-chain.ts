import { ALARM_DETAILS_SCRIPT } from '../../../contract/src/rule-nodes/action/alarm-details-script.ts';
import type { Api } from '../../../e2e/harness/api.ts';
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

/** What a script of a tenant does that bothers nobody. */
const ORDINARY_SCRIPT = 'return msg.temperature !== -1000 && metadata.deviceType.length > 0;';

/** A node to put into a chain. */
interface BenchNode {
  type: string;
  configuration: object;
  /** By which its messages go on. */
  relation: string;
}

/**
 * Puts a node in front of the one that saves time series in the tenant's root chain.
 * @returns takes it out again
 */
export async function addNodeToRootChain(
  api: Api,
  { type, configuration, relation }: BenchNode,
): Promise<() => Promise<void>> {
  const { data } = await api.get<{ data: RuleChain[] }>('/api/ruleChains?pageSize=100&page=0');
  const root = data.find((chain) => chain.root) as RuleChain;
  const before = await api.get<ChainMetaData>(`/api/ruleChain/${root.id.id}/metadata`);
  const save = before.nodes.findIndex((node) => node.type === SAVE_NODE);
  const added = before.nodes.length;
  const nodes = [
    ...before.nodes,
    { type, name: 'bench node', debugMode: false, configuration, additionalInfo: { layoutX: 0, layoutY: 0 } },
  ];
  const connections = before.connections.map((connection) =>
    connection.toIndex === save ? { ...connection, toIndex: added } : connection,
  );
  connections.push({ fromIndex: added, toIndex: save, type: relation });
  await api.post('/api/ruleChain/metadata', { ...before, nodes, connections });
  return async () => {
    const now = await api.get<ChainMetaData>(`/api/ruleChain/${root.id.id}/metadata`);
    await api.post('/api/ruleChain/metadata', {
      ...now,
      nodes: now.nodes.slice(0, added),
      connections: before.connections,
    });
  };
}

/** Puts a script filter there. */
export function addScriptToRootChain(api: Api, jsScript = ORDINARY_SCRIPT): Promise<() => Promise<void>> {
  return addNodeToRootChain(api, { type: SCRIPT_NODE, configuration: { jsScript }, relation: 'True' });
}

/** Runs `work` with such a filter. */
export async function withScriptInRootChain<T>(
  { api }: Pick<BenchContext, 'api'>,
  work: () => Promise<T>,
  jsScript?: string,
): Promise<T> {
  const takeOut = await addScriptToRootChain(api, jsScript);
  try {
    return await work();
  } finally {
    await takeOut();
  }
}

const CREATE_ALARM_NODE = 'org.thingsboard.rule.engine.action.TbCreateAlarmNode';
const CHECK_NODE = 'org.thingsboard.rule.engine.filter.TbCheckMessageNode';

/** Runs `work` while telemetry with an \`alarmType\` raises an alarm of that type instead of being stored. */
export async function withAlarmChain<T>(api: Api, work: () => Promise<T>): Promise<T> {
  const { data } = await api.get<{ data: RuleChain[] }>('/api/ruleChains?pageSize=100&page=0');
  const root = data.find((chain) => chain.root) as RuleChain;
  const before = await api.get<ChainMetaData>(`/api/ruleChain/${root.id.id}/metadata`);
  const save = before.nodes.findIndex(({ type }) => type === SAVE_NODE);
  const check = before.nodes.length;
  const node = (type: string, name: string, configuration: object) => ({
    type,
    name,
    debugMode: false,
    configuration,
    additionalInfo: { layoutX: 0, layoutY: 0 },
  });
  const nodes = [
    ...before.nodes,
    node(CHECK_NODE, 'bench: an alarm?', { messageNames: ['alarmType'], metadataNames: [], checkAllKeys: true }),
    node(CREATE_ALARM_NODE, 'bench: raise', {
      alarmType: '$[alarmType]',
      alarmDetailsBuildJs: ALARM_DETAILS_SCRIPT,
      severity: 'MAJOR',
      dynamicSeverity: false,
      propagate: false,
      relationTypes: [],
      useMessageAlarmData: false,
    }),
  ];
  const connections = before.connections.map((connection) =>
    connection.toIndex === save ? { ...connection, toIndex: check } : connection,
  );
  connections.push(
    { fromIndex: check, toIndex: save, type: 'False' },
    { fromIndex: check, toIndex: check + 1, type: 'True' },
  );
  await api.post('/api/ruleChain/metadata', { ...before, nodes, connections });
  try {
    return await work();
  } finally {
    const now = await api.get<ChainMetaData>(`/api/ruleChain/${root.id.id}/metadata`);
    await api.post('/api/ruleChain/metadata', {
      ...now,
      nodes: now.nodes.slice(0, check),
      connections: before.connections,
    });
  }
}
