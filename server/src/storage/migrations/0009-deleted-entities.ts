/**
 * What was deleted is noted by the deletion itself, so that whatever else belongs to it (points, attributes, events …)
 * is removed afterwards, also by a server that starts later. Nothing belongs to a tenant that is gone: what was left by
 * earlier versions goes here, what would be made at the same moment is refused by the references.
 */
export const sql = `
-- One row an entity that was deleted and whose remains are being removed.
CREATE TABLE deleted_entity (
  entity_id uuid PRIMARY KEY,
  deleted_time bigint NOT NULL,
  -- epoch ms from which on its remains are to be removed
  due_time bigint NOT NULL,
  -- how often they were
  rounds smallint NOT NULL DEFAULT 0
);
CREATE INDEX deleted_entity_due ON deleted_entity (due_time);

-- Whatever deletes an entity, and in whatever cascade.
CREATE FUNCTION note_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_entity (entity_id, deleted_time, due_time)
  SELECT id, now_ms, now_ms
  FROM old_rows, (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms) AS clock
  ON CONFLICT (entity_id) DO NOTHING;
  RETURN NULL;
END $$;
${[
  'tenant',
  'tenant_profile',
  'customer',
  'app_user',
  'device',
  'device_profile',
  'dashboard',
  'rule_chain',
  'rule_node',
]
  .map(
    (table) => `CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table}
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_deleted();`,
  )
  .join('\n')}

DELETE FROM device WHERE NOT EXISTS (SELECT FROM tenant WHERE tenant.id = device.tenant_id);
${['device_profile', 'dashboard', 'rule_chain', 'customer']
  .map(
    (table) => `DELETE FROM ${table} WHERE NOT EXISTS (SELECT FROM tenant WHERE tenant.id = ${table}.tenant_id);
ALTER TABLE ${table} ADD CONSTRAINT ${table}_tenant FOREIGN KEY (tenant_id) REFERENCES tenant (id);`,
  )
  .join('\n')}
DELETE FROM app_user WHERE tenant_id <> '13814000-1dd2-11b2-8080-808080808080'
  AND NOT EXISTS (SELECT FROM tenant WHERE tenant.id = app_user.tenant_id);
CREATE INDEX rule_chain_tenant ON rule_chain (tenant_id);
`;
