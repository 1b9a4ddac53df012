import * as z from 'zod/mini';
import { typedId } from './id.ts';
import { nullableText, text } from './text.ts';
import {
  type TypedNames,
  typedEntityRoutes,
  typedInfoMembers,
  typedInputMembers,
  typedMembers,
} from './typed-entity.ts';

/** Assets of this type are made by the rule engine for its queues; nobody else may make one. */
export const QUEUE_ASSET_TYPE = 'TbServiceQueue';

/** Body of POST /api/asset: create when `id` is absent or null, else replace. */
export const assetInputSchema = z.object({
  id: z.optional(z.nullable(typedId('ASSET'))),
  ...typedInputMembers,
  label: nullableText(),
});
export type AssetInput = z.infer<typeof assetInputSchema>;

/** An asset as it is stored and returned. Times in epoch ms. */
export const assetSchema = z.object({ id: typedId('ASSET'), ...typedMembers, label: z.nullable(text()) });
export type Asset = z.infer<typeof assetSchema>;

/** A row of an asset list. */
export const assetInfoSchema = z.extend(assetSchema, typedInfoMembers);
export type AssetInfo = z.infer<typeof assetInfoSchema>;

export const ASSET_NAMES: TypedNames = { noun: 'asset', path: 'asset', writers: ['TENANT_ADMIN', 'CUSTOMER_USER'] };

/** By what they do, as the other kinds have them. */
export const assetCalls = typedEntityRoutes(ASSET_NAMES, {
  input: assetInputSchema,
  entity: assetSchema,
  info: assetInfoSchema,
});

export const assetRoutes = {
  getAsset: assetCalls.get,
  getAssetInfo: assetCalls.getInfo,
  saveAsset: assetCalls.save,
  deleteAsset: assetCalls.remove,
  assignAssetToCustomer: assetCalls.assign,
  unassignAssetFromCustomer: assetCalls.unassign,
  assignAssetToPublicCustomer: assetCalls.makePublic,
  getTenantAssets: assetCalls.listOfTenant,
  getTenantAssetInfos: assetCalls.infosOfTenant,
  getCustomerAssets: assetCalls.listOfCustomer,
  getCustomerAssetInfos: assetCalls.infosOfCustomer,
  getAssetsByIds: assetCalls.byIds,
  searchAssets: assetCalls.search,
  getAssetTypes: assetCalls.types,
};
