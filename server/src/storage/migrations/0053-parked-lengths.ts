/** How long parked messages are, so that what a tenant may keep is bounded by that as well. */
export const sql = `
ALTER TABLE message_parked ADD COLUMN data_length integer NOT NULL DEFAULT 0;
`;
