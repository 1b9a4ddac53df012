import type { AccessRow } from '../access-row.ts';
import { typedRows } from '../typed-rows.ts';

export const assetsRows: Record<string, AccessRow | AccessRow[]> = typedRows('asset', 'Asset', 'building');
