/**
 * State and last activity of every device beside it, so that lists sort by them: a narrow row with an index an order,
 * since each report of a device moves it. The attributes stay what is read and written; triggers, once a statement,
 * let the rows follow. Filling it takes seconds for a million devices.
 */
export const sql = `
CREATE TABLE device_activity (
  device_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  created_time bigint NOT NULL,
  active boolean NOT NULL DEFAULT false,
  -- epoch ms, 0: never
  last_activity_time bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 80);

INSERT INTO device_activity (device_id, tenant_id, created_time, active, last_activity_time)
SELECT device.id, device.tenant_id, device.created_time, coalesce(active.bool_value, false),
  coalesce(activity.long_value, 0)
FROM device
LEFT JOIN attribute AS active ON active.entity_id = device.id AND active.scope = 3
  AND active.key_id = (SELECT id FROM telemetry_key WHERE name = 'active')
LEFT JOIN attribute AS activity ON activity.entity_id = device.id AND activity.scope = 3
  AND activity.key_id = (SELECT id FROM telemetry_key WHERE name = 'lastActivityTime');

CREATE INDEX device_activity_state ON device_activity (tenant_id, active, created_time DESC, device_id DESC);
CREATE INDEX device_activity_last
  ON device_activity (tenant_id, last_activity_time, created_time DESC, device_id DESC);

CREATE FUNCTION add_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_activity (device_id, tenant_id, created_time) SELECT id, tenant_id, created_time FROM new_rows;
  RETURN NULL;
END $$;
CREATE FUNCTION delete_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM device_activity WHERE device_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END $$;
CREATE TRIGGER device_activity_insert AFTER INSERT ON device
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_device_activity();
CREATE TRIGGER device_activity_delete AFTER DELETE ON device
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_device_activity();

CREATE FUNCTION follow_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  active_key integer := (SELECT id FROM telemetry_key WHERE name = 'active');
  activity_key integer := (SELECT id FROM telemetry_key WHERE name = 'lastActivityTime');
BEGIN
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
  RETURN NULL;
END $$;
CREATE FUNCTION forget_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  active_key integer := (SELECT id FROM telemetry_key WHERE name = 'active');
  activity_key integer := (SELECT id FROM telemetry_key WHERE name = 'lastActivityTime');
BEGIN
  UPDATE device_activity AS known
  SET active = known.active AND NOT gone.active,
    last_activity_time = CASE WHEN gone.activity THEN 0 ELSE known.last_activity_time END
  FROM (
    SELECT entity_id, bool_or(key_id = active_key) AS active, bool_or(key_id = activity_key) AS activity
    FROM old_rows WHERE scope = 3 AND key_id IN (active_key, activity_key) GROUP BY entity_id
  ) AS gone
  WHERE known.device_id = gone.entity_id;
  RETURN NULL;
END $$;
CREATE TRIGGER attribute_activity_insert AFTER INSERT ON attribute
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_device_activity();
CREATE TRIGGER attribute_activity_update AFTER UPDATE ON attribute
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_device_activity();
CREATE TRIGGER attribute_activity_delete AFTER DELETE ON attribute
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_device_activity();
`;
