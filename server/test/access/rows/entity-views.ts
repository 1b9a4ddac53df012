import type { AccessRow } from '../access-row.ts';
import { typedRows } from '../typed-rows.ts';

export const entityViewsRows: Record<string, AccessRow | AccessRow[]> = typedRows(
  'entityView',
  'EntityView',
  'excerpt',
  {
    more: ({ device }) => ({ entityId: device.id }),
    hasByIds: false,
    letIn: [400],
  },
);
