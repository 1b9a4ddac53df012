const NO_CUSTOMER = '13814000-1dd2-11b2-8080-808080808080';

/**
 * What alarms are counted under: their tenant and customer, their originator, their type at tenant and customer, and the
 * quarters of an hour in which they start and end.
 */
const SCOPES = `(VALUES (tenant_id, 0, NULL, created_time / 60000), (customer_id, 0, NULL, created_time / 60000),
    (originator_id, 1, NULL, created_time / 60000),
    (tenant_id, 3, type, created_time / 60000), (customer_id, 3, type, created_time / 60000),
    (tenant_id, 4, NULL, start_ts >> 20), (customer_id, 4, NULL, start_ts >> 20),
    (tenant_id, 5, NULL, end_ts >> 20), (customer_id, 5, NULL, end_ts >> 20)) AS scope (id, kind, type, minute)
  WHERE scope.id <> '${NO_CUSTOMER}'`;

/** The statement of a trigger that notes how many alarms of some rows come (`sign` '') or go ('-'). */
const note = (rows: string, sign: '' | '-'): string => `
  INSERT INTO alarm_tally_change (scope_id, kind, type, minute, severity, status, delta)
  SELECT scope.id, scope.kind, scope.type, scope.minute, severity, status, ${sign}count(*)
  FROM ${rows} CROSS JOIN LATERAL ${SCOPES} GROUP BY 1, 2, 3, 4, 5, 6;`;

const COLUMNS = 'tenant_id, customer_id, originator_id, type, created_time, start_ts, end_ts, severity, status';

/**
 * How many alarms of a tenant or a customer start (kind 4) and end (kind 5) in each 2^20 ms: levels 7 to 9 and 10 to 12
 * of the tallies are buckets of 1, 64 and 4096 of these. An update of the end within them notes nothing.
 */
export const sql = `
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
  SELECT scope.id, scope.kind, scope.type, scope.minute, severity, status, sum(delta)
  FROM (
    SELECT ${COLUMNS}, 1 AS delta FROM new_rows
    UNION ALL
    SELECT ${COLUMNS}, -1 FROM old_rows
  ) AS changed CROSS JOIN LATERAL ${SCOPES} GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(delta) <> 0;
  UPDATE alarm_place SET severity = new_row.severity, status = new_row.status
  FROM new_rows AS new_row
  WHERE new_row.propagate AND alarm_place.alarm_id = new_row.id
    AND (alarm_place.severity <> new_row.severity OR alarm_place.status <> new_row.status);
  RETURN NULL;
END $$;

INSERT INTO alarm_tally (scope_id, level, bucket, severity, status, total)
SELECT owner.id, 7 + 3 * known.which + known.level, known.slot >> (6 * known.level), severity, status, count(*)
FROM alarm CROSS JOIN LATERAL (VALUES (tenant_id), (customer_id)) AS owner (id)
  CROSS JOIN LATERAL (SELECT which, slot, level FROM (VALUES (0, start_ts >> 20), (1, end_ts >> 20)) AS times (which, slot)
    CROSS JOIN generate_series(0, 2) AS level) AS known
WHERE owner.id <> '${NO_CUSTOMER}' GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5;
`;
