/** ms for which is kept where messages began; the log keeps them for less. */
const KEPT = 30 * 24 * 3_600_000;

/** Where messages began before that was changed: root chains, chains of device profiles, profiles of devices. */
export const sql = `
CREATE TABLE former_start (
  tenant_id uuid NOT NULL,
  -- ROOT: of a tenant; CHAIN: of a device profile; PROFILE: of a device
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  -- what it was: a rule chain or a device profile; null: none
  value uuid,
  -- until then, epoch ms
  until_time bigint NOT NULL
);
CREATE INDEX former_start_tenant ON former_start (tenant_id, until_time);
CREATE INDEX former_start_subject ON former_start (subject_id, until_time);

CREATE FUNCTION note_former_start(tenant uuid, kind text, subject uuid, value uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := extract(epoch FROM clock_timestamp()) * 1000;
BEGIN
  INSERT INTO former_start VALUES (tenant, kind, subject, value, now_ms);
  DELETE FROM former_start WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM former_start WHERE tenant_id = tenant AND until_time < now_ms - ${KEPT}
    ORDER BY until_time LIMIT 100 FOR UPDATE SKIP LOCKED));
END $$;

CREATE FUNCTION note_former_root() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_former_start(OLD.tenant_id, 'ROOT', OLD.tenant_id, OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER rule_chain_former_root AFTER UPDATE OF root ON rule_chain
  FOR EACH ROW WHEN (OLD.root AND NOT NEW.root AND OLD.type = 'CORE') EXECUTE FUNCTION note_former_root();

CREATE FUNCTION note_former_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_former_start(OLD.tenant_id, 'CHAIN', OLD.id, OLD.default_rule_chain_id);
  RETURN NULL;
END $$;
CREATE TRIGGER device_profile_former_chain AFTER UPDATE OF default_rule_chain_id ON device_profile FOR EACH ROW
  WHEN (OLD.default_rule_chain_id IS DISTINCT FROM NEW.default_rule_chain_id) EXECUTE FUNCTION note_former_chain();

CREATE FUNCTION note_former_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_former_start(OLD.tenant_id, 'PROFILE', OLD.id, OLD.device_profile_id);
  RETURN NULL;
END $$;
CREATE TRIGGER device_former_profile AFTER UPDATE OF device_profile_id ON device FOR EACH ROW
  WHEN (OLD.device_profile_id <> NEW.device_profile_id) EXECUTE FUNCTION note_former_profile();

CREATE FUNCTION forget_former_starts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_start WHERE tenant_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END $$;
CREATE TRIGGER tenant_former_starts AFTER DELETE ON tenant REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_former_starts();
`;
