/**
 * Indexes that have the orders of lists, or count them by themselves: the devices of a roll-out, which knows what they are
 * called, the events of entities, and those of edges that people read.
 */
export const sql = `
ALTER TABLE rollout_device ADD COLUMN name text NOT NULL DEFAULT '';
UPDATE rollout_device SET name = device.name FROM device WHERE device.id = device_id;
CREATE INDEX rollout_device_name ON rollout_device (rollout_id, lower(name), device_id);
CREATE INDEX rollout_device_wave ON rollout_device (rollout_id, wave, device_id);
CREATE INDEX rollout_device_step ON rollout_device (rollout_id, step, device_id);
CREATE INDEX rollout_device_since ON rollout_device (rollout_id, since, device_id);

CREATE FUNCTION name_in_rollouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rollout_device SET name = NEW.name WHERE device_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER device_name_in_rollouts AFTER UPDATE OF name ON device FOR EACH ROW
  WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION name_in_rollouts();

DROP INDEX event_entity;
CREATE INDEX event_entity ON event (entity_id, type, created_time DESC, id DESC) INCLUDE (tenant_id, entity_type);
CREATE INDEX edge_event_listed ON edge_event (edge_id, created_time DESC, id DESC) INCLUDE (tenant_id)
  WHERE action <> 'TIMESERIES_UPDATED';
`;
