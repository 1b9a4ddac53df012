/**
 * Messages that wait for their turn in a queue of the rules, apart from its log: those that are tried again, those that
 * must not overtake one of their originator, and those that a checkpoint has moved to another queue. And where a message
 * failed that was set aside.
 */
export const sql = `
CREATE TABLE IF NOT EXISTS message_held (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  -- order of the messages of a queue
  place bigint NOT NULL,
  tenant_id uuid NOT NULL,
  queue_name text NOT NULL,
  originator_id uuid NOT NULL,
  -- whether messages of its originator wait for each other
  in_order boolean NOT NULL,
  -- how often it has failed
  attempts integer NOT NULL,
  -- epoch ms from when it may run; 0: at once
  due bigint NOT NULL,
  message jsonb NOT NULL,
  -- of the message
  bytes integer NOT NULL
);
CREATE INDEX IF NOT EXISTS message_held_tenant ON message_held (tenant_id, place);
CREATE INDEX IF NOT EXISTS message_held_due ON message_held (due);
CREATE INDEX IF NOT EXISTS message_held_originator ON message_held (originator_id);
CREATE INDEX IF NOT EXISTS message_held_first ON message_held (queue_name, originator_id, place)
  WHERE in_order AND attempts > 0;

ALTER TABLE message_set_aside
  ADD COLUMN IF NOT EXISTS message_type text GENERATED ALWAYS AS (message ->> 'type') STORED,
  ADD COLUMN IF NOT EXISTS queue_name text GENERATED ALWAYS AS (coalesce(message ->> 'queueName', 'Main')) STORED,
  ADD COLUMN IF NOT EXISTS originator_type text GENERATED ALWAYS AS (message #>> '{originator,entityType}') STORED,
  ADD COLUMN IF NOT EXISTS originator_id uuid GENERATED ALWAYS AS ((message #>> '{originator,id}')::uuid) STORED,
  -- where it failed, with the names at that time; null when it did not come to a node
  ADD COLUMN IF NOT EXISTS rule_chain_id uuid,
  ADD COLUMN IF NOT EXISTS rule_chain_name text,
  ADD COLUMN IF NOT EXISTS rule_node_id uuid,
  ADD COLUMN IF NOT EXISTS rule_node_name text,
  -- the message as it came to the rules, when nodes have changed it since
  ADD COLUMN IF NOT EXISTS entered jsonb;
CREATE INDEX IF NOT EXISTS message_set_aside_tenant ON message_set_aside (tenant_id, created_time, id);
CREATE INDEX IF NOT EXISTS message_set_aside_originator ON message_set_aside (originator_id);
`;
