/**
 * Indexes of the device lists that answer by themselves: labels in both directions, the devices of a profile by time,
 * and the active or inactive devices by name, for which their activity knows their name. Each takes seconds for a
 * million devices.
 */
export const sql = `
DROP INDEX device_profile_of, device_label_order, device_label_order_desc;
CREATE INDEX device_profile_of ON device (device_profile_id, created_time DESC, id DESC) INCLUDE (tenant_id);
CREATE INDEX device_label_order ON device (tenant_id, lower(label), created_time DESC, id DESC) INCLUDE (label);
CREATE INDEX device_label_order_desc
  ON device (tenant_id, lower(label) DESC NULLS LAST, created_time ASC, id ASC) INCLUDE (label);

ALTER TABLE device_activity ADD COLUMN name text NOT NULL DEFAULT '';
UPDATE device_activity SET name = device.name FROM device WHERE device.id = device_activity.device_id;
ALTER TABLE device_activity ALTER COLUMN name DROP DEFAULT;
CREATE INDEX device_activity_name
  ON device_activity (tenant_id, active, lower(name), created_time DESC, device_id DESC);

CREATE OR REPLACE FUNCTION add_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_activity (device_id, tenant_id, created_time, name)
  SELECT id, tenant_id, created_time, name FROM new_rows;
  RETURN NULL;
END $$;
CREATE FUNCTION rename_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE device_activity AS known SET name = new_rows.name, tenant_id = new_rows.tenant_id
  FROM new_rows WHERE known.device_id = new_rows.id
    AND (known.name, known.tenant_id) IS DISTINCT FROM (new_rows.name, new_rows.tenant_id);
  RETURN NULL;
END $$;
CREATE TRIGGER device_activity_rename AFTER UPDATE ON device
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rename_device_activity();
`;
