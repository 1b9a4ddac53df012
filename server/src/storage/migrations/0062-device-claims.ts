/**
 * Devices that let themselves be claimed, one claim of each until it is used or has expired. It goes with its device, and
 * when the device gets another tenant.
 */
export const sql = `
CREATE TABLE device_claim (
  device_id uuid PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  -- SHA-256 of the id of the device and its secret
  secret_hash bytea NOT NULL,
  expiration_time bigint NOT NULL
);
CREATE INDEX device_claim_expiration ON device_claim (expiration_time);

CREATE FUNCTION forget_device_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM device_claim WHERE device_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER device_claim_of_another_tenant AFTER UPDATE OF tenant_id ON device FOR EACH ROW
  WHEN (OLD.tenant_id <> NEW.tenant_id) EXECUTE FUNCTION forget_device_claim();
`;
