import { typedTable } from './typed-table.ts';

export const sql = `${typedTable('asset', 'label text,')}
CREATE INDEX asset_label_order ON asset (tenant_id, lower(label), created_time DESC, id DESC);
`;
