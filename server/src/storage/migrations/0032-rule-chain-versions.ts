/** What rule chains were at each time, and those that were deleted. Both go with their tenant. */
export const sql = `
CREATE TABLE rule_chain_version (
  rule_chain_id uuid NOT NULL,
  -- 1, 2 … of each chain
  number integer NOT NULL,
  tenant_id uuid NOT NULL,
  -- in force from then on, epoch ms
  created_time bigint NOT NULL,
  -- until then; null while it is in force
  until_time bigint,
  user_id uuid,
  user_name text,
  cause text NOT NULL,
  restored integer,
  name text NOT NULL,
  nodes integer NOT NULL,
  changes integer NOT NULL,
  -- SHA-256 of what it holds, as hexadecimal digits
  state text NOT NULL,
  PRIMARY KEY (rule_chain_id, number)
);
CREATE INDEX rule_chain_version_tenant ON rule_chain_version (tenant_id, until_time);

-- Nodes and connections as compressed JSON, once for all versions of a chain that have the same.
CREATE TABLE rule_chain_content (
  rule_chain_id uuid NOT NULL,
  state text NOT NULL,
  tenant_id uuid NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (rule_chain_id, state)
);
CREATE INDEX rule_chain_content_tenant ON rule_chain_content (tenant_id);

CREATE TABLE deleted_rule_chain (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  deleted_time bigint NOT NULL,
  user_id uuid,
  user_name text,
  name text NOT NULL,
  type text NOT NULL,
  -- as it was
  chain json NOT NULL,
  nodes integer NOT NULL,
  -- connections of other chains to it
  links json NOT NULL,
  edges integer NOT NULL,
  auto_assigned boolean NOT NULL
);
CREATE INDEX deleted_rule_chain_tenant ON deleted_rule_chain (tenant_id, deleted_time);
CREATE INDEX deleted_rule_chain_time ON deleted_rule_chain (deleted_time);

CREATE FUNCTION forget_rule_chains() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM rule_chain_version WHERE tenant_id IN (SELECT id FROM old_rows);
  DELETE FROM rule_chain_content WHERE tenant_id IN (SELECT id FROM old_rows);
  DELETE FROM deleted_rule_chain WHERE tenant_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END $$;
CREATE TRIGGER tenant_rule_chains AFTER DELETE ON tenant REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_rule_chains();
`;
