/** How far a batch that is processed in parts, because some of its messages fail, has come. */
export const sql = `
-- messages after the last processed batch that are processed, too
ALTER TABLE message_offset ADD COLUMN done integer NOT NULL DEFAULT 0;
`;
