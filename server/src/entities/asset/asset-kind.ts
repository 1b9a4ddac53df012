import { QUEUE_ASSET_TYPE } from '@signalbox/contract/asset';
import type { TypedTableKind } from '../typed/typed-entity.ts';
import { typedMembers } from '../typed/typed-members.ts';

export const assetKind: TypedTableKind<'ASSET'> = {
  ...typedMembers('ASSET', 'asset', { hasLabel: true }),
  noun: 'asset',
  limit: {
    member: 'maxAssets',
    count: `SELECT count(*) AS total FROM asset WHERE tenant_id = $1 AND type <> '${QUEUE_ASSET_TYPE}'`,
  },
};
