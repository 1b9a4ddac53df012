/**
 * Dashboards that are sent by mail. A report goes with its dashboard and with the user whose rights it is drawn with, and
 * so with the tenant. `due_time` is when its turn is, null when nothing is to be sent; a server that draws it holds it
 * until `held_until`.
 */
export const sql = `
CREATE TABLE report (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  dashboard_id uuid NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  content jsonb NOT NULL,
  due_time bigint,
  held_until bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  last_time bigint,
  last_error text
);
CREATE INDEX report_tenant ON report (tenant_id);
CREATE INDEX report_dashboard ON report (dashboard_id);
CREATE INDEX report_user ON report (user_id);
CREATE INDEX report_due ON report (due_time) WHERE due_time IS NOT NULL;
`;
