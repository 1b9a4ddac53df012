/**
 * Where the rows of long lists are, so that it need not be found again after a start: places with how many rows are before
 * each, and the snapshot of the database which that is of. Changes of devices are kept for as long as one of them needs
 * them. They are only right in the cluster whose transactions they count by. A device profile that gets another name may
 * change any list of its devices.
 */
export const sql = `
CREATE TABLE stored_list (
  -- whose lists these are
  owner text NOT NULL,
  -- SHA-256 of what the list is
  list text NOT NULL,
  tenant_id uuid NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  step integer NOT NULL,
  places jsonb NOT NULL,
  -- rows before each place
  numbers integer[] NOT NULL,
  -- a pg_snapshot; absent in orders that move all the time
  moment text,
  PRIMARY KEY (owner, list)
);
CREATE INDEX stored_list_tenant ON stored_list (tenant_id);
ALTER TABLE device_change_start ADD COLUMN cluster text;

CREATE FUNCTION note_renamed_device_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_change (step, tenant_id) VALUES (0, NEW.tenant_id);
  RETURN NULL;
END $$;
CREATE TRIGGER device_profile_renamed AFTER UPDATE OF name ON device_profile
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_renamed_device_profile();
`;
