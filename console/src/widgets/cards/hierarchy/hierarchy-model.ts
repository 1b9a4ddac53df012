import type { Level } from '../../tree/levels.ts';
import type { TreeNode } from '../../tree/tree-model.ts';
import type { NodeContext, NodeFunctions } from './node-functions.ts';

/** An entity in the hierarchy. */
export interface Member {
  entityType: string;
  id: string;
  /** As relations name it. */
  name: string;
}

/** What is known live of an entity. */
export interface MemberValues {
  name: string;
  label: string;
  data: Readonly<Record<string, unknown>>;
}

/** A node with what it stands for. */
export interface PlacedNode {
  member: Member;
  context: NodeContext;
  /** Place of the datasource among those of the widget: which keys it shows. */
  datasource: number;
}

/** What a hierarchy is built of. */
export interface HierarchyParts {
  roots: readonly { member: Member; datasource: number }[];
  /** By the key of the node above. */
  levels: ReadonlyMap<string, Level<Member>>;
  functions: NodeFunctions;
  valuesOf: (member: Member, datasource: number) => MemberValues | undefined;
  /** By key, what people have opened and closed. */
  opened: ReadonlyMap<string, boolean>;
  /** By key of the node above ('' for the roots), how many nodes are shown; otherwise PAGE. */
  shown: ReadonlyMap<string, number>;
  draw: (node: PlacedNode) => Pick<TreeNode, 'text' | 'html' | 'icon'>;
  /** Said of a node that is above itself. */
  circle: string;
}

export interface Hierarchy {
  nodes: TreeNode[];
  /** How many roots are not shown. */
  more: number;
  /** All nodes that are shown, by key, in order. */
  placed: ReadonlyMap<string, PlacedNode>;
  /** Keys of the nodes that are open and whose children have not been asked for. */
  wanted: string[];
}

/** Nodes of a level that are shown at first, and further ones each time. */
export const PAGE = 50;
/** Nothing is opened by itself below this level, and nothing more once so many nodes are there. */
const MAX_OPEN_LEVEL = 10;
const MAX_OPEN_NODES = 300;

const collator = new Intl.Collator(undefined, { numeric: true });

/** Type, then name. */
function usualOrder(one: PlacedNode, other: PlacedNode): number {
  return (
    collator.compare(one.member.entityType, other.member.entityType) ||
    collator.compare(one.context.entity.name, other.context.entity.name)
  );
}

/** The nodes of a hierarchy, as far as they have been opened. Never goes round in a circle of relations. */
export function hierarchyOf(parts: HierarchyParts): Hierarchy {
  const { levels, functions, opened, shown } = parts;
  const placed = new Map<string, PlacedNode>();
  const wanted: string[] = [];

  function place(member: Member, datasource: number, parent: NodeContext | null, key: string): PlacedNode {
    const values = parts.valuesOf(member, datasource);
    const name = values?.name || member.name;
    const context: NodeContext = {
      parentNodeCtx: parent,
      entity: { id: { entityType: member.entityType, id: member.id }, name, label: values?.label || name },
      childrenNodesLoaded: levels.get(key)?.state === 'ready',
      level: (parent?.level ?? 0) + 1,
      data: values?.data ?? {},
    };
    return { member, context, datasource };
  }

  /** @param above ids of the entities on the way to the level */
  function levelOf(
    members: readonly { member: Member; datasource: number }[],
    parent: { key: string; context: NodeContext | null },
    above: ReadonlySet<string>,
  ): { children: TreeNode[]; more: number } {
    const keyOf = (member: Member) => `${parent.key}/${member.entityType}:${member.id}`;
    const all = members
      .map(({ member, datasource }) => place(member, datasource, parent.context, keyOf(member)))
      .sort(usualOrder);
    const order = all.length > 1 ? functions.order(all.map(({ context }) => context)) : undefined;
    const sorted = order ? order.map((at) => all[at] as PlacedNode) : all;
    const visible = sorted.slice(0, shown.get(parent.key) ?? PAGE);
    return {
      children: visible.map((node) => nodeOf(node, keyOf(node.member), above)),
      more: sorted.length - visible.length,
    };
  }

  function nodeOf(node: PlacedNode, key: string, above: ReadonlySet<string>): TreeNode {
    const { member, context, datasource } = node;
    placed.set(key, node);
    const drawn: TreeNode = { key, ...parts.draw(node), isDisabled: functions.isDisabled(context), below: 'none' };
    if (above.has(member.id)) return { ...drawn, note: parts.circle };
    const level = levels.get(key);
    const byHand = opened.get(key);
    if (level ? level.state === 'ready' && level.total === 0 && byHand !== true : !functions.hasChildren(context)) {
      return drawn;
    }
    const mayOpen = context.level <= MAX_OPEN_LEVEL && placed.size < MAX_OPEN_NODES;
    // What has opened by itself stays open, whatever its values become.
    const isOpen = byHand ?? (level !== undefined || (mayOpen && functions.isOpened(context)));
    if (!isOpen) return { ...drawn, below: 'closed' };
    if (!level) wanted.push(key);
    const members = (level?.items ?? []).map((child) => ({ member: child, datasource }));
    const { children, more } = levelOf(members, { key, context }, new Set([...above, member.id]));
    const state = level?.state ?? 'loading';
    return { ...drawn, below: { children, more, state, error: level?.error, saysEmpty: byHand === true } };
  }

  const { children, more } = levelOf(parts.roots, { key: '', context: null }, new Set());
  return { nodes: children, more, placed, wanted };
}

/** How many entities are followed together. */
const CHUNK = 100;

/** The entities of nodes in lists that stay the same, but for the last, when further nodes come. */
export function followedLists(
  nodes: Iterable<PlacedNode>,
): { name: string; datasource: number; entityType: string; ids: string[] }[] {
  const lists = new Map<string, { datasource: number; entityType: string; ids: Set<string> }>();
  for (const { member, datasource } of nodes) {
    const key = `${datasource} ${member.entityType}`;
    const list = lists.get(key) ?? { datasource, entityType: member.entityType, ids: new Set() };
    list.ids.add(member.id);
    lists.set(key, list);
  }
  return [...lists].flatMap(([key, { datasource, entityType, ids }]) => {
    const all = [...ids];
    const count = Math.ceil(all.length / CHUNK);
    return Array.from({ length: count }, (_, index) => ({
      name: `${key} ${index}`,
      datasource,
      entityType,
      ids: all.slice(index * CHUNK, (index + 1) * CHUNK),
    }));
  });
}
