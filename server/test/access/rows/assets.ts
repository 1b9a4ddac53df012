import { type AccessRow, imports } from '../access-row.ts';
import { typedRows } from '../typed-rows.ts';

export const assetsRows: Record<string, AccessRow | AccessRow[]> = {
  ...typedRows('asset', 'Asset', 'building'),
  importAssets: imports('asset', 'building'),
};
