import type { TypedTableKind } from '../typed/typed-entity.ts';
import { typedMembers } from '../typed/typed-members.ts';

export const edgeKind: TypedTableKind<'EDGE'> = {
  ...typedMembers('EDGE', 'edge', { hasLabel: true }),
  noun: 'edge',
  limit: null,
};
