/**
 * Customers in the orders that lists mostly have, found by parts of their titles, and those of a tenant one after the
 * other for what is listed by its customer.
 *
 * The activity of a device knows its profile, so that lists of a profile by last data are read from an index of their
 * own. The table is made again: to change every row of a million in place, with its indexes, would take minutes.
 */
export const sql = `
CREATE INDEX customer_created ON customer (tenant_id, created_time DESC, id DESC);
CREATE INDEX customer_title_order ON customer (tenant_id, lower(title), created_time DESC, id DESC);
CREATE INDEX customer_title_walk ON customer (tenant_id, lower(title), id);
CREATE INDEX customer_title_search ON customer USING gin (lower(title) gin_trgm_ops);

ALTER TABLE device_activity RENAME TO device_activity_before;
CREATE TABLE device_activity (
  device_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  created_time bigint NOT NULL,
  active boolean NOT NULL DEFAULT false,
  -- epoch ms, 0: never
  last_activity_time bigint NOT NULL DEFAULT 0,
  name text NOT NULL
) WITH (fillfactor = 80);
INSERT INTO device_activity (device_id, tenant_id, profile_id, created_time, active, last_activity_time, name)
SELECT before.device_id, before.tenant_id, device.device_profile_id, before.created_time, before.active,
  before.last_activity_time, before.name
FROM device_activity_before AS before JOIN device ON device.id = before.device_id;
DROP TABLE device_activity_before;

ALTER TABLE device_activity ADD CONSTRAINT device_activity_pkey PRIMARY KEY (device_id);
CREATE INDEX device_activity_state ON device_activity (tenant_id, active, created_time DESC, device_id DESC);
CREATE INDEX device_activity_last
  ON device_activity (tenant_id, last_activity_time, created_time DESC, device_id DESC);
CREATE INDEX device_activity_state_last
  ON device_activity (tenant_id, active, last_activity_time, created_time DESC, device_id DESC);
CREATE INDEX device_activity_name
  ON device_activity (tenant_id, active, lower(name), created_time DESC, device_id DESC);
CREATE INDEX device_activity_profile_last
  ON device_activity (profile_id, last_activity_time, created_time DESC, device_id DESC) INCLUDE (tenant_id, active);

CREATE OR REPLACE FUNCTION add_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_activity (device_id, tenant_id, profile_id, created_time, name)
  SELECT id, tenant_id, device_profile_id, created_time, name FROM new_rows;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION rename_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE device_activity AS known
  SET name = new_rows.name, tenant_id = new_rows.tenant_id, profile_id = new_rows.device_profile_id
  FROM new_rows WHERE known.device_id = new_rows.id
    AND (known.name, known.tenant_id, known.profile_id)
      IS DISTINCT FROM (new_rows.name, new_rows.tenant_id, new_rows.device_profile_id);
  RETURN NULL;
END $$;
`;
