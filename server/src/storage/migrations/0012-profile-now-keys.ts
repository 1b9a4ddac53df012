/** What lists show of the devices of a profile: `[{ key, unit }]`. Saving the profile leaves it alone. */
export const sql = `
ALTER TABLE device_profile ADD COLUMN now_keys jsonb NOT NULL DEFAULT '[]';
`;
