/**
 * Alarms by their end, and the originator of each in the indexes by start and end, so that those of many entities are found
 * there.
 *
 * The end of an active alarm moves with every message that raises it again. An index of it would have each of these
 * updates write to all indexes of the table; of the quarter of an hour that it is in, one in so many does.
 */
export const sql = `
ALTER TABLE alarm ADD COLUMN end_slot bigint NOT NULL GENERATED ALWAYS AS (end_ts >> 20) STORED;
CREATE INDEX alarm_end ON alarm (tenant_id, end_slot)
  INCLUDE (created_time, customer_id, originator_id, severity, status, type);
DROP INDEX alarm_start;
CREATE INDEX alarm_start ON alarm (tenant_id, start_ts DESC, created_time, id)
  INCLUDE (severity, status, type, originator_id);
`;
