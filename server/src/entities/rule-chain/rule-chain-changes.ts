import { isDeepStrictEqual } from 'node:util';
import type { RuleChainConnection, RuleChainMetadata, RuleNode } from '@signalbox/contract/rule-chain';

/** Connections to the same chain are one box on the canvas where they were drawn as one. */
function drawnAs({ targetRuleChainId, additionalInfo }: RuleChainConnection): string {
  const { ruleChainNodeId, layoutX, layoutY } = (additionalInfo ?? {}) as Record<string, unknown>;
  return `chain ${targetRuleChainId.id} ${ruleChainNodeId ?? `${layoutX} ${layoutY}`}`;
}

/** What a chain looks like: boxes and lines between them, each by a name that stays. */
function draw(metadata: RuleChainMetadata) {
  const keyAt = (index: number | null) => (index === null ? undefined : metadata.nodes[index]?.id?.id);
  const boxes = new Map<string | undefined, unknown>(
    metadata.nodes.map((node) => [node.id?.id, looksOf(node)] as const),
  );
  const lines = new Map<string, { from: string | undefined; to: string | undefined; labels: Set<string> }>();
  const connect = (from: string | undefined, to: string | undefined, label: string) => {
    const line = lines.get(`${from} ${to}`);
    if (line) line.labels.add(label);
    else lines.set(`${from} ${to}`, { from, to, labels: new Set([label]) });
  };
  const first = keyAt(metadata.firstNodeIndex);
  if (first !== undefined) connect('input', first, '');
  boxes.set('input', null);
  for (const { fromIndex, toIndex, type } of metadata.connections ?? [])
    connect(keyAt(fromIndex), keyAt(toIndex), type);
  for (const connection of metadata.ruleChainConnections ?? []) {
    const drawn = drawnAs(connection);
    boxes.set(drawn, connection.additionalInfo);
    connect(keyAt(connection.fromIndex), drawn, connection.type);
  }
  return { boxes, lines };
}

const looksOf = ({ type, name, debugMode, configuration, additionalInfo }: RuleNode) => ({
  type,
  name,
  debugMode,
  configuration,
  additionalInfo: additionalInfo ?? null,
});

/**
 * How many nodes and links were added, changed or removed, as people see them: several labels between two nodes are one
 * link, and links that went with their node are not counted.
 */
export function countChanges(before: RuleChainMetadata, after: RuleChainMetadata): number {
  const [old, now] = [draw(before), draw(after)];
  let count = 0;
  for (const [key, box] of now.boxes) {
    if (!old.boxes.has(key) || !isDeepStrictEqual(old.boxes.get(key), box)) count++;
  }
  for (const key of old.boxes.keys()) if (!now.boxes.has(key)) count++;
  for (const [key, { labels }] of now.lines) {
    const known = old.lines.get(key)?.labels;
    if (!known || !isDeepStrictEqual(known, labels)) count++;
  }
  for (const [key, { from, to }] of old.lines) {
    if (!now.lines.has(key) && now.boxes.has(from) && now.boxes.has(to)) count++;
  }
  return count;
}
