import type {
  RuleChain,
  RuleChainConnection,
  RuleChainMetadata,
  RuleChainMetadataInput,
  RuleChainType,
} from '@signalbox/contract/rule-chain';
import { CHAIN_NODE, type Chain, type ChainLink, type ChainNode, linkKey } from './chain.ts';
import { readNotes } from './notes.ts';

type Info = Record<string, unknown>;

const isObject = (value: unknown): value is Info =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const numberOr = (value: unknown, absent: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : absent;

/** What the editor keeps of its own in `additionalInfo`. */
function splitInfo(additionalInfo: unknown) {
  const { layoutX, layoutY, description, notes, ...info } = isObject(additionalInfo) ? additionalInfo : {};
  return { notes, x: layoutX, y: layoutY, description: typeof description === 'string' ? description : '', info };
}

/** A row of places for nodes that were stored without one. */
const placeOf = (index: number) => ({ x: 280 + (index % 5) * 240, y: 60 + Math.floor(index / 5) * 120 });

/** Several connections of one line on the canvas. */
function joinLinks(connections: readonly { from: string; to: string; label: string }[]): ChainLink[] {
  const links = new Map<string, { from: string; to: string; labels: string[] }>();
  for (const { from, to, label } of connections) {
    const key = linkKey({ from, to });
    const known = links.get(key);
    if (!known) links.set(key, { from, to, labels: [label] });
    else if (!known.labels.includes(label)) known.labels.push(label);
  }
  return [...links.values()];
}

/** Connections to the same chain are one node where they were drawn as one. */
const drawnAs = ({ targetRuleChainId, additionalInfo }: RuleChainConnection): string => {
  const { ruleChainNodeId, layoutX, layoutY } = isObject(additionalInfo) ? additionalInfo : {};
  return [targetRuleChainId.id, ruleChainNodeId ?? '', layoutX ?? '', layoutY ?? ''].join(' ');
};

/** The chain as it is edited. Keys of stored nodes are their ids, so that two readings of a chain can be compared. */
export function fromMetadata(metadata: RuleChainMetadataInput | RuleChainMetadata): Chain {
  let stored: unknown;
  const nodes = (metadata.nodes ?? []).map((node, index): ChainNode => {
    const { x, y, description, info, notes } = splitInfo(node.additionalInfo);
    stored ??= notes;
    const place = placeOf(index);
    return {
      key: node.id?.id ?? `node-${index}`,
      id: node.id?.id ?? null,
      type: node.type,
      name: node.name,
      debugMode: node.debugMode ?? false,
      configuration: isObject(node.configuration) ? node.configuration : {},
      description,
      x: numberOr(x, place.x),
      y: numberOr(y, place.y),
      target: null,
      info,
    };
  });
  const keyAt = (index: number): string => nodes[index]?.key ?? '';
  const targets = new Map<string, ChainNode>();
  const toTargets = (metadata.ruleChainConnections ?? []).map((connection) => {
    const drawn = drawnAs(connection);
    let node = targets.get(drawn);
    if (!node) {
      const { x, y, description, info } = splitInfo(connection.additionalInfo);
      const place = placeOf(nodes.length + targets.size);
      node = {
        key: `chain-${targets.size}-${connection.targetRuleChainId.id}`,
        id: null,
        type: CHAIN_NODE,
        name: '',
        debugMode: false,
        configuration: {},
        description,
        x: numberOr(x, place.x),
        y: numberOr(y, place.y),
        target: connection.targetRuleChainId.id,
        info,
      };
      targets.set(drawn, node);
    }
    return { from: keyAt(connection.fromIndex), to: node.key, label: connection.type };
  });
  const between = (metadata.connections ?? []).map(({ fromIndex, toIndex, type }) => ({
    from: keyAt(fromIndex),
    to: keyAt(toIndex),
    label: type,
  }));
  const first = metadata.firstNodeIndex ?? null;
  return {
    nodes: [...nodes, ...targets.values()],
    links: joinLinks([...between, ...toTargets].filter(({ from, to }) => from !== '' && to !== '')),
    first: first === null ? null : keyAt(first) || null,
    notes: readNotes(stored),
  };
}

const infoOf = ({ info, description, x, y }: ChainNode): Info => ({
  ...info,
  ...(description && { description }),
  layoutX: x,
  layoutY: y,
});

/**
 * The body that stores a chain; one connection for each label. Chains have no place for notes: they are stored with the
 * node where messages enter, else with the first one, so that clients that do not know them keep them.
 */
export function toMetadata(chain: Chain, ruleChainId: string): RuleChainMetadataInput {
  const stored = chain.nodes.filter(({ type }) => type !== CHAIN_NODE);
  const indexOf = new Map(stored.map(({ key }, index) => [key, index]));
  const withNotes = chain.notes.length === 0 ? undefined : (stored.find(({ key }) => key === chain.first) ?? stored[0]);
  const nodeOf = new Map(chain.nodes.map((node) => [node.key, node]));
  const connections: NonNullable<RuleChainMetadataInput['connections']> = [];
  const ruleChainConnections: RuleChainConnection[] = [];
  for (const { from, to, labels } of chain.links) {
    const fromIndex = indexOf.get(from);
    const target = nodeOf.get(to);
    if (fromIndex === undefined || !target) continue;
    for (const type of labels) {
      if (target.type !== CHAIN_NODE) connections.push({ fromIndex, toIndex: indexOf.get(to) ?? 0, type });
      else if (target.target !== null) {
        ruleChainConnections.push({
          fromIndex,
          targetRuleChainId: { entityType: 'RULE_CHAIN', id: target.target },
          additionalInfo: { ruleChainNodeId: target.key, ...infoOf(target) },
          type,
        });
      }
    }
  }
  return {
    ruleChainId: { entityType: 'RULE_CHAIN', id: ruleChainId },
    firstNodeIndex: chain.first === null ? null : (indexOf.get(chain.first) ?? null),
    nodes: stored.map((node) => ({
      ...(node.id === null ? {} : { id: { entityType: 'RULE_NODE' as const, id: node.id } }),
      type: node.type,
      name: node.name,
      debugMode: node.debugMode,
      configuration: node.configuration,
      additionalInfo: { ...infoOf(node), ...(node === withNotes && { notes: chain.notes }) },
    })),
    connections,
    ruleChainConnections,
  };
}

/** Keys of nodes that were sent → those that they have in what is stored since; only of those that have another one. */
export function savedKeys(sent: Chain, live: Chain): ReadonlyMap<string, string> {
  const placed = ({ target, info, x, y }: ChainNode, key: string) =>
    [target, info.ruleChainNodeId ?? key, x, y].join(' ');
  const chains = new Map(
    live.nodes.filter(({ type }) => type === CHAIN_NODE).map((node) => [placed(node, ''), node.key]),
  );
  const keys = new Map<string, string>();
  // Nodes come back in the order in which they were sent.
  let at = 0;
  for (const node of sent.nodes) {
    const key = node.type === CHAIN_NODE ? chains.get(placed(node, node.key)) : live.nodes[at++]?.key;
    if (key !== undefined && key !== node.key) keys.set(node.key, key);
  }
  return keys;
}

/** A chain of a file, not stored yet. */
export interface ImportedChain {
  name: string;
  type: RuleChainType;
  debugMode: boolean;
  additionalInfo: RuleChain['additionalInfo'];
  configuration: RuleChain['configuration'];
  chain: Chain;
}

export type ImportProblem = 'notJson' | 'notChain' | 'otherType';

/**
 * Reads an exported chain, ours or that of another platform. Kinds of nodes that nobody knows are kept.
 * @returns what is wrong with the file, if it cannot be read
 */
export function readChainFile(text: string, type: RuleChainType): ImportedChain | ImportProblem {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return 'notJson';
  }
  const { ruleChain, metadata } = isObject(file) ? file : {};
  if (!isObject(ruleChain) || !isObject(metadata) || typeof ruleChain.name !== 'string' || !ruleChain.name.trim()) {
    return 'notChain';
  }
  if ((ruleChain.type ?? 'CORE') !== type) return 'otherType';
  const nodes = Array.isArray(metadata.nodes) ? metadata.nodes : [];
  if (!nodes.every((node) => isObject(node) && typeof node.type === 'string' && typeof node.name === 'string')) {
    return 'notChain';
  }
  // Ids belong to where the file comes from.
  const unstored = nodes.map((node: Info) => ({ ...node, id: null }));
  const list = (value: unknown): Info[] => (Array.isArray(value) ? value.filter(isObject) : []);
  const inRange = (index: unknown): boolean =>
    Number.isInteger(index) && Number(index) >= 0 && Number(index) < nodes.length;
  const connections = list(metadata.connections).filter(
    ({ fromIndex, toIndex, type: label }) => inRange(fromIndex) && inRange(toIndex) && typeof label === 'string',
  );
  const toChains = list(metadata.ruleChainConnections).filter(
    ({ fromIndex, targetRuleChainId, type: label }) =>
      inRange(fromIndex) &&
      typeof label === 'string' &&
      isObject(targetRuleChainId) &&
      typeof targetRuleChainId.id === 'string',
  );
  return {
    name: ruleChain.name,
    type,
    debugMode: ruleChain.debugMode === true,
    additionalInfo: isObject(ruleChain.additionalInfo) ? ruleChain.additionalInfo : null,
    configuration: ruleChain.configuration ?? null,
    chain: fromMetadata({
      nodes: unstored,
      connections,
      ruleChainConnections: toChains,
      firstNodeIndex: inRange(metadata.firstNodeIndex) ? metadata.firstNodeIndex : null,
    } as unknown as RuleChainMetadataInput),
  };
}

/** The file of a chain, without what belongs to this place: ids, tenant and whether it is the root. */
export function chainFile(
  ruleChain: {
    name: string;
    type: RuleChainType;
    debugMode: boolean;
    additionalInfo?: unknown;
    configuration?: unknown;
  },
  metadata: RuleChainMetadata,
): unknown {
  return {
    ruleChain: {
      additionalInfo: ruleChain.additionalInfo ?? null,
      name: ruleChain.name,
      type: ruleChain.type,
      firstRuleNodeId: null,
      root: false,
      debugMode: ruleChain.debugMode,
      configuration: ruleChain.configuration ?? null,
    },
    metadata: {
      firstNodeIndex: metadata.firstNodeIndex,
      nodes: metadata.nodes.map(({ additionalInfo, type, name, debugMode, configuration }) => ({
        additionalInfo,
        type,
        name,
        debugMode,
        configuration,
      })),
      connections: metadata.connections,
      ruleChainConnections: metadata.ruleChainConnections,
    },
  };
}
