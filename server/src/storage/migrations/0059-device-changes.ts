/**
 * What has changed of devices lately, by which the remembered places of their lists are corrected: what came (`step` 1) and
 * what went (-1), each as a row of a list has it; a device that changed is both. A statement that changes very many at once
 * says so (0) instead. Rows are of the transaction that changed the devices, so that whoever sees one sees the other.
 * `device_change_start` says from which transaction on all of them are there; older ones have been removed.
 */
export const sql = `
CREATE TABLE device_change (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  step smallint NOT NULL,
  tenant_id uuid NOT NULL,
  id uuid,
  created_time bigint,
  customer_id uuid,
  device_profile_id uuid,
  name text,
  label text
);
CREATE INDEX device_change_since ON device_change (tenant_id, xid);
CREATE TABLE device_change_start (xid xid8 NOT NULL);
INSERT INTO device_change_start VALUES (pg_current_xact_id());

CREATE OR REPLACE FUNCTION count_devices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  many CONSTANT integer := 10000;
  noted integer;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO device_count AS known
    SELECT tenant_id, customer_id, device_profile_id, pg_backend_pid() % 16, count(*)
    FROM new_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, customer_id, device_profile_id, slot) DO UPDATE SET count = known.count + excluded.count;
    INSERT INTO device_change (step, tenant_id, id, created_time, customer_id, device_profile_id, name, label)
    SELECT 1, tenant_id, id, created_time, customer_id, device_profile_id, name, label FROM new_rows LIMIT many;
    GET DIAGNOSTICS noted = ROW_COUNT;
    IF noted = many THEN
      INSERT INTO device_change (step, tenant_id) SELECT DISTINCT 0, tenant_id FROM new_rows;
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO device_count AS known
    SELECT tenant_id, customer_id, device_profile_id, pg_backend_pid() % 16, -count(*)
    FROM old_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, customer_id, device_profile_id, slot) DO UPDATE SET count = known.count + excluded.count;
    INSERT INTO device_change (step, tenant_id, id, created_time, customer_id, device_profile_id, name, label)
    SELECT -1, tenant_id, id, created_time, customer_id, device_profile_id, name, label FROM old_rows LIMIT many;
    GET DIAGNOSTICS noted = ROW_COUNT;
    IF noted = many THEN
      INSERT INTO device_change (step, tenant_id) SELECT DISTINCT 0, tenant_id FROM old_rows;
    END IF;
  ELSE
    INSERT INTO device_count AS known
    SELECT tenant_id, customer_id, device_profile_id, pg_backend_pid() % 16, sum(step)
    FROM (
      SELECT tenant_id, customer_id, device_profile_id, 1 AS step FROM new_rows
      UNION ALL
      SELECT tenant_id, customer_id, device_profile_id, -1 AS step FROM old_rows
    ) AS moved
    GROUP BY 1, 2, 3 HAVING sum(step) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, customer_id, device_profile_id, slot) DO UPDATE SET count = known.count + excluded.count;
    INSERT INTO device_change (step, tenant_id, id, created_time, customer_id, device_profile_id, name, label)
    SELECT sum(step), tenant_id, id, created_time, customer_id, device_profile_id, name, label
    FROM (
      SELECT 1 AS step, tenant_id, id, created_time, customer_id, device_profile_id, name, label FROM new_rows
      UNION ALL
      SELECT -1 AS step, tenant_id, id, created_time, customer_id, device_profile_id, name, label FROM old_rows
    ) AS changed
    GROUP BY 2, 3, 4, 5, 6, 7, 8 HAVING sum(step) <> 0 LIMIT many;
    GET DIAGNOSTICS noted = ROW_COUNT;
    IF noted = many THEN
      INSERT INTO device_change (step, tenant_id)
      SELECT 0, tenant_id FROM old_rows UNION SELECT 0, tenant_id FROM new_rows;
    END IF;
  END IF;
  RETURN NULL;
END $$;
`;
