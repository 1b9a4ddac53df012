const NO_CUSTOMER = '13814000-1dd2-11b2-8080-808080808080';

/** Kinds whose entities belong to at most one customer, and whose alarms follow them. */
const OWNED = ['device', 'asset', 'entity_view', 'edge'];

/** What may keep an alarm of its own or one that came along relations goes by background work, as other remains do. */
export const sql = `
-- Severities and statuses are numbered in the alphabetical order of their names; below 2 an alarm is active.
CREATE TABLE alarm (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  originator_type text NOT NULL,
  originator_id uuid NOT NULL,
  type text NOT NULL,
  severity smallint NOT NULL CHECK (severity BETWEEN 0 AND 4),
  status smallint NOT NULL CHECK (status BETWEEN 0 AND 3),
  start_ts bigint NOT NULL,
  end_ts bigint NOT NULL,
  ack_ts bigint NOT NULL,
  clear_ts bigint NOT NULL,
  details json,
  propagate boolean NOT NULL,
  propagate_relation_types json NOT NULL,
  -- Number of writes: who writes names the one that the change was decided by.
  version integer NOT NULL,
  -- Number and kind of the newest entry in the history.
  history_size integer NOT NULL,
  history_last text NOT NULL
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX alarm_active ON alarm (originator_id, type) WHERE status < 2;
-- Lists by creation time merge the ranges of the severities and statuses that they show.
CREATE INDEX alarm_of_tenant ON alarm (tenant_id, severity, status, created_time DESC, id DESC) INCLUDE (originator_id);
CREATE INDEX alarm_of_customer ON alarm (customer_id, severity, status, created_time DESC, id DESC)
  INCLUDE (originator_id) WHERE customer_id <> '${NO_CUSTOMER}';
CREATE INDEX alarm_of_originator ON alarm (originator_id, severity, status, created_time DESC, id DESC);
CREATE INDEX alarm_of_type ON alarm (tenant_id, type, created_time DESC, id DESC);

-- Entities that an alarm was propagated to.
CREATE TABLE alarm_place (
  entity_id uuid NOT NULL,
  alarm_id uuid NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
  severity smallint NOT NULL,
  status smallint NOT NULL,
  created_time bigint NOT NULL,
  PRIMARY KEY (alarm_id, entity_id)
);
CREATE INDEX alarm_place_order ON alarm_place (entity_id, severity, status, created_time DESC, alarm_id DESC);

CREATE TABLE alarm_history (
  alarm_id uuid NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
  number integer NOT NULL,
  change text NOT NULL,
  ts bigint NOT NULL,
  last_ts bigint NOT NULL,
  times integer NOT NULL,
  severity smallint NOT NULL,
  status smallint NOT NULL,
  cause text NOT NULL,
  cause_id uuid NOT NULL,
  cause_name text NOT NULL,
  PRIMARY KEY (alarm_id, number)
) WITH (fillfactor = 85);

-- How many alarms there are. Levels 0 to 3 are those of tenants and customers: buckets of a minute of creation, of 64
-- and of 4096 minutes, and all. Level 4 are all of an originator, level 5 all that were propagated to an entity.
CREATE TABLE alarm_tally (
  scope_id uuid NOT NULL,
  level smallint NOT NULL,
  bucket bigint NOT NULL,
  severity smallint NOT NULL,
  status smallint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (scope_id, level, bucket, severity, status)
) WITH (fillfactor = 85);
-- What is not added to the tallies yet: rows that transactions only add do not hold each other up.
CREATE TABLE alarm_tally_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope_id uuid NOT NULL,
  -- 0: a tenant or a customer, 1: an originator, 2: what alarms were propagated to.
  kind smallint NOT NULL,
  minute bigint NOT NULL,
  severity smallint NOT NULL,
  status smallint NOT NULL,
  delta bigint NOT NULL
);
CREATE INDEX alarm_tally_change_scope ON alarm_tally_change (scope_id);

CREATE FUNCTION tally_alarm_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_tally_change (scope_id, kind, minute, severity, status, delta)
  SELECT scope.id, scope.kind, created_time / 60000, severity, status, count(*)
  FROM new_rows CROSS JOIN LATERAL (VALUES (tenant_id, 0), (customer_id, 0), (originator_id, 1))
    AS scope (id, kind)
  WHERE scope.id <> '${NO_CUSTOMER}' GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE FUNCTION tally_alarm_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_tally_change (scope_id, kind, minute, severity, status, delta)
  SELECT scope.id, scope.kind, created_time / 60000, severity, status, -count(*)
  FROM old_rows CROSS JOIN LATERAL (VALUES (tenant_id, 0), (customer_id, 0), (originator_id, 1))
    AS scope (id, kind)
  WHERE scope.id <> '${NO_CUSTOMER}' GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE FUNCTION tally_alarm_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_tally_change (scope_id, kind, minute, severity, status, delta)
  SELECT scope.id, scope.kind, created_time / 60000, severity, status, sum(delta)
  FROM (
    SELECT tenant_id, customer_id, originator_id, created_time, severity, status, 1 AS delta FROM new_rows
    UNION ALL
    SELECT tenant_id, customer_id, originator_id, created_time, severity, status, -1 FROM old_rows
  ) AS changed CROSS JOIN LATERAL (VALUES (tenant_id, 0), (customer_id, 0), (originator_id, 1))
    AS scope (id, kind)
  WHERE scope.id <> '${NO_CUSTOMER}' GROUP BY 1, 2, 3, 4, 5 HAVING sum(delta) <> 0;
  UPDATE alarm_place SET severity = new_row.severity, status = new_row.status
  FROM new_rows AS new_row
  WHERE new_row.propagate AND alarm_place.alarm_id = new_row.id
    AND (alarm_place.severity <> new_row.severity OR alarm_place.status <> new_row.status);
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_inserted AFTER INSERT ON alarm
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_alarm_inserts();
CREATE TRIGGER alarm_updated AFTER UPDATE ON alarm
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_alarm_updates();
CREATE TRIGGER alarm_deleted AFTER DELETE ON alarm
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_alarm_deletes();
CREATE TRIGGER alarm_relations AFTER DELETE ON alarm
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();

CREATE FUNCTION tally_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO alarm_tally_change (scope_id, kind, minute, severity, status, delta)
    SELECT entity_id, 2, 0, severity, status, count(*) FROM new_rows GROUP BY 1, 4, 5;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    INSERT INTO alarm_tally_change (scope_id, kind, minute, severity, status, delta)
    SELECT entity_id, 2, 0, severity, status, -count(*) FROM old_rows GROUP BY 1, 4, 5;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_place_inserted AFTER INSERT ON alarm_place
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_places();
CREATE TRIGGER alarm_place_updated AFTER UPDATE ON alarm_place
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_places();
CREATE TRIGGER alarm_place_deleted AFTER DELETE ON alarm_place
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_places();

-- Alarms belong to the customer that their originator belongs to.
CREATE FUNCTION give_alarms_to_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE alarm SET customer_id = new.customer_id, version = version + 1
  WHERE originator_id = new.id AND customer_id <> new.customer_id;
  RETURN NULL;
END $$;
${OWNED.map(
  (table) => `CREATE TRIGGER ${table}_alarms AFTER UPDATE OF customer_id ON ${table}
  FOR EACH ROW WHEN (old.customer_id <> new.customer_id) EXECUTE FUNCTION give_alarms_to_customer();`,
).join('\n')}
`;
