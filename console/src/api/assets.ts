import { ASSET_NAMES, type AssetInfo, assetCalls } from '@signalbox/contract/asset';
import { createTypedApi } from './typed-entities.ts';

export const assets = createTypedApi<AssetInfo>(ASSET_NAMES, assetCalls);
