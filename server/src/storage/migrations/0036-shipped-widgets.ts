/** What the system's bundles and widget types were when they were shipped: who changes or deletes them, keeps that. */
export const sql = `
CREATE TABLE shipped_widget (
  bundle_alias text NOT NULL,
  -- empty: the bundle itself
  alias text NOT NULL,
  -- of what was shipped last
  hash text NOT NULL,
  PRIMARY KEY (bundle_alias, alias)
);

CREATE TABLE shipped_catalogue (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- of the files that everything above was made of
  fingerprint text NOT NULL
);
`;
