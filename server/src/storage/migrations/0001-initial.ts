/**
 * First schema. Times are epoch ms (bigint) unless a column says otherwise. Documents of clients that must
 * come back exactly as they were sent are `json` (text keeps key order); what SQL looks into is `jsonb`.
 */
export const sql = `
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE admin_setting (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  key text NOT NULL UNIQUE,
  json_value json NOT NULL
);

CREATE TABLE tenant_profile (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  name text NOT NULL UNIQUE,
  description text,
  is_default boolean NOT NULL,
  isolated_tb_core boolean NOT NULL,
  isolated_tb_rule_engine boolean NOT NULL,
  profile_data json NOT NULL
);
CREATE UNIQUE INDEX tenant_profile_default ON tenant_profile (is_default) WHERE is_default;

CREATE TABLE tenant (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_profile_id uuid NOT NULL REFERENCES tenant_profile (id),
  title text NOT NULL,
  region text NOT NULL,
  email text, country text, state text, city text, address text, address2 text, zip text, phone text,
  additional_info json
);

CREATE TABLE customer (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  title text NOT NULL,
  email text, country text, state text, city text, address text, address2 text, zip text, phone text,
  is_public boolean NOT NULL DEFAULT false,
  additional_info json,
  UNIQUE (tenant_id, title)
);

CREATE TABLE app_user (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  authority text NOT NULL,
  email text NOT NULL UNIQUE,
  first_name text,
  last_name text,
  additional_info json,
  -- raised to end all sessions of the user at once; stands in every token
  session_epoch integer NOT NULL DEFAULT 0
);
CREATE INDEX app_user_tenant ON app_user (tenant_id, customer_id);

CREATE TABLE user_credentials (
  user_id uuid PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  enabled boolean NOT NULL,
  password_hash text,
  password_changed_time bigint,
  -- earlier hashes with their times, newest first; never leave the server
  password_history jsonb NOT NULL DEFAULT '[]',
  activate_token text UNIQUE,
  reset_token text UNIQUE,
  reset_token_expires bigint,
  failed_login_attempts integer NOT NULL DEFAULT 0,
  locked_until bigint,
  last_login_time bigint
);

CREATE TABLE device_profile (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  image text,
  is_default boolean NOT NULL,
  type text NOT NULL,
  transport_type text NOT NULL,
  provision_type text NOT NULL,
  provision_device_key text UNIQUE,
  default_rule_chain_id uuid,
  default_dashboard_id uuid,
  default_queue_name text,
  firmware_id uuid,
  software_id uuid,
  profile_data json NOT NULL,
  UNIQUE (tenant_id, name)
);
CREATE UNIQUE INDEX device_profile_default ON device_profile (tenant_id) WHERE is_default;

CREATE TABLE device (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  device_profile_id uuid NOT NULL REFERENCES device_profile (id),
  name text NOT NULL,
  type text NOT NULL,
  label text,
  device_data json NOT NULL,
  firmware_id uuid,
  software_id uuid,
  additional_info json,
  UNIQUE (tenant_id, name)
);
-- One index for each order a list can be asked in; read backwards for the other direction, except where nulls stay last.
CREATE INDEX device_created ON device (tenant_id, created_time DESC, id DESC);
CREATE INDEX device_customer ON device (tenant_id, customer_id, created_time DESC, id DESC);
CREATE INDEX device_profile_of ON device (device_profile_id, created_time DESC, id DESC);
CREATE INDEX device_name_order ON device (tenant_id, lower(name), created_time DESC, id DESC);
CREATE INDEX device_type_order ON device (tenant_id, lower(type), created_time DESC, id DESC);
CREATE INDEX device_label_order ON device (tenant_id, lower(label), created_time DESC, id DESC);
CREATE INDEX device_label_order_desc ON device (tenant_id, lower(label) DESC NULLS LAST, created_time ASC, id ASC);
CREATE INDEX device_name_search ON device USING gin (lower(name) gin_trgm_ops);

-- How many devices there are, so that lists know their exact total without counting rows. Each connection adds to a
-- slot of its own, so that writers do not wait for each other; readers sum over the slots.
CREATE TABLE device_count (
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  device_profile_id uuid NOT NULL,
  slot smallint NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, device_profile_id, slot)
) WITH (fillfactor = 50);

CREATE FUNCTION count_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO device_count AS known
    SELECT tenant_id, customer_id, device_profile_id, pg_backend_pid() % 16, count(*)
    FROM new_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, customer_id, device_profile_id, slot) DO UPDATE SET count = known.count + excluded.count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO device_count AS known
    SELECT tenant_id, customer_id, device_profile_id, pg_backend_pid() % 16, -count(*)
    FROM old_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, customer_id, device_profile_id, slot) DO UPDATE SET count = known.count + excluded.count;
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
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER device_count_insert AFTER INSERT ON device
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_devices();
CREATE TRIGGER device_count_delete AFTER DELETE ON device
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_devices();
CREATE TRIGGER device_count_update AFTER UPDATE ON device
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_devices();

CREATE TABLE device_credentials (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  device_id uuid NOT NULL UNIQUE REFERENCES device (id) ON DELETE CASCADE,
  credentials_type text NOT NULL,
  credentials_id text NOT NULL UNIQUE,
  credentials_value text
);

CREATE TABLE dashboard (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  title text NOT NULL,
  image text,
  assigned_customers jsonb,
  mobile_hide boolean NOT NULL DEFAULT false,
  mobile_order integer,
  configuration json
);
CREATE INDEX dashboard_created ON dashboard (tenant_id, created_time DESC);

CREATE TABLE rule_chain (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  first_rule_node_id uuid,
  root boolean NOT NULL,
  debug_mode boolean NOT NULL,
  configuration json,
  additional_info json
);
CREATE UNIQUE INDEX rule_chain_root ON rule_chain (tenant_id, type) WHERE root;

CREATE TABLE rule_node (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  rule_chain_id uuid NOT NULL REFERENCES rule_chain (id) ON DELETE CASCADE,
  -- place in the document as it was saved, from 0
  position integer NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  debug_mode boolean NOT NULL,
  configuration json,
  additional_info json
);
CREATE INDEX rule_node_chain ON rule_node (rule_chain_id);

CREATE TABLE rule_node_connection (
  rule_chain_id uuid NOT NULL REFERENCES rule_chain (id) ON DELETE CASCADE,
  from_node_id uuid NOT NULL,
  -- exactly one of the two targets
  to_node_id uuid,
  to_rule_chain_id uuid,
  type text NOT NULL,
  -- place in the document as it was saved, from 0; counts connections to nodes and to chains apart
  position integer NOT NULL DEFAULT 0,
  additional_info json
);
CREATE INDEX rule_node_connection_chain ON rule_node_connection (rule_chain_id);
CREATE INDEX rule_node_connection_target ON rule_node_connection (to_rule_chain_id);

CREATE TABLE relation (
  from_id uuid NOT NULL,
  from_type text NOT NULL,
  to_id uuid NOT NULL,
  to_type text NOT NULL,
  relation_type text NOT NULL,
  relation_type_group text NOT NULL,
  additional_info json,
  PRIMARY KEY (from_id, from_type, relation_type_group, relation_type, to_id, to_type)
);
CREATE INDEX relation_to ON relation (to_id, to_type, relation_type_group);

-- Whatever deletes an entity, and in whatever cascade: its relations of every group go with it.
CREATE FUNCTION delete_relations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM relation WHERE from_id IN (SELECT id FROM old_rows);
  DELETE FROM relation WHERE to_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END $$;
CREATE TRIGGER tenant_relations AFTER DELETE ON tenant
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER customer_relations AFTER DELETE ON customer
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER app_user_relations AFTER DELETE ON app_user
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER device_relations AFTER DELETE ON device
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER device_profile_relations AFTER DELETE ON device_profile
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER dashboard_relations AFTER DELETE ON dashboard
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER rule_chain_relations AFTER DELETE ON rule_chain
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER rule_node_relations AFTER DELETE ON rule_node
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();

-- Names of attributes and series, once.
CREATE TABLE telemetry_key (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
);

-- At most one of the value columns is set.
CREATE TABLE attribute (
  entity_id uuid NOT NULL,
  scope smallint NOT NULL, -- 1 client, 2 shared, 3 server
  key_id integer NOT NULL,
  last_update_ts bigint NOT NULL,
  bool_value boolean,
  long_value bigint,
  double_value double precision,
  string_value text,
  json_value json,
  PRIMARY KEY (entity_id, scope, key_id)
);
CREATE INDEX attribute_key ON attribute (key_id, scope);
-- Lists of active devices: those that are not need no entry.
CREATE INDEX attribute_true ON attribute (key_id, scope, entity_id) WHERE bool_value;

CREATE TABLE latest_value (
  entity_id uuid NOT NULL,
  key_id integer NOT NULL,
  ts bigint NOT NULL,
  bool_value boolean,
  long_value bigint,
  double_value double precision,
  string_value text,
  json_value json,
  PRIMARY KEY (entity_id, key_id)
);
CREATE INDEX latest_value_key ON latest_value (key_id);

-- The durable log: one row a batch of messages of one partition.
CREATE TABLE message_log (
  partition smallint NOT NULL,
  -- number of the batch within its partition, from 1 without gaps
  batch bigint NOT NULL,
  created_time bigint NOT NULL,
  message_count integer NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (partition, batch, created_time)
) PARTITION BY RANGE (created_time);
-- The server adds a table an hour (message_log_<hour>) and drops old ones.
ALTER TABLE message_log ALTER COLUMN body SET STORAGE EXTERNAL;

-- One row. Raised by each server that takes the log over: a killed one whose last statement comes late writes nothing.
CREATE TABLE message_log_owner (epoch bigint NOT NULL);
INSERT INTO message_log_owner VALUES (0);

-- How far each partition is processed; moves in the transaction of the effects.
CREATE TABLE message_offset (
  partition smallint PRIMARY KEY,
  batch bigint NOT NULL
);

-- Messages that failed for good, with their error, for an administrator to see.
CREATE TABLE message_set_aside (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  partition smallint NOT NULL,
  batch bigint NOT NULL,
  message jsonb NOT NULL,
  error text NOT NULL
);

CREATE TABLE event (
  id uuid NOT NULL,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  entity_type text NOT NULL,
  entity_id uuid NOT NULL,
  type text NOT NULL,
  uid text NOT NULL,
  body jsonb NOT NULL
);
CREATE INDEX event_entity ON event (entity_id, type, created_time DESC);
CREATE INDEX event_created ON event (created_time);

CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  entity_type text NOT NULL,
  entity_id uuid NOT NULL,
  entity_name text,
  user_id uuid NOT NULL,
  user_name text,
  action_type text NOT NULL,
  action_data json,
  action_status text NOT NULL,
  action_failure_details text NOT NULL
);
CREATE INDEX audit_log_tenant ON audit_log (tenant_id, created_time DESC);
CREATE INDEX audit_log_entity ON audit_log (entity_id, created_time DESC);
CREATE INDEX audit_log_user ON audit_log (user_id, created_time DESC);

-- What an entity was before each change: history, undo, audit.
CREATE TABLE entity_version (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  entity_type text NOT NULL,
  entity_id uuid NOT NULL,
  user_id uuid,
  -- null before the creation
  before_image json
);
CREATE INDEX entity_version_entity ON entity_version (entity_id, created_time DESC);

CREATE TABLE rpc (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  device_id uuid NOT NULL,
  expiration_time bigint NOT NULL,
  request json NOT NULL,
  response json,
  status text NOT NULL,
  additional_info json
);
CREATE INDEX rpc_device ON rpc (device_id, status, created_time DESC);
`;
