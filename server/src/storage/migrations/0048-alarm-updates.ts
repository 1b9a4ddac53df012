const NO_CUSTOMER = '13814000-1dd2-11b2-8080-808080808080';

const COLUMNS = `tenant_id, customer_id, originator_id, type, created_time, start_ts >> 20 AS start_slot,
  end_ts >> 20 AS end_slot, severity, status`;

/** What updates of alarms change of the tallies, as in 0047: alarms that are counted as before are left out first. */
export const sql = `
CREATE OR REPLACE FUNCTION tally_alarm_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_tally_change (scope_id, kind, type, minute, severity, status, delta)
  SELECT scope.id, scope.kind, scope.type, scope.minute, severity, status, sum(delta)
  FROM (
    SELECT tenant_id, customer_id, originator_id, type, created_time, start_slot, end_slot, severity, status,
      sum(delta) AS delta
    FROM (SELECT ${COLUMNS}, 1 AS delta FROM new_rows UNION ALL SELECT ${COLUMNS}, -1 FROM old_rows) AS counted
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(delta) <> 0
  ) AS changed CROSS JOIN LATERAL (VALUES
    (tenant_id, 0, NULL, created_time / 60000), (customer_id, 0, NULL, created_time / 60000),
    (originator_id, 1, NULL, created_time / 60000),
    (tenant_id, 3, type, created_time / 60000), (customer_id, 3, type, created_time / 60000),
    (tenant_id, 4, NULL, start_slot), (customer_id, 4, NULL, start_slot),
    (tenant_id, 5, NULL, end_slot), (customer_id, 5, NULL, end_slot)) AS scope (id, kind, type, minute)
  WHERE scope.id <> '${NO_CUSTOMER}' GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(delta) <> 0;
  UPDATE alarm_place SET severity = new_row.severity, status = new_row.status
  FROM new_rows AS new_row
  WHERE new_row.propagate AND alarm_place.alarm_id = new_row.id
    AND (alarm_place.severity <> new_row.severity OR alarm_place.status <> new_row.status);
  RETURN NULL;
END $$;
`;
