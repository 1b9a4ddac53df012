/** Lengths of the lists when this migration was made: migrations that ran are never changed. */
const ZEROS = `'{${Array(8).fill(0).join(',')}}'`;
const ENABLED = `'{${Array(7).fill('ENABLED').join(',')}}'`;

/** What each tenant has used this month and this hour, whatever makes the tenant. */
export const sql = `
CREATE TABLE api_usage_state (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL UNIQUE CONSTRAINT api_usage_state_tenant REFERENCES tenant (id),
  month bigint NOT NULL,
  hour bigint NOT NULL,
  counts bigint[] NOT NULL DEFAULT ${ZEROS},
  hourly bigint[] NOT NULL DEFAULT ${ZEROS},
  -- NULL: not published yet
  limits bigint[],
  states text[] NOT NULL DEFAULT ${ENABLED}
);
CREATE INDEX api_usage_state_unpublished ON api_usage_state (tenant_id) WHERE limits IS NULL;
CREATE TRIGGER api_usage_state_relations AFTER DELETE ON api_usage_state
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER api_usage_state_deleted AFTER DELETE ON api_usage_state
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_deleted();

CREATE FUNCTION add_usage_state(tenant uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO api_usage_state (id, created_time, tenant_id, month, hour)
  SELECT gen_random_uuid(), (extract(epoch FROM now) * 1000)::bigint, tenant,
    (extract(epoch FROM date_trunc('month', now, 'UTC')) * 1000)::bigint,
    (extract(epoch FROM date_trunc('hour', now, 'UTC')) * 1000)::bigint
  FROM clock_timestamp() AS now
$$;
SELECT add_usage_state(id) FROM tenant;

CREATE FUNCTION equip_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_usage_state(new.id);
  RETURN NULL;
END $$;
CREATE TRIGGER tenant_equipped AFTER INSERT ON tenant FOR EACH ROW EXECUTE FUNCTION equip_tenant();
`;
