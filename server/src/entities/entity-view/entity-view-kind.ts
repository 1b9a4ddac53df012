import type { TypedTableKind } from '../typed/typed-entity.ts';
import { typedMembers } from '../typed/typed-members.ts';

export const entityViewKind: TypedTableKind<'ENTITY_VIEW'> = {
  ...typedMembers('ENTITY_VIEW', 'entity_view', { hasLabel: false }),
  noun: 'entity view',
  limit: null,
};
