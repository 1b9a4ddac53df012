/** Lists of the devices that are active, or that are not, in the order of their last data. */
export const sql = `
CREATE INDEX device_activity_state_last
  ON device_activity (tenant_id, active, last_activity_time, created_time DESC, device_id DESC);
`;
