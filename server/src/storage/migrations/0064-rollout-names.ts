/** Devices of a roll-out by name are found in their index alone, which needs the name itself, too. */
export const sql = `
DROP INDEX rollout_device_name;
CREATE INDEX rollout_device_name ON rollout_device (rollout_id, lower(name), device_id) INCLUDE (name);
`;
