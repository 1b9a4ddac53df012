/**
 * Messages that wait at a rule node for something outside of the platform, or for what takes long: written with the
 * progress of the message log, removed with the message that goes on. Calls of rule chains to devices are of them.
 */
export const sql = `
CREATE TABLE IF NOT EXISTS message_parked (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  -- what it waits for: the name of an executor
  kind text NOT NULL,
  tenant_id uuid NOT NULL,
  rule_node_id uuid NOT NULL,
  -- what the executor is to do
  request jsonb NOT NULL,
  -- the message that goes on with the outcome
  next_message jsonb NOT NULL,
  -- how far the executor has come, as it says
  progress jsonb
);
CREATE INDEX IF NOT EXISTS message_parked_node ON message_parked (kind, rule_node_id, created_time, id);
CREATE INDEX IF NOT EXISTS message_parked_tenant ON message_parked (tenant_id);

INSERT INTO message_parked (id, created_time, kind, tenant_id, rule_node_id, request, next_message, progress)
  SELECT id, created_time, 'call to a device', tenant_id, (next_message ->> 'ruleNodeId')::uuid, request, next_message,
    CASE WHEN request_id IS NULL THEN NULL ELSE jsonb_build_object('requestId', request_id) END
  FROM device_call;
DROP TABLE device_call;
`;
