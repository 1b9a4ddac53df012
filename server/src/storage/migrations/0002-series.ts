/** Packed points: the dictionary of series, blocks (one a processed batch) and chunks (one a series and stretch). */
export const sql = `
CREATE TABLE series (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id uuid NOT NULL,
  key_id integer NOT NULL,
  UNIQUE (entity_id, key_id)
);
`;
