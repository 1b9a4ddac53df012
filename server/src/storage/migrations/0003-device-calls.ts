/**
 * Calls to devices that rule chains have made and that have not ended. They are written with the progress of the
 * message log, so that a call outlives the server that was to make it.
 */
export const sql = `
CREATE TABLE IF NOT EXISTS device_call (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  -- the call
  request jsonb NOT NULL,
  -- the message that goes on with the answer
  next_message jsonb NOT NULL,
  -- number under which the device got it; null while it waits for a session
  request_id bigint
);
`;
