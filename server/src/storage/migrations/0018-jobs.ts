/**
 * Work on many entities. `job_batch` has the ids that are left, a row per page; `position` counts those of the lowest
 * batch that are done. `found_…` is how far the list has been read. A job goes with its user, and so with its tenant.
 */
export const sql = `
CREATE TABLE job (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  -- When its turn came up: on creation, and again with a retry.
  queued_time bigint NOT NULL,
  ended_time bigint,
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  entity_type text NOT NULL,
  action text NOT NULL,
  target_id uuid,
  target_name text,
  list json,
  state text NOT NULL,
  reason text,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  position integer NOT NULL DEFAULT 0,
  is_found boolean NOT NULL,
  found_page integer NOT NULL DEFAULT 0,
  found_count integer NOT NULL DEFAULT 0,
  found_time bigint,
  found_id uuid
);
CREATE INDEX job_user ON job (user_id, created_time DESC);
CREATE INDEX job_waiting ON job (tenant_id, queued_time) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX job_ended ON job (ended_time) WHERE ended_time IS NOT NULL;

CREATE TABLE job_batch (
  job_id uuid NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  number integer NOT NULL,
  ids uuid[] NOT NULL,
  PRIMARY KEY (job_id, number)
);

CREATE TABLE job_failure (
  job_id uuid NOT NULL REFERENCES job (id) ON DELETE CASCADE,
  entity_id uuid NOT NULL,
  name text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (job_id, entity_id)
);
`;
