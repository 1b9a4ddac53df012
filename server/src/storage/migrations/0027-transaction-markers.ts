/**
 * The last committed transaction of each slot, by which the outcome of one is known whose reply was lost. The pages are
 * almost empty, so that an update finds room beside the row that it replaces and touches no index.
 */
export const sql = `
CREATE TABLE transaction_marker (
  slot integer PRIMARY KEY,
  token bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO transaction_marker SELECT slot, 0 FROM generate_series(0, 1023) AS slot;
`;
