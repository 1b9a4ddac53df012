/** Devices and assets are found by parts of their labels as of their names, by one index for both. */
export const sql = ['device', 'asset']
  .map(
    (table) => `
DROP INDEX IF EXISTS ${table}_name_search;
CREATE INDEX ${table}_search ON ${table} USING gin (lower(name) gin_trgm_ops, lower(label) gin_trgm_ops);`,
  )
  .join('');
