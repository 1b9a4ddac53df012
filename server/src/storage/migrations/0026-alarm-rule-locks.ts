/**
 * States of alarm rules are stored under a lock of the device that only waits for those who delete it or change its
 * profile or tenant: these lock it as if they deleted it. Whoever changes anything else of many devices waits for nobody.
 */
export const sql = `
CREATE FUNCTION lock_alarm_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM device WHERE id = OLD.id FOR UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER device_alarm_rules_lock BEFORE UPDATE OF device_profile_id, tenant_id ON device FOR EACH ROW
  WHEN (OLD.device_profile_id <> NEW.device_profile_id OR OLD.tenant_id <> NEW.tenant_id)
  EXECUTE FUNCTION lock_alarm_rules();
`;
