/**
 * What devices have reached of the alarm rules of their profile, by the rule node that evaluates them; `due`: when time
 * alone may fire one. A device that goes, or changes its profile or tenant, loses it at once.
 */
export const sql = `
CREATE TABLE alarm_rule_state (
  device_id uuid NOT NULL,
  node_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  progress text NOT NULL,
  due bigint,
  PRIMARY KEY (device_id, node_id)
);
CREATE INDEX alarm_rule_state_due ON alarm_rule_state (due, device_id, node_id) WHERE due IS NOT NULL;
CREATE INDEX alarm_rule_state_waiting ON alarm_rule_state (profile_id, device_id) WHERE due IS NOT NULL;
CREATE INDEX alarm_rule_state_node ON alarm_rule_state (node_id);

CREATE FUNCTION forget_alarm_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM alarm_rule_state WHERE device_id = OLD.id;
  RETURN NULL;
END $$;
CREATE FUNCTION forget_alarm_rules_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM alarm_rule_state WHERE device_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END $$;
CREATE TRIGGER device_alarm_rules AFTER UPDATE OF device_profile_id, tenant_id ON device FOR EACH ROW
  WHEN (OLD.device_profile_id <> NEW.device_profile_id OR OLD.tenant_id <> NEW.tenant_id)
  EXECUTE FUNCTION forget_alarm_rules();
CREATE TRIGGER device_alarm_rules_deleted AFTER DELETE ON device REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION forget_alarm_rules_of_deleted();
`;
