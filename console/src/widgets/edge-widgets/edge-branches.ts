import type { EdgeMemberType } from '@signalbox/contract/edge';
import type { Level } from '../tree/levels.ts';
import type { Branch } from '../tree/tree-model.ts';

/** Something on an edge. */
export interface EdgeMember {
  id: string;
  name: string;
}

const BRANCHES: readonly EdgeMemberType[] = ['ASSET', 'DEVICE', 'ENTITY_VIEW', 'DASHBOARD', 'RULE_CHAIN'];

/** The kinds of what is on an edge that a viewer may see, in order. */
export function branchesFor(authority: string | undefined): readonly EdgeMemberType[] {
  return authority === 'TENANT_ADMIN' ? BRANCHES : BRANCHES.filter((type) => type !== 'RULE_CHAIN');
}

/** How a branch looks: whether it can be opened, and what is below it when it is. */
export function branchBelow(
  level: Level<EdgeMember> | undefined,
  isOpen: boolean,
  draw: (member: EdgeMember) => Branch['children'][number],
): Branch | 'closed' | 'none' {
  if (level?.state === 'ready' && level.total === 0) return 'none';
  if (!isOpen) return 'closed';
  const { items = [], total = 0, state = 'loading', error } = level ?? {};
  return { children: items.map(draw), more: total - items.length, state, error, saysEmpty: false };
}
