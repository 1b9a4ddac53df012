import { ASSET_NAMES, type Asset, type AssetInput, assetCalls, QUEUE_ASSET_TYPE } from '@signalbox/contract/asset';
import { entityId } from '@signalbox/contract/id';
import { sql } from 'kysely';
import { badRequest } from '../../http/errors.ts';
import type { TypedRow } from '../typed/typed-entity.ts';
import { createTypedFeature, type TypedParts } from '../typed/typed-feature.ts';
import { assetKind } from './asset-kind.ts';

export interface AssetRow extends TypedRow {
  label: string | null;
}

export const toAsset = (row: AssetRow): Asset => ({
  id: entityId('ASSET', row.id),
  createdTime: row.created_time,
  additionalInfo: row.additional_info,
  tenantId: entityId('TENANT', row.tenant_id),
  customerId: entityId('CUSTOMER', row.customer_id),
  name: row.name,
  type: row.type,
  label: row.label,
});

/** Assets: what devices stand in or belong to. */
export function createAssets(parts: TypedParts) {
  return createTypedFeature<Asset, AssetInput, AssetRow>(parts, {
    kind: assetKind,
    names: ASSET_NAMES,
    calls: assetCalls,
    toEntity: toAsset,
    ownValues: ({ label }) => ({ label }),
    ownOrders: { label: sql`lower(e.label)` },
    complete(_user, id, base, input) {
      if (base.type === QUEUE_ASSET_TYPE) throw badRequest(`Unable to save asset with type ${QUEUE_ASSET_TYPE}`);
      return { id: entityId('ASSET', id), ...base, label: input.label };
    },
  });
}

export type Assets = ReturnType<typeof createAssets>;
