/**
 * Packages that go to devices in waves. Everything that a roll-out knows is here, so it goes on after a restart. It goes
 * with its tenant, its devices with them; `phase` says what is to be done with a device.
 */
export const sql = `
CREATE TABLE rollout (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  started_time bigint,
  ended_time bigint,
  tenant_id uuid NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
  -- whose rights it uses: who started it, or let it go on
  user_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  package_id uuid REFERENCES ota_package (id) ON DELETE SET NULL,
  package_title text NOT NULL,
  package_version text NOT NULL,
  device_profile_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'DRAFT',
  reason text,
  -- the wave that is under way, from 0
  wave smallint NOT NULL DEFAULT -1,
  -- when the wave had succeeded, epoch ms
  soak_time bigint,
  -- of each wave: its share in percent, null for a list
  shares json NOT NULL,
  guard json NOT NULL
);
CREATE INDEX rollout_created ON rollout (tenant_id, created_time DESC, id DESC);
CREATE INDEX rollout_package ON rollout (package_id) WHERE package_id IS NOT NULL;
CREATE UNIQUE INDEX rollout_active ON rollout (device_profile_id, type)
  WHERE state IN ('RUNNING', 'PAUSED', 'WAITING', 'ROLLING_BACK');

CREATE TABLE rollout_device (
  rollout_id uuid NOT NULL REFERENCES rollout (id) ON DELETE CASCADE,
  device_id uuid NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  wave smallint NOT NULL,
  step text NOT NULL DEFAULT 'WAITING',
  -- 0: not begun, 1: being given the package, 2: under way, 3: settled as far as is known, 4: ended
  phase smallint NOT NULL GENERATED ALWAYS AS (CASE
    WHEN step = 'WAITING' THEN 0
    WHEN step = 'ASSIGNING' THEN 1
    WHEN step IN ('UPDATED', 'FAILED', 'SILENT', 'BAD_VALUES') THEN 3
    WHEN step IN ('REFUSED', 'ROLLED_BACK', 'SKIPPED') THEN 4
    ELSE 2 END) STORED,
  -- when it entered the step, epoch ms
  since bigint,
  -- when the package was about to be given
  assigned_time bigint,
  -- its own package until then; it may be gone by now
  former_id uuid,
  -- whether that, or its profile's, was the package already
  had_it boolean NOT NULL DEFAULT false,
  reported text,
  -- ts of the reported state, and when the server noticed it
  reported_ts bigint,
  progress_time bigint,
  said text,
  reason text,
  accepted boolean NOT NULL DEFAULT false,
  -- when its values were looked at since it is updated; 0: not yet
  checked_time bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (rollout_id, device_id)
);
CREATE INDEX rollout_device_phase ON rollout_device (rollout_id, phase, wave, device_id);
CREATE INDEX rollout_device_of ON rollout_device (device_id);

CREATE FUNCTION leave_rollouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM rollout_device WHERE device_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER device_leaves_rollouts AFTER UPDATE OF tenant_id ON device FOR EACH ROW
  WHEN (OLD.tenant_id <> NEW.tenant_id) EXECUTE FUNCTION leave_rollouts();
`;
