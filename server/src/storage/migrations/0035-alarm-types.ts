const NO_CUSTOMER = '13814000-1dd2-11b2-8080-808080808080';

/** The statement of a trigger that notes how many alarms of some rows come (`sign` '') or go ('-'). */
const note = (rows: string, sign: '' | '-'): string => `
  INSERT INTO alarm_tally_change (scope_id, kind, minute, severity, status, delta)
  SELECT scope.id, scope.kind, created_time / 60000, severity, status, ${sign}count(*)
  FROM ${rows} CROSS JOIN LATERAL (VALUES (tenant_id, 0), (customer_id, 0), (originator_id, 1),
    (alarm_type_scope(tenant_id, type), 3)) AS scope (id, kind)
  WHERE scope.id <> '${NO_CUSTOMER}' GROUP BY 1, 2, 3, 4, 5;`;

/**
 * Alarms by type: an index of each type's ranges, and how many there are of each, with buckets of 64 and of 4096 minutes
 * (levels 1 and 2) and all (level 6).
 */
export const sql = `
DROP INDEX alarm_of_type;
CREATE INDEX alarm_of_type ON alarm (tenant_id, type, severity, status, created_time DESC, id DESC)
  INCLUDE (originator_id);

CREATE FUNCTION alarm_type_scope(tenant_id uuid, type text) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT md5(convert_to(tenant_id::text || type, 'UTF8'))::uuid
$$;

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
  INSERT INTO alarm_tally_change (scope_id, kind, minute, severity, status, delta)
  SELECT scope.id, scope.kind, created_time / 60000, severity, status, sum(delta)
  FROM (
    SELECT tenant_id, customer_id, originator_id, type, created_time, severity, status, 1 AS delta FROM new_rows
    UNION ALL
    SELECT tenant_id, customer_id, originator_id, type, created_time, severity, status, -1 FROM old_rows
  ) AS changed CROSS JOIN LATERAL (VALUES (tenant_id, 0), (customer_id, 0), (originator_id, 1),
    (alarm_type_scope(tenant_id, type), 3)) AS scope (id, kind)
  WHERE scope.id <> '${NO_CUSTOMER}' GROUP BY 1, 2, 3, 4, 5 HAVING sum(delta) <> 0;
  UPDATE alarm_place SET severity = new_row.severity, status = new_row.status
  FROM new_rows AS new_row
  WHERE new_row.propagate AND alarm_place.alarm_id = new_row.id
    AND (alarm_place.severity <> new_row.severity OR alarm_place.status <> new_row.status);
  RETURN NULL;
END $$;

INSERT INTO alarm_tally (scope_id, level, bucket, severity, status, total)
SELECT alarm_type_scope(tenant_id, type), known.level,
  CASE known.level WHEN 6 THEN 0 ELSE (created_time / 60000) >> (6 * known.level) END, severity, status, count(*)
FROM alarm CROSS JOIN (VALUES (1), (2), (6)) AS known (level) GROUP BY 1, 2, 3, 4, 5;
`;
