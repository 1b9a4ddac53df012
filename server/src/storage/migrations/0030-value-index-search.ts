/** Booleans and JSON among the values of keys in use, for text searches; nothing where a key has none. */
export const sql = `
DO $$
DECLARE
  known value_index_key;
BEGIN
  FOR known IN SELECT * FROM value_index_key LOOP
    EXECUTE format('CREATE INDEX %1$I ON %2$I (type, number, entity_id) WHERE type IN (2, 4)',
      'value_index_' || known.id || '_other', 'value_index_' || known.id);
  END LOOP;
END $$;
`;
