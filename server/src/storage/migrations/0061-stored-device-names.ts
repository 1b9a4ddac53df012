/**
 * What lists of large tenants tell devices by (names, labels, profiles, customers and places in orders), as it is kept in memory:
 * after a start it is read from here, which takes a tenth of the time, and corrected by `device_change` from a snapshot on. Parts
 * are written before the snapshot and never tell less than it does; parts of a tenant without a snapshot mean nothing.
 */
export const sql = `
CREATE TABLE stored_device_names (
  tenant_id uuid PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
  -- a pg_snapshot
  moment text NOT NULL,
  -- devices that have to be read besides those that have changed since the snapshot
  unread uuid[] NOT NULL,
  -- where the parts of the orders by name and label begin
  name_starts text[] NOT NULL,
  label_starts text[] NOT NULL
);
CREATE TABLE stored_device_part (
  tenant_id uuid NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  part integer NOT NULL,
  ids bytea NOT NULL,
  -- lines, as packed columns have them
  names text NOT NULL,
  labels text NOT NULL,
  -- profiles and customers that its devices have, ids of 16 bytes in turns, and which of these pairs each has (uint16)
  kinds bytea NOT NULL,
  kind_of bytea NOT NULL,
  -- float64
  created bytea NOT NULL,
  -- uint32
  name_ranks bytea NOT NULL,
  label_ranks bytea NOT NULL,
  PRIMARY KEY (tenant_id, part)
);
`;
