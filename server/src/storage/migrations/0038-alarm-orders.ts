const NO_CUSTOMER = '13814000-1dd2-11b2-8080-808080808080';

/** What alarms are counted under: their tenant and customer, their originator, and their type at tenant and customer. */
const SCOPES = `(VALUES (tenant_id, 0, NULL), (customer_id, 0, NULL), (originator_id, 1, NULL),
    (tenant_id, 3, type), (customer_id, 3, type)) AS scope (id, kind, type)
  WHERE scope.id <> '${NO_CUSTOMER}'`;

/** The statement of a trigger that notes how many alarms of some rows come (`sign` '') or go ('-'). */
const note = (rows: string, sign: '' | '-'): string => `
  INSERT INTO alarm_tally_change (scope_id, kind, type, minute, severity, status, delta)
  SELECT scope.id, scope.kind, scope.type, created_time / 60000, severity, status, ${sign}count(*)
  FROM ${rows} CROSS JOIN LATERAL ${SCOPES} GROUP BY 1, 2, 3, 4, 5, 6;`;

/**
 * Alarms of customers by type, as those of tenants; how many there are of each type of a tenant or customer, in the order
 * of types; and alarms by their start. Types stand in the indexes that other lists walk, so that they can be filtered
 * there.
 */
export const sql = `
CREATE INDEX alarm_of_customer_type ON alarm (customer_id, type, severity, status, created_time DESC, id DESC)
  WHERE customer_id <> '${NO_CUSTOMER}';
CREATE INDEX alarm_start ON alarm (tenant_id, start_ts DESC, created_time, id) INCLUDE (severity, status, type);
CREATE INDEX alarm_start_of_customer ON alarm (customer_id, start_ts DESC, created_time, id)
  INCLUDE (severity, status, type) WHERE customer_id <> '${NO_CUSTOMER}';
DROP INDEX alarm_of_tenant;
CREATE INDEX alarm_of_tenant ON alarm (tenant_id, severity, status, created_time DESC, id DESC)
  INCLUDE (originator_id, type);
DROP INDEX alarm_of_customer;
CREATE INDEX alarm_of_customer ON alarm (customer_id, severity, status, created_time DESC, id DESC)
  INCLUDE (originator_id, type) WHERE customer_id <> '${NO_CUSTOMER}';
DROP INDEX alarm_of_originator;
CREATE INDEX alarm_of_originator ON alarm (originator_id, severity, status, created_time DESC, id DESC) INCLUDE (type);

ALTER TABLE alarm_place ADD COLUMN type text NOT NULL DEFAULT '';
UPDATE alarm_place SET type = alarm.type FROM alarm WHERE alarm.id = alarm_place.alarm_id;
ALTER TABLE alarm_place ALTER COLUMN type DROP DEFAULT;
DROP INDEX alarm_place_order;
CREATE INDEX alarm_place_order ON alarm_place (entity_id, severity, status, created_time DESC, alarm_id DESC)
  INCLUDE (type);

-- How many alarms of each type a tenant or a customer has. Buckets of time are in alarm_tally, under alarm_type_scope.
CREATE TABLE alarm_type (
  owner_id uuid NOT NULL,
  type text NOT NULL,
  severity smallint NOT NULL,
  status smallint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (owner_id, type, severity, status)
) WITH (fillfactor = 85);
-- Kind 3 has a tenant or a customer as its scope, and a type.
ALTER TABLE alarm_tally_change ADD COLUMN type text;
DELETE FROM alarm_tally_change WHERE kind = 3;
DELETE FROM alarm_tally WHERE scope_id IN (SELECT scope_id FROM alarm_tally WHERE level = 6);
INSERT INTO alarm_tally (scope_id, level, bucket, severity, status, total)
SELECT alarm_type_scope(owner.id, type), known.level, (created_time / 60000) >> (6 * known.level), severity, status,
  count(*)
FROM alarm CROSS JOIN LATERAL (VALUES (tenant_id), (customer_id)) AS owner (id)
  CROSS JOIN (VALUES (1), (2)) AS known (level)
WHERE owner.id <> '${NO_CUSTOMER}' GROUP BY owner.id, type, known.level, 3, severity, status;
INSERT INTO alarm_type (owner_id, type, severity, status, total)
SELECT owner.id, type, severity, status, count(*)
FROM alarm CROSS JOIN LATERAL (VALUES (tenant_id), (customer_id)) AS owner (id)
WHERE owner.id <> '${NO_CUSTOMER}' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;

CREATE OR REPLACE FUNCTION tally_alarm_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${note('new_rows', '')}
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION tally_alarm_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${note('old_rows', '-')}
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION tally_alarm_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_tally_change (scope_id, kind, type, minute, severity, status, delta)
  SELECT scope.id, scope.kind, scope.type, created_time / 60000, severity, status, sum(delta)
  FROM (
    SELECT tenant_id, customer_id, originator_id, type, created_time, severity, status, 1 AS delta FROM new_rows
    UNION ALL
    SELECT tenant_id, customer_id, originator_id, type, created_time, severity, status, -1 FROM old_rows
  ) AS changed CROSS JOIN LATERAL ${SCOPES} GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(delta) <> 0;
  UPDATE alarm_place SET severity = new_row.severity, status = new_row.status
  FROM new_rows AS new_row
  WHERE new_row.propagate AND alarm_place.alarm_id = new_row.id
    AND (alarm_place.severity <> new_row.severity OR alarm_place.status <> new_row.status);
  RETURN NULL;
END $$;
`;
