/**
 * Latest values and attributes in the order of their values, for queries that sort or filter by them: a table
 * `value_index_<id>` for each key in use, with a narrow row for each entity of a kind of a tenant, also for those that do
 * not have the key. The functions below keep these tables in step with the transactions that change values and entities;
 * they cost next to nothing where no key is in use. The server creates, fills and drops the tables
 * (telemetry/value-index/).
 */
export const sql = `
CREATE TABLE value_index_key (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  entity_type text NOT NULL,
  key_id integer NOT NULL,
  -- 0 latest value of the series, 1 client, 2 shared, 3 server attribute, 4 the one of the three that was updated last
  scope smallint NOT NULL,
  -- 'building', 'ready', or 'unsuitable': a text is longer than its table holds
  state text NOT NULL DEFAULT 'building',
  -- an entity has the attribute in more than one scope (4 only)
  has_several boolean NOT NULL DEFAULT false,
  -- epoch ms
  used_time bigint NOT NULL,
  UNIQUE (tenant_id, entity_type, key_id, scope)
);

-- What a table of the index holds of the values of 'ids', which are $1 with their creation times $2: $3 is the key.
CREATE FUNCTION value_index_rows(scope smallint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'SELECT c.id AS entity_id, c.created_time,
    coalesce(v.double_value, v.long_value::double precision, v.bool_value::int::double precision, 0) AS number,
    (CASE WHEN v.entity_id IS NULL THEN 0 WHEN v.string_value IS NOT NULL THEN 3 WHEN v.json_value IS NOT NULL THEN 4
      WHEN v.bool_value IS NOT NULL THEN 2 ELSE 1 END)::smallint AS type,
    left(coalesce(v.string_value, v.json_value::text, ''''), 501) AS text, '
    || CASE WHEN scope = 4 THEN 'coalesce(v.several, false)' ELSE 'false' END || ' AS several
    FROM unnest($1, $2) AS c (id, created_time) LEFT JOIN '
    || CASE scope
      WHEN 0 THEN 'latest_value v ON v.entity_id = c.id AND v.key_id = $3'
      WHEN 4 THEN 'LATERAL (SELECT a.*, count(*) OVER () > 1 AS several FROM attribute a
        WHERE a.entity_id = c.id AND a.scope IN (1, 2, 3) AND a.key_id = $3
        ORDER BY a.last_update_ts DESC, a.scope LIMIT 1) v ON true'
      ELSE 'attribute v ON v.entity_id = c.id AND v.scope = ' || scope || ' AND v.key_id = $3' END
$$;

-- Notes what makes a key answer fewer queries, or none.
CREATE FUNCTION note_indexed(key value_index_key, is_long boolean, is_several boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_long THEN
    UPDATE value_index_key SET state = 'unsuitable' WHERE id = key.id AND state <> 'unsuitable';
  END IF;
  IF is_several AND NOT key.has_several THEN
    UPDATE value_index_key SET has_several = true WHERE id = key.id AND NOT has_several;
  END IF;
END $$;

-- Adds entities that a table does not have yet, with the values that they have. Returns how many were added: others add
-- the rest, and have newer values.
CREATE FUNCTION add_indexed(key value_index_key, ids uuid[], times bigint[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  done record;
BEGIN
  EXECUTE 'WITH added AS (INSERT INTO value_index_' || key.id || ' (entity_id, created_time, number, type, text, several)
      SELECT entity_id, created_time, number, type, text, several FROM (' || value_index_rows(key.scope) || ') AS wanted
      ORDER BY entity_id ON CONFLICT DO NOTHING RETURNING text, several)
    SELECT count(*)::integer AS count, bool_or(char_length(text) > 500) AS is_long, bool_or(several) AS is_several FROM added'
  INTO done USING ids, times, key.key_id;
  PERFORM note_indexed(key, done.is_long, done.is_several);
  RETURN done.count;
END $$;

-- Brings the rows of some entities up to date. Rows are locked first, in the order of their ids, and their values are
-- read then: of two transactions that change attributes of an entity, the second one finds what both of them wrote.
CREATE FUNCTION refresh_indexed(key value_index_key, ids uuid[], times bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  known uuid[];
  missing record;
  done record;
BEGIN
  LOOP
    EXECUTE 'SELECT array_agg(entity_id) FROM (SELECT entity_id FROM value_index_' || key.id || ' WHERE entity_id = ANY($1)
      ORDER BY entity_id' || CASE WHEN key.scope = 0 THEN '' ELSE ' FOR UPDATE' END || ') AS locked'
    INTO known USING ids;
    EXECUTE 'WITH changed AS (UPDATE value_index_' || key.id || ' AS i
        SET number = v.number, type = v.type, text = v.text, several = v.several
        FROM (' || value_index_rows(key.scope) || ') AS v WHERE i.entity_id = v.entity_id
          AND (i.number, i.type, i.text, i.several) IS DISTINCT FROM (v.number, v.type, v.text, v.several)
        RETURNING i.text, i.several)
      SELECT bool_or(char_length(text) > 500) AS is_long, bool_or(several) AS is_several FROM changed'
    INTO done USING ids, times, key.key_id;
    PERFORM note_indexed(key, done.is_long, done.is_several);
    EXIT WHEN cardinality(known) = cardinality(ids);
    -- Entities that are being deleted are waited for, and those that are added cannot be deleted meanwhile.
    EXECUTE 'SELECT array_agg(id) AS ids, array_agg(created_time) AS times, count(*) AS count
      FROM (SELECT id, created_time FROM ' || lower(key.entity_type) || '
        WHERE id = ANY($1) AND id <> ALL(coalesce($2, ''{}'')) ORDER BY id FOR KEY SHARE) AS living'
    INTO missing USING ids, known;
    EXIT WHEN missing.count = 0;
    EXIT WHEN add_indexed(key, missing.ids, missing.times) = missing.count;
  END LOOP;
END $$;

-- Follows a change of latest values (is_series) or of attributes: entities[n] has another value of keys[n].
CREATE FUNCTION index_values(is_series boolean, entities uuid[], keys integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT known AS key, array_agg(owned.id ORDER BY owned.id) AS ids, array_agg(owned.created_time ORDER BY owned.id) AS times
    FROM (
      SELECT changed.entity_id AS id, changed.key_id, owner.entity_type, owner.tenant_id, owner.created_time
      FROM (SELECT DISTINCT * FROM unnest(entities, keys) AS given (entity_id, key_id)
        WHERE key_id IN (SELECT key_id FROM value_index_key WHERE (scope = 0) = is_series)) AS changed
      CROSS JOIN LATERAL (
        SELECT 'DEVICE' AS entity_type, tenant_id, created_time FROM device WHERE id = changed.entity_id
        UNION ALL SELECT 'ASSET', tenant_id, created_time FROM asset WHERE id = changed.entity_id
        UNION ALL SELECT 'ENTITY_VIEW', tenant_id, created_time FROM entity_view WHERE id = changed.entity_id
      ) AS owner
    ) AS owned
    JOIN value_index_key AS known ON known.tenant_id = owned.tenant_id AND known.entity_type = owned.entity_type
      AND known.key_id = owned.key_id AND (known.scope = 0) = is_series
    GROUP BY known ORDER BY known
  LOOP
    PERFORM refresh_indexed(part.key, part.ids, part.times);
  END LOOP;
END $$;

CREATE FUNCTION index_attributes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entities uuid[];
  keys integer[];
BEGIN
  IF EXISTS (SELECT FROM value_index_key WHERE scope > 0) THEN
    SELECT array_agg(entity_id), array_agg(key_id) INTO entities, keys FROM changed_rows
    WHERE key_id IN (SELECT key_id FROM value_index_key WHERE scope > 0);
    IF entities IS NOT NULL THEN
      PERFORM index_values(false, entities, keys);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER attribute_index_insert AFTER INSERT ON attribute
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION index_attributes();
CREATE TRIGGER attribute_index_update AFTER UPDATE ON attribute
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION index_attributes();
CREATE TRIGGER attribute_index_delete AFTER DELETE ON attribute
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION index_attributes();

-- Entities that come, go and move. The argument is their kind.
CREATE FUNCTION add_to_value_index() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT known AS key, array_agg(added.id ORDER BY added.id) AS ids, array_agg(added.created_time ORDER BY added.id) AS times
    FROM new_rows AS added JOIN value_index_key AS known ON known.tenant_id = added.tenant_id
    WHERE known.entity_type = TG_ARGV[0] GROUP BY known ORDER BY known
  LOOP
    PERFORM add_indexed(part.key, part.ids, part.times);
  END LOOP;
  RETURN NULL;
END $$;
CREATE FUNCTION remove_from_value_index() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT known.id AS key, array_agg(gone.id) AS ids
    FROM old_rows AS gone JOIN value_index_key AS known ON known.tenant_id = gone.tenant_id
    WHERE known.entity_type = TG_ARGV[0] GROUP BY known.id ORDER BY known.id
  LOOP
    EXECUTE 'DELETE FROM value_index_' || part.key || ' WHERE entity_id = ANY($1)' USING part.ids;
  END LOOP;
  RETURN NULL;
END $$;
CREATE FUNCTION move_in_value_index() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known value_index_key;
BEGIN
  FOR known IN SELECT * FROM value_index_key WHERE tenant_id IN (OLD.tenant_id, NEW.tenant_id)
    AND entity_type = TG_ARGV[0] ORDER BY id
  LOOP
    IF known.tenant_id = OLD.tenant_id THEN
      EXECUTE 'DELETE FROM value_index_' || known.id || ' WHERE entity_id = $1' USING OLD.id;
    ELSE
      PERFORM refresh_indexed(known, ARRAY[NEW.id], ARRAY[NEW.created_time]);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
${['device', 'asset', 'entity_view']
  .map(
    (table) => `
CREATE TRIGGER ${table}_index_insert AFTER INSERT ON ${table}
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_to_value_index('${table.toUpperCase()}');
CREATE TRIGGER ${table}_index_delete AFTER DELETE ON ${table}
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION remove_from_value_index('${table.toUpperCase()}');
CREATE TRIGGER ${table}_index_move AFTER UPDATE OF tenant_id ON ${table}
  FOR EACH ROW WHEN (OLD.tenant_id IS DISTINCT FROM NEW.tenant_id) EXECUTE FUNCTION move_in_value_index('${table.toUpperCase()}');`,
  )
  .join('')}
`;
