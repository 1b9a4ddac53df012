/**
 * Who owns a partition of the message log, each by itself: raised by each server that takes it over, so that a killed
 * one whose last statement comes late writes nothing to it.
 */
export const sql = `
ALTER TABLE message_offset ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
UPDATE message_offset SET epoch = (SELECT epoch FROM message_log_owner);
DROP TABLE message_log_owner;
`;
