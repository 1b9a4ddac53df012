/**
 * Which deletions the table of latest values shows. After a restart they are not applied to it again, nor the points
 * before them: what it holds may be newer than they are.
 */
export const sql = `
ALTER TABLE series_deletion ADD COLUMN in_latest boolean NOT NULL DEFAULT false;
`;
