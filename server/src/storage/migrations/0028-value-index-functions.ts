/**
 * What follows values and entities for the index of values, planned once a connection and not in every statement: each
 * table gets functions of its own. And attributes that say nothing of a device's activity are passed by it at once.
 */
export const sql = `
-- Makes the functions of a key's table: 'add' and 'refresh' do what add_indexed and refresh_indexed did (0022), and 'new'
-- adds entities that have no values yet.
CREATE FUNCTION make_value_index_functions(key value_index_key) RETURNS void LANGUAGE plpgsql AS $make$
DECLARE
  name text := 'value_index_' || key.id;
  rows text := replace(value_index_rows(key.scope), '$3', key.key_id::text);
BEGIN
  EXECUTE format($text$
    CREATE FUNCTION %I(ids uuid[], times bigint[]) RETURNS void LANGUAGE plpgsql AS $body$
    BEGIN
      INSERT INTO %I (entity_id, created_time, number, type, text, several)
      SELECT added.id, added.time, 0, 0, '', false FROM unnest(ids, times) AS added (id, time)
      ORDER BY added.id ON CONFLICT DO NOTHING;
    END $body$ $text$, name || '_new', name);
  -- Tables grow after their statements were planned: what finds single rows in them is an index at any size.
  EXECUTE format($text$
    CREATE FUNCTION %1$I(ids uuid[], times bigint[]) RETURNS integer LANGUAGE plpgsql
    SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $body$
    DECLARE
      done record;
    BEGIN
      WITH added AS (
        INSERT INTO %2$I (entity_id, created_time, number, type, text, several)
        SELECT entity_id, created_time, number, type, text, several FROM (%3$s) AS wanted
        ORDER BY entity_id ON CONFLICT DO NOTHING RETURNING text, several
      )
      SELECT count(*)::integer AS count, bool_or(char_length(added.text) > 500) AS is_long, bool_or(added.several) AS is_several
      INTO done FROM added;
      IF done.is_long OR done.is_several THEN
        PERFORM note_indexed(known, done.is_long, done.is_several) FROM value_index_key AS known WHERE known.id = %4$s;
      END IF;
      RETURN done.count;
    END $body$ $text$, name || '_add', name, rows, key.id);
  EXECUTE format($text$
    CREATE FUNCTION %1$I(ids uuid[], times bigint[]) RETURNS void LANGUAGE plpgsql
    SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $body$
    DECLARE
      present uuid[];
      done record;
      living record;
    BEGIN
      LOOP
        %5$s
        WITH changed AS (
          UPDATE %2$I AS i SET number = v.number, type = v.type, text = v.text, several = v.several
          FROM (%3$s) AS v WHERE i.entity_id = v.entity_id
            AND (i.number, i.type, i.text, i.several) IS DISTINCT FROM (v.number, v.type, v.text, v.several)
          RETURNING i.entity_id, i.text, i.several
        )
        SELECT bool_or(char_length(changed.text) > 500) AS is_long, bool_or(changed.several) AS is_several,
          ARRAY(SELECT given.id FROM unnest(ids) AS given (id) WHERE %8$s) AS missing
        INTO done FROM changed;
        IF done.is_long OR done.is_several THEN
          PERFORM note_indexed(known, done.is_long, done.is_several) FROM value_index_key AS known WHERE known.id = %4$s;
        END IF;
        EXIT WHEN cardinality(done.missing) = 0;
        -- Entities that are being deleted are waited for, and those that are added cannot be deleted meanwhile.
        SELECT array_agg(locked.id) AS ids, array_agg(locked.created_time) AS times, count(*) AS count INTO living
        FROM (SELECT e.id, e.created_time FROM %6$I AS e WHERE e.id = ANY(done.missing) ORDER BY e.id FOR KEY SHARE) AS locked;
        EXIT WHEN living.count = 0;
        EXIT WHEN %7$I(living.ids, living.times) = living.count;
      END LOOP;
    END $body$ $text$, name || '_refresh', name, rows, key.id,
    -- Of two transactions that change attributes of an entity, the second one finds what both of them wrote. Latest values
    -- of an entity are written by one transaction after the other.
    CASE WHEN key.scope = 0 THEN '' ELSE format('present := ARRAY(SELECT locked.entity_id FROM (SELECT i.entity_id FROM %I AS i
      WHERE i.entity_id = ANY(ids) ORDER BY i.entity_id FOR UPDATE) AS locked);', name) END,
    lower(key.entity_type), name || '_add',
    -- As they were when the update began: those that came since are added below, or updated in another round.
    CASE WHEN key.scope = 0 THEN format('given.id NOT IN (SELECT entity_id FROM changed)
      AND NOT EXISTS (SELECT FROM %I AS i WHERE i.entity_id = given.id)', name) ELSE 'given.id <> ALL(present)' END);
END $make$;
SELECT make_value_index_functions(known) FROM value_index_key AS known;

CREATE OR REPLACE FUNCTION add_indexed(key value_index_key, ids uuid[], times bigint[]) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  added integer;
BEGIN
  EXECUTE 'SELECT value_index_' || key.id || '_add($1, $2)' INTO added USING ids, times;
  RETURN added;
END $$;
CREATE OR REPLACE FUNCTION refresh_indexed(key value_index_key, ids uuid[], times bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'SELECT value_index_' || key.id || '_refresh($1, $2)' USING ids, times;
END $$;

ALTER FUNCTION index_values SET plan_cache_mode = force_generic_plan;

CREATE OR REPLACE FUNCTION add_to_value_index() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part record;
  have_values boolean;
BEGIN
  IF NOT EXISTS (SELECT FROM value_index_key) THEN
    RETURN NULL;
  END IF;
  FOR part IN
    SELECT known AS key, array_agg(added.id ORDER BY added.id) AS ids, array_agg(added.created_time ORDER BY added.id) AS times
    FROM new_rows AS added JOIN value_index_key AS known ON known.tenant_id = added.tenant_id
    WHERE known.entity_type = TG_ARGV[0] GROUP BY known ORDER BY known
  LOOP
    -- Only those that are inserted along with their values have any, and those whose id was in use before.
    IF have_values IS NULL THEN
      have_values := EXISTS (SELECT FROM latest_value WHERE entity_id = ANY(part.ids))
        OR EXISTS (SELECT FROM attribute WHERE entity_id = ANY(part.ids));
    END IF;
    IF have_values THEN
      PERFORM add_indexed(part.key, part.ids, part.times);
    ELSE
      EXECUTE 'SELECT value_index_' || (part.key).id || '_new($1, $2)' USING part.ids, part.times;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION follow_device_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  active_key integer := (SELECT id FROM telemetry_key WHERE name = 'active');
  activity_key integer := (SELECT id FROM telemetry_key WHERE name = 'lastActivityTime');
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows WHERE scope = 3 AND key_id IN (active_key, activity_key)) THEN
    RETURN NULL;
  END IF;
  UPDATE device_activity AS known
  SET active = coalesce(changed.active, known.active),
    last_activity_time = coalesce(changed.last_activity_time, known.last_activity_time)
  FROM (
    SELECT entity_id,
      bool_or(coalesce(bool_value, false)) FILTER (WHERE key_id = active_key) AS active,
      max(coalesce(long_value, 0)) FILTER (WHERE key_id = activity_key) AS last_activity_time
    FROM new_rows WHERE scope = 3 AND key_id IN (active_key, activity_key) GROUP BY entity_id
  ) AS changed
  WHERE known.device_id = changed.entity_id;
  RETURN NULL;
END $$;
`;
