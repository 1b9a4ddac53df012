/**
 * Firmware and software for devices. The bytes of a file are rows of at most 192 KiB. A file that is being uploaded
 * belongs to its package by `package_id` alone, a whole one also by `content_id`; one without package is removed in the
 * background.
 */
export const sql = `
CREATE TABLE ota_package (
  id uuid PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL CONSTRAINT ota_package_tenant REFERENCES tenant (id),
  device_profile_id uuid CONSTRAINT ota_package_profile REFERENCES device_profile (id) ON DELETE CASCADE,
  type text NOT NULL,
  title text NOT NULL,
  version text NOT NULL,
  tag text,
  url text,
  file_name text,
  content_type text,
  checksum_algorithm text,
  checksum text,
  data_size bigint,
  content_id uuid,
  additional_info json,
  CONSTRAINT ota_package_version UNIQUE (tenant_id, title, version)
);
CREATE INDEX ota_package_created ON ota_package (tenant_id, created_time DESC, id DESC);
CREATE INDEX ota_package_of_profile ON ota_package (device_profile_id);

CREATE TABLE ota_content (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  package_id uuid UNIQUE REFERENCES ota_package (id) ON DELETE SET NULL,
  -- bytes that have arrived
  size bigint NOT NULL DEFAULT 0,
  -- when the last ones did, epoch ms
  received_time bigint NOT NULL
);
CREATE INDEX ota_content_tenant ON ota_content (tenant_id);
CREATE INDEX ota_content_left ON ota_content (id) WHERE package_id IS NULL;

CREATE TABLE ota_content_part (
  content_id uuid NOT NULL REFERENCES ota_content (id),
  -- offset of its first byte in the file
  at bigint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (content_id, at)
);
-- Firmware is compressed or encrypted already, and pieces of such a value can be read by themselves.
ALTER TABLE ota_content_part ALTER COLUMN bytes SET STORAGE EXTERNAL;

UPDATE device SET firmware_id = NULL, software_id = NULL WHERE firmware_id IS NOT NULL OR software_id IS NOT NULL;
UPDATE device_profile SET firmware_id = NULL, software_id = NULL
  WHERE firmware_id IS NOT NULL OR software_id IS NOT NULL;
${['device', 'device_profile']
  .flatMap((table) => ['firmware', 'software'].map((kind) => [table, kind]))
  .map(
    ([table, kind]) => `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${kind}
  FOREIGN KEY (${kind}_id) REFERENCES ota_package (id);
CREATE INDEX ${table}_${kind}_of ON ${table} (${kind}_id) WHERE ${kind}_id IS NOT NULL;`,
  )
  .join('\n')}

CREATE TRIGGER ota_package_relations AFTER DELETE ON ota_package
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION delete_relations();
CREATE TRIGGER ota_package_deleted AFTER DELETE ON ota_package
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_deleted();
`;
