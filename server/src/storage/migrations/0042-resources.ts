/** Files that administrators upload: models of LwM2M objects and key stores, of the system and of tenants. */
export const sql = `
CREATE TABLE resource (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  -- the null tenant for those of the system
  tenant_id uuid NOT NULL,
  owner_id uuid GENERATED ALWAYS AS (NULLIF(tenant_id, '13814000-1dd2-11b2-8080-808080808080')) STORED
    CONSTRAINT resource_tenant REFERENCES tenant (id),
  title text NOT NULL,
  type text NOT NULL,
  key text NOT NULL,
  search_text text NOT NULL,
  file_name text NOT NULL,
  data bytea NOT NULL,
  -- what a model describes; null of other types
  lwm2m_object json,
  CONSTRAINT resource_key UNIQUE (tenant_id, type, key)
);

CREATE TRIGGER resource_relations AFTER DELETE ON resource
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER resource_deleted AFTER DELETE ON resource
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_deleted();
`;
