/**
 * The table of entities with a name, a type and at most one customer, with an index for each order of their lists.
 * Migrations that ran are never changed, so this is not either.
 * @param columns further columns, each followed by a comma
 */
export const typedTable = (table: string, columns: string): string => `
CREATE TABLE ${table} (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL CONSTRAINT ${table}_tenant REFERENCES tenant (id),
  customer_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  ${columns}
  additional_info json,
  UNIQUE (tenant_id, name)
);
CREATE INDEX ${table}_created ON ${table} (tenant_id, created_time DESC, id DESC);
CREATE INDEX ${table}_customer ON ${table} (tenant_id, customer_id, created_time DESC, id DESC);
CREATE INDEX ${table}_type ON ${table} (tenant_id, type, created_time DESC, id DESC);
CREATE INDEX ${table}_name_order ON ${table} (tenant_id, lower(name), created_time DESC, id DESC);
CREATE INDEX ${table}_type_order ON ${table} (tenant_id, lower(type), created_time DESC, id DESC);
CREATE INDEX ${table}_name_search ON ${table} USING gin (lower(name) gin_trgm_ops);
CREATE TRIGGER ${table}_relations AFTER DELETE ON ${table}
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table}
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_deleted();
`;
