import { NULL_UUID } from '@signalbox/contract/id';

/**
 * Lists of devices that are active, or that are not, have a table with all that they are limited and sorted by, and an index
 * an order. It is written when a device changes or its state does, and not by every report, as `device_activity` is:
 * that keeps the orders by last data alone, those of a customer's devices included. How many devices are active is
 * counted beside how many there are.
 *
 * The devices of a customer are sorted by name and label in an index alone.
 */
export const sql = `
-- Indexes of a million devices are sorted in memory.
SET LOCAL maintenance_work_mem = '256MB';
CREATE TABLE device_state (
  id uuid NOT NULL,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  device_profile_id uuid NOT NULL,
  active boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  type text NOT NULL,
  label text
);
INSERT INTO device_state
SELECT device.id, device.created_time, device.tenant_id, customer_id, device_profile_id, active, device.name, type, label
FROM device JOIN device_activity ON device_id = device.id;

ALTER TABLE device_state ADD CONSTRAINT device_state_pkey PRIMARY KEY (id);
CREATE INDEX device_state_created ON device_state (tenant_id, active, created_time DESC, id DESC);
CREATE INDEX device_state_name ON device_state (tenant_id, active, lower(name), created_time DESC, id DESC)
  INCLUDE (name);
CREATE INDEX device_state_label ON device_state (tenant_id, active, lower(label), created_time DESC, id DESC)
  INCLUDE (label);
CREATE INDEX device_state_customer ON device_state (tenant_id, customer_id, active, created_time DESC, id DESC)
  INCLUDE (name, label);
CREATE INDEX device_state_profile ON device_state (device_profile_id, active, created_time DESC, id DESC)
  INCLUDE (tenant_id);

-- The same for those that are active as device_count for all.
CREATE TABLE active_device_count (
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  device_profile_id uuid NOT NULL,
  slot smallint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, device_profile_id, slot)
) WITH (fillfactor = 50);
INSERT INTO active_device_count
SELECT tenant_id, customer_id, device_profile_id, 0, count(*) FROM device_state WHERE active GROUP BY 1, 2, 3;

CREATE FUNCTION add_active_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO active_device_count AS known
  SELECT tenant_id, customer_id, device_profile_id, pg_backend_pid() % 16, sum(step)
  FROM (
    SELECT tenant_id, customer_id, device_profile_id, 1 AS step FROM new_rows WHERE active
    UNION ALL
    SELECT tenant_id, customer_id, device_profile_id, -1 AS step FROM old_rows WHERE active
  ) AS changed
  GROUP BY 1, 2, 3 HAVING sum(step) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (tenant_id, customer_id, device_profile_id, slot) DO UPDATE SET count = known.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION subtract_active_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO active_device_count AS known
  SELECT tenant_id, customer_id, device_profile_id, pg_backend_pid() % 16, -count(*)
  FROM old_rows WHERE active GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (tenant_id, customer_id, device_profile_id, slot) DO UPDATE SET count = known.count + excluded.count;
  RETURN NULL;
END $$;
CREATE TRIGGER active_device_count_update AFTER UPDATE ON device_state
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_active_devices();
CREATE TRIGGER active_device_count_delete AFTER DELETE ON device_state
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION subtract_active_devices();

ALTER TABLE device_activity RENAME TO device_activity_before;
CREATE TABLE device_activity (
  device_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  created_time bigint NOT NULL,
  active boolean NOT NULL DEFAULT false,
  -- epoch ms, 0: never
  last_activity_time bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 80);
INSERT INTO device_activity (device_id, tenant_id, customer_id, profile_id, created_time, active, last_activity_time)
SELECT device_id, device.tenant_id, device.customer_id, profile_id, device.created_time, active, last_activity_time
FROM device_activity_before JOIN device ON device.id = device_id;
DROP TABLE device_activity_before;

ALTER TABLE device_activity ADD CONSTRAINT device_activity_pkey PRIMARY KEY (device_id);
CREATE INDEX device_activity_last
  ON device_activity (tenant_id, last_activity_time, created_time DESC, device_id DESC);
CREATE INDEX device_activity_state_last
  ON device_activity (tenant_id, active, last_activity_time, created_time DESC, device_id DESC);
CREATE INDEX device_activity_profile_last
  ON device_activity (profile_id, last_activity_time, created_time DESC, device_id DESC) INCLUDE (tenant_id, active);
CREATE INDEX device_activity_customer_last
  ON device_activity (customer_id, last_activity_time, created_time DESC, device_id DESC)
  INCLUDE (tenant_id, active, profile_id) WHERE customer_id <> '${NULL_UUID}';

DROP INDEX device_customer;
CREATE INDEX device_customer ON device (tenant_id, customer_id, created_time DESC, id DESC) INCLUDE (name, label);

CREATE OR REPLACE FUNCTION add_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_activity (device_id, tenant_id, customer_id, profile_id, created_time)
  SELECT id, tenant_id, customer_id, device_profile_id, created_time FROM new_rows;
  INSERT INTO device_state (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label)
  SELECT id, created_time, tenant_id, customer_id, device_profile_id, name, type, label FROM new_rows;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION rename_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE device_activity AS known
  SET tenant_id = new_rows.tenant_id, customer_id = new_rows.customer_id, profile_id = new_rows.device_profile_id
  FROM new_rows WHERE known.device_id = new_rows.id
    AND (known.tenant_id, known.customer_id, known.profile_id)
      IS DISTINCT FROM (new_rows.tenant_id, new_rows.customer_id, new_rows.device_profile_id);
  UPDATE device_state AS known
  SET tenant_id = new_rows.tenant_id, customer_id = new_rows.customer_id,
    device_profile_id = new_rows.device_profile_id, name = new_rows.name, type = new_rows.type, label = new_rows.label
  FROM new_rows WHERE known.id = new_rows.id
    AND (known.tenant_id, known.customer_id, known.device_profile_id, known.name, known.type, known.label)
      IS DISTINCT FROM (new_rows.tenant_id, new_rows.customer_id, new_rows.device_profile_id, new_rows.name,
        new_rows.type, new_rows.label);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION delete_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM device_activity WHERE device_id IN (SELECT id FROM old_rows);
  DELETE FROM device_state WHERE id IN (SELECT id FROM old_rows);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION follow_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  active_key integer := (SELECT id FROM telemetry_key WHERE name = 'active');
  activity_key integer := (SELECT id FROM telemetry_key WHERE name = 'lastActivityTime');
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows WHERE scope = 3 AND key_id IN (active_key, activity_key)) THEN
    RETURN NULL;
  END IF;
  UPDATE device_activity AS known
  SET active = coalesce(changed.active, known.active),
    last_activity_time = coalesce(changed.last_activity_time, known.last_activity_time)
  FROM (
    SELECT entity_id,
      bool_or(coalesce(bool_value, false)) FILTER (WHERE key_id = active_key) AS active,
      max(coalesce(long_value, 0)) FILTER (WHERE key_id = activity_key) AS last_activity_time
    FROM new_rows WHERE scope = 3 AND key_id IN (active_key, activity_key) GROUP BY entity_id
  ) AS changed
  WHERE known.device_id = changed.entity_id;
  IF EXISTS (SELECT FROM new_rows WHERE scope = 3 AND key_id = active_key) THEN
    UPDATE device_state AS known SET active = coalesce(changed.bool_value, false)
    FROM new_rows AS changed
    WHERE changed.scope = 3 AND changed.key_id = active_key AND known.id = changed.entity_id
      AND known.active <> coalesce(changed.bool_value, false);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION forget_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  active_key integer := (SELECT id FROM telemetry_key WHERE name = 'active');
  activity_key integer := (SELECT id FROM telemetry_key WHERE name = 'lastActivityTime');
BEGIN
  IF NOT EXISTS (SELECT FROM old_rows WHERE scope = 3 AND key_id IN (active_key, activity_key)) THEN
    RETURN NULL;
  END IF;
  UPDATE device_activity AS known
  SET active = known.active AND NOT gone.active,
    last_activity_time = CASE WHEN gone.activity THEN 0 ELSE known.last_activity_time END
  FROM (
    SELECT entity_id, bool_or(key_id = active_key) AS active, bool_or(key_id = activity_key) AS activity
    FROM old_rows WHERE scope = 3 AND key_id IN (active_key, activity_key) GROUP BY entity_id
  ) AS gone
  WHERE known.device_id = gone.entity_id;
  UPDATE device_state AS known SET active = false
  FROM old_rows AS gone
  WHERE gone.scope = 3 AND gone.key_id = active_key AND known.id = gone.entity_id AND known.active;
  RETURN NULL;
END $$;
`;
