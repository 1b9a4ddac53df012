/**
 * What dashboards were at each time, and dashboards and widget types that were deleted, as `rule_chain_version` and its
 * neighbours are for rule chains. All goes with the tenant.
 */
export const sql = `
CREATE TABLE document_version (
  document_id uuid NOT NULL,
  -- 1, 2 … of each document
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
  -- SHA-256 of what it holds, as hexadecimal digits
  state text NOT NULL,
  PRIMARY KEY (document_id, number)
);
CREATE INDEX document_version_tenant ON document_version (tenant_id, until_time);

-- Compressed JSON, once for all versions of a document that hold the same.
CREATE TABLE document_content (
  document_id uuid NOT NULL,
  state text NOT NULL,
  tenant_id uuid NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (document_id, state)
);
-- It is compressed already.
ALTER TABLE document_content ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX document_content_tenant ON document_content (tenant_id);

CREATE TABLE deleted_document (
  id uuid PRIMARY KEY,
  entity_type text NOT NULL,
  tenant_id uuid NOT NULL,
  deleted_time bigint NOT NULL,
  user_id uuid,
  user_name text,
  name text NOT NULL,
  -- what is known of it beside the content of its newest version
  about json NOT NULL
);
CREATE INDEX deleted_document_tenant ON deleted_document (tenant_id, entity_type, deleted_time);
CREATE INDEX deleted_document_time ON deleted_document (deleted_time);

CREATE FUNCTION forget_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM document_version WHERE tenant_id IN (SELECT id FROM old_rows);
  DELETE FROM document_content WHERE tenant_id IN (SELECT id FROM old_rows);
  DELETE FROM deleted_document WHERE tenant_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END $$;
CREATE TRIGGER tenant_documents AFTER DELETE ON tenant REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_documents();
`;
