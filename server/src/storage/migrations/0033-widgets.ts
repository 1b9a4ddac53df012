/** Bundles of widget types: those of the system, and those of tenants. A type goes with its bundle. */
export const sql = `
CREATE TABLE widgets_bundle (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  -- the null tenant for those of the system
  tenant_id uuid NOT NULL,
  owner_id uuid GENERATED ALWAYS AS (NULLIF(tenant_id, '13814000-1dd2-11b2-8080-808080808080')) STORED
    CONSTRAINT widgets_bundle_tenant REFERENCES tenant (id),
  alias text NOT NULL,
  title text NOT NULL,
  image text,
  description text,
  CONSTRAINT widgets_bundle_alias UNIQUE (tenant_id, alias)
);

CREATE TABLE widget_type (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  bundle_alias text NOT NULL,
  alias text NOT NULL,
  name text NOT NULL,
  image text,
  description text,
  -- as it was sent: clients compare it
  descriptor json NOT NULL,
  CONSTRAINT widget_type_alias UNIQUE (tenant_id, bundle_alias, alias),
  CONSTRAINT widget_type_bundle FOREIGN KEY (tenant_id, bundle_alias)
    REFERENCES widgets_bundle (tenant_id, alias) ON DELETE CASCADE
);

${['widgets_bundle', 'widget_type']
  .map(
    (table) => `CREATE TRIGGER ${table}_relations AFTER DELETE ON ${table}
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table}
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_deleted();`,
  )
  .join('\n')}
`;
