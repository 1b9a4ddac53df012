import { typedTable } from './typed-table.ts';

const COLUMNS = `device_id uuid CONSTRAINT entity_view_device REFERENCES device (id),
  asset_id uuid CONSTRAINT entity_view_asset REFERENCES asset (id),
  keys json NOT NULL,
  start_time bigint NOT NULL,
  end_time bigint NOT NULL,
  CONSTRAINT entity_view_target CHECK (num_nonnulls(device_id, asset_id) = 1),`;

/** The foreign keys also keep devices and assets that have views from being deleted. */
export const sql = `${typedTable('entity_view', COLUMNS)}
CREATE INDEX entity_view_of_device ON entity_view (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX entity_view_of_asset ON entity_view (asset_id) WHERE asset_id IS NOT NULL;
`;
