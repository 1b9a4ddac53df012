/**
 * Indexes of the device lists that know the name, so that searches and far pages read nothing but the index; devices of
 * a profile by name. Lists by type go profile by profile, which has an index already. Each takes seconds for a million
 * devices.
 */
export const sql = `
DROP INDEX IF EXISTS device_created, device_name_order, device_type_order;
CREATE INDEX device_created ON device (tenant_id, created_time DESC, id DESC) INCLUDE (name);
CREATE INDEX device_name_order ON device (tenant_id, lower(name), created_time DESC, id DESC) INCLUDE (name);
CREATE INDEX IF NOT EXISTS device_profile_name ON device (device_profile_id, lower(name), created_time DESC, id DESC)
  INCLUDE (tenant_id, name);
`;
