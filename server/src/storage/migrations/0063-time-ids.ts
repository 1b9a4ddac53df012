/**
 * Ids that statements make are time-based UUIDs (version 1), as those that the server makes. RFC 9562 §5.1: steps of 100 ns
 * since 1582-10-15, the low ones first. Ids of one millisecond are numbered, so that they sort in the order in which they
 * were made; variant, clock sequence and node are those of a random UUID.
 */
export const sql = `
CREATE SEQUENCE time_uuid_step MAXVALUE 9999 MINVALUE 0 CYCLE CACHE 1;
CREATE FUNCTION time_uuid(created_time bigint) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (right(steps, 8) || substr(steps, 5, 4) || '1' || substr(steps, 2, 3) || right(gen_random_uuid()::text, 17))::uuid
  FROM lpad(to_hex(122192928000000000 + created_time * 10000 + nextval('time_uuid_step')), 16, '0') AS steps
$$;

CREATE OR REPLACE FUNCTION tell_edge(tenant uuid, edge uuid, action text, type text, entity uuid)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type, entity_id)
  SELECT time_uuid(now), now, tenant, edge, action, type, entity
  FROM CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now
$$;

CREATE OR REPLACE FUNCTION delete_relations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
BEGIN
  DELETE FROM relation WHERE from_id IN (SELECT id FROM old_rows);
  WITH gone AS (
    DELETE FROM relation WHERE to_id IN (SELECT id FROM old_rows)
    RETURNING from_id, from_type, to_id, to_type, relation_type_group
  )
  INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type, entity_id)
  SELECT time_uuid(now_ms), now_ms, edge.tenant_id, edge.id, 'DELETED', gone.to_type, gone.to_id
  FROM gone JOIN edge ON edge.id = gone.from_id
  WHERE gone.from_type = 'EDGE' AND gone.relation_type_group = 'EDGE';
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION add_usage_state(tenant uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO api_usage_state (id, created_time, tenant_id, month, hour)
  SELECT time_uuid((extract(epoch FROM now) * 1000)::bigint), (extract(epoch FROM now) * 1000)::bigint, tenant,
    (extract(epoch FROM date_trunc('month', now, 'UTC')) * 1000)::bigint,
    (extract(epoch FROM date_trunc('hour', now, 'UTC')) * 1000)::bigint
  FROM clock_timestamp() AS now
$$;
`;
