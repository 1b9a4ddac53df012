/**
 * Gateways are few among many devices, and pickers look for them by name: an index of their own, whose condition is the
 * one they are found by. And what follows values and new entities for the index of values does no more than it needs.
 */
export const sql = `
CREATE INDEX device_gateway ON device (tenant_id, lower(name), id) WHERE additional_info::text LIKE '%"gateway":true%';

CREATE OR REPLACE FUNCTION index_values(is_series boolean, entities uuid[], keys integer[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  kinds text[] := (SELECT array_agg(DISTINCT entity_type) FROM value_index_key
    WHERE (scope = 0) = is_series AND key_id = ANY(keys));
  part record;
BEGIN
  FOR part IN
    SELECT known AS key, array_agg(owned.id ORDER BY owned.id) AS ids, array_agg(owned.created_time ORDER BY owned.id) AS times
    FROM (
      SELECT changed.entity_id AS id, changed.key_id, owner.entity_type, owner.tenant_id, owner.created_time
      FROM (SELECT DISTINCT * FROM unnest(entities, keys) AS given (entity_id, key_id)
        WHERE key_id IN (SELECT key_id FROM value_index_key WHERE (scope = 0) = is_series)) AS changed
      CROSS JOIN LATERAL (
        SELECT 'DEVICE' AS entity_type, tenant_id, created_time FROM device
        WHERE 'DEVICE' = ANY(kinds) AND id = changed.entity_id
        UNION ALL SELECT 'ASSET', tenant_id, created_time FROM asset
        WHERE 'ASSET' = ANY(kinds) AND id = changed.entity_id
        UNION ALL SELECT 'ENTITY_VIEW', tenant_id, created_time FROM entity_view
        WHERE 'ENTITY_VIEW' = ANY(kinds) AND id = changed.entity_id
      ) AS owner
    ) AS owned
    JOIN value_index_key AS known ON known.tenant_id = owned.tenant_id AND known.entity_type = owned.entity_type
      AND known.key_id = owned.key_id AND (known.scope = 0) = is_series
    GROUP BY known ORDER BY known
  LOOP
    PERFORM refresh_indexed(part.key, part.ids, part.times);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION add_to_value_index() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part record;
BEGIN
  IF NOT EXISTS (SELECT FROM value_index_key) THEN
    RETURN NULL;
  END IF;
  FOR part IN
    SELECT known AS key, array_agg(added.id ORDER BY added.id) AS ids, array_agg(added.created_time ORDER BY added.id) AS times
    FROM new_rows AS added JOIN value_index_key AS known ON known.tenant_id = added.tenant_id
    WHERE known.entity_type = TG_ARGV[0] GROUP BY known ORDER BY known
  LOOP
    PERFORM add_indexed(part.key, part.ids, part.times);
  END LOOP;
  RETURN NULL;
END $$;
`;
