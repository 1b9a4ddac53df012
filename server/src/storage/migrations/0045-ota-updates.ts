/**
 * Devices that have to be told of another package, noted in the transaction that gives it to them. What they are told is
 * what they have when their turn comes, so an entry holds no package.
 */
export const sql = `
CREATE SEQUENCE ota_update_turn;
CREATE TABLE ota_update (
  device_id uuid NOT NULL,
  type text NOT NULL,
  tenant_id uuid NOT NULL,
  -- whether its telemetry says that the update is queued
  is_announced boolean NOT NULL DEFAULT false,
  turn bigint NOT NULL DEFAULT nextval('ota_update_turn'),
  PRIMARY KEY (device_id, type)
);
CREATE INDEX ota_update_turns ON ota_update (is_announced, tenant_id, turn);

-- Profiles with another package: their devices come in the order of their ids.
CREATE TABLE ota_rollout (
  profile_id uuid NOT NULL REFERENCES device_profile (id) ON DELETE CASCADE,
  type text NOT NULL,
  tenant_id uuid NOT NULL,
  -- the last device that was noted
  after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  -- epoch ms; a second late, when devices that were being created with the former package are there
  due_time bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 1000,
  PRIMARY KEY (profile_id, type)
);
CREATE INDEX device_without_firmware ON device (device_profile_id, id) WHERE firmware_id IS NULL;
CREATE INDEX device_without_software ON device (device_profile_id, id) WHERE software_id IS NULL;

CREATE FUNCTION note_ota_updates_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ota_update (device_id, type, tenant_id)
  SELECT made.id, given.type, made.tenant_id
  FROM new_rows AS made JOIN device_profile AS profile ON profile.id = made.device_profile_id,
    LATERAL (VALUES ('FIRMWARE', coalesce(made.firmware_id, profile.firmware_id)),
      ('SOFTWARE', coalesce(made.software_id, profile.software_id))) AS given (type, package_id)
  WHERE given.package_id IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER device_ota_insert AFTER INSERT ON device
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_ota_updates_of_new();

CREATE FUNCTION note_ota_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ota_update (device_id, type, tenant_id)
  SELECT NEW.id, given.type, NEW.tenant_id
  FROM device_profile AS profile, device_profile AS former,
    LATERAL (VALUES
      ('FIRMWARE', coalesce(NEW.firmware_id, profile.firmware_id), coalesce(OLD.firmware_id, former.firmware_id)),
      ('SOFTWARE', coalesce(NEW.software_id, profile.software_id), coalesce(OLD.software_id, former.software_id))
    ) AS given (type, package_id, former_id)
  WHERE profile.id = NEW.device_profile_id AND former.id = OLD.device_profile_id
    AND given.package_id IS DISTINCT FROM given.former_id
  ON CONFLICT (device_id, type) DO UPDATE
  SET is_announced = false, tenant_id = excluded.tenant_id, turn = excluded.turn;
  RETURN NULL;
END $$;
CREATE TRIGGER device_ota_update AFTER UPDATE ON device FOR EACH ROW
  WHEN (OLD.firmware_id IS DISTINCT FROM NEW.firmware_id OR OLD.software_id IS DISTINCT FROM NEW.software_id
    OR OLD.device_profile_id <> NEW.device_profile_id)
  EXECUTE FUNCTION note_ota_updates();

CREATE FUNCTION note_ota_rollout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ota_rollout (profile_id, type, tenant_id)
  SELECT NEW.id, given.type, NEW.tenant_id
  FROM (VALUES ('FIRMWARE', OLD.firmware_id IS DISTINCT FROM NEW.firmware_id),
    ('SOFTWARE', OLD.software_id IS DISTINCT FROM NEW.software_id)) AS given (type, is_other)
  WHERE given.is_other
  ON CONFLICT (profile_id, type) DO UPDATE SET after_id = excluded.after_id, due_time = excluded.due_time;
  RETURN NULL;
END $$;
CREATE TRIGGER device_profile_ota_update AFTER UPDATE ON device_profile FOR EACH ROW
  WHEN (OLD.firmware_id IS DISTINCT FROM NEW.firmware_id OR OLD.software_id IS DISTINCT FROM NEW.software_id)
  EXECUTE FUNCTION note_ota_rollout();
`;
